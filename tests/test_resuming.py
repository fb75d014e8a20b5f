"""The board after a power cut: the game, what differs from it, and the one before."""

import pytest

from table import Memory, Table
from tourelle.buttons import UNDO
from tourelle.files import line
from tourelle.games import opening, read


def switched_on(table: Table) -> Table:
    """A new start of the board, with what is on its disk and under its pieces."""
    again = Table(table.cells.name, table.now, table.store, bytes(table.switches))
    again.run(400)
    return again


def test_the_board_resumes_and_shows_what_differs():
    table = Table("avalam")
    table.start(opening("avalam"))
    for origin, target in (("c9", "d9"), ("e4", "e3")):
        table.lift(origin, target)
        table.drop(target)
        table.run(400)
    text = table.position.text()
    table.switches[table.cells.cell("a5")] = 0  # lost while the power was off
    again = switched_on(table)
    assert again.position.text() == text
    assert again.lit("put-back") == {"a5"}
    again.drop("a5")
    again.run(400)
    assert again.lit("put-back") == set()
    assert again.lit("last-move") == {"e4", "e3"}
    again.press(UNDO)
    assert again.said("undo") == ["2 e4-e3"]
    again.drop("e4")
    again.run(400)
    again.lift("c5", "d4")
    again.drop("d4")
    again.run(400)
    assert again.moves() == ["r c5-d4"]


@pytest.mark.parametrize(
    ("grid", "text", "turn"),
    [
        ("avalam", "avalam ; options tie-break=none,placing=free", "y@c9"),
        ("square", "tawol ; options half=claim", "a1-a3"),
        ("square", "tours ; options turn=form-and-collapse", "h8>e8"),
        ("hex", "cabale 1 i3=J1 a7=J2 d9=J3 ; options players=3", "g3-g4,x2"),
    ],
)
def test_the_board_resumes_options_a_turn_under_way_and_what_can_be_taken_back(grid, text, turn):
    table = Table(grid)
    table.start(read(text))
    table.send(f"move {turn}")
    table.switches[:] = table.position.occupancy
    table.run(600)
    again = switched_on(table)
    assert again.position.text() == table.position.text()
    assert again.position.options == read(text).options
    assert again.lit("put-back") == again.lit("remove") == set()
    again.send("undo turn")
    assert len(again.said("undo")) == len(turn.split(","))
    assert again.position.text() == read(text).text()


@pytest.mark.parametrize("on", [True, False], ids=("switched on", "switched off"))
def test_a_cleared_board_starts_anew_and_the_last_game_can_be_had_back(on):
    table = Table("avalam")
    table.start(opening("avalam"))
    table.lift("c9", "d9")
    table.drop("d9")
    table.run(400)
    text = table.position.text()
    table.switches[:] = bytes(table.cells.size)
    if on:
        table.run(1500)
        assert table.said("game") == ["none"]
    again = switched_on(table)
    assert again.core.session.play.position is None
    again.send("menu")
    again.send("choose last-game")
    assert again.position.text() == text


def test_where_the_last_game_cannot_be_read_nothing_is_played_unrecorded():
    damaged = b"00000000 game avalam\n" * 2 + line("step 1 3056 c9-d9")
    table = Table("avalam", store=Memory(last=damaged))
    table.start(opening("avalam"))
    table.send("menu")
    table.send("choose last-game")
    assert "cannot be read" in table.said("fault")[0]
    assert table.said("game") == ["none"] and table.position is None


def test_a_game_that_begins_on_an_empty_board_goes_on_there():
    table = Table("hex")
    table.send("new cabale players=3")
    table.run(400)
    text = table.position.text()
    again = switched_on(table)
    assert again.position.text() == text and again.position.options == {"players": "3"}
