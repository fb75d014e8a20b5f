"""An invented game for the reader's tests: several steps a turn, an optional and a silent one.

On the squares each side has runners. A turn: a runner goes one cell along a
row or column, to an empty cell or onto a fellow (they form a pair). Then, where
two runners of its own are neighbours, the side may hand a baton over: nothing
moves off its cell, so no switch changes. Or it says "done". Who reaches the far
edge wins.
"""

from tourelle.games import FILLED, LEFT, REACHED, VACATED, Outcome
from tourelle.games.position import Position as Base
from tourelle.grids import NONE

DONE = 1 << 16
BATON = 1 << 15
STRAIGHT = (0, 2, 4, 6)


class Relay(Base):
    NAME = "relay"
    TITLE = "Relay"
    GRID = "square"
    SIDES = "wb"

    def __init__(self, runners="w b2 d2 e2 b d7 e7"):
        super().__init__({})
        self.side = bytearray([NONE] * self.grid.size)
        self.height = bytearray(self.grid.size)
        self.moved = False
        self._history = []
        side = 0
        for word in runners.split():
            if word in self.SIDES:
                side = self.SIDES.index(word)
            else:
                self._put(self.grid.cell(word), side, 1)

    def _put(self, cell, side, height):
        self.side[cell] = side if height else NONE
        self.height[cell] = height
        self.occupancy[cell] = 1 if height else 0

    def legal_moves(self):
        for cell in range(self.grid.size):
            if self.side[cell] != self.turn:
                continue
            for direction in STRAIGHT:
                target = self.grid.toward[direction][cell]
                if target == NONE:
                    continue
                if self.moved:
                    if self.side[target] == self.turn:
                        yield BATON | cell << 6 | target
                elif self.side[target] == NONE or (
                    self.side[target] == self.turn and self.height[cell] + self.height[target] <= 2
                ):
                    yield cell << 6 | target
        if self.moved:
            yield DONE

    def push(self, move):
        self._history.append((move, self.turn, bytes(self.side), bytes(self.height)))
        origin, target = move >> 6 & 63, move & 63
        if not move & (DONE | BATON):
            height = self.height[origin] + self.height[target]
            self._put(origin, NONE, 0)
            self._put(target, self.turn, height)
            self.moved = True
            if self.outcome() is None and any(m & BATON for m in self.legal_moves()):
                return
        self.moved = False
        self.turn ^= 1
        self.turns += 1

    def pop(self):
        move, turn, side, height = self._history.pop()
        if self.turn != turn:
            self.turns -= 1
        self.turn = turn
        self.moved = bool(move & (DONE | BATON))
        for cell in range(self.grid.size):
            self._put(cell, side[cell], height[cell])
        return move

    def mark(self, move, marks, at):
        origin, target = move >> 6 & 63, move & 63
        if move & DONE:
            return at
        marks[at] = (LEFT if move & BATON else VACATED) | origin
        marks[at + 1] = (REACHED if self.occupancy[target] else FILLED) | target
        return at + 2

    def outcome(self):
        for cell in range(self.grid.size):
            if self.side[cell] != NONE and self.grid.rows[cell] == (7, 0)[self.side[cell]]:
                return Outcome((self.side[cell],), (), "the far edge")
        return None

    def score(self):
        return ()

    def owner(self, cell):
        return self.side[cell]

    def pieces(self, cell):
        return ("d%d" % self.side[cell]) * self.height[cell]

    def stack_text(self, cell):
        return self.SIDES[self.side[cell]] + str(self.height[cell])

    def move_text(self, move):
        if move & DONE:
            return "."
        names = self.grid.names
        sign = "=" if move & BATON else "-"
        return names[move >> 6 & 63] + sign + names[move & 63]
