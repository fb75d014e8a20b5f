"""Keeps MicroPython's heap in one piece, in moments when nobody waits for a light."""

import gc
import sys


def tidy():
    """Give back what is not used any more.

    Left to itself the collector runs when the heap is full, which is in the middle of something,
    and leaves what was kept scattered: 300 KB may be free without 4 KB in a row. Nothing of
    that holds on CPython.
    """
    if sys.implementation.name == "micropython":
        gc.collect()
