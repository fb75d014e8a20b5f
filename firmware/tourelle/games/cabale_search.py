"""What the search needs of Cabale; see tourelle/search.py. Loaded when the board plays."""

from array import array

from tourelle.games.cabale_tables import PLAIN, WEIGHTS, tables_of
from tourelle.grids import NONE
from tourelle.kernels import const, micropython, ptr8, ptr16
from tourelle.search import numbers

# The state. Words 0 to 60: what is on each cell: a token as in the rules, its player from 1 and
# _PAIR; or a jester, its player from _JESTER. From _WALLS: bits, as in the rules.
_PAIR = const(8)
_JESTER = const(5)
_WALLS = const(64)
_TURN = const(128)
_MAXI = const(129)
_CURSOR = const(130)
_VALUE = const(131)
_FINAL = const(132)
_KEY0 = const(133)  # and two more words
_PHASE = const(137)
_AT = const(138)  # the token that may jump, or _NOWHERE
_PLAYERS = const(139)
_JOINING = const(140)
_MINE = const(141)  # the player who maximises
# For each of the four players: the jester's cell or _NOWHERE, what is in stock, points taken,
# and what all is worth at a glance, plus _ZERO.
_SEATS = const(142)
_STOCK = const(146)
_DOUBLES = const(150)
_BARRIERS = const(154)
_TAKEN = const(158)
_PARTS = const(162)
_WORDS = 166
_ZERO = const(8192)

_START = const(0)
_TOKENS = const(1)
_AFTER = const(2)
_NOWHERE = const(255)
_DONE = const(0xFFFF)

# Codes are the rules' steps: a kind, and one or two cells.
_KIND = const(7 << 12)
_RIDE = const(0)
_PLACE = const(1 << 12)
_TOKEN = const(2 << 12)
_JUMP = const(3 << 12)
_BARRIER = const(4 << 12)
_END = const(5 << 12)

# Where the tables begin, see cabale_tables.py.
_VALUES = const(366)
_BORDER = const(427)
_STARTS = const(18)
_EDGES = const(445)
_MARKED = const(66)
_RISK = const(643)
_SEAT = const(647)
_DOUBLE = const(708)
_SPARE = const(709)

_MIDDLE = const(1 << 15)
_WIN = const(16000)
_POINT = const(20)

# Of _NUMBERS: 16 a cell, for what is on it and its walls; then all the rest, see _key.
_SHIFT = const(131)
_REST = const(16 * 61)
_NUMBERS = numbers(16 * 61 + 576 + 2 * 131)

@micropython.viper
def _area(state: ptr16, tables: ptr8, cell: int, sign: int, first: int):
    """Add what the tokens on a cell and on its neighbours from number `first` to 5 are worth.

    sign: -1 subtracts it. A token's worth is less where it might be jumped: where it stands
    between two cells without tokens, and no barrier is there. Jesters come and go.
    """
    for near in range(first, 7):
        at = cell
        if near < 6:
            at = tables[61 * near + cell]
            if at == _NOWHERE:
                continue
        token = state[at]
        player = token & 7
        if player == 0 or player > 4:
            continue
        open_ = 0
        walls = state[_WALLS + at]
        for axis in range(3):
            one = tables[61 * axis + at]
            other = tables[61 * axis + 183 + at]
            if one == _NOWHERE or other == _NOWHERE or walls & 9 << axis:
                continue
            one = state[one] & 7
            other = state[other] & 7
            if (one == 0 or one > 4) and (other == 0 or other > 4):
                open_ += 1
        worth = _POINT * tables[_VALUES + at]
        loss = worth + _POINT
        if token & _PAIR:
            worth += worth
            loss = worth + 3 * _POINT
        worth -= loss * tables[_RISK + open_] >> 4
        state[_PARTS - 1 + player] = state[_PARTS - 1 + player] + sign * worth


@micropython.viper
def _put(state_, tables_, cell: int, token: int):
    """Change what is on a cell, and what that makes the tokens around worth."""
    state = ptr16(state_)
    _area(state_, tables_, cell, -1, 0)
    state[cell] = token
    _area(state_, tables_, cell, 1, 0)


