"""Recognises the game that is set up on the board, and a board that was cleared."""

from array import array

from tourelle import games
from tourelle.clock import later
from tourelle.game import Observer
from tourelle.kernels import const, micropython

_STOOD_MS = const(1000)  # what has stood unchanged for this long counts
LIFTED = 8  # but during a game, only if this many cells were lifted since the last step

CLEARED = "cleared"


class Recognition(Observer):
    """Watches the switches for an opening of one of the games. A timer (see timers.py).

    astray   cells with pieces that no game places as its first on an empty board (bytes)
    """

    def __init__(self, closed, entries, found):
        """entries: the catalogue entries of the games; found(what): called with what has stood for
        a second: an entry, CLEARED, or None."""
        self.astray = b""
        self.at = None
        self._closed = closed
        self._found = found
        self._all = entries
        self._entries = [entry for entry in entries if any(entry.opening)]
        self._from_empty = len(self._entries) < len(entries)  # a game begins on an empty board
        self._lifted = bytearray(len(closed))
        self._stood = LIFTED  # cells that were occupied after the last step
        self._set = array("i", [0] * len(closed))  # number of the change that put something there
        self._changes = 0

    def forget(self):
        """Forget what was lifted so far."""
        self._lifted[:] = bytes(len(self._lifted))
        self._stood = sum(self._closed)

    def played(self, number, side, move, text):
        self.forget()

    def look_soon(self, now):
        """Look at the board in a second, as it then stands."""
        self.at = later(now, _STOOD_MS)

    @micropython.native
    def changed(self, cell, now):
        """A debounced change of one switch."""
        self.at = later(now, _STOOD_MS)
        self._changes += 1
        self._set[cell] = self._changes
        self.astray = b""
        if not self._closed[cell]:
            self._lifted[cell] = 1

    def act(self, now):
        """Report what stands on the board."""
        self._found(self.standing())

    def standing(self):
        """The entry whose opening stands, CLEARED, or None."""
        if not any(self._closed):
            return CLEARED
        for entry in self._entries:
            if entry.opening == self._closed:
                return entry
        return None

    def much_lifted(self):
        """Whether enough was lifted since the last step to mean a new game.

        That is LIFTED cells, or all if fewer were occupied.
        """
        return sum(self._lifted) >= min(LIFTED, max(1, self._stood))

    def begun(self):
        """A game that begins on an empty board, as placed so far: (opening, steps), or None.

        A game whose placing is complete is preferred. One that needs more pieces is begun only if
        it has no opening with pieces.
        """
        placed = [cell for cell in range(len(self._closed)) if self._closed[cell]]
        placed.sort(key=lambda cell: self._set[cell])
        for complete in (True, False):
            for entry in self._all:
                for pairs in entry.empty if complete or not any(entry.opening) else ():
                    options = dict(pairs)
                    moves = placing(games.opening(entry.name, options), placed, complete)
                    if moves is not None:
                        return games.opening(entry.name, options), moves
        return None

    def stray(self):
        """Set `astray`, if games begin on an empty board."""
        if not self._from_empty:
            return
        closed = self._closed
        places = set()
        for entry in self._all:
            for pairs in entry.empty:
                position = games.opening(entry.name, dict(pairs))
                for move in position.legal_moves():
                    places.update(position.footprint(move).filled)
        self.astray = bytes([c for c in range(len(closed)) if closed[c] and c not in places])

    def nearest(self):
        """What should stand, by the nearest openings: those in whose way the fewest pieces are.

        A cell on which they disagree stays as it is. If a game begins on an empty board, openings
        count only if they differ from the board in fewer cells than it has pieces. If there are no
        such openings: all but what is astray. None if the board is empty.
        """
        closed = self._closed
        if not any(closed):
            return None
        cells = range(len(closed))
        near = []
        least = len(closed)
        most = sum(closed) if self._from_empty else len(closed)
        for entry in self._entries:
            opening = entry.opening
            extra = sum([closed[cell] > opening[cell] for cell in cells])
            if extra + sum([closed[cell] < opening[cell] for cell in cells]) >= most:
                continue
            if extra < least:
                least = extra
                near = []
            if extra == least:
                near.append(opening)
        wanted = bytearray(closed)
        for cell in cells if near else ():
            stand = sum([opening[cell] for opening in near])
            if stand in (0, len(near)):
                wanted[cell] = stand > 0
        for cell in () if near else self.astray:
            wanted[cell] = 0
        return wanted


def placing(position, cells, complete):
    """The steps from an empty opening that put pieces on these cells, in order, and say done.

    None if the game cannot begin with these pieces; with complete, also if more pieces have to be
    placed before any may move.
    """
    moves = []
    for cell in cells:
        for move in position.legal_moves():
            foot = position.footprint(move)
            if not foot.vacated and foot.filled == bytes((cell,)):
                break
        else:
            return None
        moves.append(move)
        position.push(move)
    if cells:
        feet = [(move, position.footprint(move)) for move in position.legal_moves()]
        done = [move for move, foot in feet if not any(foot)]
        if complete and not done and not all(foot.vacated for _, foot in feet):
            return None
        moves += done
    return moves
