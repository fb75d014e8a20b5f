"""Konane: jump over the enemy's stones until somebody cannot."""

from tourelle.games import CAPTURED, FILLED, VACATED, Outcome, TextError
from tourelle.games.position import Position as Base
from tourelle.grids import NONE

EACH = 32


class Position(Base):
    """A position of Konane. A move is origin * 64 + target, the same cell twice for a removal."""

    NAME = "konane"
    TITLE = "Konane"
    GRID = "square"
    SIDES = "bw"
    ONE_STEP = True
    KINDS = ("b", "w")

    def __init__(self, options=None):
        super().__init__(options)
        self.straight = [self.grid.toward[direction] for direction in (0, 2, 4, 6)]
        self.stones = bytearray(self.grid.size)  # 0, or a side's number and one
        self.clear()
        for cell in range(self.grid.size):
            self._put(cell, 1 + (cell + cell // 8) % 2)

    def clear(self):
        for cell in range(self.grid.size):
            self._put(cell, 0)
        self.history.clear()

    def _put(self, cell, stone):
        self.stones[cell] = stone
        self.occupancy[cell] = 1 if stone else 0

    def legal_moves(self):
        missing = self.grid.size - sum(self.occupancy)
        if missing == 0:
            for name in ("a1", "h8", "d4", "e5"):
                yield self.cell(name) * 65
        elif missing == 1:
            gap = self.occupancy.find(b"\0")
            for step in self.straight:
                if step[gap] != NONE:
                    yield step[gap] * 65
        else:
            for cell in range(self.grid.size):
                if self.stones[cell] == self.turn + 1:
                    for step in self.straight:
                        for target in self._jumps(cell, step):
                            yield cell * 64 + target

    def _jumps(self, cell, step):
        enemy = 2 - self.turn
        while True:
            over = step[cell]
            if over == NONE or self.stones[over] != enemy:
                return
            cell = step[over]
            if cell == NONE or self.stones[cell]:
                return
            yield cell

    def _over(self, move):
        """The cells that a jump passes over."""
        step = (move % 64 - move // 64) // max(1, self._distance(move))
        return bytes(move // 64 + step * n for n in range(1, self._distance(move), 2))

    def _distance(self, move):
        rows = move % 64 // 8 - move // 64 // 8
        columns = move % 8 - move // 64 % 8
        return max(abs(rows), abs(columns))

    def push(self, move):
        for cell in self._over(move):
            self._put(cell, 0)
        self._put(move // 64, 0)
        if move % 65:
            self._put(move % 64, self.turn + 1)
        self.history.push(move)
        self.turn ^= 1
        self.turns += 1

    def pop(self):
        self.turn ^= 1
        self.turns -= 1
        move = self.history.pop()
        self._put(move % 64, 0)
        self._put(move // 64, self.turn + 1)
        for cell in self._over(move):
            self._put(cell, 2 - self.turn)
        return move

    def mark(self, move, marks, at):
        marks[at] = VACATED | move // 64
        if move % 65 == 0:
            return at + 1
        marks[at + 1] = FILLED | move % 64
        over = self._over(move)
        for i, cell in enumerate(over):
            marks[at + 2 + i] = CAPTURED | cell
        return at + 2 + len(over)

    def outcome(self):
        for _ in self.legal_moves():
            return None
        return Outcome((1 - self.turn,), (), "no move left")

    def owner(self, cell):
        return self.stones[cell] - 1 if self.stones[cell] else NONE

    def pieces(self, cell):
        return self.glyphs(self.stack_text(cell)) if self.stones[cell] else ""

    @staticmethod
    def glyphs(stack):
        if stack.lower() not in ("b", "w"):
            raise TextError("'%s' is no stone; write b or w" % stack)
        return "d%d" % "bw".index(stack.lower())

    def stack_text(self, cell):
        return "bw"[self.stones[cell] - 1]

    def move_text(self, move):
        names = self.grid.names
        return names[move // 64] + ("-" + names[move % 64] if move % 65 else "")

    def fill(self, stacks, parts):
        for cell, text in stacks:
            self._put(cell, int(self.glyphs(text)[1]) + 1)
        for side in (0, 1):
            if self.stones.count(bytes((side + 1,))) > EACH:
                raise TextError("%s has more than %d stones" % (self.SIDES[side], EACH))
