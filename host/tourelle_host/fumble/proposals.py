"""How a player answers the steps that the board proposes one after another."""

import random

from tourelle.grids import NONE
from tourelle_host.fumble.eye import Look
from tourelle_host.fumble.gestures import Step
from tourelle_host.fumble.hand import Hand

LONG_MS = 3500  # until what is proposed has gone out, or anything else that takes its time


class Proposals:
    """Asks for proposals, confirms what is meant, and goes on from what is not."""

    def __init__(self, hand: Hand, rng: random.Random):
        self._hand = hand
        self._rng = rng
        self._confirmed = False  # a step has been
        self._asked = False  # by OK; what is proposed next is the board's answer
        self._browsed = NONE  # the cell that is touched repeatedly to go through the proposals
        self._tried: set[int] = set()  # cells browsed because a step was not felt

    def see(self, look: Look) -> None:
        """See whether the board still answers what was asked by OK."""
        self._asked = self._asked and bool(look.cells("proposed"))

    def ask(self) -> None:
        """Press OK: the board takes what it sees, or proposes possible steps."""
        self._asked = True
        self._hand.press("ok", counts=True)

    def insist(self) -> None:
        """Press OK twice: after a touch the board proposes steps, even if a switch sticks."""
        self.ask()
        self.ask()

    def browse(self, step: Step) -> None:
        """Touch a cell of the step often: the board proposes each step that is possible there."""
        cells = step.touched if len(step.touched) > 1 else b""
        untried = [cell for cell in cells if cell not in self._tried]
        if untried:
            cell = untried[-1]
            self._tried.add(cell)
            self._hand.tell(cell, cell, cell)
            self._browsed = cell
        else:
            self.insist()

    def answer(self, step: Step, look: Look) -> None:
        """Confirm the step if it is what is proposed; otherwise get something else proposed."""
        if self._is_proposed(step, look):
            self._confirm(step)
        else:
            self._go_on(step, look.cells("proposed"))

    def _is_proposed(self, step: Step, look: Look) -> bool:
        """Whether the step's cells are proposed; after OK, with its numbers of pieces, too."""
        proposed = set(look.cells("proposed"))
        if proposed != step.lit:
            return False
        counted = [cell for cell in proposed if look[cell].pulses and cell not in step.foot.via]
        same = all(look[cell].pulses == len(step.after[cell]) // 2 for cell in counted)
        return same or not self._asked

    def _confirm(self, step: Step) -> None:
        again, self._confirmed = self._confirmed, True
        self._asked = False
        reached = step.foot.reached
        by_touch = not again and len(step.lit) > 1 and reached and self._rng.random() < 0.5
        if by_touch and self._browsed == NONE:
            self._hand.tell(reached[-1], counts=False)
        else:
            self._hand.press("ok", counts=again)  # the first is part of the natural gesture

    def _go_on(self, step: Step, proposed: list[int]) -> None:
        """Reject what is proposed, touch for the next proposal, or wait until it goes out."""
        told = [c for c in proposed if c in step.touched and c not in self._hand.dead]
        if self._asked:
            self._hand.press("undo")
        elif self._browsed in proposed:
            self._hand.tell(self._browsed)
        elif told and self._hand.dead & step.cells:
            self._hand.tell(told[-1])
        else:
            self._browsed = told[-1] if told else NONE  # in case it is proposed again
            self._hand.wait(LONG_MS)
