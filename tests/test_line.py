"""The line between position and switches: what it takes for right, and what it holds on to."""

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from relay import Relay
from scenes import SCENES
from tourelle import games
from tourelle.games import NOTHING
from tourelle.games.position import Position
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
        line.harden()
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
    assert line.differ == 0 and line.leaves_out((cell,)) and not line.owed()
    line.collect()
    assert line.differ == 0 and line.leaves_out((cell,)), "no captured piece has come off"
    line.changed(cell, 400)
    assert line.cells() == bytes((cell,)) and not line.leaves_out((cell,))


# -- which readings the switches leave, against every legal step


def changes(position: Position, move: int) -> list[set[int]]:
    """What a step changes: the cells with its captured piece still there, and with it gone."""
    foot = position.footprint(move)
    change = {*foot.vacated, *foot.filled}
    return [change, change | {*foot.captured}] if change else []


def fitting(position: Position, cells: set[int]) -> set[str]:
    """The positions after the legal steps that change these cells."""
    return {end(position, m) for m in position.legal_moves() if cells in changes(position, m)}


def steps(line: Any) -> None:
    while not line.top.ready:
        line.top.build()


def end(position: Position, *moves: int) -> str:
    """The position after these moves, as a text."""
    for move in moves:
        position.push(move)
    text = position.text()
    for _ in moves:
        position.pop()
    return text


def begun(name: str, chance: random.Random) -> Any:
    """A line in a game, half the time with a soft step."""
    position = games.read(SCENES[name].text)
    for _ in range(chance.randint(0, 4)):
        position.push(chance.choice(list(position.legal_moves())))
    room = Room(position.grid.size)
    room.begin(*position.STEP_ROOM)
    line: Any = Line(position, bytearray(position.occupancy), bytes(4), room)
    steps(line)
    if chance.random() < 0.5:
        soft = chance.choice(list(position.legal_moves()))
        position.push(soft)
        line.followed((soft,))
        steps(line)
    return line


def switch(line: Any, chance: random.Random) -> None:
    """The hands are somewhere in a step, or in another in place of the soft one; or astray."""
    position = line.position
    closed = line.closed
    soft = [position.pop()] if line.soft and chance.random() < 0.5 else []
    closed[:] = position.occupancy
    moves = list(position.legal_moves())
    foot = position.footprint(chance.choice(moves)) if moves else NOTHING
    for move in soft:
        position.push(move)
    whole = chance.random() < 0.5
    for cell in foot.vacated + foot.filled:
        if whole or chance.random() < 0.5:
            closed[cell] ^= 1
    for cell in foot.left + foot.reached + foot.via + foot.captured:
        if chance.random() < 0.2:
            closed[cell] ^= 1
    if chance.random() < 0.2:
        closed[chance.randrange(len(closed))] ^= 1
    line.compare()


@given(st.sampled_from(("avalam", "tours")), st.integers(0, 1 << 30))
def test_the_readings_are_the_legal_steps_that_the_switches_leave(name, seed):
    chance = random.Random(seed)
    line = begun(name, chance)
    for _ in range(20):
        switch(line, chance)
        compare_readings(line)


def differing(line: Any) -> set[int]:
    """The cells that count and differ from the position as it now is."""
    occupied = line.position.occupancy
    cells = range(len(occupied))
    return {c for c in cells if line.closed[c] != occupied[c] and not line.left_out[c]}


def compare_readings(line: Any) -> None:
    position = line.position
    differ = differing(line)
    assert set(line.cells()) == differ
    legal = list(position.legal_moves())
    readings = line.on_top(line.key)
    ends = sorted(end(position, *reading.moves) for reading in readings)
    assert ends == sorted(fitting(position, differ))
    wanted = {(True, (m,)) for m in legal if may_be_under_way(line, position, m, differ)}
    if line.soft:
        found = line.instead(line.beneath())
        texts = [line.text(reading) for reading in found]
        soft = position.pop()
        assert texts == [position.move_text(reading.moves[-1]) for reading in found]
        own = changes(position, soft)
        beneath = differing(line) if own else set()
        instead = fitting(position, beneath) if beneath not in own else []  # else a touch tells
        assert sorted(end(position, *reading.moves) for reading in found) == sorted(instead)
        legal = list(position.legal_moves())
        under_way = [m for m in legal if may_be_under_way(line, position, m, beneath)]
        wanted |= {(False, (m,)) for m in under_way if differ}
        position.push(soft)
    assert {tuple(reading) for reading in line.possible()} == wanted
    assert line.may_become() == bool(wanted)


def may_be_under_way(line: Any, position: Position, move: int, cells: set[int]) -> bool:
    """Whether each of these cells may have changed in the course of a step."""
    foot = position.footprint(move)
    up = foot.vacated + foot.left + foot.reached + foot.captured
    down = foot.filled + foot.via
    return bool(cells) and all(cell in (down if line.closed[cell] else up) for cell in cells)