@micropython.viper
def _wall(state_, tables_, cell: int, other: int, direction: int):
    """Put up a barrier or take it away, and see what that makes the tokens beside it worth."""
    state = ptr16(state_)
    _area(state_, tables_, cell, -1, 6)
    _area(state_, tables_, other, -1, 6)
    state[_WALLS + cell] = state[_WALLS + cell] ^ 1 << direction
    back = direction + 3 if direction < 3 else direction - 3
    state[_WALLS + other] = state[_WALLS + other] ^ 1 << back
    _area(state_, tables_, cell, 1, 6)
    _area(state_, tables_, other, 1, 6)


@micropython.viper
def _value(state: ptr16) -> int:
    """What the position is worth: what the one has more than the best of the others."""
    best = 0
    for player in range(state[_PLAYERS]):
        if player != state[_MINE] and state[_PARTS + player] > best:
            best = state[_PARTS + player]
    return _MIDDLE + state[_PARTS + state[_MINE]] - best


@micropython.viper
def _key(state: ptr16, numbers: ptr16):
    """Work out the key."""
    for i in range(3):
        base = _SHIFT * i
        key = 0
        for cell in range(61):
            if state[cell]:
                key ^= numbers[16 * cell + state[cell] + base]
            walls = state[_WALLS + cell] & 7
            if walls:
                for direction in range(3):
                    if walls >> direction & 1:
                        key ^= numbers[16 * cell + 13 + direction + base]
        base += _REST
        key ^= numbers[base + state[_PHASE]] ^ numbers[base + 4 + state[_TURN]]
        key ^= numbers[base + 8 + state[_MINE]] ^ numbers[base + 12 + state[_PLAYERS]]
        key ^= numbers[base + 17 + state[_JOINING]]
        if state[_AT] != _NOWHERE:
            key ^= numbers[base + 32 + state[_AT]]
        base += 96
        for player in range(4):
            key ^= numbers[base + state[_STOCK + player]]
            key ^= numbers[base + 32 + state[_DOUBLES + player]]
            key ^= numbers[base + 40 + state[_BARRIERS + player]]
            key ^= numbers[base + 56 + (state[_TAKEN + player] & 63)]
            base += 120
        state[_KEY0 + i] = key


@micropython.viper
def _load(state_, tables_, numbers_):
    """Work out what follows from what is on the board and in stock."""
    state = ptr16(state_)
    tables = ptr8(tables_)
    for player in range(4):
        worth = _ZERO + _POINT * state[_TAKEN + player]
        worth += tables[_DOUBLE] * state[_DOUBLES + player]
        worth += tables[_SPARE] * state[_BARRIERS + player]
        if state[_SEATS + player] != _NOWHERE:
            worth += tables[_SEAT + state[_SEATS + player]]
        state[_PARTS + player] = worth
    for cell in range(61):
        _area(state_, tables_, cell, 1, 6)
    state[_MAXI] = 1 if state[_TURN] == state[_MINE] else 0
    state[_VALUE] = int(_value(state_))
    _key(state_, numbers_)


@micropython.viper
def _final(state: ptr16, tables: ptr8) -> int:
    """The value of a position in which the game is over."""
    mine = state[_MINE]
    own = 0
    best = 0
    for player in range(state[_PLAYERS]):
        points = state[_TAKEN + player]
        for cell in range(61):
            if state[cell] & 7 == player + 1:
                points += tables[_VALUES + cell]
                if state[cell] & _PAIR:
                    points += tables[_VALUES + cell]
        if player == mine:
            own = points
        elif points > best:
            best = points
    if own > best:
        return _MIDDLE + _WIN + _POINT * (own - best)
    if own < best:
        return _MIDDLE - _WIN + _POINT * (own - best)
    return _MIDDLE


