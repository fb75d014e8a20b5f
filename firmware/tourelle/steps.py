"""The legal steps of one position, indexed the way the reader asks for them."""

from array import array

from tourelle.games import MARKS, NOTHING, footprint
from tourelle.grids import NONE
from tourelle.kernels import (
    const,
    index_steps,
    keep_silent,
    light_from,
    light_remaining,
    micropython,
    random_keys,
    steps_alike,
    steps_begun,
    steps_by_fact,
    steps_with,
)
from tourelle.lights import MAY_ATTACK, MAY_LAND
from tourelle.memory import tidy

BELIEVED = 1  # in `left_out`: a switch that is left out of every comparison until it changes


# Zobrist keys of the cells: the key of a change of occupancy is the XOR of the keys of its cells.
# They have 30 bits, a small int on the Pico.
ZOBRIST = array("i", bytes(4 * 81))
random_keys(ZOBRIST, len(ZOBRIST))

# Which groups of a footprint (kernels.py) a cell may be in, a bit each; one byte per cell.
ANY: bytes = b"\x7f"
LEAVES = b"\x05"  # vacated or left
FILLS = b"\x02"
LIT = b"\x3a"  # filled, reached, captured or attacked
# The same, as a number, for a cell that a step has changed so far: its switch is closed, or open.
_CLOSED = const(1 << 1 | 1 << 6)  # filled, via
_OPEN = const(1 << 0 | 1 << 2 | 1 << 3 | 1 << 4)  # vacated, left, reached, captured

ALL = 1 << 16  # more steps than there are

# The facts of a step: its move, the key of its change, and another key or 0.
_MOVE = const(0)
_KEY = const(1)
_OTHER = const(2)

_GROWING = const(3)  # tables that grow with the steps; the others have one size, by cell
_KEPT = const(32)  # numbers or footprints that are cached: more take too much of the heap
_MORE = const(64)  # steps by which the room for them grows
_SLICE = const(60)  # marks of the steps that are taken in at once: a measure of the time
_EACH = const(4)  # marks of a step, at a guess


def so_far(cells, closed):
    """The groups of these cells, if a step in progress has changed them."""
    return bytes([_CLOSED if closed[cell] else _OPEN for cell in cells])


class Room:
    """Tables that the `Steps` of successive positions share: making new ones cuts up the heap.

    none       empty tables: ends, facts, marks, starts, movers and entries
    found      where searches leave the numbers that they find
    unasked    receives movers beyond the turn, which nobody asks for
    """

    def __init__(self, size):
        self.found = array("H")
        self.unasked = bytearray(size)
        by_cell = array("H", bytes(4 * size)), bytearray(size), bytearray(size)
        self.none = (array("H"), array("i"), array("H")) + by_cell
        self._forget()

    def _forget(self):
        """Drop all tables. If there is no memory for new ones, they grow as steps come."""
        self._sets = [self._copy(self.none)]
        self._spare = []  # tables that are not in use
        self._most = 0, 0  # steps and marks that there is room for

    def begin(self, steps, marks):
        """A game begins: make room for two positions with this many steps and marks in all.

        The steps of other games must have been released.
        """
        most = max(steps, self._most[0]), max(marks, self._most[1])
        if most != self._most:
            self._forget()
            tidy()  # the tables stay for long and should not lie behind what is freed
            self.found = array("H", bytes(2 * most[0] + 2))  # one more: the end is noticed late
            ends = self.found[:]
            facts = array("i", bytes(12 * len(ends)))
            marked = array("H", bytes(2 * (most[1] + MARKS)))
            one = (ends, facts, marked) + self._copy(self.none[_GROWING:])
            self._sets = [one, self._copy(one)]
            self._spare = list(self._sets)
            self._most = most

    def _copy(self, tables):
        return tuple([table[:] for table in tables])

    def tables(self):
        """Spare tables, emptied; new ones if all are in use."""
        if not self._spare:
            return self._copy(self._sets[0][:_GROWING] + self.none[_GROWING:])
        tables = self._spare.pop()
        for number in range(_GROWING, len(tables)):
            tables[number][:] = self.none[number]
        return tables

    def take_back(self, ends):
        """The steps with these ends are no longer needed: their tables are spare."""
        for tables in self._sets:
            if tables[0] is ends:
                self._spare.append(tables)


