"""Shared games with the firmware's core, its journal and a hand, through all that may fail."""

import pytest

from depth import deep
from together.faults import FAULTS
from together.real import FAULTS as FEWEST_FAULTS
from together.real import STEPS, Broken, World
from tourelle_host.together import bridge

EACH = 20  # schedules


@pytest.mark.parametrize("part", [0, *deep(*range(1, 15))])
def test_no_schedule_breaks_a_promise(part):
    for number in range(EACH * part, EACH * (part + 1) if part else 2):
        world = World(number)
        try:
            world.play()
        except Broken as why:
            raise AssertionError(f"schedule {number}: {why}") from None
        assert world.faults >= FEWEST_FAULTS
        assert world.steps >= STEPS or world.ended


# Of the others that the model finds, the firmware and the bridge around what decides let none show.
@pytest.mark.deep
def test_a_deliberate_fault_is_found(monkeypatch):
    monkeypatch.setattr(bridge, "Decider", FAULTS["an epoch forgotten"].decider)
    with pytest.raises(Broken):
        for number in range(100):
            World(number).play()