@micropython.viper
def _rides(state_, tables_, moves: ptr16, at: int, first: int, away: int) -> int:
    """The rides that set out in one direction and turn so many cells away, and their values.

    Returns how many; -1 where the jester cannot get there.
    """
    state = ptr16(state_)
    tables = ptr8(tables_)
    turn = state[_TURN]
    mine = state[_MINE]
    seat = state[_SEATS + turn]
    part0 = state[_PARTS]
    part1 = state[_PARTS + 1]
    part2 = state[_PARTS + 2]
    part3 = state[_PARTS + 3]
    to = 2 * at
    cell = seat
    for _ in range(away):
        if state[_WALLS + cell] >> first & 1:
            return 0 - 1
        cell = tables[61 * first + cell]
        if cell == _NOWHERE or state[cell] != 0:
            return 0 - 1
    _put(state_, tables_, cell, turn + 1)
    own = state[_PARTS + turn] - tables[_SEAT + seat]
    rest = 0  # the best of those who are neither the mover nor the one who maximises
    for player in range(state[_PLAYERS]):
        if player != turn and player != mine and state[_PARTS + player] > rest:
            rest = state[_PARTS + player]
    value = 0
    if turn == mine:
        value = _MIDDLE - rest
    else:
        value = _MIDDLE + state[_PARTS + mine]
    state[cell] = 0
    state[_PARTS] = part0
    state[_PARTS + 1] = part1
    state[_PARTS + 2] = part2
    state[_PARTS + 3] = part3
    for second in range(6):
        if second == first or second == first + 3 or second == first - 3:
            continue
        end = cell
        while state[_WALLS + end] >> second & 1 == 0:
            end = tables[61 * second + end]
            if end == _NOWHERE or state[end] != 0:
                break
            part = own + tables[_SEAT + end]
            moves[to] = cell << 6 | end
            if turn == mine:
                moves[to + 1] = value + part
            elif part > rest:
                moves[to + 1] = value - part
            else:
                moves[to + 1] = value - rest
            to += 2
    return (to >> 1) - at


@micropython.viper
def _may_go_on(state: ptr16, tables: ptr8) -> int:
    """Whether the token may still jump or a barrier be put up."""
    turn = state[_TURN]
    if state[_BARRIERS + turn]:
        return 1
    at = state[_AT]
    for direction in range(6):
        over = tables[61 * direction + at]
        if over == _NOWHERE:
            continue
        if (state[_WALLS + at] | state[_WALLS + over]) >> direction & 1:
            continue
        player = state[over] & 7
        if player == 0 or player > 4 or player == turn + 1:
            continue
        to = tables[61 * direction + over]
        if to != _NOWHERE and state[to] == 0:
            return 1
    return 0


