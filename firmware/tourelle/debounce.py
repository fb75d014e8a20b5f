"""Debounces the switches."""

from array import array

from tourelle.clock import elapsed
from tourelle.kernels import differing
from tourelle.scanner import CLOSED

# A closing reed chatters for up to 8 ms. A change counts at the first sample that shows it, so that
# the light follows at once; after that the contact is ignored for this long.
DEAF_MS = 12


class Debounce:
    """The debounced state of every contact, from samples of all of them.

    closed    1 for each contact that is closed, after debouncing (bytearray)
    settled   the last sample equalled the state: none is needed until a contact changes
    """

    def __init__(self, size):
        self.closed = bytearray(size)
        self.settled = True
        self._none = bytes(size)
        self._found = bytearray(size)

    def start(self, raw):
        """Take the contacts as they are, without reporting changes."""
        self.closed[:] = raw
        self.settled = True
        self._since = array("i", [-1] * len(raw))  # when each last changed, -1: not yet

    def sample(self, raw, now, what):
        """Take one sample of every contact; returns how many changes it wrote into `what`.

        what: as a scanner's `changes` fills it in, see scanner.py.
        """
        closed = self.closed
        if raw == closed:
            self.settled = True
            return 0
        found = self._found
        count = 0
        differ = differing(raw, closed, self._none, found, len(closed))
        for i in range(differ):
            contact = found[i]
            since = self._since[contact]
            if since < 0 or not 0 <= elapsed(now, since) < DEAF_MS:
                closed[contact] = raw[contact]
                self._since[contact] = now
                what[count] = contact | CLOSED if raw[contact] else contact
                count += 1
        self.settled = count == differ
        return count
