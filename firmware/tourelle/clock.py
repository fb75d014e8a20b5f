"""Milliseconds that wrap at 2**30: the clock is handed in, as MicroPython counts it on the Pico.

No sum or difference here leaves 30 bits: beyond them an integer is an object on a 32-bit chip,
and every one takes a piece of the heap.
"""


class Clock:
    """The moment of this turn of the loop, for who is not told it.

    now   in ms
    """

    def __init__(self):
        self.now = 0


def elapsed(now, then):
    """Milliseconds from then to now, where neither is more than six days from the other."""
    passed = (now - then) & 0x3FFFFFFF
    return passed if passed < 0x20000000 else passed - 0x3FFFFFFF - 1


def passed(now, then):
    """Milliseconds from then, which is over, to now: up to twelve days."""
    return (now - then) & 0x3FFFFFFF


def later(now, ms):
    """The moment ms milliseconds after now."""
    rest = 0x3FFFFFFF - now
    return now + ms if ms <= rest else ms - rest - 1
