"""WS2812 by a state machine and DMA: to show a frame costs the program a copy of it."""

import micropython
import rp2
from machine import Pin
from micropython import const
from uctypes import addressof

_DMA = const(0x50000000)
_TXF0 = const(0x50300010)  # of the second PIO; a byte that is written fills all of a word
_TREQ = const(8)  # of that queue
_TIMER = const(0x40054000)
_HZ = const(8000000)  # ten cycles a bit
_BYTE_US = const(10)
_RESET_US = const(300)  # of silence, after which the LEDs show what they were sent

# They live as long as the channel reads: until the soft reset stops it.
_channel = None
_machine = None
_wire = None


def _bits():
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


@micropython.viper
def _send(go: int, at: ptr8, since: ptr32, us: int, frame: ptr8, size: int):
    """Copy a frame to where the channel reads, and start it."""
    timer = ptr32(_TIMER)
    while timer[10] - since[0] < us:  # the frame before, and the silence that ends it
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
        if _channel is None:
            _channel = rp2.DMA()
        else:
            _channel.active(0)
        if _wire is None or len(_wire) != size:
            _wire = bytearray(size)
        rp2.PIO(1).remove_program()
        program = rp2.asm_pio(
            sideset_init=rp2.PIO.OUT_LOW,
            out_shiftdir=rp2.PIO.SHIFT_LEFT,
            autopull=True,
            pull_thresh=8,
        )(_bits)
        _machine = rp2.StateMachine(4, program, freq=_HZ, sideset_base=Pin(pin))
        _channel.config(
            read=_wire,
            write=_TXF0,
            count=size,
            ctrl=_channel.pack_ctrl(size=0, inc_write=False, treq_sel=_TREQ),
        )
        self._at = addressof(_wire)
        self._go = _DMA + 0x40 * _channel.channel + 0x3C  # the read address, which starts it
        self._since = bytearray(4)
        self._size = size
        self._us = size * _BYTE_US + _RESET_US
        _machine.active(1)

    def show(self, frame):
        _send(self._go, self._at, self._since, self._us, frame, self._size)
