"""The line between position and switches: what it takes for right, and what it holds on to."""

from typing import Any

from relay import Relay
from tourelle.reading.line import Line
from tourelle.steps import Room


class Counting(Room):
    """A `Room` that remembers which tables it gave away."""

    def __init__(self, size):
        super().__init__(size)
        self.given: list = []

    def tables(self):
        made = super().tables()
        self.given.append(made[0])
        return made


def test_however_long_a_game_its_steps_take_turns_in_two_sets_of_tables():
    position = Relay()
    room = Counting(position.grid.size)
    room.begin(*position.STEP_ROOM)
    line: Any = Line(position, bytearray(position.occupancy), bytes(4), room)
    for _ in range(6):
        while not line.top.ready:
            line.top.build()
        move = next(iter(position.legal_moves()))
        position.push(move)
        line.followed((move,))
        line.harden()
        line.look_ahead()
    assert len(room.given) > 6
    assert len({id(ends) for ends in room.given}) == 2


def test_a_switch_that_is_believed_is_right_until_it_changes_and_owes_no_piece():
    position = Relay()
    closed = bytearray(position.occupancy)
    room = Room(position.grid.size)
    line = Line(position, closed, bytes(4), room)
    cell = position.grid.cell("b2")
    closed[cell] = 0
    line.compare()
    assert line.cells() == bytes((cell,))
    line.believe(line.cells())
    assert line.differ == 0 and line.unfelt((cell,)) and not line.owes()
    line.collect()
    assert line.differ == 0 and line.unfelt((cell,)), "it is no captured piece that has come off"
    line.changed(cell, 400)
    assert line.cells() == bytes((cell,)) and not line.unfelt((cell,))
