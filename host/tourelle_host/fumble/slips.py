"""What goes wrong around a gesture, and how often."""

import random
from typing import NamedTuple

from tourelle.grids import Grid
from tourelle_host.fumble import gestures
from tourelle_host.fumble.gestures import Gesture, Step


class Rates(NamedTuple):
    """How often each slip happens, of 1 per step."""

    adjust: float = 0.10  # nudges another piece, before the step or with one in hand
    slide: float = 0.10  # slides over cells on the way
    hesitate: float = 0.10  # lifts, puts back, perhaps another piece, too
    wrong: float = 0.05  # puts it down on a wrong cell first
    forget: float = 0.10  # leaves out the touch that tells which step it is
    knock: float = 0.02  # knocks a neighbour off its cell, and puts it back
    askew: float = 0.03  # puts it down so far off centre that the switch stays open
    quick: float = 0.10  # does not wait for the lights, and who is next plays on

    def times(self, factor: float) -> "Rates":
        """All of them so many times as often."""
        return Rates(*(min(1.0, rate * factor) for rate in self))


class Fumbler:
    """Makes a step's lines, with slips in them.

    forgot  whether a touch was left out of the lines that were made last
    """

    def __init__(self, grid: Grid, rates: Rates, rng: random.Random):
        self._grid = grid
        self._rates = rates
        self._rng = rng
        self.forgot = False

    def lines(self, step: Step) -> list[str]:
        """The gesture as this hand happens to make it, with a wait here and there."""
        slip = self._slip()
        self.forgot = slip == gestures.FORGET
        lines = Gesture(step, self._grid, self._rng, slip).lines()
        if self._chance(self._rates.knock):
            beside = {n for c in step.cells for n in self._grid.neighbours[c]}
            self._insert(lines, self._lift(step, self._elsewhere(step, lines, beside)))
        if self._chance(self._rates.adjust):
            others = self._elsewhere(step, lines)
            if others:
                self._insert(lines, [f"nudge {self._name(self._rng.choice(others))}"])
        if self._chance(self._rates.hesitate):
            lines = self._hesitate(step) + lines
        return self._tempo(lines)

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
        """One of them off its cell and on it again; what the hand holds besides stays in it."""
        if not cells:
            return []
        cell = self._rng.choice(cells)
        name = self._name(cell)
        pause = f"wait {self._rng.randint(1, 20) * 50}"
        return [f"lift {name}", pause, f"drop {name} {len(step.before[cell]) // 2}"]

    def _elsewhere(
        self, step: Step, lines: list[str], among: set[int] | None = None
    ) -> list[int]:
        """Cells with pieces that neither the step nor the gesture so far has to do with."""
        named = {word for line in lines for word in line.split()}
        return [c for c in self._standing(step, among) if self._name(c) not in named]

    def _standing(self, step: Step, among: set[int] | None = None) -> list[int]:
        """Cells with pieces that have nothing to do with the step."""
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
            if self._chance(0.4):
                timed.append(f"wait {self._rng.randint(1, 12) * 50}")
        return timed

    def _name(self, cell: int) -> str:
        return self._grid.names[cell]

    def _chance(self, rate: float) -> bool:
        return self._rng.random() < rate
