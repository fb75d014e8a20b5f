"""The hand: it moves pieces and presses buttons, one command of a script at a time."""

import random

from tourelle_host.fumble.gestures import Gesture, Step
from tourelle_host.fumble.referee import Tally
from tourelle_host.fumble.table import Table
from tourelle_host.sim.world import HandError

SEEN_MS = 500  # by then the board has decided


class Hand:
    """A hand at a table. It knows where pieces lie, and which switches it has found dead.

    dead  the cells whose switches are known to be dead
    off   the cells with a piece that lies off centre
    """

    def __init__(self, table: Table, rng: random.Random, tally: Tally):
        self._table = table
        self._rng = rng
        self._tally = tally
        self.dead: set[int] = set()
        self.off: set[int] = set()

    def do(self, line: str) -> bool:
        """Do a line of a gesture; False where its piece is elsewhere because of a slip."""
        try:
            self._table.do(line)
        except HandError:
            self._table.script.pop()
            return False
        word, *rest = line.split()
        if rest[-1] == "askew":
            self.off.add(self._table.grid.cell(rest[0]))
        elif word in ("nudge", "drop", "lift"):
            self.off.discard(self._table.grid.cell(rest[0]))
        return True

    def wait(self, ms: int = SEEN_MS) -> None:
        """Leave the board alone for so long: by default, until it has decided."""
        self._table.wait(ms)

    def remake(self, step: Step) -> None:
        """Make a step again, with care."""
        for line in Gesture(step, self._table.grid, self._rng).lines():
            self.do(line)
            self._tally.touches += 1
        self.wait()

    def restore(self, step: Step) -> None:
        """Put every piece where it was before the step."""
        table = self._table
        if table.held:
            table.do("drop box")
        wrong = [c for c in range(table.grid.size) if table.glyphs(c) != step.before[c]]
        self._rng.shuffle(wrong)
        for cell in wrong:
            there, wanted = table.glyphs(cell), step.before[cell]
            keep = len(wanted) // 2 if there.startswith(wanted) else 0
            if len(there) // 2 > keep:
                table.do(f"remove {self._name(cell)} {len(there) // 2 - keep}")
        for cell in wrong:
            if table.glyphs(cell) != step.before[cell]:
                table.do(f"place {self._name(cell)} {step.texts[cell]}")
        self.off.clear()
        self._tally.touches += len(wrong)

    def take_off(self, cells: list[int], steps: list[Step]) -> None:
        """Take off what these steps capture; where no switch feels that, a touch says so."""
        table = self._table
        for cell in cells:
            after = next((s.after for s in reversed(steps) if cell in s.foot.captured), None)
            more = len(table.glyphs(cell)) - len(after[cell] if after else "")
            if more > 0:
                table.do(f"remove {self._name(cell)} {more // 2}")
            if table.glyphs(cell):
                table.do(f"touch {self._name(cell)}")
        self.wait()

    def tell_one(self, cells: bytes, lit: list[int]) -> bool:
        """Touch one of these cells that is lit and can feel it; False if there is none."""
        alive = [cell for cell in cells if cell in lit and cell not in self.dead]
        if alive:
            self.tell(self._rng.choice(alive))
        return bool(alive)

    def tell(self, *cells: int, counts: bool = True) -> None:
        """Touch these cells, and wait for what the board makes of it."""
        self.touch(*cells, counts=counts)
        self.wait()

    def touch(self, *cells: int, counts: bool = True) -> None:
        """Touch these cells, one after another; counts: the natural gesture did not need it."""
        for cell in cells:
            self._table.do(f"touch {self._name(cell)}")
            self._tally.touches += counts
            self.off.discard(cell)

    def press(self, button: str, counts: bool = False) -> None:
        """Press OK or Undo, and wait; counts: as a touch that the natural gesture did not need."""
        self._table.do(f"press {button}")
        self._tally.touches += counts
        self.wait()

    def take_back(self) -> None:
        """Press Undo because the board has misread a step, which is counted."""
        self._tally.corrected += 1
        self.press("undo")

    def _name(self, cell: int) -> str:
        return self._table.grid.names[cell]
