"""The stage: the screen (see screens.py) that has the lights, or the whole board, for a while.

One screen is in here, so that it is always loaded: it also says that code cannot be loaded.
"""

from tourelle import lights
from tourelle.clock import later
from tourelle.timers import SOON

ENDED = "ended"  # what a screen's `act` returns at its end
HERE_MS = 4000  # for this long a board shows itself, or a fault


class AllCells:
    """A screen: every cell shows the same lamp, until the board is used or some seconds pass."""

    alone = False

    def __init__(self, lamp=lights.BUSY):
        self._lamp = lamp
        self._shown = False

    def show(self, lamps):
        lamps[:] = bytes((self._lamp,)) * len(lamps)

    def pressed(self, name, held):
        return True

    def act(self, now):
        if self._shown:
            return ENDED
        self._shown = True
        return later(now, HERE_MS)

    def close(self):
        pass


class Stage:
    """Passes what happens at the board to a screen until that is over. A timer (see timers.py).

    screen   the screen that has the lights; None if the game has them
    """

    def __init__(self, relight, ended):
        """relight(): asks for the lamps to be set; ended(): a screen that had the board is over."""
        self.at = None
        self.screen = None
        self._relight = relight
        self._ended = ended

    @property
    def alone(self):
        """Whether a screen keeps everything that happens to itself."""
        return self.screen is not None and self.screen.alone

    def take_over(self, screen):
        """Give a screen the board, or its lights; no other may have them."""
        self.screen = screen
        self.at = SOON

    def clear(self):
        """Close the screen, if any."""
        screen = self.screen
        self.screen = self.at = None
        if screen is not None:
            screen.close()

    def end(self):
        """The screen is over: the game goes on."""
        alone = self.alone
        self.clear()
        if alone:
            self._ended()

    def act(self, now):
        """Let the screen go on, or end it."""
        self._relight()
        at = self.screen.act(now)
        if at is not ENDED:
            return at
        self.end()
        return None

    def pressed(self, name, held):
        """A button was pressed."""
        if self.screen.pressed(name, held):
            self.end()

    def changed(self, cell):
        """A switch has changed; returns whether the screen keeps that to itself."""
        alone = self.alone
        if alone:
            self.screen.changed(cell)
        else:
            self.clear()
        return alone
