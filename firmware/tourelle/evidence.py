"""What was touched, and in which order: the evidence that tells one step from another."""

from array import array

from tourelle.clock import elapsed

TOUCH_MS = 40  # a switch that changes back sooner has bounced


class Evidence:
    """For every cell, when its switch last opened and last closed.

    Moments are counted, not timed: `seq` goes up by one with every change.
    """

    def __init__(self, size):
        self.seq = 0
        self.last_change = 0  # in ms
        self._opened = array("i", [0] * size)
        self._closed = array("i", [0] * size)
        self._before = array("i", [0] * size)  # _opened before the last opening
        self._at = array("i", [0] * size)  # when the switch last changed, in ms

    def changed(self, cell, closed, resting, now):
        """Take in a change; True if it ends a touch of a cell whose resting state this is."""
        self.seq += 1
        lasted = elapsed(now, self._at[cell])
        self._at[cell] = self.last_change = now
        if not closed:
            self._before[cell] = self._opened[cell]
            self._opened[cell] = self.seq
        elif lasted < TOUCH_MS and resting:
            self._opened[cell] = self._before[cell]
        else:
            self._closed[cell] = self.seq
        return closed == resting and lasted >= TOUCH_MS

    def use_up(self, cell):
        """A touch has answered a question: it tells nothing else."""
        self._closed[cell] = 0

    def tells(self, foot, since, until):
        """Whether what was touched after `since`, by `until`, tells a step with this footprint."""
        opened = self._opened
        closed = self._closed
        start = since
        if foot.vacated:
            start = max(since, min(opened[c] for c in foot.vacated))
        for cell in foot.reached + foot.left:
            if not start < closed[cell] <= until:
                return False
        if foot.via:
            # The piece rested there, and went on before it was set down for good.
            end = max((closed[c] for c in foot.filled), default=until)
            for cell in foot.via:
                if not start < opened[cell] < end:
                    return False
        return True
