"""What the chip's pins read: the switch matrix, its pull-ups, and the buttons."""

import struct
from typing import Any

from rp2040py.peripherals.io import RPIO
from rp2040py.peripherals.pads import RPPADS

_SIO, PIO0, PIO1 = 5, 6, 7  # what a pin may be connected to within the chip
_PULL_DOWN, _PULL_UP = 4, 8


class Functions(RPIO):
    """The registers that connect pins; notifies the pins of each write."""

    def write_uint32(self, offset: int, value: int) -> None:
        super().write_uint32(offset, value)
        self.rp2040.wires.connected()


class Pads(RPPADS):
    """The registers of the pads' pulls; notifies the pins of each write."""

    def write_uint32(self, offset: int, value: int) -> None:
        super().write_uint32(offset, value)
        self.rp2040.wires.connected()


class Wires:
    """The board around the chip, as far as a pin can read it.

    A column reads low where a closed switch leads to a row that is driven low. So it does where
    the row floats with the pull-down that every pin has after a reset: against the column's
    pull-up that is a level which nobody should rely on.
    """

    def __init__(self, chip: Any, description: dict):
        """description: the board's, as board.json has it."""
        self._chip = chip
        self._rows = description["rows"]
        self._columns = description["columns"]
        buttons = description["buttons"]
        self._buttons = (buttons["ok"], buttons["undo"])
        self._layout = f"<{len(self._rows)}HB"
        self._row_mask = sum(1 << pin for pin in self._rows)
        self._low_by_row = [0] * len(self._rows)
        self._pressed = 0
        self._read: dict[int, int] = {}  # rows that are low -> other pins that are low with them
        self._functions = [0, 0, 0]
        self._up = self._down = 0

    def set(self, inputs: bytes) -> None:
        """Set the switches, as from World.inputs()."""
        self._catch_up()
        *rows, pressed = struct.unpack(self._layout, inputs)
        self._low_by_row = [
            sum(1 << pin for bit, pin in enumerate(self._columns) if row >> bit & 1) for row in rows
        ]
        self._pressed = sum(1 << pin for bit, pin in enumerate(self._buttons) if pressed >> bit & 1)
        self._read.clear()

    def connected(self) -> None:
        """What the pins are connected to inside the chip may have changed."""
        functions = [0, 0, 0]
        up = down = 0
        for pin in self._chip.gpio:
            bit = 1 << pin.index
            function = pin.ctrl & 31
            if _SIO <= function <= PIO1:
                functions[function - _SIO] |= bit
            if pin.pad_value & _PULL_UP:
                up |= bit
            if pin.pad_value & _PULL_DOWN:
                down |= bit
        self._functions = functions
        self._up, self._down = up, down & ~up
        self._read.clear()

    def _catch_up(self) -> None:
        """Let the PIO blocks do what was due with the pins as they were."""
        one, two = self._chip.blocks[0], self._chip.blocks[1]
        if not (one.running or two.running):  # else one of them asks, in its own time
            one.catch_up()
            two.catch_up()

    def levels(self) -> int:
        """What all pins read now, one bit each."""
        self._catch_up()
        chip = self._chip
        sio, one, two = chip.sio, chip.blocks[0], chip.blocks[1]
        by_sio, by_one, by_two = self._functions
        driven = (
            sio.gpio_output_enable & by_sio
            | one.pin_directions & by_one
            | two.pin_directions & by_two
        )
        out = sio.gpio_value & by_sio | one.pin_values & by_one | two.pin_values & by_two
        low_rows = (driven & ~out | ~driven & self._down) & self._row_mask
        low = self._read.get(low_rows)
        if low is None:
            low = self._pressed
            for number, pin in enumerate(self._rows):
                if low_rows >> pin & 1:
                    low |= self._low_by_row[number]
            self._read[low_rows] = low
        return driven & out | ~driven & self._up & ~low
