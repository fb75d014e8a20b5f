"""The board's hardware, made of parts that can be replaced one by one; only they touch pins.

scanner   watches switches and buttons, see scanner.py
pixels    show(frame): light the LEDs, 3 bytes each as they go over the wire
buzzer    tone(hz): sound it; 0 is silence
console   the serial port to the host:
          receive(buffer): how many bytes were there, and were put into the buffer
          send(buffer, count): give the host the first count bytes; how many it took at once
ticks_ms  the clock: milliseconds, wrapping at 2**30
"""

import sys


class Hardware:
    """A board's parts."""

    def __init__(self, scanner, pixels, buzzer, console, ticks_ms):
        self.scanner = scanner
        self.pixels = pixels
        self.buzzer = buzzer
        self.console = console
        self.ticks_ms = ticks_ms


def open_hardware(board, cells):
    """The parts for the Python that runs this; board.json's content and the board's `Grid`."""
    if sys.implementation.name == "micropython":
        from tourelle.ports.micropython import parts
    else:
        from tourelle.ports.circuitpython import parts
    return Hardware(*parts(board, cells))


def reserve():
    """Take what the parts need of the heap in one piece; first of all, while it is in one."""
    try:
        from tourelle.ports import rp2_scanner

        rp2_scanner.reserve()
    except ImportError:
        pass  # nothing here samples by itself
