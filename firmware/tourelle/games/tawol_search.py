"""What the search needs of Tawôl; see tourelle/search.py. Loaded when the board plays."""

from array import array

from tourelle.grids import grid
from tourelle.kernels import const, micropython, ptr8, ptr16
from tourelle.search import numbers

# The state. Words 0 to 63: the piece on each cell, as in the rules; from _ABOVE: the pawn on it.
_ABOVE = const(64)
_BLACK = const(8)
_TOWER = const(4)
_A = const(1)
_TURN = const(128)
_MAXI = const(129)
_CURSOR = const(130)
_VALUE = const(131)
_FINAL = const(132)
_KEY0 = const(133)
_KEY1 = const(134)
_KEY2 = const(135)
_QUIET = const(136)
_BLOCKED = const(137)  # enemy pawns under each side's pawns
_COVERED = const(139)  # enemy towers under each side's pawns
_PASSES = const(141)
_OWES = const(142)  # the side whose next move must release a pawn, or _NOBODY
_CLAIMS = const(143)  # 1 where the excess is claimed
# For each side and cell: how much its uncovered targets, the enemy's towers, pull there, by their
# distances; and how much its attackers, the pawns that are free and on no tower, pull.
_PULL = const(144)
_PUSH = const(272)
_WORDS = const(400)

# Codes are the rules' steps.
_PASS = const(64 * 64)
_CLAIM = const(64 * 64 + 1)
_NOWHERE = const(255)
_NOBODY = const(255)
_DONE = const(0xFFFF)

# The cursor: 0, then the number of the cell from 1, and _SOME where a move has been found.
_SOME = const(128)

# The tables: the grid's steps; what a piece is worth by kind from 1 and cell, as White sees it;
# by kind what it is worth to block it; what each tower covered adds, by those before; and how
# much a tower and a pawn pull each other.
_PLACE = const(512)
_BLOCK = const(512 + 256)
_COVER = const(512 + 256 + 4)
_NEAR = const(512 + 256 + 12)  # how much two cells pull each other, by rows and columns apart

_MIDDLE = const(1 << 15)
_WIN = const(16000)
# Of _NUMBERS: 16 for each cell and piece, 4 further on for the pawn on it; between them, others.
_SHIFT = const(131)
_MOVER = const(0)
_PASSED = const(16)
_OWED = const(8)
_NUMBERS = numbers(16 * 64 + 2 * 131)

# For A, B, C and towers: each row ahead; then each column towards the middle. Then what it is
# worth to block an A, B and C; the first tower covered, and what each one adds to the next; and
# what a pawn is worth that is 1 to 7 steps from a tower that it may cover.
WEIGHTS = (0, 0, 0, 0, 1, 1, 1, 0, 30, 40, 50, 150, 15, 14, 12, 9, 6, 4, 2, 0)
# The plain count of the game, for a greedy player.
PLAIN = (0,) * 8 + (30, 30, 30, 100, 0) + (0,) * 7


def _worth(weights):
    """The tables behind the steps."""
    worth = bytearray(4 * 64 + 12)
    for kind in range(4):
        for cell in range(64):
            row, column = cell >> 3, cell & 7
            value = weights[kind] * row + weights[4 + kind] * min(column, 7 - column)
            worth[64 * kind + cell] = max(0, min(255, value + 64))
    for kind in (1, 2, 3):
        worth[256 + kind] = max(0, min(255, weights[7 + kind]))
    for covered in range(8):
        worth[260 + covered] = max(0, min(255, weights[11] + weights[12] * covered))
    for rows in range(-7, 8):
        for columns in range(-7, 8):
            apart = max(abs(rows), abs(columns))
            worth.append(max(0, min(255, weights[12 + apart])) if apart else 0)
    return worth


