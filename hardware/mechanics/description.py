"""mechanics.toml as read, and where the cells of each grid lie on the table."""

import math
import tomllib
from functools import cache
from pathlib import Path

from tourelle.grids import Grid, grid

HERE = Path(__file__).resolve().parent
SOURCES = (HERE / "mechanics.toml", HERE.parent / "board.toml")
GRIDS = ("square", "avalam", "hex")
ROW = math.sqrt(3) / 2  # distance of the hexagons' rows, in pitches


@cache
def description() -> dict:
    """The content of mechanics.toml, and `cell` and `strip` of board.toml."""
    mechanics, board = (tomllib.loads(path.read_text(encoding="utf-8")) for path in SOURCES)
    return mechanics | {"cell": board["cell"], "strip": board["strip"]}


def pitch_mm() -> float:
    """Distance of neighbouring cells along a row."""
    return description()["cell"]["pitch_mm"]


def centres(grid: Grid, pitch: float) -> list[tuple[float, float]]:
    """Centre of each cell in mm: x to the right, y away from row 1; a1 (or its place) at 0, 0.

    Where the cells have six neighbours, each row lies half a pitch to the right of the one
    below it, and the rows are 0.866 pitches apart; x then counts from the leftmost cell.
    """
    if grid.directions == 8:
        return [
            (c * pitch, r * pitch) for c, r in zip(grid.columns, grid.rows, strict=True)
        ]
    skewed = [(c + r / 2, r) for c, r in zip(grid.columns, grid.rows, strict=True)]
    left = min(x for x, _ in skewed)
    return [((x - left) * pitch, r * ROW * pitch) for x, r in skewed]


def cells_of(name: str) -> tuple[Grid, list[tuple[float, float]]]:
    """A grid and the centres of its cells at the described pitch."""
    cells = grid(name)
    return cells, centres(cells, pitch_mm())


MIDDLE = 4  # the column of the cell beside the header, e


def rows(name: str) -> list[tuple[float, float, float, float]]:
    """Each row of a grid: where its middle line is, where its strip begins and ends, and where
    the middle of the strip's header is. Every strip is whole, whatever cells its row has."""
    cells, places = cells_of(name)
    pitch, strip = pitch_mm(), description()["strip"]
    found = []
    for row in sorted(set(cells.rows)):
        first = next(c for c in range(cells.size) if cells.rows[c] == row)
        x, y = places[first]
        zero = x - cells.columns[first] * pitch
        left = zero - pitch / 2
        found.append((y, left, left + strip["cells"] * pitch,
                      zero + MIDDLE * pitch + strip["header_mm"]))
    return found


def magnet_height() -> float:
    """From the middle of the reed's glass to the middle of a standing piece's magnet."""
    made = description()
    heights = made["heights"]
    in_piece = heights["felt"] + heights["magnet_in_piece"] + made["magnet"]["height"] / 2
    return made["strip"]["reed_middle_mm"] + heights["panel"] + in_piece


def stack_step(piece: str) -> float:
    """From one magnet to the next in a stack of such pieces: the felt lies in the dish."""
    pieces, heights = description()["pieces"], description()["heights"]
    return pieces[piece]["height"] + heights["felt"] - pieces["dish_depth"]


def width(piece: str) -> float:
    """Diameter of a piece where it stands, or the distance of its flats."""
    shape = description()["pieces"][piece]
    return shape["diameter"] if "diameter" in shape else shape["across"]
