"""Makes gestures with fumbles in them."""

import random
from typing import NamedTuple

from tourelle.games.position import Position
from tourelle_host.fumble import habits
from tourelle_host.fumble.around import Around
from tourelle_host.fumble.gestures import ASKEW, FORGET, NONE, SLIDE, WRONG, Gesture, Step
from tourelle_host.fumble.rates import Rates


class Fumbled(NamedTuple):
    """A gesture as it happens to be made.

    lines   of a script
    forgot  whether the touch that tells which step it is was left out
    """

    lines: list[str]
    forgot: bool = False


class Fumbler:
    """Finds the gestures of people who fumble so often."""

    def __init__(
        self, rates: Rates, rng: random.Random, contact: tuple[int, int] | None, tempo: bool
    ):
        """contact: how long a gesture takes, in ms: (least, most); None: always the same time.

        tempo: whether people pause now and then.
        """
        self._rates = rates
        self._rng = rng
        self._contact = contact
        self._pauses = 0.4 if tempo else 0.0

    def gesture(self, step: Step, position: Position, before: Step | None) -> Fumbled:
        """The gesture of a step in this position, with what happens around it.

        before: the step before it, or None.
        """
        slip = self._slip()
        lines = Gesture(step, position.grid, self._rng, slip).lines()
        around = Around(step, position, before, self._rng)
        for habit in habits.USUAL:
            if self._happens(habit.__name__):
                lines = habit(around, lines)
        lines = self._paused(lines)
        for habit in habits.FAMILIES:
            # No draw where it never happens: so a new habit leaves the runs of other mixes alone.
            if getattr(self._rates, habit.__name__) and self._happens(habit.__name__):
                lines = habit(around, lines)
        if self._contact:
            lines.insert(0, f"pace {self._rng.randint(*self._contact)}")
        return Fumbled(lines, slip == FORGET)

    def _slip(self) -> str:
        """What goes wrong within the gesture."""
        for slip in (FORGET, WRONG, SLIDE, ASKEW):
            if self._happens(slip):
                return slip
        return NONE

    def _paused(self, lines: list[str]) -> list[str]:
        """The lines with a pause here and there."""
        paused = []
        for line in lines:
            paused.append(line)
            if self._rng.random() < self._pauses:
                paused.append(f"wait {self._rng.randint(1, 12) * 50}")
        return paused

    def _happens(self, fumble: str) -> bool:
        return self._rng.random() < getattr(self._rates, fumble)
