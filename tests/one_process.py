"""A simulated board whose core runs in the test's own process: no VM, no pins, virtual time."""

from table import Memory
from tourelle.core import Core
from tourelle.polled import Polled
from tourelle_host.sim.clock import Virtual
from tourelle_host.sim.life import Life, Setting

WRAP = (1 << 30) - 1  # the board's clock


class CoreLife(Life):
    """The core with what loop.py does around it; its files outlive its power."""

    def __init__(self, setting: Setting):
        super().__init__(setting)
        self._store = Memory()
        self._core: Core | None = None
        self._mail = b""

    def start(self) -> None:
        self._core = core = Core(self.setting.description, self._store)
        cells = core.cells
        self._bits = [
            (cell, 2 * cells.rows[cell] + column // 8, 1 << column % 8)
            for cell, column in enumerate(cells.columns)
        ]
        period = self.setting.description["period_ms"]
        self._scanner = Polled(cells.size + 2, self._sample, lambda ms: None, period)
        self._scanner.begin(core.contacts)
        self.setting.listener.began()
        self.advance(0)

    def stop(self) -> None:
        self._core = None
        self._mail = b""

    def send(self, data: bytes) -> None:
        self._mail += data

    def act(self) -> None:
        self.setting.world.run(self.setting.clock.now_ms)

    def advance(self, ms: int) -> None:
        clock, world = self.setting.clock, self.setting.world
        assert isinstance(clock, Virtual)
        end = clock.now_ms + ms
        while self._core:
            wait = self._turn(self._core, clock.now_ms & WRAP)
            if wait:
                moves = world.next_ms()
                moment = min(clock.now_ms + wait, end + 1 if moves is None else moves)
                clock.now_ms = min(moment, end)
                world.run(clock.now_ms)
                if moment > end:
                    return
        clock.now_ms = end
        world.run(end)

    def _turn(self, core: Core, now: int) -> int:
        """One turn of the loop; milliseconds until the next."""
        link, listener = core.link, self.setting.listener
        core.sense(self._scanner, now)
        if not link.length and self._mail:
            piece = self._mail[: len(link.received)]
            link.received[: len(piece)] = piece
            link.length = len(piece)
            self._mail = self._mail[len(piece) :]
        wait = self._scanner.due(core.tick(now))
        if core.lit:
            listener.pixels(bytes(core.frame), 0)
        if core.toned:
            listener.tone(core.sound.hz)
        if link.count:
            listener.text(bytes(link.out[: link.count]))
            link.sent(link.count)
        return 0 if self._mail or link.length or link.count else wait

    def _sample(self, raw: bytearray) -> None:
        """What the contacts are, as the world has them."""
        inputs = self.setting.world.inputs()
        for cell, byte, bit in self._bits:
            raw[cell] = 1 if inputs[byte] & bit else 0
        raw[-2] = inputs[-1] & 1
        raw[-1] = inputs[-1] >> 1
