"""The search for a good step: alpha-beta in slices. It knows no game.

What it needs of a game is in `games/NAME_search.py`, a class `Model` with

state    an array "H": what the search knows of a position. From 128 on it begins with the
         words named in alphabeta.py; all the rest is the game's own. A fresh one is the opening.
tables   bytes that its functions look things up in
expand   expand(state, tables, moves, at, most, cut): the legal steps, two words each, a code and
         the value of the position after it, from number `at` of moves; returns how many.
         It begins at state[CURSOR], 0 for the first, and leaves there where to go on: it may stop
         once it has found `most`, and stops for good once a value is at least `cut` (at most,
         where the mover wants little). At its end the cursor is DONE; where the game is over
         nothing is found, and state[FINAL] is its value.
make     make(state, tables, numbers, undo, at, code, value): play a step; value: as `expand` gave
         it. What it takes to take the step back goes into UNDO words of undo, from number `at`
unmake   unmake(state, tables, undo, at): take it back
numbers  an array "H" without a pattern, of which keys are made
load     load(position, mine): the state of a position of the rules; mine: the side that maximises
step     step(code): the rules' step of a code
PLENTY   no position has more steps
UNDO     as said
SLICE    the work that takes the Pico about a millisecond, see Search.run
NODES    positions that a Pico looks at in 3 s: at the board no level looks at more, on any machine
EFFORT   how many positions it takes as long to look at as to make a step and take it back
LEVELS   for each level from 1 the greatest depth in steps; the most nodes (0: no end); how
         often of 256 it slips; to one of how many best steps, and how much that may lose
WEIGHTS  numbers by which it judges at a glance; a Model may be made with others
PLAIN    such numbers for which only the game's own score counts
VARIETY  how much less than the best a step may be worth in the opening
POINT    what one point of the game's score, or a piece, is worth

A value is a word: MIDDLE is level, more is good for the side that maximises, at MIDDLE
and DECIDED the game is won. With two sides the first maximises; with more it is the side for which
the search thinks, and all others are taken to play against it, so that a value is what this side
has for certain. Whether sides take turns or have several steps running makes no difference.

Nothing is allocated between `begin` and `choose`. All numbers are words of 16 bits without
a sign, which mean the same on all of MicroPython's machines.
"""

from array import array

from tourelle import alphabeta
from tourelle.kernels import const, micropython, ptr16

MIDDLE = 1 << 15
DECIDED = 15000
DONE = 0xFFFF  # no step, or the end of all steps
HEAD = 128
_KEY0 = const(133)

PLIES = 44  # frames: the root and so many steps, less one
_PASTS = const(100)  # turns of the game whose positions are remembered
ROOM = 2048  # steps, over all frames
FEW = 6  # best steps among which the opening varies
OPENING = 8  # turns in which variety is wanted


@micropython.viper
def _rank(picks: ptr16, count: int, wanted: int, maxi: int) -> int:
    """Bring the best `wanted` of so many picks to the front, in order; returns how many."""
    if wanted > count:
        wanted = count
    for i in range(wanted):
        best = picks[2 * i + 1]
        at = i
        for j in range(i + 1, count):
            value = picks[2 * j + 1]
            if value > best if maxi else value < best:
                best = value
                at = j
        if at != i:
            code = picks[2 * at]
            picks[2 * at] = picks[2 * i]
            picks[2 * at + 1] = picks[2 * i + 1]
            picks[2 * i] = code
            picks[2 * i + 1] = best
    return wanted


def numbers(count):
    """An array "H" of so many numbers without a pattern, the same everywhere.

    The sum of two generators: one by exclusive or alone, and all words of a key would be the same.
    """
    found = array("H", bytes(2 * count))
    one = other = 1
    for i in range(count):
        one ^= one << 7 & 0xFFFF
        one ^= one >> 9
        one ^= one << 8 & 0xFFFF
        other = (other * 75 + 74) % 65537
        found[i] = one + other & 0xFFFF
    return found


@micropython.viper
def _clear(table: ptr16, size: int):
    for i in range(size):
        table[i] = 0


@micropython.viper
def _remember(past: ptr16, count: int, state: ptr16, turn: int) -> int:
    """Remember the position at the start of a turn, and forget those of this turn and later.

    count: of those remembered; returns how many there are now.
    """
    while count and past[4 * count - 1] >= turn:
        count -= 1
    if count == _PASTS:
        count -= 1
        for i in range(4 * count):
            past[i] = past[i + 4]
    for i in range(3):
        past[4 * count + i] = state[_KEY0 + i]
    past[4 * count + 3] = turn
    return count + 1


