"""Leading the hands to the position, after an undo, a host's step or one that no hand made."""


class Leading:
    """Needs the `Line`; gives what the lights ask for, until the board matches the position.

    on        the hands are being led: something is lit for them
    heights   by cell, its height before an undo or a shown step changed it; 1 where it was empty,
              or a hand has come to it since; 0 where no step changed it (bytearray)
    barriers  cells beside barriers that were taken back, which no switch feels, until one of the
              cells is touched (bytes)
    showing   the `Showing` of a step that the hands are to carry out, or None
    """

    def __init__(self, line):
        self._line = line
        self.heights = bytearray(len(line.closed))  # no dict: its table would come to lie anywhere
        self.stop()
        self.forget()

    def stop(self):
        """Stop leading the hands."""
        self.on = self._briefly = False
        self.showing = None
        self._from = b""  # kept, it would lie in the middle of the free heap

    def start(self, briefly=False):
        """Lead the hands from the board as it stands, unless nothing is to be lit for that.

        briefly: only until the hands go on.
        """
        # Cells that differ now and have not been right since. A computed b"" would stay on
        # the heap where it was made.
        self._from = self._line.cells() or b""
        # Where nothing differs, no switch could show that it is over.
        self._briefly = briefly or not (self._from or self.showing)
        to_lift = self._partly_felt and (self.barriers or any(self.excess()))
        self.on = bool(self._from or not self.done() or to_lift)
        if not self.on:
            self.stop()

    def show(self, foot):
        """Lead them to carry out a step that no hand has made."""
        from tourelle.showing import Showing  # imported here: needed only with other players

        self.showing = Showing(foot)
        self.start()

    def forget(self):
        """Forget the barriers and the heights, before the hands are led anew."""
        self.barriers = b""
        self.heights[:] = bytes(len(self.heights))
        self._partly_felt = False  # whether not every switch feels the steps that were taken back

    def note_taken_back(self, foot):
        """Note the last step, which is taken back next: hands may have to undo it.

        What switches feel of it tells whether they have; what no switch feels is lit.
        """
        if self.showing is not None and not self.showing.begun:
            self.forget()  # no hand has made it
            return
        felt = foot.vacated + foot.filled
        self._partly_felt = self._partly_felt or not felt or self._line.leaves_out(felt)
        self.measure(foot)

    def measure(self, foot):
        """Note a barrier and the heights that a step changes, to show what is to be lifted.

        Only those: looking at a cell takes half a millisecond, and the light of a lift waits.
        """
        if not foot.filled:
            self.barriers += foot.via
        for cell in b"".join(foot):
            if not self.heights[cell]:
                self.heights[cell] = max(1, self._line.position.height_of(cell))

    def excess(self):
        """Yields each cell with pieces to be lifted from a stack, and how many."""
        position = self._line.position
        for cell in range(len(self.heights)):
            if self.heights[cell] > 1 and position.occupancy[cell]:
                more = self.heights[cell] - position.height_of(cell)
                if more > 0:
                    yield cell, more

    def changed(self, cell):
        """A switch has changed. False: the shown step is done, and the hands have gone on."""
        line = self._line
        if self._briefly:
            self.stop()
            return True
        if cell in self.barriers:
            self.barriers = b""
        self.heights[cell] = min(self.heights[cell], 1)
        if self.showing is None:
            self._from = self._from.replace(line.position.grid.single[cell], b"") or b""
        elif not self.showing.changed(cell, line.closed[cell], line.differ):
            self.stop()
            return False
        return True

    def done(self):
        """Whether no touch is left to make, once all switches are right."""
        return self.showing is None or self.showing.done()

    def goes_beyond(self):
        """Whether a cell differs that did not when leading began, or was right in between."""
        return any(cell not in self._from for cell in self._line.cells())
