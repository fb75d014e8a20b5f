"""What the search needs of Tawôl; see tourelle/search.py. Loaded when the board plays."""

from array import array

from tourelle.grids import grid
from tourelle.kernels import const, micropython, ptr8, ptr16

_MAXI = const(0)
_CURSOR = const(1)
_VALUE = const(2)
_FINAL = const(3)
_QUIET = const(4)
_TURN = const(5)
_BLOCKED = const(6)  # enemy pawns under each side's pawns
_COVERED = const(8)  # enemy towers under each side's pawns
_PASSES = const(10)
_OWES = const(11)  # the side whose next move must release a pawn, or _NOBODY
_CLAIMS = const(12)  # 1 if the excess has to be claimed
_WORDS = const(14)

# The cells: the piece on each, as in the rules; from _ABOVE, the pawn on it. From _PULL, for each
# side and cell, how much the side's targets, the enemy's uncovered towers, pull there, by distance;
# from _PUSH, how much its attackers pull, which are the pawns that are free and on no tower.
_TOWER = const(4)
_A = const(1)
_ABOVE = const(64)
_PULL = const(128)
_PUSH = const(256)
# After them: the value of a piece by kind from 1 and cell, as White sees it; the value of blocking
# it, by kind; what covering one more tower adds, by those covered already; and how much a tower and
# a pawn pull each other, by rows and columns apart.
_PLACE = const(384)
_BLOCK = const(384 + 256)
_COVER = const(384 + 256 + 4)
_NEAR = const(384 + 256 + 15)

# Codes are the rules' steps.
_PASS = const(64 * 64)
_CLAIM = const(64 * 64 + 1)
_NOWHERE = const(255)
_NOBODY = const(255)
_DONE = const(0xFFFF)
_MOST = const(0xFFFF)

# The cursor: 0, then the number of the cell from 1, plus _SOME once a move has been found.
_SOME = const(128)

_MIDDLE = const(1 << 15)
_WIN = const(16000)


def _worth(weights):
    """The bytes after the cells and the maps."""
    worth = bytearray(4 * 64 + 15)
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
            worth.append(max(0, min(24, weights[12 + apart])) if apart else 0)
    return worth


@micropython.viper
def _spread(cells: ptr8, map_: int, cell: int, sign: int):
    """Add to a map how much a cell pulls all others; sign: -1 subtracts it."""
    at = _NEAR + 112 - 15 * (cell >> 3) - (cell & 7)
    for _ in range(8):
        for i in range(map_, map_ + 8):
            cells[i] = cells[i] + sign * cells[at]
            at += 1
        map_ += 8
        at += 7


@micropython.viper
def _stand(cells_, turn: int, cell: int, piece: int, under: int, sign: int):
    """Add to the maps a side's piece that stands on a cell; sign: -1 subtracts it.

    under: what it stands on; 0: the ground.
    """
    mine = 64 * turn
    map_ = _PUSH + mine
    if piece & 7 == _TOWER:
        map_ = _PULL + 64 - mine
    elif under & 7 == _TOWER:
        map_ = _PULL + mine
        sign = 0 - sign
    elif under:
        _spread(cells_, _PUSH + 64 - mine, cell, 0 - sign)
    _spread(cells_, map_, cell, sign)


@micropython.viper
def _move(state: ptr16, cells_, turn: int, origin: int, target: int, by: int):
    """Move a side's piece; by: 1 counts what it blocks and covers, 0 does not."""
    cells = ptr8(cells_)
    for sign in range(-1, 2, 2):
        cell = origin if sign < 0 else target
        under = cells[cell]
        if sign < 0:
            piece = cells[_ABOVE + cell]
            cells[_ABOVE + cell] = 0
            if piece == 0:
                piece = under
                under = 0
                cells[cell] = 0
        elif under:
            cells[_ABOVE + cell] = piece
        else:
            cells[cell] = piece
        if under:
            count = turn + (_COVERED if under & 7 == _TOWER else _BLOCKED)
            state[count] = state[count] + sign * by
        _stand(cells_, turn, cell, piece, under, sign)


