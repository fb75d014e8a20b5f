"""The firmware's core in virtual time: its turns take no time, which passes while it waits."""

from collections.abc import Callable

from tourelle.core import Core
from tourelle.grids import Grid
from tourelle_host.sim.world import World

WRAP = (1 << 30) - 1  # the largest time of the board's clock; 0 follows
_RESTLESS = 100_000  # turns of the loop within one millisecond; no work takes as many


class Outside:
    """What surrounds a core; in this base class nothing moves and nobody listens."""

    def next_ms(self) -> int | None:
        """When something next moves by itself; None: nothing will."""
        return None

    def run(self, now_ms: int) -> None:
        """Let everything happen up to that time."""

    def hear(self, data: bytes) -> None:
        """The board has sent this over its link."""

    def see(self, frame: bytearray) -> None:
        """The LEDs show this frame, in the wire's order; the next frame overwrites it."""

    def tone(self, hz: int) -> None:
        """The buzzer sounds at hz; 0 is silence."""


class VirtualCore:
    """A core and the loop around it (see loop.py), between a scanner and its surroundings.

    now_ms   the time, which does not wrap
    """

    def __init__(self, core: Core, scanner, outside: Outside, now_ms: int = 0):
        """scanner: as in scanner.py, with a method `due(ms)`: how long it can wait instead."""
        self.now_ms = now_ms
        self._core = core
        self._scanner = scanner
        self._outside = outside
        self._mail = b""

    def send(self, data: bytes) -> None:
        """Send bytes over its link, which it reads in its next turns."""
        self._mail += data

    def run(self, until_ms: int) -> None:
        """Let time pass up to and with this moment."""
        outside = self._outside
        turns = 0
        while True:
            wait = self._turn()
            if wait == 0:
                # The core goes on at once; its surroundings stand still meanwhile.
                turns += 1
                if turns == _RESTLESS:
                    raise RuntimeError("the board never rests")
                continue
            turns = 0
            moment = self.now_ms + wait
            moves = outside.next_ms()
            if moves is not None and moves < moment:
                moment = max(moves, self.now_ms + 1)
            self.now_ms = max(self.now_ms, min(moment, until_ms))
            outside.run(self.now_ms)
            if moment > until_ms:
                return

    def _turn(self) -> int:
        """One turn of the loop; milliseconds until the next."""
        core, link, outside = self._core, self._core.link, self._outside
        now = self.now_ms & WRAP
        core.sense(self._scanner, now)
        if self._mail and not link.length:
            piece = self._mail[: len(link.received)]
            link.received[: len(piece)] = piece
            link.length = len(piece)
            self._mail = self._mail[len(piece) :]
        wait = self._scanner.due(core.tick(now))
        if core.lights.lit:
            outside.see(core.frame)
        if core.sound.toned:
            outside.tone(core.sound.hz)
        if link.count:
            outside.hear(bytes(link.out[: link.count]))
            link.sent(link.count)
        return 0 if self._mail or link.length or link.count else wait


def sampler(grid: Grid, world: World) -> Callable[[bytearray], None]:
    """A function for `Polled` that fills in each contact, from a world."""
    bits = [
        (cell, 2 * grid.rows[cell] + column // 8, 1 << column % 8)
        for cell, column in enumerate(grid.columns)
    ]

    def sample(raw: bytearray) -> None:
        inputs = world.inputs()
        for cell, byte, bit in bits:
            raw[cell] = 1 if inputs[byte] & bit else 0
        raw[-2] = inputs[-1] & 1
        raw[-1] = inputs[-1] >> 1

    return sample
