"""What a lit question asks, proposes and takes for an answer."""

from typing import Any

from relay import Relay
from tourelle.reading.line import OWED, TAKEN_BACK, Line, Reading
from tourelle.reading.question import Question
from tourelle.reading.tokens import Tokens
from tourelle.steps import BELIEVED, Room


def cells(*names):
    """These cells of the square board, in their order there."""
    return bytes(sorted(Relay().grid.cell(name) for name in names))


def reading(step, stays=True):
    """A step that may have been made on top of the soft one, or instead of it."""
    return Reading(stays, (Relay().parse_move(step),))


ONE, OTHER, THIRD = (reading(f"b2-{target}") for target in ("b3", "c2", "a2"))


def line(soft="", dead=(), owed=()):
    """The invented game's line where b2 is up; soft: a step that was made before.

    dead: cells whose switches are left out; owed: cells where a captured piece still stands.
    """
    position = Relay()
    room = Room(position.grid.size)
    room.begin(*position.STEP_ROOM)
    made: Any = Line(position, bytearray(position.occupancy), bytes(4), room)
    while not made.top.ready:
        made.top.build()
    if soft:
        move = position.parse_move(soft)
        position.push(move)
        made.followed((move,))
    made.closed[position.grid.cell("b2")] = 0
    for names, what in ((dead, BELIEVED), (owed, OWED)):
        for cell in cells(*names):
            made.left_out[cell] = what
    made.compare()
    return made


def question(*readings, unsure=False, asked=7, **on):
    """A question between these readings; on: as `line` takes it."""
    return Question(list(readings), line(**on), 7, unsure, asked)


def test_the_cells_that_differ_between_readings_are_lit():
    assert question(ONE, OTHER).cells == cells("b3", "c2")
    assert question(ONE, OTHER, THIRD).cells == cells("a2", "b3", "c2")


def test_what_was_taken_back_is_told_by_where_it_stands():
    instead = reading("d2-e2", stays=False)
    asked = question(instead, TAKEN_BACK, soft="b2-b3")
    assert asked.cells == cells("b2", "b3", "e2")


def test_ok_means_the_only_reading_unless_it_is_unsure():
    assert question(ONE).meant_by_ok() == ONE
    assert question(ONE, unsure=True).meant_by_ok() is None
    assert question(ONE, OTHER).meant_by_ok() is None
    assert question(ONE, OTHER, dead=["c2"]).meant_by_ok() == OTHER


def test_a_captured_piece_that_still_stands_keeps_no_switch_from_being_felt():
    assert question(ONE, OTHER, owed=["c2"]).meant_by_ok() is None


def test_ok_proposes_one_reading_after_the_other_and_then_none():
    asked = question(ONE, OTHER, THIRD, unsure=True)
    proposed = []
    for _ in range(3):
        assert asked.propose_next()
        proposed.append(asked.proposed)
    assert proposed == [ONE, OTHER, THIRD]
    assert not asked.propose_next() and asked.proposed is None


def test_the_last_that_is_turned_down_ends_it_unless_a_touch_can_name_another():
    asked = question(ONE, OTHER, unsure=True, dead=["c2"])
    assert asked.propose_next() and asked.proposed == OTHER
    assert asked.propose_next() and asked.proposed is None, "a touch can name the first"
    asked = question(ONE, OTHER, unsure=True, dead=["b3", "c2"])
    assert [asked.propose_next() for _ in range(3)] == [True, True, False]


def test_a_question_covers_the_same_one_and_a_narrower_that_is_unsure():
    asked = question(ONE, OTHER)
    assert asked.covers([OTHER, ONE], False) and asked.covers([OTHER, ONE], True)
    assert asked.covers([ONE], True) and not asked.covers([ONE], False)
    assert not asked.covers([ONE, THIRD], True)


def test_a_touch_of_a_lit_cell_answers_though_nothing_was_touched_before():
    """As after Undo, asked when the board was just switched on."""
    asked = question(ONE, OTHER, asked=0)
    (lit,), (up,) = cells("c2"), cells("b2")
    tokens = Tokens(Relay().grid.size)
    tokens.changed(lit, 0, 1, 1000)
    assert asked.answered(lit, tokens) == [], "it is still up"
    tokens.changed(lit, 1, 1, 1200)
    assert asked.answered(up, tokens) == [], "it is not lit"
    assert asked.answered(lit, tokens) == [OTHER]
