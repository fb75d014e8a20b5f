"""Keeps MicroPython's heap in one piece, in moments when nobody waits for a light.

The collector moves nothing: what is made while the heap is full of garbage stays in the middle of
what is free later. So what lives long is copied once the heap was tidied up, into the first holes:
"it shall lie with the rest", as the methods called `compact` say.
"""

import gc
import sys
from array import array

_COUNTED = sys.implementation.name == "micropython"  # elsewhere nothing is let go of

# What comes of code that is loaded where it is needed, and cannot be read.
UNREADABLE = (ImportError, OSError, SyntaxError)

# Bytes that may be allocated before the collector runs, while code is loaded: at the start,
AT_START = 110000
_IN_PLAY = 6000  # and in what a game leaves free, which would be cut to pieces
_LITTLE = 24000  # bytes, in which code that is seldom used is in the way
_FULL = 8000  # bytes, in which even what a host asks for has to be loaded again

# What is let go of where room is short. What a host asks for is not, but where all is full: it
# would be loaded again with the next line, into what is left between the pieces of a game.
_SELDOM = ("tourelle.choices", "tourelle.menu", "tourelle.screens", "tourelle.lesson")
_HOST = "tourelle.commands"
_SEARCH = ("tourelle.search", "tourelle.alphabeta", "tourelle.transpositions")
_SHARED = ("tourelle.games.catalogue", "tourelle.games.position")

_NO_ROOM = "there is not enough memory for that"


class NoRoom(ValueError):
    """What is wanted does not fit into the heap beside the rest; says so to a person."""


class Lent:
    """A `with` block that loads code: room is made before it, and all of it kept, or nothing.

    MemoryError in the block is NoRoom, and then, as with any other error, what was loaded in it
    is let go of.
    """

    def __init__(self, name, needs=_LITTLE, leaves=0, why=_NO_ROOM, kept=True):
        """name: the module; where it is loaded already, nothing is done.

        needs: bytes; where less is free, what is seldom used is let go of. leaves: bytes that have
        to be free afterwards, a quarter in one piece, or it is NoRoom. why: its words.
        kept: else what was loaded is let go of at the end, and no room is made for it.
        """
        self._name = name
        self._needs = needs
        self._leaves = leaves
        self._why = why
        self._kept = kept
        self._before = None  # the modules that were loaded; None where nothing is to be done
        self._threshold = 0

    def __enter__(self):
        if _COUNTED and self._name not in sys.modules:
            self._threshold = gc.threshold()
            if self._kept:
                self._make_room()
            self._before = list(sys.modules)

    def _make_room(self):
        gc.collect()
        if gc.mem_free() < self._needs:
            let_go(_SELDOM)
            gc.collect()
            if gc.mem_free() < _FULL:
                let_go((_HOST,))
            gc.threshold(_IN_PLAY)

    def __exit__(self, kind, error, trace):
        short = kind is MemoryError
        if self._before is not None:
            gc.threshold(self._threshold)
            if not kind and self._leaves:
                gc.collect()
                short = gc.mem_free() < self._leaves or not _in_one_piece(self._leaves >> 2)
            if kind or short or not self._kept:
                let_go([name for name in sys.modules if name not in self._before])
        if short:
            raise NoRoom(self._why)


def _in_one_piece(size):
    """Whether so many bytes are free in a row."""
    try:
        bytearray(size)
        return True
    except MemoryError:
        return False


def make_room():
    """Before code is loaded: let go of the games that are not played, and tidy up."""
    if _COUNTED:
        let_go_of_search()
        games = [name for name in sys.modules if name.startswith("tourelle.games.")]
        let_go([name for name in games if name not in _SHARED])
        gc.collect()


def let_go_of_search():
    """Nobody thinks: its code takes a quarter of the heap, in the middle of it."""
    let_go([name for name in sys.modules if name in _SEARCH or name.endswith(".search")])


def let_go(names):
    """Let go of the code of these modules, as far as they are loaded; the collector gives it back.

    Where it is needed again, it is loaded again.
    """
    loaded = [name for name in names if _COUNTED and name in sys.modules]
    for name in sorted(loaded, reverse=True):  # what lies in a package before it
        package, _, own = name.rpartition(".")
        del sys.modules[name]
        if package and hasattr(sys.modules[package], own):  # not where it was loaded half
            delattr(sys.modules[package], own)


def load_together(most):
    """Collect whenever so many bytes were allocated, so that code lies together; 0: no more."""
    if _COUNTED:
        gc.threshold(most or -1)


def zeros(count):
    """Room for so many words of 16 bits, 0 at first, which only viper functions look into.

    On MicroPython it is made in one piece: an array is copied from what it is made of, and takes
    as much room again.
    """
    if _COUNTED:
        return bytearray(2 * count)
    return array("H", bytes(2 * count))


def zero_words(count):
    """An array of so many words of 16 bits, 0 at first, made in one piece."""
    words = array("H", range(count))  # from bytes it would be made twice
    for i in range(count):
        words[i] = 0
    return words


def tidy():
    """Give back what is not used any more; where little is free, code that is seldom used, too.

    Left to itself the collector runs when the heap is full, which is in the middle of something,
    and leaves what was kept scattered: 300 KB may be free without 4 KB in a row. Nothing of
    that holds on CPython.
    """
    if _COUNTED:
        gc.collect()
        # To count what is free takes 9 ms on a Pico, in which no lift is lit.
        if any(name in sys.modules for name in _SELDOM) and gc.mem_free() < _LITTLE:
            let_go(_SELDOM)
            gc.collect()
