"""Tawôl: pawns of different reach cover the enemy's towers; whoever covers all eight wins."""

from binascii import crc32

from tourelle.games import ATTACKED, FILLED, LEFT, REACHED, VACATED, Outcome, TextError
from tourelle.games.position import History, number
from tourelle.games.position import Position as Base
from tourelle.grids import NONE
from tourelle.kernels import const, micropython, ptr8

# A piece is a number: its kind in the three low bits, plus BLACK. A pawn's kind is its reach.
A, B, C, TOWER = 1, 2, 3, 4
BLACK = 8
_KINDS = "?ABCT"
_GLYPHS = "?120t"
_EACH = (0, 4, 4, 2, 8)  # how many of each kind a side has
_ROW = const(256)  # bytes for the moves of a row: two C, four B and two A in the open
PAWNS = 10
TOWERS = 8
_ROWS = ("CTTTTTTC", ".BBTTBB.", "..AAAA..")  # the opening, from a side's own edge
PASS = 64 * 64
CLAIM = PASS + 1
REPETITIONS = 3
_SIDES = ("White", "Black")


def _stack(text):
    """(bottom piece, pawn on it or 0) in a text such as "bAwB"; TextError."""
    word = text.lower()
    pieces = []
    for i in range(0, len(word), 2):
        kind = "?abct".find(word[i + 1 : i + 2] or "?")
        if word[i] not in ("w", "b") or kind < 1:
            raise TextError("'%s' is not a stack; a piece is w or b and A, B, C or T: bAwB" % text)
        pieces.append(kind | (BLACK if word[i] == "b" else 0))
    if len(pieces) == 1:
        return pieces[0], 0
    if len(pieces) == 2 and (pieces[0] ^ pieces[1]) & BLACK and pieces[1] & 7 != TOWER:
        return pieces[0], pieces[1]
    raise TextError(
        "'%s' is not a stack; it is one piece, or a pawn on one of the other colour" % text
    )


@micropython.viper
def _moves(  # noqa: C901  - viper: each call takes 6 us
    steps: ptr8, ground: ptr8, above: ptr8, turn: int, most: int, first: int, found: ptr8
) -> int:
    """Find a side's moves from a row of cells that change the number blocked by `most` or less.

    steps: `flat` of the grid; first: the row's first cell. Writes the origin and the target of each
    move into found; returns how many bytes.
    """
    end = 0
    nowhere = int(NONE)
    tower = int(TOWER)
    for cell in range(first, first + 8):
        piece = above[cell]
        # By how much the number blocked changes if the piece stands on the ground, on a pawn or on
        # a tower after the move; 2 if it may never go there.
        if piece == 0:
            piece = ground[cell]
            down = 0
            on_pawn = 1
            on_tower = 0
        elif ground[cell] & 7 == tower:
            down = 2
            on_pawn = 2
            on_tower = 0
        else:
            down = -1
            on_pawn = 0
            on_tower = -1
        if piece == 0 or piece >> 3 != turn:
            continue
        reach = piece & 7
        attack = reach
        if reach == tower:
            reach = 1
            attack = 0
        for line in range(0, 8 * 64, 64):
            target = cell
            for distance in range(1, reach + 1):
                target = steps[line + target]
                if target == nowhere:
                    break
                enemy = ground[target]
                if enemy:
                    change = on_tower if enemy & 7 == tower else on_pawn
                    free = enemy >> 3 != turn and above[target] == 0
                    if distance == attack and free and change <= most:
                        found[end] = cell
                        found[end + 1] = target
                        end += 2
                    break
                if down <= most:
                    found[end] = cell
                    found[end + 1] = target
                    end += 2
    return end


