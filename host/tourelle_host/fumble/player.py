"""The player: makes one step after another in a game, and sees each of them through."""

import random

from tourelle.games.position import Position
from tourelle_host.fumble.around import beside
from tourelle_host.fumble.dialogue import PATIENCE, Dialogue
from tourelle_host.fumble.eye import Eye
from tourelle_host.fumble.fumbler import Fumbler
from tourelle_host.fumble.gestures import Step
from tourelle_host.fumble.hand import Hand
from tourelle_host.fumble.history import History
from tourelle_host.fumble.proposals import LONG_MS
from tourelle_host.fumble.referee import Tally
from tourelle_host.fumble.table import Table


class Player:
    """Whoever plays a game from some position on, for all sides.

    It sees the pieces and the lights, and knows which step it wants to make.
    """

    def __init__(
        self, table: Table, fumbler: Fumbler, rng: random.Random, tally: Tally, sides: str
    ):
        """sides: the letters of the game's sides."""
        self._table = table
        self._fumbler = fumbler
        self._rng = rng
        self._hand = Hand(table, rng, tally)
        self._eye = Eye(table, sides)
        self._history = History()

    @property
    def dead(self) -> set[int]:
        """The cells whose switches the player knows to be dead."""
        return self._hand.dead

    @property
    def unseen(self) -> int:
        """How many steps the player has made without looking whether the board took them."""
        return len(self._history.unseen)

    def make(self, step: Step, position: Position, watch: bool) -> bool:
        """Make a step in this position; False if it is watched, and the lights never show it.

        watch: look until they do.
        """
        before = self._history.last
        placed = before if before and before.placed else None
        fumbled = self._fumbler.gesture(step, position, before)
        for line in fumbled.lines:
            if self._hand.do(line) and placed and self._nudges(line, placed.foot.filled[0]):
                self._look_after(placed)
        if fumbled.forgot and step.silent:
            self._history.late = step
        self._history.unseen.append(step)
        return not watch or self._see_it_through()

    def finish(self) -> bool:
        """The game is over: look until the lights show all steps; False if they never do."""
        return not self._history.unseen or self._see_it_through()

    def lose_a_switch(self) -> None:
        """A switch under a piece dies; OK tells the board that the piece is still there.

        Not under a piece that was just put down: that would look like taking it back.
        """
        grid = self._table.grid
        spared = self.dead.union(*(step.cells for step in self._history.taken[-1:]))
        alive = [c for c in range(grid.size) if self._eye.glyphs(c) and c not in spared]
        if not alive:
            return
        cell = self._rng.choice(alive)
        self._table.do(f"stuck {grid.names[cell]} open")
        self.dead.add(cell)
        self._confirm_piece(cell)

    def _confirm_piece(self, cell: int) -> None:
        """Tell the board by OK that a piece is still there, though its switch is open."""
        asked = False
        for _ in range(PATIENCE):
            self._table.wait(2 * LONG_MS)
            look = self._eye.look()
            if self._history.misread(look) or (asked and look.cells("which", "proposed")):
                self._table.do("press undo")  # nobody has made that step
            elif look.cells("which", "put-back", "in-hand") or cell in look.cells("may-land"):
                self._table.do("press ok")
                asked = True
            else:
                return

    def let_switches_stick(self, count: int) -> None:
        """This many switches stick closed near the last step, and nobody knows."""
        grid = self._table.grid
        last = self._history.taken[-1].cells if self._history.taken else set()
        near = beside(grid, last) | last
        cells = [cell for cell in sorted(near) if self._eye.glyphs(cell)]
        for cell in self._rng.sample(cells, min(count, len(cells))):
            self._table.do(f"stuck {grid.names[cell]} closed")

    def _see_it_through(self) -> bool:
        """Look and answer until the lights show all steps; False if they never do."""
        return Dialogue(self._hand, self._eye, self._history, self._rng).hold()

    def _nudges(self, line: str, cell: int) -> bool:
        """Whether the line sets down or nudges a piece there so that the switch feels it."""
        words = line.split()
        return (
            words[0] in ("nudge", "drop")
            and words[1] == self._table.grid.names[cell]
            and words[-1] != "askew"
        )

    def _look_after(self, placed: Step) -> None:
        """The piece placed last has been nudged: does its light still show its owner?"""
        cell = placed.foot.filled[0]
        self._hand.wait()
        if self._eye.look().whose(cell) not in ("", placed.owner):
            self._hand.touch(cell)
