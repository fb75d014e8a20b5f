"""Tokens: what the switches said, cell by cell, as lifts, sets and touches with their times.

Everything about single contacts is in this file.
"""

from array import array

from tourelle.clock import elapsed, passed
from tourelle.kernels import const, micropython

TOUCH_MS = 40  # a switch that changes back sooner has bounced
UNKNOWN_MS = 300  # assumed before a cell's first change: long enough for a touch
TOGETHER_MS = 800  # pieces lifted within this time may be in two hands
KNOCK_MS = 30  # when more than `KNOCK_CELLS` cells change within this time, somebody has knocked
KNOCK_CELLS = 4
WORKED_MS = 10000  # a switch that has changed within this time is not dead
CARRIED_MS = 700  # a piece up for longer is carried about, and may pass over cells
RECALL = 64  # how many changes are remembered with their cells
SO_FAR = (1 << 30) - 1  # an `until` that takes in all changes: the largest small int on the Pico
_LEFT_OUT = const(128)  # flag added to a cell: no board has that many cells
LIFT_MS = 150  # a piece up for less than this is nudged


class Tokens:
    """For every cell, when its switch last opened and closed, and the time before that.

    Changes are numbered: `seq` goes up by one with every change. A cell's *opening*, *closing* or
    *change* is the number of the last one, 0 if there was none.
    """

    def __init__(self, size):
        self.seq = 0
        self._answered = 0  # number of the change that ended the last touch meant for a question
        self.last_change = 0  # in ms
        self._cells = bytearray(RECALL)  # by number
        self._opening = array("i", [0] * size)
        self._opening_before = array("i", [0] * size)
        self._closing = array("i", [0] * size)
        self._closing_before = array("i", [0] * size)
        self._change = array("i", [0] * size)
        # Bit 0: the last closing ended a nudge. Bit 1: so did the closing before it.
        self._nudged = bytearray(b"\x01" * size)
        self._at = array("i", [0] * size)  # when the switch last changed, in ms
        self._knocked = bytearray(size)  # 1 if its last change was part of a knock

    @micropython.native
    def changed(self, cell, closed, occupied, now, left_out=0):
        """Take in a change; returns how long, in ms, the cell had been in its previous state.

        occupied: whether the position has something there; left_out: nonzero if the cell was left
        out of the comparison until then.
        """
        self.seq += 1
        self._cells[self.seq % RECALL] = cell | (_LEFT_OUT if left_out else 0)
        lasted = passed(now, self._at[cell]) if self._change[cell] else UNKNOWN_MS
        self._at[cell] = self.last_change = now
        self._change[cell] = self.seq
        knocked = self._knocked[cell]
        self._note_knock(cell, now)
        if closed and knocked and lasted < LIFT_MS:
            self._opening[cell] = self._opening_before[cell]
            return 0  # nobody has touched it
        if not closed:
            self._opening_before[cell] = self._opening[cell]
            self._opening[cell] = self.seq
        elif lasted < TOUCH_MS and occupied:
            self._opening[cell] = self._opening_before[cell]
        else:
            self._closing_before[cell] = self._closing[cell]
            self._closing[cell] = self.seq
            self._nudged[cell] = (self._nudged[cell] & 1) << 1 | (lasted < LIFT_MS)
        return lasted

    @micropython.native
    def _note_knock(self, cell, now):
        """Mark the cells that changed together with this one, if too many for a hand."""
        cells = self._cells
        self._knocked[cell] = 0
        oldest = self.oldest()
        number = self.seq
        count = 0
        while number > oldest:
            other = cells[number % RECALL] & ~_LEFT_OUT
            if self._change[other] == number:
                if passed(now, self._at[other]) > KNOCK_MS:
                    break
                count += 1
            number -= 1
        while count > KNOCK_CELLS and number < self.seq:
            number += 1
            self._knocked[cells[number % RECALL] & ~_LEFT_OUT] = 1

    def oldest(self):
        """The number of the earliest change back to which the board can still be retraced."""
        return max(0, self.seq - RECALL)

    def cell(self, number):
        """The cell of a change, one of the last `RECALL`, and whether it was left out then."""
        cell = self._cells[number % RECALL]
        return cell & ~_LEFT_OUT, cell & _LEFT_OUT

    def opening(self, cell, until=SO_FAR):
        """Number of the cell's last opening by change `until`.

        Only two are remembered: if both came after `until`, that of the earlier one.
        """
        number = self._opening[cell]
        return number if number <= until else self._opening_before[cell]

    def closing(self, cell, until=SO_FAR):
        """Number of the cell's last closing by change `until`, remembered as `opening` is."""
        number = self._closing[cell]
        return number if number <= until else self._closing_before[cell]

    def use_up(self, cell):
        """Forget the cell's last touch, which answered a question; the one before counts again."""
        self._answered = self.seq
        self._opening[cell] = self._opening_before[cell]
        self._closing[cell] = self._closing_before[cell]
        self._nudged[cell] >>= 1

    def answering(self, number):
        """Whether that change began the last touch that was meant for a question."""
        return number == self._answered - 1

    def touched(self, cell, since, until=SO_FAR):
        """Whether a piece was set down there after `since`, by `until`."""
        return since < self.closing(cell, until) <= until

    def handled(self, cell, since):
        """Whether what stands there was lifted and set down after `since`."""
        return since < self._opening[cell] < self._closing[cell]

    def first(self, foot, since):
        """Number of the first change after `since` that belongs to a step with this footprint."""
        numbers = [self._opening[cell] for cell in foot.vacated + foot.left]
        numbers += [self._closing[cell] for cell in foot.filled + foot.reached + foot.via]
        return min([number for number in numbers if number > since] + [self.seq])

    def change(self, cell):
        """Number of the cell's last change."""
        return self._change[cell]

    def last(self, foot):
        """Number of the last change that belongs to a step with this footprint."""
        numbers = [self._opening[cell] for cell in foot.vacated]
        numbers += [self._closing[cell] for cell in foot.filled + foot.reached + foot.left]
        return max(numbers + [0])

    def moved(self, cells, closed, now):
        """Whether a piece was moved from one of these cells to another just now.

        Their switches are not dead: one has opened and one has closed. closed: the switches.
        """
        moved = [cell for cell in cells if self._change[cell] and self._near(cell, now, WORKED_MS)]
        return len({closed[cell] for cell in moved}) == 2

    def changed_twice(self, cell, since):
        """Whether the switch has opened and closed after `since`, in either order."""
        earlier = range(max(since, self.oldest()) + 1, self._change[cell])
        return any(self.cell(number)[0] == cell for number in earlier)

    def lifted(self, cell):
        """Whether the last touch of a cell was a lift, not just a nudge."""
        return not self._nudged[cell] & 1

    def together(self, cells):
        """Whether all these cells changed at about the same time."""
        return all(self._near(cell, self.last_change, TOGETHER_MS) for cell in cells)

    def _near(self, cell, now, ms):
        """Whether the cell changed within `ms` of this moment."""
        return abs(elapsed(now, self._at[cell])) < ms

    def followed_soon(self, cell, cells, ms):
        """Whether another of these cells changed after this one, and within `ms`."""
        later = [other for other in cells if self._change[other] > self._change[cell]]
        return any(0 <= elapsed(self._at[other], self._at[cell]) < ms for other in later)

    def hovers(self, cells, closed):
        """Whether the one piece that came down had been up for long: it may only be hovering."""
        down = [cell for cell in cells if closed[cell]]
        if len(down) != 1:
            return False
        came = self._at[down[0]]
        return any(not closed[c] and elapsed(came, self._at[c]) > CARRIED_MS for c in cells)
