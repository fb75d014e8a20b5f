"""The simulated board's physical world: pieces with magnets, reeds, a hand, buttons."""

import heapq
import struct
from collections.abc import Callable, Iterable

from tourelle import games
from tourelle.games.position import Position
from tourelle.grids import Grid
from tourelle_host.glyphs import split
from tourelle_host.matrix import Matrix
from tourelle_host.sim.contacts import Contacts

BUTTONS = ("ok", "undo")
NUDGE_MS = 100  # how long a piece that is nudged stays up
TOUCH_MS = 100  # how long a magnet stays over an empty cell
PRESS_MS = 100
SLIDE_MS = 200
PACE_MS = 200  # how long a gesture takes, unless a script says otherwise


class HandError(ValueError):
    """What a hand cannot do, in one sentence."""


class World:
    """The pieces and everything that moves them. Pieces are glyphs of two characters.

    cells      the pieces on each cell, bottom first
    hand       the pieces in the hand, bottom first
    lifted     each lift since the hand was last empty: the cell, pieces lifted, pieces left there
    laid       cells where the hand has put down something since then
    box        the pieces that are back in the box
    barriers   as pairs of cells
    game       the game whose pieces these are, or None at first
    pace_ms    board time that each gesture takes
    """

    def __init__(self, grid: Grid, seed: int = 0):
        self.grid = grid
        self.now_ms = 0
        self.pace_ms = PACE_MS
        self.cells: list[list[str]] = [[] for _ in range(grid.size)]
        self.hand: list[str] = []
        self.lifted: list[tuple[int, int, int]] = []
        self.laid: list[int] = []
        self.box: list[str] = []
        self.barriers: set[tuple[int, int]] = set()
        self.game: type[Position] | None = None
        self._contacts = Contacts(grid.size + len(BUTTONS), seed)
        self._matrix = Matrix(grid)
        self._askew: set[int] = set()
        self._raised = [0] * grid.size  # how many reasons keep each cell's pieces off the board
        self._magnets = [0] * (grid.size + len(BUTTONS))  # over each cell; fingers on each button
        self._later: list[tuple[int, int, Callable[[], None]]] = []
        self._order = 0
        self._inputs = b""
        self._inputs_version = -1

    def wire(self, matrix: Matrix) -> None:
        """Wire the switches like this from now on."""
        self._matrix = matrix
        self._inputs_version = -1

    # -- time

    def next_ms(self) -> int | None:
        """When something next moves by itself; None: nothing will."""
        moments = [self._later[0][0]] if self._later else []
        chatter = self._contacts.next_ms()
        if chatter is not None:
            moments.append(chatter)
        return min(moments, default=None)

    def run(self, now_ms: int) -> None:
        """Let everything happen up to that time."""
        while (moment := self.next_ms()) is not None and moment <= now_ms:
            self.now_ms = moment
            while self._later and self._later[0][0] <= moment:
                heapq.heappop(self._later)[2]()
            self._contacts.run(moment)
        self.now_ms = now_ms

    def inputs(self) -> bytes:
        """What the pins read now: for each row the columns that read low with it; the buttons."""
        if self._inputs_version != self._contacts.version:
            self._inputs_version = self._contacts.version
            grid = self.grid
            rows = self._matrix.rows([self._contacts.closed(cell) for cell in range(grid.size)])
            pressed = 0
            for index in range(len(BUTTONS)):
                pressed |= self._contacts.closed(grid.size + index) << index
            self._inputs = struct.pack(f"<{len(rows)}HB", *rows, pressed)
        return self._inputs

    def snapshot(self) -> dict:
        """What a person sees: pieces by cell, the hand, the barriers; as names and glyphs.

        Also where what the hand holds came from, and where it has left some: `lifted`, `laid`.
        """
        names = self.grid.names
        return {
            "cells": {names[i]: list(stack) for i, stack in enumerate(self.cells) if stack},
            "hand": list(self.hand),
            "lifted": [[names[cell], count, left] for cell, count, left in self.lifted],
            "laid": [names[cell] for cell in self.laid],
            "barriers": [[names[a], names[b]] for a, b in sorted(self.barriers)],
        }

    def kept(self) -> dict:
        """All that lies on the table, for `restore`; without movements under way."""
        barriers = [[a, b] for a, b in sorted(self.barriers)]
        game = self.game.NAME if self.game else None
        hand = {"hand": self.hand, "lifted": self.lifted, "laid": self.laid}
        more = {"box": self.box, "bars": barriers, "askew": sorted(self._askew)}
        return {"cells": ["".join(stack) for stack in self.cells], "game": game} | hand | more

    def restore(self, kept: dict) -> None:
        """Put everything on the table as it was. ValueError where this does not fit the grid."""
        try:
            cells = [split(text) for text in kept["cells"]]
            barriers = {(a, b) for a, b in kept["bars"]}
            askew = set(kept["askew"])
            game = games.load(kept["game"]).Position if kept["game"] else None
            if len(cells) != self.grid.size or (game and game.GRID != self.grid.name):
                raise ValueError("another grid's")
            lifted = [(a, count, left) for a, count, left in kept.get("lifted", ())]
            self.hand, self.box = list(kept["hand"]), list(kept["box"])
            self.lifted, self.laid = lifted, list(kept.get("laid", ()))  # older pages kept neither
        except (KeyError, TypeError):
            raise ValueError("what was kept of the table cannot be read") from None
        self.cells, self.barriers, self.game = cells, barriers, game
        self._askew = askew
        for cell in range(self.grid.size):
            self._feel(cell)

    def take_box(self, game: type[Position]) -> None:
        """The firmware plays this game now: take its pieces as the box's."""
        self.game = game

    # -- what a hand does, at once; HandError where it cannot

    def set(self, position: Position) -> None:
        """Clear board and hand, and put up a position."""
        self.game = type(position)
        self._empty_hand()
        self.box.clear()
        self._askew.clear()
        self.barriers = {(min(a, b), max(a, b)) for a, b in position.bars()}
        for cell in range(self.grid.size):
            self.cells[cell] = split(position.pieces(cell)) if position.occupancy[cell] else []
            self._feel(cell)

    def lift(self, cell: int, count: int | None = None) -> None:
        """Take the top pieces (None: all) into the hand, below what it holds."""
        taken = self._take(cell, count, "lift")
        self.hand[:0] = taken
        self.lifted.append((cell, len(taken), len(self.cells[cell])))

    def drop(self, cell: int, pieces: int | str | None = None, askew: bool = False) -> None:
        """Put down the whole hand (None), its lowest pieces, or its top piece ("top")."""
        if not self.hand:
            raise HandError(f"there is nothing in the hand to drop on {self.grid.names[cell]}")
        if pieces is None:
            pieces = len(self.hand)
        if isinstance(pieces, str):
            moved = [self.hand.pop()]
        elif pieces <= len(self.hand):
            moved = self.hand[:pieces]
            del self.hand[:pieces]
        else:
            raise HandError(f"the hand holds {_pieces(len(self.hand))}, not {pieces}")
        if askew and not self.cells[cell]:
            self._askew.add(cell)
        self.cells[cell] += moved
        self._feel(cell)
        if self.hand:
            self.laid.append(cell)
        else:
            self._empty_hand()

    def drop_in_box(self) -> None:
        """Put the whole hand into the box."""
        self.box += self.hand
        self._empty_hand()

    def place(self, cell: int, stack: str) -> None:
        """Put pieces from the box on a cell; stack: their names, as in the game's texts."""
        if self.game is None:
            raise HandError("there is no game on the board to take a piece of; set one up first")
        pieces = split(self.game.glyphs(stack))
        for piece in pieces:
            if piece in self.box:
                self.box.remove(piece)
        self.cells[cell] += pieces
        self._feel(cell)

    def remove(self, cell: int, count: int | None = None) -> None:
        """Put the top pieces of a cell (None: all) into the box."""
        self.box += self._take(cell, count, "remove")

    def put_barrier(self, cell: int, other: int) -> None:
        """Put a barrier between two neighbours."""
        if other not in self.grid.neighbours(cell):
            names = self.grid.names
            raise HandError(f"{names[cell]} and {names[other]} have no edge in common")
        self.barriers.add((min(cell, other), max(cell, other)))

    def take_barrier(self, cell: int, other: int) -> None:
        """Put the barrier between two cells into the box."""
        edge = (min(cell, other), max(cell, other))
        if edge not in self.barriers:
            names = self.grid.names
            raise HandError(f"there is no barrier between {names[cell]} and {names[other]}")
        self.barriers.remove(edge)

    def nudge(self, cell: int, ms: int = NUDGE_MS) -> None:
        """Lift the pieces a little and set them back, well centred."""
        if not self.cells[cell]:
            raise HandError(f"there is nothing on {self.grid.names[cell]} to nudge")
        self._askew.discard(cell)
        self._count(self._raised, cell, ms)

    def touch(self, cell: int, ms: int = TOUCH_MS, then: int | None = None) -> None:
        """Nudge what lies there, or hold a magnet over the empty cell; after a gesture, `then`."""
        if self.cells[cell]:
            self.nudge(cell, ms)
        else:
            self._count(self._magnets, cell, ms)
        if then is not None:
            self._after(max(self.pace_ms, 2 * ms), lambda: self.touch(then, ms))

    def slide(self, path: Iterable[int]) -> None:
        """Push everything on the path's first cell along the path to its last."""
        start, *between, end = path
        moved = self._take(start, None, "slide")
        step = SLIDE_MS // (len(between) + 1)
        reach = step // 4  # the magnet closes the reed a quarter of the way to either side
        for number, cell in enumerate(between, 1):
            self._after(number * step - reach, self._passing(cell, 2 * reach))
        if not self.cells[end]:
            self._count(self._raised, end, SLIDE_MS)
        self.cells[end] += moved
        self._feel(end)

    def press(self, button: str, ms: int = PRESS_MS) -> None:
        """Hold a button down for this long."""
        self._count(self._magnets, self.grid.size + BUTTONS.index(button), ms)

    def pace(self, ms: int) -> None:
        """Let each gesture take this long from now on."""
        self.pace_ms = ms

    def bounce(self, ms: int) -> None:
        """Let contacts chatter for up to this long from now on."""
        self._contacts.bounce_ms = ms

    def stick(self, cell: int, closed: bool | None) -> None:
        """Make a switch stick, closed or open; None frees it."""
        self._contacts.stick(cell, closed)

    # -- inner parts

    def _empty_hand(self) -> None:
        self.hand.clear()
        self.lifted.clear()
        self.laid.clear()

    def _take(self, cell: int, count: int | None, why: str) -> list[str]:
        stack = self.cells[cell]
        if not stack:
            raise HandError(f"there is nothing on {self.grid.names[cell]} to {why}")
        if count is None:
            count = len(stack)
        if count > len(stack):
            raise HandError(f"{self.grid.names[cell]} holds {_pieces(len(stack))}, not {count}")
        taken = stack[-count:]
        del stack[-count:]
        if not stack:
            self._askew.discard(cell)
        self._feel(cell)
        return taken

    def _after(self, ms: int, action: Callable[[], None]) -> None:
        self._order += 1
        heapq.heappush(self._later, (self.now_ms + ms, self._order, action))

    def _count(self, counts: list[int], contact: int, ms: int) -> None:
        """Add one to a count, for this long."""

        def end() -> None:
            counts[contact] -= 1
            self._feel(contact)

        counts[contact] += 1
        self._feel(contact)
        self._after(ms, end)

    def _passing(self, cell: int, ms: int) -> Callable[[], None]:
        """Returns what holds a magnet over a cell for this long."""
        return lambda: self._count(self._magnets, cell, ms)

    def _feel(self, contact: int) -> None:
        """Let the contact follow what is over it now."""
        closed = self._magnets[contact] > 0
        if contact < self.grid.size and self.cells[contact]:
            lies = contact not in self._askew and not self._raised[contact]
            closed = closed or lies
        self._contacts.want(contact, closed, self.now_ms)


def _pieces(count: int) -> str:
    return "1 piece" if count == 1 else f"{count} pieces"
