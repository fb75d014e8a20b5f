"""What the search needs of Cabale; see tourelle/search.py. Loaded when the board plays."""

from array import array

from tourelle.games.cabale.tables import WEIGHTS, tables_of
from tourelle.grids import NONE, grid
from tourelle.kernels import const, micropython, ptr8, ptr16

_MAXI = const(0)
_CURSOR = const(1)
_VALUE = const(2)
_FINAL = const(3)
_TURN = const(5)
_PHASE = const(6)
_AT = const(7)  # the token that may jump, or _NOWHERE
_PLAYERS = const(8)
_JOINING = const(9)
_MINE = const(10)  # the player who maximises
# For each of the four players: the value of everything at a glance, plus _ZERO, as it is and on
# trial; the jester's cell or _NOWHERE; what is in stock; and points for captures.
_PARTS = const(11)
_TRIAL = const(15)
_SEATS = const(19)
_STOCK = const(23)
_DOUBLES = const(27)
_BARRIERS = const(31)
_TAKEN = const(35)
_WORDS = const(40)
_ZERO = const(8192)

# The cells. What is on each: a token as in the rules, its player from 1 plus _PAIR; or a jester,
# its player from _JESTER. From _WALLS: bits, as in the rules. After them the tables of tables.py.
_PAIR = const(8)
_JESTER = const(5)
_WALLS = const(64)
_VALUES = const(128)
_BORDER = const(128 + 61)
_STARTS = const(18)
_EDGES = const(128 + 79)
_MARKED = const(66)
_RISK = const(128 + 277)
_SEAT = const(128 + 281)
_DOUBLE = const(128 + 342)
_SPARE = const(128 + 343)

_START = const(0)
_TOKENS = const(1)
_AFTER = const(2)
_NOWHERE = const(255)
_DONE = const(0xFFFF)
_MOST = const(0xFFFF)

# Codes are the rules' steps: a kind, and one or two cells.
_KIND = const(7 << 12)
_RIDE = const(0)
_PLACE = const(1 << 12)
_TOKEN = const(2 << 12)
_JUMP = const(3 << 12)
_BARRIER = const(4 << 12)
_END = const(5 << 12)

_MIDDLE = const(1 << 15)
_WIN = const(16000)
_POINT = const(20)


@micropython.viper
def _area(state: ptr16, cells: ptr8, tables: ptr8, cell: int, sign: int, first: int):
    """Add the value of the tokens on a cell and on its neighbours from number `first` to 5.

    sign: -1 subtracts it. A token is worth less if it might be jumped: if it lies between two cells
    without tokens or barriers. Jesters do not matter, since they come and go.
    """
    for near in range(first, 7):
        at = cell
        if near < 6:
            at = tables[61 * near + cell]
            if at == _NOWHERE:
                continue
        token = cells[at]
        player = token & 7
        if player == 0 or player > 4:
            continue
        open_ = _RISK
        walls = cells[_WALLS + at]
        for axis in range(3):
            one = tables[61 * axis + at]
            other = tables[61 * axis + 183 + at]
            if one == _NOWHERE or other == _NOWHERE or walls & 9 << axis:
                continue
            one = cells[one] & 7
            other = cells[other] & 7
            if (one == 0 or one > 4) and (other == 0 or other > 4):
                open_ += 1
        worth = _POINT * cells[_VALUES + at]
        loss = worth + _POINT
        if token & _PAIR:
            worth += worth
            loss = worth + 3 * _POINT
        worth -= loss * cells[open_] >> 4
        player += _TRIAL - 1
        state[player] = state[player] + sign * worth


@micropython.viper
def _put(state_, cells_, tables_, cell: int, token: int):
    """Change what is on a cell, and with it the value of the tokens around."""
    _area(state_, cells_, tables_, cell, -1, 0)
    ptr8(cells_)[cell] = token
    _area(state_, cells_, tables_, cell, 1, 0)


@micropython.viper
def _toggle(cells: ptr8, tables: ptr8, cell: int, other: int):
    """Put up a barrier between two cells, or take it away."""
    bit = 1
    at = cell
    while tables[at] != other:
        bit += bit
        at += 61
    cells[_WALLS + cell] = cells[_WALLS + cell] ^ bit
    cells[_WALLS + other] = cells[_WALLS + other] ^ bit << 3


