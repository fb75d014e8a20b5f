"""MicroPython's `machine` for the simulated board: pins, PWM and reset."""

import micropython
import soldered

try:
    from umachine import mem8, mem16, mem32  # noqa: F401
except ImportError:
    pass  # WebAssembly has none of them


class Pin:
    """A GPIO. A read uses what the world last said, and allocates nothing."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, number, mode=-1, pull=None, *, value=None):
        self.line = soldered.lines.get(number, soldered.loose)
        self._level = self.line.level if mode == Pin.IN else self._driven
        self._mode = mode
        self._value = 1
        if mode in (Pin.OUT, Pin.OPEN_DRAIN):
            self(0 if value is None else value)

    @micropython.native
    def __call__(self, value=None):
        if value is None:
            return self._level()
        self._value = 1 if value else 0
        if self._mode != Pin.IN:
            self.line.drive(not value)

    def _driven(self):
        return self._value

    def value(self, value=None):
        return self(value)


class PWM:
    """A square wave on a pin."""

    def __init__(self, pin, *, freq=0, duty_u16=0):
        self._pin = pin
        self._hz = freq
        self._duty = duty_u16
        self._sound()

    def freq(self, hz=None):
        if hz is None:
            return self._hz
        self._hz = hz
        self._sound()

    def duty_u16(self, duty=None):
        if duty is None:
            return self._duty
        self._duty = duty
        self._sound()

    def deinit(self):
        self.duty_u16(0)

    def _sound(self):
        self._pin.line.tone(self._hz if self._duty else 0)


def reset():
    """Restart the board, as machine.reset does; this call does not return."""
    soldered.channel.reset()


def soft_reset():
    """Restart the program; the serial port stays. This call does not return."""
    soldered.channel.restart()


def unique_id():
    """The chip's serial number, 8 bytes."""
    return b"tourelle"
