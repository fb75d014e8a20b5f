"""The emulated chip's time, exact even within a batch of instructions."""

from typing import Any

from rp2040py.clock.simulation_clock import ClockAlarm, SimulationClock

CYCLE_NS = 8  # the emulator's core runs at 125 MHz


class Clock(SimulationClock):
    """Emulated time, in nanoseconds.

    Time passes for many instructions at once. The core's cycles since then are counted here, so
    that a timer read or a pin's edge has its time to the cycle.

    counted   cycles of the core for which time has passed
    """

    def __init__(self) -> None:
        super().__init__()
        self._core: Any = None
        self.counted = 0

    def drive(self, core: Any) -> None:
        """Derive the time from this core's cycles from now on."""
        self._core = core
        self.counted = core.cycles

    def _ahead_ns(self) -> int:
        core = self._core
        if core is None:
            return 0
        ahead = core.cycles - self.counted
        if ahead < 0:  # the core was reset, and counts from 0 again
            self.counted = ahead = 0
        return ahead * CYCLE_NS

    @property
    def base_nanos(self) -> float:
        """The time when the core's cycles were last counted."""
        return SimulationClock.nanos.__get__(self)

    @property
    def nanos(self) -> float:
        return self.base_nanos + self._ahead_ns()

    @property
    def micros(self) -> float:
        return self.nanos / 1000

    def link_alarm(self, nanos: float, alarm: ClockAlarm) -> ClockAlarm:
        return super().link_alarm(nanos + self._ahead_ns(), alarm)

    def tick(self, delta_nanos: float) -> None:
        if self._core is not None:
            self.counted = self._core.cycles
        super().tick(delta_nanos)

    def stall(self, nanos: float) -> None:
        """Let time pass during one instruction, while the core does nothing."""
        counted = self.counted
        self.tick(nanos)
        self.counted = counted
