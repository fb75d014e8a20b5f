"""A board on the emulated chip, with a hand, in the chip's time to the nanosecond."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tourelle.grids import grid as grid_named
from tourelle_host import paths
from tourelle_host.bench.chip.heap import Heap
from tourelle_host.errors import UserError
from tourelle_host.sim import hand
from tourelle_host.sim.chip import image
from tourelle_host.sim.chip.emulator import Board, Chip
from tourelle_host.sim.chip.uf2 import Image
from tourelle_host.sim.world import World


class Frame(NamedTuple):
    """What the LEDs were sent, and from when to when, in milliseconds."""

    pixels: bytes
    began: float
    ended: float


class Line(NamedTuple):
    """A line of the board, and when its last byte came, in milliseconds."""

    text: str
    at: float


class ChipBoard(Board):
    """The chip with a firmware on its flash, and the pieces on its board.

    world          the pieces
    lines, frames  what it said and showed so far
    """

    def __init__(
        self,
        python: Image,
        grid: str,
        files: dict[str, Path] | None = None,
        flash: bytes | None = None,
        miss_cycles: int = 0,
    ):
        """files: name on the board -> file; None: the project's. flash: the chip's, in their place.
        miss_cycles: what a miss of the flash's cache costs.
        """
        description = paths.board(grid)
        if flash is None:
            sources = (files or paths.firmware()) | {"board.json": description}
            flash = image.flash(python, sources)
        self._description = json.loads(description.read_text(encoding="utf-8"))
        self.world = World(grid_named(grid))
        self.lines: list[Line] = []
        self.frames: list[Frame] = []
        self.hz = 0
        self.on_line: Callable[[Line], None] = lambda line: None
        self._half = b""
        self._python = python
        self._heap: Heap | None = None
        self._miss_cycles = miss_cycles
        self._power(flash)

    @property
    def ms(self) -> float:
        """The chip's time, in milliseconds since power-on."""
        return self.chip.now_ns / 1e6

    @property
    def heap(self) -> Heap:
        """Its heap, once the firmware runs."""
        if self._heap is None:
            self._heap = Heap(self.chip.rp2040.sram)
        return self._heap

    def run(self, ms: float) -> None:
        """Let this much time pass."""
        end = self.ms + ms
        while self.ms < end - 1e-6:
            moment = self.world.next_ms()
            until = end if moment is None else min(end, max(moment, self.ms))
            self.chip.run(round(until * 1e6))
            self.world.run(int(self.ms + 1e-6))
            self._see()

    def do(self, command: str) -> int:
        """Do a command of the hand's language now; returns how long it takes, in milliseconds."""
        self.world.run(int(self.ms + 1e-6))
        takes = hand.perform(hand.parse(command, self.world.grid), self.world)
        self._see()
        return takes

    def cut(self) -> None:
        """Turn the power off and on again: the flash stays, time starts anew."""
        size = self._python.start + self._python.size
        while (moment := self.world.next_ms()) is not None:
            self.world.run(moment)  # hands come to rest while it is off
        self._heap = None
        self.frames.clear()
        self._half = b""
        self._power(self.chip.read_flash(0, size))

    def send(self, line: str) -> None:
        """Send a line over the link."""
        self.chip.serial.send(line.encode() + b"\n")

    def until(self, what: Callable[[str], bool], ms: float, step: float = 5) -> Line | None:
        """Wait for a line from now on; None where none comes within this time."""
        seen = len(self.lines)
        end = self.ms + ms
        while True:
            for line in self.lines[seen:]:
                if what(line.text):
                    return line
            seen = len(self.lines)
            if self.ms >= end:
                return None
            self.run(step)

    def start(self) -> float:
        """Wait for the firmware's greeting; returns its time. UserError where there is none."""
        hello = self.until(lambda text: text.startswith("@hello"), 8000)
        if hello is None:
            said = self.lines[-1].text if self.lines else "nothing"
            raise UserError(f"the firmware does not start on the chip; it says: {said}")
        return hello.at

    def shown(self, since: float) -> Frame | None:
        """The first frame that began after that time and differs from the one before."""
        before = None
        for frame in self.frames:
            if frame.began >= since and before is not None and frame.pixels != before:
                return frame
            before = frame.pixels
        return None

    def forget(self) -> None:
        """Forget all frames but the last."""
        del self.frames[:-1]

    def _power(self, flash: bytes) -> None:
        self.chip = Chip(self._description, flash, self)
        self.chip.core.miss_cycles = self._miss_cycles
        self.world.now_ms = 0
        self._see()

    # -- what the chip does

    def frame(self, pixels: bytes, began_ns: int, ended_ns: int) -> None:
        self.frames.append(Frame(pixels, began_ns / 1e6, ended_ns / 1e6))

    def tone(self, hz: int) -> None:
        self.hz = hz

    def heard(self, data: bytes) -> None:
        *whole, self._half = (self._half + data).split(b"\n")
        for line in whole:
            self.lines.append(Line(line.decode(errors="replace").rstrip("\r"), self.ms))
            self.on_line(self.lines[-1])

    def gone(self) -> None:
        self._half = b""

    def _see(self) -> None:
        self.chip.wires.set(self.world.inputs())
