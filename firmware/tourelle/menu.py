"""The menu on the board: each choice is a lit cell, which always pulses the same number."""

from tourelle.clock import elapsed
from tourelle.reading.tokens import TOUCH_MS

NO_CHOICE = ""  # the name of no choice: the menu was left for the game


class Menu:
    """Finds out from the switches which choice was touched with a piece.

    cells    the cell of each choice, in the middle row and the one before it (bytes)
    numbers  the number of each choice, which its light pulses (bytes)
    """

    LASTS_MS = 15000  # then the menu closes by itself

    def __init__(self, grid, closed, choices):
        """choices: ((name, command, value), ...), see choices.py.

        A choice that makes no sense now is falsy: its number and its cell stay free.
        """
        middle = max(grid.rows) // 2
        row = [c for c in range(grid.size) if grid.rows[c] == middle]
        row += [c for c in range(grid.size) if grid.rows[c] == middle - 1]
        self.numbers = bytes([n + 1 for n in range(len(choices)) if choices[n]])
        self._choices = [choice for choice in choices if choice]
        self.cells = bytes([row[number - 1] for number in self.numbers])
        self._names = [grid.names[cell] for cell in self.cells]
        self._closed = closed
        self._before = bytes(closed)
        self._at: dict = {}

    def changed(self, cell, now):
        """A switch changed; returns the name of the choice that this makes, NO_CHOICE, or None."""
        since = self._at.get(cell)
        self._at[cell] = now
        if cell not in self.cells or since is None:
            return None
        if self._closed[cell] != self._before[cell] or elapsed(now, since) < TOUCH_MS:
            return None
        if self._before[cell] and any(other not in self.cells for other in self.lifted()):
            return NO_CHOICE
        return self._choices[self.cells.index(bytes((cell,)))][0]  # `index` takes no number

    def lifted(self):
        """The cells from which a piece was lifted since it opened: somebody may make a move."""
        cells = range(len(self._before))
        return [cell for cell in cells if self._before[cell] and not self._closed[cell]]

    def choice(self, name):
        """The (command, value) of the choice with that name; ValueError if there is none."""
        for known, command, value in self._choices:
            if known == name:
                return command, value
        names = ", ".join([known for known, _, _ in self._choices])
        raise ValueError("no choice '%s'; there are: %s" % (name, names))

    def text(self):
        """The choices and their cells, for the link: "new-game:a5 resign:b5"."""
        choices = enumerate(self._choices)
        return " ".join([name + ":" + self._names[i] for i, (name, _, _) in choices])
