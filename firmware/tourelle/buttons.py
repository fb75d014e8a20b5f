"""The two buttons: short presses, and presses held for a second."""

from tourelle.clock import elapsed, later

OK = 0
UNDO = 1
HELD_MS = 1000

SHORT = 1
HELD = 2


class Button:
    """One button, from its debounced changes.

    A short press counts when the button is let go, a held one while it is down.
    """

    def __init__(self):
        self._since = 0
        self._armed = False  # a press that has not counted yet

    def changed(self, down, when):
        """The button went down, or up: SHORT where that makes a short press, else 0."""
        if down:
            self._armed = True
            self._since = when
        elif self._armed:
            self._armed = False
            return SHORT
        return 0

    def tick(self, now):
        """Let time pass: HELD where the button has been down for long enough, else 0."""
        if self._armed and elapsed(now, self._since) >= HELD_MS:
            self._armed = False
            return HELD
        return 0

    def due(self, now):
        """Milliseconds until `tick` has something to say; a long time if nothing."""
        if self._armed:
            return max(0, -elapsed(now, later(self._since, HELD_MS)))
        return 1 << 20