@micropython.viper
def _spread(state: ptr16, tables: ptr8, map_: int, cell: int, sign: int):
    """Enter into a map how a cell pulls all others; sign: -1 takes it out."""
    at = _NEAR + 112 - 15 * (cell >> 3) - (cell & 7)
    for _ in range(8):
        for i in range(8):
            state[map_ + i] = state[map_ + i] + sign * tables[at + i]
        map_ += 8
        at += 15


@micropython.viper
def _shift(
    state_,
    tables_,
    turn: int,
    origin: int,
    target: int,
    piece: int,
    under: int,
    enemy: int,
    sign: int,
):
    """Enter into the maps what a move changes; sign: -1 takes it out.

    under: what the piece stood on; enemy: what it comes to stand on; 0 the ground.
    """
    mine = 64 * turn
    theirs = 64 - mine
    back = 0 - sign
    if piece & 7 == _TOWER:
        _spread(state_, tables_, _PULL + theirs, origin, back)
        _spread(state_, tables_, _PULL + theirs, target, sign)
        return
    if under & 7 == _TOWER:
        _spread(state_, tables_, _PULL + mine, origin, sign)
    else:
        _spread(state_, tables_, _PUSH + mine, origin, back)
        if under:
            _spread(state_, tables_, _PUSH + theirs, origin, sign)
    if enemy & 7 == _TOWER:
        _spread(state_, tables_, _PULL + mine, target, back)
    else:
        _spread(state_, tables_, _PUSH + mine, target, sign)
        if enemy:
            _spread(state_, tables_, _PUSH + theirs, target, back)


@micropython.viper
def _load(state_, tables_, numbers: ptr16):
    """Work out what follows from the pieces: the counts, the maps, the value, the key."""
    state = ptr16(state_)
    tables = ptr8(tables_)
    for i in range(4):
        state[_BLOCKED + i] = 0
    for i in range(_PULL, _WORDS):
        state[i] = 0
    for cell in range(64):
        piece = state[cell]
        if piece == 0:
            continue
        pawn = state[_ABOVE + cell]
        if pawn == 0 and piece & 7 == _TOWER:
            _spread(state_, tables_, _PULL + 64 - 64 * (piece >> 3), cell, 1)
        elif pawn == 0:
            _spread(state_, tables_, _PUSH + 64 * (piece >> 3), cell, 1)
        elif piece & 7 != _TOWER:
            _spread(state_, tables_, _PUSH + 64 * (pawn >> 3), cell, 1)
    value = _MIDDLE
    for cell in range(64):
        piece = state[cell]
        pawn = state[_ABOVE + cell]
        if piece == 0:
            continue
        top = pawn if pawn else piece
        black = top >> 3
        worth = tables[_PLACE - 64 + 64 * (top & 7) + (cell ^ 56 if black else cell)]
        if top & 7 != _TOWER and (pawn == 0 or piece & 7 != _TOWER):
            worth += state[_PULL + 64 * black + cell]
        if pawn:
            if piece & 7 == _TOWER:
                worth += tables[_COVER + state[_COVERED + black]]
                state[_COVERED + black] = state[_COVERED + black] + 1
            else:
                worth += tables[_BLOCK + (piece & 7)]
                state[_BLOCKED + black] = state[_BLOCKED + black] + 1
        value += 0 - worth if black else worth
    if state[_COVERED] == 8:
        value = _MIDDLE + _WIN
    elif state[_COVERED + 1] == 8:
        value = _MIDDLE - _WIN
    state[_VALUE] = value
    for i in range(3):
        key = 0
        if state[_TURN]:
            key = numbers[_MOVER + _SHIFT * i]
        if state[_PASSES]:
            key ^= numbers[_PASSED * state[_PASSES] + _SHIFT * i]
        if state[_OWES] != _NOBODY:
            key ^= numbers[_OWED + 16 * state[_OWES] + _SHIFT * i]
        for cell in range(64):
            if state[cell]:
                key ^= numbers[16 * cell + state[cell] + _SHIFT * i]
            if state[_ABOVE + cell]:
                key ^= numbers[16 * cell + state[_ABOVE + cell] + 4 + _SHIFT * i]
        state[_KEY0 + i] = key
    state[_MAXI] = 1 - state[_TURN]


