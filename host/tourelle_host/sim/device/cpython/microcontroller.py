"""CircuitPython's `microcontroller` for the simulated board."""

import soldered
from pins import Loose


class Pin:
    """A GPIO; `line` is what is soldered to it."""

    def __init__(self, number):
        self.line = soldered.lines.get(number, Loose())


def delay_us(us):
    """Wait a moment that is too short to count in the world's time."""


def reset():
    """Restart the board; this call does not return."""
    soldered.channel.reset()
