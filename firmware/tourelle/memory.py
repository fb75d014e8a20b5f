"""Keeps MicroPython's heap in one piece, in moments when nobody waits for a light."""

import gc
import sys
from array import array

# What comes of code that is loaded where it is needed, and cannot be read.
UNREADABLE = (ImportError, OSError, SyntaxError)

# Bytes that may be allocated before the collector runs, while code is loaded: at the start,
AT_START = 60000
IN_PLAY = 6000  # and in what a game leaves free, which would be cut to pieces
_LITTLE = 24000  # bytes, in which code that is seldom used is in the way,
_LEAST = 12000  # and a search that nobody uses: made anew, it may find no room
_SELDOM = (
    "tourelle.choices",
    "tourelle.commands",
    "tourelle.here",
    "tourelle.menu",
    "tourelle.screens",
)
# It may keep much of a game in reserve.
SEARCH = ("tourelle.search", "tourelle.alphabeta", "tourelle.transpositions")
_SHARED = ("tourelle.games.catalogue", "tourelle.games.position")


def make_room():
    """Before code is loaded: let go of the games that are not played, and tidy up."""
    if sys.implementation.name == "micropython":
        for name in sorted(sys.modules, reverse=True):  # what lies in a package before it
            if (name.startswith("tourelle.games.") and name not in _SHARED) or name in SEARCH:
                drop(name)
        gc.collect()


def drop(name):
    """Let go of a module's code; where it is needed again, it is loaded again."""
    if sys.implementation.name == "micropython":
        package, _, own = name.rpartition(".")
        del sys.modules[name]
        if package:
            delattr(sys.modules[package], own)


def load_together(most):
    """Collect whenever so many bytes were allocated, so that code lies together; 0: no more."""
    if sys.implementation.name == "micropython":
        gc.threshold(most or -1)


def zeros(count):
    """Room for so many words of 16 bits, 0 at first, which only viper functions look into.

    On MicroPython it is made in one piece: an array is copied from what it is made of, and takes
    as much room again.
    """
    if sys.implementation.name == "micropython":
        return bytearray(2 * count)
    return array("H", bytes(2 * count))


def let_go(names):
    """Let go of the code of these modules, as far as they are loaded, and tidy up."""
    for name in names:
        if name in sys.modules:
            drop(name)
    tidy()


def tidy():
    """Give back what is not used any more; where little is free, code that is seldom used, too.

    Left to itself the collector runs when the heap is full, which is in the middle of something,
    and leaves what was kept scattered: 300 KB may be free without 4 KB in a row. Nothing of
    that holds on CPython.
    """
    if sys.implementation.name == "micropython":
        gc.collect()
        if gc.mem_free() < _LITTLE:
            search = sys.modules.get(SEARCH[0])
            idle = search is not None and search.kept and gc.mem_free() < _LEAST
            some = False
            for name in list(sys.modules):
                if name in _SELDOM or (idle and (name in SEARCH or name.endswith(".search"))):
                    drop(name)
                    some = True
            if some:
                gc.collect()


def tidy_for(name):
    """Before this module is loaded: what is kept of it shall lie with the rest."""
    if name not in sys.modules:
        tidy()
