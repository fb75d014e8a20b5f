"""What goes wrong around a gesture, and how often."""

import random
from typing import NamedTuple

from tourelle.games.position import Position
from tourelle.grids import Grid
from tourelle_host.fumble import gestures
from tourelle_host.fumble.gestures import Gesture, Step
from tourelle_host.fumble.habits import HABITS, Around


class Rates(NamedTuple):
    """How often each slip happens, as a probability per step."""

    adjust: float = 0.10  # nudges another piece, before the step or with one in hand
    slide: float = 0.10  # slides over cells on the way
    hesitate: float = 0.10  # lifts, puts back, perhaps another piece, too
    wrong: float = 0.05  # puts it down on a wrong cell first
    forget: float = 0.10  # leaves out the touch that tells which step it is
    knock: float = 0.02  # knocks a neighbour off its cell, and puts it back
    askew: float = 0.03  # puts it down so far off centre that the switch stays open
    quick: float = 0.10  # does not wait for the lights, and the next player plays on
    # What families do: see habits.py, and mixes.py for the rates.
    other: float = 0.0  # the other player straightens a piece or holds one up meanwhile
    between: float = 0.0  # sets it down between two cells
    part: float = 0.0  # drops a part of what is carried
    think: float = 0.0  # holds the piece for up to a minute
    buttons: float = 0.0  # presses OK or Undo at any moment
    sweep: float = 0.0  # sweeps over a row of pieces
    topple: float = 0.0  # knocks a stack over
    illegal: float = 0.0  # makes a step that the rules forbid
    turn: float = 0.0  # plays out of turn
    child: float = 0.0  # lifts and puts back, several times
    retake: float = 0.0  # lifts and puts back an own piece before the step
    straighten: float = 0.0  # sets a piece next to the last step straight
    flicker: float = 0.0  # a switch opens and closes for a while
    jolt: float = 0.0  # knocks against the table
    power: float = 0.0  # the supply fails for a moment

    def times(self, factor: float) -> "Rates":
        """All of them, this many times as often."""
        return Rates(*(min(1.0, rate * factor) for rate in self))


class Fumbler:
    """Makes the lines of a step, including slips.

    forgot  whether a touch was left out of the last lines
    """

    def __init__(
        self,
        grid: Grid,
        rates: Rates,
        rng: random.Random,
        contact: tuple[int, int] | None = None,
        tempo: bool = True,
    ):
        """contact: how long a gesture takes, in ms: (least, most); None: always the same time.

        tempo: whether it pauses now and then.
        """
        self._grid = grid
        self._rates = rates
        self._rng = rng
        self._contact = contact
        self._waits = 0.4 if tempo else 0.0
        self._last: Step | None = None
        self._position: Position | None = None
        self.forgot = False

    def begin(self) -> None:
        """A game begins: no step has been made in it."""
        self._last = None

    def see(self, position: Position) -> None:
        """Show it the position in which the next step is made."""
        self._position = position

    def lines(self, step: Step) -> list[str]:
        """The gesture as this hand happens to make it, with a pause here and there."""
        slip = self._slip()
        self.forgot = slip == gestures.FORGET
        lines = Gesture(step, self._grid, self._rng, slip).lines()
        if self._chance(self._rates.knock):
            beside = {n for c in step.cells for n in self._grid.neighbours(c)}
            self._insert(lines, self._lift(step, self._elsewhere(step, lines, beside)))
        if self._chance(self._rates.adjust):
            others = self._elsewhere(step, lines)
            if others:
                self._insert(lines, [f"nudge {self._name(self._rng.choice(others))}"])
        if self._chance(self._rates.hesitate):
            lines = self._hesitate(step) + lines
        lines = self._habits(step, self._tempo(lines))
        if self._contact:
            lines.insert(0, f"pace {self._rng.randint(*self._contact)}")
        return lines

    def _habits(self, step: Step, lines: list[str]) -> list[str]:
        """The lines with what families do."""
        position = self._position
        if position is None:
            return lines
        owners = tuple(position.owner(cell) for cell in range(self._grid.size))
        last, self._last = self._last, step
        around = Around(step, self._grid, self._rng, last, owners, position.turn, self._illegal)
        for name, habit in HABITS.items():
            rate = getattr(self._rates, name)
            if rate and self._chance(rate):
                lines = habit(around, lines)
        return lines

    def _illegal(self) -> list[tuple[int, int]]:
        """A cell with a piece of the mover's, and a cell near it where no step of it goes."""
        position = self._position
        assert position is not None
        legal = set()
        for move in position.legal_moves():
            foot = position.footprint(move)
            for origin in foot.vacated + foot.left:
                legal.update((origin, cell) for cell in foot.filled + foot.reached + foot.via)
        found = []
        for origin in range(self._grid.size):
            if position.occupancy[origin] and position.owner(origin) == position.turn:
                near = self._grid.neighbours(origin)
                far = {c for n in near for c in self._grid.neighbours(n)} - {origin}
                found += [(origin, cell) for cell in sorted(far) if (origin, cell) not in legal]
        return found

    def quick(self) -> bool:
        """Whether this hand does not wait for the lights."""
        return self._chance(self._rates.quick)

    def _slip(self) -> int:
        rates = self._rates
        for slip, rate in (
            (gestures.FORGET, rates.forget),
            (gestures.WRONG, rates.wrong),
            (gestures.SLIDE, rates.slide),
            (gestures.ASKEW, rates.askew),
        ):
            if self._chance(rate):
                return slip
        return gestures.NONE

    def _hesitate(self, step: Step) -> list[str]:
        origins = list(step.foot.vacated + step.foot.left)
        if not origins:
            return []
        lines = self._lift(step, [self._rng.choice(origins)])
        if self._chance(0.5):
            lines += self._lift(step, self._standing(step))
        return lines

    def _lift(self, step: Step, cells: list[int]) -> list[str]:
        """Lift one of these pieces and put it back; the rest of the hand stays in the hand."""
        if not cells:
            return []
        cell = self._rng.choice(cells)
        name = self._name(cell)
        pause = f"wait {self._rng.randint(1, 20) * 50}"
        return [f"lift {name}", pause, f"drop {name} {len(step.before[cell]) // 2}"]

    def _elsewhere(self, step: Step, lines: list[str], among: set[int] | None = None) -> list[int]:
        """Cells with pieces that neither the step nor the gesture so far involves."""
        named = {word for line in lines for word in line.split()}
        return [c for c in self._standing(step, among) if self._name(c) not in named]

    def _standing(self, step: Step, among: set[int] | None = None) -> list[int]:
        """Cells with pieces that the step does not involve."""
        return [
            cell
            for cell in (range(self._grid.size) if among is None else sorted(among))
            if step.before[cell] and cell not in step.cells
        ]

    def _insert(self, lines: list[str], more: list[str]) -> None:
        at = self._rng.randint(0, max(0, len(lines) - 1))
        lines[at:at] = more

    def _tempo(self, lines: list[str]) -> list[str]:
        timed = []
        for line in lines:
            timed.append(line)
            if self._chance(self._waits):
                timed.append(f"wait {self._rng.randint(1, 12) * 50}")
        return timed

    def _name(self, cell: int) -> str:
        return self._grid.names[cell]

    def _chance(self, rate: float) -> bool:
        return self._rng.random() < rate
