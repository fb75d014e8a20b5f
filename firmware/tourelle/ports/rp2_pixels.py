"""WS2812 LEDs through a state machine and DMA: a frame costs the program no more than a copy."""

import micropython
from micropython import const
from uctypes import addressof

_BYTE_US = const(10)
_RESET_US = const(300)  # the silence after which the LEDs show what they were sent
_PASSED = const(0x3FFFFFFF)  # mask of a time difference: its highest bits would be a sign

# These live as long as the channel reads, which is until the soft reset stops it.
_channel = None
_machine = None
_wire = None


@micropython.viper
def _send(go: ptr32, at: ptr8, micros: ptr32, since: ptr32, us: int, frame: ptr8, size: int):
    """Copy a frame to where the channel reads, and start the channel."""
    while (micros[0] - since[0]) & _PASSED < us:  # wait for the frame before and its silence
        pass
    for i in range(size):
        at[i] = frame[i]
    since[0] = micros[0]
    go[0] = int(at)


class Wire:
    """A chain of LEDs on one pin."""

    def __init__(self, pin, size):
        """size: bytes of a frame."""
        global _channel, _machine, _wire
        from tourelle.ports.rp2_setup import channel, wire

        if _channel is None:
            _channel = channel()
        else:
            _channel.active(0)
        if _wire is None or len(_wire) != size:
            _wire = bytearray(size)
        _machine, self._go, self._micros = wire(pin, _channel, _wire)
        self._at = addressof(_wire)
        self._since = bytearray(4)
        self._size = size
        self._us = size * _BYTE_US + _RESET_US

    def show(self, frame):
        _send(self._go, self._at, self._micros, self._since, self._us, frame, self._size)