@micropython.viper
def _wall(state_, cells_, tables_, cell: int, other: int):
    """`_toggle`, and change the value of the tokens beside the barrier."""
    for sign in range(-1, 2, 2):
        _area(state_, cells_, tables_, cell, sign, 6)
        _area(state_, cells_, tables_, other, sign, 6)
        if sign < 0:
            _toggle(cells_, tables_, cell, other)


@micropython.viper
def _value(state: ptr16) -> int:
    """The value of the step on trial to the mover: _MINE's lead over the best of the others.

    Resets the trial.
    """
    best = 0
    for player in range(state[_PLAYERS]):
        if player != state[_MINE] and state[_TRIAL + player] > best:
            best = state[_TRIAL + player]
    best = _MIDDLE + state[_TRIAL + state[_MINE]] - best
    for i in range(_PARTS, _PARTS + 4):
        state[i + 4] = state[i]
    return best if state[_MAXI] else best ^ _MOST


@micropython.viper
def _settle(state: ptr16):
    """Make the trial real."""
    for i in range(_PARTS, _PARTS + 4):
        state[i] = state[i + 4]
    state[_MAXI] = 1 if state[_TURN] == state[_MINE] else 0


def _load(state, cells, tables):
    """Derive everything else from what is on the board and in stock."""
    for player in range(4):
        worth = _ZERO + _POINT * state[_TAKEN + player]
        worth += cells[_DOUBLE] * state[_DOUBLES + player]
        worth += cells[_SPARE] * state[_BARRIERS + player]
        if state[_SEATS + player] != _NOWHERE:
            worth += cells[_SEAT + state[_SEATS + player]]
        state[_TRIAL + player] = worth
    for cell in range(61):
        _area(state, cells, tables, cell, 1, 6)
    _settle(state)
    value = _value(state)
    state[_VALUE] = value if state[_MAXI] else value ^ _MOST


@micropython.viper
def _final(state: ptr16, cells: ptr8):
    """Work out the value of a position in which the game is over."""
    own = 0
    best = 0
    for player in range(state[_PLAYERS]):
        points = state[_TAKEN + player]
        for cell in range(61):
            if cells[cell] & 7 == player + 1:
                points += cells[_VALUES + cell]
                if cells[cell] & _PAIR:
                    points += cells[_VALUES + cell]
        if player == state[_MINE]:
            own = points
        elif points > best:
            best = points
    own -= best
    best = _MIDDLE + _POINT * own
    if own > 0:
        best += _WIN
    elif own < 0:
        best -= _WIN
    state[_FINAL] = best


@micropython.viper
def _rides(  # noqa: C901  - viper: each call takes 6 us
    state_, cells_, tables_, moves: ptr16, at: int, first: int, away: int
) -> int:
    """The rides that set out in one direction and turn `away` cells on, and their values.

    Returns how many; -1 if the jester cannot get there.
    """
    state = ptr16(state_)
    cells = ptr8(cells_)
    tables = ptr8(tables_)
    turn = state[_TURN]
    cell = state[_SEATS + turn]
    to = 2 * at
    for _ in range(away):
        if cells[_WALLS + cell] >> first & 1:
            return 0 - 1
        cell = tables[61 * first + cell]
        if cell == _NOWHERE or cells[cell] != 0:
            return 0 - 1
    _put(state_, cells_, tables_, cell, turn + 1)
    cells[cell] = 0
    own = state[_TRIAL + turn] - cells[_SEAT + state[_SEATS + turn]]
    state[_TRIAL + turn] = 0
    rest = 0  # the best of the players who are neither the mover nor _MINE
    for player in range(state[_PLAYERS]):
        if player != state[_MINE] and state[_TRIAL + player] > rest:
            rest = state[_TRIAL + player]
    value = _MIDDLE + state[_TRIAL + state[_MINE]]
    for i in range(_PARTS, _PARTS + 4):
        state[i + 4] = state[i]
    for second in range(6):
        if second == first or second == first + 3 or second == first - 3:
            continue
        end = cell
        while cells[_WALLS + end] >> second & 1 == 0:
            end = tables[61 * second + end]
            if end == _NOWHERE or cells[end] != 0:
                break
            part = own + cells[_SEAT + end]
            moves[to] = cell << 6 | end
            if state[_MAXI]:
                moves[to + 1] = value + part - rest
            else:
                moves[to + 1] = value - (part if part > rest else rest) ^ _MOST
            to += 2
    return (to >> 1) - at


