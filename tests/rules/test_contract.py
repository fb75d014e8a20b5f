"""What all games have in common: moves by their texts, turns that are all or nothing."""

import re

import pytest

from tourelle import games
from tourelle.games import AmbiguousMove, IllegalMove, TextError, tawol
from tourelle.games.catalogue import GAMES
from tourelle.grids import NAMES
from tourelle_host import catalogue, paths


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)
def test_a_games_kinds_are_the_single_pieces_that_can_be_on_its_board(entry):
    position = games.opening(entry.name)
    kinds = [position.glyphs(kind) for kind in position.KINDS]
    assert {len(glyphs) for glyphs in kinds} == {2}
    assert len(set(kinds)) == len(kinds)
    standing = "".join(position.pieces(cell) for cell in range(position.grid.size))
    assert {standing[at : at + 2] for at in range(0, len(standing), 2)} <= set(kinds)
    assert {int(glyphs[1]) for glyphs in kinds} == set(range(len(type(position).SIDES)))


class Vague(tawol.Position):
    """A Tawôl whose moves are named by the cell they leave alone."""

    def normal_move(self, text):
        return text.partition("-")[0]


def test_a_text_that_fits_several_moves():
    position = Vague()
    with pytest.raises(AmbiguousMove, match="a1"):
        position.parse_move("a1")
    with pytest.raises(TextError, match="a1"):
        Vague.read("tawol ; steps a1")
    with pytest.raises(IllegalMove, match="d4"):
        position.parse_move("d4")


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("cabale 1 e5=J1 a7=J2", "e6-d7,x1,e5/e6"),
        ("tours ; options turn=form-and-collapse", "h8>e8,e8-h8"),
        ("tawol", "a1-a3,a8-a7"),
        ("avalam", "c9-d9,"),
    ],
)
def test_a_turn_that_goes_wrong_changes_nothing(text, turn):
    position = games.read(text)
    before = position.text()
    with pytest.raises(ValueError):
        position.push_turn(turn)
    assert position.text() == before


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)
def test_moves_are_small_ints_on_the_pico(entry):
    position = games.opening(entry.name)
    for _ in range(6):
        moves = list(position.legal_moves())
        assert all(-(1 << 30) <= move < 1 << 30 for move in moves)
        position.push(moves[-1])


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)
def test_steps_can_be_pulled_one_by_one_while_the_position_is_asked_for_other_things(entry):
    position = games.opening(entry.name)
    position.push(next(position.legal_moves()))
    whole = list(position.legal_moves())
    pulled = []
    for move in position.legal_moves():
        pulled.append(move)
        position.text()
        position.outcome()
        position.push(move)
        position.pop()
    assert pulled == whole


@pytest.mark.parametrize("text", ["", "   ", ";", " ; options half=claim"])
def test_a_position_starts_with_a_games_name(text):
    with pytest.raises(TextError, match=r"name|no game"):
        games.read(text)


def test_an_unknown_game():
    with pytest.raises(TextError, match=r"chess.*avalam"):
        games.read("chess w")


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)
def test_options_at_the_table_are_options_of_the_game(entry):
    chosen = games.load(entry.name).Position.AT_TABLE
    assert {**games.opening(entry.name, chosen).options, **chosen} == (
        games.opening(entry.name, chosen).options
    )


def test_nothing_but_what_is_generated_names_a_game_outside_its_folder():
    host = paths.PACKAGE.parents[1] / "host" / "tourelle_host"
    files = {*paths.PACKAGE.rglob("*.py"), *host.rglob("*.py"), *host.rglob("*.[jh]*")}
    files -= {*paths.PACKAGE.glob("games/*/**/*"), catalogue.TARGET}
    files -= {*(host / "commands").glob("*.py")}  # their help shows what one may type
    assert len(files) > 140
    words = {word for entry in GAMES for word in (entry.name, entry.title, *entry.aliases)}
    named = re.compile(rf"\b({'|'.join(words - set(NAMES))})\b")
    found = {path.name: named.findall(path.read_text(encoding="utf-8")) for path in files}
    assert {name: words for name, words in found.items() if words} == {}
