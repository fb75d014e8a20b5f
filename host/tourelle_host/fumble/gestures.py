"""The natural gesture for a step, from its footprint: lines of a script."""

import random
from typing import NamedTuple

from tourelle.games import Footprint
from tourelle.games.position import Position
from tourelle.grids import Grid

# What goes wrong within a gesture, named as in `Rates`: nothing; the touch that tells which step it
# is is left out; a wrong cell first; low over the cells on the way; off centre.
NONE, FORGET, WRONG, SLIDE, ASKEW = "", "forget", "wrong", "slide", "askew"


class Step(NamedTuple):
    """A step that is to be made.

    text            its notation
    side            letter of the side that makes it
    owner           letter of the owner of the piece that it puts on the board, or ""
    foot            its footprint
    before, after   the pieces of each cell, as glyphs, bottom first
    texts           `before`, in the names that `place` uses
    piece           what comes from the box, in such a name, or ""
    """

    text: str
    side: str
    owner: str
    foot: Footprint
    before: tuple[str, ...]
    after: tuple[str, ...]
    texts: tuple[str, ...]
    piece: str

    @property
    def cells(self) -> set[int]:
        """All cells that the step involves."""
        return {cell for group in self.foot for cell in group}

    @property
    def lit(self) -> set[int]:
        """The cells whose lights show it: those that it captures from have lights of their own."""
        return self.cells - set(self.foot.captured)

    @property
    def laid(self) -> set[int]:
        """The cells on its way where it leaves a piece from the box."""
        return set(self.foot.via) & set(self.foot.filled)

    @property
    def touched(self) -> bytes:
        """The cells whose touches tell which step it is; all there is where no switch feels it."""
        return self.foot.left + self.foot.reached + self.foot.via

    @property
    def placed(self) -> bool:
        """Whether it only puts a piece from the box on the board."""
        return bool(self.foot.filled) and not (self.foot.vacated or self.foot.left)

    @property
    def silent(self) -> bool:
        """Whether no switch can feel it, though it touches cells."""
        return not (self.foot.vacated or self.foot.filled) and bool(self.touched)


def step(position: Position, move: int) -> Step:
    """Everything about a legal step; the position is unchanged afterwards."""
    foot = position.footprint(move)
    text = position.move_text(move)
    side = position.SIDES[position.turn]
    before = _pieces(position)
    texts = tuple(
        position.stack_text(cell) if position.occupancy[cell] else ""
        for cell in range(position.grid.size)
    )
    piece = position.stack_text(foot.reached[0]) if foot.reached else ""
    position.push(move)
    after = _pieces(position)
    owner = ""
    if foot.filled:
        laid = (foot.via or foot.filled)[0]
        piece = position.stack_text(laid)
        owner = position.SIDES[position.owner(laid)]
    position.pop()
    return Step(text, side, owner, foot, before, after, texts, piece)


def _pieces(position: Position) -> tuple[str, ...]:
    return tuple(
        position.pieces(cell) if position.occupancy[cell] else ""
        for cell in range(position.grid.size)
    )


