"""MicroPython's `time` as on a Pico, by the world's time: ticks wrap at 2**30."""

import soldered
import utime
from utime import gmtime, localtime, mktime, time, time_ns  # noqa: F401  the date is the host's

_WRAP = (1 << 30) - 1
_HALF = 1 << 29


def ticks_ms():
    if soldered.real_time:
        return utime.ticks_ms() & _WRAP
    return soldered.channel.now_ms & _WRAP


def ticks_us():
    if soldered.real_time:
        return utime.ticks_us() & _WRAP
    return soldered.channel.now_ms * 1000 & _WRAP


def ticks_add(ticks, delta):
    return ticks + delta & _WRAP


def ticks_diff(end, start):
    return (end - start + _HALF & _WRAP) - _HALF


def sleep_ms(ms):
    if not soldered.real_time:
        soldered.channel.sleep(ms)
        return
    # A program at the prompt counts by the machine's clock. On a busy machine the world may be
    # behind that and catch up meanwhile, so that a rest by the world's time would end too early.
    until = utime.ticks_add(utime.ticks_ms(), ms)
    soldered.channel.rest(0)  # the prompt may not have asked for the time for long
    left = ms
    while left > 0:
        soldered.channel.sleep(left)
        left = utime.ticks_diff(until, utime.ticks_ms())


def sleep_us(us):
    # The world's time has no fractions of a millisecond, so a shorter sleep takes none. But a
    # program that was started at the prompt and sleeps like this has to see the world move.
    if us >= (100 if soldered.real_time else 1000):
        sleep_ms(max(1, us // 1000))


def sleep(seconds):
    sleep_ms(int(seconds * 1000))
