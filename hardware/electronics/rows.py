"""Which cells of which strips a grid uses: taken from the firmware's grids."""

from dataclasses import dataclass

from electronics.description import COLUMNS
from tourelle.grids import grid


@dataclass(frozen=True)
class Row:
    """One strip in a grid: its number from 1, first and last cell used, cells to break off."""

    number: int
    first: str
    last: str
    left: str
    right: str
    count: int


def rows(name: str) -> list[Row]:
    """The strips of a grid, near edge first.

    Broken off is what lies outside the board: columns that the grid has not, and on the
    hexagons, whose rows are shifted, every end that a row does not use.
    """
    cells = grid(name)
    widest = max(cells.columns) + 1
    found = []
    for number in range(max(cells.rows) + 1):
        used = [c for c, r in zip(cells.columns, cells.rows, strict=True) if r == number]
        if used != list(range(used[0], used[-1] + 1)):
            raise ValueError(f"row {number + 1} of {name} has a gap: a strip's cells must adjoin")
        shifted = cells.directions == 6
        found.append(Row(
            number + 1, COLUMNS[used[0]], COLUMNS[used[-1]],
            COLUMNS[: used[0]] if shifted else "",
            COLUMNS[used[-1] + 1 if shifted else widest :], len(used),
        ))
    return found


def strips(name: str) -> int:
    """How many strips a grid takes."""
    return len(rows(name))


def fitted(name: str) -> int:
    """How many cells are fitted with parts."""
    return grid(name).size
