"""Avalam: stack onto neighbours, five high at most; whoever tops the most stacks wins."""

from array import array

from tourelle.games import FILLED, REACHED, VACATED, Outcome, TextError
from tourelle.games.position import Position as Base
from tourelle.games.position import digits, is_number
from tourelle.grids import NONE, grid
from tourelle.kernels import micropython

TALLEST = 5
EACH = 24  # pieces of each colour
CENTRE = "e5"
_GRID = grid("avalam")

# A stack is a number with two bits per piece, the top piece in the lowest: 1 yellow, 2 red, 3
# unknown (a text may give only a stack's top colour and height).
_UNKNOWN = 3
_LETTERS = "?yr?"


def _yellow(cell):
    """Whether the opening has a yellow piece there: the colours alternate from row 9, column a."""
    return (8 - _GRID.rows[cell] + _GRID.columns[cell]) % 2 == 0


def _stack(text):
    """The stack in a text: "y3", or its pieces, bottom first; TextError."""
    word = text.lower()
    if word[:1] in ("y", "r") and is_number(word[1:]):
        height = digits(word[1:])
        pieces = [_UNKNOWN] * min(height - 1, TALLEST) + [_LETTERS.index(word[0])]
    else:
        height = len(word)
        pieces = [_LETTERS.find(letter) for letter in word]
    if min(pieces, default=0) < 1:
        raise TextError("'%s' is not a stack; write y2, or its pieces bottom first: ry" % text)
    if not 1 <= height <= TALLEST:
        raise TextError("a stack is 1 to %d high, not '%s'" % (TALLEST, text))
    stack = 0
    for piece in pieces:
        stack = stack << 2 | piece
    return stack


def _height(stack):
    height = 0
    while stack:
        height += 1
        stack >>= 2
    return height


def _pieces(stack):
    """The pieces of a stack, bottom first, as 1, 2 or 3 (unknown)."""
    pieces = []
    while stack:
        pieces.append(stack & 3)
        stack >>= 2
    pieces.reverse()
    return pieces


def _glyphs(stack):
    return "".join("d" + "?01?"[piece] for piece in _pieces(stack))


