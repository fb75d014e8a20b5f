"""Setting up: which game is recognised, what is lit meanwhile, and putting pieces away."""

import random

import pytest

from hands import choose, move
from scenes import cut
from table import Memory, Table
from tourelle.buttons import OK
from tourelle.games import opening


def set_up(table: Table, name: str, order=None) -> None:
    """Put up a game's opening, one piece after the other."""
    occupied = opening(name).occupancy
    cells = [cell for cell in range(table.cells.size) if occupied[cell]]
    for cell in order or cells:
        table.drop(table.cells.names[cell], ms=30)


@pytest.mark.parametrize("name", ["avalam", "tawol", "tours"])
def test_a_game_is_recognised_by_its_full_opening(name):
    table = Table({"avalam": "avalam"}.get(name, "square"))
    set_up(table, name)
    assert table.said("game")[1:] == [], "not before it has stood for a second"
    table.run(1000)
    assert [game.split()[0] for game in table.said("game")] == [name]
    assert table.position.text() == opening(name).text()


@pytest.mark.parametrize("name", ["tawol", "tours"])
def test_of_two_games_the_nearer_one_is_completed(name):
    table = Table("square")
    occupied = opening(name).occupancy
    set_up(table, name, [c for c in range(64) if occupied[c] and c not in (0, 4)])
    table.drop("e5")
    table.run(1500)
    assert table.said("set-up")[-1] == "put a1 e1 remove e5"
    assert (table.lit("put-back"), table.lit("remove")) == ({"a1", "e1"}, {"e5"})


@pytest.mark.parametrize(
    ("name", "grid"), [("tawol", "square"), ("tours", "square"), ("avalam", "avalam")]
)
def test_no_piece_of_an_opening_is_red_in_whatever_order_it_is_put_up(name, grid):
    chance = random.Random(name)
    occupied = opening(name).occupancy
    cells = [cell for cell in range(len(occupied)) if occupied[cell]]
    for _ in range(5):
        table = Table(grid)
        chance.shuffle(cells)
        for count in range(1, len(cells)):
            set_up(table, name, cells[count - 1 : count])
            assert table.lit("remove") == set(), cells[:count]
            asked = {table.cells.cell(lit) for lit in table.lit("put-back")}
            assert asked <= set(cells[count:]), "it would be right in another game only"
        assert table.lit("put-back") == {table.cells.names[cells[-1]]}


def test_an_incomplete_set_up_lights_what_is_missing_and_what_is_too_much():
    table = Table("avalam")
    cells = [cell for cell in range(49) if opening("avalam").occupancy[cell]]
    set_up(table, "avalam", cells[:-1])
    table.drop("e5")
    table.run(2000)
    assert (table.lit("put-back"), table.lit("remove")) == ({"d9"}, {"e5"})
    assert table.said("set-up")[-1] == "put d9 remove e5"
    table.lift("e5")
    table.drop("d9")
    table.run(1200)
    assert table.said("game")[-1].startswith("avalam")
    assert table.said("set-up")[-1] == "none"


def test_an_opening_that_comes_back_in_a_game_does_not_start_it_anew():
    table = Table("square")
    table.start(opening("tawol"))
    for origin, target in (("a1", "a2"), ("h8", "h7"), ("a2", "a1"), ("h7", "h8")):
        table.lift(origin)
        table.drop(target)
        table.run(2000)
    # Not even when many pieces are straightened, one by one or all in the hand at once.
    row = [column + "1" for column in "abcdefgh"]
    for cell in (*row, "b2", "c2"):
        table.lift(cell)
        table.drop(cell)
    table.run(3000)
    table.lift(*row)
    table.run(1500)
    table.drop(*row)
    table.run(3000)
    assert table.said("game") == []
    assert len(table.moves()) == 4 and table.said("undo") == []


def clear(table: Table) -> None:
    """Take everything off the board."""
    table.lift(*table.cells.names, ms=30)
    table.run(1500)


@pytest.mark.parametrize("asked", ["new tours turn=form-and-collapse", "learn tours"])
def test_a_board_is_cleared_for_the_game_that_was_asked_for(asked):
    table = Table("square")
    table.start(opening("tawol"))
    table.send(asked)
    table.run(300)
    table.lines.clear()
    clear(table)
    assert table.said("game") == [] and table.position.text().startswith("tours")
    for cell, occupied in enumerate(table.position.occupancy):
        if occupied:
            table.drop(table.cells.names[cell], ms=30)
    table.run(1500)
    assert table.said("game") == [] and table.lit("put-back") == table.lit("remove") == set()
    clear(table)
    assert table.said("game") == ["none"], "its pieces had arrived: now they are put away"


def resume_the_last(table: Table) -> None:
    """Choose the last game in the menu."""
    table.send("menu")
    table.send("choose last-game")
    table.run(300)


def test_a_board_is_cleared_for_the_last_game(avalam):
    move(avalam, "c9", "d9")
    avalam.send("new avalam")
    avalam.drop("c9")
    resume_the_last(avalam)
    avalam.lines.clear()
    clear(avalam)
    assert avalam.said("game") == [] and avalam.core.session.play.step_count == 1


