"""Makes a record from what a board says over its link."""

from tourelle.games.position import Position
from tourelle_host.record import Record

MOST_STEPS = 5000  # in a game; no board has the memory for as many


class Recorder:
    """Hears a board's lines, and keeps the record of its game.

    record       the game; None where there is none, or its start is not known
    number       counts the games: it grows with each new game
    gap          whether a step is missing because lines were lost: the board has to be asked
    interrupted  the game that was under way when this one began; None where none was
    """

    def __init__(self, date: str = "", players: dict[str, str] | None = None, asks: bool = False):
        """date: of the games; players: names by the letters of sides; asks: whether the board is
        asked for its own record after every "@game", from "record 0" to the last step."""
        self.record: Record | None = None
        self.number = 0
        self.gap = False
        self.interrupted: Record | None = None
        self._date = date
        self._players = players or {}
        self._asks = asks
        self._at: Position | None = None  # the position after the record's last step
        self._before = 0  # steps before the record's start; -1: unknown
        self._game = False
        self._lesson = False  # whether the game is one
        self._told: list[str] | None = None  # the steps, while the board tells its record
        self._start = ""  # the start of the game that it tells

    def hear(self, line: str) -> None:
        """Take in a line of the link; ignore other lines, and nonsense."""
        if not line.startswith("@"):
            return
        word, _, rest = line[1:].partition(" ")
        try:
            self._hear(word, rest, rest.split())
        except ValueError:  # half a line, or a line of another version
            self.gap = True

    def _hear(self, word: str, rest: str, words: list[str]) -> None:
        if word == "game":
            self._game = words != ["none"]
            self._told = None  # it no longer tells its record, even if that was cut off
        elif word == "position" and self._game and not self._asks:
            # The present position: of the known game, or else of a new one.
            if self._at is None or self._at.text() != rest:
                self._new(rest)
                self._before = -1
        elif word == "record" and words:
            self._tell(int(words[0]), words[1:])
        elif word in ("move", "undo") and self.record and words and self._told is None:
            self._step(word == "move", int(words[0]), words[-1])
        elif word == "over" and self.record:
            self.record.result = rest
        elif word == "why" and self.record:
            self.record.why = rest
        elif word == "turn" and self.record:
            self.record.result = self.record.why = ""  # an end may have been taken back
        elif word == "lesson":
            self._lesson = True

    def under_way(self) -> Record | None:
        """The record of a game that goes on; None where there is none. A lesson is none."""
        game = self.record
        return game if game and game.steps and not (game.result or self._lesson) else None

    def _new(self, start: str) -> None:
        self.interrupted = self.under_way()
        self._lesson = False
        record = Record(start, players=dict(self._players), date=self._date)
        self._at = record.position()
        self.record = record
        self.number += 1
        self._before = 0
        self.gap = False

    def _tell(self, first: int, words: list[str]) -> None:
        """The board tells its own record: the start, steps from a number on, or "none" more."""
        if first == 0:
            self._start, self._told = " ".join(words), []
        elif self._told is None:
            pass  # not from the start
        elif words != ["none"]:
            if not 1 <= first <= len(self._told) + 1 or first + len(words) > MOST_STEPS:
                raise ValueError("steps that do not follow those before")
            self._told[first - 1 :] = words
        else:
            steps, self._told = self._told, None
            known = self.record
            if not (known and known.start == self._start and _continues(known.steps, steps)):
                self._new(self._start)
            self.gap = False
            self._cut(0)
            for step in steps:
                self._push(step)

    def _step(self, played: bool, number: int, text: str) -> None:
        assert self.record
        if self._before < 0:
            self._before = number - 1 if played else number
        at = number - 1 - self._before
        self.record.result = self.record.why = ""
        if at < 0 or at > len(self.record.steps) or at >= MOST_STEPS:
            self.gap = True
            return
        self._cut(at)
        if played:
            self._push(text)

    def _cut(self, count: int) -> None:
        """Keep only so many steps."""
        assert self.record and self._at
        while len(self.record.steps) > count:
            self.record.steps.pop()
            self._at.pop()

    def _push(self, step: str) -> None:
        assert self.record and self._at
        self._at.push(self._at.parse_move(step))
        self.record.steps.append(step)


def _continues(before: list[str], after: list[str]) -> bool:
    """Whether these may be the steps of one game: more were played, or some taken back.

    Where some were taken back and others played, nobody can tell; no record is lost if it counts
    as another game.
    """
    both = min(len(before), len(after))
    return before[:both] == after[:both] and (both > 0 or not before)