class Position(Base):
    """A position of Avalam. A move is origin * 64 + target; while placing, -2 * cell - colour."""

    NAME = "avalam"
    TITLE = "Avalam"
    GRID = "avalam"
    SIDES = "yr"
    OPTIONS = (("tie-break", ("fives", "none")), ("placing", ("fixed", "free")))
    ONE_STEP = True
    WORDS = ("y", "r")
    KINDS = ("y1", "r1")
    STEP_ROOM = 304, 608

    def __init__(self, options=None):
        super().__init__(options)
        self.stacks = array("H", bytes(2 * self.grid.size))
        self.heights = bytearray(self.grid.size)
        self.clear()
        if self.options["placing"] == "free":
            self.placed = 0
            return
        centre = self.grid.cell(CENTRE)
        for cell in range(self.grid.size):
            if cell != centre:
                self._put(cell, 1 if _yellow(cell) else 2)

    # -- setting up

    def clear(self):
        for cell in range(self.grid.size):
            self._put(cell, 0)
        self.history.clear()
        self.placed = 2 * EACH  # pieces put on the board so far, while placing

    def _put(self, cell, stack):
        self.stacks[cell] = stack
        self.heights[cell] = _height(stack)
        self.occupancy[cell] = 1 if stack else 0

    def _to_place(self, colour):
        """Pieces of a colour (1 or 2) still to be placed."""
        return EACH - sum(1 for stack in self.stacks if stack == colour)

    # -- a turn

    def legal_moves(self):
        if self.placed < 2 * EACH:
            mine = self.turn + 1
            colours = [c for c in (mine, 3 - mine) if self._to_place(c)]
            for cell in range(self.grid.size):
                if not self.occupancy[cell]:
                    for colour in colours:
                        yield -2 * cell - colour
            return
        heights = self.heights
        toward = self.grid.toward
        for cell in range(self.grid.size):
            height = heights[cell]
            if 0 < height < TALLEST:
                most = TALLEST - height
                for step in toward:
                    target = step[cell]
                    if target != NONE and 0 < heights[target] <= most:
                        yield cell * 64 + target

    def push(self, move):
        stacks = self.stacks
        if move < 0:
            cell = (-move - 1) // 2
            self._put(cell, -move - 2 * cell)
            self.history.push(move)
            self.placed += 1
        else:
            cell = move >> 6
            target = move & 63
            below = stacks[target]
            moved = self.heights[cell]
            self.history.push(move << 8 | below)
            stacks[target] = below << 2 * moved | stacks[cell]
            self.heights[target] += moved
            stacks[cell] = self.heights[cell] = self.occupancy[cell] = 0
        self.turn ^= 1
        self.turns += 1

    def pop(self):
        move = self.history.pop()
        if move < 0:
            self._put((-move - 1) // 2, 0)
            self.placed -= 1
        else:
            below = move & 255
            move >>= 8
            cell = move >> 6
            target = move & 63
            joined = self.stacks[target]
            height = _height(below)
            moved = self.heights[target] - height
            self.stacks[target] = below
            self.heights[target] = height
            self.stacks[cell] = joined & ((1 << 2 * moved) - 1)
            self.heights[cell] = moved
            self.occupancy[cell] = 1
        self.turn ^= 1
        self.turns -= 1
        return move

    @micropython.native
    def mark(self, move, marks, at):
        if move < 0:
            marks[at] = FILLED | (-move - 1) // 2
            return at + 1
        marks[at] = VACATED | move >> 6
        marks[at + 1] = REACHED | move & 63
        return at + 2

    # -- the end of the game

    def owner(self, cell):
        top = self.stacks[cell] & 3
        return top - 1 if top in (1, 2) else NONE

    @micropython.native
    def score(self):
        points = [0, 0]
        for stack in self.stacks:
            if stack:
                points[(stack & 3) - 1] += 1
        return tuple(points)

    def outcome(self):
        for _ in self.legal_moves():
            return None
        scores = self.score()
        why = "stacks"
        if scores[0] == scores[1] and self.options["tie-break"] == "fives":
            fives = [0, 0]
            for cell in range(self.grid.size):
                if self.heights[cell] == TALLEST:
                    fives[self.owner(cell)] += 1
            ahead = fives
            why = "stacks of five"
        else:
            ahead = scores
        if ahead[0] == ahead[1]:
            return Outcome((), scores, "equal")
        return Outcome((0 if ahead[0] > ahead[1] else 1,), scores, why)

    # -- texts

    @staticmethod
    def glyphs(stack):
        return _glyphs(_stack(stack))

    def pieces(self, cell):
        return _glyphs(self.stacks[cell])

    def stack_text(self, cell):
        pieces = _pieces(self.stacks[cell])
        if len(pieces) == 1 or _UNKNOWN in pieces:
            return _LETTERS[pieces[-1]] + str(len(pieces))
        return "".join(_LETTERS[piece] for piece in pieces)

    def move_text(self, move):
        names = self.grid.names
        if move < 0:
            cell = (-move - 1) // 2
            return _LETTERS[-move - 2 * cell] + "@" + names[cell]
        return names[move >> 6] + "-" + names[move & 63]

    def parts(self):
        if self.placed < 2 * EACH:
            yield "setup"

    def fill(self, stacks, parts):
        placing = parts.pop("setup", None) is not None
        known = [0, 0, 0, 0]
        for cell, text in stacks:
            stack = _stack(text)
            for piece in _pieces(stack):
                known[piece] += 1
            self._put(cell, stack)
        for colour in (1, 2):
            if known[colour] > EACH:
                raise TextError(
                    "%d %s pieces; there are %d of each colour"
                    % (known[colour], ("yellow", "red")[colour - 1], EACH)
                )
        if sum(known) > 2 * EACH:
            raise TextError("%d pieces; there are %d" % (sum(known), 2 * EACH))
        if placing:
            if max(self.heights) > 1:
                raise TextError("in the setup there are no stacks yet")
            if sum(known) == 2 * EACH:
                raise TextError("the setup is over: all %d pieces stand" % (2 * EACH))
            self.placed = sum(known)
