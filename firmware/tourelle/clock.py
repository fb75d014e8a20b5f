"""Milliseconds that wrap: the clock is handed in, as MicroPython counts it on the Pico."""

PERIOD = 1 << 30
_MASK = PERIOD - 1
_HALF = PERIOD >> 1


def elapsed(now, then):
    """Milliseconds from then to now, where neither is more than six days from the other."""
    passed = (now - then) & _MASK
    return passed if passed < _HALF else passed - PERIOD


def later(now, ms):
    """The moment ms milliseconds after now."""
    return (now + ms) & _MASK