@micropython.viper
def _load(  # noqa: C901  - viper: each call takes 6 us
    state: ptr16, cells_, ground: ptr8, above: ptr8
):
    """Take over the pieces of the rules; work out the counts, the maps and the value."""
    cells = ptr8(cells_)
    for i in range(4):
        state[_BLOCKED + i] = 0
    for i in range(_PULL, _PLACE):
        cells[i] = 0
    for cell in range(64):
        piece = ground[cell]
        pawn = above[cell]
        cells[cell] = piece
        cells[_ABOVE + cell] = pawn
        if piece:
            _stand(cells_, piece >> 3, cell, piece, 0, 1)
        if pawn:
            _stand(cells_, pawn >> 3, cell, pawn, piece, 1)
    value = _MIDDLE
    for cell in range(64):
        piece = cells[cell]
        pawn = cells[_ABOVE + cell]
        if piece == 0:
            continue
        top = pawn if pawn else piece
        black = top >> 3
        worth = cells[_PLACE - 64 + 64 * (top & 7) + (cell ^ 56 if black else cell)]
        if top & 7 != _TOWER and (pawn == 0 or piece & 7 != _TOWER):
            worth += cells[_PULL + 64 * black + cell]
        if pawn:
            count = black + _BLOCKED
            if piece & 7 == _TOWER:
                count = black + _COVERED
                worth += cells[_COVER + state[count]]
            else:
                worth += cells[_BLOCK + (piece & 7)]
            state[count] = state[count] + 1
        value += 0 - worth if black else worth
    if state[_COVERED] == 8:
        value = _MIDDLE + _WIN
    elif state[_COVERED + 1] == 8:
        value = _MIDDLE - _WIN
    state[_VALUE] = value
    state[_MAXI] = 1 - state[_TURN]


@micropython.viper
def _may_release(cells: ptr8, tables: ptr8, turn: int) -> int:
    """Whether one of the side's pawns that block another can come down or take a tower."""
    for cell in range(64):
        pawn = cells[_ABOVE + cell]
        if pawn and pawn >> 3 == turn and cells[cell] & 7 != _TOWER:
            for line in range(0, 512, 64):
                target = tables[line + cell]
                if target == _NOWHERE:
                    continue
                if cells[target] == 0:
                    return 1
                if (
                    pawn & 7 == _A
                    and cells[target] == (_TOWER | (turn ^ 1) << 3)
                    and cells[_ABOVE + target] == 0
                ):
                    return 1
    return 0


