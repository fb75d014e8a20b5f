"""Tokens: the changes of the switches that count, in order, without what is no sign.

All that is known of contacts, and of hands that only pass over a cell, is in this file.
"""

from array import array

from tourelle.clock import elapsed, later

TOUCH_MS = 40  # a switch that changes back sooner has bounced
REST_MS = 150  # what rests on an empty cell for a shorter time only passes over it
KNOCK_MS = 250  # so many cells that open and close within this time were shaken, not touched
KNOCKED = 3
NUDGE_MS = 200  # what is up for longer is lifted

_MOST = 96  # changes that are kept
_LONG = 30000  # ms; no time between two changes of a cell is counted longer
_UNKNOWN = 300  # of the first change that is seen of a cell: it may have been a touch


class Tokens:
    """The changes since nobody doubted the position, the first `count` of some arrays.

    seq          number of the latest change; it goes up by one with every change
    last_change  when that was, in ms
    seqs         number of each
    cells        its cell
    shut         1 where the switch closed
    at           when, in ms
    lasted       for how many ms the switch had been as it was before
    """

    def __init__(self, size):
        self.seq = 0
        self.last_change = 0
        self.count = 0
        self.seqs = array("i", [0] * _MOST)
        self.cells = bytearray(_MOST)
        self.shut = bytearray(_MOST)
        self.at = array("i", [0] * _MOST)
        self.lasted = array("H", [0] * _MOST)
        self._at = array("i", [0] * size)
        self._seq = array("i", [0] * size)  # of each cell's last change, and of the one before
        self._seq_before = array("i", [0] * size)
        self._knocked = -1  # when a knock began, -1 for none

    def changed(self, cell, shut, now):
        """Take in a change; returns for how many ms the cell was as it was before."""
        self.seq += 1
        lasted = _UNKNOWN
        if self._seq[cell]:
            lasted = min(elapsed(now, self._at[cell]), _LONG)
        self._at[cell] = self.last_change = now
        self._seq_before[cell] = self._seq[cell]
        self._seq[cell] = self.seq
        i = self.last(cell)
        if i >= 0 and self.shut[i] != shut and self._is_nothing(i, lasted):
            self._remove(i)
        else:
            if self.count == _MOST:
                self._remove(0)
            i = self.count
            self.seqs[i] = self.seq
            self.cells[i] = cell
            self.shut[i] = shut
            self.at[i] = now
            self.lasted[i] = lasted
            self.count += 1
            if shut and lasted < NUDGE_MS:
                self._shake()
        return lasted

    def _is_nothing(self, i, lasted):
        """Whether a change is undone that lasted so short that it says nothing."""
        if lasted < TOUCH_MS:
            return True
        # What was nudged just before had been there; what had not only passes over the cell.
        return self.shut[i] == 1 and lasted < REST_MS <= self.lasted[i]

    def _shake(self):
        """Where many cells opened and closed at once, somebody knocked: forget all of that."""
        began = self._opened(self.count - 1)
        if began < 0:
            return
        shaken = 0
        for i in range(self.count):
            if self._is_nudge(i) and elapsed(self.at[began], self._when(i)) < KNOCK_MS:
                shaken += 1
        knocking = self._knocked >= 0 and elapsed(self.at[began], self._knocked) < KNOCK_MS
        if shaken < KNOCKED and not knocking:
            return
        self._knocked = self.at[began]
        i = self.count
        while i > 0:
            i -= 1
            if self._is_nudge(i) and elapsed(self._knocked, self._when(i)) < 2 * KNOCK_MS:
                opened = self._opened(i)
                self._remove(i)
                self._remove(opened)

    def _is_nudge(self, i):
        """Whether with change i a cell closed that had been open for a moment only."""
        return (
            i < self.count
            and self.shut[i] == 1
            and self.lasted[i] < NUDGE_MS
            and self._opened(i) >= 0
        )

    def _when(self, i):
        """When the cell opened that closed with change i."""
        return later(self.at[i], -self.lasted[i])

    def _opened(self, i):
        """Where the cell opened that closed with change i, or -1."""
        cell = self.cells[i]
        i -= 1
        while i >= 0 and self.cells[i] != cell:
            i -= 1
        return i if i >= 0 and not self.shut[i] else -1

    def last(self, cell):
        """Where the last change of a cell is, or -1."""
        i = self.count - 1
        while i >= 0 and self.cells[i] != cell:
            i -= 1
        return i

    def _remove(self, i):
        count = self.count
        for row in (self.seqs, self.cells, self.shut, self.at, self.lasted):
            row[i : count - 1] = row[i + 1 : count]
        self.count -= 1

    def keep(self, wanted):
        """Keep those changes whose wanted(i) is true."""
        kept = 0
        for i in range(self.count):
            if wanted(i):
                for row in (self.seqs, self.cells, self.shut, self.at, self.lasted):
                    row[kept] = row[i]
                kept += 1
        self.count = kept

    def changed_twice(self, cell, since):
        """Whether the switch has opened and closed since, in either order, bounces included."""
        return self._seq_before[cell] > since

    def changed_at(self, cell):
        """Number of the cell's last change."""
        return self._seq[cell]
