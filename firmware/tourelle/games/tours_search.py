"""What the search needs of Tours; see tourelle/search.py. Loaded when the board plays."""

from array import array

from tourelle.grids import grid
from tourelle.kernels import const, micropython, ptr8, ptr16
from tourelle.search import numbers

# The state. Words 0 to 63: the stack on each cell as in the rules, its height and _BLACK.
_BLACK = const(16)
_TURN = const(128)
_MAXI = const(129)
_CURSOR = const(130)
_VALUE = const(131)
_FINAL = const(132)
_KEY0 = const(133)
_KEY1 = const(134)
_KEY2 = const(135)
_QUIET = const(136)
_FORMED = const(137)  # the pile that this turn has formed and must collapse, or _NOWHERE
_BARRED = const(138)  # the directions in which it may not: bits
_BOTH = const(139)  # 1 where a turn forms and collapses
_WORDS = 140

# Codes are the rules' steps.
_COLLAPSE = const(1 << 14)
_NOWHERE = const(255)
_DONE = const(0xFFFF)
_MANY = const(100)  # turns without a capture that make a draw

# The tables: the grid's steps, then what a stack is worth besides its pawns, plus _ZERO: by height
# from 1 and cell, as White sees it.
_BONUS = const(512)
_ZERO = const(128)

_MIDDLE = const(1 << 15)
_WIN = const(16000)
_PAWN = const(100)
# Of _NUMBERS: 16 for each cell, then one for each pile formed, then the turn's.
_SHIFT = const(131)
_PILES = const(16 * 64)
_MOVER = const(16 * 64 + 64)
_NUMBERS = numbers(16 * 64 + 65 + 2 * 131)

# What a stack of each height from 1 is worth besides its pawns; what each ring towards the
# centre adds to a pawn alone and to a stack; what each row towards the enemy's corner does.
WEIGHTS = (0, 10, 15, 20, 15, 10, 5, 0, 3, 3, 1, 1)
# The plain count of the game, for a greedy player.
PLAIN = (0,) * 12


def _bonus(weights):
    """The last of the tables."""
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
def _load(state: ptr16, tables: ptr8, numbers: ptr16):
    """Work out what follows from the stacks: the value and the key."""
    value = _MIDDLE
    for i in range(3):
        key = numbers[_MOVER + _SHIFT * i] if state[_TURN] else 0
        if state[_FORMED] != _NOWHERE:
            key ^= numbers[_PILES + state[_FORMED] + _SHIFT * i] ^ state[_BARRED]
        for cell in range(64):
            stack = state[cell]
            if stack:
                key ^= numbers[16 * cell + (stack & 15) - 1 + (stack >> 4 << 3) + _SHIFT * i]
        state[_KEY0 + i] = key
    for cell in range(64):
        stack = state[cell]
        if stack:
            height = stack & 15
            at = _BONUS + 64 * height - 64
            if stack & _BLACK:
                value -= _PAWN * height + tables[at + (cell ^ 63)] - _ZERO
            else:
                value += _PAWN * height + tables[at + cell] - _ZERO
    state[_MAXI] = 1 - state[_TURN]
    state[_VALUE] = value


@micropython.viper
def _may_collapse(
    state: ptr16, tables: ptr8, cell: int, height: int, single: int, barred: int
) -> int:
    """Whether a stack so high may be laid out from a cell in a direction that is not barred."""
    for direction in range(8):
        if barred >> direction & 1:
            continue
        target = cell
        laid = 1
        while laid < height:
            target = tables[64 * direction + target]
            if target == _NOWHERE or (state[target] != 0 and state[target] != single):
                break
            laid += 1
        if laid == height:
            return 1
    return 0


