"""The board's hardware, in parts that can be replaced one by one. Only they touch pins.

scanner   watches switches and buttons, see scanner.py
pixels    show(frame): light the LEDs, 3 bytes each in wire order
buzzer    tone(hz): sound it; 0 is silence
console   the serial port to the host:
          receive(buffer): read what is there into the buffer; returns how many bytes
          send(buffer, count): send the first count bytes; returns how many went at once
ticks_ms  the clock: milliseconds, wrapping at 2**30
"""

import sys
from collections import namedtuple

# A board's parts.
Hardware = namedtuple("Hardware", ("scanner", "pixels", "buzzer", "console", "ticks_ms"))


def open_hardware(board, grid):
    """The `Hardware` for the Python that runs this; board: its board.json; grid: its `Grid`."""
    if sys.implementation.name == "micropython":
        from tourelle.ports.micropython import parts
    else:
        from tourelle.ports.circuitpython import parts
    return Hardware(*parts(board, grid))


def reserve():
    """Allocate what the parts need in one piece, before the heap is cut up."""
    try:
        from tourelle.ports import rp2_scanner

        rp2_scanner.reserve()
    except ImportError:
        pass  # another chip: nothing samples by itself
