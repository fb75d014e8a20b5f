"""The hand: what it does with pieces, one line of its language at a time."""

import random

from tourelle_host.fumble.gestures import Gesture, Step
from tourelle_host.fumble.referee import Tally
from tourelle_host.fumble.table import Table
from tourelle_host.sim.world import HandError

SEEN_MS = 500  # by then the board has decided


class Hand:
    """A hand at a table. It knows where pieces lie, and which switches it has found dead."""

    def __init__(self, table: Table, rng: random.Random, tally: Tally):
        self._table = table
        self._rng = rng
        self._tally = tally
        self._off: set[int] = set()  # cells with a piece that lies off centre
        self._dead: set[int] = set()  # cells whose switches are known to be dead

    @property
    def dead(self) -> set[int]:
        """The cells whose switches the hand knows to be dead."""
        return self._dead

    def _remake(self, step: Step) -> None:
        """Make a step again, with care."""
        for line in Gesture(step, self._table.grid, self._rng).lines():
            self._try(line)
            self._tally.touches += 1
        self._table.wait(SEEN_MS)

    def _try(self, line: str) -> bool:
        """Do a line of a gesture; False where its piece is elsewhere because of a slip."""
        try:
            self._table.do(line)
        except HandError:
            self._table.script.pop()
            return False
        return True

    def _restore(self, step: Step) -> None:
        """Put every piece where it was before the step."""
        table = self._table
        if table.world.hand:
            table.do("drop box")
        wrong = self._differ(step)
        self._rng.shuffle(wrong)
        for cell in wrong:
            there, wanted = self._glyphs(cell), step.before[cell]
            keep = len(wanted) // 2 if there.startswith(wanted) else 0
            if len(there) // 2 > keep:
                table.do(f"remove {self._name(cell)} {len(there) // 2 - keep}")
        for cell in wrong:
            if self._glyphs(cell) != step.before[cell]:
                table.do(f"place {self._name(cell)} {step.texts[cell]}")
        self._off.clear()
        self._tally.touches += len(wrong)

    def _differ(self, step: Step) -> list[int]:
        """The cells that differ from the position before the step."""
        size = self._table.grid.size
        return [cell for cell in range(size) if self._glyphs(cell) != step.before[cell]]

    def _take_off(self, cells: list[int], steps: list[Step]) -> None:
        """Take off what these steps capture; where no switch feels that, a touch says so."""
        for cell in cells:
            after = next((s.after for s in reversed(steps) if cell in s.foot.captured), None)
            more = len(self._glyphs(cell)) - len(after[cell] if after else "")
            if more > 0:
                self._table.do(f"remove {self._name(cell)} {more // 2}")
            if self._glyphs(cell):
                self._table.do(f"touch {self._name(cell)}")
        self._table.wait(SEEN_MS)

    def _touch_one(self, cells: bytes, which: list[int]) -> bool:
        """Touch one of these cells that is lit and can feel it; False if there is none."""
        mine = [cell for cell in cells if cell in which and cell not in self._dead]
        if mine:
            self._nudge(self._rng.choice(mine))
            self._table.wait(SEEN_MS)
        return bool(mine)

    def _nudge(self, cell: int) -> None:
        """A touch that the natural gesture did not need."""
        self._tally.touches += 1
        self._table.do(f"touch {self._name(cell)}")
        self._off.discard(cell)

    def _glyphs(self, cell: int) -> str:
        return "".join(self._table.world.cells[cell])

    def _name(self, cell: int) -> str:
        return self._table.grid.names[cell]
