"""Each game has a reason for whatever is illegal, and every one of its sentences is tried."""

import ast
import itertools
import random
import re

import pytest

from rules.test_rules_reasons import rows
from tourelle import games
from tourelle.games import TextError, reasons
from tourelle.games.catalogue import GAMES
from tourelle_host import paths

ILLEGAL = 1000  # random steps of a game that are not legal
TO_A_POSITION = 25
# Of each game's notation, with cells for "c".
FORMS = {
    "avalam": ["c-c", "c-c", "y@c", "r@c"],
    "tawol": ["c-c", "c-c", "c-c", "pass", "claim"],
    "tours": ["c-c", "c-c>c", "c>c"],
    "cabale": ["c", "c-c", "c^c", "c/c", "x1", "x2", "."],
}


@pytest.mark.parametrize("game", [entry.name for entry in GAMES])
def test_every_sentence_of_a_game_is_seen(game):
    shown = {row[2] for row in rows() if row[0].split()[0] == game}
    said = sentences(paths.PACKAGE / "games" / game / "reasons.py")
    assert said
    for sentence in said:
        form = re.escape(sentence).replace("%s", ".+").replace("%d", r"\d+")
        assert any(re.fullmatch(form, one) for one in shown), sentence


def sentences(path):
    """All texts in a module that are for a person: not its docstrings, nor those of errors."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    others = {
        text
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise | ast.Expr)
        for text in texts(node)
    }
    return {text for text in texts(tree) - others if re.match(r"[A-Z%].* .*\.$", text)}


def texts(tree):
    """All texts in a part of a program."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return {node.value for node in nodes if isinstance(node.value, str)}


def _ways():
    """Each game with each combination of its options."""
    for entry in GAMES:
        choices = [[(name, value) for value in values] for name, values in entry.options]
        for options in itertools.product(*choices):
            yield pytest.param(entry.name, dict(options), id=f"{entry.name}-{options}")


WAYS = list(_ways())


@pytest.mark.parametrize(("game", "options"), WAYS)
def test_no_illegal_step_is_without_a_reason_and_no_legal_one_has_any(game, options):
    draw = random.Random(f"{game} {options}")
    names = list(games.opening(game).grid.names)
    count = 0
    while count < ILLEGAL:
        position = some_position(game, options, draw)
        legal = {position.normal_move(position.move_text(m).lower()) for m in legals(position)}
        before = position.text()
        for _ in range(TO_A_POSITION):
            form = draw.choice(FORMS[game])
            step = re.sub(r"\bc\b", lambda _: draw.choice(names), form)
            reason = reasons.of_step(position, step)
            assert bool(reason) == (position.normal_move(step) not in legal), (before, step)
            assert reason == "" or re.fullmatch("[A-Za-z].*[.]", reason), (before, step, reason)
            count += bool(reason)
        assert position.text() == before


@pytest.mark.parametrize(("game", "options"), WAYS)
def test_nothing_is_said_against_the_hands_of_a_legal_step(game, options):
    draw = random.Random(f"hands {game} {options}")
    tried = 0
    for _ in range(40):
        position = some_position(game, options, draw)
        for move in draw.sample(moves := legals(position), min(5, len(moves))):
            foot = position.footprint(move)
            lifted, put = list(foot.vacated), list(foot.left + foot.reached + foot.filled)
            case = position.text(), position.move_text(move)
            assert reasons.of_hands(position, lifted, put) == "", case
            assert reasons.of_hands(position, lifted, []) == "", case
            tried += 1
    assert tried > 20


def some_position(game, options, draw):
    position = games.opening(game, options)
    for _ in range(draw.randrange(100)):
        moves = legals(position)
        if not moves:
            break
        position.push(draw.choice(moves))
    return position


def legals(position):
    return [] if position.outcome() is not None else list(position.legal_moves())


def test_what_is_not_a_step_is_an_error():
    for text, step in (
        ("avalam", "c9"),
        ("avalam", "q@c9"),
        ("avalam", "c9-z9"),
        ("tawol", "a1"),
        ("tours", "a1-b1-c1>a1"),
        ("cabale", "hello"),
    ):
        with pytest.raises(TextError):
            reasons.of_step(games.read(text), step)
