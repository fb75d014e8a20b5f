"""What a lit question asks, offers and takes for an answer."""

from tourelle.games import NOTHING
from tourelle.reading.line import OWED, TAKEN_BACK, Reading
from tourelle.reading.question import Question
from tourelle.reading.tokens import Tokens

ONE, OTHER, THIRD = (Reading(True, (number,)) for number in (1, 2, 3))
DEAD = bytes((0, 0, 0, 1, 0, 0, 0, 0, 0, 0))
ALIVE = bytes(10)


class Line:
    """Two cells differ; each reading has its footprint."""

    def __init__(self, feet):
        self.closed = bytes(10)
        self.differ = 2
        self._feet = feet

    def foot_of(self, reading):
        return self._feet[reading]


def foot(vacated, filled=b"", **rest):
    return NOTHING._replace(vacated=bytes(vacated), filled=bytes(filled), **rest)


FEET = {ONE: foot([1], [2]), OTHER: foot([1], [3]), THIRD: foot([1], [4])}


def question(*readings, unsure=False, feet=FEET, asked=7):
    return Question(list(readings), Line(feet), 7, unsure, asked)


def test_the_cells_that_differ_between_readings_are_lit():
    assert question(ONE, OTHER).cells == bytes((2, 3))
    assert question(ONE, OTHER, THIRD).cells == bytes((2, 3, 4))


def test_what_was_taken_back_is_told_by_where_it_stands():
    feet = {ONE: foot([], reached=bytes((5,))), TAKEN_BACK: foot([1], [2])}
    assert question(ONE, TAKEN_BACK, feet=feet).cells == bytes((1, 2, 5))


def test_ok_means_the_only_reading_unless_it_is_unsure():
    assert question(ONE).only(ALIVE) == ONE
    assert question(ONE, unsure=True).only(ALIVE) is None
    assert question(ONE, OTHER).only(ALIVE) is None
    assert question(ONE, OTHER).only(DEAD) == OTHER


def test_a_captured_piece_that_still_stands_keeps_no_switch_from_being_felt():
    owed = bytes((0, 0, 0, OWED, 0, 0, 0, 0, 0, 0))
    assert question(ONE, OTHER).only(owed) is None


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
    both_dead = bytes((0, 0, 1, 1, 0, 0, 0, 0, 0, 0))
    assert [asked.propose_next(both_dead) for _ in range(3)] == [True, True, False]


def test_a_question_covers_the_same_one_and_a_narrower_that_is_unsure():
    asked = question(ONE, OTHER)
    assert asked.covers([OTHER, ONE], False) and asked.covers([OTHER, ONE], True)
    assert asked.covers([ONE], True) and not asked.covers([ONE], False)
    assert not asked.covers([ONE, THIRD], True)


def test_a_touch_of_a_lit_cell_answers_though_nothing_was_touched_before():
    """As after Undo, asked when the board was just switched on."""
    asked = question(ONE, OTHER, asked=0)
    tokens = Tokens(10)
    tokens.changed(3, 0, 1, 1000)
    assert asked.answered(3, tokens, Line(FEET)) == [], "it is still up"
    tokens.changed(3, 1, 1, 1200)
    assert asked.answered(1, tokens, Line(FEET)) == [], "it is not lit"
    assert asked.answered(3, tokens, Line(FEET)) == [OTHER]