class Gesture:
    """Makes the lines of a step's gesture, in one of the orders that a person might choose."""

    def __init__(self, step: Step, grid: Grid, rng: random.Random, slip: str = NONE):
        self._step = step
        self._grid = grid
        self._rng = rng
        self._slip = slip

    def lines(self) -> list[str]:
        """The gesture."""
        foot = self._step.foot
        if foot.vacated and foot.via:
            return self._ride()
        if foot.vacated and foot.reached:
            return self._join()
        if foot.vacated:
            return self._carry()
        if foot.left:
            return self._unstack()
        if foot.filled:
            return self._place(foot.filled[0])
        if foot.reached:
            return self._add()
        return self._bar()

    # -- by kind of step

    def _ride(self) -> list[str]:
        """Rest on the cell where it turns, go on, put the token there."""
        foot = self._step.foot
        start, corner = foot.vacated[0], foot.via[0]
        end = next(cell for cell in foot.filled if cell != corner)
        lines = [f"lift {self._name(start)}", *self._hover(start, corner)]
        if self._slip != FORGET:
            lines += [f"drop {self._name(corner)}", f"lift {self._name(corner)}"]
        lines += [*self._hover(corner, end), *self._put(end)]
        return lines + self._place(corner)

    def _join(self) -> list[str]:
        """Lift everything, with the target, and put it down joined; or nudge the target last."""
        foot = self._step.foot
        target = foot.reached[0]
        name = self._name(target)
        origins = list(foot.vacated)
        self._rng.shuffle(origins)
        lifts = [f"lift {self._name(cell)}" for cell in origins]
        lifts += self._hover(origins[-1], target) + self._wrong_stack(target)
        if self._slip == FORGET:
            return [*lifts, f"drop {name}"]
        if self._rng.random() < 0.2:
            return [*lifts, f"drop {name}", f"nudge {name}"]
        if len(lifts) == 1 and self._height(target) == 1 and self._rng.random() < 0.3:
            # The target first: its piece is then above the others that are held.
            tops = [f"drop {name} top"]
            return [f"lift {name}", *lifts, *tops, f"drop {name}"]
        return [*lifts, f"lift {name}", f"drop {name}"]

    def _carry(self) -> list[str]:
        """From one cell to another; some people take captured pieces off at once."""
        foot = self._step.foot
        origin, target = foot.vacated[0], foot.filled[0]
        if self._slip == SLIDE:
            names = [self._name(cell) for cell in (origin, *self._between(origin, target), target)]
            lines = [f"slide {' '.join(names)}"]
        else:
            lines = [f"lift {self._name(origin)}", *self._put(target)]
        return self._captured(lines)

    def _unstack(self) -> list[str]:
        """Lift the stack, set back what stays, lay out the rest, and touch what gets higher."""
        foot = self._step.foot
        origin = foot.left[0]
        name = self._name(origin)
        stays = len(self._step.after[origin]) // 2
        targets = list(foot.filled + foot.reached)
        if self._rng.random() < 0.3:
            self._rng.shuffle(targets)
        laid = self._hover(origin, targets[0])
        for cell in targets:
            laid += self._put(cell, "top")
            if cell in foot.reached and self._slip != FORGET:
                laid.append(f"nudge {self._name(cell)}")
        if self._slip == FORGET:
            lines = [f"lift {name} {self._height(origin) - stays}", *laid]
        elif self._rng.random() < 0.2:
            lines = [f"lift {name}", *laid, f"drop {name}"]
        else:
            lines = [f"lift {name}", f"drop {name} {stays}", *laid]
        return self._captured(lines)

    def _place(self, cell: int) -> list[str]:
        """Put a piece from the box; where it is not the mover's, a touch says whose it is."""
        step = self._step
        name = self._name(cell)
        lines = [f"place {name} {step.piece}"]
        other = self._other(cell) if self._slip == WRONG and not step.foot.vacated else None
        if other is not None:
            wrong = self._name(other)
            lines = [f"place {wrong} {step.piece}", *self._pause(), f"lift {wrong}", f"drop {name}"]
        if step.owner != step.side and self._slip != FORGET:
            lines.append(f"nudge {name}")
        return lines

    def _add(self) -> list[str]:
        """One more piece on top of the cell, and a touch."""
        cell = self._step.foot.reached[0]
        lines = [f"place {self._name(cell)} {self._step.piece}"]
        if self._slip == FORGET:
            return lines
        return [*lines, *self._wrong_touch(cell), f"nudge {self._name(cell)}"]

    def _bar(self) -> list[str]:
        """The barrier, and a touch of the cells beside it."""
        cells = list(self._step.foot.via)
        self._rng.shuffle(cells)
        lines = [f"place {self._name(cells[0])}/{self._name(cells[1])} wall"]
        if self._slip == FORGET:
            return lines
        lines += self._wrong_touch(cells[0])
        return lines + [f"touch {self._name(cell)}" for cell in cells]

    # -- parts

    def _put(self, cell: int, what: str = "") -> list[str]:
        """Put down on a cell all that is held, or its "top" piece."""
        name = self._name(cell)
        if self._step.before[cell]:
            return [f"drop {name} {what}".strip()]
        if self._slip == ASKEW:
            self._slip = NONE  # only the first piece lies off centre
            return [f"drop {name} {what} askew".replace("  ", " ")]
        other = self._other(cell) if self._slip == WRONG else None
        if other is None:
            return [f"drop {name} {what}".strip()]
        wrong = self._name(other)
        again = f"drop {name} 1" if what else f"drop {name}"
        return [f"drop {wrong} {what}".strip(), *self._pause(), f"lift {wrong}", again]

    def _wrong_stack(self, target: int) -> list[str]:
        """Joined with a wrong stack first, and taken off it again."""
        other = self._other(target) if self._slip == WRONG else None
        if other is None:
            return []
        name = self._name(other)
        count = sum(self._height(cell) for cell in self._step.foot.vacated)
        lifted = [f"lift {name}"] if self._rng.random() < 0.5 else []
        return [*lifted, f"drop {name}", *self._pause(), f"lift {name} {count}"]

    def _wrong_touch(self, cell: int) -> list[str]:
        other = self._other(cell) if self._slip == WRONG else None
        return [] if other is None else [f"touch {self._name(other)}", *self._pause()]

    def _captured(self, lines: list[str]) -> list[str]:
        """Some people take captured pieces off without being asked, before the step or after it."""
        captured = self._step.foot.captured
        if captured and self._rng.random() < 0.3:
            cell = captured[0]
            count = self._height(cell) - len(self._step.after[cell]) // 2
            remove = f"remove {self._name(cell)} {count}"
            at = self._rng.choice((0, len(lines)))
            lines[at:at] = [remove]
        return lines

    def _hover(self, origin: int, target: int) -> list[str]:
        """Pass low over the empty cells on the way."""
        if self._slip != SLIDE:
            return []
        between = self._between(origin, target)
        return [f"touch {self._name(cell)}" for cell in between]

    def _between(self, origin: int, target: int) -> list[int]:
        """Empty cells on a way from one to the other, which is not always the shortest."""
        way: list[int] = []
        cell = origin
        for _ in range(3):
            near = [c for c in self._grid.neighbours(cell) if self._free(c) and c not in way]
            if not near or (target in self._grid.neighbours(cell) and self._rng.random() < 0.5):
                break
            cell = self._rng.choice(near)
            way.append(cell)
        return way

    def _free(self, cell: int) -> bool:
        return not self._step.before[cell] and cell not in self._step.cells

    def _other(self, cell: int) -> int | None:
        """A cell near that one, alike empty or occupied, that the step does not involve."""
        same = bool(self._step.before[cell])
        near = [
            other
            for first in self._grid.neighbours(cell)
            for other in (first, *self._grid.neighbours(first))
            if other not in self._step.cells and bool(self._step.before[other]) == same
        ]
        return self._rng.choice(near) if near else None

    def _pause(self) -> list[str]:
        return [f"wait {self._rng.randint(1, 20) * 50}"] if self._rng.random() < 0.6 else []

    def _name(self, cell: int) -> str:
        return self._grid.names[cell]

    def _height(self, cell: int) -> int:
        return len(self._step.before[cell]) // 2
