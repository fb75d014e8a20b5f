"""Tours: pile runs of pawns into towers, let them collapse, and leave the enemy without a move."""

from array import array
from binascii import crc32

from tourelle.games import CAPTURED, FILLED, LEFT, REACHED, VACATED, Outcome, TextError
from tourelle.games.position import History, digits, is_number, number
from tourelle.games.position import Position as Base
from tourelle.grids import NONE
from tourelle.kernels import const, micropython, ptr8, ptr16

# A stack is a number: its height, plus BLACK. Stacks are of one colour.
BLACK = 16
_HEIGHT = const(15)
TALLEST = 8  # the longest run on the board
EACH = 15
QUIET = 100  # turns without a capture that make a draw
REPETITIONS = 3
# The white rows of the opening: row, first column; each extends to column h.
_WHITE = ((7, 3), (6, 4), (5, 5), (4, 6), (3, 7))
_SIDES = ("White", "Black")

# A move that forms is cell | axis << 6 | (length - 1) << 8 | pile << 11: the run starts at the cell
# and extends in direction `axis` (0 to 3); the pile comes onto its cell number `pile`, from 0. A
# move that collapses is COLLAPSE | cell | direction << 6.
COLLAPSE = 1 << 14
_FORMS = const(4 * 35)  # moves that form from runs that start on a cell: 2 to 8 long, 4 axes


def _stack(text):
    """The stack in a text such as "w3"; TextError."""
    word = text.lower()
    if word[:1] not in ("w", "b") or not is_number(word[1:]):
        raise TextError("'%s' is not a stack; write its colour and height: w3" % text)
    height = digits(word[1:])
    if not 1 <= height <= TALLEST:
        raise TextError("a stack is 1 to %d high, not '%s'" % (TALLEST, text))
    return height | (BLACK if word[0] == "b" else 0)


def _glyphs(stack):
    return ("d" + str(stack >> 4)) * (stack & _HEIGHT)


@micropython.viper
def _forms(steps: ptr8, stacks: ptr8, cell: int, found: ptr16) -> int:
    """Find the moves that form a tower from a run starting at a single pawn: into found; how many.

    The run may be part of a longer one, and the pile may be on any of its cells. steps: `flat` of
    the grid.
    """
    nowhere = int(NONE)
    count = 0
    for axis in range(4):
        length = 1
        end = steps[axis * 64 + cell]
        while end != nowhere and stacks[end] == stacks[cell]:
            for pile in range(length + 1):
                found[count] = cell | axis << 6 | length << 8 | pile << 11
                count += 1
            length += 1
            end = steps[axis * 64 + end]
    return count


@micropython.viper
def _ways_to_collapse(steps: ptr8, stacks: ptr8, cell: int, height: int, single: int) -> int:
    """The directions in which a stack of this height may be laid out, a bit for each.

    single: the stack that is one of the mover's pawns, the only one that it may be laid on.
    """
    nowhere = int(NONE)
    ways = 0
    for direction in range(8):
        target = cell
        laid = 1
        while laid < height:
            target = steps[direction * 64 + target]
            if target == nowhere or (stacks[target] != 0 and stacks[target] != single):
                break
            laid += 1
        if laid == height:
            ways |= 1 << direction
    return ways


def _piled(ends, pile):
    """The text of a run: its ends in alphabetical order; short if the pile is on one of them."""
    ends.sort()
    if pile in ends and len(ends) == 2:
        ends.remove(pile)
    return "-".join(ends) + ">" + pile