@micropython.viper
def expand(state_, tables_, moves: ptr16, at: int, most: int, cut: int) -> int:
    """The legal steps and their values; see tourelle/search.py."""
    state = ptr16(state_)
    tables = ptr8(tables_)
    start = state[_CURSOR]
    cell = start
    end = 64
    turn = state[_TURN]
    base = state[_VALUE]
    both = state[_BOTH]
    barred = 0
    formed = state[_FORMED]
    if formed != _NOWHERE:
        cell = formed
        end = cell + 1
        barred = state[_BARRED]
    single = turn << 4 | 1
    mirror = 63 if turn else 0
    ones = _BONUS  # where the bonus of pawns alone begins, and of murets
    twos = _BONUS + 64
    to = 2 * at
    enough = to + 2 * most
    value = 0
    while cell < end and to < enough:
        stack = state[cell]
        if stack == single:
            for axis in range(4):
                line = 64 * axis
                gone = tables[ones + (cell ^ mirror)]
                length = 1
                last = tables[line + cell]
                while last != _NOWHERE and state[last] == single:
                    gone += tables[ones + (last ^ mirror)] - _ZERO
                    pile = cell
                    for i in range(length + 1):
                        change = tables[_BONUS + 64 * length + (pile ^ mirror)] - gone
                        along = 1 << axis | 1 << axis + 4
                        if i == 0:
                            along = 1 << axis
                        elif i == length:
                            along = 1 << axis + 4
                        if both == 0 or int(
                            _may_collapse(state_, tables_, pile, length + 1, single, along)
                        ):
                            value = base - change if turn else base + change
                            moves[to] = cell | axis << 6 | length << 8 | i << 11
                            moves[to + 1] = value
                            to += 2
                            if value <= cut if turn else value >= cut:
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
            left = tables[ones + (cell ^ mirror)]
            left -= tables[_BONUS + 64 * height - 64 + (cell ^ mirror)]
            for direction in range(8):
                if barred >> direction & 1:
                    continue
                line = 64 * direction
                change = left
                target = cell
                laid = 1
                while laid < height:
                    target = tables[line + target]
                    if target == _NOWHERE:
                        break
                    there = state[target]
                    if there == 0:
                        change += tables[ones + (target ^ mirror)] - _ZERO
                    elif there == single:
                        change += tables[twos + (target ^ mirror)]
                        change -= tables[ones + (target ^ mirror)]
                    else:
                        break
                    laid += 1
                if laid < height:
                    continue
                target = tables[line + target]
                if target != _NOWHERE:
                    there = state[target]
                    if there and there >> 4 != turn:
                        p = _BONUS + 64 * (there & 15) - 64 + (target ^ mirror ^ 63)
                        change += _PAWN + tables[p]
                        change -= tables[p - 64] if there & 15 > 1 else _ZERO
                value = base - change if turn else base + change
                moves[to] = _COLLAPSE | cell | direction << 6
                moves[to + 1] = value
                to += 2
                if value <= cut if turn else value >= cut:
                    cell = 64
                    break
        cell += 1
    state[_CURSOR] = cell if cell < end else _DONE
    found = (to >> 1) - at
    if found and state[_QUIET] >= _MANY and formed == _NOWHERE:
        state[_CURSOR] = _DONE
        state[_FINAL] = _MIDDLE
        return 0
    if found == 0 and start == 0:
        state[_FINAL] = _MIDDLE + _WIN if turn else _MIDDLE - _WIN
    return found


@micropython.viper
def make(
    state: ptr16, tables: ptr8, numbers: ptr16, undo: ptr16, at: int, code: int, value: int
):
    """Play a step."""
    turn = state[_TURN]
    key0 = state[_KEY0]
    key1 = state[_KEY1]
    key2 = state[_KEY2]
    formed = state[_FORMED]
    undo[at] = code
    undo[at + 1] = state[_VALUE]
    undo[at + 2] = key0
    undo[at + 3] = key1
    undo[at + 4] = key2
    undo[at + 5] = state[_QUIET]
    undo[at + 6] = formed
    undo[at + 7] = state[_BARRED]
    state[_VALUE] = value
    if formed != _NOWHERE:
        barred = state[_BARRED]
        key0 ^= numbers[_PILES + formed] ^ barred
        key1 ^= numbers[_PILES + formed + _SHIFT] ^ barred
        key2 ^= numbers[_PILES + formed + 2 * _SHIFT] ^ barred
        state[_FORMED] = _NOWHERE
        state[_BARRED] = 0
    single = turn << 4 | 1
    colour = turn << 3
    cell = code & 63
    over = 1
    if code & _COLLAPSE == 0:
        axis = code >> 6 & 3
        last = code >> 8 & 7
        wanted = code >> 11
        pile = cell
        for i in range(last + 1):
            if i == wanted:
                pile = cell
            q = 16 * cell + colour
            key0 ^= numbers[q]
            key1 ^= numbers[q + _SHIFT]
            key2 ^= numbers[q + 2 * _SHIFT]
            state[cell] = 0
            cell = tables[64 * axis + cell]
        state[pile] = turn << 4 | last + 1
        q = 16 * pile + last + colour
        key0 ^= numbers[q]
        key1 ^= numbers[q + _SHIFT]
        key2 ^= numbers[q + 2 * _SHIFT]
        if state[_BOTH]:
            over = 0
            barred = 1 << axis | 1 << axis + 4
            if wanted == 0:
                barred = 1 << axis
            elif wanted == last:
                barred = 1 << axis + 4
            state[_FORMED] = pile
            state[_BARRED] = barred
            key0 ^= numbers[_PILES + pile] ^ barred
            key1 ^= numbers[_PILES + pile + _SHIFT] ^ barred
            key2 ^= numbers[_PILES + pile + 2 * _SHIFT] ^ barred
        else:
            state[_QUIET] = state[_QUIET] + 1
    else:
        line = code & 7 << 6
        height = state[cell] & 15
        undo[at + 8] = height
        undo[at + 9] = _NOWHERE
        q = 16 * cell + colour
        key0 ^= numbers[q + height - 1] ^ numbers[q]
        key1 ^= numbers[q + height - 1 + _SHIFT] ^ numbers[q + _SHIFT]
        key2 ^= numbers[q + height - 1 + 2 * _SHIFT] ^ numbers[q + 2 * _SHIFT]
        state[cell] = single
        for _ in range(height - 1):
            cell = tables[line + cell]
            q = 16 * cell + colour
            key0 ^= numbers[q]
            key1 ^= numbers[q + _SHIFT]
            key2 ^= numbers[q + 2 * _SHIFT]
            if state[cell]:
                key0 ^= numbers[q + 1]
                key1 ^= numbers[q + 1 + _SHIFT]
                key2 ^= numbers[q + 1 + 2 * _SHIFT]
                state[cell] = single + 1
            else:
                state[cell] = single
        state[_QUIET] = state[_QUIET] + 1
        cell = tables[line + cell]
        if cell != _NOWHERE:
            stack = state[cell]
            if stack and stack >> 4 != turn:
                undo[at + 9] = cell
                undo[at + 10] = stack
                height = stack & 15
                q = 16 * cell + (colour ^ 8) + height - 1
                key0 ^= numbers[q]
                key1 ^= numbers[q + _SHIFT]
                key2 ^= numbers[q + 2 * _SHIFT]
                if height > 1:
                    key0 ^= numbers[q - 1]
                    key1 ^= numbers[q - 1 + _SHIFT]
                    key2 ^= numbers[q - 1 + 2 * _SHIFT]
                    state[cell] = stack - 1
                else:
                    state[cell] = 0
                state[_QUIET] = 0
    if over:
        state[_TURN] = turn ^ 1
        state[_MAXI] = turn
        key0 ^= numbers[_MOVER]
        key1 ^= numbers[_MOVER + _SHIFT]
        key2 ^= numbers[_MOVER + 2 * _SHIFT]
    state[_KEY0] = key0
    state[_KEY1] = key1
    state[_KEY2] = key2


