"""The electricity of the board: what the controller sees of the switches, even with faults.

The columns have pull-ups, and are read while one row after another is driven low. Each switch has
a diode that lets current flow only from its column to its row. So a column reads low only because
of a closed switch in the driven row.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tourelle.grids import COLUMNS, Grid
from tourelle.lights import NO_CELL
from tourelle_host.errors import UserError


class Fault(NamedTuple):
    """A fault: its kind, and the numbers of the cells, rows or columns concerned."""

    kind: str
    at: tuple[int, ...] = ()


# How each kind is written, and what its capitalised words stand for.
KINDS = {
    "switch-dead": "switch CELL dead",
    "switch-stuck": "switch CELL stuck",
    "row-open": "row ROW open",
    "column-open": "column COLUMN open",
    "rows-shorted": "rows ROW ROW shorted",
    "columns-shorted": "columns COLUMN COLUMN shorted",
    "rows-swapped": "rows ROW ROW swapped",
    "columns-swapped": "columns COLUMN COLUMN swapped",
    "diode-missing": "diode CELL missing",
    "led-dead": "led CELL dead",
    "led-cut": "led CELL cut",
    "leds-reversed": "leds reversed",
}


def parse(text: str, grid: Grid) -> Fault:
    """The fault that a text names, like "row 3 open". UserError."""
    words = text.lower().split()
    for kind, usage in KINDS.items():
        parts = usage.split()
        pairs = list(zip(parts, words, strict=False))
        if len(parts) == len(words) and all(p.isupper() or p == word for p, word in pairs):
            named = [_number(part, word, grid) for part, word in pairs if part.isupper()]
            return Fault(kind, tuple(sorted(named)))
    raise UserError(f"there is no fault '{text}'; write one of: {', '.join(KINDS.values())}")


def write(fault: Fault, grid: Grid) -> str:
    """The text of a fault, which `parse` reads."""
    numbers = iter(fault.at)
    names = {
        "CELL": lambda at: grid.names[at],
        "ROW": lambda at: str(at + 1),
        "COLUMN": lambda at: COLUMNS[at],
    }
    words = KINDS[fault.kind].split()
    return " ".join(names[word](next(numbers)) if word in names else word for word in words)


def _number(what: str, word: str, grid: Grid) -> int:
    try:
        if what == "CELL":
            return grid.cell(word)
        if what == "ROW" and word in tuple(str(row + 1) for row in grid.rows):
            return int(word) - 1
        if what == "COLUMN" and word in tuple(COLUMNS[: max(grid.columns) + 1]):
            return COLUMNS.index(word)
    except ValueError as error:
        raise UserError(str(error)) from None
    raise UserError(f"the {grid.name} board has no {what.lower()} '{word}'")


class Matrix:
    """A board's rows, columns, switches and diodes, with these faults."""

    def __init__(self, grid: Grid, faults: Iterable[Fault] = ()):
        self._grid = grid
        self._count = max(grid.rows) + 1
        self._width = max(grid.columns) + 1
        self._dead: set[int] = set()
        self._stuck: set[int] = set()
        self._bridged: set[int] = set()
        # The line that each of the controller's pins is connected to, or None.
        self._row_line: list[int | None] = list(range(self._count))
        self._column_line: list[int | None] = list(range(self._width))
        self._row_shorts: list[tuple[int, ...]] = []
        self._column_shorts: list[tuple[int, ...]] = []
        for fault in faults:
            self._add(fault)
        self._simple = not (self._bridged or self._row_shorts or self._column_shorts)

    def _add(self, fault: Fault) -> None:
        kind, at = fault
        cells = {
            "switch-dead": self._dead,
            "switch-stuck": self._stuck,
            "diode-missing": self._bridged,
        }
        shorts = {"rows-shorted": self._row_shorts, "columns-shorted": self._column_shorts}
        if kind in cells:
            cells[kind].add(at[0])
        elif kind in shorts:
            shorts[kind].append(at)
        elif not kind.startswith("led"):
            lines = self._row_line if kind.startswith("row") else self._column_line
            if kind.endswith("open"):
                lines[at[0]] = None
            else:
                one, other = at
                lines[one], lines[other] = lines[other], lines[one]

    def rows(self, closed: Sequence[int]) -> list[int]:
        """For each of the controller's rows, the columns that read low, as bits.

        closed: 1 for each cell whose switch is closed by a magnet.
        """
        grid = self._grid
        contacts = [
            (grid.rows[cell], grid.columns[cell], cell in self._bridged)
            for cell in range(grid.size)
            if cell in self._stuck or (closed[cell] and cell not in self._dead)
        ]
        if self._simple:
            by_line = [0] * self._count
            for row, column, _ in contacts:
                by_line[row] |= 1 << column
        else:
            by_line = [self._low(row, contacts) for row in range(self._count)]
        return [self._pins(by_line[line]) if line is not None else 0 for line in self._row_line]

    def seen(self, closed: Iterable[int]) -> frozenset[int]:
        """The cells that the controller reads as closed when these are."""
        grid = self._grid
        states = bytearray(grid.size)
        for cell in closed:
            states[cell] = 1
        rows = self.rows(states)
        return frozenset(
            cell for cell in range(grid.size) if rows[grid.rows[cell]] >> grid.columns[cell] & 1
        )

    def _pins(self, low: int) -> int:
        """Which of the controller's pins read low, from the column lines that are low."""
        read = 0
        for pin, line in enumerate(self._column_line):
            if line is not None:
                read |= (low >> line & 1) << pin
        return read

    def _low(self, driven: int, contacts: list[tuple[int, int, bool]]) -> int:
        """The column lines that are low while this row line is driven low, as bits."""
        rows, columns = {driven}, set()
        grown = True
        while grown:
            size = len(rows) + len(columns)
            for lines, shorts in ((rows, self._row_shorts), (columns, self._column_shorts)):
                for short in shorts:
                    if lines.intersection(short):
                        lines.update(short)
            for row, column, bridged in contacts:
                if row in rows:
                    columns.add(column)
                elif bridged and column in columns:
                    rows.add(row)  # backwards, where there is no diode
            grown = len(rows) + len(columns) > size
        return sum(1 << column for column in columns)


def in_chain(grid: Grid, order: Iterable[str]) -> list[int | None]:
    """The cell of each LED in the chain, None for one under no cell; order: as in board.json."""
    return [None if name == NO_CELL else grid.cell(name) for name in order]


class Chain:
    """A board's LEDs, in the order in which their bytes come, with these faults."""

    def __init__(self, grid: Grid, order: list[str], faults: Iterable[Fault] = ()):
        """order: the cells' names in the chain's order, as in board.json."""
        chain = in_chain(grid, order)
        faults = list(faults)
        if any(fault.kind == "leds-reversed" for fault in faults):
            chain.reverse()
        self._places = [0] * grid.size  # of each cell's LED in the chain
        for place, cell in enumerate(chain):
            if cell is not None:
                self._places[cell] = place
        dark = {fault.at[0] for fault in faults if fault.kind == "led-dead"}
        cuts = [self._places[fault.at[0]] for fault in faults if fault.kind == "led-cut"]
        end = min(cuts, default=len(chain))
        self._works = [cell not in dark and self._places[cell] < end for cell in range(grid.size)]

    def place(self, cell: int) -> int | None:
        """Which of the chain's bytes light the cell's LED; None where none do."""
        return self._places[cell] if self._works[cell] else None