@micropython.viper
def expand(  # noqa: C901  - viper: each call takes 6 us
    state: ptr16, cells_, tables_, moves: ptr16, at: int, most: int, cut: int
) -> int:
    """The legal steps and their values; see tourelle/search.py."""
    cells = ptr8(cells_)
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
    if turn:
        base ^= _MOST
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
                if base >= cut:
                    state[_CURSOR] = _DONE
                    return 1
        if state[_OWES] == turn:
            over = 1
    elif state[_BLOCKED + turn] > 10 - state[_COVERED + other] >> 1:
        over = 1
    # The most by which a move may change the number blocked, plus 1.
    allowed = 2
    if over:
        allowed = 0 if int(_may_release(cells_, tables_, turn)) else 1
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
        step = cells[_COVER - 1 + state[_COVERED + turn]]
    next_ = cells[_COVER + state[_COVERED + turn]]
    while cell < 65 and to < enough:
        origin = cell - 1
        cell += 1
        under = cells[origin]
        piece = cells[_ABOVE + origin]
        tower = 0  # 1 if it stands on a tower
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
        left = cells[place + (origin ^ mirror)]
        reach = kind
        attack = kind
        if kind == _TOWER:
            reach = 1
            attack = 0
        if kind == _TOWER:
            left -= cells[pushed + origin]
        elif tower:
            left -= cells[push + origin]
        else:
            left += cells[pull + origin]
        if under:
            left += cells[_PLACE - 64 + 64 * (under & 7) + (origin ^ mirror ^ 56)]
            left += step if tower else cells[_BLOCK + (under & 7)] + cells[pulled + origin]
        for line in range(0, 512, 64):
            target = origin
            for distance in range(1, reach + 1):
                target = tables[line + target]
                if target == _NOWHERE:
                    break
                enemy = cells[target]
                change = cells[place + (target ^ mirror)] - left
                wins = 0
                if kind == _TOWER:
                    change -= cells[pushed + target]
                else:
                    change += cells[pull + target]
                if enemy:
                    if distance != attack or enemy >> 3 == turn or cells[_ABOVE + target]:
                        break
                    change += cells[_PLACE - 64 + 64 * (enemy & 7) + (target ^ mirror ^ 56)]
                    if enemy & 7 != _TOWER:
                        if on_pawn > allowed:
                            break
                        change += cells[_BLOCK + (enemy & 7)] + cells[pulled + target]
                    elif on_tower > allowed:
                        break
                    elif tower:
                        change += step - cells[push + target] - cells[pull + target]
                    else:
                        change += next_ - cells[push + target] - cells[pull + target]
                        near = 15 * ((target >> 3) - (origin >> 3)) + (target & 7) - (origin & 7)
                        change += cells[_NEAR + 112 + near]
                        wins = 1 if state[_COVERED + turn] == 7 else 0
                elif down > allowed:
                    continue
                value = base + change
                if wins:
                    value = _MIDDLE + _WIN - turn
                moves[to] = origin << 6 | target
                moves[to + 1] = value
                to += 2
                some = _SOME
                if value >= cut:
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
def make(state_, cells_, tables: ptr8, undo: ptr16, at: int, code: int):
    """Play a step."""
    state = ptr16(state_)
    turn = state[_TURN]
    if code == _CLAIM:
        state[_OWES] = turn ^ 1
        return
    if state[_OWES] == turn:
        state[_OWES] = _NOBODY
    if code == _PASS:
        state[_PASSES] = state[_PASSES] + 1
    else:
        state[_PASSES] = 0
        _move(state_, cells_, turn, code >> 6, code & 63, 1)
    state[_TURN] = turn ^ 1
    state[_MAXI] = turn


@micropython.viper
def unmake(state_, cells_, tables: ptr8, undo: ptr16, at: int, code: int):
    """Take a step back."""
    if code < _PASS:
        _move(state_, cells_, ptr16(state_)[_TURN], code & 63, code >> 6, 0)


class Model:
    """Tawôl, for the search."""

    # For A, B, C and towers: the value of each row ahead; then of each column towards the middle.
    # Then the value of blocking an A, B and C; of the first tower covered, and by how much each
    # further one is worth more; and of a pawn that is 1 to 7 steps from a tower that it may cover.
    WEIGHTS = (0, 0, 0, 0, 1, 1, 1, 0, 30, 40, 50, 150, 15, 14, 12, 9, 6, 4, 2, 0)
    SURE = 15000
    BOUNDS = 0
    BELOW = 0
    SHORT = 0
    STRAY = (0, 0)
    TEMPO = 0
    KEYED = 128
    REPEATS = True
    PLENTY = 320
    UNDO = 0
    EFFORT = 14
    SLICE = 24
    NODES = 25000
    POINT = 100
    VARIETY = 10
    LEVELS = (
        (1, 0, 256, 24, 400),
        (1, 0, 246, 22, 395),
        (2, 0, 246, 22, 440),
        (3, 6000, 200, 13, 345),
        (3, 0, 110, 8, 230),
        (40, 0, 0, 0, 0),
    )

    def __init__(self, weights=WEIGHTS):
        self.state = array("H", bytes(2 * _WORDS))
        self.cells = bytearray(_PLACE) + _worth(weights)
        self.tables = grid("square").flat
        self.expand = expand
        self.make = make
        self.unmake = unmake

    def load(self, position, mine=0):
        """Take over a position of the rules; mine: the side that maximises, here the first."""
        state = self.state
        state[_TURN] = position.turn
        state[_QUIET] = 255  # no step in this game is irreversible
        state[_PASSES] = position.passes
        state[_OWES] = position.owes
        state[_CLAIMS] = position.options["half"] == "claim"
        _load(state, self.cells, position.ground, position.above)

    @staticmethod
    def step(code):
        """The rules' step for a code."""
        return code
