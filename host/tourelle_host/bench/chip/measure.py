"""Measures a game on the emulated chip: from power-on to 200 steps."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tourelle import games
from tourelle_host import paths
from tourelle_host.bench.chip.plan import Plan
from tourelle_host.bench.chip.player import Player, Stuck
from tourelle_host.bench.chip.table import ChipBoard
from tourelle_host.sim.chip.uf2 import Image
from tourelle_host.sim.wiring import Wiring

_HELD_MS = 60  # so long a lifted piece is off
_QUIET_MS = 500  # after which nothing is going on
_LOOK_MS = 1  # how often the heap is looked at
_TOLD_MS = 20  # no frame of a commit is so long before the line that tells it
_SOON_MS = 150  # so long after a commit a lift is right after it
_PERIODS_MS = 20  # of the scanner and the loop: no lift shall keep step with them


@dataclass
class Figures:
    """What was measured of a game; times in milliseconds, sizes in bytes.

    hello, light        from power-on to the greeting's last byte; to the end of the first frame
                        that is not dark
    lifts               from the lift to the end of the first frame that shows it
    after_commit        the same, right after a commit
    at_random           the same, at random moments
    met                 of those, how many met a collection or a flash write
    ready               from the commit to the end of the frame with the next steps
    writes              what a commit's writing to the flash took, core stopped
    erases              how many sectors were erased between the first step and the last
    touches, missed     of 40 ms at random moments, and those that were not told
    collections         how long a collection takes
    kept, largest       heap in use and largest free piece, each after a collection, over time
    steps, helped       steps played, and those that had to be told over the link
    trouble             why it ended early, or ""
    slower              how many times slower than life it was measured
    """

    game: str
    hello: float = 0
    light: float = 0
    lifts: list[float] = field(default_factory=list)
    after_commit: list[float] = field(default_factory=list)
    at_random: list[float] = field(default_factory=list)
    met: list[float] = field(default_factory=list)
    ready: list[float] = field(default_factory=list)
    writes: list[float] = field(default_factory=list)
    erases: int = 0
    touches: int = 0
    missed: int = 0
    collections: list[float] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    largest: list[int] = field(default_factory=list)
    steps: int = 0
    helped: int = 0
    trouble: str = ""
    slower: float = 0


def measure(
    python: Image,
    game: str,
    plan: Plan,
    tell: Callable[[str], None],
    miss_cycles: int = 0,
    timer: Callable[[], float] | None = None,
) -> Figures:
    """Measure a game. tell(text): how far it is. timer(): real seconds."""
    return _Measuring(python, game, plan, tell, miss_cycles, timer).run()


class _Measuring:
    def __init__(self, python, game, plan, tell, miss_cycles, timer):
        self.opening = games.opening(game)
        self.table = ChipBoard(python, self.opening.GRID, miss_cycles=miss_cycles)
        self.player = Player(self.table, plan.seed)
        self.figures = Figures(game)
        self._plan = plan
        self._tell = tell
        self._timer = timer
        self._rng = random.Random(plan.seed)
        self._met = False
        description = json.loads(paths.board(self.opening.GRID).read_text(encoding="utf-8"))
        self._wiring = Wiring(description["leds"], self.table.world.grid, [])

    def run(self) -> Figures:
        began = self._timer() if self._timer else 0
        figures, table = self.figures, self.table
        try:
            figures.hello = table.start()
            lit = next((frame for frame in table.frames if any(frame.pixels)), None)
            self.player.sit(self.opening)
            if lit is None:
                lit = next((frame for frame in table.frames if any(frame.pixels)), None)
            figures.light = lit.ended if lit else 0
            self._collect()
            self._game()
            self._random_lifts()
            self._touches()
        except Stuck as error:
            figures.trouble = str(error)
        figures.steps, figures.helped = self.player.steps, self.player.helped
        if self._timer:
            figures.slower = (self._timer() - began) * 1000 / table.ms
        return figures

    # -- parts

    def _game(self) -> None:
        plan, table, player, figures = self._plan, self.table, self.player, self.figures
        every = max(1, plan.steps // plan.places)
        erased = table.chip.flash.erases
        while player.steps < plan.steps:
            if player.steps % every == 0:
                self._lift_here()
            flash, before = table.chip.flash, table.chip.flash.stalled_ns
            at = table.ms
            made = player.step()
            if made is None:
                figures.erases += flash.erases - erased
                table.run(1000)
                player.sit(games.opening(player.position.NAME))
                erased = flash.erases
                continue
            if flash.stalled_ns > before:
                figures.writes.append((flash.stalled_ns - before) / 1e6)
            if player.steps % 2:
                self._lift_soon(made.cells)
            table.run(_QUIET_MS)
            if not player.steps % 2:
                self._note_ready(at)
            if player.steps % every == 0:
                self._collect()
                self._tell(f"{figures.game}: {player.steps} of {plan.steps} steps")
            table.forget()
        figures.erases += table.chip.flash.erases - erased

    def _lift_soon(self, apart: set[int]) -> None:
        """A lift right after the commit, of what can have nothing to do with these cells."""
        grid = self.table.world.grid
        near = apart.union(*(grid.neighbours(cell) for cell in apart))
        near = near.union(*(grid.neighbours(cell) for cell in near))
        cells = [name for name in self._movable() if grid.cell(name) not in near]
        if cells:
            self.table.run(self._rng.uniform(0, _SOON_MS))
            took = self._lift(self._rng.choice(cells))
            if took is not None:
                self.figures.after_commit.append(took)

    def _lift_here(self) -> None:
        """A lift in this position, long after the last step."""
        cells = self._movable()
        if not cells:
            return
        self.table.run(self._rng.uniform(0, _PERIODS_MS))
        took = self._lift(self._rng.choice(cells))
        if took is not None:
            self.figures.lifts.append(took)

    def _movable(self) -> list[str]:
        """Cells whose lift must light something: those that a step leaves empty, else occupied."""
        position, grid = self.player.position, self.table.world.grid
        moves = position.legal_moves()
        cells = {cell for move in moves for cell in position.footprint(move).vacated}
        if not cells:
            cells = {cell for cell in range(grid.size) if position.occupancy[cell]}
        return [grid.names[cell] for cell in sorted(cells)]

    def _lift(self, name: str) -> float | None:
        """Lift what is there at this very moment, and set it back: how long the light took.

        Afterwards `_met` says whether a collection or a flash write was in the way.
        """
        table, flash = self.table, self.table.chip.flash
        at, stalled = table.ms, flash.stalled_ns
        self._met = table.heap.collecting
        table.do(f"lift {name}")
        shown = None
        while shown is None and table.ms < at + 600:
            table.run(_LOOK_MS)
            self._met = self._met or table.heap.collecting
            shown = table.shown(at)
        self._met = self._met or flash.stalled_ns > stalled
        table.run(max(0, at + _HELD_MS - table.ms))
        table.do(f"drop {name}")
        table.run(_QUIET_MS - _HELD_MS)
        return shown.ended - at if shown else None

    def _note_ready(self, since: float) -> None:
        """From the line that tells a commit to the first frame with all pieces lit that may go."""
        lines = [line for line in self.table.lines if line.text.startswith("@move")]
        needed = [self.table.world.grid.cell(name) for name in self._movable()]
        if not lines or lines[-1].at < since or not needed:
            return
        told = lines[-1].at
        for frame in self.table.frames:
            rgb = self._wiring.rgb(frame.pixels)
            if frame.began > told - _TOLD_MS and all(any(rgb[3 * c : 3 * c + 3]) for c in needed):
                self.figures.ready.append(max(0.0, frame.ended - told))
                return

    def _random_lifts(self) -> None:
        table, figures, plan = self.table, self.figures, self._plan
        for number in range(plan.lifts):
            cells = self._movable()
            if not cells:
                return
            table.run(self._rng.uniform(0, 250))
            took = self._lift(self._rng.choice(cells))
            if took is None:
                continue
            figures.at_random.append(took)
            if self._met:
                figures.met.append(took)
            table.forget()
            if number % 50 == 49:
                self._tell(f"{figures.game}: {number + 1} of {plan.lifts} lifts")

    def _touches(self) -> None:
        """40 ms on an empty cell each, or off an occupied one, at random moments."""
        table, figures, plan = self.table, self.figures, self._plan
        names = [table.world.grid.names[cell] for cell in range(table.world.grid.size)]
        occupied = [name for name in names if table.world.cells[table.world.grid.cell(name)]]
        for number in range(plan.touches):
            name = self._rng.choice(occupied)
            table.run(self._rng.uniform(60, 300))
            seen = len(table.lines)
            table.do(f"nudge {name} 40")
            table.run(120)
            said = [line.text for line in table.lines[seen:]]
            figures.touches += 1
            if f"@lift {name}" not in said or f"@down {name}" not in said:
                table.run(300)
                said = [line.text for line in table.lines[seen:]]
                if f"@lift {name}" not in said or f"@down {name}" not in said:
                    figures.missed += 1
            table.forget()
            if number % 50 == 49:
                self._tell(f"{figures.game}: {number + 1} of {plan.touches} touches")

    def _collect(self) -> None:
        """Have it collect; how long that takes, what is kept, and the largest free piece."""
        table, heap = self.table, self.table.heap
        table.send("status")
        marked = 0.0
        end = table.ms + 300
        seen = len(table.lines)
        while table.ms < end:
            table.run(_LOOK_MS)
            marked += _LOOK_MS * heap.collecting
            if any(line.text.startswith("@status") for line in table.lines[seen:]):
                break
        if marked:
            self.figures.collections.append(marked)
        self.figures.kept.append(heap.used)
        self.figures.largest.append(heap.largest)