@micropython.viper
def _goes_on(state_, tables_, moves: ptr16, at: int, most: int, cut: int) -> int:
    """`expand`, for jumps, barriers and the end of the turn.

    The cursor is 0 for the jumps, then the number of the edge, from 1.
    """
    state = ptr16(state_)
    tables = ptr8(tables_)
    cursor = state[_CURSOR]
    turn = state[_TURN]
    maxi = state[_MAXI]
    part0 = state[_PARTS]
    part1 = state[_PARTS + 1]
    part2 = state[_PARTS + 2]
    part3 = state[_PARTS + 3]
    to = 2 * at
    enough = to + 2 * most
    value = 0
    if cursor == 0:
        cell = state[_AT]
        token = state[cell]
        for direction in range(6):
            over = tables[61 * direction + cell]
            if over == _NOWHERE:
                continue
            if (state[_WALLS + cell] | state[_WALLS + over]) >> direction & 1:
                continue
            taken = state[over]
            player = taken & 7
            if player == 0 or player > 4 or player == turn + 1:
                continue
            target = tables[61 * direction + over]
            if target == _NOWHERE or state[target] != 0:
                continue
            _put(state_, tables_, over, 0)
            _put(state_, tables_, cell, 0)
            _put(state_, tables_, target, token)
            won = 3 * _POINT if taken & _PAIR else _POINT
            state[_PARTS + turn] = state[_PARTS + turn] + won
            value = int(_value(state_))
            state[target] = 0
            state[cell] = token
            state[over] = taken
            state[_PARTS] = part0
            state[_PARTS + 1] = part1
            state[_PARTS + 2] = part2
            state[_PARTS + 3] = part3
            moves[to] = _JUMP | cell << 6 | target
            moves[to + 1] = value
            to += 2
            if value >= cut if maxi else value <= cut:
                state[_CURSOR] = _DONE
                return (to >> 1) - at
        cursor = 1
        if state[_BARRIERS + turn] == 0:
            cursor = _MARKED + 1
    while cursor < _MARKED + 1 and to < enough:
        p = _EDGES + 3 * cursor - 3
        cursor += 1
        cell = tables[p]
        direction = tables[p + 2]
        if state[_WALLS + cell] >> direction & 1:
            continue
        _wall(state_, tables_, cell, tables[p + 1], direction)
        state[_PARTS + turn] = state[_PARTS + turn] - tables[_SPARE]
        value = int(_value(state_))
        _wall(state_, tables_, cell, tables[p + 1], direction)
        state[_PARTS] = part0
        state[_PARTS + 1] = part1
        state[_PARTS + 2] = part2
        state[_PARTS + 3] = part3
        moves[to] = _BARRIER | cell << 6 | tables[p + 1]
        moves[to + 1] = value
        to += 2
        if value >= cut if maxi else value <= cut:
            state[_CURSOR] = _DONE
            return (to >> 1) - at
    if cursor == _MARKED + 1 and to < enough:
        cursor = _DONE
        moves[to] = _END
        moves[to + 1] = state[_VALUE]
        to += 2
    state[_CURSOR] = cursor
    return (to >> 1) - at


@micropython.viper
def expand(state_, tables_, moves_, at: int, most: int, cut: int) -> int:
    """The legal steps and their values; see tourelle/search.py."""
    state = ptr16(state_)
    tables = ptr8(tables_)
    moves = ptr16(moves_)
    turn = state[_TURN]
    phase = state[_PHASE]
    base = state[_VALUE]
    if phase == _AFTER:
        return int(_goes_on(state_, tables_, moves_, at, most, cut))
    cursor = state[_CURSOR]
    state[_CURSOR] = _DONE
    maxi = state[_MAXI]
    if phase == _TOKENS:
        moves[2 * at] = _TOKEN | 1
        moves[2 * at + 1] = base
        if base >= cut if maxi else base <= cut:
            return 1
        if state[_DOUBLES + turn] == 0 or state[_STOCK + turn] == 0:
            return 1
        cell = state[_AT]
        before = state[_PARTS + turn]
        _area(state_, tables_, cell, -1, 6)
        state[cell] = state[cell] | _PAIR
        _area(state_, tables_, cell, 1, 6)
        state[_PARTS + turn] = state[_PARTS + turn] - tables[_DOUBLE]
        moves[2 * at + 2] = _TOKEN | 2
        moves[2 * at + 3] = int(_value(state_))
        state[cell] = state[cell] ^ _PAIR
        state[_PARTS + turn] = before
        return 2
    found = 0
    if state[_SEATS + turn] == _NOWHERE:
        before = state[_PARTS + turn]
        for i in range(_STARTS):
            cell = tables[_BORDER + i]
            if state[cell] == 0:
                state[_PARTS + turn] = before + tables[_SEAT + cell]
                value = int(_value(state_))
                moves[2 * (at + found)] = _PLACE | cell
                moves[2 * (at + found) + 1] = value
                found += 1
                if value >= cut if maxi else value <= cut:
                    state[_PARTS + turn] = before
                    return found
        state[_PARTS + turn] = before
        if state[_JOINING] and turn > 1:
            moves[2 * (at + found)] = _END
            _deal(state_, tables_, turn)
            moves[2 * (at + found) + 1] = int(_value(state_))
            _deal(state_, tables_, 4)
            found += 1
        return found
    for player in range(state[_PLAYERS]):
        if state[_STOCK + player] == 0:
            state[_FINAL] = int(_final(state_, tables_))
            return 0
    # The cursor: the direction times 8, and how many cells away the ride turns, less 1.
    start = cursor
    while cursor < 48 and found < most:
        got = int(_rides(state_, tables_, moves_, at + found, cursor >> 3, (cursor & 7) + 1))
        if got < 0:
            cursor = (cursor | 7) + 1
            continue
        cursor += 1
        for i in range(found, found + got):
            value = moves[2 * (at + i) + 1]
            if value >= cut if maxi else value <= cut:
                return i + 1
        found += got
    if cursor < 48:
        state[_CURSOR] = cursor
    elif found == 0 and start == 0:
        state[_FINAL] = int(_final(state_, tables_))
    return found


