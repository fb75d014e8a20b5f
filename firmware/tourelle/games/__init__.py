"""The games: a folder each, with rules and search; no pins, no clock, no I/O.

Nothing outside a game's folder knows its name: `load` imports the one that is asked for, and
`catalogue` (generated) lists what there is. What lies in the folder itself is for the board;
what lies in folders of it is for the host.
"""

import sys
from collections import namedtuple

from tourelle.kernels import micropython
from tourelle.memory import make_room

# What a step does to the board, as cells (bytes each):
#   vacated   occupied before, empty after: the hand lifts everything there
#   filled    empty before, occupied after
#   left      occupied before and after; a piece of the step was taken from it
#   reached   occupied before and after; a piece of the step was put on it
#   captured  an enemy's piece comes off the board there (the cell is in no other
#             list; it is empty after unless more stands there)
#   attacked  of those reached: a hostile landing, lit `may-attack`
#   via       cells passed on the way where the piece may rest a moment, in order;
#             where all else is empty, a bar is put on the edge between these two
# A step with all of them empty changes nothing: it is a pass, a claim or "done".
Footprint = namedtuple(
    "Footprint",
    ("vacated", "filled", "left", "reached", "captured", "attacked", "via"),
)
NOTHING = Footprint(b"", b"", b"", b"", b"", b"", b"")

# The same as marks, which is how a game says it: numbers of 16 bits, a cell and above it one of
# these. They are written into a buffer, since legal steps are many and a `Footprint` is large.
VACATED, FILLED, LEFT, REACHED, CAPTURED, ATTACKED, VIA = range(0, 7 << 8, 1 << 8)
MARKS = 12  # a step has no more

# winners: sides that won (several share; none is a draw); scores: points by
# side, or () where the game keeps none; why: a few words for a person.
Outcome = namedtuple("Outcome", ("winners", "scores", "why"))


class TextError(ValueError):
    """A position, move or option text that fits no rule; names the offending word."""


class IllegalMove(ValueError):
    """A well-formed move that the rules forbid here."""


class AmbiguousMove(ValueError):
    """A move text that several legal moves fit."""


@micropython.native
def footprint(marks, at, end, alone):
    """The `Footprint` of a step with these marks, from number `at` to before number `end`.

    alone: of each cell, see grids.
    """
    groups = [b""] * len(NOTHING)
    for i in range(at, end):
        groups[marks[i] >> 8] += alone[marks[i] & 255]
    return Footprint(*groups)


def find(name):
    """The catalogue's entry for a game's name or alias; TextError if there is none."""
    from tourelle.games.catalogue import GAMES

    name = name.lower()
    for entry in GAMES:
        if name == entry.name or name in entry.aliases:
            return entry
    known = ", ".join(entry.name for entry in GAMES)
    raise TextError("no game '%s'; there are: %s" % (name, known))


def load(name):
    """The module of the game with that name or alias."""
    module = "tourelle.games." + find(name).name
    if module not in sys.modules:
        make_room()
    return __import__(module, None, None, ("Position",))


def model(name):
    """What the search needs of the game with that name or alias; TextError if nobody wrote it."""
    name = find(name).name
    module = "tourelle.games." + name + ".search"
    try:
        return __import__(module, None, None, ("Model",)).Model()
    except ImportError:
        raise TextError("nothing can play %s: there is no games/%s/search.py" % (name, name))


def opening(name, options=None):
    """The opening position of a game; options as {name: value}."""
    return load(name).Position(options)


def read(text):
    """The position of a text such as "go b c3=b1 d4=w1"; a name alone is the opening."""
    words = text.split()
    if not words:
        raise TextError("an empty text is no position; it starts with a game's name")
    return load(words[0]).Position.read(text)