class Search:
    """Thinks about the steps of one game, whoever's turn it is.

    model: of the game; entries: how many the table should have, a power of two up to 65536; one
    takes 10 bytes. Where there is no room for the table, it thinks without. room: for so many
    steps, of all the positions on the way to the one it looks at; one takes 4 bytes. plies: frames
    for these positions; one takes 40 bytes and what the model's UNDO words take.

    nodes   positions looked at since `begin`
    """

    def __init__(self, model, entries=0, room=ROOM, plies=PLIES):
        self.model = model
        self.nodes = 0
        self.level = 0
        self._frames = array("H", bytes(2 * alphabeta.FRAME * plies))
        self._facts = array("H", bytes(2 * alphabeta.FACTS))
        self._moves = array("H", bytes(4 * room))
        self._roots = array("H", bytes(2 * model.PLENTY))
        self._picks = array("H", bytes(4 * model.PLENTY))
        self._undo = array("H", bytes(2 * model.UNDO * plies))
        self._past = array("H", bytes(8 * _PASTS))
        self._limit = 0
        self._opening = False
        self._seed = 1
        facts = self._facts
        facts[alphabeta.ROOM] = room
        facts[alphabeta.LAST] = plies - 1
        facts[alphabeta.PLENTY] = model.PLENTY
        facts[alphabeta.UNDO] = model.UNDO
        facts[alphabeta.EFFORT] = model.EFFORT
        self._table = self._facts
        try:
            if entries:
                self._table = array("H", bytes(2 * alphabeta.ENTRY * entries))
                facts[alphabeta.MASK] = entries - 1
        except MemoryError:
            pass  # slower, that is all

    @property
    def tabled(self):
        """Whether there was room for the table."""
        return self._facts[alphabeta.MASK] > 0

    def forget(self):
        """A new game: neither its positions nor what was found out are worth anything now."""
        self._facts[alphabeta.PAST] = 0
        if self.tabled:
            _clear(self._table, len(self._table))

    def note(self, position):
        """Remember a position of the game, at the start of a turn; repetitions are told by it.

        What was remembered of this turn and later ones, before steps were taken back, is forgotten.
        """
        self._load(position)

    def _load(self, position):
        model = self.model
        model.load(position, 0 if len(position.SIDES) == 2 else position.turn)
        if not position.mid_turn:
            facts = self._facts
            count = facts[alphabeta.PAST]
            facts[alphabeta.PAST] = _remember(self._past, count, model.state, position.turns)

    def begin(self, position, level=6, seed=0, deepest=PLIES - 2):
        """Think about a position that is not over, as one of a level does.

        seed: 0 plays the best step found, any other number brings variety (and the slips of
        the lower levels, which do not slip with 0). deepest: no deeper than so many steps.
        """
        model = self.model
        self._load(position)
        deep, limit, slips, _, loss = model.LEVELS[level - 1]
        self.level = level
        self.nodes = 0
        self._limit = limit
        self._opening = position.turns < OPENING
        self._seed = seed % 65537
        for _ in range(4):
            self._chance(1)
        facts = self._facts
        margin = loss if slips else 0
        if self._opening and margin < model.VARIETY:
            margin = model.VARIETY
        facts[alphabeta.MARGIN] = margin if seed else 0
        facts[alphabeta.DEEPEST] = min(deep, deepest, facts[alphabeta.LAST] - 1)
        facts[alphabeta.PLY] = facts[alphabeta.HORIZON] = facts[alphabeta.OVER] = 0
        facts[alphabeta.PICKS] = facts[alphabeta.REACHED] = 0
        facts[alphabeta.DEEP] = 1
        facts[alphabeta.AGES] = facts[alphabeta.AGES] + 1 & 255
        frames = self._frames
        frames[alphabeta.PHASE] = alphabeta.ENTER
        frames[alphabeta.FIRST] = 0
        frames[alphabeta.DEPTH] = 1
        frames[alphabeta.LOW] = frames[alphabeta.LOW0] = 0
        frames[alphabeta.HIGH] = frames[alphabeta.HIGH0] = alphabeta.MOST

    @micropython.native
    def run(self, budget):
        """Think on for so much work, 30000 at most; False once it has come to an end.

        A position looked at is 1, and what else takes as long is worth as much. It may come back
        earlier, when all steps have been looked at one step deeper.
        """
        facts = self._facts
        if facts[alphabeta.OVER]:
            return False
        if self._limit and budget > self._limit - self.nodes and facts[alphabeta.REACHED]:
            budget = self._limit - self.nodes
        if budget > 30000:
            budget = 30000
        model = self.model
        alphabeta.think(
            budget,
            self._frames,
            facts,
            self._moves,
            self._roots,
            self._picks,
            model.state,
            self._table,
            self._past,
            model.expand,
            model.make,
            model.unmake,
            self._moves,
            model.state,
            model.tables,
            model.numbers,
            self._undo,
        )
        self.nodes += facts[alphabeta.SEEN]
        if self._limit and self.nodes >= self._limit and facts[alphabeta.REACHED]:
            facts[alphabeta.OVER] = 1
        return not facts[alphabeta.OVER]

    @property
    def ready(self):
        """Whether a step has been found already."""
        return self._facts[alphabeta.REACHED] > 0

    @property
    def depth(self):
        """The steps ahead to which everything has been looked at."""
        return self._facts[alphabeta.REACHED]

    @property
    def value(self):
        """What the position is worth to the side to move, in the model's units; see DECIDED."""
        maxi = self._frames[alphabeta.MAXIMISE]
        _rank(self._picks, self._facts[alphabeta.PICKS], 1, maxi)
        value = self._picks[1] - MIDDLE
        return value if maxi else -value

    def best(self):
        """The best step found so far, for the rules."""
        return self.model.step(self._best())

    def _best(self):
        frames = self._frames
        if frames[alphabeta.CODE] != DONE and frames[alphabeta.NEXT] > 0:
            return frames[alphabeta.CODE]  # the first one looked at was the best before
        _rank(self._picks, self._facts[alphabeta.PICKS], 1, frames[alphabeta.MAXIMISE])
        return self._picks[0]

    def choose(self):
        """The step to play, for the rules: the best, or one by the level's slips and variety."""
        picks = self._picks
        slips, few, loss = self.model.LEVELS[self.level - 1][2:]
        if self._seed and self._chance(256) < slips:
            pass
        elif self._seed and self._opening:
            few, loss = FEW, self.model.VARIETY
        else:
            return self.best()
        few = _rank(picks, self._facts[alphabeta.PICKS], few, self._frames[alphabeta.MAXIMISE])
        while few > 1 and abs(picks[2 * few - 1] - picks[1]) > loss:
            few -= 1
        return self.model.step(picks[2 * self._chance(few)])

    def _chance(self, count):
        """A number from 0 to before `count`."""
        self._seed = (self._seed * 75 + 74) % 65537
        return (self._seed >> 3) % count
