"""The checker of boards that share a game: a run of it, and faults that it has to find."""

import pytest

from depth import deep
from together.faults import FAULTS
from together.minimal import minimal, text
from together.schedule import FAULTS as FEWEST_FAULTS
from together.schedule import STEPS, Act, Schedule, again, make

ENOUGH = 300  # schedules in which each deliberate fault is found, by far


@pytest.mark.parametrize("seed", [1, *deep(*range(2, 12))])
def test_no_schedule_breaks_a_promise(seed):
    for number in range(300):
        found = make(seed * 1_000_000 + number)
        assert not found.broken, text(minimal(found))
        assert found.steps >= STEPS and found.faults >= FEWEST_FAULTS


@pytest.mark.parametrize("fault", FAULTS)
def test_a_deliberate_fault_is_found(fault):
    numbers = range(1_000_000, 1_000_000 + ENOUGH)
    assert any(make(number, *FAULTS[fault]).broken for number in numbers)


def test_a_schedule_is_the_same_again():
    found = make(7)
    assert again(found.schedule) == found


def test_a_broken_schedule_is_cut_down_and_told_as_a_test():
    decider = FAULTS["an epoch forgotten"].decider
    short = minimal(make(1_000_000, decider), decider)
    assert short.broken and len(short.schedule.acts) < 10
    told = eval(text(short), {"Schedule": Schedule, "Act": Act})
    assert again(told, decider).broken == short.broken
    assert again(told).broken == ""
