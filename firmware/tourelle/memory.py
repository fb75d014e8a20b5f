"""Keeps MicroPython's heap in one piece, in moments when nobody waits for a light."""

import gc
import sys


def make_room():
    """Before code is loaded: let go of the games that are not played, and tidy up."""
    if sys.implementation.name == "micropython":
        package = sys.modules["tourelle.games"]
        for name in [name for name in sys.modules if name.startswith("tourelle.games.")]:
            if hasattr(sys.modules[name], "Position") and not name.endswith(".position"):
                del sys.modules[name]
                delattr(package, name.rpartition(".")[2])
        gc.collect()


def tidy():
    """Give back what is not used any more.

    Left to itself the collector runs when the heap is full, which is in the middle of something,
    and leaves what was kept scattered: 300 KB may be free without 4 KB in a row. Nothing of
    that holds on CPython.
    """
    if sys.implementation.name == "micropython":
        gc.collect()
