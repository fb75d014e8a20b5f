"""Switches and LEDs through MicroPython's own drivers: while they work, the program waits."""

from time import sleep_us

import micropython
from machine import Pin
from neopixel import NeoPixel

from tourelle.polled import by_row


class Matrix:
    """The matrix through `Pin` objects: 0.5 to 0.9 ms a scan on an RP2040."""

    def __init__(self, board, grid):
        columns = [Pin(number, Pin.IN, Pin.PULL_UP) for number in board["columns"]]
        # A row that is not being read floats: driven high, it would fight a row that is driven low
        # wherever a diode is missing.
        rows = [Pin(number, Pin.OPEN_DRAIN, value=1) for number in board["rows"]]
        self._rows = by_row(grid, rows, columns)
        self._settle_us = board["settle_us"]
        self._ok = Pin(board["buttons"]["ok"], Pin.IN, Pin.PULL_UP)
        self._undo = Pin(board["buttons"]["undo"], Pin.IN, Pin.PULL_UP)

    @micropython.native
    def sample(self, raw):
        """One scan: 1 for each contact that is closed, else 0."""
        settle_us = self._settle_us
        contact = 0
        for row, columns in self._rows:
            row(0)
            sleep_us(settle_us)
            for column in columns:
                raw[contact] = 1 - column()
                contact += 1
            row(1)
        raw[contact] = 1 - self._ok()
        raw[contact + 1] = 1 - self._undo()


class Pixels:
    """The LEDs through MicroPython's driver, which stops the program while a frame is sent."""

    def __init__(self, leds):
        """leds: board.json's description of them."""
        self._pixels = NeoPixel(Pin(leds["pin"], Pin.OUT), len(leds["chain"].split()))

    def show(self, frame):
        self._pixels.buf[:] = frame
        self._pixels.write()
