"""The menu on the board: lit cells are the choices, each counts its own number."""

from tourelle.clock import elapsed
from tourelle.reading.tokens import TOUCH_MS


class Menu:
    """A list of choices on cells of the middle row; touched with any piece.

    cells   the cell of each choice (bytes)
    """

    def __init__(self, cells, closed, choices):
        """choices: ((name, action), ...), see choices.py."""
        middle = max(cells.rows) // 2
        row = [c for c in range(cells.size) if cells.rows[c] == middle]
        self._choices = choices[: len(row)]
        self.cells = bytes(row[: len(self._choices)])
        self._names = [cells.names[cell] for cell in self.cells]
        self._closed = closed
        self._before = bytes(closed)
        self._at: dict = {}

    def touched(self, cell, now):
        """A switch changed: the name of the choice that this chose, or None."""
        since = self._at.get(cell)
        self._at[cell] = now
        if cell not in self.cells or since is None:
            return None
        if self._closed[cell] != self._before[cell] or elapsed(now, since) < TOUCH_MS:
            return None
        return self._choices[self.cells.index(cell)][0]

    def action(self, name):
        """The action of the choice with that name; ValueError if there is none."""
        for known, action in self._choices:
            if known == name:
                return action
        names = ", ".join([known for known, _ in self._choices])
        raise ValueError("no choice '%s'; there are: %s" % (name, names))

    def text(self):
        """The choices and their cells, for the link: "new-game:a5 resign:b5"."""
        return " ".join(
            [self._choices[i][0] + ":" + self._names[i] for i in range(len(self._choices))]
        )
