"""What the search needs of Avalam; see tourelle/search.py. Loaded when the board plays."""

from array import array

from tourelle.games.avalam import EACH, TALLEST
from tourelle.grids import grid
from tourelle.kernels import const, micropython, ptr8, ptr16

_MAXI = const(0)
_CURSOR = const(1)
_VALUE = const(2)
_FINAL = const(3)
_TURN = const(5)
_TO_PLACE = const(6)  # pieces still to be placed, of each colour
_FIVES = const(8)  # 1 if stacks of five break a tie
_LEAST = const(9)  # the least and the most that the game will be worth at its end; see _bound
_HIGHEST = const(10)
# Stacks that can join nothing are settled: they are taken off the cells and counted here, yellow
# minus red plus _EVEN: all of them, and those of five. Of the others: how many are yellow, how many
# are red, and how many pieces they have.
_POINTS = const(11)
_TIE = const(12)
_YELLOW = const(13)
_REDS = const(14)
_PIECES = const(15)
# Two stacks that can join nothing but each other are a pair. A pair of one colour counts as the
# settled stack that it will leave: joining it only takes a turn. A pair of two colours goes to the
# side that joins it first. Two pairs of a kind cancel out, since one side answers the other. So
# this holds the kinds with an odd number of pairs: _WAIT, _HOT, and _HOT_FIVE if fives break ties.
_PAIRS = const(16)
_WORDS = const(18)
_EVEN = const(64)
_WAIT = const(1)
_HOT = const(2)
_HOT_FIVE = const(4)

# The cells. First the stack on each, unless settled or in a pair (while placing, all stacks): its
# height, plus _RED if red is on top. From _NEAR: of its neighbours that it could join within the
# height, 9 for each of the other colour plus 1 for each of its own. From _TWO: the stacks of pairs.
_RED = const(8)
_NEAR = const(52)
_TWO = const(52 + 49)

# Where `expand` begins below the root, see BELOW. In an ending, steps that leave few others come
# first: for each way to join that is lost, _FEWER is added to the value.
_FROM_BELOW = const(128)
_ANY = const(128 | 256)
_FEWER = const(60)
_OF_TWO = const(1 << 15)  # in the undo words: the step joined a pair

# A code is origin * 64 + target; while placing, _PLACE | colour (1 or 2) << 6 | cell.
_PLACE = const(1 << 13)
_DONE = const(0xFFFF)
_MOST = const(0xFFFF)

# The tables. From 0: the value of a stack by height (from 1) and what is near it, plus _ZERO; then
# the value of having the turn. From _STARTS, two bytes per cell: where its neighbours begin. Each
# neighbour has its cell, how many bytes follow, and the cells around the two, each with _BY_FIRST,
# _BY_SECOND or both. After the last comes _NO_MORE.
_ZERO = const(64)
_FIVE = const(4 * 81)
_TEMPO_AT = const(5 * 81)
_STARTS = const(5 * 81 + 1)
_AROUND = const(5 * 81 + 1 + 2 * 49)
_BY_FIRST = const(64)
_BY_SECOND = const(128)
_BY_BOTH = const(64 | 128)
_NO_MORE = const(254)
_SIZE = const(3869)

_MIDDLE = const(1 << 15)
_WIN = const(16000)
_POINT = const(100)