class Steps:
    """The legal steps of a position, built slice by slice while the board waits.

    A step has a number here; `moves_of` returns its moves, mostly one. Moves that change nothing
    and go without saying ("one token", "done") are looked through: the steps that may follow them
    are included, and begin with those moves.

    ready     all steps have been taken in
    movers    1 where a piece stands that may move in this turn (bytearray)
    entries   1 where a step puts a piece from the box (bytearray)
    forced    the moves of the only legal step, if that changes nothing: a pass; else ()
    done      the moves of "nothing more" or "I claim", which OK says; else ()
    origin    the one cell that all steps start from, or grids.NONE
    occupied  the position's occupancy, as it was (bytes)
    """

    def __init__(self, position, left_out, room, barred=False):
        """left_out: of the switches, see BELIEVED; room: a `Room`; barred: hands make no step."""
        self.ready: bool = barred
        self.forced: tuple = ()
        self.done: tuple = ()
        self.origin = NONE
        self.occupied = bytes(position.occupancy)
        # Arrays, which kernels search in one go: an entry of a list or dict for each step and cell
        # would take longer to make than all searches, and several times the room.
        self._steps = 0
        self._grown = False  # room was made for them
        self._room = room
        self._use(room.none if barred else room.tables())
        self._ways = [()]  # the moves that go without saying, in each way
        self._froms = []  # number of the first step after each of them
        self._position = position
        self._left_out = left_out
        self._numbers = {}  # by moves: a cache of those asked for lately
        self._feet = {}  # footprints by moves: a cache, too
        self._more = None
        self._at = 0  # number of the current way
        self._own = True  # whether it stays within the turn
        self._count = 0  # moves of the position itself

    def _use(self, tables):
        """Keep what is found in these tables of the `Room`."""
        # Where each step's marks end; three facts a step; the marks of all steps; the first and
        # last step from each cell, from 1.
        self._ends, self._facts, self._marks, self._starts, self.movers, self.entries = tables

    def release(self):
        """Give the tables back: these steps are no longer needed."""
        self._steps = 0
        self._room.take_back(self._ends)
        self._use(self._room.none)

    def anew(self):
        """A copy made now, so that it lies with the rest of the heap."""
        made = object.__new__(Steps)
        for name, value in self.__dict__.items():
            setattr(made, name, value)
        made.occupied = bytes(bytearray(self.occupied))
        made._ways = [way + () for way in self._ways]
        made.done = self.done + ()
        made._froms = list(self._froms)
        made._numbers = {}
        made._feet = {}
        return made

    def build(self):
        """Take in some more steps; the position must be as it was at the start."""
        position = self._position
        way = self._ways[self._at]
        turns = position.turns
        for move in way:
            position.push(move)
        self._own = position.turns == turns
        if not self._grow() and (self._more is not None or self._begin(way)):
            # Finding the first one may take as long as taking in a few.
            self._take(way, _SLICE if self._steps > self._froms[-1] else 1)
        for _ in way:
            position.pop()
        if self._at == len(self._ways):
            self.ready = True
            if self._count > 1:
                self.forced = ()

    def _grow(self):
        """Make room for another step if needed; True if that was done, which takes long enough."""
        room = self._room
        steps = self._steps
        marks = self._beyond(steps) + MARKS
        if steps < min(len(room.found), len(self._ends)) and marks <= len(self._marks):
            return False
        if not self._grown:
            self._grown = True
            tidy()  # as in Room.begin
        elif steps >= len(room.found):
            room.found.extend(array("H", bytes(2 * _MORE)))
        elif steps >= len(self._ends):
            self._facts.extend(array("i", bytes(12 * _MORE)))  # first, since ends are looked at
            self._ends.extend(array("H", bytes(2 * _MORE)))
        else:
            self._marks.extend(array("H", bytes(2 * _EACH * _MORE)))
        return True

    def _begin(self, way):
        """Begin with the steps that follow a way; True if there is time to find the first one."""
        self._froms.append(self._steps)
        if way and self._position.outcome() is not None:
            self._at += 1
            return False
        self._more = self._position.legal_moves()
        return not way

    @micropython.native
    def _take(self, way, most):
        """Take in steps that follow a way, until they have `most` marks or there is no room."""
        first = number = self._steps
        last = min(len(self._ends), len(self._room.found))
        facts = self._facts
        marks = self._marks
        ends = self._ends
        at = self._beyond(number)
        most = min(at + most, len(marks) - MARKS + 1)
        mark = self._position.mark
        for move in self._more:
            end = mark(move, marks, at)
            if end == at:
                self._take_empty(way, move)
                continue
            facts[3 * number + _MOVE] = move
            ends[number] = end
            at = end
            number += 1
            if at >= most or number == last:
                break
        else:
            self._more = None
            self._at += 1
        if not way:
            self._count += number - first
        self._steps = number
        self._index(first, self.movers if self._own else self._room.unasked)

    def index(self):
        """Other switches are left out now: index the steps anew."""
        self._index(0, self._room.unasked)  # who may move is as before

    @micropython.native
    def _index(self, first, movers):
        """Index the steps from number `first` on; movers: where to note the cells they start on."""
        self.origin = index_steps(
            self._marks,
            self._ends,
            first,
            self._steps,
            self._left_out,
            ZOBRIST,
            self._facts,
            self._starts,
            movers,
            self.entries,
            self.origin,
        )

    def _take_empty(self, way, move):
        """Take in a step that changes nothing."""
        moves = way + (move,)
        if not way:
            self.forced = moves
            self._count += 1
        if self._position.implied(move):
            self.done = moves
            self._ways.append(moves)
        elif not self.done:
            self.done = moves

    @micropython.native
    def moves_of(self, number):
        """The moves of a step."""
        way = len(self._froms) - 1
        while self._froms[way] > number:
            way -= 1
        moves = self._ways[way] + (self._facts[3 * number + _MOVE],)
        self._keep(self._numbers, moves, number)
        return moves

    def fitting(self, key):
        """The numbers of the steps whose change of occupancy has this key."""
        if not key:
            return ()
        return self._equal(_KEY, _OTHER, key)

    @micropython.native
    def _equal(self, one, other, wanted):
        """The numbers of the steps that have `wanted` as one or the other of these facts."""
        found = self._room.found
        many = steps_by_fact(self._facts, self._steps, one, other, wanted, found)
        return [found[i] for i in range(many)]

    def fitting_cells(self, cells):
        """The numbers of the steps that change the occupancy of exactly these cells."""
        return self.fitting(self.key_of(cells))

    def number(self, moves):
        """The number of the step with these moves; -1 if it touches nothing."""
        number = self._numbers.get(moves)
        if number is not None:
            return number
        for number in self._equal(_MOVE, _MOVE, moves[-1]):
            if self.moves_of(number) == moves:
                return number
        return -1

    def having(self, cells, groups, most):
        """The numbers of the first `most` steps with all these cells, each in its groups."""
        return [self._room.found[i] for i in range(self._having(cells, groups, most))]

    def silent(self, cells, groups):
        """As `having`, but only steps that no switch can feel."""
        found = self._room.found
        many = self._having(cells, groups, self._steps)
        return [found[i] for i in range(keep_silent(self._facts, found, many))]

    def _having(self, cells, groups, most):
        found = self._room.found
        count = self._steps
        size = len(cells)
        return steps_with(self._marks, self._ends, count, cells, groups, size, found, most)

    def starts(self, origin):
        """Whether a step may start from the cell."""
        return self._starts[2 * origin] > 0

    @micropython.native
    def light(self, origin, lamps):
        """Set the lamps to where the pieces of a cell may go; False if no step starts there."""
        starts = self._starts
        size = len(lamps)
        return light_from(
            self._marks, self._ends, starts, origin, lamps, size, MAY_LAND, MAY_ATTACK
        )

    def light_begun(self, cells, closed, lamps):
        """Light what the steps that have changed all these cells may still do; returns how many.

        closed: the switches.
        """
        many = self._having(cells, so_far(cells, closed), self._steps)
        marks = self._marks
        found = self._room.found
        light_remaining(marks, self._ends, found, many, closed, lamps, MAY_LAND, MAY_ATTACK)
        return many

    def begun(self, closed, cells):
        """The numbers of the steps that may be over, even if the next one has begun already.

        cells: where the board differs; closed: the switches.
        """
        found = self._room.found
        count = self._steps
        many = steps_begun(self._marks, self._ends, count, closed, cells, len(cells), found)
        return [found[i] for i in range(many)]

    def same(self, number, numbers):
        """Which of `numbers` are steps with the same footprint as step `number`."""
        like = bytearray(len(numbers))
        if number >= 0:
            self._liken(number, array("H", numbers), len(numbers), like)
        return [numbers[i] for i in range(len(numbers)) if like[i] == 1]

    def resemble(self, numbers):
        """How each of these steps resembles the others: a sum of bits.

        1: an earlier one has the same footprint. 2: one with another footprint may end alike.
        """
        among = array("H", numbers)
        like = bytearray(len(among))
        before = bytearray(len(among))
        for i in range(1, len(among)):
            like[i] = self._liken(among[i], among, i, before)
            if like[i] & 2:
                for j in range(i):
                    like[j] |= before[j] & 2
        return like

    def _liken(self, number, numbers, count, found):
        return steps_alike(self._marks, self._ends, number, numbers, count, found)

    def foot_of(self, moves):
        """The footprint of the step with these moves."""
        foot = self._feet.get(moves)
        if foot is None:
            number = self.number(moves)
            if number < 0:
                return NOTHING
            foot = self.foot(number)
            self._keep(self._feet, moves, foot)
        return foot

    def forget(self):
        """Empty the caches while nothing is asked: they would cut up the heap."""
        self._feet.clear()
        self._numbers.clear()

    def _keep(self, by_moves, moves, what):
        if len(by_moves) == _KEPT:
            by_moves.clear()
        by_moves[moves] = what

    def foot(self, number):
        """The footprint of a step."""
        single = self._position.grid.single
        return footprint(self._marks, self._beyond(number), self._ends[number], single)

    def _beyond(self, number):
        """Where the marks of step `number` begin: after those of the step before."""
        return self._ends[number - 1] if number else 0

    def key_of(self, cells):
        """The key of those of these cells whose switches are not left out."""
        left_out = self._left_out
        key = 0
        for cell in cells:
            if left_out[cell] != BELIEVED:
                key ^= ZOBRIST[cell]
        return key
