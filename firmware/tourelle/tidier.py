"""Tidies up the heap while a game goes on, in quiet moments; memory.py has the reasons."""

from tourelle.game import Observer
from tourelle.memory import tidy
from tourelle.timers import SOON, Timer


class Tidier(Observer):
    """Observes a game; its timers tidy up after each step.

    tidying    frees what is no longer needed
    compacting   then copies what stays into the first holes of the heap
    """

    def __init__(self, release, compact):
        """release(): lets go of what was only needed until now, each time there is a moment.

        compact(): called when the heap has been tidied up; returns an iterator that copies what
        stays into the first holes, one part per `next`.
        """
        self.tidying = Timer(self._tidy)
        self.compacting = Timer(self._go_on)
        self._release = release
        self._compact = compact
        self._parts = None  # the latest iterator of `compact`
        self._untidy = False  # whether earlier work has left garbage

    def moved(self, position, played):
        self._untidy = True

    def lit(self):
        """The lamps are set: there is time to tidy up."""
        self.tidying.at = SOON

    def tidy_up(self):
        """Tidy up after something larger than a step, such as loading code."""
        self._untidy = True
        self.tidying.at = SOON

    def stop_compacting(self):
        """Stop compacting, because the objects are about to be freed."""
        self.compacting.at = self._parts = None

    def _tidy(self, now):
        self._release()
        if self._untidy:
            self._untidy = False
            tidy()
            self._parts = self._compact()
            self.compacting.at = SOON

    def _go_on(self, now):
        """Copy one part per turn of the loop, so that a lift waits for one part at most."""
        if next(self._parts, True):
            self._parts = None
            return None
        return SOON
