"""What the search needs of Avalam; see tourelle/search.py. Loaded when the board plays."""

from array import array

from tourelle.games.avalam import EACH, TALLEST
from tourelle.grids import grid
from tourelle.kernels import const, micropython, ptr8, ptr16
from tourelle.search import numbers

# The state. Words 0 to 48: the stack on each cell, its height and _RED for the colour on top.
# From 64: of each cell's neighbours that it could join within the height, so many of the
# other colour times 9 and so many of its own.
_RED = const(8)
_NEAR = const(64)
_TURN = const(128)
_MAXI = const(129)
_CURSOR = const(130)
_VALUE = const(131)
_FINAL = const(132)
_KEY0 = const(133)
_KEY1 = const(134)
_KEY2 = const(135)
_LEFT = const(137)  # pieces still to be placed, of each colour
_FIVES = const(139)  # 1 where stacks of five break a tie
_WORDS = 140

# A code is origin * 64 + target; while placing, _PLACE | colour (1 or 2) << 6 | cell.
_PLACE = const(1 << 13)
_DONE = const(0xFFFF)

# The tables. From 0: the value of a stack by height (from 1) and what is near it, plus _ZERO;
# then that of having the turn.
# From _STARTS, two bytes a cell: where its neighbours begin. Of each neighbour there is the
# cell, how many follow, and those around the two: a cell and _BY_FIRST, _BY_SECOND or both.
# After the last comes _NO_MORE.
_ZERO = const(128)
_TEMPO = const(5 * 81)
_STARTS = const(5 * 81 + 1)
_PAIRS = const(5 * 81 + 1 + 2 * 49)
_BY_FIRST = const(64)
_BY_SECOND = const(128)
_NO_MORE = const(254)

_MIDDLE = const(1 << 15)
_WIN = const(16000)
_POINT = const(100)
_SHIFT = const(131)  # from one word of a key to the next, in _NUMBERS
_GRID = grid("avalam")
_NUMBERS = numbers(49 * 16 + 2 * 131)

# What a stack is worth that still has neighbours to join, in hundredths of a point: for each height
# from 1 to 4, with no neighbour of the other colour among them, with one, two, three, or more.
# Then a stack of five's more than a point, and whose turn it is.
WEIGHTS = (50, 51, 43, 34, 24, 56, 58, 41, 33, 30, 69, 58, 40, 34, 25, 77, 58, 25, 20, 10, 0, 18)
# The plain count of the game, for a greedy player.
PLAIN = (100,) * 20 + (0, 0)


