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
from tourelle.reading.line import TAKEN_BACK
from tourelle.reading.tokens import Tokens

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
