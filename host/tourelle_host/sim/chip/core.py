"""Runs the chip's core: most instructions compiled (thumb.py), the rest by the emulator's core."""

import math

import numpy as np

from tourelle_host.sim.chip import thumb
from tourelle_host.sim.chip.clock import CYCLE_NS, Clock

_ENTRY = 15  # cycles until an exception's first instruction


class Core:
    """Drives a chip of the emulator.

    miss_cycles   what a miss of the cache between core and flash costs; 0: none ever misses
    misses        how many there were
    """

    def __init__(self, rp2040: object, clock: Clock):
        self._rp2040 = rp2040
        self._core = rp2040.core
        self._clock = clock
        self._state = np.zeros(thumb.WORDS, np.int64)
        self._state[thumb.DIVISOR] = 1
        self._tags = np.full((thumb.LINES, 2), -1, np.int64)
        ram = np.asarray(rp2040.sram)
        flash = np.asarray(rp2040.flash)
        rom = np.asarray(rp2040.bootrom).view(np.uint8)
        self._memories = [
            memory.view(kind)
            for kind in (np.uint8, np.uint16, np.uint32)
            for memory in (ram, flash, rom)
        ]
        # In the order of thumb.run: RAM in its three sizes, flash, ROM.
        self._memories = [self._memories[3 * size + which] for which in range(3) for size in range(3)]
        self._registers = np.asarray(self._core.registers)

    @property
    def miss_cycles(self) -> int:
        return int(self._state[thumb.MISS])

    @miss_cycles.setter
    def miss_cycles(self, cycles: int) -> None:
        self._state[thumb.MISS] = cycles

    @property
    def misses(self) -> int:
        return int(self._state[thumb.MISSES])

    def forget_flash(self) -> None:
        """The cache between core and flash is emptied, as after every write to the flash."""
        self._tags.fill(-1)

    def run(self, chip: object) -> None:
        """Until chip.stopped, which an alarm of the clock must set."""
        core, clock = self._core, self._clock
        while not chip.stopped:
            if core.waiting:
                clock.tick(clock.nanos_to_next_alarm)
                continue
            if core.interrupts_updated and core.check_for_interrupts():
                core.waiting = False
                core.cycles += _ENTRY
            counted = clock.counted
            until = counted + math.ceil(clock.nanos_to_next_alarm / CYCLE_NS)
            if core.cycles < until and self._compute(until):
                core.execute_instruction()
                counted = clock.counted
            if core.cycles >= until or core.waiting:
                clock.tick((core.cycles - counted) * CYCLE_NS)

    def _compute(self, until: int) -> bool:
        """Run compiled; True where the next instruction is for the emulator's core."""
        core, state, clock = self._core, self._state, self._clock
        state[:6] = core.n, core.z, core.c, core.v, core.cycles, until
        state[thumb.CLOCK_NS] = clock.base_nanos - self._rp2040.timer._epoch_nanos
        state[thumb.HELD] = clock.counted
        thumb.run(state, self._registers, *self._memories, self._tags)
        n, z, c, v, cycles, _, why = state[:7].tolist()
        core.n, core.z, core.c, core.v, core.cycles = n, z, c, v, cycles
        return why == thumb.ELSEWHERE
