"""The board on MicroPython: machine.Pin, neopixel, and the USB serial port as stdin and stdout.

Where the chip has state machines (RP2040) they scan and light; see rp2_scanner, rp2_pixels.
"""

import select
import sys
from time import sleep_us, ticks_ms

import micropython
from machine import PWM, Pin
from neopixel import NeoPixel

_WRAP = (1 << 30) - 1
_HALF_ON = 32768  # duty of the buzzer's square wave, of 65536


def parts(board, cells):
    """Scanner, pixels, buzzer, console and clock of this board."""
    return _scanner(board, cells), _pixels(board, cells), Buzzer(board), Console(), ticks


def _scanner(board, cells):
    try:
        from tourelle.ports.rp2_scanner import Sampled

        if Sampled.fits(board):
            return Sampled(board, cells)
    except ImportError:
        pass  # no state machines
    from tourelle.polled import Polled

    return Polled(cells.size + 2, Matrix(board, cells).sample, rest, board["period_ms"])


def _pixels(board, cells):
    try:
        from tourelle.ports.rp2_pixels import Wire
    except ImportError:
        return Pixels(board, cells)
    return Wire(board["leds"]["pin"], 3 * cells.size)


def ticks():
    """Milliseconds, wrapping at 2**30."""
    return ticks_ms() & _WRAP


def rest(ms):
    """Do nothing for a millisecond: the polled scanner has to look again then."""
    if ms > 0:
        sleep_us(1000)


class Matrix:
    """The matrix through `Pin` objects: 0.5 to 0.9 ms a scan on an RP2040."""

    def __init__(self, board, cells):
        columns = [Pin(number, Pin.IN, Pin.PULL_UP) for number in board["columns"]]
        # A row that is not looked at floats: driven high it would fight a driven one
        # wherever a diode is missing.
        self._rows = tuple(
            (
                Pin(number, Pin.OPEN_DRAIN, value=1),
                tuple(
                    columns[cells.columns[cell]]
                    for cell in range(cells.size)
                    if cells.rows[cell] == row
                ),
            )
            for row, number in enumerate(board["rows"])
        )
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

    def __init__(self, board, cells):
        self._pixels = NeoPixel(Pin(board["leds"]["pin"], Pin.OUT), cells.size)

    def show(self, frame):
        self._pixels.buf[:] = frame
        self._pixels.write()


class Buzzer:
    """A passive buzzer on a PWM pin."""

    def __init__(self, board):
        self._pwm = PWM(Pin(board["buzzer"]), freq=1000, duty_u16=0)

    def tone(self, hz):
        if hz:
            self._pwm.freq(hz)
        self._pwm.duty_u16(_HALF_ON if hz else 0)


class Console:
    """The serial port. Byte by byte: on the Pico a longer read or write waits until it is done."""

    def __init__(self):
        self._input = select.poll()
        self._input.register(sys.stdin, select.POLLIN)
        self._output = select.poll()
        self._output.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)

    def receive(self, buffer):
        count = 0
        while count < len(buffer):
            for _, _ in self._input.ipoll(0):
                break
            else:
                break
            if not sys.stdin.buffer.readinto(self._byte):
                break
            buffer[count] = self._byte[0]
            count += 1
        return count

    def send(self, buffer, count):
        sent = 0
        while sent < count:
            for _, _ in self._output.ipoll(0):
                break
            else:
                break
            self._byte[0] = buffer[sent]
            sys.stdout.buffer.write(self._byte)
            sent += 1
        return sent
