"""The hand's eye: turns the colours of the pixels into what the lights say."""

from functools import lru_cache
from typing import NamedTuple

from tourelle import lights
from tourelle_host.fumble.table import Table
from tourelle_host.lights import read


class Seen(NamedTuple):
    """What a light says; side: the letter of the side whose colour it has, or ""."""

    state: str
    pulses: int
    side: str


class Look(dict[int, Seen]):
    """What the lit cells say."""

    def cells(self, *states: str) -> list[int]:
        """The cells that say one of these states."""
        return [cell for cell, seen in self.items() if seen.state in states]

    def whose(self, cell: int) -> str:
        """The letter of the side whose colour a cell has; "" where it has none."""
        return self[cell].side if cell in self else ""


def look(table: Table, sides: str) -> Look:
    """Watch the lights for one period. sides: the letters of the game's sides."""
    seen = Look()
    for cell, shown in enumerate(table.watch()):
        if any(shown):
            seen[cell] = _say(shown, sides)
    return seen


@lru_cache(maxsize=1 << 16)
def _say(shown: bytes, sides: str) -> Seen:
    colours = [(shown[at], shown[at + 1], shown[at + 2]) for at in range(0, len(shown), 3)]
    reading = read(colours, sides)
    if reading is None:
        return Seen("unclear", 0, "")
    side = ""
    if reading.state in ("turn", "winner"):
        brightest = max(colours, key=max)
        off = [_off(brightest, colour) for colour in lights.of_sides(sides)]
        side = sides[off.index(min(off))]
    return Seen(reading.state, reading.pulses, side)


def _off(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    return max(abs(a / max(one) - b / max(other)) for a, b in zip(one, other, strict=True))
