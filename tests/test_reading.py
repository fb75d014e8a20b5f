"""The stages of reading, with literals: what tokens say for a step, and what is then decided."""

import pytest

from tourelle.games import NOTHING, Footprint
from tourelle.reading.decide import (
    ASK,
    BACK,
    FOLLOW,
    LONE,
    LOOK_BACK,
    UNASK,
    WAIT,
    Found,
    decide,
)
from tourelle.reading.explain import LIFTED, MISSING, NUDGED, RULED_OUT, SEEN, grade
from tourelle.reading.hindsight import last_fit, standing_since
from tourelle.reading.line import OWED, TAKEN_BACK
from tourelle.reading.tokens import RECALL, Tokens
from tourelle.steps import ZOBRIST

ORIGIN, TARGET, OTHER, FAR = range(4)


def foot(**cells):
    """A footprint of these groups of cells."""
    return Footprint(*(bytes(cells.get(name, ())) for name in NOTHING._fields))


ONTO = foot(vacated=[ORIGIN], reached=[TARGET])  # everything onto a piece
ACROSS = foot(vacated=[ORIGIN], filled=[FAR])  # everything onto an empty cell
OFF = foot(left=[ORIGIN], filled=[FAR])  # a piece off a stack


def tokens(*changes):
    """The tokens of (ms, cell, closed)."""
    made = Tokens(4)
    for now, cell, closed in changes:
        made.changed(cell, closed, cell != FAR, now)
    return made


def graded(step, *changes, dead=(), origin=255):
    left_out = bytes(cell in dead for cell in range(4))
    made = tokens(*changes)
    return grade(step, made, 0, made.seq, left_out, origin)


@pytest.mark.parametrize(
    ("step", "changes", "expected"),
    [
        (ONTO, [(1000, ORIGIN, 0)], MISSING),
        (ONTO, [(1000, ORIGIN, 0), (1200, TARGET, 0), (1500, TARGET, 1)], LIFTED),
        (ONTO, [(900, TARGET, 0), (1000, ORIGIN, 0), (1500, TARGET, 1)], LIFTED),
        (ONTO, [(800, TARGET, 0), (1000, TARGET, 1), (1300, ORIGIN, 0)], MISSING),
        (ONTO, [(1000, ORIGIN, 0), (2000, TARGET, 0), (2100, TARGET, 1)], NUDGED),
        (ACROSS, [(1000, ORIGIN, 0), (1300, FAR, 1)], SEEN),
        (ACROSS, [(1000, FAR, 1), (1300, ORIGIN, 0)], RULED_OUT),
        (OFF, [(1300, FAR, 1)], MISSING),
        (OFF, [(1000, ORIGIN, 0), (1300, FAR, 1), (1500, ORIGIN, 1)], LIFTED),
    ],
)
def test_how_much_the_tokens_say_for_a_step(step, changes, expected):
    assert graded(step, *changes) == expected


def test_where_a_dead_switch_ends_a_step_nothing_attests_it():
    assert graded(ACROSS, (1000, ORIGIN, 0), (1300, FAR, 1), dead=[FAR]) == MISSING


def test_the_only_stack_that_steps_start_from_needs_no_touch():
    assert graded(OFF, (1300, FAR, 1), origin=ORIGIN) == SEEN


A, B, C = (True, (1,)), (True, (2,)), (False, (3,))


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"put_back": True}, (BACK, [])),
        ({"put_back": True, "begun": True}, (WAIT, [])),
        ({"put_back": True, "attested": [A]}, (ASK, [A, TAKEN_BACK])),
        ({"next": [A, B], "attested": [A]}, (FOLLOW, [A])),
        ({"next": [A, B], "attested": [A, B]}, (ASK, [A, B])),
        ({"attested": [A], "other_attested": [C], "stands": True}, (FOLLOW, [A])),
        ({"attested": [A], "other_attested": [C]}, (ASK, [A, C])),
        ({"other": [C], "other_attested": [C], "replaces": True}, (FOLLOW, [C])),
        ({"other_attested": [C]}, (ASK, [C])),
        ({"reconsidered": True, "next": [A]}, (UNASK, [])),
        ({"next": [A]}, (LONE, [A])),
        ({"next": [A, B]}, (WAIT, [A, B])),
        ({"other": [C]}, (WAIT, [C])),
        ({}, (LOOK_BACK, [])),
    ],
)
def test_the_table(facts, expected):
    found = Found()
    for name, value in facts.items():
        assert hasattr(found, name)
        setattr(found, name, value)
    assert decide(found) == expected


class Fitting:
    """What hindsight asks a `Line` for; steps fit where just these cells differ."""

    def __init__(self, closed, occupied, *steps):
        self.closed = closed
        differing = [cell for cell in range(4) if closed[cell] != occupied[cell]]
        self.key = self._key(differing)
        self._keys = [self._key(step) for step in steps]

    def _key(self, cells):
        key = 0
        for cell in cells:
            key ^= ZOBRIST[cell]
        return key

    def away(self):
        return b""

    def felt(self):
        return False

    def fits(self, key, away):
        return key in self._keys


def result(slices):
    """What slices of work return at their end."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            return end.value


def test_what_fitted_last_is_found_behind_what_the_next_hand_has_begun():
    made = tokens((1000, ORIGIN, 0), (1300, FAR, 1), (1400, OTHER, 0))
    line = Fitting(bytes([0, 1, 0, 1]), bytes([1, 1, 1, 0]), [ORIGIN, FAR])
    moment = result(last_fit(line, made, 0))
    assert (moment.until, moment.by_lift) == (2, True)
    assert moment.key == ZOBRIST[ORIGIN] ^ ZOBRIST[FAR]
    assert result(last_fit(line, made, 3)) is None, "the position has changed since"


def test_a_touch_meanwhile_is_after_the_step_stood():
    made = tokens((1000, ORIGIN, 0), (1300, FAR, 1), (1600, FAR, 0), (1700, FAR, 1))
    line = Fitting(bytes([0, 1, 1, 1]), bytes([1, 1, 1, 0]), [ORIGIN, FAR])
    assert result(standing_since(line, made, 0)) == 2
    other = Fitting(bytes([0, 1, 1, 1]), bytes([1, 1, 1, 0]), [ORIGIN, FAR], [ORIGIN])
    assert result(standing_since(other, made, 0)) == 4, "lifted, it fitted another"


def test_hindsight_ends_where_memory_does():
    changes = [(1000, ORIGIN, 0), (1300, FAR, 1)]
    changes += [(1400 + 100 * i, TARGET, i % 2) for i in range(RECALL)]
    line = Fitting(bytes([0, 1, 1, 1]), bytes([1, 1, 1, 0]), [ORIGIN, FAR])
    made = tokens(*changes)
    assert result(standing_since(line, made, 0)) == made.seq - RECALL


def test_a_captured_piece_that_comes_off_is_no_change_that_a_step_made():
    made = tokens((1000, ORIGIN, 0))
    made.changed(FAR, 0, 0, 2000, OWED)
    line = Fitting(bytes([0, 1, 1, 0]), bytes([1, 1, 1, 0]), [FAR], [ORIGIN, FAR])
    assert result(last_fit(line, made, 0)) is None
