"""Hands are led, after Undo and to steps of others, until the board is right or they go on."""

import pytest

from table import Table
from tourelle.buttons import OK, UNDO
from tourelle.games import opening, read
from tourelle.reading.leading import Leading
from tourelle.reading.line import Line
from tourelle.steps import Room


def onto(table, origin, target):
    """The natural gesture."""
    table.lift(origin, target)
    table.drop(target, ms=400)


def test_after_undo_twice_what_is_to_be_lifted_is_counted_from_the_stack_that_stands(avalam):
    onto(avalam, "c9", "d9")
    onto(avalam, "c8", "d9")
    assert avalam.moves() == ["y c9-d9", "r c8-d9"]
    avalam.press(UNDO)
    assert avalam.said("way-back") == ["put c8 remove d9*1"]
    avalam.press(UNDO)
    assert avalam.said("way-back") == ["put c8 c9 remove d9*2"]
    avalam.lift("d9")
    assert avalam.said("way-back") == ["put c8 c9 d9"]


def test_counting_the_pieces_after_undo_is_no_move(avalam):
    """The origin has been empty all along: nothing new is told by a touch of the target."""
    onto(avalam, "c9", "d9")
    avalam.press(UNDO)
    avalam.moves()
    avalam.touch("d9")
    avalam.run(1000)
    assert avalam.moves() == [] and avalam.lit("put-back") == {"c9"}


def test_a_piece_that_comes_up_after_undo_leaves_the_way_back_lit(relay):
    relay.lift("b2")
    relay.drop("b3", ms=400)
    relay.press(UNDO)
    relay.moves()
    relay.lift("d2", ms=1000)
    assert relay.moves() == [] and relay.lit("remove") == {"b3"}
    assert relay.lit("put-back") == {"b2", "d2"}


def test_another_step_told_after_undo_with_a_piece_up_is_read_as_what_it_is(avalam):
    onto(avalam, "c9", "d9")
    avalam.lift("e7", ms=500)
    avalam.press(UNDO)
    avalam.press(UNDO)
    avalam.moves()
    avalam.drop("e7")
    avalam.drop("c9")
    onto(avalam, "c9", "c8")
    avalam.run(300)
    assert avalam.moves() == ["y c9-c8"] and avalam.said("way-back")[-1] == "none"


def test_what_is_told_after_undo_with_nothing_up_does_not_bring_the_undone_step_back():
    """It may be d5-f5, or e6-e5 on top of what was undone: the hand that undid held no piece."""
    table = Table("square")
    table.start(read("tours w g5=w2 d5=w3 e6=b2 h1=w1 a1=b1"))
    table.touch("g5")
    table.drop("f5", ms=1000)
    table.press(UNDO)
    assert (table.moves(), table.said("undo")) == (["w g5-f5"], ["1 g5-f5"])
    table.touch("d5", "e6")
    table.drop("e5", ms=1000)
    assert table.moves() == ["w d5-f5"]


@pytest.fixture
def raised():
    """The upper piece of the tower on a1 has gone onto that on a2, which no switch feels."""
    table = Table("square")
    table.start(read("tours w a1=w2 a2=w1 h8=b1"))
    table.touch("a1", "a2")
    table.press(OK)
    table.run(1000)
    assert table.moves() == ["w a1-a2"]
    return table


def test_the_board_is_not_at_rest_while_hands_are_led_to_touch_what_no_switch_feels(raised):
    play = raised.core.session.play
    assert play.rests()
    raised.press(UNDO)
    raised.run(6000)
    assert raised.lit("remove") == {"a2"} and not play.rests()
    raised.touch("a2")
    raised.run(6000)
    assert raised.lit("remove") == set() and play.rests()


def test_undo_of_a_step_that_leaves_nothing_to_light_leads_nobody(relay):
    relay.lift("b2")
    relay.drop("b3", ms=400)
    relay.touch("d2", "e2")
    relay.press(OK)
    relay.run(6000)
    relay.press(UNDO)
    assert len(relay.said("undo")) == 1
    assert relay.lit("can-move") and relay.core.session.play.rests()


def test_undo_of_a_shown_step_whose_switches_are_left_out_leads_nobody():
    """OK, pressed again, has taken the board as it is: nothing on it is to be put right."""
    table = Table("square")
    table.start(opening("tawol"))
    table.send("seat w host")
    table.send("move h1-h4")
    table.run(100)
    table.press(OK)
    table.run(500)
    table.press(OK)
    table.run(500)
    table.send("seat w hand")
    table.press(UNDO)
    table.run(1000)
    assert table.said("undo") == ["1 h1-h4"]
    assert table.lit("can-move") and table.core.session.play.rests()


