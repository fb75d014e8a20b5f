"""An RP2040 with flash, emulated by rp2040py; what its documentation says otherwise is put right.

Corrected: PIO while the core sleeps (pio.py), time within a batch (clock.py), the flash's times
(flash.py), a host that answers only when it has something to send (usb.py), the divider's cycles.
"""

from collections.abc import Callable
from pathlib import Path

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.rp2040 import RP2040
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from tourelle_host.sim.chip import pio
from tourelle_host.sim.chip.clock import Clock
from tourelle_host.sim.chip.core import Core
from tourelle_host.sim.chip.flash import Times
from tourelle_host.sim.chip.pins import Functions, Pads, Wires
from tourelle_host.sim.chip.pixels import Decoder
from tourelle_host.sim.chip.usb import Serial

FLASH_KB = 2048
FILES_KB = 640  # where MicroPython's file system begins on a Pico


class _Rp2040(RP2040):
    """The package's chip, with pins that read the board's wires."""

    def __init__(self) -> None:
        self.wires: Wires | None = None
        self.blocks: tuple | None = None
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
    flash       the flash's times
    now_ns      emulated nanoseconds since it was made
    """

    def __init__(
        self,
        description: dict,
        flash: bytes,
        on_frame: Callable[[bytes, int, int], None],
        on_text: Callable[[bytes], None],
    ):
        """description: of the board, as board.json has it. flash: all of it.
        on_frame(bytes, began_ns, ended_ns); on_text(data) from the serial port.
        """
        self._rp2040 = _Rp2040()
        self._rp2040.logger = ConsoleLogger(LogLevel.ERROR)
        self._rp2040.load_bootrom(BOOTROM_B1)
        self._rp2040.flash[: len(flash)] = flash
        self._rp2040.simulator = self
        self.rp2040 = self._rp2040
        self.clock = self._rp2040.clock
        self.stopped = False
        self.core = Core(self._rp2040, self.clock)
        self.clock.drive(self._rp2040.core)
        self.wires = self._rp2040.wires = Wires(self._rp2040, description)
        self.wires.connected()
        self.flash = Times(self._rp2040)
        self.serial = Serial(self._rp2040.usb_ctrl, on_text)
        leds = description["leds"]
        self._decoder = Decoder(3 * len(leds["chain"].split()), on_frame)
        self._rp2040.gpio[leds["pin"]].add_listener(self._edge)
        self._end = self.clock.create_alarm(self._stop)
        self._rp2040.core.pc = FLASH_START_ADDRESS

    @property
    def now_ns(self) -> int:
        return round(self.clock.nanos)

    @property
    def cycles(self) -> int:
        """Of the core, since its last reset."""
        return self._rp2040.core.cycles

    def run(self, until_ns: int) -> None:
        """Let it live until that time."""
        if until_ns <= self.clock.nanos:
            return
        self._end.schedule(until_ns - self.clock.nanos)
        self.stopped = False
        self.core.run(self)

    def read_flash(self) -> bytes:
        """All of its flash, as it is now."""
        return bytes(self._rp2040.flash[: FLASH_KB * 1024])

    def _stop(self) -> None:
        self.stopped = True

    def _edge(self, state: GPIOPinState, _: GPIOPinState) -> None:
        self._decoder.edge(state == GPIOPinState.HIGH, self.now_ns)


def blank_flash(uf2: Path) -> bytearray:
    """A flash with MicroPython on it and no files."""
    flash = bytearray(b"\xff" * (FLASH_KB * 1024))
    data = uf2.read_bytes()
    for at in range(0, len(data), 512):
        block = data[at : at + 512]
        address = int.from_bytes(block[12:16], "little") - FLASH_START_ADDRESS
        count = int.from_bytes(block[16:20], "little")
        flash[address : address + count] = block[32 : 32 + count]
    return flash
