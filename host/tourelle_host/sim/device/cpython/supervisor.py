"""CircuitPython's `supervisor`, in the world's time."""

import soldered

_WRAP = (1 << 29) - 1
_START = _WRAP + 1 - 65536  # CircuitPython starts 65 seconds before its ticks wrap


def ticks_ms():
    return soldered.channel.now_ms + _START & _WRAP
