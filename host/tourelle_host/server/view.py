"""A position, and what lights say, as the page shows them for boards that are not simulated."""

from tourelle import lights
from tourelle.games.position import Position
from tourelle.grids import Grid
from tourelle_host.glyphs import split

UNKNOWN = ["d?"]  # something stands there, of unknown kind
_PULSES = [str(count) for count in range(1, lights.MOST_CHOICES + 1)]


def world(position: Position) -> dict:
    """The page's message "world" for a position, with an empty hand."""
    names = position.grid.names
    return {
        "cells": {
            names[cell]: split(position.pieces(cell))
            for cell in range(position.grid.size)
            if position.occupancy[cell]
        },
        "hand": [],
        "barriers": [[names[a], names[b]] for a, b in position.bars()],
        "power": True,
        "game": position.NAME,
    }


class Lamps:
    """What each cell's light says, by the link's "@lights"; all are dark at first."""

    def __init__(self, grid: Grid):
        self._grid = grid
        self._lit: dict[int, tuple[tuple[int, int, int], bytes]] = {}
        self._slot = 0

    def hear(self, words: str, sides: str) -> None:
        """Take in "may-land=e5,f5 remove/2=d8 turn:y=a4". ValueError where it is malformed.

        The lights start to pulse anew. sides: the letters of the game's sides, or "".
        """
        lit = {}
        for word in [] if words == "none" else words.split():
            name, _, cells = word.partition("=")
            look = _look(name, sides)
            for cell in cells.split(","):
                lit[self._grid.cell(cell)] = look
        self._lit = lit
        self._slot = 0

    def tick(self) -> bytes | None:
        """Let the lights pulse on by a slot; returns the frame if that changes it, else None."""
        before = self.frame()
        self._slot += 1
        now = self.frame()
        return None if now == before else now

    def frame(self) -> bytes:
        """Red, green and blue of each cell."""
        rgb = bytearray(3 * self._grid.size)
        for cell, (colour, rhythm) in self._lit.items():
            level = lights.LEVELS[rhythm[self._slot % lights.SLOTS]]
            rgb[3 * cell : 3 * cell + 3] = bytes(part * level // 255 for part in colour)
        return bytes(rgb)

    def steady(self) -> bytes:
        """The same without pulses: each light at its brightest."""
        rgb = bytearray(3 * self._grid.size)
        for cell, (colour, _) in self._lit.items():
            rgb[3 * cell : 3 * cell + 3] = bytes(colour)
        return bytes(rgb)


def _look(name: str, sides: str) -> tuple[tuple[int, int, int], bytes]:
    """Colour and rhythm of "may-land", "remove/2" or "turn:y". ValueError."""
    state, colon, side = name.partition(":")
    state, slash, count = state.partition("/")
    states = [entry[0] for entry in lights.STATES]
    colours = lights.SIDES | dict(zip(sides, lights.of_sides(sides), strict=True))
    if state not in states or (colon and side not in colours):
        raise ValueError(f"there is no light '{name}'")
    lamp = states.index(state)
    if slash:
        if count not in _PULSES:
            raise ValueError(f"no light pulses '{count}' times")
        lamp = lights.pulses(lamp, int(count))
    return colours[side] if colon else lights.colour(lamp), lights.rhythm(lamp)