@micropython.viper
def _may_release(state: ptr16, tables: ptr8, turn: int) -> int:
    """Whether a pawn of the side's that blocks another can come down or take a tower."""
    for cell in range(64):
        pawn = state[_ABOVE + cell]
        if pawn and pawn >> 3 == turn and state[cell] & 7 != _TOWER:
            for line in range(0, 512, 64):
                target = tables[line + cell]
                if target == _NOWHERE:
                    continue
                if state[target] == 0:
                    return 1
                if (
                    pawn & 7 == _A
                    and state[target] == (_TOWER | (turn ^ 1) << 3)
                    and state[_ABOVE + target] == 0
                ):
                    return 1
    return 0


@micropython.viper
def expand(state_, tables_, moves: ptr16, at: int, most: int, cut: int) -> int:
    """The legal steps and their values; see tourelle/search.py."""
    state = ptr16(state_)
    tables = ptr8(tables_)
    turn = state[_TURN]
    other = turn ^ 1
    if state[_COVERED] == 8 or state[_COVERED + 1] == 8 or state[_PASSES] > 1:
        state[_FINAL] = _MIDDLE
        if state[_COVERED] == 8 or state[_COVERED + 1] == 8:
            state[_FINAL] = state[_VALUE]
        state[_CURSOR] = _DONE
        return 0
    base = state[_VALUE]
    to = 2 * at
    enough = to + 2 * most
    cell = state[_CURSOR]
    some = cell & _SOME
    cell &= _SOME - 1
    change = 0
    over = 0
    claims = state[_CLAIMS]
    if claims:
        if cell == 0 and state[_OWES] != other:
            if state[_BLOCKED + other] > 10 - state[_COVERED + turn] >> 1:
                moves[to] = _CLAIM
                moves[to + 1] = base
                to += 2
                if base <= cut if turn else base >= cut:
                    state[_CURSOR] = _DONE
                    return 1
        if state[_OWES] == turn:
            over = 1
    elif state[_BLOCKED + turn] > 10 - state[_COVERED + other] >> 1:
        over = 1
    # The most that a move may change the number blocked by, plus 1.
    allowed = 2
    if over:
        allowed = 0 if int(_may_release(state_, tables_, turn)) else 1
    elif claims == 0 and state[_BLOCKED + turn] == 10 - state[_COVERED + other] >> 1:
        allowed = 1
    if cell == 0:
        cell = 1
    mirror = 56 if turn else 0
    pull = _PULL + 64 * turn
    push = _PUSH + 64 * turn
    pulled = _PULL + 64 - 64 * turn
    pushed = _PUSH + 64 - 64 * turn
    step = 0
    if state[_COVERED + turn]:
        step = tables[_COVER - 1 + state[_COVERED + turn]]
    next_ = tables[_COVER + state[_COVERED + turn]]
    while cell < 65 and to < enough:
        origin = cell - 1
        cell += 1
        under = state[origin]
        piece = state[_ABOVE + origin]
        tower = 0  # 1 where it stands on one
        down = 1
        on_pawn = 2
        on_tower = 1
        if piece == 0:
            piece = under
            under = 0
        elif under & 7 == _TOWER:
            tower = 1
            down = 3
            on_pawn = 3
        else:
            down = 0
            on_pawn = 1
            on_tower = 0
        if piece == 0 or piece >> 3 != turn:
            continue
        kind = piece & 7
        place = _PLACE - 64 + 64 * kind
        left = tables[place + (origin ^ mirror)]
        reach = kind
        attack = kind
        if kind == _TOWER:
            reach = 1
            attack = 0
        if kind == _TOWER:
            left -= state[pushed + origin]
        elif tower:
            left -= state[push + origin]
        else:
            left += state[pull + origin]
        if under:
            left += tables[_PLACE - 64 + 64 * (under & 7) + (origin ^ mirror ^ 56)]
            left += step if tower else tables[_BLOCK + (under & 7)] + state[pulled + origin]
        for line in range(0, 512, 64):
            target = origin
            for distance in range(1, reach + 1):
                target = tables[line + target]
                if target == _NOWHERE:
                    break
                enemy = state[target]
                change = tables[place + (target ^ mirror)] - left
                wins = 0
                if kind == _TOWER:
                    change -= state[pushed + target]
                else:
                    change += state[pull + target]
                if enemy:
                    if distance != attack or enemy >> 3 == turn or state[_ABOVE + target]:
                        break
                    change += tables[_PLACE - 64 + 64 * (enemy & 7) + (target ^ mirror ^ 56)]
                    if enemy & 7 != _TOWER:
                        if on_pawn > allowed:
                            break
                        change += tables[_BLOCK + (enemy & 7)] + state[pulled + target]
                    elif on_tower > allowed:
                        break
                    elif tower:
                        change += step - state[push + target] - state[pull + target]
                    else:
                        change += next_ - state[push + target] - state[pull + target]
                        near = 15 * ((target >> 3) - (origin >> 3)) + (target & 7) - (origin & 7)
                        change += tables[_NEAR + 112 + near]
                        wins = 1 if state[_COVERED + turn] == 7 else 0
                elif down > allowed:
                    continue
                if wins:
                    change = _WIN
                    value = _MIDDLE - change if turn else _MIDDLE + change
                else:
                    value = base - change if turn else base + change
                moves[to] = origin << 6 | target
                moves[to + 1] = value
                to += 2
                some = _SOME
                if value <= cut if turn else value >= cut:
                    state[_CURSOR] = _DONE
                    return (to >> 1) - at
                if enemy:
                    break
    if cell < 65:
        state[_CURSOR] = cell | some
    else:
        state[_CURSOR] = _DONE
        if some == 0:
            moves[to] = _PASS
            moves[to + 1] = base
            to += 2
    return (to >> 1) - at


