"""Cabale: jesters ride and turn, and leave tokens there, which jump and are worth their cells."""

from tourelle.games import CAPTURED, FILLED, REACHED, VACATED, VIA, Outcome, TextError
from tourelle.games.position import Position as Base
from tourelle.games.position import number
from tourelle.grids import NONE, grid
from tourelle.kernels import const, micropython, ptr8

_GRID = grid("hex")
_CENTRE = const(4)  # column and row of the centre
_OUTER = const(4)  # the outer ring
_JOIN = "join"
# By number of players: each player's tokens, double placements and barriers.
_STOCK = {2: (30, 6, 12), 3: (20, 4, 8), 4: (15, 3, 6)}
TAKEN = (1, 3)  # points for a captured token, and for a pair

# A token is a number: its player from 1, plus PAIR if two lie there.
PAIR = 8

# A move is a kind, and one or two cells of six bits each.
RIDE, PLACE, TOKENS, JUMP, BARRIER, DONE = range(0, 6 << 12, 1 << 12)
_KIND = const(7 << 12)

# What may come next in a turn.
_START, _TOKENS, _AFTER = range(3)


def _rings():
    """The ring of each cell; 0 is the centre."""
    rings = bytearray()
    for cell in range(_GRID.size):
        q = _GRID.columns[cell] - _CENTRE
        r = _GRID.rows[cell] - _CENTRE
        rings.append(max(abs(q), abs(r), abs(q + r)))
    return bytes(rings)


_RINGS = _rings()
_VALUES = bytes((15, 10, 6, 3, 1)[ring] for ring in _RINGS)  # of each cell
# Where jesters start: border cells that are not corners (a corner has three neighbours).
_BORDER = bytes(
    c for c in range(_GRID.size) if _RINGS[c] == _OUTER and len(_GRID.neighbours(c)) > 3
)


def _marked():
    """The edges on which a barrier may stand, three bytes each: cell, other cell, its direction.

    Only this function says so: the leaflet's figure of the marked edges is lost.
    """
    edges = bytearray()
    for cell in range(_GRID.size):
        for direction in range(3):
            other = _GRID.toward[direction][cell]
            if other != NONE and _OUTER in (_RINGS[cell], _RINGS[other]):
                edges.extend(bytes((cell, other, direction)))
    return bytes(edges)


_EDGES = _marked()
_RIDES = const(192)  # bytes for the rides in one direction, of which there are 96 at most


@micropython.viper
def _find_rides(
    steps: ptr8, occupancy: ptr8, walls: ptr8, jester: int, first: int, found: ptr8
) -> int:
    """Find where a jester that sets out in the first direction may turn and end.

    steps: `flat` of the grid, 61 bytes per direction. Writes both cells of each ride into found;
    returns how many bytes.
    """
    nowhere = int(NONE)
    count = 0
    turn = jester
    while walls[turn] >> first & 1 == 0:
        turn = steps[first * 61 + turn]
        if turn == nowhere or occupancy[turn] != 0:
            break
        for second in range(6):
            if second == first or second == first + 3 or second == first - 3:
                continue
            end = turn
            while walls[end] >> second & 1 == 0:
                end = steps[second * 61 + end]
                if end == nowhere or occupancy[end] != 0:
                    break
                found[count] = turn
                found[count + 1] = end
                count += 2
    return count


@micropython.viper
def _worth(tokens: ptr8, values: ptr8, player: int) -> int:
    """The value of a player's tokens on the board; values: of each cell."""
    points = 0
    for cell in range(61):
        if tokens[cell] & 7 == player:
            points += values[cell]
            if tokens[cell] & int(PAIR):
                points += values[cell]
    return points


