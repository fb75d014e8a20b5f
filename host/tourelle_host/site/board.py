"""The simulated board in the page: the firmware has a worker of its own."""

import json

import javascript

from tourelle.grids import grid as grid_named
from tourelle_host.sim.body import Body
from tourelle_host.sim.clock import Real
from tourelle_host.sim.device import wire
from tourelle_host.sim.messages import Messages
from tourelle_host.sim.pacing import Pacing
from tourelle_host.sim.wiring import soldering

TABLE = "table.json"  # among each grid's files: what lies on the table


class WorkerBoard(Body):
    """A board whose firmware has its own worker."""

    def __init__(self, name: str, clock: Real):
        """name: of its grid."""
        with open(f"/host/boards/{name}.json") as file:
            description = json.load(file)
        super().__init__(description, grid_named(name))
        self._clock = clock
        self._pacing = Pacing(self.world, clock, description["period_ms"])
        self._soldering = soldering(description)
        self._moved = False  # something was done that has not been kept
        self._typed = b""  # for its serial port, when it is woken next
        self._left = 0  # bytes that it had not read when it was woken
        self._unread = 0
        self._asked_ms: int | None = None  # the rest that it asked for; None while it works
        self._number = 0  # the number of that rest
        self._messages = Messages()

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
        if self.power:
            self._pacing.sent()
            self._typed += data

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
        self._unread = unread
        if text:
            self.text(text)
        for message, values, pixels in self._messages.feed(world):
            if message == wire.REST:
                if self._asked_ms is not None:  # its worker has answered that rest already
                    self._pacing.looked()
                self._asked_ms, _, self._number = values
            elif message == wire.FRAME:
                self.pixels(pixels, values[0])
            elif message == wire.TONE:
                self.tone(values[0])
            else:  # it asks for a restart
                self._off()
                self._on()

    def ended(self, why: str) -> None:
        """Its program has ended, which it never should."""
        self._asked_ms = None
        self.fail(f"the firmware has ended, which it never should; its last words: {why}")

    def live(self) -> int:
        """Do what is due; returns the milliseconds until there is more to do, -1 where unknown."""
        now = self._pacing.catch_up(self.power, self._asked_ms, self._mail)
        wake_ms = self._wake_ms()
        if wake_ms is not None and wake_ms <= now:
            self._wake(now)
            wake_ms = None
        moments = [moment for moment in (wake_ms, self.world.next_ms()) if moment is not None]
        return max(1, min(moments) - now) if moments else -1

    # -- inner parts

    @property
    def _mail(self) -> bool:
        return bool(self._typed) or 0 < self._unread < self._left

    def _wake_ms(self) -> int | None:
        return self._pacing.wake_ms(self._asked_ms, self._mail)

    def _wake(self, now_ms: int) -> None:
        inputs = self._pacing.look(now_ms)
        answer = now_ms.to_bytes(4, "little") + inputs + bytes((self._number,))
        typed, self._typed = self._typed, b""
        self._left = self._unread + len(typed)
        self._asked_ms = None
        javascript.wake(answer.hex(), typed.hex() if typed else "")  # b"".hex() is bytes here

    def _act(self) -> None:
        self._pacing.act()

    def _on(self) -> None:
        self.began()
        self._messages = Messages()
        self._pacing.begin()
        javascript.power_on(self.name, self._soldering)

    def _off(self) -> None:
        self._asked_ms = None
        self._typed, self._left, self._unread = b"", 0, 0
        javascript.power_off()
