"""The board on MicroPython: machine.Pin, neopixel, and the USB serial port as stdin and stdout."""

import select
import sys
from time import sleep_us, ticks_add, ticks_diff, ticks_ms, ticks_us

import micropython
from machine import PWM, Pin
from neopixel import NeoPixel

_WRAP = (1 << 30) - 1
_HALF_ON = 32768  # duty of the buzzer's square wave, of 65536


class Port:
    """Pins, lights, buzzer and serial port; see the package for what each method promises."""

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
        self._period_us = board["period_ms"] * 1000
        self._ok = Pin(board["buttons"]["ok"], Pin.IN, Pin.PULL_UP)
        self._undo = Pin(board["buttons"]["undo"], Pin.IN, Pin.PULL_UP)
        self._pixels = NeoPixel(Pin(board["leds"]["pin"], Pin.OUT), cells.size)
        self._buzzer = PWM(Pin(board["buzzer"]), freq=1000, duty_u16=0)
        self._input = select.poll()
        self._input.register(sys.stdin, select.POLLIN)
        self._output = select.poll()
        self._output.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._looked = ticks_us()

    @micropython.native
    def switches(self, buffer):
        settle_us = self._settle_us
        cell = 0
        for row, columns in self._rows:
            row(0)
            sleep_us(settle_us)
            for column in columns:
                buffer[cell] = 1 - column()
                cell += 1
            row(1)

    def buttons(self, buffer):
        buffer[0] = 1 - self._ok()
        buffer[1] = 1 - self._undo()

    def show(self, frame):
        self._pixels.buf[:] = frame
        self._pixels.write()

    def tone(self, hz):
        if hz:
            self._buzzer.freq(hz)
        self._buzzer.duty_u16(_HALF_ON if hz else 0)

    def ticks_ms(self):
        return ticks_ms() & _WRAP

    def receive(self, buffer):
        # Byte by byte: on the Pico a longer read waits until it is complete.
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
        # Byte by byte: on the Pico a longer write waits for a host that does not read.
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

    def wait(self, ms):
        rest = ticks_diff(ticks_add(self._looked, self._period_us), ticks_us())
        if ms > 0 and rest > 0:
            sleep_us(rest)
        self._looked = ticks_us()
