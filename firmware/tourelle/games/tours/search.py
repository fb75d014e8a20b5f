"""What the search needs of Tours; see tourelle/search.py. Loaded when the board plays."""

from array import array

from tourelle.grids import grid
from tourelle.kernels import const, micropython, ptr8, ptr16

_MAXI = const(0)
_CURSOR = const(1)
_VALUE = const(2)
_FINAL = const(3)
_QUIET = const(4)
_TURN = const(5)
_FORMED = const(6)  # the pile that this turn has formed and must collapse, or _NOWHERE
_BLOCKED = const(7)  # the directions in which it may not, a bit each
_BOTH = const(8)  # 1 if a turn forms and collapses
_WORDS = const(10)

# The cells: the stack on each as in the rules, its height plus _BLACK. After them the value of a
# stack besides its pawns, plus _ZERO, by height from 1 and cell, as White sees it.
_BLACK = const(16)
_BONUS = const(64)
_ZERO = const(128)

# Codes are the rules' steps.
_COLLAPSE = const(1 << 14)
_NOWHERE = const(255)
_DONE = const(0xFFFF)
_MOST = const(0xFFFF)
_LIMIT = const(100)  # turns without a capture that make a draw

_MIDDLE = const(1 << 15)
_WIN = const(16000)
_PAWN = const(100)


def _bonus(weights):
    """The bytes after the cells."""
    bonus = bytearray(8 * 64)
    for height in range(1, 9):
        for cell in range(64):
            row, column = cell >> 3, cell & 7
            ring = min(row, column, 7 - row, 7 - column)
            ahead = 14 - row - column  # White's corner is h8
            stack = height > 1
            value = weights[height - 1] + weights[8 + stack] * ring + weights[10 + stack] * ahead
            bonus[(height - 1) * 64 + cell] = max(0, min(255, _ZERO + value))
    return bonus


@micropython.viper
def _load(state: ptr16, cells: ptr8, stacks: ptr8):
    """Take over the stacks of the rules, and work out the value."""
    value = _MIDDLE
    for cell in range(64):
        stack = stacks[cell]
        cells[cell] = stack
        if stack:
            height = stack & 15
            at = _BONUS + 64 * height - 64
            if stack & _BLACK:
                value -= _PAWN * height + cells[at + (cell ^ 63)] - _ZERO
            else:
                value += _PAWN * height + cells[at + cell] - _ZERO
    state[_MAXI] = 1 - state[_TURN]
    state[_VALUE] = value


@micropython.viper
def _may_collapse(
    cells: ptr8, tables: ptr8, cell: int, height: int, single: int, blocked: int
) -> int:
    """Whether a stack of this height may be laid out from a cell in an unblocked direction."""
    for direction in range(8):
        if blocked >> direction & 1:
            continue
        target = cell
        laid = 1
        while laid < height:
            target = tables[64 * direction + target]
            if target == _NOWHERE or (cells[target] != 0 and cells[target] != single):
                break
            laid += 1
        if laid == height:
            return 1
    return 0


@micropython.viper
def expand(  # noqa: C901  - viper: each call takes 6 us
    state: ptr16, cells_, tables_, moves: ptr16, at: int, most: int, cut: int
) -> int:
    """The legal steps and their values; see tourelle/search.py."""
    cells = ptr8(cells_)
    tables = ptr8(tables_)
    start = state[_CURSOR]
    cell = start
    end = 64
    turn = state[_TURN]
    base = state[_VALUE]
    if turn:
        base ^= _MOST
    both = state[_BOTH]
    blocked = 0
    formed = state[_FORMED]
    if formed != _NOWHERE:
        cell = formed
        end = cell + 1
        blocked = state[_BLOCKED]
    single = turn << 4 | 1
    mirror = 63 if turn else 0
    ones = _BONUS  # where the bonus of single pawns begins, and then that of stacks of two
    twos = _BONUS + 64
    to = 2 * at
    enough = to + 2 * most
    value = 0
    while cell < end and to < enough:
        stack = cells[cell]
        if stack == single:
            for axis in range(4):
                line = 64 * axis
                gone = cells[ones + (cell ^ mirror)]
                length = 1
                last = tables[line + cell]
                while last != _NOWHERE and cells[last] == single:
                    gone += cells[ones + (last ^ mirror)] - _ZERO
                    pile = cell
                    for i in range(length + 1):
                        change = cells[_BONUS + 64 * length + (pile ^ mirror)] - gone
                        along = 1 << axis | 1 << axis + 4
                        if i == 0:
                            along = 1 << axis
                        elif i == length:
                            along = 1 << axis + 4
                        if both == 0 or int(
                            _may_collapse(cells_, tables_, pile, length + 1, single, along)
                        ):
                            value = base + change
                            moves[to] = cell | axis << 6 | length << 8 | i << 11
                            moves[to + 1] = value
                            to += 2
                            if value >= cut:
                                cell = 64
                                break
                        pile = tables[line + pile]
                    if cell == 64:
                        break
                    length += 1
                    last = tables[line + last]
                if cell == 64:
                    break
        elif stack and stack >> 4 == turn:
            height = stack & 15
            left = cells[ones + (cell ^ mirror)]
            left -= cells[_BONUS + 64 * height - 64 + (cell ^ mirror)]
            for direction in range(8):
                if blocked >> direction & 1:
                    continue
                line = 64 * direction
                change = left
                target = cell
                laid = 1
                while laid < height:
                    target = tables[line + target]
                    if target == _NOWHERE:
                        break
                    there = cells[target]
                    if there == 0:
                        change += cells[ones + (target ^ mirror)] - _ZERO
                    elif there == single:
                        change += cells[twos + (target ^ mirror)]
                        change -= cells[ones + (target ^ mirror)]
                    else:
                        break
                    laid += 1
                if laid < height:
                    continue
                target = tables[line + target]
                if target != _NOWHERE:
                    there = cells[target]
                    if there and there >> 4 != turn:
                        p = _BONUS + 64 * (there & 15) - 64 + (target ^ mirror ^ 63)
                        change += _PAWN + cells[p]
                        change -= cells[p - 64] if there & 15 > 1 else _ZERO
                value = base + change
                moves[to] = _COLLAPSE | cell | direction << 6
                moves[to + 1] = value
                to += 2
                if value >= cut:
                    cell = 64
                    break
        cell += 1
    state[_CURSOR] = cell if cell < end else _DONE
    found = (to >> 1) - at
    if found and state[_QUIET] >= _LIMIT and formed == _NOWHERE:
        state[_CURSOR] = _DONE
        state[_FINAL] = _MIDDLE
        return 0
    if found == 0 and start == 0:
        state[_FINAL] = _MIDDLE + _WIN if turn else _MIDDLE - _WIN
    return found


