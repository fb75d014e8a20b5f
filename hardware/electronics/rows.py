"""Which cells of which strips a grid uses: taken from the firmware's grids."""

from dataclasses import dataclass

from electronics.description import COLUMNS
from tourelle.grids import grid


@dataclass(frozen=True)
class Row:
    """One strip in a grid: its number from 1, its first and last cell, and how many they are."""

    number: int
    first: str
    last: str
    count: int


def rows(name: str) -> list[Row]:
    """The strips of a grid, near edge first. Each is whole: nine cells, from a to i."""
    cells = grid(name)
    found = []
    for number in range(max(cells.rows) + 1):
        used = [c for c, r in zip(cells.columns, cells.rows, strict=True) if r == number]
        if used != list(range(used[0], used[-1] + 1)):
            raise ValueError(f"row {number + 1} of {name} has a gap: a strip's cells must adjoin")
        found.append(Row(number + 1, COLUMNS[used[0]], COLUMNS[used[-1]], len(used)))
    return found


def strips(name: str) -> int:
    """How many strips a grid takes."""
    return len(rows(name))


def fitted(name: str) -> int:
    """How many reeds are fitted."""
    return grid(name).size
