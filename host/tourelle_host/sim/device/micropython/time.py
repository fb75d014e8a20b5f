"""MicroPython's `time` as on a Pico, in the world's time: ticks wrap at 2**30."""

import soldered
from utime import gmtime, localtime, mktime, time, time_ns  # noqa: F401  the date is the host's

_WRAP = (1 << 30) - 1
_HALF = 1 << 29


def ticks_ms():
    return soldered.channel.now_ms & _WRAP


def ticks_us():
    return soldered.channel.now_ms * 1000 & _WRAP


def ticks_add(ticks, delta):
    return ticks + delta & _WRAP


def ticks_diff(end, start):
    return (end - start + _HALF & _WRAP) - _HALF


def sleep_ms(ms):
    soldered.channel.sleep(ms)


def sleep_us(us):
    # The world's time has no parts of a millisecond: what is shorter takes none.
    if us >= 1000:
        soldered.channel.sleep(us // 1000)


def sleep(seconds):
    soldered.channel.sleep(int(seconds * 1000))
