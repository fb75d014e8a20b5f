"""Draws the openings for the rules pages, from what the rules say about themselves."""

import sys
from pathlib import Path

from tourelle import games
from tourelle.games.position import Position
from tourelle_host import catalogue, generated, paths

PITCH = 48  # distance of two cells' centres in a row, in the picture's units
ROW = {"square": PITCH, "avalam": PITCH, "hex": PITCH * 0.866}
RADIUS = 19
MARGIN = 58

# By a side's letter: its colour, close to that of its lights, and the colour of its outlines.
COLOURS = {
    "y": ("#f2c53d", "#8a6a10"),
    "r": ("#c8433a", "#6d1f1a"),
    "w": ("#f7f3e8", "#6b6558"),
    "b": ("#4a4a52", "#1d1d21"),
    "1": ("#f0e7d6", "#93866f"),
    "2": ("#f2c53d", "#8a6a10"),
    "3": ("#c8433a", "#6d1f1a"),
    "4": ("#4470b8", "#1e365f"),
}
BOARD = "#d9b98a"
CELL = "#c9a673"
INK = "#4d3a1f"
MARK = "#8c6f43"


def centre(position: Position, column: float, row: float) -> tuple[float, float]:
    """A cell's centre in the picture; each row of hexagons lies half a cell further right."""
    across = column + (row / 2 if position.GRID == "hex" else 0)
    return across * PITCH, -row * ROW[position.GRID]


def shape(glyph: str, x: float, y: float, fill: str, line: str) -> str:
    """A piece, seen from above."""
    style = f'fill="{fill}" stroke="{line}" stroke-width="2"'
    if glyph == "t":
        return f'<rect x="{x - 13:.1f}" y="{y - 13:.1f}" width="26" height="26" rx="4" {style}/>'
    if glyph == "j":
        points = f"{x:.1f},{y - 17:.1f} {x + 14:.1f},{y + 12:.1f} {x - 14:.1f},{y + 12:.1f}"
        return f'<polygon points="{points}" stroke-linejoin="round" {style}/>'
    drawn = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{10 if glyph == "k" else 14}" {style}/>'
    for collar in range(int(glyph) if glyph in "012" else 0):
        drawn += (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{5 + 4.5 * collar:.1f}" fill="none" '
            f'stroke="{line}" stroke-width="2"/>'
        )
    return drawn


def text(x: float, y: float, text: str, size: int = 14) -> str:
    return f'<text x="{x:.1f}" y="{y + size * 0.35:.1f}" font-size="{size}">{text}</text>'


def _cell(position: Position, cell: int, x: float, y: float) -> list[str]:
    drawn = []
    if position.GRID == "square":
        half = PITCH / 2 - 1
        drawn.append(
            f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half:.0f}" '
            f'height="{2 * half:.0f}" fill="{CELL}"/>'
        )
    elif position.GRID == "hex":
        tall, wide = PITCH / 1.732 - 1, PITCH / 2 - 1
        corners = ((0, 1), (1, 0.5), (1, -0.5), (0, -1), (-1, -0.5), (-1, 0.5))
        points = " ".join(f"{x + wide * dx:.1f},{y + tall * dy:.1f}" for dx, dy in corners)
        drawn.append(f'<polygon points="{points}" fill="{CELL}"/>')
    else:
        drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="{CELL}"/>')
    pieces = position.pieces(cell)
    if not pieces and position.printed(cell):
        drawn.append(text(x, y, position.printed(cell)))
    for height in range(len(pieces) // 2):
        glyph, side = pieces[2 * height : 2 * height + 2]
        fill, line = COLOURS[position.SIDES[int(side)]]
        drawn.append(shape(glyph, x, y - 5 * height, fill, line))
    return drawn


def _edge(a: tuple[float, float], b: tuple[float, float]) -> str:
    """The mark on the edge between two hexagons."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    dx, dy = (b[1] - a[1]) / PITCH * 10, (a[0] - b[0]) / PITCH * 10
    return (
        f'<path d="M{x - dx:.1f} {y - dy:.1f}L{x + dx:.1f} {y + dy:.1f}" stroke="{MARK}" '
        'stroke-width="5" stroke-linecap="round"/>'
    )


def labels(position: Position) -> list[str]:
    """The rows' numbers and the columns' letters, in the margin."""
    grid = position.grid
    slanted = position.GRID == "hex"
    drawn = []
    for row in sorted(set(grid.rows)):
        columns = [grid.columns[c] for c in range(grid.size) if grid.rows[c] == row]
        x, y = centre(position, max(columns) + 0.85 if slanted else -0.85, row)
        drawn.append(text(x, y, str(row + 1)))
    for column in sorted(set(grid.columns)):
        rows = [grid.rows[c] for c in range(grid.size) if grid.columns[c] == column]
        x, y = centre(position, column, (min(rows) if slanted else 0) - 0.85)
        drawn.append(text(x, y, "abcdefghi"[column]))
    return drawn


def draw(position: Position) -> str:
    """A position as an SVG picture."""
    grid = position.grid
    places = [centre(position, grid.columns[c], grid.rows[c]) for c in range(grid.size)]
    left = min(x for x, _ in places) - MARGIN
    top = min(y for _, y in places) - MARGIN
    width = max(x for x, _ in places) + MARGIN - left
    height = max(y for _, y in places) + MARGIN - top
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} '
        f'{width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'font-family="sans-serif" text-anchor="middle" fill="{INK}">',
        f"<title>{position.TITLE}: {position.text()}</title>",
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'rx="20" fill="{BOARD}"/>',
    ]
    for cell, (x, y) in enumerate(places):
        drawn.extend(_cell(position, cell, x, y))
    drawn.extend(_edge(places[a], places[b]) for a, b in position.marked())
    drawn.extend(labels(position))
    return "\n".join([*drawn, "</svg>", ""])


def files() -> dict[Path, str]:
    """What `make docs` writes here: the opening of each game, beside its rules page."""
    return {
        paths.page(game.NAME) / "opening.svg": draw(games.opening(game.NAME))
        for game in catalogue.found()
    }


if __name__ == "__main__":
    sys.exit(generated.main(files, "docs"))
