"""The journal: an append-only record of the game that survives a power cut at any byte.

A line is a checksum, a kind and a text: `S` the start position, `M` a step (as a
number, and in the project's notation), `U` the last step taken back, `E` an end
that the players agreed upon. Reading stops at the first line that is torn or
damaged; what stands before it is the game.
"""

import binascii

from tourelle import games

LONGEST = 8192  # bytes; beyond this the file is written anew, without what was taken back


def line(kind, text):
    """A line of the journal, as bytes."""
    body = (kind + " " + text).encode()
    return b"%08x %s\n" % (binascii.crc32(body) & 0xFFFFFFFF, body)


def entries(data):
    """The (kind, text) of every sound line from the start of the data."""
    found = []
    for raw in data.split(b"\n")[:-1]:
        body = raw[9:]
        if len(raw) < 11 or raw[:8] != b"%08x" % (binascii.crc32(body) & 0xFFFFFFFF):
            break
        try:
            text = str(body, "utf-8")
        except UnicodeError:
            break
        found.append((text[0], text[2:]))
    return found


def _legal(position, text):
    """The step that a line's text names, or None where it is not legal."""
    number, _, notation = text.partition(" ")
    if number.lstrip("-").isdigit():
        number = int(number)
        for move in position.legal_moves():
            if move == number and position.move_text(move) == notation:
                return move
    try:
        return position.parse_move(notation)  # of a version that numbers its moves otherwise
    except ValueError:
        return None


class Journal:
    """The record of the game on the board, in a store (see files.py)."""

    def __init__(self, store):
        self._store = store
        self._size = 0
        self._most = LONGEST
        self._start = ""
        self._steps: list = []  # texts of the steps that stand
        self._end = ""

    def begin(self, text):
        """A game starts from this position; the one before is kept as the last game."""
        if self._steps:
            self._store.keep()
        self._start = text
        self._steps = []
        self._end = ""
        self._rewrite()

    def step(self, move, text):
        """A step was committed."""
        text = "%d %s" % (move, text)
        self._steps.append(text)
        self._append("M", text)

    def back(self):
        """The last step, or an agreed end, was taken back."""
        if self._end:
            self._end = ""
        else:
            self._steps.pop()
        self._append("U", "")

    def end(self, text):
        """The players ended the game: "draw", or the letters of who won."""
        self._end = text
        self._append("E", text)

    def abandon(self):
        """The game is left; it is kept as the last game."""
        self._store.keep()
        self._steps = []

    def told(self, first, count):
        """`count` steps from number `first` on, in the project's notation; 0: the start position.

        Joined by spaces; empty where there are none.
        """
        if not first:
            return self._start
        steps = self._steps[first - 1 : first - 1 + count]
        return " ".join([step.partition(" ")[2] for step in steps])

    def last(self):
        """Whether there is a last game to go back to."""
        return bool(entries(self._store.kept()))

    def restore(self):
        """Make the last game the one that `resume` reads."""
        self._store.restore()

    def resume(self):
        """The recorded game, or None: (position with all its steps pushed,
        turns that were completed before each step, agreed end or "")."""
        data = self._store.read()
        lines = entries(data)
        if not lines or lines[0][0] != "S":
            return None
        try:
            position = games.read(lines[0][1])
        except ValueError:
            return None  # of a version with other rules
        self._start = lines[0][1]
        self._steps = []
        self._end = ""
        turns = []
        for kind, text in lines[1:]:
            if kind == "M":
                move = _legal(position, text)
                if move is None:
                    break
                turns.append(position.turns)
                position.push(move)
                self._steps.append(text)
            elif kind == "E":
                self._end = text
            elif self._end:
                self._end = ""
            elif self._steps:
                position.pop()
                turns.pop()
                self._steps.pop()
        self._size = len(data)
        if self._whole() != data:
            self._rewrite()
        return position, turns, self._end

    def _whole(self):
        data = line("S", self._start)
        for text in self._steps:
            data += line("M", text)
        if self._end:
            data += line("E", self._end)
        return data

    def _rewrite(self):
        data = self._whole()
        self._store.replace(data)
        self._size = len(data)
        self._most = max(LONGEST, 2 * self._size)

    def _append(self, kind, text):
        data = line(kind, text)
        if self._size + len(data) > self._most:
            self._rewrite()
        else:
            self._store.append(data)
            self._size += len(data)