@micropython.viper
def make(  # noqa: C901  - viper: each call takes 6 us
    state: ptr16, cells: ptr8, tables: ptr8, undo: ptr16, at: int, code: int
):
    """Play a step."""
    turn = state[_TURN]
    single = turn << 4 | 1
    cell = code & 63
    over = 1
    state[_FORMED] = _NOWHERE
    state[_BLOCKED] = 0
    if code & _COLLAPSE == 0:
        axis = code >> 6 & 3
        last = code >> 8 & 7
        wanted = code >> 11
        pile = cell
        for i in range(last + 1):
            if i == wanted:
                pile = cell
            cells[cell] = 0
            cell = tables[64 * axis + cell]
        cells[pile] = single + last
        if state[_BOTH]:
            over = 0
            state[_FORMED] = pile
            blocked = 1 << axis | 1 << axis + 4
            if wanted == 0:
                blocked = 1 << axis
            elif wanted == last:
                blocked = 1 << axis + 4
            state[_BLOCKED] = blocked
        else:
            state[_QUIET] = state[_QUIET] + 1
    else:
        line = code & 7 << 6
        height = cells[cell] & 15
        cells[cell] = single
        for _ in range(height - 1):
            cell = tables[line + cell]
            cells[cell] = single + 1 if cells[cell] else single
        state[_QUIET] = state[_QUIET] + 1
        undo[at] = height
        cell = tables[line + cell]
        undo[at + 1] = cell
        if cell != _NOWHERE:
            stack = cells[cell]
            undo[at + 1] = cell | stack << 8
            if stack and stack >> 4 != turn:
                cells[cell] = stack - 1 if stack & 15 > 1 else 0
                state[_QUIET] = 0
    if over:
        state[_TURN] = turn ^ 1
        state[_MAXI] = turn


@micropython.viper
def unmake(state: ptr16, cells: ptr8, tables: ptr8, undo: ptr16, at: int, code: int):
    """Take a step back."""
    single = state[_TURN] << 4 | 1
    cell = code & 63
    if code & _COLLAPSE == 0:
        for _ in range((code >> 8 & 7) + 1):
            cells[cell] = single
            cell = tables[(code & 3 << 6) + cell]
        return
    height = undo[at]
    cells[cell] = single - 1 + height
    for _ in range(height - 1):
        cell = tables[(code & 7 << 6) + cell]
        cells[cell] = single if cells[cell] & 15 == 2 else 0
    cell = undo[at + 1]
    if cell != _NOWHERE:
        cells[cell & 63] = cell >> 8


class Model:
    """Tours, for the search."""

    # The value of a stack of each height from 1 besides its pawns; what each ring towards the
    # centre adds to a single pawn and to a stack; what each row towards the enemy's corner adds.
    WEIGHTS = (0, 10, 15, 20, 15, 10, 5, 0, 3, 3, 1, 1)
    SURE = 15000
    BOUNDS = 0
    BELOW = 0
    SHORT = 0
    STRAY = (0, 0)
    TEMPO = 0
    KEYED = 64
    REPEATS = True
    PLENTY = 320
    UNDO = 2
    EFFORT = 3
    SLICE = 48
    NODES = 70000
    POINT = _PAWN
    VARIETY = 10
    LEVELS = (
        (1, 0, 205, 26, 220),
        (1, 0, 122, 15, 180),
        (2, 0, 175, 13, 190),
        (2, 0, 40, 5, 120),
        (3, 2000, 0, 0, 0),
        (40, 0, 0, 0, 0),
    )

    def __init__(self, weights=WEIGHTS):
        self.state = array("H", bytes(2 * _WORDS))
        self.cells = bytearray(64) + _bonus(weights)
        self.tables = grid("square").flat
        self.expand = expand
        self.make = make
        self.unmake = unmake

    def load(self, position, mine=0):
        """Take over a position of the rules; mine: the side that maximises, here the first."""
        state = self.state
        state[_TURN] = position.turn
        state[_QUIET] = position.quiet
        state[_BOTH] = not position.ONE_STEP
        state[_FORMED] = position.formed
        state[_BLOCKED] = position.blocked
        _load(state, self.cells, position.stacks)

    @staticmethod
    def step(code):
        """The rules' step for a code."""
        return code
