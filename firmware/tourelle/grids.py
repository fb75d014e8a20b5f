"""The three grids: cells, their names, neighbours and lines. Data, not code per game.

A cell is a small int, counted over the cells that exist: row 1 (the near edge)
first, `a` first in each row. Its name is the same everywhere: a column letter
and a row number, which are also its column and row in the sensor matrix.
"""

NONE = 255  # "no cell", where a byte has to say so

COLUMNS = "abcdefghi"

# Eight directions, as (columns, rows), anticlockwise from the right; the
# opposite of direction d is always (d + half their number) % their number.
_EIGHT = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
# On the hexagons each row lies half a cell to the right of the one below it.
_SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

# name: directions, and for each row from the near edge: first column, number of cells
_SHAPES = {
    "square": (_EIGHT, ((0, 8),) * 8),
    "avalam": (
        _EIGHT,
        ((5, 2), (4, 4), (2, 6), (0, 8), (0, 9), (1, 8), (1, 6), (1, 4), (2, 2)),
    ),
    "hex": (
        _SIX,
        ((4, 5), (3, 6), (2, 7), (1, 8), (0, 9), (0, 8), (0, 7), (0, 6), (0, 5)),
    ),
}

NAMES = tuple(sorted(_SHAPES))


class Grid:
    """The cells of one board.

    name        "square", "avalam" or "hex"
    size        number of cells
    names       name of each cell, "a1"
    columns     column of each cell, counted from 0 (bytes)
    rows        row of each cell, counted from 0 (bytes)
    directions  number of directions, 8 or 6
    steps       steps[d][cell]: the next cell in direction d, or NONE (bytes each)
    flat        the same in one row: flat[d * size + cell] (bytes)
    neighbours  neighbours[cell]: the adjacent cells (bytes)
    alone       alone[cell]: the cell by itself (bytes), made once since every footprint has some
    """

    def __init__(self, name):
        if name not in _SHAPES:
            raise ValueError("no grid '%s'; there are %s" % (name, ", ".join(NAMES)))
        vectors, shape = _SHAPES[name]
        self.name = name
        self.directions = len(vectors)
        at = {}
        columns = []
        rows = []
        for row, (first, count) in enumerate(shape):
            for column in range(first, first + count):
                at[column, row] = len(columns)
                columns.append(column)
                rows.append(row)
        self.size = len(columns)
        self.columns = bytes(columns)
        self.rows = bytes(rows)
        self.names = tuple(
            COLUMNS[columns[i]] + str(rows[i] + 1) for i in range(self.size)
        )
        self._cells = {self.names[i]: i for i in range(self.size)}
        self.steps = tuple(
            bytes(at.get((columns[i] + dc, rows[i] + dr), NONE) for i in range(self.size))
            for dc, dr in vectors
        )
        self.flat = b"".join(self.steps)
        self.neighbours = tuple(
            bytes(step[i] for step in self.steps if step[i] != NONE)
            for i in range(self.size)
        )
        self.alone = tuple(bytes((i,)) for i in range(self.size))

    def cell(self, name):
        """The cell of that name; ValueError where the grid has none."""
        cell = self._cells.get(name.lower())
        if cell is None:
            raise ValueError("no cell '%s' on the %s grid" % (name, self.name))
        return cell


_grids: dict = {}


def grid(name):
    """The grid of that name, computed once."""
    if name not in _grids:
        _grids[name] = Grid(name)
    return _grids[name]
