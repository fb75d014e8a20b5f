"""Keeps MicroPython's heap in one piece, at moments when nobody waits for a light.

The collector moves nothing: an object made while the heap is full of garbage stays in the middle of
what is free later. So when the heap has been tidied up, the methods called `compact` copy
long-lived objects into its first holes, where they lie with the rest.
"""

import gc
import sys
from array import array

_COUNTED = sys.implementation.name == "micropython"  # elsewhere nothing is unloaded

# Bytes that may be allocated before the collector runs, while code is loaded.
AT_START = 150000  # at the start, where code is compiled first; other boards need less
_IN_PLAY = 6000  # during a game, whose free room would otherwise be cut to pieces
_LITTLE = 24000  # free bytes below which seldom-used code is unloaded
_FULL = 8000  # free bytes below which even code for a host is unloaded

# Unloaded when room is short. Code for a host is not, unless the heap is full: the next line would
# load it again, into the gaps between the objects of a game.
_SELDOM = ("tourelle.choices", "tourelle.menu", "tourelle.screens", "tourelle.lesson")
_HOST = "tourelle.commands"
_SEARCH = ("tourelle.search", "tourelle.alphabeta", "tourelle.transpositions")
_SHARED = ("tourelle.games.catalogue", "tourelle.games.position")

_NO_ROOM = "there is not enough memory for that"


class NoRoom(ValueError):
    """Something does not fit on the heap beside the rest; the text is for a person."""


class Unreadable(Exception):
    """Code that is loaded on demand cannot be read; its argument is the error that said so."""


class Lent:
    """A `with` block that loads code: makes room first, then keeps all of the code or none.

    MemoryError in the block becomes NoRoom, and any other error of loading Unreadable. After any
    error, everything that was loaded in the block is unloaded.
    """

    def __init__(self, name, needs=_LITTLE, leaves=0, why=_NO_ROOM, kept=True):
        """name: the module; if it is loaded already, the block does nothing.

        needs: bytes; if less is free, seldom-used code is unloaded first. leaves: bytes that have
        to be free afterwards, a quarter of them in one piece, else NoRoom. why: the words of
        NoRoom. kept: if False, no room is made, and the code is unloaded at the end.
        """
        self._name = name
        self._needs = needs
        self._leaves = leaves
        self._why = why
        self._kept = kept
        self._before = None  # the modules loaded before; None if there is nothing to do
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
        if kind and issubclass(kind, (ImportError, OSError, SyntaxError)):
            raise Unreadable(error)


def _in_one_piece(size):
    """Whether `size` bytes are free in a row."""
    try:
        bytearray(size)
        return True
    except MemoryError:
        return False


def make_room():
    """Before loading code: unload the games' code, and tidy up."""
    if _COUNTED:
        let_go_of_search()
        games = [name for name in sys.modules if name.startswith("tourelle.games.")]
        let_go([name for name in games if name not in _SHARED])
        gc.collect()


def let_go_of_search():
    """Unload the search when nobody thinks: it takes a quarter of the heap, in its middle."""
    let_go([name for name in sys.modules if name in _SEARCH or name.endswith(".search")])


def let_go(names):
    """Unload these modules, if loaded, so that the collector can free their code.

    A module that is needed again is loaded again.
    """
    loaded = [name for name in names if _COUNTED and name in sys.modules]
    for name in sorted(loaded, reverse=True):  # modules before their package
        package, _, own = name.rpartition(".")
        del sys.modules[name]
        if package and hasattr(sys.modules[package], own):  # it has not if only half was loaded
            delattr(sys.modules[package], own)


def load_together(most):
    """Collect after every `most` bytes allocated, so that code lies together; 0: stop doing so."""
    if _COUNTED:
        gc.threshold(most or -1)


def zeros(count):
    """Room for `count` words of 16 bits, initially 0, that only viper functions access.

    On MicroPython it is not an array, which would be copied from its source, so that making one
    takes twice the room.
    """
    if _COUNTED:
        return bytearray(2 * count)
    return array("H", bytes(2 * count))


def zero_words(count):
    """An array of `count` words of 16 bits, initially 0, made in one piece."""
    words = array("H", range(count))  # from bytes it would be allocated twice
    for i in range(count):
        words[i] = 0
    return words


def tidy():
    """Free what is no longer used, and unload seldom-used code if little is free.

    Left to itself, the collector runs when the heap is full, in the middle of something, and leaves
    the survivors scattered: 300 KB may be free without 4 KB in a row. Does nothing on CPython.
    """
    if _COUNTED:
        gc.collect()
        # Counting the free bytes takes 9 ms on a Pico, during which no lift is lit.
        if any(name in sys.modules for name in _SELDOM) and gc.mem_free() < _LITTLE:
            let_go(_SELDOM)
            gc.collect()
