"""Tokens: what the switches said, cell by cell, as lifts, sets and touches with their times.

Everything about single contacts is in this file; who judges waits longer for hands that hover.
"""

from array import array

from tourelle.clock import elapsed, passed
from tourelle.kernels import const, micropython

TOUCH_MS = 40  # a switch that changes back sooner has bounced
UNKNOWN_MS = 300  # assumed before a cell's first change: long enough for a touch
TOGETHER_MS = 800  # pieces lifted within this time may be in two hands
JOLT_MS = 30  # when more than `JOLTED` cells change within this time, somebody has knocked
JOLTED = 4
WORKED_MS = 10000  # a switch that has changed within this time is not dead
HOVERS_MS = 700  # a piece up for longer is being thought about, and may pass over cells
RECALL = 64  # how many changes are remembered with their cells
_LEFT_OUT = const(128)  # flag added to a cell: no board has that many cells
LIFT_MS = 150  # a piece up for less than this is nudged


class Tokens:
    """For every cell, when its switch last opened and closed, and the time before that.

    Moments are counted, not timed: `seq` goes up by one with every change.

    answered    number of the change that ended the last touch which answered a question
    """

    def __init__(self, size):
        self.seq = self.answered = 0
        self.last_change = 0  # in ms
        self._cells = bytearray(RECALL)  # by number
        self._opened = array("i", [0] * size)
        self._opened_before = array("i", [0] * size)
        self._closed = array("i", [0] * size)
        self._closed_before = array("i", [0] * size)
        self._changed = array("i", [0] * size)  # its last change, and the one before
        self._changed_before = array("i", [0] * size)
        self._nudged = bytearray(size)  # 1 if it was open only for a moment before it closed
        self._at = array("i", [0] * size)  # when the switch last changed, in ms
        self._jolted = bytearray(size)  # 1 if its last change was part of a knock

    @micropython.native
    def changed(self, cell, closed, resting, now, left_out=0):
        """Take in a change; returns how long, in ms, the cell had been in its previous state.

        left_out: nonzero if the cell was left out of the comparison until then.
        """
        self.seq += 1
        self._cells[self.seq % RECALL] = cell | (_LEFT_OUT if left_out else 0)
        lasted = passed(now, self._at[cell]) if self._changed[cell] else UNKNOWN_MS
        self._at[cell] = self.last_change = now
        self._changed_before[cell] = self._changed[cell]
        self._changed[cell] = self.seq
        jolted = self._jolted[cell]
        self._note_jolt(cell, now)
        if closed and jolted and lasted < LIFT_MS:
            self._opened[cell] = self._opened_before[cell]
            return 0  # nobody has touched it
        if not closed:
            self._opened_before[cell] = self._opened[cell]
            self._opened[cell] = self.seq
        elif lasted < TOUCH_MS and resting:
            self._opened[cell] = self._opened_before[cell]
        else:
            self._closed_before[cell] = self._closed[cell]
            self._closed[cell] = self.seq
        if closed:
            self._nudged[cell] = lasted < LIFT_MS
        return lasted

    @micropython.native
    def _note_jolt(self, cell, now):
        """Mark the cells that changed together with this one, if too many for a hand."""
        cells = self._cells
        self._jolted[cell] = 0
        oldest = self.oldest()
        number = self.seq
        count = 0
        while number > oldest:
            other = cells[number % RECALL] & ~_LEFT_OUT
            if self._changed[other] == number:
                if passed(now, self._at[other]) > JOLT_MS:
                    break
                count += 1
            number -= 1
        while count > JOLTED and number < self.seq:
            number += 1
            self._jolted[cells[number % RECALL] & ~_LEFT_OUT] = 1

    def oldest(self):
        """The number of the earliest change from which the board can still be retraced."""
        return max(0, self.seq - RECALL)

    def cell(self, number):
        """The cell of a change, one of the last `RECALL`, and whether it was left out then."""
        cell = self._cells[number % RECALL]
        return cell & ~_LEFT_OUT, cell & _LEFT_OUT

    def opened(self, cell, until):
        """Number of the cell's last opening by change `until`, as far as remembered."""
        moment = self._opened[cell]
        return moment if moment <= until else self._opened_before[cell]

    def closed(self, cell, until):
        """Number of the cell's last closing by change `until`, as far as remembered."""
        moment = self._closed[cell]
        return moment if moment <= until else self._closed_before[cell]

    def use_up(self, cell):
        """A touch has answered a question: it says nothing else, and earlier touches stay."""
        self.answered = self.seq
        self._opened[cell] = self._opened_before[cell]
        self._closed[cell] = self._closed_before[cell]

    def touched(self, cell, since, until):
        """Whether a piece was set down there after `since`, by `until`."""
        return since < self.closed(cell, until) <= until

    def handled(self, cell, since):
        """Whether what stands there was lifted and set down after `since`."""
        return since < self._opened[cell] < self._closed[cell]

    def began(self, foot, since):
        """Number of the first change after `since` that belongs to a step with this footprint."""
        began = self.seq
        for cell in foot.vacated + foot.left:
            if self._opened[cell] > since:
                began = min(began, self._opened[cell])
        for cell in foot.filled + foot.reached + foot.via:
            if self._closed[cell] > since:
                began = min(began, self._closed[cell])
        return began

    def changed_at(self, cell):
        """Number of the cell's last change."""
        return self._changed[cell]

    def closed_before(self, cell):
        """Number of the cell's second-last closing."""
        return self._closed_before[cell]

    def last(self, foot):
        """Number of the last change that belongs to a step with this footprint."""
        last = 0
        for cell in foot.vacated:
            last = max(last, self._opened[cell])
        for cell in foot.filled + foot.reached + foot.left:
            last = max(last, self._closed[cell])
        return last

    def moved(self, cells, closed, now):
        """Whether a piece was moved from one of these cells to another just now.

        Their switches are not dead: one has opened and one has closed. closed: the switches.
        """
        moved = [cell for cell in cells if self._changed[cell] and self._near(cell, now, WORKED_MS)]
        return len({closed[cell] for cell in moved}) == 2

    def changed_twice(self, cell, since):
        """Whether the switch has opened and closed after `since`, in either order."""
        return self._changed_before[cell] > since

    def lifted(self, cell):
        """Whether the last touch of a cell was a lift, not just a nudge."""
        return not self._nudged[cell]

    def together(self, cells):
        """Whether all these cells changed at about the same time."""
        return all(self._near(cell, self.last_change, TOGETHER_MS) for cell in cells)

    def _near(self, cell, now, ms):
        """Whether the cell changed within `ms` of this moment."""
        return abs(elapsed(now, self._at[cell])) < ms

    def followed_soon(self, cell, cells, ms):
        """Whether another of these cells changed after this one, and within `ms`."""
        for other in cells:
            if self._changed[other] > self._changed[cell]:
                return 0 <= elapsed(self._at[other], self._at[cell]) < ms
        return False

    def hovers(self, cells, closed):
        """Whether the one piece that came down had been up for long: it may only be hovering."""
        down = [cell for cell in cells if closed[cell]]
        if len(down) != 1:
            return False
        came = self._at[down[0]]
        return any(not closed[c] and elapsed(came, self._at[c]) > HOVERS_MS for c in cells)
