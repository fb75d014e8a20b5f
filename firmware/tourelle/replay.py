"""Reads a journal: the game that its lines tell, as far as they are undamaged."""

from tourelle import games
from tourelle.files import VERSION
from tourelle.games.position import digits, is_number
from tourelle.journal import renew

_OLD = {"S": "game", "M": "step", "U": "undo", "E": "end"}  # before the format had versions


def _legal(position, text):
    """The legal step in a line's text, by number or by notation; None if there is none."""
    number, _, notation = text.partition(" ")
    if is_number(number) and len(number) < 12:
        number = int(number)
        for move in position.legal_moves():
            if move == number and position.move_text(move) == notation:
                return move
    try:
        return position.parse_move(notation)  # written by a version that numbers moves differently
    except ValueError:
        return None


class Replay:
    """Reads a journal line by line.

    position   the position, with all its steps pushed; None until a line says where it starts
    start      the text of that line
    steps      texts of the steps that stand
    turns      how many turns were completed before each of them
    end        the agreed end, or ""
    """

    def __init__(self, others):
        """others: a list that receives the texts of lines of other kinds, see `renew`."""
        self.position = None
        self.start = ""
        self.steps: list = []
        self.turns: list = []
        self.end = ""
        self._others = others
        self._newer = False  # the journal is of a newer version, as it says
        self._damaged = 0  # damaged lines
        self._gone = 0  # steps that cannot be played because earlier ones are missing

    def take(self, found):
        """Take in the next line: its (kind, text), or None if it is damaged."""
        if found is None:
            self._damaged += 1
            return
        kind, text = found
        if kind in _OLD:
            kind, text = self._from_old_format(_OLD[kind], text)
        if kind == "game":
            if self.position is None:
                self._begin(text)
        elif kind == "step":
            self._step(text)
        elif kind == "undo":
            self._undo(text)
        elif kind == "end":
            self._end(text)
        elif kind == "journal":
            self._newer = self._newer or _number(text.partition(" ")[0]) > VERSION
        else:
            renew(self._others, kind + " " + text)

    def _end(self, text):
        number, _, end = text.partition(" ")
        if self.position is not None and _number(number) == len(self.steps):
            if end == "draw" or all(side in self.position.SIDES for side in end):
                self.end = end

    def lost(self):
        """What could not be read, in words; "" if nothing is lost."""
        lines = self._damaged + self._gone
        if self._newer:
            return "the recorded game is a newer firmware's"
        if self.position is None:
            return "the recorded game cannot be read" if lines or self._others else ""
        if not lines:
            return ""
        steps = len(self.steps)
        return "the record was damaged: %d steps could be read, %d lines could not" % (steps, lines)

    def back_to(self, count):
        """Take back the steps after the first `count`."""
        while len(self.steps) > max(count, 0):
            self.position.pop()
            self.steps.pop()
            self.turns.pop()
            self.end = ""

    def _begin(self, text):
        try:
            self.position = games.read(text)
            self.start = text
        except ValueError:
            self._damaged += 1  # written by a version with other rules

    def _step(self, text):
        number, _, text = text.partition(" ")
        number = _number(number)
        if self.position is not None and 0 < number <= len(self.steps) + 1:
            self.back_to(number - 1)
            move = _legal(self.position, text)
            if move is not None:
                self.turns.append(self.position.turns)
                self.position.push(move)
                self.steps.append(text)
                return
        self._gone += 1

    def _undo(self, text):
        if text == "end":
            self.end = ""
        elif 0 < _number(text) <= len(self.steps):
            self.back_to(_number(text) - 1)

    def _from_old_format(self, kind, text):
        """Take in a line of the old format without numbers: after damage its steps are useless."""
        count = len(self.steps)
        if kind == "step":
            text = "%d %s" % (0 if self._damaged or self._gone else count + 1, text)
        elif kind == "undo":
            text = "end" if self.end else str(0 if self._damaged or self._gone else count)
        elif kind == "end":
            text = "%d %s" % (count, text)
        return kind, text


def _number(text):
    """The number in a text; 0 if it has none that can count steps."""
    return digits(text) if is_number(text) else 0
