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


def left_out(what, *names):
    """What is known of each switch: this of these, nothing of all others."""
    found = bytearray(Relay().grid.size)
    for cell in cells(*names):
        found[cell] = what
    return found


ONE, OTHER, THIRD = (reading(f"b2-{target}") for target in ("b3", "c2", "a2"))
ALIVE, DEAD = left_out(BELIEVED), left_out(BELIEVED, "c2")


def line(soft=""):
    """The invented game's line where b2 is up; soft: a step that was made before."""
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
    made.compare()
    return made


def question(*readings, unsure=False, soft="", asked=7):
    return Question(list(readings), line(soft), 7, unsure, asked)


def test_the_cells_that_differ_between_readings_are_lit():
    assert question(ONE, OTHER).cells == cells("b3", "c2")
    assert question(ONE, OTHER, THIRD).cells == cells("a2", "b3", "c2")


def test_what_was_taken_back_is_told_by_where_it_stands():
    instead = reading("d2-e2", stays=False)
    asked = question(instead, TAKEN_BACK, soft="b2-b3")
    assert asked.cells == cells("b2", "b3", "e2")


def test_ok_means_the_only_reading_unless_it_is_unsure():
    assert question(ONE).only(ALIVE) == ONE
    assert question(ONE, unsure=True).only(ALIVE) is None
    assert question(ONE, OTHER).only(ALIVE) is None
    assert question(ONE, OTHER).only(DEAD) == OTHER


def test_a_captured_piece_that_still_stands_keeps_no_switch_from_being_felt():
    assert question(ONE, OTHER).only(left_out(OWED, "c2")) is None


def test_ok_proposes_one_reading_after_the_other_and_then_none():
    asked = question(ONE, OTHER, THIRD, unsure=True)
    proposed = []
    for _ in range(3):
        assert asked.propose_next(ALIVE)
        proposed.append(asked.proposed)
    assert proposed == [ONE, OTHER, THIRD]
    assert not asked.propose_next(ALIVE) and asked.proposed is None


def test_the_last_that_is_turned_down_ends_it_unless_a_touch_can_name_another():
    asked = question(ONE, OTHER, unsure=True)
    assert asked.propose_next(DEAD) and asked.proposed == OTHER
    assert asked.propose_next(DEAD) and asked.proposed is None, "a touch can name the first"
    asked = question(ONE, OTHER, unsure=True)
    both_dead = left_out(BELIEVED, "b3", "c2")
    assert [asked.propose_next(both_dead) for _ in range(3)] == [True, True, False]


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
    assert asked.answered(lit, tokens, line()) == [], "it is still up"
    tokens.changed(lit, 1, 1, 1200)
    assert asked.answered(up, tokens, line()) == [], "it is not lit"
    assert asked.answered(lit, tokens, line()) == [OTHER]
