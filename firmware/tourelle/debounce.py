"""Debounce: what the switches say, without their chatter."""

from array import array

from tourelle.clock import elapsed
from tourelle.tight import differing

# A closing reed chatters for up to 8 ms. A change counts at the second sample
# that shows it, so light follows at once; then the cell is deaf for this long.
DEAF_MS = 12


class Debounce:
    """One state a cell, from samples of all of them.

    closed    the debounced state, 1 where a switch is closed (bytearray)
    changed   the cells that the last `sample` changed, the first `count` of them (bytearray)
    settled   nothing differs from the state: no sample is needed until one does
    """

    def __init__(self, size):
        self.closed = bytearray(size)
        self.changed = bytearray(size)
        self.count = 0
        self.settled = True
        self._last = bytearray(size)
        self._none = bytes(size)
        self._found = bytearray(size)
        self._deaf = bytearray(size)
        self._since = array("i", [0] * size)

    def start(self, raw):
        """Take the switches as they are, without any change."""
        self.closed[:] = raw
        self._last[:] = raw
        self.settled = True

    def sample(self, raw, now):
        """Take one sample of every switch; returns how many cells changed."""
        self.count = 0
        if self.settled and raw == self._last:
            return 0
        closed = self.closed
        last = self._last
        found = self._found
        differ = differing(raw, closed, self._none, found, len(closed))
        for i in range(differ):
            cell = found[i]
            state = raw[cell]
            if state == last[cell] and not (
                self._deaf[cell] and elapsed(now, self._since[cell]) < DEAF_MS
            ):
                closed[cell] = state
                self._deaf[cell] = 1
                self._since[cell] = now
                self.changed[self.count] = cell
                self.count += 1
        last[:] = raw
        self.settled = self.count == differ
        return self.count
