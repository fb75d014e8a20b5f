"""The two buttons: short presses, and presses held for a second."""

from tourelle.clock import later
from tourelle.timers import SOON

OK = 0
UNDO = 1
HELD_MS = 1000

SHORT = 1
HELD = 2


class Button:
    """One button, from its debounced changes. A timer (see timers.py), of its presses.

    A short press counts when the button is let go, a held one while it is down.
    """

    def __init__(self, number, pressed):
        """number: OK or UNDO; pressed(number, press): is told each press, SHORT or HELD."""
        self.at = None
        self._number = number
        self._pressed = pressed
        self._held_at = None  # when a press that has not counted yet is a held one
        self._short = False  # a short press has not been told yet

    def changed(self, down, when):
        """The button went down, or up."""
        if down:
            self._held_at = later(when, HELD_MS)
        elif self._held_at is not None:
            self._held_at = None
            self._short = True
        self.at = SOON if self._short else self._held_at

    def act(self, now):
        if self._short:
            self._short = False
            self._pressed(self._number, SHORT)
        else:
            self._held_at = None
            self._pressed(self._number, HELD)
        return self._held_at
