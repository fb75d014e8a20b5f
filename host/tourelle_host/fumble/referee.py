"""Judges the board by what it says over its link, which the player cannot hear."""

from dataclasses import astuple, dataclass, fields

from tourelle_host.confidence import interval
from tourelle_host.fumble.gestures import Step
from tourelle_host.fumble.table import Table


@dataclass
class Tally:
    """Counts of what happened.

    steps      made by the player, except steps that move nothing and that the board assumes itself
    wrong      committed, but not made, and not replaced before the next one was committed
    stuck      the board could not be brought to take the step
    corrected  the lights showed another step, so the player took it back and made its own again
    rewritten  the board took it back, though it was right, stood, and nobody pressed Undo
    early      committed, but not made, while a piece was held
    questions  asked by lights
    touches    by the player, beyond the natural gesture, since the board had not understood
    """

    steps: int = 0
    wrong: int = 0
    stuck: int = 0
    corrected: int = 0
    rewritten: int = 0
    early: int = 0
    questions: int = 0
    touches: int = 0


def header() -> str:
    """The heading of a table of tallies."""
    words = "".join(f"{field.name:>11}" for field in fields(Tally))
    return f"{'mix':11}{'per 100':8}{words}  wrong: 95 %, worst seed"


def row(mix: str, game: str, tallies: list[Tally]) -> str:
    """The tallies of several seeds as a line of the table.

    The number of steps, and everything else per 100 of them; the confidence interval of the wrong
    ones, and their rate with the worst seed.
    """
    steps, *counts = (sum(column) for column in zip(*map(astuple, tallies), strict=True))
    wrong = sum(tally.wrong for tally in tallies)
    low, high = interval(wrong, steps)
    worst = max(100 * tally.wrong / tally.steps for tally in tallies)
    shown = "".join(f"{100 * count / steps:11.3f}" for count in counts)
    return f"{mix:11}{game:8}{steps:11}{shown}  {100 * low:.3f} to {100 * high:.3f}, {worst:.2f}"


class Referee:
    """Compares the steps that the board commits with those that the player makes."""

    def __init__(self, tally: Tally):
        self.tally = tally
        self.wrong = ""  # what was wrong since `begin`, in words
        self._odd = ""  # what was rewritten or early, in words, until it is taken
        self.over = False  # whether the board says that the game is over
        self._table: Table | None = None
        self._made: list[Step | str] = []
        self._board: list[str] = []

    def watch(self, table: Table) -> None:
        """Watch what happens at this table, too: before that, only steps are compared."""
        self._table = table

    def begin(self) -> None:
        """The board starts from the present position."""
        self.wrong = self._odd = ""
        self._made.clear()
        self._board.clear()

    def take_odd(self) -> str:
        """What is odd, in words, once; "" for nothing."""
        odd, self._odd = self._odd, ""
        return odd

    def made(self, step: Step | str) -> None:
        """The player makes this step; a step that moves nothing is given as text."""
        self._made.append(step)

    def agrees(self) -> bool:
        """Whether the board has taken all steps as they were made."""
        return self._board == [_text(step) for step in self._made]

    def hear(self, line: str) -> None:
        """Take in a line from the board."""
        event, *words = line.split()
        if event == "@move":
            del self._board[int(words[0]) - 1 :]  # a power cut may have lost some
            self._judge()
            self._board.append(words[-1])
            if self._holding() and not self._right():
                self.tally.early += 1
                self._odd = f"{words[-1]} was committed in the hand"
        elif event == "@undo":
            if self._board[-1:] == words[-1:] and self._right() and self._stands():
                self.tally.rewritten += 1
                self._odd = f"{words[-1]} was taken back, and it stands"
            del self._board[-1:]
            self.over = False
        elif event in ("@game", "@over"):
            self.over = event == "@over"  # a game may start with its end
        elif event == "@question" and words != ["none"]:
            self.tally.questions += 1

    def _judge(self) -> None:
        """Another step is committed: check the one before."""
        if self._board and not self.wrong and not self._right():
            at = len(self._board) - 1
            made = _text(self._made[at]) if at < len(self._made) else "nothing yet"
            self.wrong = f"{self._board[at]} was committed, and {made} was made"
            self.tally.wrong += 1

    def _right(self) -> bool:
        """Whether the last step that the board committed is the one made."""
        at = len(self._board) - 1
        return at < len(self._made) and _text(self._made[at]) == self._board[at]

    def _holding(self) -> bool:
        return self._table is not None and bool(self._table.held)

    def _stands(self) -> bool:
        """Whether the pieces are where the last step put them, and nobody asked for an undo."""
        step = self._made[len(self._board) - 1]
        if self._table is None or isinstance(step, str) or self._table.undone():
            return False
        return all(self._table.glyphs(cell) == step.after[cell] for cell in step.cells)


def _text(step: Step | str) -> str:
    return step if isinstance(step, str) else step.text
