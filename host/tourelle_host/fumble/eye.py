"""The player's eye: it sees pieces, and turns the colours of the pixels into what they say."""

from functools import lru_cache
from typing import NamedTuple

from tourelle import lights
from tourelle_host.fumble.gestures import Step
from tourelle_host.fumble.table import Table
from tourelle_host.lights import read


class Light(NamedTuple):
    """What a light says; side: the letter of the side whose colour it has, or ""."""

    state: str
    pulses: int
    side: str


class Look(dict[int, Light]):
    """What the lit cells say."""

    def cells(self, *states: str) -> list[int]:
        """The cells that say one of these states."""
        return [cell for cell, light in self.items() if light.state in states]

    def whose(self, cell: int) -> str:
        """The letter of the side whose colour a cell has; "" where it has none."""
        return self[cell].side if cell in self else ""

    def shows(self, step: Step) -> bool:
        """Whether this is shown as the last step, or where its piece may go on to."""
        # A piece that it laid on the way is shown in its owner's colour.
        lit = step.lit - {cell for cell in step.laid if self.whose(cell) == step.owner}
        last = set(self.cells("last-move"))
        # Where nothing else is lit, only a step on one cell is possible.
        here = bool(last) or len(lit) == 1
        return here and last <= lit - step.laid and lit <= last | set(self.cells("can-move"))


class Eye:
    """What a player sees of a table: the lights, and the pieces."""

    def __init__(self, table: Table, sides: str):
        """sides: the letters of the game's sides."""
        self._table = table
        self._sides = sides

    def glyphs(self, cell: int) -> str:
        """The pieces on a cell, bottom first, as glyphs of two characters."""
        return self._table.glyphs(cell)

    def look(self) -> Look:
        """Watch for one period of the lights."""
        look = Look()
        for cell, colours in enumerate(self._table.watch()):
            if any(colours):
                look[cell] = _say(colours, self._sides)
        return look


@lru_cache(maxsize=1 << 16)
def _say(shown: bytes, sides: str) -> Light:
    colours = [(shown[at], shown[at + 1], shown[at + 2]) for at in range(0, len(shown), 3)]
    reading = read(colours, sides)
    if reading is None:
        return Light("unclear", 0, "")
    side = ""
    if reading.state in ("turn", "winner"):
        brightest = max(colours, key=max)
        off = [_off(brightest, colour) for colour in lights.of_sides(sides)]
        side = sides[off.index(min(off))]
    return Light(reading.state, reading.pulses, side)


def _off(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    return max(abs(a / max(one) - b / max(other)) for a, b in zip(one, other, strict=True))
