"""The two buttons: short presses, and presses held for a second."""

from tourelle.clock import elapsed, later

OK = 0
UNDO = 1
HELD_MS = 1000
_BOUNCE_MS = 20

SHORT = 1
HELD = 2


class Button:
    """One button; `press` is SHORT or HELD for one call of `sample`, then 0 again.

    A short press counts when the button is let go, a held one while it is down.
    """

    def __init__(self):
        self.press = 0
        self._down = 0
        self._since = 0
        self._armed = False  # a press that has not counted yet

    def sample(self, down, now):
        """Take in whether the button is down; returns `press`."""
        self.press = 0
        lasted = elapsed(now, self._since)
        if down != self._down:
            if lasted >= _BOUNCE_MS or not self._since:
                self._down = down
                self._since = now
                if down:
                    self._armed = True
                elif self._armed:
                    self._armed = False
                    self.press = SHORT
        elif down and self._armed and lasted >= HELD_MS:
            self._armed = False
            self.press = HELD
        return self.press

    def differs(self, down):
        """Whether the button is not as it was at the last sample."""
        return down != self._down

    def due(self, down, now):
        """Milliseconds until `sample` may see something new by itself."""
        if down != self._down:
            return max(1, _BOUNCE_MS - elapsed(now, self._since))
        if self._armed:
            return max(1, -elapsed(now, later(self._since, HELD_MS)))
        return 1 << 20