class Position(Base):
    """A position of Tours."""

    NAME = "tours"
    TITLE = "Tours"
    GRID = "square"
    SIDES = "wb"
    OPTIONS = (("turn", ("single", "form-and-collapse")),)
    ONE_STEP = True
    KINDS = ("w1", "b1")
    STEP_ROOM = 180, 540

    def __init__(self, options=None):
        super().__init__(options)
        self.ONE_STEP = self.options["turn"] == "single"
        self.stacks = bytearray(self.grid.size)
        self.clear()
        for row, first in _WHITE:
            for column in range(first, 8):
                cell = row * 8 + column
                self._put(cell, 1)
                self._put(63 - cell, 1 | BLACK)  # Black's corner is the same, rotated
        self._seen.push(self._key())

    # -- setting up

    def clear(self):
        for cell in range(self.grid.size):
            self._put(cell, 0)
        self.history.clear()
        self.quiet = 0  # turns since a capture
        self.formed = NONE  # the pile that this turn has formed and must collapse
        self._seen = History()  # the board's key at the start of each turn

    def _put(self, cell, stack):
        self.stacks[cell] = stack
        self.occupancy[cell] = 1 if stack else 0

    def _key(self):
        return crc32(self.stacks) & 0x1FFFFFFF | self.turn << 29

    # -- a turn

    @property
    def mid_turn(self):
        return self.formed != NONE

    @property
    def blocked(self):
        """The directions in which the pile formed in this turn may not collapse, a bit each."""
        return self._along(self.history.last()) if self.formed != NONE else 0

    def legal_moves(self):
        stacks = self.stacks
        if self.formed != NONE:
            yield from self._collapsing(self.formed, ~self.blocked)
            return
        single = self.turn * BLACK | 1
        steps = self.grid.flat
        forms = array("H", bytes(2 * _FORMS))
        for cell in range(64):
            stack = stacks[cell]
            if stack == single:
                for i in range(_forms(steps, stacks, cell, forms)):
                    if self.ONE_STEP or self._can_collapse(forms[i]):
                        yield forms[i]
            elif stack and stack >> 4 == self.turn:
                yield from self._collapsing(cell, -1)

    def _collapsing(self, cell, allowed):
        """The steps that lay out the tower there; allowed: directions, a bit each."""
        ways = self._ways(cell, self.stacks[cell] & _HEIGHT) & allowed
        direction = 0
        while ways >> direction:
            if ways >> direction & 1:
                yield COLLAPSE | cell | direction << 6
            direction += 1

    def _can_collapse(self, move):
        """Whether the tower that a move forms could be laid out at once.

        It is laid out across its run, so it does not matter that the run is still there.
        """
        return self._ways(self._pile(move), (move >> 8 & 7) + 1) & ~self._along(move) != 0

    @staticmethod
    def _along(move):
        """The directions from the pile back along the run that it was formed from, a bit each."""
        axis = move >> 6 & 3
        pile = move >> 11 & 7
        if pile == 0:
            return 1 << axis
        if pile == move >> 8 & 7:
            return 1 << axis + 4
        return 1 << axis | 1 << axis + 4

    @micropython.native
    def _ways(self, cell, height):
        """The directions in which a stack of the mover's may be laid out, a bit each."""
        return _ways_to_collapse(self.grid.flat, self.stacks, cell, height, self.turn * BLACK | 1)

    def _run(self, move):
        """The cells of the run of a move that forms."""
        step = self.grid.toward[move >> 6 & 3]
        cell = move & 63
        run = bytearray((cell,))
        for _ in range(move >> 8 & 7):
            cell = step[cell]
            run.append(cell)
        return run

    def _pile(self, move):
        """The cell of the pile of a move that forms."""
        step = self.grid.toward[move >> 6 & 3]
        cell = move & 63
        for _ in range(move >> 11):
            cell = step[cell]
        return cell

    def _form(self, move):
        run = self._run(move)
        for cell in run:
            self._put(cell, 0)
        self._put(run[move >> 11], len(run) | self.turn * BLACK)

    def _unform(self, move):
        for cell in self._run(move):
            self._put(cell, 1 | self.turn * BLACK)

    def _laid(self, move):
        """(cells on which a collapse lays a pawn, cell of the capture or NONE)."""
        step = self.grid.toward[move >> 6 & 7]
        cell = move & 63
        laid = bytearray()
        for _ in range((self.stacks[cell] & _HEIGHT) - 1):
            cell = step[cell]
            laid.append(cell)
        return laid, self._victim(step[cell])

    def _victim(self, cell):
        """The cell right after the last pawn laid, if an enemy stands there; else NONE."""
        stack = self.stacks[cell] if cell != NONE else 0
        return cell if stack and stack & BLACK != self.turn * BLACK else NONE

    # An entry of the history: the move (15 bits), pawns laid << 15, whether it captured << 19,
    # `quiet` before << 20, whether a tower had been formed before << 27.
    def push(self, move):
        formed = self.formed != NONE
        entry = move | self.quiet << 20 | formed << 27
        if move < COLLAPSE:
            self._form(move)
            self.history.push(entry)
            if not self.ONE_STEP:
                self.formed = self._pile(move)
                return
            self.quiet += 1
        else:
            laid, victim = self._laid(move)
            single = self.turn * BLACK | 1
            self._put(move & 63, single)
            for cell in laid:
                self._put(cell, single + (1 if self.stacks[cell] else 0))
            self.quiet += 1
            if victim != NONE:
                stack = self.stacks[victim] - 1
                self._put(victim, stack if stack & _HEIGHT else 0)
                self.quiet = 0
            self.formed = NONE
            self.history.push(entry | len(laid) << 15 | (victim != NONE) << 19)
        self.turn ^= 1
        self.turns += 1
        self._seen.push(self._key())

    def pop(self):
        entry = self.history.pop()
        move = entry & 0x7FFF
        self.quiet = entry >> 20 & 0x7F
        if self.formed != NONE:
            self.formed = NONE
            self._unform(move)
            return move
        self.turn ^= 1
        self.turns -= 1
        self._seen.pop()
        if move < COLLAPSE:
            self._unform(move)
            return move
        mine = self.turn * BLACK
        step = self.grid.toward[move >> 6 & 7]
        base = cell = move & 63
        laid = entry >> 15 & 15
        for _ in range(laid):
            cell = step[cell]
            self._put(cell, mine | 1 if self.stacks[cell] & _HEIGHT == 2 else 0)
        self._put(base, mine | laid + 1)
        if entry >> 19 & 1:
            victim = step[cell]
            self._put(victim, (self.stacks[victim] or mine ^ BLACK) + 1)
        if entry >> 27:
            self.formed = base
        return move

    def compact(self):
        super().compact()
        self._seen.compact()

    @micropython.native
    def mark(self, move, marks, at):
        cell = move & 63
        if move < COLLAPSE:
            step = self.grid.toward[move >> 6 & 3]
            pile = move >> 11
            for i in range((move >> 8 & 7) + 1):
                marks[at] = (REACHED if i == pile else VACATED) | cell
                at += 1
                cell = step[cell]
            return at
        step = self.grid.toward[move >> 6 & 7]
        stacks = self.stacks
        marks[at] = LEFT | cell
        at += 1
        for _ in range((stacks[cell] & _HEIGHT) - 1):
            cell = step[cell]
            marks[at] = (REACHED if stacks[cell] else FILLED) | cell
            at += 1
        victim = self._victim(step[cell])
        if victim != NONE:
            marks[at] = CAPTURED | victim
            at += 1
        return at

    # -- the end of the game

    def owner(self, cell):
        stack = self.stacks[cell]
        return stack >> 4 if stack else NONE

    def outcome(self):
        if self.mid_turn:
            return None
        for _ in self.legal_moves():
            break
        else:
            return Outcome((1 - self.turn,), (), "no move left")
        if self.quiet >= QUIET:
            return Outcome((), (), "%d turns without a capture" % QUIET)
        if self._seen.count(self._seen.last()) >= REPETITIONS:
            return Outcome((), (), "third repetition")
        return None

    # -- texts

    @staticmethod
    def glyphs(stack):
        return _glyphs(_stack(stack))

    def pieces(self, cell):
        return _glyphs(self.stacks[cell])

    def stack_text(self, cell):
        stack = self.stacks[cell]
        return self.SIDES[stack >> 4] + str(stack & _HEIGHT)

    def move_text(self, move):
        names = self.grid.names
        if move >= COLLAPSE:
            laid, _ = self._laid(move)
            return names[move & 63] + "-" + names[laid[-1]]
        run = self._run(move)
        return _piled([names[run[0]], names[run[-1]]], names[run[move >> 11]])

    def normal_move(self, text):
        run, arrow, pile = text.partition(">")
        return _piled(run.split("-"), pile) if arrow else text

    def parts(self):
        if self.quiet:
            yield "quiet %d" % self.quiet

    def fill(self, stacks, parts):
        counts = [0, 0]
        for cell, text in stacks:
            stack = _stack(text)
            self._put(cell, stack)
            counts[stack >> 4] += stack & _HEIGHT
        for side in (0, 1):
            if counts[side] > EACH:
                raise TextError(
                    "%s has %d pawns; there are %d" % (_SIDES[side], counts[side], EACH)
                )
        self.quiet = number(parts.pop("quiet", "0"), QUIET, "quiet")
        self._seen.push(self._key())
