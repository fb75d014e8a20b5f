"""Runs scripts in the hand's language on a simulated board, in virtual time."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tourelle.games.position import Position
from tourelle.grids import Grid
from tourelle.grids import grid as grid_named
from tourelle.lights import SLOT_MS
from tourelle_host import expectation, lights
from tourelle_host.errors import UserError
from tourelle_host.sim import hand
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.report import Report
from tourelle_host.sim.world import HandError

LONGEST_MS = 1000  # the longest that `expect` waits
# A move is decided when nothing has changed for 300 ms; what is quiet for longer stays so.
QUIET_MS = 500
_STEP_MS = 25  # how often `expect` looks while it waits


class ScriptError(UserError):
    """A line that cannot be parsed or done; names the line."""


class Step(NamedTuple):
    """A line of a script: its number, its text, and its meaning on its grid."""

    number: int
    text: str
    grid: str
    command: hand.Command
    expected: expectation.Expectation | expectation.Light | None


class Failure(NamedTuple):
    """An expectation that did not hold."""

    step: Step
    instead: str  # what was true instead, as the beginning of a sentence
    said: list[str]  # what the board said since the last expectation


def parse(text: str, grid: str) -> list[Step]:
    """All lines of a script, on `grid` until the first `set` names a game. ScriptError."""
    steps = []
    lines = list(_lines(text))
    for number, line in lines:
        if line.lower().startswith("set "):
            grid = _position(number, line, grid_named(grid)).GRID
            break
    for number, line in lines:
        try:
            command = hand.parse(line, grid_named(grid))
            expected = None
            if command.word == "set":
                grid = hand.position(*command.args).GRID
            elif command.word == "expect":
                expected = expectation.parse(command.args[0], grid_named(grid))
        except HandError as error:
            raise ScriptError(f"line {number}: {error}") from None
        steps.append(Step(number, line, grid, command, expected))
    return steps


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Number and content of each line that is not empty; `#` begins a comment."""
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if content:
            yield number, content


def _position(number: int, line: str, grid: Grid) -> Position:
    try:
        return hand.position(*hand.parse(line, grid).args)
    except HandError as error:
        raise ScriptError(f"line {number}: {error}") from None


def run(steps: list[Step], make_board: Callable[[str], SimulatedBoard]) -> Failure | None:
    """Run a script; returns the first expectation that does not hold, or None.

    make_board(grid) makes a board with a virtual clock; a script that changes to another grid gets
    another board.
    """
    at = 0
    while at < len(steps):
        grid = steps[at].grid
        with make_board(grid) as board:
            table = ScriptRun(board)
            while at < len(steps) and steps[at].grid == grid:
                failure = table.do(steps[at])
                if failure:
                    return failure
                at += 1
    return None


class ScriptRun:
    """A board on which a script is being run."""

    def __init__(self, board: SimulatedBoard):
        self.board = board
        self.report = Report()
        self._recorder = lights.Recorder()
        self._said_from = 0
        self._changed_ms = 0  # when the board or somebody at it last did something
        board.on_line.append(self._line)
        board.on_frame.append(self._frame)

    def do(self, step: Step) -> Failure | None:
        """Do one line of a script; returns a failed expectation, or None. ScriptError."""
        word, args = step.command
        if step.expected is not None:
            return self._expect(step, step.expected)
        if word == "wait":
            self.board.advance(args[0])
            return None
        try:
            takes = self.board.do(step.text)
        except HandError as error:
            raise ScriptError(f"line {step.number}: {error}") from None
        self.board.advance(takes)
        self._changed_ms = self.board.now_ms
        return None

    # -- what the board does

    def _line(self, text: str) -> None:
        self._changed_ms = self.board.now_ms
        self.report.hear(text)

    def _frame(self, frame: bytes, now_ms: int) -> None:
        self._recorder.add(self.board.rgb(frame), now_ms)

    # -- expectations

    def _expect(
        self, step: Step, expected: expectation.Expectation | expectation.Light
    ) -> Failure | None:
        began = self.board.now_ms
        while not self._quiet() and self.board.now_ms < began + LONGEST_MS:
            self.board.advance(_STEP_MS)
        if isinstance(expected, expectation.Light):
            instead = self._see(expected)
        else:
            instead = self._ask(expected, began + LONGEST_MS)
        said = self.board.lines[self._said_from :]
        self._said_from = len(self.board.lines)
        self.report.looked()
        return Failure(step, instead, said) if instead else None

    def _quiet(self) -> bool:
        return (
            self.board.world.next_ms() is None and self.board.now_ms - self._changed_ms >= QUIET_MS
        )

    def _ask(self, expected: expectation.Expectation, until_ms: int) -> str:
        """What is true instead; empty where the board's words fulfil it in time."""
        if isinstance(expected, expectation.Position):
            self.report.forget_position()
            self.board.send(b"hello\n")
            self.board.advance(_STEP_MS)
        while not expected.holds(self.report):
            if self.board.now_ms >= until_ms:
                return expected.instead(self.report)
            self.board.advance(_STEP_MS)
        return ""

    def _see(self, expected: expectation.Light) -> str:
        """What the light says instead; empty where it fulfils the expectation."""
        # The last change must be a period ago; two, where a rhythm began again.
        needed = self._changed_ms + lights.PERIOD_MS + SLOT_MS
        self.board.advance(max(0, needed - self.board.now_ms))
        reading = self._reading(expected.cell)
        if reading is None:
            self.board.advance(lights.PERIOD_MS)
            reading = self._reading(expected.cell)
        if expected.holds(reading):
            return ""
        return f"it says {reading}" if reading else "it says nothing that is in the table"

    def _reading(self, cell: int) -> lights.Reading | None:
        game = self.board.world.game
        shown = self._recorder.slots(cell, self.board.now_ms)
        return lights.read(shown, game.SIDES if game else "")
