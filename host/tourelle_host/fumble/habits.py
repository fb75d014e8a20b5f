"""What families do around a step, besides making it: lines in the hand's language.

Each function is named after a fumble in `Rates`; it returns the step's lines with that fumble.
docs/reading.md lists gesture, rate and duration of each.
"""

import random
from collections.abc import Callable

from tourelle.grids import Grid
from tourelle_host.fumble.gestures import Step

_KNOCKED = 10  # cells that bounce when somebody bumps the table


class Around:
    """A step, the pieces around it, and a source of chance.

    before   the last step, or None
    owners   whose piece stands on each cell, a side's number; turn: whose turn it is, likewise
    illegal  (origin, target) pairs of cells that no legal step of the mover connects
    """

    def __init__(
        self,
        step: Step,
        grid: Grid,
        rng: random.Random,
        before: Step | None,
        owners: tuple[int, ...],
        turn: int,
        illegal: Callable[[], list[tuple[int, int]]],
    ):
        self.step = step
        self.grid = grid
        self.rng = rng
        self.before = before
        self.owners = owners
        self.turn = turn
        self.illegal = illegal

    def name(self, cell: int) -> str:
        """A cell's name."""
        return self.grid.names[cell]

    def ms(self, low: int, high: int) -> int:
        """A random time between these, in steps of 10 ms."""
        return self.rng.randint(low // 10, high // 10) * 10

    def wait(self, low: int, high: int) -> str:
        """A wait of such a time."""
        return f"wait {self.ms(low, high)}"

    def height(self, cell: int) -> int:
        """How many pieces are there before the step."""
        return len(self.step.before[cell]) // 2

    def lift(self, cell: int, low: int, high: int) -> list[str]:
        """Lift a stack for such a time, and set it back."""
        name = self.name(cell)
        return [f"lift {name}", self.wait(low, high), f"drop {name} {self.height(cell)}"]

    @property
    def origins(self) -> list[int]:
        """The cells that the step takes pieces from."""
        return list(self.step.foot.vacated + self.step.foot.left)

    @property
    def mover(self) -> int:
        """Whose piece the step moves, or brings from the box."""
        origins = self.origins
        return self.owners[origins[0]] if origins else self.turn

    @property
    def targets(self) -> list[int]:
        """The cells that the step puts pieces on."""
        return list(self.step.foot.filled + self.step.foot.reached)

    def standing(self, lines: list[str], side: int | None = None) -> list[int]:
        """Cells with pieces (of that side) that neither the step nor the lines involve."""
        named = {word for line in lines for word in line.split()}
        return [
            cell
            for cell in range(self.grid.size)
            if self.step.before[cell]
            and cell not in self.step.cells
            and self.name(cell) not in named
            and (side is None or self.owners[cell] == side)
        ]

    def empty(self, cell: int) -> list[int]:
        """Empty cells at most two away from this one that the step does not involve."""
        found = sorted(self._within_two(cell))
        return [c for c in found if not self.step.before[c] and c not in self.step.cells]

    def near(self, cell: int) -> list[int]:
        """All cells at most two away from this one, except itself and the step's origins."""
        return sorted(self._within_two(cell) - {cell} - set(self.origins))

    def _within_two(self, cell: int) -> set[int]:
        """The cells at most two away from this one, itself among them."""
        grid = self.grid
        return {far for first in grid.neighbours(cell) for far in (first, *grid.neighbours(first))}

    def insert(self, lines: list[str], more: list[str]) -> list[str]:
        """Insert more lines at a random place."""
        at = self.rng.randint(0, len(lines))
        return lines[:at] + more + lines[at:]

    def some(self, cells: list, most: int) -> list:
        """A random choice of these cells, at most so many."""
        return self.rng.sample(cells, min(most, len(cells)))


def retake(around: Around, lines: list[str]) -> list[str]:
    """The next player hesitates: one of their pieces is up once or twice, for 200 to 700 ms."""
    mine = around.standing([], around.mover) + around.origins
    first: list[str] = []
    for cell in around.some(mine, around.rng.randint(1, 2)):
        first += [*around.lift(cell, 200, 700), around.wait(200, 800)]
    return first + lines


def straighten(around: Around, lines: list[str]) -> list[str]:
    """Somebody straightens a piece next to the last step."""
    if around.before is None:
        return lines
    beside = {n for c in around.before.cells for n in around.grid.neighbours(c)}
    cells = [c for c in sorted(beside - around.before.cells) if around.step.before[c]]
    first = [f"nudge {around.name(c)} {around.ms(60, 300)}" for c in around.some(cells, 1)]
    return [around.wait(200, 1500), *first, around.wait(200, 1500), *lines]


def other(around: Around, lines: list[str]) -> list[str]:
    """The other player straightens a piece or holds one up while the step is made."""
    for cell in around.some(around.standing(lines), 1):
        up = around.ms(60, 300) if around.rng.random() < 0.5 else around.ms(500, 3000)
        at = around.rng.randint(1, max(1, len(lines)))
        lines = [*lines[:at], f"meanwhile nudge {around.name(cell)} {up}", *lines[at:]]
    return lines


def child(around: Around, lines: list[str]) -> list[str]:
    """The piece is lifted and put back several times, half the time elsewhere first."""
    first: list[str] = []
    if not around.origins:
        return lines
    for _ in range(around.rng.randint(2, 5)):
        cell = around.rng.choice(around.origins)
        places = around.near(cell)
        if places and around.rng.random() < 0.5:
            there = around.rng.choice(places)
            count = around.height(cell)
            first += [f"lift {around.name(cell)}", f"drop {around.name(there)}"]
            first += [around.wait(0, 800)]
            first += [f"lift {around.name(there)} {count}", f"drop {around.name(cell)}"]
        else:
            first += around.lift(cell, 0, 600)
        first.append(around.wait(0, 600))
    return first + lines


def sweep(around: Around, lines: list[str]) -> list[str]:
    """A finger sweeps over three to six pieces in a row, up to 8 s before the step or during it."""
    row = around.some([c for c in range(around.grid.size) if around.step.before[c]], 1)
    if not row:
        return lines
    while len(row) < 6:
        near = [
            c
            for c in around.grid.neighbours(row[-1])
            if around.step.before[c] and c not in row and c not in around.origins
        ]
        if not near or (len(row) > 2 and around.rng.random() < 0.3):
            break
        row.append(around.rng.choice(near))
    swept: list[str] = []
    for cell in row:
        if cell not in around.step.cells:
            swept += [f"meanwhile nudge {around.name(cell)} {around.ms(60, 180)}", "wait 80"]
    if around.rng.random() < 0.7:
        return [*swept, around.wait(300, 8000), *lines]
    return around.insert(lines, swept)


def between(around: Around, lines: list[str]) -> list[str]:
    """Set down between two cells: the wrong switch feels it first, or none does; then corrected."""
    changed: list[str] = []
    for line in lines:
        word, *rest = line.split()
        cells = []
        if word == "drop" and around.grid.cell(rest[0]) in around.step.foot.filled:
            cells = around.empty(around.grid.cell(rest[0]))
            cells = [c for c in cells if c in around.grid.neighbours(around.grid.cell(rest[0]))]
        if not cells:
            changed.append(line)
        elif around.rng.random() < 0.5:
            near = around.name(around.rng.choice(cells))
            count = rest[1] if rest[1:2] and rest[1] != "askew" else ""
            changed += [f"drop {near} {count}".strip(), around.wait(50, 600)]
            changed += [f"slide {near} {rest[0]}"]
        else:
            changed += [line.replace(" askew", "") + " askew", around.wait(100, 1200)]
            changed += [f"nudge {rest[0]}"]
    return changed


def topple(around: Around, lines: list[str]) -> list[str]:
    """A stack is knocked over: its top pieces fall beside it, and are put back."""
    tall = [c for c in around.standing(lines) if around.height(c) > 1 and around.empty(c)]
    for cell in around.some(tall, 1):
        falls = around.some(around.empty(cell), around.height(cell) - 1)
        over = [f"lift {around.name(cell)} {len(falls)}"]
        over += [f"drop {around.name(c)} 1" for c in falls] + [around.wait(300, 3000)]
        for c in falls:
            over += [f"lift {around.name(c)}", f"drop {around.name(cell)} 1"]
        return over + [around.wait(200, 1500)] + lines
    return lines


def part(around: Around, lines: list[str]) -> list[str]:
    """Part of what is carried falls on an empty cell on the way, and is picked up again."""
    for at, line in enumerate(lines):
        word, *rest = line.split()
        if word != "lift" or around.grid.cell(rest[0]) not in around.origins:
            continue
        places = around.empty(around.grid.cell(rest[0]))
        if not places or around.height(around.grid.cell(rest[0])) < 2 or rest[1:] == ["1"]:
            continue
        place = around.name(around.rng.choice(places))
        fallen = [f"drop {place} 1", around.wait(200, 2000), f"lift {place}"]
        return [*lines[: at + 1], *fallen, *lines[at + 1 :]]
    return lines


def think(around: Around, lines: list[str]) -> list[str]:
    """The piece is up for 6 to 60 s, and passes over empty cells, closing some."""
    for at, line in enumerate(lines):
        word, *rest = line.split()
        if word != "lift" or around.grid.cell(rest[0]) not in around.origins:
            continue
        pause = [around.wait(6000, 60000)]
        for cell in around.some(around.empty(around.grid.cell(rest[0])), around.rng.randint(0, 3)):
            pause += [f"touch {around.name(cell)} {around.ms(100, 400)}", around.wait(200, 4000)]
        around.rng.shuffle(pause)
        return [*lines[: at + 1], *pause, *lines[at + 1 :]]
    return lines


def buttons(around: Around, lines: list[str]) -> list[str]:
    """OK or Undo is pressed, once or twice, with a piece in the hand.

    With an empty hand OK would mean something, for instance that the turn is over.
    """
    held = [at + 1 for at, line in enumerate(lines) if line.startswith("lift")]
    if not held:
        return lines
    at = around.rng.choice(held)
    presses = [f"press {around.rng.choice(('ok', 'undo'))}"]
    if around.rng.random() < 0.3:
        presses *= 2
    return lines[:at] + presses + lines[at:]


def illegal(around: Around, lines: list[str]) -> list[str]:
    """An illegal step is made, insisted on for a while, and corrected."""
    for origin, target in around.some(around.illegal(), 1):
        return _wrongly(around, origin, target) + lines
    return lines


def turn(around: Around, lines: list[str]) -> list[str]:
    """Somebody plays out of turn: another side's piece is moved, and put back."""
    theirs = [c for c in around.standing([]) if around.owners[c] != around.mover]
    for origin in around.some(theirs, 1):
        for target in around.some(around.empty(origin), 1):
            return _wrongly(around, origin, target) + lines
    return lines


def _wrongly(around: Around, origin: int, target: int) -> list[str]:
    count = around.height(origin)
    there, back = around.name(target), around.name(origin)
    made = [f"lift {back}", f"drop {there}", around.wait(800, 7000)]
    if around.rng.random() < 0.3:
        made += [f"nudge {there}", around.wait(500, 2000)]
    return [*made, f"lift {there} {count}", f"drop {back}", around.wait(300, 1500)]


def flicker(around: Around, lines: list[str]) -> list[str]:
    """A switch opens and closes at 5 to 50 Hz for up to two seconds."""
    for cell in around.some(around.standing(lines), 1):
        half = around.ms(10, 100)
        count = max(2, min(20, around.ms(300, 2000) // (2 * half)))
        swings = [f"meanwhile nudge {around.name(cell)} {half}", f"wait {2 * half}"] * count
        return around.insert(lines, swings)
    return lines


def jolt(around: Around, lines: list[str]) -> list[str]:
    """Somebody bumps the table: ten pieces bounce at once."""
    shaken: list[str] = []
    for cell in around.some(around.standing(lines), _KNOCKED):
        shaken.append(f"meanwhile nudge {around.name(cell)} {around.ms(10, 80)}")
    return around.insert(lines, shaken)


def power(around: Around, lines: list[str]) -> list[str]:
    """The board loses power during a gesture, which goes on meanwhile."""
    off, on = sorted((around.rng.randint(0, len(lines)), around.rng.randint(0, len(lines))))
    on_again = [around.wait(500, 2000), "power on", around.wait(500, 2000)]
    return [*lines[:off], "power off", *lines[off:on], *on_again, *lines[on:]]


HABITS: dict[str, Callable[[Around, list[str]], list[str]]] = {
    habit.__name__: habit
    for habit in (
        other, between, part, think, buttons, sweep, topple, illegal, turn, child, retake,
        straighten, flicker, jolt, power,
    )
}  # fmt: skip
