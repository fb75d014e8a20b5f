"""A PIO block that is never late, whether the core works, sleeps or is stalled.

The emulator steps its state machines after each instruction of the core, one step at most, and
skips what was due while the core slept.
"""

from typing import Any

from rp2040py.irq import IRQ
from rp2040py.peripherals.pio import RPPIO

from tourelle_host.sim.chip.clock import CYCLE_NS

LATE_NS = 100_000  # a queue of four words must not fill up in this time
FED_LATE_NS = 20_000  # nor run dry, where a machine sends
_NEVER = 1 << 62
_AUTOPULL = 1 << 17


class Pio(RPPIO):
    """One of the two blocks.

    It runs what is due whenever somebody looks at it or writes to it, and otherwise bit by bit.
    What it reads and drives has its exact time; what DMA carries is up to LATE_NS late.

    running   whether it is executing an instruction
    now_ns    the time of that instruction
    """

    cycle_fp: int  # used by the package: the time, and when something is due, in 1/256 cycles
    next_due_fp: int

    def __init__(self, chip: Any, name: str, first_irq: int, index: int):
        self._clock = chip.clock
        self._alarm = chip.clock.create_alarm(self.catch_up)
        self._armed = False
        self.running = False

    @property
    def now_ns(self) -> int:
        return (self.cycle_fp >> 8) * CYCLE_NS

    def read_uint32(self, offset: int) -> int:
        self.catch_up()
        value = super().read_uint32(offset)
        self._arm()
        return value

    def write_uint32(self, offset: int, value: int) -> None:
        self.catch_up()
        super().write_uint32(offset, value)
        self.check_changed_pins()  # an instruction that was executed at once may have set some
        if not self.running:
            self._alarm.cancel()
            self._armed = False
            self._arm()

    def reset(self) -> None:
        super().reset()
        self._alarm.cancel()
        self._armed = False

    def catch_up(self) -> None:
        """Do everything that is due by now."""
        if self.running:
            return  # called from a transfer that one of the steps caused
        self.running = True
        self._armed = False
        advance = self.advance
        now_fp = int(self._clock.nanos) // CYCLE_NS << 8
        due_fp = self.next_due_fp
        while due_fp <= now_fp:
            if due_fp > self.cycle_fp:
                self.cycle_fp = -(-due_fp // 256) << 8
            advance(0)
            due_fp = self.next_due_fp
        self.cycle_fp = now_fp
        self.running = False
        self._arm()

    def _arm(self) -> None:
        if self._armed or self.running or self.next_due_fp == _NEVER:
            return
        late = FED_LATE_NS if any(m.shift_ctrl & _AUTOPULL for m in self._on()) else LATE_NS
        due_ns = -(-self.next_due_fp // 256) * CYCLE_NS
        self._alarm.schedule(max(late, due_ns - self._clock.nanos))
        self._armed = True

    def _on(self) -> list:
        return [machine for machine in self.machines if machine.enabled]


class Blocks(list):
    """Both blocks, by number; the emulator's own loop finds none to step."""

    def __iter__(self):
        return iter(())


def fit(chip: Any) -> Blocks:
    """Replaces the chip's two blocks by new ones."""
    blocks = Blocks((Pio(chip, "PIO0", IRQ.PIO0_IRQ0, 0), Pio(chip, "PIO1", IRQ.PIO1_IRQ0, 1)))
    chip.peripherals[0x50200], chip.peripherals[0x50300] = blocks[0], blocks[1]
    return blocks
