"""When a resting firmware is woken, and how the world keeps pace with it.

The firmware rests until it is woken, and then looks at the world once. A real board looks every
millisecond, so a busy machine must not hide anything from it or make anything shorter.
"""

from tourelle_host.sim.clock import Clock
from tourelle_host.sim.resting import Resting
from tourelle_host.sim.world import World

LAG_MS = 1000  # real time waits no longer than this for a firmware that does not look


class Pacing:
    """Decides when a firmware looks at a world."""

    def __init__(self, world: World, clock: Clock, period_ms: int, polling: bool = False):
        """period_ms: of a scan; polling: look in every period, not only when the world moves."""
        self._world = world
        self._clock = clock
        self._period_ms = period_ms
        self._polling = polling
        self._woken_ms = 0
        self._lived_ms = 0  # how far the world has come, by a real clock
        self._acted_ms = -1  # when somebody last acted
        self._told = b""

    def begin(self) -> None:
        """The firmware starts."""
        self._told = b""
        self._woken_ms = self._clock.now_ms

    def sent(self) -> None:
        """Bytes were sent to the firmware."""
        self._acted_ms = self._clock.now_ms

    def act(self) -> None:
        """Somebody is about to act: bring the world up to this moment first."""
        self._clock.hold(None)
        self._lived_ms = self._acted_ms = self._clock.now_ms
        self._world.run(self._clock.now_ms)

    def wake_ms(self, firmware: Resting | None) -> int | None:
        """When the firmware is to be woken, as things stand; None where nothing known will.

        It looks at the world once per scan period, since a turn of its loop takes that long on a
        real board; between two looks it sees nothing.
        """
        if firmware is None or firmware.asked_ms is None:
            return None
        period = self._period_ms
        rest = firmware.asked_ms
        if self._polling:
            rest = 0
        elif firmware.has_mail or self._told != self._world.inputs():
            # What is done at a moment is too late for the look at that moment.
            rest = max(self._clock.now_ms, self._acted_ms + 1) - self._woken_ms
        return self._woken_ms + max(1, (rest + period - 1) // period) * period

    def wake(self, firmware: Resting, now_ms: int) -> None:
        """Wake the firmware at this moment: it looks at the world."""
        self._woken_ms = now_ms
        self._told = self._world.inputs()
        firmware.wake(now_ms, self._told)

    def looked(self) -> None:
        """The firmware has looked again in the next period, and saw the same."""
        self._woken_ms += self._period_ms

    def live(self, firmware: Resting | None) -> tuple[int, list[int]]:
        """Real time: let the world move on, and wake the firmware if that is due.

        Returns the moment that the world has come to, and those known at which there is more to
        do. firmware: None where none runs.
        """
        now = self._catch_up(firmware)
        wake_ms = self.wake_ms(firmware)
        if firmware and wake_ms is not None and wake_ms <= now:
            self.wake(firmware, now)
            wake_ms = None
        return now, [at for at in (wake_ms, self._world.next_ms()) if at is not None]

    def _catch_up(self, firmware: Resting | None) -> int:
        """Let the world move on, with the firmware looking whenever it wants to.

        Returns the moment that the world has come to. While a running firmware has something to
        see, time waits for it: a busy machine must neither hide a short touch nor shorten it.
        """
        clock, world = self._clock, self._world
        now = clock.true_ms
        while True:
            world_ms = world.next_ms()
            if world_ms is None or world_ms > now:
                world_ms = now
            if firmware and self._lived_ms > now - LAG_MS:
                clock.hold(self._lived_ms)
                wake_ms = self.wake_ms(firmware)
                if wake_ms is None and (world_ms < now or self._told != world.inputs()):
                    return self._lived_ms
                if wake_ms is not None and wake_ms <= world_ms:
                    self._lived_ms = max(self._lived_ms, wake_ms)
                    clock.hold(self._lived_ms)
                    return self._lived_ms
            world.run(world_ms)
            self._lived_ms = world_ms
            if world_ms == now:
                clock.hold(None)
                return now
