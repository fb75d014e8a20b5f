"""Runs the chip's core: most instructions compiled (thumb.py), the rest by the emulator's core."""

import ctypes
import math
from typing import Any

import numpy as np

from tourelle_host.sim.chip import thumb
from tourelle_host.sim.chip.clock import CYCLE_NS, Clock

_ENTRY = 15  # cycles from an exception to its first instruction


class Core:
    """Drives a chip of the emulator.

    miss_cycles   what a miss of the cache between core and flash costs; 0: never a miss
    misses        how many there were
    """

    def __init__(self, rp2040: Any, clock: Clock):
        self._core = rp2040.core
        self._timer = rp2040.timer
        self._clock = clock
        self._state = (ctypes.c_int64 * thumb.WORDS)()
        self._state[thumb.DIVISOR] = 1
        self._tags = np.full((thumb.LINES, 2), -1, np.int64)
        # All of it is memory of the emulator's, which stays where it is.
        memories = (self._core.registers, rp2040.sram, rp2040.flash, rp2040.bootrom)
        self._kept = [np.asarray(memory) for memory in memories]
        places = [array.ctypes.data for array in (*self._kept, self._tags)]
        state = ctypes.addressof(self._state)
        kinds: list[Any] = list(thumb.run.argtypes)
        self._where = [
            ctypes.cast(place, kind) for place, kind in zip((state, *places), kinds, strict=True)
        ]

    @property
    def miss_cycles(self) -> int:
        return self._state[thumb.MISS]

    @miss_cycles.setter
    def miss_cycles(self, cycles: int) -> None:
        self._state[thumb.MISS] = cycles

    @property
    def misses(self) -> int:
        return self._state[thumb.MISSES]

    def forget_flash(self) -> None:
        """Empty the cache between core and flash, as after every write to the flash."""
        self._tags.fill(-1)

    def run(self, chip: Any) -> None:
        """Run until chip.stopped, which an alarm of the clock has to set."""
        core, clock, state = self._core, self._clock, self._state
        compute, where = thumb.run, self._where
        while not chip.stopped:
            if core.waiting:
                self._tick(clock.nanos_to_next_alarm)
                continue
            if core.interrupts_updated:
                self._give_flags()
                if core.check_for_interrupts():
                    core.waiting = False
                    core.cycles += _ENTRY
                    self._take_flags()
            counted = clock.counted
            until = counted + math.ceil(clock.nanos_to_next_alarm / CYCLE_NS)
            if core.cycles < until:
                state[thumb.CYCLES] = core.cycles
                state[thumb.UNTIL] = until
                state[thumb.HELD] = counted
                state[thumb.PENDING] = core.pending_interrupts & core.enabled_interrupts != 0
                state[thumb.CLOCK_NS] = int(clock.base_nanos - self._timer._epoch_nanos)
                compute(*where)
                core.cycles = state[thumb.CYCLES]
                why = state[thumb.WHY]
                if why == thumb.ELSEWHERE:
                    self._give_flags()
                    core.execute_instruction()
                    self._take_flags()
                    counted = clock.counted
                elif why == thumb.UNMASKED:
                    core.interrupts_updated = True
            if core.cycles >= until or core.waiting:
                self._tick((core.cycles - counted) * CYCLE_NS)

    def _tick(self, nanos: float) -> None:
        """Let time pass; an interrupt wakes a sleeping core, which is then in its handler."""
        core = self._core
        slept = core.waiting
        self._clock.tick(nanos)
        if slept and not core.waiting:
            core.cycles += _ENTRY
            self._take_flags()

    def _give_flags(self) -> None:
        core, state = self._core, self._state
        core.n, core.z, core.c, core.v = state[0], state[1], state[2], state[3]
        core.pm = state[thumb.MASKED]

    def _take_flags(self) -> None:
        core, state = self._core, self._state
        state[0], state[1], state[2], state[3] = core.n, core.z, core.c, core.v
        state[thumb.MASKED] = core.pm
        state[thumb.EXCEPTION] = core.ipsr
