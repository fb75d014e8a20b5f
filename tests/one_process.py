"""A simulated board whose core runs in the test's own process: no VM, no pins, virtual time."""

from table import Memory
from tourelle.core import Core
from tourelle.polled import Polled
from tourelle_host.sim.life import Life, Setting
from tourelle_host.sim.virtual import Outside, VirtualCore, sampler


class _Around(Outside):
    """The simulated world and clock, and whoever listens to the board."""

    def __init__(self, setting: Setting):
        self._clock = setting.clock
        self._world = setting.world
        self._listener = setting.listener

    def next_ms(self) -> int | None:
        return self._world.next_ms()

    def run(self, now_ms: int) -> None:
        self._clock.hold(now_ms)
        self._world.run(now_ms)

    def hear(self, data: bytes) -> None:
        self._listener.text(data)

    def see(self, frame: bytearray) -> None:
        self._listener.pixels(bytes(frame), 0)

    def tone(self, hz: int) -> None:
        self._listener.tone(hz)


class CoreLife(Life):
    """The core with what loop.py does around it; its files outlive its power."""

    def __init__(self, setting: Setting):
        super().__init__(setting)
        self._store = Memory()
        self._around = _Around(setting)
        self._core: VirtualCore | None = None

    def start(self) -> None:
        setting = self.setting
        core = Core(setting.description, self._store)
        scanner = Polled(
            core.grid.size + 2,
            sampler(core.grid, setting.world),
            lambda ms: None,
            setting.description["period_ms"],
        )
        scanner.begin(core.contacts)
        setting.listener.began()
        self._core = VirtualCore(core, scanner, self._around, setting.clock.now_ms)
        self.advance(0)

    def stop(self) -> None:
        self._core = None

    def send(self, data: bytes) -> None:
        if self._core:
            self._core.send(data)

    def act(self) -> None:
        self.setting.world.run(self.setting.clock.now_ms)

    def advance(self, ms: int) -> None:
        end = self.setting.clock.now_ms + ms
        if self._core:
            self._core.run(end)
        self._around.run(end)
