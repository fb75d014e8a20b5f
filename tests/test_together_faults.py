"""The checker of boards that share a game: a run of it, and faults that it has to find."""

import pytest

from depth import deep
from together.faults import FAULTS
from together.minimal import minimal, text
from together.schedule import FAULTS as FEWEST_FAULTS
from together.schedule import STEPS, Act, Schedule, again, make

ENOUGH = 300  # schedules in which each deliberate fault is found, by far


@pytest.mark.parametrize("seed", [1, *deep(*range(2, 11))])
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


ON_THE_CABLE = Schedule(
    3,
    11000295,
    (
        Act(0.995, "step", 0, 0, ""),
        Act(1.331, "step", 1, 0, ""),
        Act(1.463, "offline", 1, 0.248, ""),
        Act(3.595, "offer", 2, 2, "undo"),
        Act(4.515, "snap", 0, 0.812, ""),
        Act(5.82, "accept", 0, 0.677, ""),
        Act(6.566, "snap", 1, 0.429, ""),
        Act(7.331, "withdraw", 2, 0.69, ""),
        Act(10.405, "step", 2, 0, ""),
        Act(10.406, "over", 2, 0.09, ""),
        Act(11.141, "offer", 2, 3, "undo"),
        Act(11.163, "forget", 0, 0, "older"),
        Act(11.968, "offer", 0, 3, "undo"),
        Act(14.154, "step", 2, 0, ""),
        Act(15.304, "step", 0, 0, ""),
        Act(16.709, "offer", 0, 1, "undo"),
    ),
)


def test_what_the_flash_held_may_be_told_until_the_line_comes_that_it_was_written_over():
    assert not again(ON_THE_CABLE).broken
