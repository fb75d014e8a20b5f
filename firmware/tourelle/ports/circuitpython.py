"""The board on CircuitPython, and on Blinka: digitalio, Adafruit's NeoPixel, the serial console."""

import time

import board as pins
import digitalio
from microcontroller import delay_us
from neopixel import NeoPixel

from tourelle.polled import Polled, by_row

_TICKS_WRAP = (1 << 29) - 1  # CircuitPython's ticks_ms starts again at 2**29

try:
    from supervisor import ticks_ms as _ticks_ms
except ImportError:  # Blinka

    def _ticks_ms():
        return time.monotonic_ns() // 1000000 & _TICKS_WRAP


try:
    from pwmio import PWMOut
except (ImportError, NotImplementedError):  # Blinka, which cannot sound the buzzer
    PWMOut = None

try:
    from usb_cdc import console as _console
except ImportError:  # Blinka
    from tourelle.ports.stdio import Stream

    _console = Stream()

_WRAP = (1 << 30) - 1
_HALF_ON = 32768  # duty of the buzzer's square wave, of 65536


def _pin(number):
    """The pin with that GPIO number: GP18 on a Pico, D18 on a Raspberry Pi."""
    for name in ("GP%d" % number, "D%d" % number):
        if hasattr(pins, name):
            return getattr(pins, name)
    raise ValueError("this board has no GPIO %d; board.json names it" % number)


def _input(number):
    """An input with its pull-up."""
    made = digitalio.DigitalInOut(_pin(number))
    made.switch_to_input(pull=digitalio.Pull.UP)
    return made


def parts(board, grid):
    """Scanner, pixels, buzzer, console and clock of this board."""
    matrix = Matrix(board, grid)
    period_ms = board["period_ms"]
    scanner = Polled(grid.size + 2, matrix.sample, lambda ms: time.sleep(ms / 1000), period_ms)
    return scanner, Pixels(board["leds"]), Buzzer(board), Console(), Clock().ticks_ms


class Matrix:
    """The matrix through `digitalio`."""

    def __init__(self, board, grid):
        columns = [_input(number) for number in board["columns"]]
        # A row that is not being read floats: driven high, it would fight a row that is driven low
        # wherever a diode is missing. It is an input, since Blinka has no open drain.
        rows = [digitalio.DigitalInOut(_pin(number)) for number in board["rows"]]
        self._rows = by_row(grid, rows, columns)
        self._settle_us = board["settle_us"]
        self._ok = _input(board["buttons"]["ok"])
        self._undo = _input(board["buttons"]["undo"])

    def sample(self, raw):
        """One scan: 1 for each contact that is closed, else 0."""
        output = digitalio.Direction.OUTPUT
        released = digitalio.Direction.INPUT
        settle_us = self._settle_us
        contact = 0
        for row, columns in self._rows:
            row.direction = output  # which drives it low
            delay_us(settle_us)
            for column in columns:
                raw[contact] = 0 if column.value else 1
                contact += 1
            row.direction = released
        raw[contact] = 0 if self._ok.value else 1
        raw[contact + 1] = 0 if self._undo.value else 1


class Pixels:
    """The LEDs through Adafruit's driver; sets only those that have changed."""

    def __init__(self, leds):
        """leds: board.json's description of them."""
        order = leds["order"]
        count = len(leds["chain"].split())
        self._pixels = NeoPixel(_pin(leds["pin"]), count, auto_write=False, pixel_order=order)
        self._order = tuple(order.index(colour) for colour in "RGB")
        self._shown = bytearray(3 * count)

    def show(self, frame):
        red, green, blue = self._order
        shown = self._shown
        pixels = self._pixels
        for at in range(0, len(shown), 3):
            if shown[at : at + 3] != frame[at : at + 3]:
                pixels[at // 3] = (frame[at + red], frame[at + green], frame[at + blue])
        shown[:] = frame
        pixels.show()


class Buzzer:
    """A passive buzzer on a PWM pin, if there is PWM."""

    def __init__(self, board):
        self._pwm = None
        if PWMOut:
            self._pwm = PWMOut(_pin(board["buzzer"]), variable_frequency=True)

    def tone(self, hz):
        if self._pwm:
            if hz:
                self._pwm.frequency = hz
            self._pwm.duty_cycle = _HALF_ON if hz else 0


class Clock:
    """CircuitPython's ticks, made to wrap at 2**30 like the rest of the firmware."""

    def __init__(self):
        self._ticks = _ticks_ms()
        self._now = 0

    def ticks_ms(self):
        ticks = _ticks_ms()
        self._now = self._now + (ticks - self._ticks & _TICKS_WRAP) & _WRAP
        self._ticks = ticks
        return self._now


class Console:
    """The serial console, which never waits."""

    def __init__(self):
        if _console:
            _console.timeout = 0
            _console.write_timeout = 0

    def receive(self, buffer):
        if not _console or not _console.in_waiting:
            return 0
        return _console.readinto(buffer) or 0

    def send(self, buffer, count):
        if not _console or not _console.connected:
            return count  # nobody listens: drop it
        return _console.write(memoryview(buffer)[:count]) or 0