@micropython.viper
def _landing(cells: ptr8, tables: ptr8, turn: int, at: int, direction: int) -> int:
    """Where a player's token lands if it jumps in a direction: cell jumped << 8 | landing cell.

    0 if it cannot jump; cell 0 is a corner, which cannot be jumped.
    """
    line = 61 * direction
    over = tables[line + at]
    if over == _NOWHERE or (cells[_WALLS + at] | cells[_WALLS + over]) >> direction & 1:
        return 0
    player = cells[over] & 7
    to = tables[line + over]
    if player == 0 or player > 4 or player == turn + 1 or to == _NOWHERE or cells[to] != 0:
        return 0
    return over << 8 | to


@micropython.viper
def _goes_on(state_, cells_, tables_, moves: ptr16, at: int, most: int, cut: int) -> int:
    """`expand` for jumps, barriers and the end of the turn.

    The cursor is 0 for the jumps, then the number of the edge, from 1.
    """
    state = ptr16(state_)
    cells = ptr8(cells_)
    turn = state[_TURN]
    part = _TRIAL + turn
    cursor = state[_CURSOR]
    state[_CURSOR] = _DONE
    to = 2 * at
    enough = to + 2 * most
    value = 0
    if cursor == 0:
        cell = state[_AT]
        token = cells[cell]
        for direction in range(6):
            target = int(_landing(cells_, tables_, turn, cell, direction))
            if target == 0:
                continue
            over = target >> 8
            target &= 255
            taken = cells[over]
            _jump(state_, cells_, tables_, cell, over, target)
            cells[target] = 0
            cells[cell] = token
            cells[over] = taken
            moves[to] = _JUMP | cell << 6 | target
            moves[to + 1] = int(_value(state_))
            to += 2
        cursor = 1
        if state[_BARRIERS + turn] == 0:
            cursor = _MARKED + 1
    while cursor < _MARKED + 1 and to < enough:
        p = _EDGES + 3 * cursor - 3
        cursor += 1
        cell = cells[p]
        over = cells[p + 1]
        if cells[_WALLS + cell] >> cells[p + 2] & 1:
            continue
        _wall(state_, cells_, tables_, cell, over)
        _toggle(cells_, tables_, cell, over)
        state[part] = state[part] - cells[_SPARE]
        value = int(_value(state_))
        moves[to] = _BARRIER | cell << 6 | over
        moves[to + 1] = value
        to += 2
        if value >= cut:
            return (to >> 1) - at
    if cursor == _MARKED + 1 and to < enough:
        cursor = _DONE
        moves[to] = _END
        moves[to + 1] = int(_value(state_))
        to += 2
    state[_CURSOR] = cursor
    return (to >> 1) - at


