"""A screen (see screens.py) on which every light says the same: "here I am", or that of a fault.

It is always loaded: it is what says that nothing can be loaded any more.
"""

from tourelle import lights
from tourelle.clock import elapsed, later

HERE_MS = 4000  # a board shows itself, or a fault, for so long


class Here:
    """Every light says the same, until the board is used or some seconds are over."""

    alone = False

    def __init__(self, lamp=lights.BUSY):
        self._lamp = lamp
        self._until = None
        self._stopped = False

    def show(self, lamps):
        for cell in range(len(lamps)):
            lamps[cell] = self._lamp

    def changed(self, cell):
        return True

    def pressed(self, name, held):
        return True

    def tick(self, now):
        if self._until is None:
            self._until = later(now, HERE_MS)
        return False

    def over(self, now):
        return self._stopped or (self._until is not None and elapsed(now, self._until) >= 0)

    def due(self, now):
        if self._stopped or self._until is None:
            return 0
        return max(0, -elapsed(now, self._until))

    def stop(self):
        self._stopped = True
