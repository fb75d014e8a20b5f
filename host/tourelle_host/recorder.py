"""Makes a record of what a board says over its link."""

from tourelle.games.position import Position
from tourelle_host.record import Record


class Recorder:
    """Hears a board's lines and keeps the record of the game on it.

    record    the game, or None where there is none or its start is not known
    number    counts the games: one more with every other game
    gap       a step is missing, since lines were lost: the board has to be asked
    """

    def __init__(self, date: str = "", players: dict[str, str] | None = None):
        """date: of the games; players: names by the letters of sides."""
        self.record: Record | None = None
        self.number = 0
        self.gap = False
        self._date = date
        self._players = players or {}
        self._at: Position | None = None  # the position after the record's last step
        self._before = 0  # steps before the record's start; -1: not known
        self._game = False

    def hear(self, line: str) -> None:
        """Take in a line of the link; what is none is passed over."""
        if not line.startswith("@"):
            return
        word, _, rest = line[1:].partition(" ")
        words = rest.split()
        if word == "game":
            self._game = words != ["none"]
            if self._game and self.record:
                self.record.result = self.record.why = ""
        elif word == "position" and self._game:
            self._position(rest)
        elif word == "record" and words:
            self._told(int(words[0]), words[1:])
        elif word in ("move", "undo") and self.record and words:
            self._step(word == "move", int(words[0]), words[-1])
        elif word == "over" and self.record:
            self.record.result = rest
        elif word == "why" and self.record:
            self.record.why = rest

    def _new(self, start: str) -> None:
        self.number += 1
        self.record = Record(start, players=dict(self._players), date=self._date)
        self._at = self.record.position()
        self._before = -1
        self.gap = False

    def _position(self, text: str) -> None:
        """The position as it stands: that of the game that is known, or another game begins."""
        if self._at is None or self._at.text() != text:
            self._new(text)

    def _told(self, first: int, words: list[str]) -> None:
        """The board tells its own record: the start, or steps from a number on."""
        if first == 0:
            start = " ".join(words)
            if self.record is None or self.record.start != start:
                self._new(start)
            self._before = 0
        elif self.record and self._before == 0 and words != ["none"]:
            self.gap = first - 1 > len(self.record.steps)
            self._cut(first - 1)
            for step in words:
                self._push(step)

    def _step(self, played: bool, number: int, text: str) -> None:
        assert self.record
        if self._before < 0:
            self._before = number - 1 if played else number
        at = number - 1 - self._before
        self.record.result = self.record.why = ""
        if at < 0 or at > len(self.record.steps):
            self.gap = True
            return
        self._cut(at)
        if played:
            self._push(text)

    def _cut(self, count: int) -> None:
        """Keep so many steps."""
        assert self.record and self._at
        while len(self.record.steps) > count:
            self.record.steps.pop()
            self._at.pop()

    def _push(self, step: str) -> None:
        assert self.record and self._at
        try:
            self._at.push(self._at.parse_move(step))
        except ValueError:
            self.gap = True
        else:
            self.record.steps.append(step)