@micropython.viper
def _deal(state: ptr16, tables: ptr8, players: int):
    """Begin with so many players: everything is in stock."""
    state[_PLAYERS] = players
    for player in range(4):
        stock = 60 // players if player < players else 0
        doubles = 12 // players if player < players else 0
        barriers = 24 // players if player < players else 0
        worth = tables[_DOUBLE] * (doubles - state[_DOUBLES + player])
        worth += tables[_SPARE] * (barriers - state[_BARRIERS + player])
        state[_PARTS + player] = state[_PARTS + player] + worth
        state[_STOCK + player] = stock
        state[_DOUBLES + player] = doubles
        state[_BARRIERS + player] = barriers


@micropython.viper
def _over(tables: ptr8, cell: int, landing: int) -> int:
    """The cell between two cells in a line."""
    for direction in range(6):
        over = tables[61 * direction + cell]
        if over != _NOWHERE and tables[61 * direction + over] == landing:
            return over
    return _NOWHERE


@micropython.viper
def _toward(tables: ptr8, cell: int, neighbour: int) -> int:
    """The direction from a cell to its neighbour."""
    direction = 0
    while tables[61 * direction + cell] != neighbour:
        direction += 1
    return direction


@micropython.viper
def make(state_, tables_, numbers_, undo: ptr16, at: int, code: int, value: int):
    """Play a step."""
    state = ptr16(state_)
    tables = ptr8(tables_)
    turn = state[_TURN]
    joining = state[_JOINING]
    undo[at] = code
    undo[at + 1] = state[_VALUE]
    for i in range(3):
        undo[at + 2 + i] = state[_KEY0 + i]
    for i in range(4):
        undo[at + 5 + i] = state[_PARTS + i]
    undo[at + 9] = state[_PHASE]
    undo[at + 10] = state[_AT]
    undo[at + 11] = turn
    undo[at + 12] = joining
    undo[at + 13] = state[_MAXI]
    kind = code & _KIND
    cell = code >> 6 & 63
    end = code & 63
    part = _PARTS + turn
    phase = state[_PHASE]
    if kind == _RIDE:
        seat = state[_SEATS + turn]
        undo[at + 14] = seat
        state[seat] = 0
        state[end] = _JESTER + turn
        state[_SEATS + turn] = end
        state[part] = state[part] + tables[_SEAT + end] - tables[_SEAT + seat]
        _put(state_, tables_, cell, turn + 1)
        state[_STOCK + turn] = state[_STOCK + turn] - 1
        state[_AT] = cell
        phase = _TOKENS
    elif kind == _TOKEN:
        if end == 2:
            cell = state[_AT]
            _put(state_, tables_, cell, turn + 1 | _PAIR)
            state[_STOCK + turn] = state[_STOCK + turn] - 1
            state[_DOUBLES + turn] = state[_DOUBLES + turn] - 1
            state[part] = state[part] - tables[_DOUBLE]
        phase = _AFTER
    elif kind == _JUMP:
        over = int(_over(tables_, cell, end))
        token = state[cell]
        taken = state[over]
        undo[at + 14] = taken
        _put(state_, tables_, over, 0)
        _put(state_, tables_, cell, 0)
        _put(state_, tables_, end, token)
        points = 3 if taken & _PAIR else 1
        state[_TAKEN + turn] = state[_TAKEN + turn] + points
        state[part] = state[part] + _POINT * points
        state[_AT] = end
    elif kind == _BARRIER:
        _wall(state_, tables_, cell, end, int(_toward(tables_, cell, end)))
        state[_BARRIERS + turn] = state[_BARRIERS + turn] - 1
        state[part] = state[part] - tables[_SPARE]
        phase = _START
    elif kind == _PLACE:
        state[end] = _JESTER + turn
        state[_SEATS + turn] = end
        state[part] = state[part] + tables[_SEAT + end]
    else:
        phase = _START
    if phase == _AFTER and int(_may_go_on(state_, tables_)) == 0:
        phase = _START
    state[_PHASE] = phase
    if phase == _START:
        state[_AT] = _NOWHERE
        if joining and kind == _END:
            _deal(state_, tables_, turn)
            turn = 0
            state[_JOINING] = 0
        else:
            turn += 1
            if turn == state[_PLAYERS]:
                turn = 0
                state[_JOINING] = 0
        state[_TURN] = turn
        state[_MAXI] = 1 if turn == state[_MINE] else 0
    state[_VALUE] = int(_value(state_))
    _key(state_, numbers_)