class Position(Base):
    """A position of Tawôl. A move is origin * 64 + target, PASS or CLAIM."""

    NAME = "tawol"
    TITLE = "Tawôl"
    GRID = "square"
    SIDES = "wb"
    OPTIONS = (("half", ("strict", "claim")),)
    ONE_STEP = True
    WORDS = ("pass", "claim")
    KINDS = ("wA", "wB", "wC", "wT", "bA", "bB", "bC", "bT")
    STEP_ROOM = 128, 256

    def __init__(self, options=None):
        super().__init__(options)
        self.ONE_STEP = self.options["half"] == "strict"
        self.ground = bytearray(self.grid.size)  # the piece on each cell
        self.above = bytearray(self.grid.size)  # the pawn standing on it
        self.clear()
        for row in range(3):
            for column in range(8):
                kind = _KINDS.find(_ROWS[row][column])
                if kind > 0:
                    self._put(row * 8 + column, kind, 0)
                    self._put((7 - row) * 8 + column, kind | BLACK, 0)
        self._seen.push(self._key())

    # -- setting up

    def clear(self):
        for cell in range(self.grid.size):
            self.ground[cell] = self.above[cell] = self.occupancy[cell] = 0
        self.history.clear()
        self.blocked = [0, 0]  # enemy pawns under each side's pawns
        self.covered = [0, 0]  # enemy towers under each side's pawns
        self.passes = 0  # in a row
        self.owes = NONE  # the side whose next move must release a pawn
        self._seen = History()  # the board's key at the start of each turn

    def _put(self, cell, piece, pawn):
        self.ground[cell] = piece
        self.above[cell] = pawn
        self.occupancy[cell] = 1
        if pawn:
            self._count(pawn, piece, 1)

    def _count(self, pawn, beneath, by):
        """Count a pawn that goes onto a piece (by 1) or off it (-1)."""
        counts = self.covered if beneath & 7 == TOWER else self.blocked
        counts[pawn >> 3] += by

    def _key(self):
        return crc32(self.above, crc32(self.ground)) & 0x1FFFFFFF | self.turn << 29

    # -- the half rule

    def limit(self, side):
        """How many enemy pawns the side may block, which depends on how many the enemy has left."""
        return (PAWNS - self.covered[1 - side]) // 2

    def _most(self):
        """The most by which a move of this turn may change the number blocked: 1, 0 or -1."""
        turn = self.turn
        if self.options["half"] == "claim":
            over = self.owes == turn
        else:
            room = self.limit(turn) - self.blocked[turn]
            if room == 0:
                return 0
            over = room < 0
        if not over:
            return 1
        return -1 if self._can_release() else 0

    def _can_release(self):
        """Whether a pawn that blocks another can come down or take a tower.

        Its neighbours are enough to tell: a longer way to a tower begins on an empty cell.
        """
        ground = self.ground
        above = self.above
        mine = self.turn << 3
        for cell in range(64):
            pawn = above[cell]
            if pawn and pawn & BLACK == mine and ground[cell] & 7 != TOWER:
                for step in self.grid.toward:
                    target = step[cell]
                    if target == NONE:
                        continue
                    if not ground[target]:
                        return True
                    if (
                        pawn & 7 == A
                        and ground[target] == TOWER | mine ^ BLACK
                        and not above[target]
                    ):
                        return True
        return False

    # -- a turn

    @property
    def mid_turn(self):
        return self.owes == 1 - self.turn

    def legal_moves(self):
        turn = self.turn
        if (
            self.options["half"] == "claim"
            and self.owes != 1 - turn
            and self.blocked[1 - turn] > self.limit(1 - turn)
        ):
            yield CLAIM
        most = self._most()
        stuck = True
        found = bytearray(_ROW)
        for first in range(0, 64, 8):
            end = _moves(self.grid.flat, self.ground, self.above, turn, most, first, found)
            for i in range(0, end, 2):
                yield found[i] << 6 | found[i + 1]
                stuck = False
        if stuck:
            yield PASS

    def push(self, move):
        self.history.push(move | self.passes << 13 | self.owes << 15)
        if move == CLAIM:
            self.owes = 1 - self.turn
            return
        if self.owes == self.turn:
            self.owes = NONE
        if move == PASS:
            self.passes += 1
        else:
            self.passes = 0
            self._move(move >> 6, move & 63)
        self.turn ^= 1
        self.turns += 1
        self._seen.push(self._key())

    def pop(self):
        entry = self.history.pop()
        move = entry & 0x1FFF
        self.passes = entry >> 13 & 3
        self.owes = entry >> 15
        if move == CLAIM:
            return move
        self.turn ^= 1
        self.turns -= 1
        self._seen.pop()
        if move != PASS:
            self._move(move & 63, move >> 6)
        return move

    def compact(self):
        super().compact()
        self._seen.compact()

    def _move(self, origin, target):
        """Take the free piece of one cell to another."""
        ground = self.ground
        above = self.above
        piece = above[origin]
        if piece:
            above[origin] = 0
            self._count(piece, ground[origin], -1)
        else:
            piece = ground[origin]
            ground[origin] = self.occupancy[origin] = 0
        if ground[target]:
            above[target] = piece
            self._count(piece, ground[target], 1)
        else:
            ground[target] = piece
            self.occupancy[target] = 1

    @micropython.native
    def mark(self, move, marks, at):
        if move >= PASS:
            return at
        origin = move >> 6
        target = move & 63
        marks[at] = (LEFT if self.above[origin] else VACATED) | origin
        if not self.ground[target]:
            marks[at + 1] = FILLED | target
            return at + 2
        marks[at + 1] = REACHED | target
        marks[at + 2] = ATTACKED | target
        return at + 3

    # -- the end of the game

    def owner(self, cell):
        piece = self.above[cell] or self.ground[cell]
        return piece >> 3 if piece else NONE

    def score(self):
        """How many towers each side covers."""
        return tuple(self.covered)

    def outcome(self):
        for side in (1 - self.turn, self.turn):
            if self.covered[side] == TOWERS:
                return Outcome((side,), self.score(), "eight towers")
        if self.passes > 1:
            return Outcome((), self.score(), "two passes")
        if not self.mid_turn and self._seen.count(self._seen.last()) >= REPETITIONS:
            return Outcome((), self.score(), "third repetition")
        return None

    # -- texts

    @staticmethod
    def glyphs(stack):
        return "".join(_GLYPHS[p & 7] + str(p >> 3) for p in _stack(stack) if p)

    def pieces(self, cell):
        stack = (self.ground[cell], self.above[cell])
        return "".join(_GLYPHS[p & 7] + str(p >> 3) for p in stack if p)

    def stack_text(self, cell):
        stack = (self.ground[cell], self.above[cell])
        return "".join("wb"[p >> 3] + _KINDS[p & 7] for p in stack if p)

    def move_text(self, move):
        if move == PASS:
            return "pass"
        if move == CLAIM:
            return "claim"
        return self.grid.names[move >> 6] + "-" + self.grid.names[move & 63]

    def parts(self):
        if self.owes != NONE:
            yield "claim " + self.SIDES[self.owes]
        if self.passes:
            yield "passes %d" % self.passes

    def fill(self, stacks, parts):
        counts = bytearray(16)
        for cell, text in stacks:
            piece, pawn = _stack(text)
            self._put(cell, piece, pawn)
            for each in (piece, pawn):
                counts[each] += 1
        for side in (0, 1):
            for kind in (A, B, C, TOWER):
                count = counts[side << 3 | kind]
                if count > _EACH[kind]:
                    raise TextError(
                        "%s has %d %s; there are %d"
                        % (_SIDES[side], count, _KINDS[kind], _EACH[kind])
                    )
        self.passes = number(parts.pop("passes", "0"), 2, "passes")
        self._seen.push(self._key())
        if "claim" in parts:
            self._fill_claim(parts.pop("claim"))

    def _fill_claim(self, value):
        if self.options["half"] != "claim":
            raise TextError("claim %s: nothing is claimed without option half=claim" % value)
        if value not in ("w", "b"):
            raise TextError("claim is w or b, not '%s'" % value)
        side = self.SIDES.index(value)
        if self.blocked[side] <= self.limit(side):
            raise TextError(
                "claim %s: %s owes nothing, with %d of %d blocked"
                % (value, _SIDES[side], self.blocked[side], self.limit(side))
            )
        if side == self.turn:
            self.owes = side
        else:
            self.push(CLAIM)
