"""Shows a step that no hand has made, until hands have carried it out."""

from tourelle.lights import BARRIER, PUT_BACK, pulses


class Showing:
    """Keeps what hands still have to do for a step.

    The board itself shows what switches feel. This is about the rest: a cell that a piece is put
    onto is done when that was lifted and set down, an edge when both of its cells were touched. A
    stack that only loses its upper pieces need not be felt.

    begun  the hands have touched one of the step's cells
    """

    def __init__(self, foot):
        self._cells = foot.vacated + foot.filled + foot.left + foot.reached + foot.captured
        self._felt = len(foot.vacated + foot.filled) > 0
        self._laid = b""  # cells on the way where something is laid
        self._edge = b""
        if foot.filled:
            self._laid = bytes([cell for cell in foot.via if cell in foot.filled])
        else:
            self._edge = foot.via
        self._reached = foot.reached
        self._stood = False  # whether all that can be felt has been right at some time
        self.begun = False

    def changed(self, cell, closed, differ):
        """A switch has changed, and `differ` of them now differ. False: the hands went on."""
        if differ == 0:
            self._stood = True
        if cell in self._cells or cell in self._edge:
            self.begun = True
            if closed:
                self._reached = _without(self._reached, cell)
            self._edge = _without(self._edge, cell)
            return True
        return not (self._felt and self._stood and differ)

    def done(self):
        """Whether nothing is left to touch."""
        return not (self._reached or self._edge)

    def show(self, lamps, closed):
        """Set the lamps of what the switches do not ask for."""
        for cell in self._reached:
            lamps[cell] = PUT_BACK
        for cell in self._laid:
            if not closed[cell]:
                lamps[cell] = pulses(PUT_BACK, 1)
        for cell in self._edge:
            lamps[cell] = BARRIER


def _without(cells, cell):
    return bytes([other for other in cells if other != cell]) if cell in cells else cells
