"""The two buttons: short presses, and presses held for a second."""

from tourelle.clock import elapsed, later
from tourelle.timers import SOON

OK = 0
UNDO = 1
HELD_MS = 1000

SHORT = 1
HELD = 2


class Button:
    """Turns the debounced changes of one button into presses. A timer (see timers.py).

    A short press counts when the button is released, a held one while it is still down.
    """

    def __init__(self, number, pressed):
        """number: OK or UNDO; pressed(number, press): called for each press, SHORT or HELD."""
        self.at = None
        self._number = number
        self._pressed = pressed
        self._held_at = None  # when the current press becomes a held one
        self._released: list = []  # presses that ended and are still to be told

    def changed(self, down, when):
        """The button went down, or up."""
        if down:
            self._held_at = later(when, HELD_MS)
        elif self._held_at is not None:
            self._released.append(HELD if elapsed(when, self._held_at) >= 0 else SHORT)
            self._held_at = None
        self.at = SOON if self._released else self._held_at

    def act(self, now):
        press = HELD
        if self._released:
            press = self._released.pop(0)
        else:
            self._held_at = None
        self._pressed(self._number, press)
        return SOON if self._released else self._held_at
