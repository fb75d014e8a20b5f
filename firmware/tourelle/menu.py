"""The menu on the board: lit cells are the choices, each counts its own number."""

from tourelle.clock import elapsed
from tourelle.evidence import TOUCH_MS

BRIGHTNESS = (255, 160, 96, 48)


class Menu:
    """A list of choices on cells of the longest row; touched with any piece.

    choices   ((name, action), ...): action() is called, and returns further choices or None
    cells     the cell of each choice (bytes)
    """

    def __init__(self, cells, closed, choices):
        middle = max(cells.rows) // 2
        row = [c for c in range(cells.size) if cells.rows[c] == middle]
        self.choices = choices[: len(row)]
        self.cells = bytes(row[: len(self.choices)])
        self._cells = cells
        self._closed = closed
        self._before = bytes(closed)
        self._at = {}

    def changed(self, cell, now):
        """A switch changed; the action's name and its result if that made a choice, else None."""
        since = self._at.get(cell)
        self._at[cell] = now
        if cell not in self.cells or since is None:
            return None
        if self._closed[cell] != self._before[cell] or elapsed(now, since) < TOUCH_MS:
            return None
        return self.choose(self.choices[self.cells.index(cell)][0])

    def choose(self, name):
        """Make the choice of that name: (name, what its action returned), or None."""
        for known, action in self.choices:
            if known == name:
                return name, action()
        return None

    def text(self):
        """The choices and their cells, for the link: "new-game=a5 resign=b5"."""
        return " ".join(
            self.choices[i][0] + "=" + self._cells.names[self.cells[i]]
            for i in range(len(self.choices))
        )
