"""Stands in for memoryview.cast("I"), which MicroPython for WebAssembly lacks."""

import uctypes

_ALL = 1 << 20  # words; a read beyond the buffer's end is not detected


def words(buffer):
    """The buffer as unsigned 32-bit words; the buffer has to outlive them."""
    layout = {"all": (uctypes.ARRAY, uctypes.UINT32 | _ALL)}
    return uctypes.struct(uctypes.addressof(buffer), layout).all
