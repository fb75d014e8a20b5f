"""Steps that no switch feels: which touches propose one, and what confirms it or goes on."""

from typing import Any

import pytest

from relay import Relay
from tourelle.games import read
from tourelle.grids import NONE
from tourelle.reading.line import Line
from tourelle.reading.proposals import Proposals
from tourelle.steps import Room

# c2 may spread over c3 to c4, b3 may go to c4 directly.
SPREAD = "tours b c2=b3 b3=b2 c3=b1 c4=b1 h8=w1"
# Where a token may get a second one, on its own cell.
TOKEN = "cabale 1 i4=J1 g7=J2 d4=t2 ; tokens 29,29 ; steps i2-g2"


class Fingers:
    """Touches pieces of a position whose switches all are right, and says what that proposes."""

    def __init__(self, position):
        size = position.grid.size
        room = Room(size)
        room.begin(*position.STEP_ROOM)
        line: Any = Line(position, bytearray(position.occupancy), bytes(4), room)
        while not line.top.ready:
            line.top.build()
        self.cell = position.grid.cell
        self.proposals = Proposals(line)
        self._position = position

    def touch(self, *names: str, brief: bool = True) -> str:
        """Touch these cells; the proposed step after the last, "" if there is none."""
        for name in names:
            self.proposals.touched(self.cell(name), brief, 0)
            self.proposals.propose()
        return self.proposed()

    def proposed(self) -> str:
        reading = self.proposals.reading
        return self._position.move_text(reading.moves[-1]) if reading else ""

    def confirms(self, name: str, now: int = 1100) -> bool:
        """Whether a touch of the cell, for 100 ms, confirms what is proposed."""
        return self.proposals.confirms(self.cell(name), now, 100)


@pytest.fixture
def relay():
    position = Relay("w b2 d2 e2 h2 b d7 e7")
    position.push_turn("b2-b3")
    return Fingers(position)


def test_one_touch_only_hints_where_the_step_may_go(relay):
    assert relay.touch("d2") == ""
    assert {cell for cell, _ in relay.proposals.next_touches} == {relay.cell("e2")}
    assert relay.touch("e2") == "d2=e2" and relay.proposals.next_touches == ()
    assert relay.proposals.pulses == 0, "it has two cells"


@pytest.mark.parametrize(("between", "proposed"), [(3, "d2=e2"), (4, "")])
def test_the_latest_five_touches_propose(relay, between, proposed):
    assert relay.touch("d2", *["d7", "e7", "b3", "h2"][:between], "e2") == proposed


def test_what_was_up_for_long_may_be_where_a_step_starts_but_not_where_it_ends(relay):
    relay.touch("d2")
    assert relay.touch("e2", brief=False) == "e2=d2"
    relay.proposals.forget()
    assert relay.proposals.last_touched() == NONE
    relay.touch("d2", brief=False)
    assert relay.touch("e2", brief=False) == ""


def test_three_touches_of_one_cell_propose_though_the_other_is_not_felt(relay):
    assert relay.touch("d2", "d2") == ""
    assert relay.touch("d2") in ("d2=e2", "e2=d2")
    relay.proposals.forget()
    assert relay.touch("d2", "h2", "d2", "d2") == "", "another one was touched in between"


def test_the_target_confirms_and_the_origin_does_not(relay):
    assert not relay.confirms("e2")
    relay.touch("d2", "e2")
    assert relay.confirms("e2") and not relay.confirms("e2", 1099), "it was hardly alone"
    assert not relay.confirms("d2")
    relay.proposals.stop()
    assert not relay.confirms("e2")


def test_of_several_steps_the_one_that_took_more_touches_comes_first_and_a_touch_goes_on():
    fingers = Fingers(read(SPREAD))
    assert fingers.touch("b3", "c2", "c3", "c4") == "c2-c4"
    assert not fingers.proposals.turn_to_next(fingers.cell("c3"), 0), "it is another cell"
    found = []
    for _ in range(2):
        assert fingers.proposals.turn_to_next(fingers.cell("c4"), 0)
        found.append(fingers.proposed())
    assert found == ["b3-c4", "c2-c4"]


def test_a_step_on_one_cell_is_shown_by_its_height_and_no_touch_confirms_it():
    fingers = Fingers(read(TOKEN))
    fingers.touch("i2")
    assert fingers.proposed() and fingers.proposals.pulses == 2
    assert not fingers.confirms("i2")
