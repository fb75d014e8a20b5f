"""A question that the lights ask: which of these readings? A touch of a lit cell answers."""

from tourelle.proposals import cells_of


class Question:
    """What is asked for.

    readings  the readings that it is between
    cells     the cells that answer it (bytes)
    lifted    the cells that its readings lift pieces from (a set)
    about     all cells that its readings have to do with (a set)
    until     number of the last change that its readings explain
    offered   the reading that OK would take, or None
    """

    def __init__(self, readings, ground, until):
        self.readings = readings
        self.until = until
        self.offered = None
        feet = [ground.felt_by(reading) for reading in readings]
        self.lifted = {cell for foot in feet for cell in foot.vacated + foot.left}
        self.about = {cell for foot in feet for group in foot for cell in group}
        self._feet = feet
        self._marks = [foot.reached + foot.via + foot.left for foot in feet]
        for i in range(len(feet)):
            if not readings[i][1]:  # taken back: the cell that it was put back to
                self._marks[i] = feet[i].vacated + feet[i].filled
        if len(feet) > 1 and not self._apart():
            self._marks = [b""] * len(feet)
        for i in range(len(feet)):
            self._marks[i] = self._marks[i] or feet[i].filled + feet[i].vacated
        self.cells = self._apart() or bytes(sorted(set(self._marks[0])))

    def _apart(self):
        """The cells that stand for some of the readings, but not for all of them."""
        count: dict = {}
        for marks in self._marks:
            for cell in marks:
                count[cell] = count.get(cell, 0) + 1
        return bytes(sorted(cell for cell in count if count[cell] < len(self._marks)))

    def left(self, cell):
        """The readings that a touch of the cell leaves; all of them where it is no answer."""
        if cell not in self.cells:
            return self.readings
        return [self.readings[i] for i in self._of(cell)]

    def offer(self, mask):
        """Offer the next reading that no switch could tell, or of all; none after the last one.

        mask: not 0 where a switch cannot be felt.
        """
        unfelt = self.unfelt(mask) or self.readings
        # A switch that was thought dead may have changed meanwhile.
        at = unfelt.index(self.offered) + 1 if self.offered in unfelt else 0
        self.offered = unfelt[at] if at < len(unfelt) else None

    def unfelt(self, mask):
        """The readings that no switch could tell, and those that no touch can answer."""
        return [
            self.readings[i]
            for i in range(len(self.readings))
            if any(mask[cell] for cell in cells_of(self._feet[i]))
            or not any(cell in self.cells for cell in self._marks[i])
        ]

    def _of(self, cell):
        """The places of the readings that the cell stands for."""
        return [i for i in range(len(self._marks)) if cell in self._marks[i]]
