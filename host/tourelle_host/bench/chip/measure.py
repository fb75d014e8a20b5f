"""Measures a game on the emulated chip: from power-on to 200 steps."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tourelle import games
from tourelle_host import paths
from tourelle_host.bench.chip.expected import Expected
from tourelle_host.bench.chip.plan import Plan
from tourelle_host.bench.chip.player import Player, Stuck
from tourelle_host.bench.chip.table import ChipBoard
from tourelle_host.fumble.gestures import Step
from tourelle_host.sim.chip.uf2 import Image
from tourelle_host.sim.wiring import Wiring

_OFF_MS = 750  # how long a lifted piece is off; a shorter lift is a touch, which may propose a step
_HELD_MS = 400  # how long to wait for its light
_QUIET_MS = 500  # after this time nothing is going on
_ERASE_NS = 10_000_000  # a flash that stops the core for longer has erased something
_TURN = 4  # steps that a turn may have
_LOOK_MS = 1  # how often the heap is looked at
_TOLD_MS = 20  # most time between a commit's frame and the line that tells it
_SOON_MS = 100  # a lift within this time of a commit is "right after" it
_PERIODS_MS = 20  # of the scanner and the loop: lifts must not keep step with them


@dataclass
class Figures:
    """The measurements of a game; times in milliseconds, sizes in bytes.

    hello, light        from power-on to the last byte of the greeting; to the end of the first
                        frame that is not dark
    lifts               from the lift to the end of the first frame that is right, or that shows
                        only what is in the hand
    after_commit        the same, 0 to 100 ms after a commit
    at_random           the same, at random moments
    met                 the same, where a lift met a collection or an erase; these are not among
                        the others
    full                as after_commit, to the frame that is right
    judged, wrong       number of lifts, and of those that first lit something wrong
    ready               from the commit to the end of the frame with the next steps
    kept_after          from the end of a commit's frame until the commit is in the flash
    writes              how long writing a commit to the flash stopped the core
    erases              sectors erased between the first step and the last
    touches, missed     touches of 40 ms at random moments, and those that were not reported
    collections         how long a collection takes
    kept, largest       heap in use and largest free block, after a collection, over time
    steps, helped       steps played, and those that had to be told over the link
    trouble             why it ended early, or ""
    slower              how many times slower than real time the measurement ran
    """

    game: str
    hello: float = 0
    light: float = 0
    lifts: list[float] = field(default_factory=list)
    after_commit: list[float] = field(default_factory=list)
    at_random: list[float] = field(default_factory=list)
    met: list[float] = field(default_factory=list)
    full: list[float] = field(default_factory=list)
    judged: int = 0
    wrong: int = 0
    ready: list[float] = field(default_factory=list)
    kept_after: list[float] = field(default_factory=list)
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
    """Measure a game. tell(text): called with the progress. timer(): real seconds."""
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
        self._board = json.loads(paths.board(self.opening.GRID).read_text(encoding="utf-8"))
        self._wiring = Wiring(self._board["leds"], self.table.world.grid, [])
        self._made: list[Step] = []  # the last steps of the game
        self._tops: set[int] = set()  # stacks whose captured top may still be there

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
            programs = flash.programs
            at = table.ms
            made = player.step()
            if made is None:
                figures.erases += flash.erases - erased
                table.run(1000)
                self._made.clear()
                self._tops.clear()
                player.sit(games.opening(player.position.NAME))
                erased = flash.erases
                continue
            self._made = [*self._made[1 - _TURN :], made]
            self._tops -= made.cells
            self._tops |= {cell for cell in made.foot.captured if made.after[cell]}
            if player.steps % 2:
                self._lift_soon(made.cells)
            else:
                self._note_written(programs)
            table.run(_QUIET_MS)
            if flash.stalled_ns > before:
                figures.writes.append((flash.stalled_ns - before) / 1e6)
            if not player.steps % 2:
                self._note_ready(at)
            if player.steps % every == 0:
                self._collect()
                self._tell(f"{figures.game}: {player.steps} of {plan.steps} steps")
            table.forget()
        figures.erases += table.chip.flash.erases - erased

    def _lift_soon(self, apart: set[int]) -> None:
        """Lift something right after the commit that cannot involve these cells."""
        grid = self.table.world.grid
        near = apart.union(*(grid.neighbours(cell) for cell in apart))
        near = near.union(*(grid.neighbours(cell) for cell in near))
        cells = [name for name in self._movable() if grid.cell(name) not in near]
        if cells:
            self.table.run(self._rng.uniform(0, _SOON_MS))
            took = self._lift(self._rng.choice(cells), self.figures.full)
            if took is not None:
                (self.figures.met if self._met else self.figures.after_commit).append(took)

    def _lift_here(self) -> None:
        """Lift something in this position, long after the last step."""
        cells = self._movable()
        if not cells:
            return
        self.table.run(self._rng.uniform(0, _PERIODS_MS))
        took = self._lift(self._rng.choice(cells))
        if took is not None:
            self.figures.lifts.append(took)

    def _movable(self) -> list[str]:
        """Cells whose lift must light something: those that a step empties, else occupied ones.

        Not those of the last steps, which may go back as well as on.
        """
        position, grid = self.player.position, self.table.world.grid
        moves = position.legal_moves()
        cells = {cell for move in moves for cell in position.footprint(move).vacated}
        if not cells:
            cells = {cell for cell in range(grid.size) if position.occupancy[cell]}
        return [
            grid.names[cell] for cell in sorted(cells.difference(*(s.cells for s in self._made)))
        ]

    def _lift(self, name: str, full: list[float] | None = None) -> float | None:
        """Lift what is there at this moment, and set it back: returns how long the light took.

        Afterwards `_met` says whether a collection or an erase got in the way. full: collects how
        long the whole light took.
        """
        table, flash, figures = self.table, self.table.chip.flash, self.figures
        expected = Expected(self._board, self.player.position, bytes(self._tops))
        cell = table.world.grid.cell(name)
        self._tops.discard(cell)
        right, partly = expected.lifted(cell), expected.in_hand(cell)
        rest = expected.resting(self._made[-1].foot if self._made else None)
        at, stalled = table.ms, flash.stalled_ns
        self._met = table.heap.collecting
        table.do(f"lift {name}")
        first = whole = None
        wrong = 0
        while whole is None and table.ms < at + _HELD_MS:
            table.run(_LOOK_MS)
            self._met = self._met or (first is None and table.heap.collecting)
            wrong = 0
            before = None
            for frame in table.frames:
                old, before = before, frame.pixels
                if frame.began < at or frame.pixels in (old, rest):
                    continue
                if frame.pixels in (right, partly):
                    first = first or frame
                    if frame.pixels == right:
                        whole = whole or frame
                elif first is None:
                    wrong = 1
        self._met = self._met or flash.stalled_ns - stalled > _ERASE_NS
        figures.judged += 1
        figures.wrong += wrong or first is None
        table.run(max(0, at + _OFF_MS - table.ms))
        table.do(f"drop {name}")
        table.run(_QUIET_MS)
        if whole and full is not None:
            full.append(whole.ended - at)
        if wrong or first is None:
            self._tell(f"wrong light for {name} in {self.player.position.text()}")
        return first.ended - at if first else None

    def _note_written(self, programs: int) -> None:
        """Measure from the light of the step just told until it is written.

        programs: pages written before it.
        """
        table = self.table
        told = next(line.at for line in reversed(table.lines) if line.text.startswith("@move"))
        written = None
        while table.ms < told + _QUIET_MS:
            if written is None and table.chip.flash.programs > programs:
                written = table.ms
            lit = next((frame for frame in table.frames if frame.ended > told), None)
            if written is not None and lit is not None:
                self.figures.kept_after.append(max(0.0, written - lit.ended))
                return
            table.run(_LOOK_MS)

    def _note_ready(self, since: float) -> None:
        """From the line of a commit to the first frame with all movable pieces lit."""
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
            (figures.met if self._met else figures.at_random).append(took)
            table.forget()
            if number % 50 == 49:
                self._tell(f"{figures.game}: {number + 1} of {plan.lifts} lifts")

    def _touches(self) -> None:
        """Touches of 40 ms at random moments: on an empty cell, or off an occupied one."""
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
        """Make it collect: note how long that takes, what is kept, and the largest free block."""
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