@micropython.viper
def make(state_, tables_, numbers: ptr16, undo: ptr16, at: int, code: int, value: int):
    """Play a step."""
    state = ptr16(state_)
    turn = state[_TURN]
    undo[at] = code
    undo[at + 1] = state[_VALUE]
    undo[at + 2] = state[_KEY0]
    undo[at + 3] = state[_KEY1]
    undo[at + 4] = state[_KEY2]
    undo[at + 5] = state[_PASSES]
    undo[at + 6] = state[_OWES]
    state[_VALUE] = value
    if state[_PASSES]:
        for i in range(3):
            q = _PASSED * state[_PASSES] + _SHIFT * i
            state[_KEY0 + i] = state[_KEY0 + i] ^ numbers[q]
    if code == _CLAIM:
        state[_OWES] = turn ^ 1
        if state[_PASSES]:
            for i in range(3):
                q = _PASSED * state[_PASSES] + _SHIFT * i
                state[_KEY0 + i] = state[_KEY0 + i] ^ numbers[q]
        for i in range(3):
            q = _OWED + 16 * (turn ^ 1) + _SHIFT * i
            state[_KEY0 + i] = state[_KEY0 + i] ^ numbers[q]
        return
    if state[_OWES] == turn:
        state[_OWES] = _NOBODY
        for i in range(3):
            q = _OWED + 16 * turn + _SHIFT * i
            state[_KEY0 + i] = state[_KEY0 + i] ^ numbers[q]
    if code == _PASS:
        state[_PASSES] = state[_PASSES] + 1
        for i in range(3):
            q = _PASSED * state[_PASSES] + _SHIFT * i
            state[_KEY0 + i] = state[_KEY0 + i] ^ numbers[q]
    else:
        state[_PASSES] = 0
        origin = code >> 6
        target = code & 63
        piece = state[_ABOVE + origin]
        p = 16 * origin + 4 + piece
        under = state[origin] if piece else 0
        if piece:
            state[_ABOVE + origin] = 0
            count = _COVERED + turn if state[origin] & 7 == _TOWER else _BLOCKED + turn
            state[count] = state[count] - 1
        else:
            piece = state[origin]
            p = 16 * origin + piece
            state[origin] = 0
        q = 16 * target + piece
        _shift(state_, tables_, turn, origin, target, piece, under, state[target], 1)
        if state[target]:
            q += 4
            state[_ABOVE + target] = piece
            count = _COVERED + turn if state[target] & 7 == _TOWER else _BLOCKED + turn
            state[count] = state[count] + 1
        else:
            state[target] = piece
        for i in range(3):
            state[_KEY0 + i] = state[_KEY0 + i] ^ numbers[p] ^ numbers[q]
            p += _SHIFT
            q += _SHIFT
    state[_TURN] = turn ^ 1
    state[_MAXI] = turn
    for i in range(3):
        state[_KEY0 + i] = state[_KEY0 + i] ^ numbers[_MOVER + _SHIFT * i]


