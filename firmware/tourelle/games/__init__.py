"""The games: one folder each, with rules and search. No pins, no clock, no I/O.

Nothing outside a game's folder knows its name: `load` imports the game that is asked for, and
`catalogue` (generated) lists them all. A game's subfolders are for the host.
"""

import sys
from collections import namedtuple

from tourelle.kernels import micropython
from tourelle.memory import Lent, make_room, tidy

# What a step does to the board, as cells (bytes each):
#   vacated   occupied before, empty after: the hand lifts everything there
#   filled    empty before, occupied after
#   left      occupied before and after; a piece of the step was taken from it
#   reached   occupied before and after; a piece of the step was put on it
#   captured  an enemy piece comes off the board there (the cell is in no other list; it is empty
#             after unless more stands there)
#   attacked  of those reached: a hostile landing, lit `may-attack`
#   via       cells passed on the way, in order, where the piece may rest a moment; if all others
#             are empty, a bar is put on the edge between these two cells
# A step for which all are empty changes nothing: it is a pass, a claim or "done".
Footprint = namedtuple(
    "Footprint",
    ("vacated", "filled", "left", "reached", "captured", "attacked", "via"),
)
NOTHING = Footprint(b"", b"", b"", b"", b"", b"", b"")

# A game gives the same as marks: numbers of 16 bits, a cell and above it one of these. A buffer
# holds them: a `Footprint` is large.
VACATED, FILLED, LEFT, REACHED, CAPTURED, ATTACKED, VIA = range(0, 7 << 8, 1 << 8)
MARKS = 12  # most marks of a step

# winners: sides that won (several share; none is a draw); scores: points by side, or () if the game
# keeps none; why: a few words for a person.
Outcome = namedtuple("Outcome", ("winners", "scores", "why"))


class TextError(ValueError):
    """A text cannot be read; names the offending word."""


class IllegalMove(ValueError):
    """The rules forbid this move here."""


class AmbiguousMove(ValueError):
    """A text fits several legal moves."""


def cells_of(foot):
    """All cells that a step with this footprint puts pieces on or takes pieces from."""
    return foot.vacated + foot.filled + foot.left + foot.reached + foot.via


@micropython.native
def footprint(marks, at, end, single):
    """The `Footprint` of a step with these marks, from number `at` to before number `end`.

    single: see `Grid`.
    """
    groups = [b""] * len(NOTHING)
    for i in range(at, end):
        groups[marks[i] >> 8] += single[marks[i] & 255]
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
    """The module of the game with that name or alias; TextError if there is none."""
    module = "tourelle.games." + find(name).name
    if module not in sys.modules:
        make_room()
    with Lent(module, needs=0):
        return __import__(module, None, None, ("Position",))


def part(name, which, why):
    """A module of the game with that name, such as "search"; TextError(why) if nobody wrote it."""
    try:
        return __import__("tourelle.games.%s.%s" % (name, which), None, None, (which,))
    except ImportError:
        raise TextError(why)


def model(name):
    """The game's `Model` for the search, by name or alias; TextError if nobody wrote one."""
    name = find(name).name
    why = "nothing can play %s: there is no games/%s/search.py" % (name, name)
    search = part(name, "search", why)
    tidy()  # the model lives as long as the search: it should lie with the rest of the heap
    return search.Model()


def opening(name, options=None):
    """A game's opening position; options: {name: value}."""
    return load(name).Position(options)


def read(text):
    """The position in a text such as "go b c3=b1 d4=w1"; a name alone is the opening."""
    words = text.split()
    if not words:
        raise TextError("an empty text is not a position; it starts with a game's name")
    return load(words[0]).Position.read(text)
