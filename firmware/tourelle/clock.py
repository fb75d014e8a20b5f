"""Times in milliseconds that wrap at 2**30, as MicroPython counts them on the Pico.

No sum or difference here exceeds 30 bits: on a 32-bit chip a larger integer is an object, and each
one takes a piece of the heap.
"""


class Clock:
    """The time of this turn of the loop, for code that is not passed it.

    now   in ms
    """

    def __init__(self):
        self.now = 0


def elapsed(now, then):
    """Milliseconds from then to now, if the two are no more than six days apart."""
    ms = (now - then) & 0x3FFFFFFF
    return ms if ms < 0x20000000 else ms - 0x3FFFFFFF - 1


def passed(now, then):
    """Milliseconds from then, which is in the past, to now: up to twelve days."""
    return (now - then) & 0x3FFFFFFF


def later(now, ms):
    """The time `ms` milliseconds after now."""
    rest = 0x3FFFFFFF - now
    return now + ms if ms <= rest else ms - rest - 1
