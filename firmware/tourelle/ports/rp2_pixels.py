"""WS2812 by a state machine and DMA: to show a frame costs the program a copy of it."""

import micropython
from micropython import const
from uctypes import addressof

_BYTE_US = const(10)
_RESET_US = const(300)  # of silence, after which the LEDs show what they were sent
_PASSED = const(0x3FFFFFFF)  # of the timer's difference: its highest bits would be a sign

# They live as long as the channel reads: until the soft reset stops it.
_channel = None
_machine = None
_wire = None


@micropython.viper
def _send(go: ptr32, at: ptr8, micros: ptr32, since: ptr32, us: int, frame: ptr8, size: int):
    """Copy a frame to where the channel reads, and start it."""
    while (micros[0] - since[0]) & _PASSED < us:  # the frame before, and the silence that ends it
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