class Position(Base):
    """A position of Cabale. A turn is a ride, x1 or x2, jumps, and a barrier or "done".

    With the option players=join, players place their jesters as they come; once there are two,
    "done" begins the game with those who are there.
    """

    NAME = "cabale"
    TITLE = "Cabale"
    ALIASES = ("tabale",)
    GRID = "hex"
    SIDES = "1234"
    OPTIONS = (("players", ("2", "3", "4", _JOIN)),)
    AT_TABLE = {"players": _JOIN}
    WORDS = ("x1", "x2", ".")
    KINDS = ("J1", "t1", "J2", "t2", "J3", "t3", "J4", "t4")
    STEP_ROOM = 290, 1020

    def __init__(self, options=None):
        super().__init__(options)
        size = self.grid.size
        self.tokens = bytearray(size)
        self.walls = bytearray(size)  # by cell, a bit for each direction with a barrier
        self.jesters = bytearray(4)
        self.stock = bytearray(4)  # by player, as are the next three
        self.doubles = bytearray(4)
        self.barriers = bytearray(4)
        self.taken = bytearray(4)  # points for captures
        self.clear()

    # -- setting up

    def clear(self):
        for cell in range(self.grid.size):
            self.tokens[cell] = self.walls[cell] = self.occupancy[cell] = 0
        for player in range(4):
            self.jesters[player] = NONE
        self.history.clear()
        self.phase = _START
        self.at = NONE  # the token that may jump
        self._begin(self.options["players"])

    def _begin(self, players):
        """Set the number of players, given as an option's value; everything is in stock."""
        self.options["players"] = players
        self.joining = players == _JOIN
        self.players = 4 if players == _JOIN else int(players)
        self.SIDES = Position.SIDES[: self.players]
        tokens, doubles, barriers = _STOCK[self.players]
        # In place: new arrays, made once all have joined, would cut up the free heap.
        self.stock[:] = bytes([tokens] * self.players)
        self.doubles[:] = bytes([doubles] * self.players)
        self.barriers[:] = bytes([barriers] * self.players)
        self.taken[:] = bytes(self.players)

    # -- a turn

    @property
    def mid_turn(self):
        return self.phase != _START

    def legal_moves(self):
        if self.phase == _START:
            if self.jesters[self.turn] == NONE:
                yield from self._places()
            else:
                yield from self._rides()
        elif self.phase == _TOKENS:
            yield TOKENS | 1
            if self.doubles[self.turn] and self.stock[self.turn]:
                yield TOKENS | 2
        else:
            yield from self._jumps()
            if self.barriers[self.turn]:
                yield from self._edges()
            yield DONE

    def _places(self):
        for cell in _BORDER:
            if not self.occupancy[cell]:
                yield PLACE | cell
        if self.joining and self.turn > 1:
            yield DONE

    def _rides(self):
        steps = self.grid.flat
        jester = self.jesters[self.turn]
        found = bytearray(_RIDES)
        for first in range(6):
            end = _find_rides(steps, self.occupancy, self.walls, jester, first, found)
            for i in range(0, end, 2):
                yield RIDE | found[i] << 6 | found[i + 1]

    def _jumps(self):
        steps = self.grid.toward
        walls = self.walls
        at = self.at
        for direction in range(6):
            over = steps[direction][at]
            if over == NONE or (walls[at] | walls[over]) >> direction & 1:
                continue
            token = self.tokens[over]
            if token and token & 7 != self.turn + 1:
                to = steps[direction][over]
                if to != NONE and not self.occupancy[to]:
                    yield JUMP | at << 6 | to

    def _edges(self):
        for i in range(0, len(_EDGES), 3):
            cell = _EDGES[i]
            if not self.walls[cell] >> _EDGES[i + 2] & 1:
                yield BARRIER | cell << 6 | _EDGES[i + 1]

    def _over(self, move):
        """The cell that a jump passes over: the only neighbour that both its ends share."""
        landing = self.grid.neighbours(move & 63)
        return next(cell for cell in self.grid.neighbours(move >> 6 & 63) if cell in landing)

    def _direction(self, cell, neighbour):
        return next(d for d in range(6) if self.grid.toward[d][cell] == neighbour)

    def _flip_wall(self, move):
        """Put up a move's barrier, or take it away."""
        cell = move >> 6 & 63
        other = move & 63
        direction = self._direction(cell, other)
        self.walls[cell] ^= 1 << direction
        self.walls[other] ^= 1 << (direction + 3) % 6

    def _put(self, cell, token):
        self.tokens[cell] = token
        self.occupancy[cell] = 1 if token else 0

    def push(self, move):
        turn = self.turn
        kind = move & _KIND
        extra = 0
        joining = self.joining
        before = self.phase | self.at << 2 | turn << 10 | joining << 12
        if kind == RIDE:
            extra = self.jesters[turn]
            self._set_jester(turn, move & 63)
            self.at = move >> 6 & 63
            self._put(self.at, turn + 1)
            self.stock[turn] -= 1
            self.phase = _TOKENS
        elif kind == TOKENS:
            if move & 2:
                self.tokens[self.at] |= PAIR
                self.stock[turn] -= 1
                self.doubles[turn] -= 1
            self.phase = _AFTER
        elif kind == JUMP:
            over = self._over(move)
            extra = self.tokens[over]
            self.taken[turn] += TAKEN[extra >> 3]
            self._put(over, 0)
            self._put(move & 63, self.tokens[self.at])
            self._put(self.at, 0)
            self.at = move & 63
        elif kind == BARRIER:
            self._flip_wall(move)
            self.barriers[turn] -= 1
            self.phase = _START
        elif kind == PLACE:
            self._set_jester(turn, move & 63)
        else:
            self.phase = _START
        if self.phase == _AFTER and not self._may_go_on():
            self.phase = _START
        self.history.push(move)
        self.history.push(before | extra << 13)
        if self.phase == _START:
            self._end_turn(kind)

    def _end_turn(self, kind):
        """End the turn after a step of this kind, which was its last."""
        turn = self.turn
        self.at = NONE
        if self.joining and kind == DONE:
            self._begin(str(turn))
            self.turn = 0
            return
        self.turn = (turn + 1) % self.players
        self.turns += 1
        if self.joining and not self.turn:
            self._begin(str(self.players))

    def _may_go_on(self):
        """Whether the token may still jump, or a barrier may still be put up."""
        if self.barriers[self.turn]:
            return True
        for _ in self._jumps():
            return True
        return False

    def _set_jester(self, player, cell):
        """Put a player's jester on a cell; NONE takes it off the board."""
        before = self.jesters[player]
        if before != NONE:
            self.occupancy[before] = 0
        self.jesters[player] = cell
        if cell != NONE:
            self.occupancy[cell] = 1

    def pop(self):
        info = self.history.pop()
        move = self.history.pop()
        kind = move & _KIND
        extra = info >> 13
        turn = info >> 10 & 3
        joining = info >> 12 & 1
        if self.phase == _START and not (joining and kind == DONE):
            self.turns -= 1
        if joining and not self.joining:
            self._begin(_JOIN)
        self.phase = info & 3
        self.at = info >> 2 & 255
        self.turn = turn
        if kind == RIDE:
            self._put(move >> 6 & 63, 0)
            self._set_jester(turn, extra)
            self.stock[turn] += 1
        elif kind == TOKENS:
            if move & 2:
                self.tokens[self.at] &= ~PAIR
                self.stock[turn] += 1
                self.doubles[turn] += 1
        elif kind == JUMP:
            self._put(self.at, self.tokens[move & 63])
            self._put(move & 63, 0)
            self._put(self._over(move), extra)
            self.taken[turn] -= TAKEN[extra >> 3]
        elif kind == BARRIER:
            self._flip_wall(move)
            self.barriers[turn] += 1
        elif kind == PLACE:
            self._set_jester(turn, NONE)
        return move

    def implied(self, move):
        return self.mid_turn and move in (TOKENS | 1, DONE)

    @micropython.native
    def mark(self, move, marks, at):
        kind = move & _KIND
        cell = move >> 6 & 63
        end = move & 63
        if kind == RIDE:
            marks[at] = VACATED | self.jesters[self.turn]
            marks[at + 1] = FILLED | cell
            marks[at + 2] = FILLED | end
            marks[at + 3] = VIA | cell
            return at + 4
        if kind == BARRIER:
            marks[at] = VIA | cell
            marks[at + 1] = VIA | end
            return at + 2
        if kind == JUMP:
            marks[at] = VACATED | cell
            marks[at + 1] = FILLED | end
            marks[at + 2] = CAPTURED | self._over(move)
            return at + 3
        if kind == PLACE:
            marks[at] = FILLED | end
            return at + 1
        if move == TOKENS | 2:
            marks[at] = REACHED | self.at
            return at + 1
        return at

    def printed(self, cell):
        return str(_VALUES[cell])

    def marked(self):
        return [(_EDGES[i], _EDGES[i + 1]) for i in range(0, len(_EDGES), 3)]

    def bars(self):
        return [
            (cell, self.grid.toward[direction][cell])
            for cell in range(self.grid.size)
            if self.walls[cell]
            for direction in range(3)
            if self.walls[cell] >> direction & 1
        ]

    # -- the end of the game

    def owner(self, cell):
        if self.tokens[cell]:
            return (self.tokens[cell] & 7) - 1
        player = self.jesters.find(_GRID.single[cell])
        return player if player >= 0 else NONE

    def score(self):
        return tuple(
            self.taken[side] + _worth(self.tokens, _VALUES, side + 1)
            for side in range(self.players)
        )

    def outcome(self):
        if self.mid_turn:
            return None
        why = "last token"
        if all(self.stock):
            for _ in self.legal_moves():
                return None
            why = "no turn left for the jester"
        scores = self.score()
        best = max(scores)
        return Outcome(
            tuple(side for side in range(self.players) if scores[side] == best), scores, why
        )

    # -- texts

    @staticmethod
    def glyphs(stack):
        kind, player = _piece(stack)
        return ("j" if kind == "j" else "k") + str(player) + ("k%d" % player if kind == "d" else "")

    def pieces(self, cell):
        return self.glyphs(self.stack_text(cell)) if self.occupancy[cell] else ""

    def stack_text(self, cell):
        token = self.tokens[cell]
        kind = "J" if not token else "d" if token & PAIR else "t"
        return kind + str(self.owner(cell) + 1)

    def move_text(self, move):
        names = self.grid.names
        kind = move & _KIND
        cell = names[move >> 6 & 63] if kind in (RIDE, JUMP, BARRIER) else ""
        if kind == RIDE:
            return cell + "-" + names[move & 63]
        if kind == PLACE:
            return names[move & 63]
        if kind == TOKENS:
            return "x%d" % (move & 63)
        if kind == JUMP:
            return cell + "^" + names[move & 63]
        if kind == BARRIER:
            return self.normal_move(cell + "/" + names[move & 63])
        return "."

    def normal_move(self, text):
        """A barrier's two cells in alphabetical order."""
        return "/".join(sorted(text.split("/")))

    def parts(self):
        tokens, doubles, barriers = _STOCK[self.players]
        for name, counts, full in (
            ("tokens", self.stock, tokens),
            ("doubles", self.doubles, doubles),
            ("barriers", self.barriers, barriers),
            ("taken", self.taken, 0),
        ):
            if min(counts) < full or max(counts) > full:
                yield name + " " + ",".join(str(count) for count in counts)
        names = self.grid.names
        walls = []
        for cell in range(self.grid.size):
            if not self.walls[cell]:
                continue
            for direction in range(3):
                if self.walls[cell] >> direction & 1:
                    one, two = names[cell], names[self.grid.toward[direction][cell]]
                    walls.append(one + "/" + two if one < two else two + "/" + one)
                    yield ""
        if walls:
            yield "walls " + ",".join(sorted(walls))

    def fill(self, stacks, parts):
        for cell, text in stacks:
            kind, player = _piece(text)
            if player >= self.players:
                raise TextError("'%s': there are %d players" % (text, self.players))
            if kind != "j":
                self._put(cell, player + 1 | (PAIR if kind == "d" else 0))
            elif self.jesters[player] == NONE:
                self._set_jester(player, cell)
            else:
                raise TextError("'%s' appears twice; a player has one jester" % text)
        self._fill_counts(parts)
        self._fill_walls(parts.pop("walls", ""))
        self._check_tokens()
        if self.joining and (
            any(self.tokens)
            or any((self.jesters[i] != NONE) != (i < self.turn) for i in range(self.players))
        ):
            raise TextError("players=join is for a set-up: one jester for each before the next")

    def _fill_counts(self, parts):
        tokens, doubles, barriers = _STOCK[self.players]
        for name, counts, most in (
            ("tokens", self.stock, tokens),
            ("doubles", self.doubles, doubles),
            ("barriers", self.barriers, barriers),
            ("taken", self.taken, 255),
        ):
            if name not in parts:
                continue
            value = parts.pop(name)
            numbers = value.split(",")
            if len(numbers) != self.players:
                raise TextError(
                    "%s %s: there are %d players, so %d numbers"
                    % (name, value, self.players, self.players)
                )
            for player in range(self.players):
                counts[player] = number(numbers[player].strip(), most, name)

    def _fill_walls(self, text):
        """Put up walls on any edge: the players agree on which edges are marked."""
        walls = [wall.strip() for wall in text.split(",") if wall.strip()]
        for wall in walls:
            cells = [self.cell(name) for name in wall.split("/") if name]
            if len(cells) != 2 or cells[1] not in self.grid.neighbours(cells[0]):
                raise TextError("'%s' is not an edge between two neighbours" % wall)
            cell, other = cells
            if self.walls[cell] >> self._direction(cell, other) & 1:
                raise TextError("'%s' is walled twice" % wall)
            self._flip_wall(BARRIER | cell << 6 | other)
        spent = self.players * _STOCK[self.players][2] - sum(self.barriers)
        if len(walls) > spent:
            raise TextError(
                "walls %s: %d stand and %d were spent, by the barriers left"
                % (text, len(walls), spent)
            )

    def _check_tokens(self):
        """TextError if more is on the board, or captured, than has left the stock."""
        tokens, doubles, _ = _STOCK[self.players]
        gone = 0
        for player in range(self.players):
            mine = [token for token in self.tokens if token & 7 == player + 1]
            pairs = sum(1 for token in mine if token & PAIR)
            spent = tokens - self.stock[player]
            if len(mine) + pairs > spent:
                raise TextError(
                    "player %d has %d tokens on the board, and spent %d of %d"
                    % (player + 1, len(mine) + pairs, spent, tokens)
                )
            if pairs > doubles - self.doubles[player]:
                raise TextError(
                    "player %d has %d pairs on the board, and spent %d of %d"
                    % (player + 1, pairs, doubles - self.doubles[player], doubles)
                )
            gone += spent - len(mine) - pairs
        # A captured pair of two tokens counts three points.
        if 2 * sum(self.taken) > 3 * gone:
            raise TextError(
                "taken %s: %d tokens are missing from the board"
                % (",".join(str(points) for points in self.taken), gone)
            )


def _piece(text):
    """(kind j, t or d; player from 0) in a text such as "J1"; TextError."""
    word = text.lower()
    if len(word) != 2 or word[0] not in "jtd" or word[1] not in Position.SIDES:
        raise TextError("'%s' is not a piece; write J1, t1 or d1 for player 1's" % text)
    return word[0], int(word[1]) - 1
