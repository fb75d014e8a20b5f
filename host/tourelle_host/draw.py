"""A position drawn in characters, for a terminal."""

from tourelle.games.position import Position

_EMPTY = "."


def draw(position: Position) -> str:
    """The board as seen from the near edge, far row first; cells as in the position's text."""
    grid = position.grid
    texts = [
        position.stack_text(cell) if position.occupancy[cell] else _EMPTY
        for cell in range(grid.size)
    ]
    wide = max(len(text) for text in texts) + 1
    wide += wide % 2  # rows of hexagons are shifted by half a cell
    shift = wide // 2 if grid.directions == 6 else 0
    lines = []
    for row in range(max(grid.rows), -1, -1):
        line = f"{row + 1:2} " + " " * (shift * row)
        at = 0
        for cell in range(grid.size):
            if grid.rows[cell] == row:
                line += " " * (wide * (grid.columns[cell] - at)) + texts[cell].ljust(wide)
                at = grid.columns[cell] + 1
        lines.append(line.rstrip())
    columns = sorted({name[0] for name in grid.names})
    # Column letters, below row 1, whose cells are not shifted.
    lines.append("   " + "".join(letter.ljust(wide) for letter in columns).rstrip())
    if position.bars():
        pairs = sorted((min(pair), max(pair)) for pair in position.bars())
        lines.append("walls " + " ".join(f"{grid.names[a]}/{grid.names[b]}" for a, b in pairs))
    return "\n".join(lines)


def standing(position: Position) -> str:
    """Whose turn it is, and the score: "y to move, 24 to 24"."""
    words = f"{position.SIDES[position.turn]} to move"
    score = position.score()
    return words + (", " + " to ".join(map(str, score)) if score else "")
