"""CircuitPython's `microcontroller`, over the simulated board."""

import soldered
from pins import Loose


class Pin:
    """A GPIO; `line` is what is soldered to it."""

    def __init__(self, number):
        self.line = soldered.lines.get(number, Loose())


def delay_us(us):
    """Wait a moment that the world's time does not count."""


def reset():
    """Start the board anew; this call does not return."""
    soldered.channel.reset()
