"""A screen (see screens.py) on which every light says the same: "here I am", or that of a fault.

It is always loaded: it is what says that nothing can be loaded any more.
"""

from tourelle import lights
from tourelle.clock import later

HERE_MS = 4000  # a board shows itself, or a fault, for so long


class Here:
    """Every light says the same, until the board is used or some seconds are over."""

    alone = False

    def __init__(self, lamp=lights.BUSY):
        self.over = False
        self._lamp = lamp

    def show(self, lamps):
        for cell in range(len(lamps)):
            lamps[cell] = self._lamp

    def changed(self, cell):
        return True

    def pressed(self, name, held):
        return True

    def act(self, now):
        self.over = True
        return later(now, HERE_MS)
