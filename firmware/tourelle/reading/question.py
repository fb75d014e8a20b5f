"""A question that the lights ask: which of these readings? A touch of a lit cell answers."""

from tourelle.games import cells_of
from tourelle.grids import NONE
from tourelle.steps import LEAVES, LIT


class Question:
    """A question between readings.

    readings  the readings to choose from
    cells     the cells that answer it (bytes)
    lifted    the cells that its readings lift pieces from (a set)
    about     all cells that its readings involve (a set)
    until     number of the last change that its readings explain
    unsure    asked because nothing is attested: a piece may simply be in the hand
    proposed  the reading that OK would take, or None
    """

    def __init__(self, readings, line, until, unsure, asked, undone=(), answerable=True):
        """asked: number of the last change before it was lit; answerable: whether a touch answers.

        undone: a tuple with the reading that was undone before the question, proposed last.
        """
        self._line = line
        self.readings = readings
        self.unsure = unsure
        self._switches = bytes(line.closed)
        self._asked = asked
        self._held = NONE  # the cell of a touch that may not be an answer
        self.until = until
        self.proposed = None
        self._differ = line.differ  # how many cells differed when it last sounded
        self._undone = undone
        feet = [line.foot_of(reading) for reading in readings]
        self.lifted = {cell for foot in feet for cell in foot.vacated + foot.left}
        self.about = {cell for foot in feet for cell in b"".join(foot)}
        touched = [foot.reached + foot.via + foot.left for foot in feet]
        # What was taken back is told by where the piece was put back.
        touched = [touched[i] if readings[i].moves else b"" for i in range(len(feet))]
        if len(feet) > 1 and not _apart(touched):
            touched = [b""] * len(feet)
        marks = [touched[i] or feet[i].filled + feet[i].vacated for i in range(len(feet))]
        self._choices = [(readings[i], feet[i], marks[i]) for i in range(len(feet))]
        self.cells = _apart(marks) or bytes(sorted(set(marks[0]))) if answerable else b""

    def answered(self, cell, tokens):
        """The readings that a touch leaves open, none if it is no answer. An answer is used up.

        It answers if the cell has opened and closed since the lights asked; setting down a piece
        that was in the hand all along is no answer. A reading whose piece came back is left out.
        """
        lit = cell in self.cells and tokens.changed_twice(cell, self._asked)
        if not lit or self._busy(cell, tokens):
            return []
        tokens.use_up(cell)
        came = [c for c in self.about if self._line.closed[c] and tokens.change(c) > self._asked]
        return [
            reading
            for reading, foot, marks in self._choices
            if cell in marks and not any(other in came for other in foot.vacated)
        ]

    def _busy(self, touched, tokens):
        """Whether the hand seems to hold a piece that the question is not about.

        Such a touch says nothing, unless that piece may be put there. A second one answers.
        """
        if self._held == touched:
            return False
        line = self._line
        for number in range(tokens.seq, tokens.oldest(), -1):
            cell = tokens.cell(number)[0]
            if cell == touched or (cell in self.cells and not tokens.lifted(cell)):
                continue  # set straight
            if line.closed[cell] or cell in self.lifted or not line.position.occupancy[cell]:
                return False  # what was lifted has been set down since
            self._held = touched
            if not line.top.having(bytes((cell, touched)), LEAVES + LIT, 1):
                tokens.use_up(touched)
            return True
        return False

    def interrupted(self):
        """Whether a piece that it is not about is in the hand, while no touch can answer it."""
        return not self.cells and any(cell not in self.about for cell in self._line.cells())

    def meant_by_ok(self):
        """The only reading that no touch can name; else a sure question's only one; else the one
        that is proposed, or None."""
        only = self._untouchable() or ([] if self.unsure else self.readings)
        return only[0] if len(only) == 1 else self.proposed

    def propose_next(self):
        """Propose the next of the readings that no touch can name, or else of all; then none.

        Returns False if the question is over: each of its readings was turned down, and nothing
        attests that one of them was made. Otherwise it stays lit, for a touch may still answer.
        """
        readings = self._untouchable() or self.readings + list(self._undone)
        # A switch that was taken for dead may have changed meanwhile.
        at = readings.index(self.proposed) + 1 if self.proposed in readings else 0
        self.proposed = readings[at] if at < len(readings) else None
        others = len(readings) < len(self.readings)  # which a touch can name
        return self.proposed is not None or not self.unsure or others

    def note_differ(self, differ):
        """Note how many cells differ; True if more than before: the players go on regardless."""
        more = differ > self._differ
        self._differ = differ
        return more

    def is_past(self):
        """Whether it was asked for lack of evidence, and the hands have gone on with a step."""
        return self.unsure and self._switches != self._line.closed and self._line.may_become()

    def covers(self, readings, unsure):
        """Whether these readings need no new question: they are asked about already."""
        mine = set(self.readings)
        return mine == set(readings) or (unsure and mine >= set(readings))

    def _untouchable(self):
        """The readings that no touch can name: a switch is left out, or none of theirs is lit."""
        return [
            reading
            for reading, foot, marks in self._choices
            if self._line.leaves_out(cells_of(foot)) or not any(c in self.cells for c in marks)
        ]


def _apart(marks):
    """The cells in some of these groups but not in all (bytes)."""
    cells = {cell for group in marks for cell in group}
    return bytes(sorted(cell for cell in cells if not all(cell in group for group in marks)))
