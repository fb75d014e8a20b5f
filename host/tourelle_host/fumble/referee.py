"""Judges the board by what it says over its link, which the hand cannot hear."""

from dataclasses import astuple, dataclass, fields


@dataclass
class Tally:
    """What happened in so many steps.

    steps      made by the hand, those that change nothing and go without saying left out
    wrong      committed, other than made, and not replaced before the next one committed
    stuck      the board could not be brought to take the step
    corrected  the lights showed another step, and the hand took it back and made its own again
    questions  that were lit
    touches    of the hand's, beyond the natural gesture, because the board had not understood
    """

    steps: int = 0
    wrong: int = 0
    stuck: int = 0
    corrected: int = 0
    questions: int = 0
    touches: int = 0


def header() -> str:
    """The head of a table of tallies."""
    return f"{'per 100':8}" + "".join(f"{field.name:>12}" for field in fields(Tally))


def row(name: str, tally: Tally) -> str:
    """A tally as a line of the table: so many steps, and of all else so much per 100 of them."""
    steps, *counts = astuple(tally)
    return f"{name:8}{steps:12}" + "".join(f"{100 * count / steps:12.3f}" for count in counts)


class Referee:
    """Compares the steps that the board commits with those that are made."""

    def __init__(self, tally: Tally):
        self.tally = tally
        self.wrong = ""  # what was found wrong since `begin`, as words
        self.over = False  # the board says that the game is over
        self._made: list[str] = []
        self._board: list[str] = []

    def begin(self) -> None:
        """The board starts from the position as it is."""
        self.wrong = ""
        self._made.clear()
        self._board.clear()

    def made(self, text: str) -> None:
        """The hand makes this step."""
        self._made.append(text)

    def agrees(self) -> bool:
        """Whether the board has taken all steps as they were made."""
        return self._board == self._made

    def hear(self, line: str) -> None:
        """What the board says."""
        event, *words = line.split()
        if event == "@move":
            self._judge()
            self._board.append(words[-1])
        elif event == "@undo":
            del self._board[-1:]
            self.over = False
        elif event in ("@game", "@over"):
            self.over = event == "@over"  # a game may begin where it is over
        elif event == "@question" and words != ["none"]:
            self.tally.questions += 1

    def _judge(self) -> None:
        """Another step commits: is the one before as it was made?"""
        at = len(self._board) - 1
        if at >= 0 and not self.wrong and self._made[at : at + 1] != self._board[at:]:
            made = self._made[at] if at < len(self._made) else "nothing yet"
            self.wrong = f"{self._board[at]} was committed, and {made} was made"
            self.tally.wrong += 1