@micropython.viper
def expand(  # noqa: C901  - viper: each call takes 6 us
    state_, cells_, tables_, moves_, at: int, most: int, cut: int
) -> int:
    """The legal steps and their values; see tourelle/search.py."""
    state = ptr16(state_)
    if state[_PHASE] == _AFTER:
        return int(_goes_on(state_, cells_, tables_, moves_, at, most, cut))
    cells = ptr8(cells_)
    moves = ptr16(moves_)
    turn = state[_TURN]
    part = _TRIAL + turn
    cursor = state[_CURSOR]
    state[_CURSOR] = _DONE
    to = 2 * at
    if state[_PHASE] == _TOKENS:
        moves[to] = _TOKEN | 1
        moves[to + 1] = int(_value(state_))
        if state[_DOUBLES + turn] == 0 or state[_STOCK + turn] == 0:
            return 1
        cell = state[_AT]
        _double(state_, cells_, tables_, cell)
        cells[cell] = cells[cell] ^ _PAIR
        moves[to + 2] = _TOKEN | 2
        moves[to + 3] = int(_value(state_))
        return 2
    if state[_SEATS + turn] == _NOWHERE:
        for i in range(_BORDER, _BORDER + _STARTS):
            cell = cells[i]
            if cells[cell] == 0:
                state[part] = state[part] + cells[_SEAT + cell]
                moves[to] = _PLACE | cell
                moves[to + 1] = int(_value(state_))
                to += 2
        if state[_JOINING] and turn > 1:
            moves[to] = _END
            _deal(state_, cells_, turn)
            moves[to + 1] = int(_value(state_))
            _deal(state_, cells_, 4)
            _value(state_)
            to += 2
        return (to >> 1) - at
    for player in range(state[_PLAYERS]):
        if state[_STOCK + player] == 0:
            _final(state_, cells_)
            return 0
    # The cursor: the direction times 8, and how many cells away the ride turns, less 1.
    start = cursor
    found = 0
    while cursor < 48 and found < most:
        got = int(
            _rides(state_, cells_, tables_, moves_, at + found, cursor >> 3, (cursor & 7) + 1)
        )
        cursor += 1
        if got < 0:
            cursor = (cursor - 1 | 7) + 1
        while got > 0:
            got -= 1
            found += 1
            if moves[to + 1] >= cut:
                return found
            to += 2
    if cursor < 48:
        state[_CURSOR] = cursor
    elif found == 0 and start == 0:
        _final(state_, cells_)
    return found


def _deal(state, cells, players):
    """Begin with this many players: everything is in stock."""
    state[_PLAYERS] = players
    for player in range(4):
        here = player < players
        doubles = 12 // players if here else 0
        barriers = 24 // players if here else 0
        worth = cells[_DOUBLE] * (doubles - state[_DOUBLES + player])
        worth += cells[_SPARE] * (barriers - state[_BARRIERS + player])
        state[_TRIAL + player] = state[_TRIAL + player] + worth
        state[_STOCK + player] = 60 // players if here else 0
        state[_DOUBLES + player] = doubles
        state[_BARRIERS + player] = barriers


@micropython.viper
def _jump(state_, cells_, tables_, cell: int, over: int, target: int):
    """Jump with the mover's token, and count the points."""
    cells = ptr8(cells_)
    state = ptr16(state_)
    part = _TRIAL + state[_TURN]
    token = cells[cell]
    state[part] = state[part] + (3 * _POINT if cells[over] & _PAIR else _POINT)
    _put(state_, cells_, tables_, over, 0)
    _put(state_, cells_, tables_, cell, 0)
    _put(state_, cells_, tables_, target, token)


@micropython.viper
def _double(state_, cells_, tables_, cell: int):
    """Put a second token on the mover's."""
    cells = ptr8(cells_)
    state = ptr16(state_)
    part = _TRIAL + state[_TURN]
    state[part] = state[part] - cells[_DOUBLE]
    _area(state_, cells_, tables_, cell, -1, 6)
    cells[cell] = cells[cell] ^ _PAIR
    _area(state_, cells_, tables_, cell, 1, 6)


@micropython.viper
def make(  # noqa: C901  - viper: each call takes 6 us
    state_, cells_, tables_, undo: ptr16, at: int, code: int
):
    """Play a step."""
    state = ptr16(state_)
    cells = ptr8(cells_)
    tables = ptr8(tables_)
    turn = state[_TURN]
    kind = code & _KIND
    cell = code >> 6 & 63
    end = code & 63
    part = _TRIAL + turn
    phase = state[_PHASE]
    if kind == _RIDE or kind == _PLACE:
        seat = state[_SEATS + turn]
        state[_SEATS + turn] = end
        state[part] = state[part] + cells[_SEAT + end]
        if kind == _RIDE:
            state[part] = state[part] - cells[_SEAT + seat]
            cells[seat] = 0
            _put(state_, cells_, tables_, cell, turn + 1)
            state[_STOCK + turn] = state[_STOCK + turn] - 1
            state[_AT] = cell
            phase = _TOKENS
        cells[end] = _JESTER + turn
    elif kind == _TOKEN:
        if end == 2:
            _double(state_, cells_, tables_, state[_AT])
            state[_STOCK + turn] = state[_STOCK + turn] - 1
            state[_DOUBLES + turn] = state[_DOUBLES + turn] - 1
        phase = _AFTER
    elif kind == _JUMP:
        over = cell
        for line in range(0, 366, 61):
            seat = tables[line + cell]
            if seat != _NOWHERE and tables[line + seat] == end:
                over = seat
        undo[at] = over << 8 | cells[over]
        state[_TAKEN + turn] = state[_TAKEN + turn] + (3 if cells[over] & _PAIR else 1)
        state[_AT] = end
        _jump(state_, cells_, tables_, cell, over, end)
    else:
        phase = _START
        if kind == _BARRIER:
            _wall(state_, cells_, tables_, cell, end)
            state[_BARRIERS + turn] = state[_BARRIERS + turn] - 1
            state[part] = state[part] - cells[_SPARE]
    if phase == _AFTER and state[_BARRIERS + turn] == 0:
        phase = _START
        for direction in range(6):
            if int(_landing(cells_, tables_, turn, state[_AT], direction)):
                phase = _AFTER
    state[_PHASE] = phase
    if phase == _START:
        state[_AT] = _NOWHERE
        if state[_JOINING] and kind == _END:
            _deal(state_, cells_, turn)
        turn += 1
        if turn >= state[_PLAYERS]:
            turn = 0
            state[_JOINING] = 0
        state[_TURN] = turn
    _settle(state_)


