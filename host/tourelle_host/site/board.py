"""The simulated board in the page: the firmware has a worker of its own."""

import json
from collections.abc import Callable

import javascript

from tourelle.grids import grid as grid_named
from tourelle_host.sim.body import Body
from tourelle_host.sim.clock import Clock
from tourelle_host.sim.listener import Listener
from tourelle_host.sim.pacing import Pacing
from tourelle_host.sim.resting import Resting, ended_by_itself
from tourelle_host.sim.wiring import soldering

TABLE = "table.json"  # among each grid's files: what lies on the table


class WorkerFirmware(Resting):
    """A firmware in its worker, of which there is one at a time."""

    def __init__(self, grid: str, pins: str, listener: Listener, looked: Callable[[], None]):
        """grid: its name; pins: as device/pins.py has them; looked: called when it has ended a
        rest by itself, and looked at the world."""
        super().__init__(listener)
        self._looked = looked
        self._typed = b""  # for its serial port, when it is woken next
        self._left = 0  # bytes that it had not read when it was woken
        self._unread = 0
        javascript.power_on(grid, pins)

    @property
    def has_mail(self) -> bool:
        return bool(self._typed) or 0 < self._unread < self._left

    def send(self, data: bytes) -> None:
        """Give it these bytes when it is woken next."""
        self._typed += data

    def wake(self, now_ms: int, inputs: bytes) -> None:
        answer = self._answer(now_ms, inputs)
        typed, self._typed = self._typed, b""
        self._left = self._unread + len(typed)
        javascript.wake(answer.hex(), typed.hex() if typed else "")  # b"".hex() is bytes here

    def felt(self, world: bytes, unread: int) -> None:
        """What it has sent to its world; unread: bytes that it has not read yet."""
        self._unread = unread
        self._hear(world)

    def stop(self) -> None:
        """End it, wherever it is."""
        javascript.power_off()

    def _rests(self, again: bool) -> None:
        if again:
            self._looked()


class WorkerBoard(Body):
    """A board whose firmware has its own worker."""

    def __init__(self, name: str, clock: Clock):
        """name: of its grid."""
        with open(f"/host/boards/{name}.json") as file:
            description = json.load(file)
        super().__init__(description, grid_named(name))
        self._clock = clock
        self._pacing = Pacing(self.world, clock, description["period_ms"])
        self._soldering = soldering(description)
        self._moved = False  # something was done that has not been kept
        self._firmware: WorkerFirmware | None = None  # while its firmware runs

    @property
    def now_ms(self) -> int:
        return self._clock.now_ms

    @property
    def name(self) -> str:
        """The name of its grid."""
        return self.world.grid.name

    def start(self) -> None:
        self._switch(True)

    def close(self) -> None:
        self._switch(False)

    def send(self, data: bytes) -> None:
        if self._firmware:
            self._pacing.sent()
            self._firmware.send(data)

    def do(self, command: str) -> int:
        takes = super().do(command)
        self._moved = True
        return takes

    def keep(self) -> None:
        """Keep what lies on the table, if something was done since the last time."""
        if self._moved:
            self._moved = False
            javascript.keep(f"{self.name}/{TABLE}", json.dumps(self.world.kept()))

    def restore(self) -> bool:
        """Put everything on the table as it was when the page was left; False if unknown."""
        kept = javascript.kept(f"{self.name}/{TABLE}")
        try:
            self.world.restore(json.loads(kept))
        except ValueError:  # nothing was kept, or it is damaged
            return False
        return True

    # -- what the firmware's worker reports

    def felt(self, world: bytes, text: bytes, unread: int) -> None:
        """One or two turns of its loop are over; unread: bytes that it has not read yet."""
        if text:
            self.text(text)
        if self._firmware:
            self._firmware.felt(world, unread)
            if self._firmware.asked is not None:
                self._off()
                self._on()

    def ended(self, why: str) -> None:
        """Its program has ended, which it never should."""
        self._off()
        self.fail(ended_by_itself(why))

    def live(self) -> int:
        """Do what is due; returns the milliseconds until there is more to do, -1 where unknown."""
        now, moments = self._pacing.live(self._firmware)
        return max(1, min(moments) - now) if moments else -1

    # -- inner parts

    def _act(self) -> None:
        self._pacing.act()

    def _on(self) -> None:
        self.began()
        self._pacing.begin()
        pins, looked = self._soldering, self._pacing.looked
        self._firmware = WorkerFirmware(self.name, pins, self, looked)

    def _off(self) -> None:
        if self._firmware:
            self._firmware.stop()
            self._firmware = None
