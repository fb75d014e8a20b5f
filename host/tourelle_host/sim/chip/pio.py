"""A PIO block that runs exactly when it is due, whether the core works, sleeps or is stalled.

The emulator steps its state machines after each instruction of the core, one step at most, and
drops what it missed while the core slept. Here an alarm of the emulated clock wakes the block for
each of its instructions.
"""

from rp2040py.irq import IRQ
from rp2040py.peripherals.pio import RPPIO

from tourelle_host.sim.chip.clock import CYCLE_NS

_NEVER = 1 << 62


class Pio(RPPIO):
    """One of the two blocks."""

    def __init__(self, chip: object, name: str, first_irq: int, index: int):
        self._clock = chip.clock
        self._alarm = chip.clock.create_alarm(self._run)
        self._running = False

    def recompute_due(self) -> None:
        super().recompute_due()
        if not self._running:
            self._arm()

    def notify_due(self, due_fp: int) -> None:
        super().notify_due(due_fp)
        if not self._running:
            self._arm()

    def read_uint32(self, offset: int) -> int:
        self._run()
        return super().read_uint32(offset)

    def write_uint32(self, offset: int, value: int) -> None:
        self._run()
        super().write_uint32(offset, value)
        self.check_changed_pins()  # an instruction that was executed at once may have set some

    def reset(self) -> None:
        super().reset()
        self._alarm.cancel()

    def _run(self) -> None:
        """Do what is due by now."""
        if self._running:
            return  # a transfer that a step caused
        self._running = True
        now_fp = int(self._clock.nanos) // CYCLE_NS << 8
        while self.next_due_fp <= now_fp:
            self.cycle_fp = max(self.cycle_fp, -(-self.next_due_fp // 256) << 8)
            self.advance(0)
        self.cycle_fp = now_fp
        self._running = False
        self._arm()

    def _arm(self) -> None:
        if self.next_due_fp == _NEVER:
            self._alarm.cancel()
        else:
            due_ns = -(-self.next_due_fp // 256) * CYCLE_NS
            self._alarm.schedule(max(0, due_ns - self._clock.nanos))


class Blocks(list):
    """Both blocks, for whoever asks by number; the emulator's loop finds none to step."""

    def __iter__(self):
        return iter(())


def fit(chip: object) -> Blocks:
    """Two new blocks for a chip whose emulator made its own."""
    blocks = Blocks(
        (Pio(chip, "PIO0", IRQ.PIO0_IRQ0, 0), Pio(chip, "PIO1", IRQ.PIO1_IRQ0, 1))
    )
    chip.peripherals[0x50200], chip.peripherals[0x50300] = blocks[0], blocks[1]
    return blocks