@micropython.viper
def unmake(state_, tables_, undo: ptr16, at: int):
    """Take a step back."""
    state = ptr16(state_)
    code = undo[at]
    state[_VALUE] = undo[at + 1]
    state[_KEY0] = undo[at + 2]
    state[_KEY1] = undo[at + 3]
    state[_KEY2] = undo[at + 4]
    state[_PASSES] = undo[at + 5]
    state[_OWES] = undo[at + 6]
    if code == _CLAIM:
        return
    turn = state[_TURN] ^ 1
    state[_TURN] = turn
    state[_MAXI] = turn ^ 1
    if code == _PASS:
        return
    origin = code >> 6
    target = code & 63
    piece = state[_ABOVE + target]
    if piece:
        state[_ABOVE + target] = 0
        count = _COVERED + turn if state[target] & 7 == _TOWER else _BLOCKED + turn
        state[count] = state[count] - 1
    else:
        piece = state[target]
        state[target] = 0
    _shift(state_, tables_, turn, origin, target, piece, state[origin], state[target], 0 - 1)
    if state[origin]:
        state[_ABOVE + origin] = piece
        count = _COVERED + turn if state[origin] & 7 == _TOWER else _BLOCKED + turn
        state[count] = state[count] + 1
    else:
        state[origin] = piece


@micropython.viper
def _copy(state: ptr16, ground: ptr8, above: ptr8):
    """Take over the pieces of the rules."""
    for cell in range(64):
        state[cell] = ground[cell]
        state[_ABOVE + cell] = above[cell]


class Model:
    """Tawôl, for the search."""

    WEIGHTS = WEIGHTS
    PLAIN = PLAIN
    PLENTY = 320
    UNDO = 7
    EFFORT = 14
    SLICE = 24
    NODES = 80000
    POINT = 100
    VARIETY = 10
    LEVELS = (
        (1, 0, 256, 24, 400),
        (1, 0, 225, 19, 350),
        (2, 0, 235, 16, 370),
        (2, 0, 190, 11, 300),
        (3, 3000, 40, 4, 120),
        (40, 0, 0, 0, 0),
    )

    def __init__(self, weights=WEIGHTS):
        self.state = array("H", bytes(2 * _WORDS))
        self.tables = grid("square").flat + bytes(_worth(weights))
        self.numbers = _NUMBERS
        self.expand = expand
        self.make = make
        self.unmake = unmake

    def load(self, position, mine=0):
        """Take over a position of the rules; mine: the side that maximises, here the first."""
        state = self.state
        _copy(state, position.ground, position.above)
        state[_TURN] = position.turn
        state[_QUIET] = 255  # nothing in this game is for good
        state[_PASSES] = position.passes
        state[_OWES] = position.owes
        state[_CLAIMS] = position.options["half"] == "claim"
        _load(state, self.tables, self.numbers)

    @staticmethod
    def step(code):
        """The rules' step of a code."""
        return code
