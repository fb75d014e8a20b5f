"""Recognising the game that is set up on the board, and a board that is cleared."""

from tourelle.clock import elapsed, later

STOOD_MS = 1000  # what has stood unchanged for so long counts
LIFTED = 8  # during a game only if so many cells were lifted since the last step

CLEARED = "cleared"


class Recognition:
    """Watches the switches for an opening of one of the games (the catalogue's entries)."""

    def __init__(self, closed, entries):
        self._closed = closed
        self._entries = [entry for entry in entries if any(entry.opening)]
        self._lifted = bytearray(len(closed))
        self._stood = LIFTED  # cells that were occupied after the last step
        self._placed: list = []
        self._at = None

    def forget(self):
        """A step was committed: what was lifted before does not count."""
        self._lifted[:] = bytes(len(self._lifted))
        self._stood = sum(self._closed)

    def begin(self, now):
        """Look at the board as it stands, in a second."""
        self._at = later(now, STOOD_MS)

    def changed(self, cell, now):
        """A debounced change of one switch."""
        self.begin(now)
        if cell in self._placed:
            self._placed.remove(cell)
        if self._closed[cell]:
            self._placed.append(cell)
        else:
            self._lifted[cell] = 1

    def due(self, now):
        """Milliseconds until `stood` has something to say."""
        return 1 << 20 if self._at is None else max(0, -elapsed(now, self._at))

    def stood(self, now):
        """After a second's quiet, once: the entry whose opening stands, CLEARED, or None."""
        if self._at is None or elapsed(now, self._at) < 0:
            return None
        self._at = None
        if not any(self._closed):
            return CLEARED
        for entry in self._entries:
            if entry.opening == self._closed:
                return entry
        return None

    def much_lifted(self):
        """Whether so much was lifted since the last step that a new game may be meant.

        Where fewer pieces are left, it is all of them.
        """
        return sum(self._lifted) >= min(LIFTED, max(1, self._stood))

    def placed(self):
        """The cells where something stands, in the order in which it was set down."""
        unseen = [c for c in range(len(self._closed)) if self._closed[c] and c not in self._placed]
        return unseen + self._placed

    def nearest(self):
        """The opening that what stands comes nearest to (bytes), or None on an empty board."""
        closed = self._closed
        best = None
        least = len(closed)
        if any(closed):
            for entry in self._entries:
                off = 0
                for cell in range(len(closed)):
                    off += closed[cell] != entry.opening[cell]
                if off < least:
                    best, least = entry.opening, off
        return best