@pytest.mark.parametrize("how", ["new avalam", "put away", "learn avalam"])
def test_a_game_without_a_step_does_not_become_the_last_one(avalam, how):
    move(avalam, "c9", "d9")
    clear(avalam)
    if how == "put away":
        set_up(avalam, "avalam")
        avalam.run(1500)
        assert avalam.position.text() == opening("avalam").text()
        clear(avalam)
    else:
        avalam.send(how)
        avalam.send("stop")
    resume_the_last(avalam)
    assert avalam.core.session.play.step_count == 1


def test_a_set_up_game_begins_without_options_that_want_another_opening(avalam):
    move(avalam, "c9", "d9")
    avalam.send("option placing=free")
    avalam.send("option tie-break=none")
    avalam.send("stop")
    clear(avalam)
    set_up(avalam, "avalam")
    avalam.run(1500)
    assert avalam.said("game")[-1] == "avalam tie-break=fives placing=fixed"
    assert avalam.lit("remove") == set()


def test_pieces_that_moved_while_the_power_was_off_can_be_put_away():
    store = Memory()
    table = Table("avalam", store=store)
    table.start(opening("avalam"))
    move(table, "c9", "d9")
    table.switches[table.cells.cell("e5")] = 0
    again = Table("avalam", store=Memory(store.journal), switches=bytes(table.switches))
    again.run(1500)
    assert len(again.said("game")) == 1
    clear(again)
    assert again.said("game") == ["none"]


def test_a_game_of_the_other_kind_is_recognised_when_this_one_is_left_halfway():
    table = Table("square")
    table.start(opening("tawol"))
    for origin, target in (("a1", "a3"), ("h8", "h6")):
        table.lift(origin)
        table.drop(target)
        table.run(500)
    assert len(table.moves()) == 2
    wanted = opening("tours").occupancy
    for cell, name in enumerate(table.cells.names):
        if table.switches[cell] and not wanted[cell]:
            table.lift(name, ms=40)
    for cell, name in enumerate(table.cells.names):
        if wanted[cell] and not table.switches[cell]:
            table.drop(name, ms=40)
    table.run(1500)
    assert table.said("game") == ["tours turn=single"]
    assert (table.moves(), table.said("over")) == ([], [])


def test_a_game_abandoned_halfway_for_another_is_recognised(avalam):
    move(avalam, "c9", "d9")
    move(avalam, "e4", "e3")
    avalam.said("game")
    for name in ("a4", "a5", "b4", "b5", "b6", "b7", "b8", "c3", "c4"):
        avalam.lift(name)
    for name in ("a4", "a5", "b4", "b5", "b6", "b7", "b8", "c3", "c4", "c9", "e4"):
        avalam.drop(name)
    avalam.run(1200)
    assert [game.split()[0] for game in avalam.said("game")] == ["avalam"]
    assert avalam.position.text() == opening("avalam").text()


def test_free_setup_from_an_empty_board():
    table = Table("avalam")
    table.press(OK)
    assert table.said("game")[-1] == "avalam tie-break=fives placing=free"
    table.drop("c9")
    table.run(400)
    assert table.moves() == ["y y@c9"]
    table.touch("c9")
    table.run(400)
    assert table.moves() == ["y r@c9"], "a touch turns its colour"
    table.drop("d9")
    table.run(400)
    assert table.moves() == ["r r@d9"]
    assert table.position.text().startswith("avalam y c9=r1 d9=r1 ; setup")


@pytest.mark.parametrize("jesters", [["a7", "i3"], ["i3", "a7", "f1"], ["b9", "i3", "a7", "f1"]])
def test_the_jesters_placed_when_ok_is_pressed_are_the_players(jesters):
    table = Table("hex")
    for name in jesters:
        table.drop(name)
    table.run(1500)
    table.press(OK)
    assert table.said("game")[-1].startswith("cabale")
    table.run(500)
    for side, name in enumerate(jesters):
        assert table.position.pieces(table.cells.cell(name)) == f"j{side}"
    assert len(table.position.SIDES) == len(jesters)
    assert table.position.turn == 0
    assert table.lit("can-move") == {jesters[0]}


def test_choosing_cabale_in_the_menu_asks_for_jesters_until_ok():
    table = Table("hex")
    table.press(OK, 1200)
    table.send("choose new-game")
    choose(table, "cabale")
    assert table.said("game")[-1] == "cabale players=join"
    for name in ("i3", "a7", "d9"):
        table.drop(name)
        table.run(600)
    assert table.moves() == ["1 i3", "2 a7", "3 d9"]
    table.press(OK)
    table.run(500)
    assert table.position.text() == "cabale 1 i3=J1 a7=J2 d9=J3 ; options players=3"


def test_ok_on_half_a_set_up_begins_nothing():
    table = Table("avalam")
    for name in ("c9", "d9", "b8"):
        table.drop(name)
    table.press(OK)
    assert table.position is None


def test_pieces_that_are_being_set_up_when_the_power_goes_have_not_been_put_away():
    table = Table("avalam", store=Memory())
    table.send("new avalam")
    put = sorted(table.lit("put-back"))[:10]
    table.drop(*put)
    again = cut(table)
    again.lift(*put)
    again.run(3000)
    assert again.core.session.play.mode == "play"