@micropython.viper
def unmake(state: ptr16, tables: ptr8, undo: ptr16, at: int):
    """Take a step back."""
    code = undo[at]
    if state[_FORMED] == _NOWHERE:
        state[_TURN] = state[_TURN] ^ 1
        state[_MAXI] = state[_MAXI] ^ 1
    single = state[_TURN] << 4 | 1
    state[_VALUE] = undo[at + 1]
    state[_KEY0] = undo[at + 2]
    state[_KEY1] = undo[at + 3]
    state[_KEY2] = undo[at + 4]
    state[_QUIET] = undo[at + 5]
    state[_FORMED] = undo[at + 6]
    state[_BARRED] = undo[at + 7]
    cell = code & 63
    if code & _COLLAPSE == 0:
        for _ in range((code >> 8 & 7) + 1):
            state[cell] = single
            cell = tables[(code & 3 << 6) + cell]
        return
    height = undo[at + 8]
    state[cell] = single - 1 + height
    for _ in range(height - 1):
        cell = tables[(code & 7 << 6) + cell]
        state[cell] = single if state[cell] & 15 == 2 else 0
    if undo[at + 9] != _NOWHERE:
        state[undo[at + 9]] = undo[at + 10]


@micropython.viper
def _copy(state: ptr16, stacks: ptr8):
    """Take over the stacks of the rules."""
    for cell in range(64):
        state[cell] = stacks[cell]


class Model:
    """Tours, for the search."""

    WEIGHTS = WEIGHTS
    PLAIN = PLAIN
    PLENTY = 320
    UNDO = 11
    EFFORT = 3
    SLICE = 48
    NODES = 140000
    POINT = _PAWN
    VARIETY = 10
    LEVELS = (
        (1, 0, 205, 26, 220),
        (1, 0, 140, 16, 180),
        (2, 0, 175, 13, 190),
        (2, 0, 40, 5, 120),
        (3, 2000, 0, 0, 0),
        (40, 0, 0, 0, 0),
    )

    def __init__(self, weights=WEIGHTS):
        self.state = array("H", bytes(2 * _WORDS))
        self.tables = grid("square").flat + bytes(_bonus(weights))
        self.numbers = _NUMBERS
        self.expand = expand
        self.make = make
        self.unmake = unmake

    def load(self, position, mine=0):
        """Take over a position of the rules; mine: the side that maximises, here the first."""
        state = self.state
        _copy(state, position.stacks)
        state[_TURN] = position.turn
        state[_QUIET] = position.quiet
        state[_BOTH] = not position.ONE_STEP
        state[_FORMED] = position.formed
        state[_BARRED] = position.barred
        _load(state, self.tables, self.numbers)

    @staticmethod
    def step(code):
        """The rules' step of a code."""
        return code