def _tables(weights):
    """The tables, allocated in one piece: growing one in the heap of a game takes seconds."""
    tables = bytearray(_SIZE)
    for i in range(_TEMPO_AT):
        tables[i] = _ZERO + _POINT
    for height in range(1, TALLEST):
        for near in range(1, 81):
            at = 5 * (height - 1) + min(near // 9, 4)
            tables[(height - 1) * 81 + near] = _ZERO + max(-_ZERO, min(190, weights[at]))
    tables[_TEMPO_AT] = max(0, min(100, weights[21]))
    around = [grid("avalam").neighbours(cell) for cell in range(49)]
    at = _AROUND
    for cell in range(49):
        tables[_STARTS + 2 * cell] = at & 255
        tables[_STARTS + 2 * cell + 1] = at >> 8
        mine = around[cell]
        for other in mine:
            others = around[other]
            head = at
            at += 2
            for near in mine:
                if near != other:
                    tables[at] = near | (_BY_BOTH if near in others else _BY_FIRST)
                    at += 1
            for near in others:
                if near != cell and near not in mine:
                    tables[at] = near | _BY_SECOND
                    at += 1
            tables[head] = other
            tables[head + 1] = at - head - 2
        tables[at] = _NO_MORE
        at += 1
    return tables


@micropython.viper
def _bound(state: ptr16):
    """Work out the least and the most that the game will be worth at its end.

    Settled stacks stay. A step covers one stack and makes none, so of the other stacks a colour
    keeps at best all of its own, while the other colour loses all; but their pieces need room, five
    to a stack. Pairs are joined in turn, those that make a five first.
    """
    pieces = state[_PIECES]
    room = (pieces + 4) * 13 >> 6  # a fifth, rounded up
    fives = pieces * 13 >> 6 if state[_FIVES] else 0
    pairs = state[_PAIRS]
    hot = (pairs >> 1 ^ pairs >> 2) & 1
    hot_five = pairs >> 2
    at = _LEAST
    for sign in range(0 - 1, 2, 2):
        # For either bound the pairs go to its colour; if nothing else is left, to the side to move.
        by = sign
        if pieces == 0:
            by = 0 - 1 if state[_TURN] else 1
        own = state[_YELLOW] if sign > 0 else state[_REDS]
        points = state[_POINTS] - _EVEN + by * hot
        points += sign * (own if room <= own else own + own - room)
        tie = state[_TIE] - _EVEN + by * hot_five + sign * fives if state[_FIVES] else 0
        value = _MIDDLE + _POINT * points
        if points > 0 or (points == 0 and tie > 0):
            value += _WIN
        elif points < 0 or tie < 0:
            value -= _WIN
        state[at] = value
        at += 1


@micropython.viper
def _load(  # noqa: C901  - viper: each call takes 6 us
    state_, cells: ptr8, tables: ptr8, stacks: ptr16, heights: ptr8
):
    """Take over the stacks of the rules, and derive everything else from them."""
    state = ptr16(state_)
    for cell in range(49):
        stack = heights[cell]
        if stack and stacks[cell] & 3 == 2:
            stack |= _RED
        cells[cell] = stack
    value = _MIDDLE + tables[_TEMPO_AT]
    if state[_TURN]:
        value = _MIDDLE - tables[_TEMPO_AT]
    for cell in range(49):
        stack = cells[cell]
        height = stack & 7
        near = 0
        if height:
            at = tables[_STARTS + 2 * cell] | tables[_STARTS + 2 * cell + 1] << 8
            while tables[at] != _NO_MORE:
                other = cells[tables[at]]
                if other and (other & 7) + height < 6:
                    near += 9 if (other ^ stack) & _RED else 1
                at += 2 + tables[at + 1]
            worth = tables[81 * height - 81 + near] - _ZERO
            value += 0 - worth if stack & _RED else worth
        cells[_NEAR + cell] = near
    state[_MAXI] = 1 - state[_TURN]
    state[_VALUE] = value
    state[_LEAST] = 0
    state[_HIGHEST] = _MOST
    state[_POINTS] = state[_TIE] = _EVEN
    state[_YELLOW] = state[_REDS] = state[_PIECES] = state[_PAIRS] = 0
    for cell in range(49):
        cells[_TWO + cell] = 0
    if state[_TO_PLACE] + state[_TO_PLACE + 1]:
        return
    for cell in range(49):
        stack = cells[cell]
        if stack == 0:
            continue
        one = 0 - 1 if stack & _RED else 1
        height = stack & 7
        near = cells[_NEAR + cell]
        if near == 0:
            state[_POINTS] = state[_POINTS] + one
            if height == 5:
                state[_TIE] = state[_TIE] + one
            cells[cell] = 0
            continue
        if near == 1 or near == 9:
            at = tables[_STARTS + 2 * cell] | tables[_STARTS + 2 * cell + 1] << 8
            other = cells[tables[at]]
            while other == 0 or (other & 7) + height > 5:
                at += 2 + tables[at + 1]
                other = cells[tables[at]]
            near = cells[_NEAR + tables[at]]
            if near == 1 or near == 9:
                cells[_TWO + cell] = stack
                cells[_TWO + tables[at]] = other
                cells[cell] = cells[tables[at]] = 0
                height = 1 if (other & 7) + height == 5 else 0
                if (stack ^ other) & _RED == 0:
                    state[_POINTS] = state[_POINTS] + one
                    state[_TIE] = state[_TIE] + one * height
                    height = _WAIT
                else:
                    height = _HOT_FIVE if height and state[_FIVES] else _HOT
                state[_PAIRS] = state[_PAIRS] ^ height
                continue
        if stack & _RED:
            state[_REDS] = state[_REDS] + 1
        else:
            state[_YELLOW] = state[_YELLOW] + 1
        state[_PIECES] = state[_PIECES] + height
    _bound(state_)


@micropython.viper
def expand(  # noqa: C901  - viper: each call takes 6 us
    state_, cells: ptr8, tables: ptr8, moves: ptr16, at: int, most: int, cut: int
) -> int:
    """The legal steps and their values; see tourelle/search.py."""
    state = ptr16(state_)
    start = state[_CURSOR]
    below_root = start & _ANY
    cell = start ^ below_root
    fewer = (start >> 8) * _FEWER
    mine = state[_TURN] << 3
    base = state[_VALUE]
    if mine:
        base ^= _MOST
    base -= 2 * tables[_TEMPO_AT]
    to = 2 * at
    enough = to + 2 * most
    value = 0
    placing = state[_TO_PLACE] + state[_TO_PLACE + 1]
    while cell < 49 and to < enough:
        stack = cells[cell]
        height = stack & 7
        p = tables[_STARTS + 2 * cell] | tables[_STARTS + 2 * cell + 1] << 8
        if placing:
            for i in range(0 if stack else 2):
                red = i ^ mine >> 3
                if state[_TO_PLACE + red] == 0:
                    continue
                near = 0
                value = 0
                q = p
                while tables[q] != _NO_MORE:
                    other = cells[tables[q]]
                    if other:
                        by = 1 if other >> 3 == red else 9
                        near += by
                        now = cells[_NEAR + tables[q]]
                        worth = tables[now + by] - tables[now]
                        value += 0 - worth if other & _RED else worth
                    q += 2 + tables[q + 1]
                worth = tables[near] - _ZERO
                value += 0 - worth if red else worth
                value = base - value if mine else base + value
                moves[to] = _PLACE | red + 1 << 6 | cell
                moves[to + 1] = value
                to += 2
                if value >= cut:
                    state[_CURSOR] = _DONE
                    return (to >> 1) - at
            cell += 1
            continue
        cell += 1
        if height == 0 or height == 5 or cells[_NEAR - 1 + cell] == 0:
            continue
        worth = tables[81 * height - 81 + cells[_NEAR - 1 + cell]] - _ZERO
        gone = worth if stack & _RED else 0 - worth
        while tables[p] != _NO_MORE:
            target = tables[p]
            below = cells[target]
            under = below & 7
            tall = height + under
            q = p + 2
            p = q + tables[p + 1]
            if under == 0 or tall > 5:
                continue
            worth = tables[81 * under - 81 + cells[_NEAR + target]] - _ZERO
            value = gone + (worth if below & _RED else 0 - worth)
            near = 0
            lost = 0
            while q < p:
                one = tables[q]
                q += 1
                other = cells[one & 63]
                size = other & 7
                if size == 0:
                    continue
                before = cells[_NEAR + (one & 63)]
                now = before
                if one & _BY_FIRST and size + height < 6:
                    now -= 9 if (other ^ stack) & _RED else 1
                    lost += fewer
                if one & _BY_SECOND and size + under < 6:
                    now -= 9 if (other ^ below) & _RED else 1
                    lost += fewer
                    if size + tall < 6:
                        by = 9 if (other ^ stack) & _RED else 1
                        now += by
                        near += by
                        lost -= fewer
                if now != before:
                    size = 81 * size - 81
                    worth = tables[size + now] - tables[size + before]
                    value += 0 - worth if other & _RED else worth
            worth = tables[81 * tall - 81 + near] - _ZERO
            value += 0 - worth if stack & _RED else worth
            value = lost + (base - value if mine else base + value)
            moves[to] = cell - 1 << 6 | target
            moves[to + 1] = value
            to += 2
            if value >= cut:
                state[_CURSOR] = _DONE
                return (to >> 1) - at
    # All pairs; below the root, one of each odd kind: the one that the side to move joins.
    pairs = state[_PAIRS]
    if cell == 49 and below_root and pairs == 0:
        cell = 98
    while cell > 48 and cell < 98 and (to < enough or below_root):
        stack = cells[_TWO - 49 + cell]
        cell += 1
        if stack == 0:
            continue
        height = stack & 7
        p = tables[_STARTS - 100 + 2 * cell] | tables[_STARTS - 99 + 2 * cell] << 8
        below = cells[_TWO + tables[p]]
        while below == 0 or (below & 7) + height > 5:
            p += 2 + tables[p + 1]
            below = cells[_TWO + tables[p]]
        under = below & 7
        if below_root:
            kind = _WAIT
            if (stack ^ below) & _RED:
                if (stack & _RED) != mine:
                    continue
                kind = _HOT_FIVE if height + under == 5 and state[_FIVES] else _HOT
            if pairs & kind == 0:
                continue
            pairs ^= kind
        worth = tables[81 * height - 81 + cells[_NEAR - 50 + cell]] - _ZERO
        value = worth if stack & _RED else 0 - worth
        worth = tables[81 * under - 81 + cells[_NEAR + tables[p]]] - _ZERO
        value += worth if below & _RED else 0 - worth
        worth = tables[81 * (height + under) - 81] - _ZERO
        value += 0 - worth if stack & _RED else worth
        value = base - value if mine else base + value
        moves[to] = cell - 50 << 6 | tables[p]
        moves[to + 1] = value
        to += 2
        if value >= cut:
            state[_CURSOR] = _DONE
            return (to >> 1) - at
    state[_CURSOR] = cell | below_root if cell < 98 else _DONE
    if start == below_root and to == 2 * at:
        _bound(state_)
        state[_FINAL] = state[_LEAST]
    return (to >> 1) - at


@micropython.viper
def make(  # noqa: C901  - viper: each call takes 6 us
    state_, cells: ptr8, tables: ptr8, undo: ptr16, at: int, code: int
):
    """Play a step."""
    state = ptr16(state_)
    state[_TURN] = state[_TURN] ^ 1
    state[_MAXI] = state[_MAXI] ^ 1
    target = code & 63
    cell = code >> 6
    near = 0
    if code & _PLACE:
        red = (cell & 3) - 1
        state[_TO_PLACE + red] = state[_TO_PLACE + red] - 1
        p = tables[_STARTS + 2 * target] | tables[_STARTS + 2 * target + 1] << 8
        while tables[p] != _NO_MORE:
            one = tables[p]
            other = cells[one]
            if other:
                by = 1 if other >> 3 == red else 9
                near += by
                cells[_NEAR + one] = cells[_NEAR + one] + by
            p += 2 + tables[p + 1]
        cells[target] = 1 | red << 3
        cells[_NEAR + target] = near
        if state[_TO_PLACE] + state[_TO_PLACE + 1] == 0:
            state[_YELLOW] = state[_REDS] = 24
            state[_PIECES] = 48
            _bound(state_)
        return
    stack = cells[cell]
    below = cells[target]
    points = state[_POINTS]
    if stack == 0:  # one of a pair
        stack = cells[_TWO + cell]
        below = cells[_TWO + target]
        undo[at] = stack | cells[_NEAR + cell] << 8 | _OF_TWO
        undo[at + 1] = below | cells[_NEAR + target] << 8
        cells[_TWO + cell] = cells[_TWO + target] = 0
        cells[_NEAR + cell] = cells[_NEAR + target] = 0
        near = _WAIT
        if (stack ^ below) & _RED:
            near = _HOT
            tall = 0 - 1 if stack & _RED else 1
            state[_POINTS] = points + tall
            if (stack & 7) + (below & 7) == 5:
                state[_TIE] = state[_TIE] + tall
                if state[_FIVES]:
                    near = _HOT_FIVE
        state[_PAIRS] = state[_PAIRS] ^ near
        _bound(state_)
        return
    height = stack & 7
    under = below & 7
    tall = height + under
    undo[at] = stack | cells[_NEAR + cell] << 8
    undo[at + 1] = below | cells[_NEAR + target] << 8
    at += 2
    yellow = state[_YELLOW]
    reds = state[_REDS]
    pieces = state[_PIECES]
    if below & _RED:
        reds -= 1
    else:
        yellow -= 1
    p = tables[_STARTS + 2 * cell] | tables[_STARTS + 2 * cell + 1] << 8
    while tables[p] != target:
        p += 2 + tables[p + 1]
    head = p
    q = p + 2
    p = q + tables[p + 1]
    while q < p:
        one = tables[q]
        q += 1
        other = cells[one & 63]
        size = other & 7
        now = cells[_NEAR + (one & 63)]
        undo[at] = other | now << 8
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
            cells[_NEAR + (one & 63)] = now
            if now == 0:
                cells[one & 63] = 0
                pieces -= size
                if other & _RED:
                    reds -= 1
                    points -= 1
                else:
                    yellow -= 1
                    points += 1
    cells[cell] = 0
    cells[_NEAR + cell] = 0
    cells[target] = stack & _RED | tall
    cells[_NEAR + target] = near
    if near == 0:
        cells[target] = 0
        pieces -= tall
        one = 1
        if stack & _RED:
            one = 0 - 1
            reds -= 1
        else:
            yellow -= 1
        points += one
        if tall == 5:
            state[_TIE] = state[_TIE] + one
    # The target, and the cells around the two, may have become part of a pair.
    q = head
    while q < p:
        one = tables[q] & 63
        q += 2 if q == head else 1
        now = cells[_NEAR + one]
        stack = cells[one]
        if stack == 0 or (now != 1 and now != 9):
            continue
        size = stack & 7
        head = tables[_STARTS + 2 * one] | tables[_STARTS + 2 * one + 1] << 8
        other = cells[tables[head]]
        while other == 0 or (other & 7) + size > 5:
            head += 2 + tables[head + 1]
            other = cells[tables[head]]
        target = tables[head]
        head = 0
        now = cells[_NEAR + target]
        if now != 1 and now != 9:
            continue
        undo[at] = one << 6 | target
        at += 1
        cells[_TWO + one] = stack
        cells[_TWO + target] = other
        cells[one] = cells[target] = 0
        tall = size + (other & 7)
        pieces -= tall
        if (stack ^ other) & _RED:
            yellow -= 1
            reds -= 1
            now = _HOT_FIVE if tall == 5 and state[_FIVES] else _HOT
        else:
            one = 1
            if stack & _RED:
                one = 0 - 1
                reds -= 2
            else:
                yellow -= 2
            points += one
            if tall == 5:
                state[_TIE] = state[_TIE] + one
            now = _WAIT
        state[_PAIRS] = state[_PAIRS] ^ now
    undo[at] = _DONE
    state[_POINTS] = points
    state[_YELLOW] = yellow
    state[_REDS] = reds
    state[_PIECES] = pieces
    _bound(state_)


@micropython.viper
def unmake(state: ptr16, cells: ptr8, tables: ptr8, undo: ptr16, at: int, code: int):
    """Take a step back."""
    target = code & 63
    cell = target if code & _PLACE else code >> 6
    p = tables[_STARTS + 2 * cell] | tables[_STARTS + 2 * cell + 1] << 8
    if code & _PLACE:
        red = (code >> 6 & 3) - 1
        cells[target] = 0
        cells[_NEAR + target] = 0
        while tables[p] != _NO_MORE:
            one = tables[p]
            if cells[one]:
                by = 1 if cells[one] >> 3 == red else 9
                cells[_NEAR + one] = cells[_NEAR + one] - by
            p += 2 + tables[p + 1]
        return
    cells[_NEAR + cell] = undo[at] >> 8 & 127
    cells[_NEAR + target] = undo[at + 1] >> 8
    if undo[at] & _OF_TWO:
        cells[_TWO + cell] = undo[at] & 255
        cells[_TWO + target] = undo[at + 1] & 255
        return
    while tables[p] != target:
        p += 2 + tables[p + 1]
    q = at + 2 + tables[p + 1]
    while undo[q] != _DONE:
        one = undo[q] & 63
        q += 1
        cells[one] = cells[_TWO + one]
        cells[_TWO + one] = 0
        one = undo[q - 1] >> 6
        cells[one] = cells[_TWO + one]
        cells[_TWO + one] = 0
    cells[cell] = undo[at] & 255
    cells[target] = undo[at + 1] & 255
    at += 2
    q = p + 2
    p = q + tables[p + 1]
    while q < p:
        one = tables[q] & 63
        cells[one] = undo[at] & 255
        cells[_NEAR + one] = undo[at] >> 8
        at += 1
        q += 1


class Model:
    """Avalam, for the search."""

    # The value of a stack that still has neighbours to join, in hundredths of a point: for each
    # height from 1 to 4, with no neighbour of the other colour among them, with one, two, three, or
    # more. Then how much more than a point a stack of five is worth, and the value of the turn.
    WEIGHTS = (
        45,
        63,
        66,
        66,
        63,
        59,
        69,
        64,
        64,
        59,
        77,
        78,
        69,
        63,
        65,
        90,
        64,
        58,
        82,
        64,
        22,
        36,
    )
    SURE = 32767
    BOUNDS = _LEAST
    SHORT = 44
    STRAY = (20, 4)
    TEMPO = 18
    KEYED = 52
    REPEATS = False
    PLENTY = 308
    UNDO = 28
    BELOW = _FROM_BELOW
    EFFORT = 4
    SLICE = 24
    NODES = 50000
    POINT = _POINT
    VARIETY = 8
    LEVELS = (
        (1, 0, 228, 40, 335),
        (1, 0, 205, 24, 260),
        (2, 0, 200, 11, 230),
        (2, 0, 150, 8, 165),
        (2, 0, 0, 0, 0),
        (40, 0, 0, 0, 0),
    )

    def __init__(self, weights=WEIGHTS):
        self.state = array("H", bytes(2 * _WORDS))
        self.cells = bytearray(152)
        self.tables = _tables(weights)
        self._five = weights[20]
        self.expand = expand
        self.make = make
        self.unmake = unmake

    def load(self, position, mine=0):
        """Take over a position of the rules; mine: the side that maximises, here the first."""
        state = self.state
        state[_TURN] = position.turn
        state[_FIVES] = position.options["tie-break"] == "fives"
        self.tables[_FIVE] = _ZERO + _POINT + (self._five if state[_FIVES] else 0)
        for colour in (0, 1):
            left = EACH - sum(1 for stack in position.stacks if stack == colour + 1)
            state[_TO_PLACE + colour] = left if position.placed < 2 * EACH else 0
        _load(state, self.cells, self.tables, position.stacks, position.heights)

    @staticmethod
    def step(code):
        """The rules' step for a code."""
        return -2 * (code & 63) - (code >> 6 & 3) if code & _PLACE else code