@micropython.viper
def unmake(state: ptr16, cells_, tables_, undo: ptr16, at: int, code: int):
    """Take a step back."""
    cells = ptr8(cells_)
    kind = code & _KIND
    cell = code >> 6 & 63
    end = code & 63
    turn = state[_TURN]
    if kind == _RIDE:
        cells[cell] = 0
        cells[end] = 0
        cells[state[_SEATS + turn]] = _JESTER + turn
    elif kind == _TOKEN:
        if end == 2:
            cells[state[_AT]] = turn + 1
    elif kind == _JUMP:
        cells[cell] = cells[end]
        cells[end] = 0
        cells[undo[at] >> 8] = undo[at] & 255
    elif kind == _BARRIER:
        _toggle(cells_, tables_, cell, end)
    elif kind == _PLACE:
        cells[end] = 0


class Model:
    """Cabale, for the search."""

    WEIGHTS = WEIGHTS
    SURE = 15000
    BOUNDS = 0
    BELOW = 0
    SHORT = 0
    STRAY = (0, 0)
    TEMPO = 0
    KEYED = 128
    REPEATS = False
    PLENTY = 288  # rides are the most: 254 with one other jester; each piece more prevents some
    UNDO = 1
    EFFORT = 10
    SLICE = 8
    NODES = 25000
    POINT = _POINT
    VARIETY = 3
    LEVELS = (
        (1, 0, 256, 66, 170),
        (1, 0, 195, 30, 130),
        (2, 0, 195, 13, 125),
        (2, 0, 50, 5, 60),
        (4, 2000, 0, 0, 0),
        (40, 0, 0, 0, 0),
    )

    def __init__(self, weights=WEIGHTS):
        self.state = array("H", bytes(2 * _WORDS))
        self.cells = bytearray(128) + tables_of(weights)
        self.tables = grid("hex").flat
        self.expand = expand
        self.make = make
        self.unmake = unmake

    def load(self, position, mine=0):
        """Take over a position of the rules; mine: the side that maximises."""
        state = self.state
        cells = self.cells
        for cell in range(61):
            cells[cell] = position.tokens[cell]
            cells[_WALLS + cell] = position.walls[cell]
        for player in range(4):
            there = player < position.players
            cell = position.jesters[player]
            state[_SEATS + player] = cell
            if cell != NONE:
                cells[cell] = _JESTER + player
            state[_STOCK + player] = position.stock[player] if there else 0
            state[_DOUBLES + player] = position.doubles[player] if there else 0
            state[_BARRIERS + player] = position.barriers[player] if there else 0
            state[_TAKEN + player] = position.taken[player] if there else 0
        state[_TURN] = position.turn
        state[_PHASE] = position.phase
        state[_AT] = position.at
        state[_PLAYERS] = position.players
        state[_JOINING] = position.joining
        state[_MINE] = mine
        _load(state, cells, self.tables)

    @staticmethod
    def step(code):
        """The rules' step for a code."""
        return code
