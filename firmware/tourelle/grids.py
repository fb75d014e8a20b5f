"""The three grids: cells, their names, neighbours and lines. Data, not code per game.

A cell is a small int: cells are numbered from row 1 (the near edge), and from column `a` in each
row. Its name is the same everywhere: a column letter and a row number, which are also its column
and row in the switch matrix.
"""

from tourelle.kernels import const

NONE = 255  # "no cell", in a byte

COLUMNS = "abcdefghi"
_DIGITS = "123456789"
_WIDE = const(11)  # width of the map of cells: the matrix with a border all around

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


class Names:
    """The names of a grid's cells, by cell; each is made on demand, which saves 2 KB."""

    def __init__(self, columns, rows):
        self._columns = columns
        self._rows = rows

    def __len__(self):
        return len(self._rows)

    def __getitem__(self, cell):
        return COLUMNS[self._columns[cell]] + _DIGITS[self._rows[cell]]

    def __iter__(self):
        for cell in range(len(self._rows)):
            yield self[cell]


class Grid:
    """The cells of one board.

    name        "square", "avalam" or "hex"
    size        number of cells
    names       name of each cell, "a1", see `Names`
    columns     column of each cell, counted from 0 (bytes)
    rows        row of each cell, counted from 0 (bytes)
    directions  number of directions, 8 or 6
    flat        flat[d * size + cell]: the next cell in direction d, or NONE (bytes)
    toward      toward[d][cell]: the same, as views of `flat`
    single      single[cell]: bytes of this cell only; made once, since footprints share them
    """

    def __init__(self, name):
        if name not in _SHAPES:
            raise ValueError("no grid '%s'; there are %s" % (name, ", ".join(NAMES)))
        vectors, shape = _SHAPES[name]
        self.name = name
        self.directions = len(vectors)
        at = bytearray(b"\xff" * (_WIDE * len(COLUMNS) + 2 * _WIDE))
        places = []
        for row, (first, count) in enumerate(shape):
            start = (row + 1) * _WIDE + first + 1
            for place in range(start, start + count):
                at[place] = len(places)
                places.append(place)
        self.size = len(places)
        self._map = bytes(at)
        self.columns = bytes([place % _WIDE - 1 for place in places])
        self.rows = bytes([place // _WIDE - 1 for place in places])
        self.names = Names(self.columns, self.rows)
        away = [column + row * _WIDE for column, row in vectors]
        self.flat = bytes([at[place + way] for way in away for place in places])
        flat = memoryview(self.flat)
        starts = range(0, len(flat), self.size)
        self.toward = tuple([flat[start : start + self.size] for start in starts])
        self.single = tuple([bytes((i,)) for i in range(self.size)])

    def neighbours(self, cell):
        """The adjacent cells (bytes), in the order of the directions."""
        return bytes([step[cell] for step in self.toward if step[cell] != NONE])

    def cell(self, name):
        """The cell with that name, str or bytes; ValueError if the grid has none.

        It takes no text apart: MicroPython looks up each new text among all the names that it
        knows, which takes 0.2 ms on the board.
        """
        raw = name.encode() if isinstance(name, str) else name
        if len(raw) == 2:
            column, row = (raw[0] | 32) - 96, raw[1] - 48  # in the map of cells
            if 0 < column < _WIDE and 0 < row <= len(_DIGITS):
                cell = self._map[row * _WIDE + column]
                if cell != NONE:
                    return cell
        raise ValueError("no cell '%s' on the %s grid" % (str(raw, "utf-8"), self.name))


_grids: dict = {}


def grid(name):
    """The grid with that name, computed once."""
    if name not in _grids:
        _grids[name] = Grid(name)
    return _grids[name]
