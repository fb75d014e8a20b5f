"""Where the pieces in the hand may go, where no light says so.

No switch felt the top of a stack go, and for the switches the last step may be over with some of
its pieces still up.
"""

from tourelle_host.server.advice import Advice, Lift
from tourelle_host.whynot import Carried


class Aiming:
    """Follows a simulated board's hand, and what the board makes of it.

    aims   what browsers are told: the names of the cells; whether a step wants it there that was
           made before the last one; whether one piece is put on each cell
    """

    def __init__(self, advice: Advice):
        """advice: hears the board's lines."""
        self._advice = advice
        self._lifted: list[list] = []  # as World has them, but for the cells' names
        self._laid: list[str] = []
        self._step: Carried | None = None  # the last one
        self._owed: list[str] = []  # where steps before the last want what is still in the hand
        self._each = False
        self._work_out()

    def see(self, lifted: list[list], laid: list[str]) -> None:
        """What the hand has done since it was last empty, as `World.snapshot` tells it."""
        before = len(self._laid)
        if lifted[: len(self._lifted)] != self._lifted or laid[:before] != self._laid:
            self._owed, self._each, before = [], False, 0  # it was empty in the meantime
        self._owed = [cell for cell in self._owed if cell not in laid[before:]]
        self._lifted, self._laid = lifted, laid
        self._work_out()

    def hear(self) -> bool:
        """The board has told something; returns whether the aims have changed.

        It may make its move while some pieces of the step before are still in the hand.
        """
        before = self.aims
        step = self._advice.hands.step
        if step != self._step:
            self._owed = self._owed + self._wanted() if step else []
            self._step = step
        self._work_out()
        return self.aims != before

    def _work_out(self) -> None:
        part = self._part()
        self._each = self._each or (part is not None and part.each)
        cells = self._owed or self._wanted() or (_left(part, self._laid) if part else [])
        self.aims: dict = {"cells": cells, "owed": bool(self._owed), "each": self._each}

    def _part(self) -> Lift | None:
        """What the game takes from the hand's first cell, if the hand has taken just that."""
        if not self._lifted:
            return None
        cell, count, left = self._lifted[0]
        lift = self._advice.lifts.get(cell)
        return lift if lift and left and lift.pieces == count else None

    def _wanted(self) -> list[str]:
        """Where the last step wants what is in the hand, if that was lifted for it."""
        position = self._advice.hands.position
        if position is None or self._step is None or not self._lifted:
            return []
        names = position.grid.names
        off = [names[cell] for cell in self._step.off]
        to = [names[cell] for cell in self._step.to]
        if not all(cell in off for cell, _, _ in self._lifted):
            return []
        return [cell for cell in to if cell not in self._laid] or to


def _left(part: Lift, laid: list[str]) -> list[str]:
    """Where the top pieces that were lifted may still go, of the ways from their cell."""
    found: list[str] = []
    for way in part.ways:
        free = [cell for cell in way if cell not in laid]
        if free and free[0] not in found and all(cell in way for cell in laid):
            found.append(free[0])
    return found