def _values(weights):
    """The first of the tables, up to _STARTS."""
    values = bytearray([_ZERO + _POINT] * (5 * 81 + 1))
    for height in range(1, TALLEST):
        for near in range(1, 81):
            at = 5 * (height - 1) + min(near // 9, 4)
            values[(height - 1) * 81 + near] = _ZERO + max(-100, min(100, weights[at]))
    for near in range(81):
        values[4 * 81 + near] += weights[20]
    values[_TEMPO] = max(0, min(100, weights[21]))
    return values


def _around():
    """The rest of the tables: pairs of neighbours, and the cells around each."""
    starts = bytearray()
    pairs = bytearray()
    for cell in range(_GRID.size):
        at = _PAIRS + len(pairs)
        starts.extend(bytes((at & 255, at >> 8)))
        for other in _GRID.neighbours(cell):
            flags: dict = {}
            for near in _GRID.neighbours(cell):
                flags[near] = _BY_FIRST
            for near in _GRID.neighbours(other):
                flags[near] = flags.get(near, 0) | _BY_SECOND
            del flags[cell], flags[other]
            pairs.append(other)
            pairs.append(len(flags))
            pairs.extend(bytes(near | flags[near] for near in flags))
        pairs.append(_NO_MORE)
    return starts + pairs


@micropython.viper
def _load(state: ptr16, tables: ptr8, numbers: ptr16):
    """Work out what follows from the stacks: what is near them, the value, the key."""
    value = _MIDDLE + tables[_TEMPO]
    if state[_TURN]:
        value = _MIDDLE - tables[_TEMPO]
    keys = _KEY0
    for i in range(3):
        state[keys + i] = 0
    for cell in range(49):
        stack = state[cell]
        height = stack & 7
        near = 0
        if height:
            for i in range(3):
                state[keys + i] = state[keys + i] ^ numbers[16 * cell + stack + _SHIFT * i]
            at = tables[_STARTS + 2 * cell] | tables[_STARTS + 2 * cell + 1] << 8
            while tables[at] != _NO_MORE:
                other = state[tables[at]]
                if other and (other & 7) + height < 6:
                    near += 9 if (other ^ stack) & _RED else 1
                at += 2 + tables[at + 1]
            worth = tables[81 * height - 81 + near] - _ZERO
            value += 0 - worth if stack & _RED else worth
        state[_NEAR + cell] = near
    if state[_TURN]:
        for i in range(3):
            state[keys + i] = state[keys + i] ^ numbers[_SHIFT * i]
    state[_MAXI] = 1 - state[_TURN]
    state[_VALUE] = value


@micropython.viper
def expand(state: ptr16, tables: ptr8, moves: ptr16, at: int, most: int, cut: int) -> int:
    """The legal steps and their values; see tourelle/search.py."""
    start = state[_CURSOR]
    cell = start
    turn = state[_TURN]
    base = state[_VALUE] - 2 * tables[_TEMPO]
    if turn:
        base = state[_VALUE] + 2 * tables[_TEMPO]
    to = 2 * at
    enough = to + 2 * most
    value = 0
    if state[_LEFT] + state[_LEFT + 1]:
        while cell < 49 and to < enough:
            for i in range(2):
                red = turn ^ i
                if state[cell] or state[_LEFT + red] == 0:
                    continue
                near = 0
                value = base
                p = tables[_STARTS + 2 * cell] | tables[_STARTS + 2 * cell + 1] << 8
                while tables[p] != _NO_MORE:
                    other = state[tables[p]]
                    if other:
                        by = 1 if other >> 3 == red else 9
                        near += by
                        now = state[_NEAR + tables[p]]
                        worth = tables[now + by] - tables[now]
                        value += 0 - worth if other & _RED else worth
                    p += 2 + tables[p + 1]
                worth = tables[near] - _ZERO
                value += 0 - worth if red else worth
                moves[to] = _PLACE | red + 1 << 6 | cell
                moves[to + 1] = value
                to += 2
                if value <= cut if turn else value >= cut:
                    state[_CURSOR] = _DONE
                    return (to >> 1) - at
            cell += 1
        state[_CURSOR] = cell if cell < 49 else _DONE
        return (to >> 1) - at
    while cell < 49 and to < enough:
        stack = state[cell]
        height = stack & 7
        if height == 0 or height == 5 or state[_NEAR + cell] == 0:
            cell += 1
            continue
        p = tables[_STARTS + 2 * cell] | tables[_STARTS + 2 * cell + 1] << 8
        worth = tables[81 * height - 81 + state[_NEAR + cell]] - _ZERO
        gone = worth if stack & _RED else 0 - worth
        while tables[p] != _NO_MORE:
            target = tables[p]
            below = state[target]
            under = below & 7
            tall = height + under
            q = p + 2
            p = q + tables[p + 1]
            if under == 0 or tall > 5:
                continue
            worth = tables[81 * under - 81 + state[_NEAR + target]] - _ZERO
            value = base + gone + (worth if below & _RED else 0 - worth)
            near = 0
            while q < p:
                one = tables[q]
                q += 1
                other = state[one & 63]
                size = other & 7
                if size == 0:
                    continue
                before = state[_NEAR + (one & 63)]
                now = before
                if one & _BY_FIRST and size + height < 6:
                    now -= 9 if (other ^ stack) & _RED else 1
                if one & _BY_SECOND and size + under < 6:
                    now -= 9 if (other ^ below) & _RED else 1
                    if size + tall < 6:
                        by = 9 if (other ^ stack) & _RED else 1
                        now += by
                        near += by
                if now != before:
                    size = 81 * size - 81
                    worth = tables[size + now] - tables[size + before]
                    value += 0 - worth if other & _RED else worth
            worth = tables[81 * tall - 81 + near] - _ZERO
            value += 0 - worth if stack & _RED else worth
            moves[to] = cell << 6 | target
            moves[to + 1] = value
            to += 2
            if value <= cut if turn else value >= cut:
                state[_CURSOR] = _DONE
                return (to >> 1) - at
        cell += 1
    state[_CURSOR] = cell if cell < 49 else _DONE
    if start == 0 and to == 2 * at:
        points = 0
        fives = 0
        for cell in range(49):
            stack = state[cell]
            if stack:
                one = 0 - 1 if stack & _RED else 1
                points += one
                if stack & 7 == 5:
                    fives += one
        if points == 0 and state[_FIVES] == 0:
            fives = 0
        value = _MIDDLE + _POINT * points
        if points > 0 or (points == 0 and fives > 0):
            value += _WIN
        elif points < 0 or fives < 0:
            value -= _WIN
        state[_FINAL] = value
    return (to >> 1) - at


@micropython.viper
def make(
    state: ptr16, tables: ptr8, numbers: ptr16, undo: ptr16, at: int, code: int, value: int
):
    """Play a step."""
    undo[at] = code
    undo[at + 1] = state[_VALUE]
    undo[at + 2] = state[_KEY0]
    undo[at + 3] = state[_KEY1]
    undo[at + 4] = state[_KEY2]
    state[_VALUE] = value
    state[_TURN] = state[_TURN] ^ 1
    state[_MAXI] = state[_MAXI] ^ 1
    target = code & 63
    if code & _PLACE:
        red = (code >> 6 & 3) - 1
        state[_LEFT + red] = state[_LEFT + red] - 1
        near = 0
        p = tables[_STARTS + 2 * target] | tables[_STARTS + 2 * target + 1] << 8
        while tables[p] != _NO_MORE:
            one = tables[p]
            other = state[one]
            if other:
                by = 1 if other >> 3 == red else 9
                near += by
                state[_NEAR + one] = state[_NEAR + one] + by
            p += 2 + tables[p + 1]
        stack = 1 | red << 3
        state[target] = stack
        state[_NEAR + target] = near
        q = 16 * target + stack
        for i in range(3):
            state[_KEY0 + i] = state[_KEY0 + i] ^ numbers[q] ^ numbers[_SHIFT * i]
            q += _SHIFT
        return
    cell = code >> 6
    stack = state[cell]
    below = state[target]
    height = stack & 7
    under = below & 7
    tall = height + under
    undo[at + 5] = stack
    undo[at + 6] = below
    undo[at + 7] = state[_NEAR + cell]
    undo[at + 8] = state[_NEAR + target]
    at += 9
    p = tables[_STARTS + 2 * cell] | tables[_STARTS + 2 * cell + 1] << 8
    while tables[p] != target:
        p += 2 + tables[p + 1]
    q = p + 2
    p = q + tables[p + 1]
    near = 0
    while q < p:
        one = tables[q]
        q += 1
        other = state[one & 63]
        size = other & 7
        now = state[_NEAR + (one & 63)]
        undo[at] = now
        at += 1
        if size:
            if one & _BY_FIRST and size + height < 6:
                now -= 9 if (other ^ stack) & _RED else 1
            if one & _BY_SECOND and size + under < 6:
                now -= 9 if (other ^ below) & _RED else 1
                if size + tall < 6:
                    by = 9 if (other ^ stack) & _RED else 1
                    now += by
                    near += by
            state[_NEAR + (one & 63)] = now
    state[cell] = 0
    state[_NEAR + cell] = 0
    state[_NEAR + target] = near
    p = 16 * cell + stack
    q = 16 * target + below
    cell = 16 * target + (stack & _RED | tall)
    state[target] = stack & _RED | tall
    for i in range(3):
        state[_KEY0 + i] = (
            state[_KEY0 + i] ^ numbers[p] ^ numbers[q] ^ numbers[cell] ^ numbers[_SHIFT * i]
        )
        p += _SHIFT
        q += _SHIFT
        cell += _SHIFT


@micropython.viper
def unmake(state: ptr16, tables: ptr8, undo: ptr16, at: int):
    """Take a step back."""
    code = undo[at]
    state[_VALUE] = undo[at + 1]
    state[_KEY0] = undo[at + 2]
    state[_KEY1] = undo[at + 3]
    state[_KEY2] = undo[at + 4]
    state[_TURN] = state[_TURN] ^ 1
    state[_MAXI] = state[_MAXI] ^ 1
    target = code & 63
    if code & _PLACE:
        red = (code >> 6 & 3) - 1
        state[_LEFT + red] = state[_LEFT + red] + 1
        state[target] = 0
        state[_NEAR + target] = 0
        p = tables[_STARTS + 2 * target] | tables[_STARTS + 2 * target + 1] << 8
        while tables[p] != _NO_MORE:
            one = tables[p]
            if state[one]:
                by = 1 if state[one] >> 3 == red else 9
                state[_NEAR + one] = state[_NEAR + one] - by
            p += 2 + tables[p + 1]
        return
    cell = code >> 6
    state[cell] = undo[at + 5]
    state[target] = undo[at + 6]
    state[_NEAR + cell] = undo[at + 7]
    state[_NEAR + target] = undo[at + 8]
    at += 9
    p = tables[_STARTS + 2 * cell] | tables[_STARTS + 2 * cell + 1] << 8
    while tables[p] != target:
        p += 2 + tables[p + 1]
    q = p + 2
    p = q + tables[p + 1]
    while q < p:
        state[_NEAR + (tables[q] & 63)] = undo[at]
        at += 1
        q += 1


@micropython.viper
def _copy(state: ptr16, stacks: ptr16, heights: ptr8):
    """Take over the stacks of the rules."""
    for cell in range(49):
        red = _RED if stacks[cell] & 3 == 2 else 0
        state[cell] = heights[cell] | red if heights[cell] else 0


class Model:
    """Avalam, for the search."""

    WEIGHTS = WEIGHTS
    PLAIN = PLAIN
    PLENTY = 308
    UNDO = 21
    EFFORT = 4
    SLICE = 24
    NODES = 65000
    POINT = _POINT
    VARIETY = 8
    LEVELS = (
        (1, 0, 235, 45, 350),
        (1, 0, 205, 24, 260),
        (2, 0, 200, 11, 230),
        (2, 0, 150, 8, 165),
        (2, 0, 0, 0, 0),
        (40, 0, 0, 0, 0),
    )

    def __init__(self, weights=WEIGHTS):
        self.state = array("H", bytes(2 * _WORDS))
        self.tables = bytes(_values(weights) + _around())
        self.numbers = _NUMBERS
        self.expand = expand
        self.make = make
        self.unmake = unmake

    def load(self, position, mine=0):
        """Take over a position of the rules; mine: the side that maximises, here the first."""
        state = self.state
        _copy(state, position.stacks, position.heights)
        state[_TURN] = position.turn
        state[_FIVES] = position.options["tie-break"] == "fives"
        placing = position.placed < 2 * EACH
        for colour in (0, 1):
            left = EACH - sum(1 for stack in position.stacks if stack == colour + 1)
            state[_LEFT + colour] = left if placing else 0
        _load(state, self.tables, self.numbers)

    @staticmethod
    def step(code):
        """The rules' step of a code."""
        return -2 * (code & 63) - (code >> 6 & 3) if code & _PLACE else code