def test_a_barrier_that_is_taken_back_is_shown_by_the_cells_beside_it_until_one_is_touched():
    table = Table("hex")
    table.start(read("cabale 1 i4=J1 g7=J2 d4=t2 ; tokens 29,29 ; steps i2-g2,x1"))
    table.touch("e1", "f1")
    table.press(OK)
    assert table.moves() == ["1 e1/f1"]
    table.press(UNDO)
    assert table.lit("remove") == {"e1", "f1"}
    table.touch("e1")
    assert table.lit("remove") == set()


@pytest.fixture
def walled():
    """The jester has ridden over i2 to g2, a token lies on i2, and there is a barrier at e1/f1."""
    table = Table("hex")
    table.start(read("cabale 1 i4=J1 g7=J2 d4=t2 ; tokens 30,29"))
    table.lift("i4")
    table.drop("i2", ms=400)
    table.lift("i2")
    table.drop("g2", "i2", ms=500)
    table.touch("e1", "f1")
    table.press(OK)
    assert table.moves() == ["1 i2-g2", "1 x1", "1 e1/f1"]
    return table


def test_the_barrier_of_a_turn_that_is_taken_back_is_shown_with_the_pieces_of_the_turn(walled):
    walled.press(UNDO, 1200)
    assert walled.lit("put-back") == {"i4"} and walled.lit("remove") == {"g2", "i2", "e1", "f1"}
    walled.touch("f1")
    assert walled.lit("remove") == {"g2", "i2"}
    walled.lift("g2", "i2")
    walled.drop("i4", ms=1000)
    assert walled.lit("remove") == set() and walled.core.session.play.rests()


def test_a_barrier_that_came_off_is_not_asked_for_again(walled):
    walled.press(UNDO)
    walled.touch("e1")
    walled.lift("d4")
    walled.core.session.play.lead()
    walled.run(100)
    assert walled.lit("put-back") == {"d4"} and walled.lit("remove") == set()


def test_undo_of_a_hint_that_no_hand_has_begun_leaves_nothing_to_put_right(avalam):
    avalam.send("hint")
    avalam.run(6000)
    avalam.press(OK)
    assert avalam.lit("put-back")
    avalam.press(UNDO)
    assert len(avalam.said("undo")) == 1
    assert len(avalam.lit("can-move")) > 40 and avalam.core.session.play.rests()


def test_undo_of_a_hosts_step_that_no_hand_has_made_leaves_nothing_to_put_right(avalam):
    avalam.send("move c9-d9")
    avalam.run(500)
    assert avalam.lit("remove") == {"c9"}
    avalam.press(UNDO)
    assert avalam.lit("remove") == set()
    assert len(avalam.lit("can-move")) > 40 and avalam.core.session.play.rests()


def test_undo_of_a_step_whose_origin_stuck_shows_what_is_to_be_lifted(avalam):
    avalam.touch("d9")
    avalam.run(500)
    for _ in range(3):
        avalam.press(OK)
        avalam.run(500)
    assert avalam.moves() == ["y c8-d9"]
    avalam.press(UNDO)
    assert avalam.said("way-back") == ["remove d9*1"]


@pytest.fixture
def shown():
    """White's b2-b3 came from a host; hands have carried it out a moment ago."""
    table = Table("square")
    table.start(opening("tawol"))
    table.send("seat w host")
    table.send("move b2-b3")
    table.run(100)
    assert table.lit("put-back") == {"b3"} and table.lit("remove") == {"b2"}
    table.lift("b2")
    table.drop("b3", ms=50)
    table.moves()
    return table


def test_a_hand_quicker_than_the_board_goes_on_from_a_shown_step(shown):
    shown.lift("b7")
    shown.drop("b6", ms=1000)
    assert shown.moves() == ["b b7-b6"]


def test_what_lay_there_before_its_piece_came_up_does_not_go_on_from_a_shown_step(shown):
    shown.drop("b6")
    shown.lift("b7", ms=1000)
    assert shown.moves() == []


def test_hands_that_have_made_a_shown_step_and_touch_something_else_have_gone_on():
    position = opening("tawol")
    cell = position.grid.cell
    closed = bytearray(position.occupancy)
    room = Room(position.grid.size)
    room.begin(*position.STEP_ROOM)
    line = Line(position, closed, bytes(4), room)
    leading = Leading(line)
    assert not leading.on
    (move,) = {move for move in position.legal_moves() if position.move_text(move) == "b2-b3"}
    foot = position.footprint(move)
    position.push(move)
    line.compare()
    leading.show(foot)
    for name, state in (("b2", 0), ("b3", 1)):
        closed[cell(name)] = state
        line.compare()
        assert leading.changed(cell(name)) and leading.on
    closed[cell("b7")] = 0
    line.compare()
    assert not leading.changed(cell("b7")) and not leading.on
