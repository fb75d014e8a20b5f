"""What each game says on the page of what is to be done now, and why it is over."""

import random
import re
from pathlib import Path

import pytest

from rules.test_reasons import WAYS, legals
from tourelle import games
from tourelle_host.server import describe, tasks
from tourelle_host.server.advice import Advice, Lift
from tourelle_host.whynot import Moved


@pytest.mark.parametrize(("game", "options"), WAYS)
def test_there_is_always_something_to_do_until_it_is_over_for_a_reason(game, options):
    said = tasks.load(game)
    assert said
    draw = random.Random(f"tasks {game} {options}")
    position = games.opening(game, options)
    for _ in range(400):
        before = position.text()
        moves = legals(position)
        if not moves:
            break
        move = draw.choice(moves)
        foot = position.footprint(move)
        lifted, put = list(foot.vacated), list(foot.filled + foot.reached)
        for hands in (
            Moved([], [], []),
            Moved(lifted, [], []),
            Moved(lifted, put[:1], list(foot.via)),
            Moved(lifted, put, []),
        ):
            words = said.now(position, hands)
            assert words[0].isupper() and words.endswith("."), words
            kinds = said.box(position, hands).split()
            assert all(kind in (*type(position).KINDS, "wall") for kind in kinds), kinds
        assert said.ok(position) or all(any(position.footprint(m)) for m in moves), before
        assert position.text() == before
        position.push(move)
    outcome = position.outcome()
    assert outcome is None or outcome.why in said.ENDS, outcome


def test_every_end_of_the_rules_has_its_words():
    for text in (
        "avalam y a5=y1 c9=r2",
        "avalam y c9=y1 a5=r1",
        "tawol w a1=wTbA h8=bTwA ; passes 2",
        "tours w a1=w1 h8=b2",
        "tours w a1=w2 h8=b2 ; quiet 100",
    ):
        outcome = games.read(text).outcome()
        assert outcome and outcome.why in tasks.ends(text.split()[0]), (text, outcome)
    assert tasks.ends("konane") == {}


def test_every_end_that_players_make_has_its_words():
    ends = {"resigned", "agreed"}
    assert set(describe.ENDS) == ends
    page = Path(describe.__file__).parent.parent / "page"
    for name, start in (("outcome.js", "const BY_PLAYERS = "), ("club.js", "const WHY = ")):
        (words,) = re.findall(f"{start}(.*);", (page / name).read_text(encoding="utf-8"))
        assert ends <= set(re.findall(r"\w+", words)), name


def test_what_is_to_be_done_is_told_once_and_anew_with_another_game():
    advice = Advice()
    told = advice.hear("@game avalam")
    told += advice.hear(f"@position {games.opening('avalam').text()}")
    assert told == ["@task Lift a lit stack, of either colour, and put it onto a neighbour."]
    assert advice.hear("@score 24 24") == []
    assert advice.hear("@lift c9") == ["@task Put it onto a lit neighbour."]
    assert advice.hear("@game none") == []


def test_what_a_hand_takes_where_that_is_less_than_all():
    for text, lifts in (
        # Its bottom pawn stays, one goes on each cell.
        (
            "tours w a1=w3 h8=b1",
            {"a1": Lift(2, True, [("a2", "a3"), ("b1", "c1"), ("b2", "c3")])},
        ),
        ("tawol w a1=bAwA h3=wA a8=bT", {"a1": Lift(1, False, [("a2",), ("b1",), ("b2",)])}),
        ("avalam", {}),
        ("tours w a1=w1", {}),
    ):
        advice = Advice()
        position = games.read(text)
        told = advice.hear(f"@position {position.text()}")
        assert advice.lifts == lifts
        assert [line for line in told if line.startswith("@lifts")] == [
            f"@lifts {cell}*{lift.pieces}" for cell, lift in lifts.items()
        ]
    advice = Advice()
    advice.hear("@position tours w b2=w2 d2=b3 h8=b1")
    assert "@lifts d2*1" in advice.hear("@move 1 w b2-c2")  # its top pawn is captured
    assert "@lifts b2*1 c2*3" in advice.hear("@way-back put d2 e2 remove b2*1 c2*3 h8")
    assert advice.lifts["c2"] == Lift(3, True, [])  # the board has counted them
    assert "@lifts d2*1" in advice.hear("@way-back none")


def test_where_the_pieces_of_the_last_step_go():
    def carried(text: str, *moves: str) -> str:
        advice = Advice()
        told = advice.hear(f"@position {games.read(text).text()}")
        for number, move in enumerate(moves, 1):
            told = advice.hear(f"@move {number} w {move}")
        return next(line for line in told if line.startswith("@carry"))

    assert carried("tours w a1=w1 b1=w1 c1=w1 h8=b1", "a1-c1>c1") == "@carry from a1 b1 to c1"
    cabale = "cabale 1 i3=J1 a7=J2 ; barriers 9,9"
    ride = ("g3-g5", "x2", "a5/b5")
    assert carried(cabale, *ride[:1]) == "@carry from i3 to g5 box g3=t1"
    assert carried(cabale, *ride[:2]) == "@carry box g3=t1"
    assert carried(cabale, *ride) == "@carry edge a5 b5"
    advice = Advice()
    advice.hear("@position tours w a1=w1 b1=w1 h8=b1")
    advice.hear("@move 1 w a1>b1")
    assert "@carry none" in advice.hear("@undo 1 a1>b1")
