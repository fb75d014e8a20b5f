"""An RP2040 with flash, emulated by rp2040py and corrected where it differs from the data sheet.

Corrected: PIO while the core sleeps (pio.py), time within a batch (clock.py), the flash's times
(flash.py), a host that answers only when it has something to send (usb.py), the divider's cycles.
"""

from typing import Any

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.rp2040 import RP2040
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from tourelle_host.sim.chip import pio
from tourelle_host.sim.chip.buzzer import Buzzer
from tourelle_host.sim.chip.clock import Clock
from tourelle_host.sim.chip.core import Core
from tourelle_host.sim.chip.flash import Times
from tourelle_host.sim.chip.pins import PIO0, PIO1, Functions, Pads, Wires
from tourelle_host.sim.chip.pixels import Decoder
from tourelle_host.sim.chip.usb import Serial


class Rp2040(RP2040):
    """The package's chip, with pins that read the board's wires."""

    def __init__(self) -> None:
        self.wires: Wires | None = None
        self.blocks: Any = None  # both PIO blocks
        super().__init__(Clock())
        self.blocks = pio.fit(self)
        self.pio = self.blocks
        self.peripherals[0x40014] = Functions(self, "IO_BANK0_BASE")
        self.pads_bank0 = self.peripherals[0x4001C] = Pads(self, "PADS_BANK0_BASE", "bank0")
        divide = self.sio.update_hardware_divider

        def update_hardware_divider(signed: bool) -> None:
            # The eight cycles are the program's, which waits for them by instructions.
            cycles = self.core.cycles
            divide(signed)
            self.core.cycles = cycles

        self.sio.update_hardware_divider = update_hardware_divider

    @property
    def gpio_values(self) -> int:
        return self.wires.levels() if self.wires else 0

    def age(self, ms: float) -> None:
        """Let its timer jump ahead, as if it had been on for this much longer.

        An alarm that was due meanwhile comes at once. State machines and DMA do not notice.
        """
        timer = self.timer
        before = int(timer._micros())
        timer._epoch_nanos -= ms * 1e6
        for alarm in timer.alarms:
            if alarm.armed:
                left_us = alarm.target_micros - before & 0xFFFFFFFF
                alarm.clock_alarm.schedule(max(0, left_us * 1e3 - ms * 1e6))

    def reset(self, **how: bool) -> None:
        super().reset(**how)
        if self.blocks:
            for block in range(2):
                self.blocks[block].reset()
        if self.wires:
            self.wires.connected()


class Chip:
    """A board's controller with its flash; time stands still until `run`.

    wires       what its pins read
    flash       how long the flash takes
    serial      its USB serial port
    core        executes its instructions
    now_ns      emulated nanoseconds since it was made
    """

    def __init__(self, description: dict, flash: bytes, board: "Board"):
        """description: the board's, as board.json has it. flash: the whole flash."""
        self.rp2040 = Rp2040()
        self.rp2040.logger = ConsoleLogger(LogLevel.ERROR)
        self.rp2040.load_bootrom(BOOTROM_B1)
        self.rp2040.flash[: len(flash)] = flash
        self.rp2040.simulator = self
        self.stopped = False  # whether `run` is to end
        self._size = len(flash)
        self._clock = self.rp2040.clock
        self.core = Core(self.rp2040, self._clock)
        self._clock.drive(self.rp2040.core)
        self.wires = self.rp2040.wires = Wires(self.rp2040, description)
        self.wires.connected()
        self.flash = Times(self.rp2040, self._stall)
        self.serial = Serial(self.rp2040.usb_ctrl, board.heard, board.gone)
        leds = description["leds"]
        self._decoder = Decoder(3 * len(leds["chain"].split()), board.frame)
        self._leds = self.rp2040.gpio[leds["pin"]]
        self._leds.add_listener(self._edge)
        self._buzzer = Buzzer(self.rp2040, description["buzzer"], board.tone)
        self._end = self._clock.create_alarm(self._stop)
        self.rp2040.core.pc = FLASH_START_ADDRESS

    @property
    def now_ns(self) -> int:
        return round(self._clock.nanos)

    def run(self, until_ns: int) -> None:
        """Let it run until that time."""
        if until_ns <= self._clock.nanos:
            return
        self._end.schedule(until_ns - self._clock.nanos)
        self.stopped = False
        self.core.run(self)

    def read_flash(self, start: int, size: int) -> bytes:
        """Part of its flash, as it is now."""
        return bytes(self.rp2040.flash[start : start + size])

    def _stop(self) -> None:
        self.stopped = True

    def _stall(self, nanos: int) -> None:
        self._clock.stall(nanos)
        self.core.forget_flash()

    def _edge(self, state: GPIOPinState, _: GPIOPinState) -> None:
        function = self._leds.ctrl & 31
        block = self.rp2040.blocks[function - PIO0] if function in (PIO0, PIO1) else None
        now_ns = block.now_ns if block and block.running else self.now_ns
        self._decoder.edge(state == GPIOPinState.HIGH, now_ns)


class Board:
    """Receives what a chip does, in the chip's time."""

    def frame(self, pixels: bytes, began_ns: int, ended_ns: int) -> None:
        """Bytes were shifted out to the LEDs."""

    def tone(self, hz: int) -> None:
        """The buzzer."""

    def heard(self, data: bytes) -> None:
        """Bytes came from the serial port."""

    def gone(self) -> None:
        """The serial port has vanished, because the chip was reset."""
