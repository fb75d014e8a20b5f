"""The board on MicroPython: machine.Pin, neopixel, and the USB serial port as stdin and stdout.

If the chip has state machines (RP2040), they scan and light, see rp2_scanner and rp2_pixels; else
the program does, see pins.
"""

import select
import sys
from time import sleep_ms, ticks_ms

from machine import PWM, Pin
from micropython import const

_WRAP = const(0x3FFFFFFF)
_HALF_ON = const(32768)  # duty of the buzzer's square wave, of 65536


def parts(board, grid):
    """Scanner, pixels, buzzer, console and clock of this board."""
    return _scanner(board, grid), _pixels(board["leds"]), Buzzer(board), Console(), ticks


def _scanner(board, grid):
    try:
        from tourelle.ports.rp2_setup import fits
    except ImportError:
        fits = None  # no state machines, or a chip that rp2_setup does not know
    if fits and fits(board):
        from tourelle.ports.rp2_scanner import Sampled

        return Sampled(board, grid)
    from tourelle.polled import Polled
    from tourelle.ports.pins import Matrix

    return Polled(grid.size + 2, Matrix(board, grid).sample, sleep_ms, board["period_ms"])


def _pixels(leds):
    try:
        from tourelle.ports.rp2_pixels import Wire

        return Wire(leds["pin"], 3 * len(leds["chain"].encode().split()))
    except ImportError:
        from tourelle.ports.pins import Pixels

        return Pixels(leds)


def ticks():
    """Milliseconds, wrapping at 2**30."""
    return ticks_ms() & _WRAP


class Buzzer:
    """A passive buzzer on a PWM pin."""

    def __init__(self, board):
        self._pwm = PWM(Pin(board["buzzer"]), freq=1000, duty_u16=0)

    def tone(self, hz):
        if hz:
            self._pwm.freq(hz)
        self._pwm.duty_u16(_HALF_ON if hz else 0)


class Console:
    """The serial port, byte by byte: on the Pico, a longer read or write blocks until done."""

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
