"""What a script can expect of the board: each kind of `expect`, parsed and checked."""

import re

from tourelle import games
from tourelle.games.position import Position as GamePosition
from tourelle.grids import Grid
from tourelle.lights import LAMPS, STATES, meaning
from tourelle_host import lights
from tourelle_host.sim.report import Report
from tourelle_host.sim.world import HandError

_USAGE = (
    "expect move MOVE|none, expect turn SIDE, expect position TEXT, expect question CELL...|none, "
    "expect over SIDE|draw [SCORE...], or expect light CELL STATE"
)


class Expectation:
    """Something that has to hold, according to the report of what the board has said."""

    def __init__(self, words: list[str]):
        self._words = words

    def holds(self, report: Report) -> bool:
        """Whether it holds."""
        raise NotImplementedError

    def instead(self, report: Report) -> str:
        """What is true instead, as the beginning of a sentence."""
        raise NotImplementedError


class Move(Expectation):
    """The last steps committed, joined by commas; or none since the last `expect`."""

    def holds(self, report: Report) -> bool:
        if self._words == ["none"]:
            return report.fresh == 0
        steps = self._words[0].split(",")
        return [step.lower() for step in report.moves[-len(steps) :]] == steps

    def instead(self, report: Report) -> str:
        if not report.moves:
            return "no move stands"
        return f"the last move is {report.moves[-1]}"


class Turn(Expectation):
    """Whose turn it is."""

    def holds(self, report: Report) -> bool:
        return report.turn == self._words[0]

    def instead(self, report: Report) -> str:
        return f"it is {report.turn}'s turn" if report.turn else "it is nobody's turn"


class Over(Expectation):
    """The game is over, with this winner and these scores, if any are given."""

    def holds(self, report: Report) -> bool:
        return report.over is not None and report.over[: len(self._words)] == self._words

    def instead(self, report: Report) -> str:
        if report.over is None:
            return "the game is not over"
        return f"it ended with {' '.join(report.over)}"


class Question(Expectation):
    """The board asks a question that these cells answer; or it asks none."""

    def holds(self, report: Report) -> bool:
        return report.question == ([] if self._words == ["none"] else sorted(self._words))

    def instead(self, report: Report) -> str:
        return f"the board asks {' '.join(report.question)}" if report.question else "it asks none"


class Position(Expectation):
    """The position, in any spelling; pieces that either text leaves open match anything."""

    def __init__(self, text: str):
        super().__init__([text])
        self._position = games.read(text)

    def holds(self, report: Report) -> bool:
        return report.position is not None and _same(games.read(report.position), self._position)

    def instead(self, report: Report) -> str:
        return f"the position is {report.position}" if report.position else "there is no position"


def _same(one: GamePosition, other: GamePosition) -> bool:
    """Whether two positions are the same, as far as both know their pieces."""

    def known(position: GamePosition) -> tuple:
        return position.NAME, position.turn, position.options, list(position.parts())

    return known(one) == known(other) and all(
        _fit(one.pieces(cell), other.pieces(cell)) for cell in range(one.grid.size)
    )


def _fit(one: str, other: str) -> bool:
    """Whether two stacks of glyphs are the same; "?" matches any side."""
    return len(one) == len(other) and all(
        mine == theirs or "?" in (mine, theirs) for mine, theirs in zip(one, other, strict=True)
    )


class Light:
    """What a cell's light says, judged from its pixel."""

    def __init__(self, cell: int, state: str, pulses: int | None):
        self.cell = cell
        self._state = state
        self._pulses = pulses

    def holds(self, reading: lights.Reading | None) -> bool:
        """Whether the reading has this state, and this count if the state counts."""
        return (
            reading is not None
            and reading.state == self._state
            and self._pulses in (None, reading.pulses)
        )


def parse(text: str, grid: Grid) -> Expectation | Light:
    """Parse what follows `expect`. HandError."""
    kind, _, rest = text.partition(" ")
    words = rest.lower().split()
    try:
        if kind.lower() == "position" and rest.strip("\"' "):
            return Position(rest.strip("\"' "))
        if kind.lower() == "question" and words:
            if words != ["none"]:
                words = [grid.names[grid.cell(word)] for word in words]
            return Question(words)
        if kind.lower() == "light" and len(words) == 2:
            return _light(grid.cell(words[0]), words[1])
    except ValueError as error:
        raise HandError(str(error)) from None
    if kind.lower() == "move" and len(words) == 1:
        return Move(words)
    if kind.lower() == "turn" and len(words) == 1:
        return Turn(words)
    if kind.lower() == "over" and words:
        return Over(words)
    raise HandError(f"'expect {text}' cannot be read; write {_USAGE}")


def _light(cell: int, words: str) -> Light:
    state, slash, pulses = words.partition("/")
    names = [name for name, _, _ in STATES]
    if state not in names:
        raise HandError(f"there is no light '{state}'; there are: {', '.join(names)}")
    most = max(count for name, _, count in map(meaning, range(LAMPS)) if name == state)
    if slash and not most:
        raise HandError(f"'{state}' counts nothing")
    if slash and (not re.fullmatch("[0-9]{1,3}", pulses) or not 1 <= int(pulses) <= most):
        raise HandError(f"'{state}' counts 1 to {most}, not '{pulses}'")
    return Light(cell, state, int(pulses) if slash else None)
