"""The tone of the buzzer, from the registers of the PWM on its pin."""

from collections.abc import Callable
from typing import Any

_MHZ = 125_000_000
_ENABLED = 1


class Buzzer:
    """Watches the PWM's writes and resets; reports each new tone in hertz, 0 for silence."""

    def __init__(self, chip: Any, pin: int, told: Callable[[int], None]):
        self._channel = chip.pwm.channels[pin >> 1 & 7]
        self._shift = 16 * (pin & 1)
        self._write = chip.pwm.write_uint32
        self._forget = chip.pwm.reset
        self._told = told
        self._hz = 0
        chip.pwm.write_uint32 = self._written
        chip.pwm.reset = self._reset

    def _written(self, offset: int, value: int) -> None:
        self._write(offset, value)
        self._hear()

    def _reset(self) -> None:
        self._forget()
        self._hear()

    def _hear(self) -> None:
        channel = self._channel
        high = channel.cc >> self._shift & 0xFFFF
        hz = 0
        if channel.csr & _ENABLED and 0 < high <= channel.top:
            divider = (channel.div or 1 << 12) / 16
            hz = round(_MHZ / divider / (channel.top + 1))
        if hz != self._hz:
            self._hz = hz
            self._told(hz)
