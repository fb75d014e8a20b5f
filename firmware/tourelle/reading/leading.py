"""Leading the hands to the position: after an undo, a host's step or one that no hand made."""


class Leading:
    """Needs the `Line`; gives what the lights ask for, until the board is as the position says.

    on        the hands are led
    stood     height of each cell before it was changed by an undo or a shown step; 0 where it was
              not, or a hand came to it since
    barrier   cells beside the barrier that was taken back, which no switch feels
    showing   the `Showing` of a step that the hands are to carry out, or None
    """

    def __init__(self, line):
        self._line = line
        self.on = False
        self.stood = bytearray(len(line.closed))
        self.barrier = b""
        self.showing = None
        self._measured = bytearray(len(line.closed))  # 1 where the height was noted
        self._from = b""  # cells that differed when leading began and have not been right since
        self._felt = False  # whether any cell differed when leading began

    def stop(self):
        """Nobody is led any more."""
        self.on = False
        self.showing = None

    def start(self, on=False, barrier=b""):
        """Lead the hands from the board as it stands, if it differs; on: in any case."""
        line = self._line
        line.compare()
        self._from = line.cells() or b""  # a computed b"" stays where it was made
        self._felt = len(self._from) > 0
        self.barrier = b"" if self._felt else barrier
        self.on = on or self._felt

    def show(self, foot):
        """Lead them to carry out a step that no hand has made."""
        from tourelle.showing import Showing  # here, since it is of no use without other players

        showing = Showing(foot)
        self.start(not showing.done())
        if self.on:
            self.showing = showing

    def forget(self):
        """What stood where does not count any more."""
        self.stood[:] = self._measured[:] = bytes(len(self.stood))

    def measure(self, foot):
        """Note how high all stands that a step changes: what is to be lifted can then be counted.

        Not all cells: to look at one takes half a millisecond, and the light of a lift waits.
        """
        position = self._line.position
        for group in foot:
            for cell in group:
                if not self._measured[cell]:
                    self._measured[cell] = 1
                    self.stood[cell] = len(position.pieces(cell)) // 2

    def changed(self, cell):
        """A switch has changed. False: what was shown was done, and the hands have gone on."""
        line = self._line
        self.stood[cell] = 0
        if self.showing is None:
            self.on = self._felt  # else no switch could show the end
            self._from = self._from.replace(line.position.grid.alone[cell], b"") or b""
        elif not self.showing.changed(cell, line.closed[cell], line.differ):
            self.stop()
            return False
        return True

    def done(self):
        """Whether nothing is left to be touched, once the switches say that all is right."""
        return self.showing is None or self.showing.done()

    def goes_beyond(self):
        """Whether something differs that did not when it began, or was right meanwhile."""
        for cell in self._line.cells():
            if cell not in self._from:
                return True
        return False
