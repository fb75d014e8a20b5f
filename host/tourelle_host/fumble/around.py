"""What is around a step, for the habits of those who make it."""

import random
from collections.abc import Iterable

from tourelle.games.position import Position
from tourelle.grids import Grid
from tourelle_host.fumble.gestures import Step


def beside(grid: Grid, cells: Iterable[int]) -> set[int]:
    """All neighbours of these cells, some of which may be among them."""
    return {near for cell in cells for near in grid.neighbours(cell)}


class Around:
    """A step, the position in which it is made, and a source of chance.

    before   the last step, or None
    """

    def __init__(self, step: Step, position: Position, before: Step | None, rng: random.Random):
        self.step = step
        self.position = position
        self.grid = position.grid
        self.before = before
        self.rng = rng

    def name(self, cell: int) -> str:
        """A cell's name."""
        return self.grid.names[cell]

    def ms(self, low: int, high: int, unit: int = 10) -> int:
        """A random time between these, a multiple of the unit."""
        return self.rng.randint(low // unit, high // unit) * unit

    def wait(self, low: int, high: int, unit: int = 10) -> str:
        """A wait of such a time."""
        return f"wait {self.ms(low, high, unit)}"

    def height(self, cell: int) -> int:
        """How many pieces are there before the step."""
        return len(self.step.before[cell]) // 2

    def lift(self, cell: int, low: int, high: int, unit: int = 10) -> list[str]:
        """Lift a stack for such a time, and set it back; whatever else is held stays up."""
        name = self.name(cell)
        return [f"lift {name}", self.wait(low, high, unit), f"drop {name} {self.height(cell)}"]

    def lift_one(self, cells: list[int]) -> list[str]:
        """Lift one of these stacks for up to a second; nothing if there are none."""
        cell = self.one(cells)
        return [] if cell is None else self.lift(cell, 50, 1000, 50)

    def owner(self, cell: int) -> int:
        """Whose piece stands on a cell, a side's number."""
        return self.position.owner(cell)

    @property
    def mover(self) -> int:
        """Whose piece the step moves, or brings from the box."""
        origins = self.origins
        return self.owner(origins[0]) if origins else self.position.turn

    @property
    def origins(self) -> list[int]:
        """The cells that the step takes pieces from."""
        return list(self.step.foot.vacated + self.step.foot.left)

    def standing(self, lines: list[str]) -> list[int]:
        """Cells with pieces that neither the step nor these lines involve."""
        named = {word for line in lines for word in line.split()}
        return [
            cell
            for cell in range(self.grid.size)
            if self.step.before[cell]
            and cell not in self.step.cells
            and self.name(cell) not in named
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
        near = set(self.grid.neighbours(cell))
        return near | beside(self.grid, near)

    def insert(self, lines: list[str], more: list[str], last: bool = True) -> list[str]:
        """Insert more lines at a random place; last: also after the last line."""
        at = self.rng.randint(0, len(lines) if last else max(0, len(lines) - 1))
        return lines[:at] + more + lines[at:]

    def one(self, cells: list[int]) -> int | None:
        """A random one of these cells; None if there are none."""
        return next(iter(self.some(cells, 1)), None)

    def some(self, cells: list[int], most: int) -> list[int]:
        """A random choice of these cells, at most so many."""
        return self.rng.sample(cells, min(most, len(cells)))
