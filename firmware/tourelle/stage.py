"""What has the lights, or the whole board, for a while: a screen (see screens.py).

One is in here: it is always loaded, as it says that nothing can be loaded any more.
"""

from tourelle import lights
from tourelle.clock import later
from tourelle.timers import SOON

OVER = "over"  # what a screen's `act` gives at its end
HERE_MS = 4000  # a board shows itself, or a fault, for so long


class Here:
    """Every light says the same, until the board is used or some seconds are over."""

    alone = False

    def __init__(self, lamp=lights.BUSY):
        self._lamp = lamp
        self._shown = False

    def show(self, lamps):
        for cell in range(len(lamps)):
            lamps[cell] = self._lamp

    def changed(self, cell):
        return True

    def pressed(self, name, held):
        return True

    def act(self, now):
        if self._shown:
            return OVER
        self._shown = True
        return later(now, HERE_MS)

    def close(self):
        pass


class Stage:
    """Needs what happens at the board while a screen has it; lets go of the screen. A timer.

    screen   that has the lights, None where the game has them
    """

    def __init__(self, relight, left):
        """relight: has the lamps set anew; left(): a screen that had the whole board is over."""
        self.at = None
        self.screen = None
        self._relight = relight
        self._left = left

    @property
    def alone(self):
        """Whether a screen keeps all that happens to itself."""
        return self.screen is not None and self.screen.alone

    def take_over(self, screen):
        """Let a screen have the board, or its lights."""
        self.clear()
        self.screen = screen
        self.at = SOON

    def clear(self):
        """No screen has anything any more."""
        screen = self.screen
        self.screen = self.at = None
        if screen is not None:
            screen.close()

    def leave(self):
        """The screen is over: the game goes on."""
        alone = self.alone
        self.clear()
        if alone:
            self._left()

    def act(self, now):
        """Have the screen go on, if it is not over."""
        self._relight()
        at = self.screen.act(now)
        if at is not OVER:
            return at
        self.leave()
        return None

    def pressed(self, name, held):
        """A button was pressed."""
        if self.screen.pressed(name, held):
            self.leave()

    def changed(self, cell):
        """A switch has changed; whether the screen keeps that to itself."""
        if self.screen is not None and self.screen.changed(cell):
            self.clear()
        return self.alone