@micropython.viper
def unmake(state_, tables_, undo: ptr16, at: int):
    """Take a step back."""
    state = ptr16(state_)
    code = undo[at]
    kind = code & _KIND
    cell = code >> 6 & 63
    end = code & 63
    turn = undo[at + 11]
    if undo[at + 12] and kind == _END:
        _deal(state_, tables_, 4)
    state[_VALUE] = undo[at + 1]
    for i in range(3):
        state[_KEY0 + i] = undo[at + 2 + i]
    state[_PHASE] = undo[at + 9]
    state[_AT] = undo[at + 10]
    state[_TURN] = turn
    state[_JOINING] = undo[at + 12]
    state[_MAXI] = undo[at + 13]
    if kind == _RIDE:
        state[cell] = 0
        state[end] = 0
        state[undo[at + 14]] = _JESTER + turn
        state[_SEATS + turn] = undo[at + 14]
        state[_STOCK + turn] = state[_STOCK + turn] + 1
    elif kind == _TOKEN:
        if end == 2:
            cell = state[_AT]
            state[cell] = state[cell] ^ _PAIR
            state[_STOCK + turn] = state[_STOCK + turn] + 1
            state[_DOUBLES + turn] = state[_DOUBLES + turn] + 1
    elif kind == _JUMP:
        taken = undo[at + 14]
        state[cell] = state[end]
        state[end] = 0
        state[int(_over(tables_, cell, end))] = taken
        state[_TAKEN + turn] = state[_TAKEN + turn] - (3 if taken & _PAIR else 1)
    elif kind == _BARRIER:
        direction = int(_toward(tables_, cell, end))
        _wall(state_, tables_, cell, end, direction)
        state[_BARRIERS + turn] = state[_BARRIERS + turn] + 1
    elif kind == _PLACE:
        state[end] = 0
        state[_SEATS + turn] = _NOWHERE
    for i in range(4):
        state[_PARTS + i] = undo[at + 5 + i]


class Model:
    """Cabale, for the search."""

    WEIGHTS = WEIGHTS
    PLAIN = PLAIN
    PLENTY = 576
    UNDO = 15
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
        (4, 3000, 0, 0, 0),
        (40, 0, 0, 0, 0),
    )

    def __init__(self, weights=WEIGHTS):
        self.state = array("H", bytes(2 * _WORDS))
        self.tables = tables_of(weights)
        self.numbers = _NUMBERS
        self.expand = expand
        self.make = make
        self.unmake = unmake

    def load(self, position, mine=0):
        """Take over a position of the rules; mine: the side that maximises."""
        state = self.state
        for cell in range(61):
            state[cell] = position.tokens[cell]
            state[_WALLS + cell] = position.walls[cell]
        for player in range(4):
            there = player < position.players
            cell = position.jesters[player]
            state[_SEATS + player] = cell
            if cell != NONE:
                state[cell] = _JESTER + player
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
        _load(state, self.tables, self.numbers)

    @staticmethod
    def step(code):
        """The rules' step of a code."""
        return code
