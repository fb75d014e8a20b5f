"""Stands in for memoryview.cast("I"), which MicroPython for WebAssembly lacks."""

import uctypes

_ALL = 1 << 20  # words; whoever looks beyond its buffer's end is not told


def words(buffer):
    """The buffer's 32 bits at a time, without a sign; it has to outlive them."""
    layout = {"all": (uctypes.ARRAY, uctypes.UINT32 | _ALL)}
    return uctypes.struct(uctypes.addressof(buffer), layout).all
