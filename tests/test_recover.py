"""From any state, a hand that obeys lights, OK and Undo has a right board within a minute.

`make recover TRIALS= SEED=` makes as many more trials as one likes.
"""

import os
import random

import pytest

from hands import right
from table import Table
from tourelle import games
from tourelle.buttons import OK, UNDO

GRIDS = {"avalam": "avalam", "tawol": "square", "tours": "square", "cabale": "hex"}
TRIALS = int(os.environ.get("TRIALS", "100"))
SEED = int(os.environ.get("SEED", "1"))
PARTS = 4  # tests that share the trials
MINUTE = 60_000


class Anybody:
    """Moves switches and presses buttons at random; makes steps, too, but seldom well."""

    def __init__(self, chance: random.Random):
        self._chance = chance
        name = chance.choice(sorted(GRIDS))
        self.table = Table(GRIDS[name])
        self.table.start(games.opening(name))

    def fumble(self) -> None:
        """Some thirty changes, presses and power cuts, at any speed."""
        for _ in range(self._chance.randint(1, 30)):
            what = self._chance.random()
            if what < 0.6:
                self._change()
            elif what < 0.85:
                self._step()
            elif what < 0.97:
                button = self._chance.choice((OK, UNDO))
                self.table.press(button, self._chance.choice((60, 100, 100, 1200)))
            else:
                self._cut()
            self.table.run(int(10 ** self._chance.uniform(0, 3.7)))

    def _change(self) -> None:
        """A switch that says something, mostly; sometimes any at all."""
        switches = self.table.switches
        near = [c for c in range(len(switches)) if self.table.core.lights.lamps[c]]
        cells = near if near and self._chance.random() < 0.7 else range(len(switches))
        switches[self._chance.choice(cells)] ^= 1

    def _step(self) -> None:
        """The gesture of a legal step; some of it may be missing, or in another order."""
        position, switches = self.table.position, self.table.switches
        moves = [] if position is None else list(position.legal_moves())
        if not moves:
            return
        foot = position.footprint(self._chance.choice(moves))
        up = [*foot.vacated, *foot.left, *foot.reached]
        down = [*foot.filled, *foot.left, *foot.reached]
        acts = [(cell, 0) for cell in up] + [(cell, 1) for cell in down]
        if self._chance.random() < 0.2:
            self._chance.shuffle(acts)
        for cell, closed in acts:
            if self._chance.random() < 0.95:
                switches[cell] = closed
                self.table.run(int(10 ** self._chance.uniform(1.4, 2.6)))

    def _cut(self) -> None:
        """The power fails; pieces may be moved meanwhile."""
        if self._chance.random() < 0.5:
            self._change()
        table = self.table
        self.table = Table(table.board["grid"], table.now, table.store, bytes(table.switches))


def obey(table: Table) -> str:
    """Do one thing that the lights ask for; what it was."""
    back = sorted(table.lit("put-back"))
    remove = sorted(table.lit("remove") | table.lit("capture"))
    session = table.core.session
    if session.menu or session.stage.screen:
        table.press(OK, 1200 if session.stage.screen else 100)  # held, it ends the self-test
        return "closed"
    for name in back:
        if not table.switches[table.cells.cell(name)]:
            table.drop(name)
            return f"put {name}"
    for name in remove:
        if table.switches[table.cells.cell(name)]:
            table.lift(name)
            return f"took {name}"
        table.touch(name)
        return f"touched {name}"
    if table.lit("which") or table.lit("proposed"):
        table.press(UNDO)
        return "no"
    held = sorted(table.lit("in-hand"))
    for name in held:
        if not table.switches[table.cells.cell(name)]:
            table.drop(name)
            return f"back {name}"
    table.press(UNDO if table.lit("may-land") and table.position else OK)
    return "asked"


@pytest.mark.parametrize("part", range(PARTS))
def test_a_hand_that_obeys_has_a_right_board_within_a_minute(part):
    for number in range(part, TRIALS, PARTS):
        chance = random.Random(f"{SEED} {number}")
        anybody = Anybody(chance)
        anybody.fumble()
        table = anybody.table
        began = table.now
        done = []
        table.run(600)
        while not right(table) and table.now - began < MINUTE:
            done.append(obey(table))
            table.run(600)
        assert right(table), (SEED, number, done[-12:])
        # A step that is not legal would be missing from the record that is read back.
        again = Table(table.board["grid"], table.now, table.store, bytes(table.switches))
        assert again.said("fault") == [], (SEED, number)
