"""WS2812 by a state machine and DMA: to show a frame costs the program a copy of it."""

import micropython
from micropython import const
from uctypes import addressof

_DMA = const(0x50000000)
_TIMER = const(0x40054000)
_BYTE_US = const(10)
_RESET_US = const(300)  # of silence, after which the LEDs show what they were sent
_PASSED = const(0x3FFFFFFF)  # of the timer's difference: its highest bits would be a sign

# They live as long as the channel reads: until the soft reset stops it.
_channel = None
_machine = None
_wire = None


@micropython.viper
def _send(go: int, at: ptr8, since: ptr32, us: int, frame: ptr8, size: int):
    """Copy a frame to where the channel reads, and start it."""
    timer = ptr32(_TIMER)
    while (timer[10] - since[0]) & _PASSED < us:  # the frame before, and the silence that ends it
        pass
    for i in range(size):
        at[i] = frame[i]
    since[0] = timer[10]
    ptr32(go)[0] = int(at)


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
        _machine = wire(pin, _channel, _wire)
        self._at = addressof(_wire)
        self._go = _DMA + 0x40 * _channel.channel + 0x3C  # the read address, which starts it
        self._since = bytearray(4)
        self._size = size
        self._us = size * _BYTE_US + _RESET_US

    def show(self, frame):
        _send(self._go, self._at, self._since, self._us, frame, self._size)
