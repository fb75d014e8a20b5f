"""Judges the board by what it says over its link, which the hand cannot hear."""

import math
from collections.abc import Callable
from dataclasses import astuple, dataclass, fields

from tourelle_host.fumble.gestures import Step
from tourelle_host.sim.world import World


@dataclass
class Tally:
    """What happened in so many steps.

    steps      made by the hand, those that change nothing and go without saying left out
    wrong      committed, other than made, and not replaced before the next one committed
    stuck      the board could not be brought to take the step
    corrected  the lights showed another step, and the hand took it back and made its own again
    rewritten  taken back by the board, though it was right, stood, and nobody pressed Undo
    early      committed, other than made, while a piece was in the hand
    questions  that were lit
    touches    of the hand's, beyond the natural gesture, because the board had not understood
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
    """The head of a table of tallies."""
    words = "".join(f"{field.name:>11}" for field in fields(Tally))
    return f"{'mix':11}{'per 100':8}{words}  wrong: 95 %, worst seed"


def row(mix: str, game: str, tallies: list[Tally]) -> str:
    """The tallies of some seeds as a line of the table.

    So many steps, and of all else so much per 100 of them; how sure the figure of wrong ones is,
    and how many the worst seed has.
    """
    steps, *counts = (sum(column) for column in zip(*map(astuple, tallies), strict=True))
    wrong = sum(tally.wrong for tally in tallies)
    low, high = interval(wrong, steps)
    worst = max(100 * tally.wrong / tally.steps for tally in tallies)
    shown = "".join(f"{100 * count / steps:11.3f}" for count in counts)
    return f"{mix:11}{game:8}{steps:11}{shown}  {100 * low:.3f} to {100 * high:.3f}, {worst:.2f}"


def interval(count: int, steps: int) -> tuple[float, float]:
    """Where the true rate of something lies that happened so often (Wilson, 95 %)."""
    z = 1.96
    rate = count / steps
    middle = rate + z * z / (2 * steps)
    spread = z * math.sqrt(rate * (1 - rate) / steps + z * z / (4 * steps * steps))
    scale = 1 + z * z / steps
    return max(0.0, (middle - spread) / scale), (middle + spread) / scale


class Referee:
    """Compares the steps that the board commits with those that are made."""

    def __init__(self, tally: Tally):
        self.tally = tally
        self.wrong = ""  # what was found wrong since `begin`, as words
        self.odd = ""  # what was rewritten or early, as words, until it is cleared
        self.over = False  # the board says that the game is over
        self._world: World | None = None
        self._undone: Callable[[], bool] = bool
        self._made: list[Step | str] = []
        self._board: list[str] = []

    def watch(self, world: World, undone: Callable[[], bool]) -> None:
        """See the pieces; undone() says whether somebody pressed Undo lately."""
        self._world = world
        self._undone = undone

    def begin(self) -> None:
        """The board starts from the position as it is."""
        self.wrong = self.odd = ""
        self._made.clear()
        self._board.clear()

    def made(self, step: Step | str) -> None:
        """The hand makes this step; only its text, where it moves nothing."""
        self._made.append(step)

    def agrees(self) -> bool:
        """Whether the board has taken all steps as they were made."""
        return self._board == [_text(step) for step in self._made]

    def hear(self, line: str) -> None:
        """What the board says."""
        event, *words = line.split()
        if event == "@move":
            del self._board[int(words[0]) - 1 :]  # a power cut may have lost some
            self._judge()
            self._board.append(words[-1])
            if self._holding() and not self._right():
                self.tally.early += 1
                self.odd = f"{words[-1]} was committed in the hand"
        elif event == "@undo":
            if self._board[-1:] == words[-1:] and self._right() and self._stands():
                self.tally.rewritten += 1
                self.odd = f"{words[-1]} was taken back, and it stands"
            del self._board[-1:]
            self.over = False
        elif event in ("@game", "@over"):
            self.over = event == "@over"  # a game may begin where it is over
        elif event == "@question" and words != ["none"]:
            self.tally.questions += 1

    def _judge(self) -> None:
        """Another step commits: is the one before as it was made?"""
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
        return self._world is not None and bool(self._world.hand)

    def _stands(self) -> bool:
        """Whether the pieces are where the last step left them, and nobody asked for an undo."""
        step = self._made[len(self._board) - 1]
        if self._world is None or isinstance(step, str) or self._undone():
            return False
        return all("".join(self._world.cells[cell]) == step.after[cell] for cell in step.cells)


def _text(step: Step | str) -> str:
    return step if isinstance(step, str) else step.text
