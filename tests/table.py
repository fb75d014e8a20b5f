"""A table in virtual time: the core, a hand on its switches, and what it says. No VM, no pins."""

import json
from pathlib import Path

from tourelle.core import Core
from tourelle.files import Files
from tourelle.games import opening, read
from tourelle.games.catalogue import GAMES
from tourelle.lights import meaning
from tourelle.polled import Polled
from tourelle_host.sim.files import Memory
from tourelle_host.sim.virtual import Outside, VirtualCore

BOARDS = Path(__file__).resolve().parent.parent / "firmware" / "boards"


class _Listener(Outside):
    """Keeps what the board says."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def hear(self, data: bytes) -> None:
        self.lines += data.decode().splitlines()


class Table:
    """One board with its core, switched on at `now` ms, stepped every millisecond it asks for."""

    def __init__(
        self,
        grid: str,
        now: int = 0,
        store: Memory | Files | None = None,
        switches: bytes = b"",
        crashed: int = 0,
    ):
        self.board = json.loads((BOARDS / f"{grid}.json").read_text())
        self.store = store or Memory()
        self.core = Core(self.board, self.store, crashed)
        self.cells = self.core.grid
        self.switches = bytearray(switches or self.cells.size)
        self.buttons = bytearray(2)
        self.scanner = Polled(self.cells.size + 2, self._sample, lambda ms: None, 1)
        self.scanner.begin(self.core.contacts)
        self._listener = _Listener()
        self._virtual = VirtualCore(self.core, self.scanner, self._listener, now)
        self.run(0)

    @property
    def now(self) -> int:
        """The time, in ms; where it is set, the board did not live through what is between."""
        return self._virtual.now_ms

    @now.setter
    def now(self, ms: int) -> None:
        self._virtual.now_ms = ms

    @property
    def lines(self) -> list[str]:
        """What the board has said; may be cleared."""
        return self._listener.lines

    def _sample(self, raw: bytearray) -> None:
        raw[:] = self.switches + self.buttons

    def run(self, ms: int) -> None:
        """Let this much time pass."""
        self._virtual.run(self.now + ms)

    def start(self, position) -> None:
        """Put up a position and start the game from it."""
        self.switches[:] = position.occupancy
        self.run(50)
        known = position.NAME in [entry.name for entry in GAMES]  # else it is a stand-in
        begins = known and position.text() == opening(position.NAME, position.options).text()
        self.core.session.start(position, begins)
        self.run(400)
        self.lines.clear()

    def lift(self, *names: str, ms: int = 100) -> None:
        """Lift everything off these cells, one after the other."""
        for name in names:
            self.switches[self.cells.cell(name)] = 0
            self.run(ms)

    def drop(self, *names: str, ms: int = 100) -> None:
        """Set something down on these cells, one after the other."""
        for name in names:
            self.switches[self.cells.cell(name)] = 1
            self.run(ms)

    def touch(self, *names: str) -> None:
        """Nudge the piece on a cell, or hold a magnet to an empty one."""
        for name in names:
            cell = self.cells.cell(name)
            resting = self.switches[cell]
            for state in (1 - resting, resting):
                self.switches[cell] = state
                self.run(100)

    def press(self, button: int, ms: int = 100) -> None:
        """Press a button for this long."""
        self.buttons[button] = 1
        self.run(ms)
        self.buttons[button] = 0
        self.run(100)

    def send(self, line: str) -> None:
        """A line from the host."""
        self._virtual.send((line + "\n").encode())
        self.run(1)

    def said(self, event: str) -> list[str]:
        """What the board said with this event since the last time it was asked, and forget it."""
        start = f"@{event} "
        found = [line[len(start) :] for line in self.lines if line.startswith(start)]
        self.lines[:] = [line for line in self.lines if not line.startswith(start)]
        return found

    def moves(self) -> list[str]:
        """The moves committed since the last time, "y c9-d9"."""
        return [move.partition(" ")[2] for move in self.said("move")]

    def light(self, name: str) -> str:
        """The state that a cell's lamp shows."""
        return meaning(self.core.lights.lamps[self.cells.cell(name)])[0]

    def lit(self, state: str) -> set[str]:
        """The cells whose lamps show a state."""
        return {name for name in self.cells.names if self.light(name) == state}

    @property
    def position(self):
        """The position that the board believes in."""
        return self.core.session.play.position


def table_of(position) -> Table:
    """A board on which a game stands, given by a position or its text."""
    position = read(position) if isinstance(position, str) else position
    table = Table(position.grid.name)
    table.start(position)
    return table
