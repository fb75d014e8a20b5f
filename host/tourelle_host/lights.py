"""Reads the language of lights as a person does: from a pixel's colours over one period.

The firmware's table says what each colour and rhythm means. How bright the lights are, and that a
limiter dims them from slot to slot, must not matter.
"""

from bisect import bisect_right
from collections import deque
from typing import NamedTuple

from tourelle import lights

PERIOD_MS = lights.SLOTS * lights.SLOT_MS

# The weight of a rhythm's slot where one is lit and the other is dark; where both are lit, the
# weight is the difference of their brightness, each relative to its brightest slot.
_DARK_OR_LIT = 2.0
# A colour that is off by half a channel counts as much as two such slots.
_HUE = 8.0
# A light that differs by more than this from everything in the table says nothing.
_UNCLEAR = 6.5

Colour = tuple[int, int, int]


class Reading(NamedTuple):
    """What a light says: the state's name, and its pulses if the state counts, else 0."""

    state: str
    pulses: int

    def __str__(self) -> str:
        return f"{self.state}/{self.pulses}" if self.pulses else self.state


class Recorder:
    """What the LEDs showed recently: frames of red, green and blue per cell, with their times."""

    def __init__(self) -> None:
        self._times: deque[int] = deque()
        self._frames: deque[bytes] = deque()

    def add(self, rgb: bytes, now_ms: int) -> None:
        """From now on the LEDs show this."""
        self._times.append(now_ms)
        self._frames.append(rgb)
        # The last frame before the period is what the period begins with.
        while len(self._times) > 2 and self._times[1] < now_ms - 2 * PERIOD_MS:
            self._times.popleft()
            self._frames.popleft()

    def slots(self, cell: int, now_ms: int) -> list[Colour]:
        """The cell's colour in each slot of the last whole period, starting anywhere in it."""
        if not self._times:
            return [(0, 0, 0)] * lights.SLOTS
        # Lights change at the start of a slot, so the last change tells where slots start.
        begin = now_ms - (now_ms - self._times[-1]) % lights.SLOT_MS - PERIOD_MS
        times = list(self._times)
        shown = []
        for slot in range(lights.SLOTS):
            middle = begin + slot * lights.SLOT_MS + lights.SLOT_MS // 2
            frame = self._frames[max(0, bisect_right(times, middle) - 1)]
            red, green, blue = frame[3 * cell : 3 * cell + 3]
            shown.append((red, green, blue))
        return shown


def read(shown: list[Colour], sides: str) -> Reading | None:
    """What a light says that shows these colours in the slots of a period, starting anywhere.

    sides: the letters of the game's sides, whose colours some states take. None: unclear.
    """
    brightest = max(shown, key=max)
    if not max(brightest):
        return Reading("off", 0)
    levels = [max(colour) / max(brightest) for colour in shown]
    best = _UNCLEAR
    reading = None
    for lamp in range(lights.LAMPS):
        colour = lights.colour(lamp, sides)
        if not max(colour):
            continue
        off = _HUE * _hue_difference(brightest, colour)
        if off < best:
            off += _rhythm_difference(levels, lights.rhythm(lamp))
        if off < best:
            best = off
            name, _, pulses = lights.meaning(lamp)
            reading = Reading(name, pulses)
    return reading


def _hue_difference(seen: Colour, meant: Colour) -> float:
    return max(
        abs(one / max(seen) - other / max(meant)) for one, other in zip(seen, meant, strict=True)
    )


def _rhythm_difference(levels: list[float], rhythm: bytes) -> float:
    """The least difference, over all slots in which the rhythm may have begun."""
    meant = [lights.LEVELS[level] / lights.LEVELS[max(rhythm)] for level in rhythm]
    return min(
        sum(
            _DARK_OR_LIT if bool(one) != bool(other) else abs(one - other)
            for one, other in zip(levels, meant[start:] + meant[:start], strict=True)
        )
        for start in range(lights.SLOTS)
    )
