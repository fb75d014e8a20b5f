"""What the board fitted last: it is read when the hands have gone on before it was decided."""

from tourelle.grids import NONE


class Moment:
    """A board that fitted some step.

    key    of the cells that differed from the position
    away   the cells that differed from that without the soft step
    until  number of the last change of that board
    by_lift   it was over since a cell opened
    """

    def __init__(self, key, away, until, by_lift):
        self.key = key
        self.away = away
        self.until = until
        self.by_lift = by_lift


class Fitted:
    """Needs the `Line` and the `Tokens`; gives what the board fitted.

    last   the `Moment` that the board fitted last, or None
    since  number of the change that made it fit what it fits now
    """

    def __init__(self, line, tokens):
        self._line = line
        self._tokens = tokens
        self.last = None
        self.since = 0
        self._fits = False
        self._key = 0  # what it fits now, or did
        self._away = b""
        self._by = NONE  # the cell that made it fit
        self._unsettled = NONE  # the cell that `settle` still has to look at,
        self._fitted_before = False  # and whether the board fitted before its change

    def begin(self, until):
        """The position has changed, for what happened after change number `until`."""
        self.last = None
        self._key = 0
        self._away = b""
        self.meet()
        self.since = until

    def meet(self):
        """Note what the board fits now, and when it came to that."""
        line = self._line
        self._fits = False
        if not line.differ:
            return
        away = line.away()
        if line.top.fitting(line.key) or (away and line.base.fitting_cells(away)):
            self._fits = True
            if (self._key, self._away) != (line.key, away):
                self._key = line.key
                self._away = away
                self.since = self._tokens.seq

    def changed(self, cell, closed, lasted):
        """A switch has changed, already in the tokens, but not in the line."""
        # A piece that only passed over the cell where it would have fitted has not been there.
        passed = cell == self._by and self._tokens.passed(cell, closed, lasted)
        if self._fits and not passed:
            self.last = Moment(self._key, self._away, self._tokens.seq - 1, not closed)
        self._fitted_before = self._fits
        self._unsettled = cell

    def settle(self):
        """Do what the last change left to do, since its light comes first; False if nothing."""
        if self._unsettled == NONE:
            return False
        cell = self._unsettled
        self._unsettled = NONE
        self.meet()
        if self._fits and not self._fitted_before:
            self._by = cell
        return True

    def fits(self):
        """Whether the board as it stands fits some step."""
        return self._fits
