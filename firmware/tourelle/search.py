"""The search for a good step: alpha-beta in slices. It knows no game.

What it needs to know of a game is in `games/NAME/search.py`, a class `Model` with

state    an array "H" of even length: what the search knows of a position, except what is on the
         board. It begins with the words that alphabeta.py names; from _TURN (transpositions.py) on
         it is the game's own. The search restores all of it when it takes back a step.
cells    bytes, a multiple of 4: what is on each cell, and whatever else is looked up
KEYED    how many of the cells, a multiple of 4, tell positions apart, together with the words of
         state from _TURN on; they may include values derived from others
REPEATS  whether a position may occur again
tables   bytes that the functions look things up in
expand   expand(state, cells, tables, moves, at, most, cut): write the legal steps into moves, from
         number `at` on, two words each: a code, and the value of the position after it to the
         mover; return how many. It begins at state[_CURSOR], 0 for the first, and leaves there
         where to go on. It may stop once it has found `most`, and for good once a value is at
         least `cut`, which it does if many may follow. At its end the cursor is _DONE. If the game
         is over it finds nothing, and state[_FINAL] is its value.
make     make(state, cells, tables, undo, at, code): play a step. It does not set the value. What
         taking the step back needs goes into UNDO words of undo, from number `at` on
unmake   unmake(state, cells, tables, undo, at, code): take it back; state is restored already
load     load(position, mine): take over a position of the rules; mine: the side that maximises
step     step(code): the rules' step for a code
PLENTY   the most steps that a position has
UNDO     the words that `make` needs, see there
SLICE    the work that takes the Pico about a millisecond, see Search.run
NODES    positions that a Pico looks at in 2.7 s: at the board no level looks at more, on any
         machine, except twice as many if it may prove the end
EFFORT   making a step and taking it back takes as long as looking at this many positions
LEVELS   for each level from 1: the greatest depth in steps; the most nodes (0: no limit); how
         often of 256 it slips, to one of how many best steps, and how much that may lose
WEIGHTS  numbers by which it judges at a glance; a Model may be made with others
STRAY    how far looking ahead seldom leads away from the value at a glance (futility margin): at
         once, and more for each step ahead. A step whose value is farther from the window is not
         searched. Zeros: all steps are
TEMPO    how much more the side to move has after an odd number of steps ahead
VARIETY  how much less than the best a step may be worth in the opening
POINT    the value of one point of the game's score, or of a piece
SURE     at this distance from _MIDDLE there is nothing more to win: 15000; or more than any value,
         if it matters by how much a game is won
BOUNDS   number of the first of two words of the state that `make` and `load` write: the least and
         the most that the game will be worth at its end; 0: there are none
BELOW    where `expand` begins below the root, instead of 0: there it may leave out steps that do
         not change the value. In an ending it begins at twice that: then values only say in which
         order to try steps
SHORT    with this many steps, NODES are likely to be enough to look down to the game's end, and
         there must be a frame for each step until then

A value is a word: _MIDDLE is level, more is good for the side that maximises, and at _MIDDLE +
15000 the game is won. The value to the mover is that value if the mover maximises, else _MOST
minus it. With two sides the first maximises. With more, the side for which the search thinks does,
and all others are assumed to play against it, so that a value is what this side is certain to get.
It makes no difference whether sides alternate or have several steps in a row.

Nothing is allocated between `begin` and `choose`. All numbers are unsigned words of 16 bits, which
mean the same on all of MicroPython's machines.
"""

from tourelle.alphabeta import think
from tourelle.kernels import const, micropython, ptr16
from tourelle.memory import zero_words, zeros
from tourelle.who import STRONGEST

# Words of a state and of the search, and other constants: alphabeta.py says what they mean.
_MAXI = const(0)
_CURSOR = const(1)
_DEPTH = const(3)
_HIGH = const(5)
_CODE = const(8)
_FLIP = const(9)
_FRAME = const(14)
_HINT = const(15)
_PLY = const(17)
_OVER = const(18)
_REACHED = const(19)
_FRESH = const(20)  # the words before this are of one thought
_ANSWER = const(20)
_WORTH = const(21)
_ROOTS = const(22)
_DEEPEST = const(23)
_MARGIN = const(24)
_AGE = const(27)
_PAST = const(28)
_BITS = const(29)
_EFFORT = const(30)
_UNDO = const(31)
_WORDS = const(32)
_ROOM = const(33)
_LAST = const(34)
_KEYED = const(35)
_SURE = const(36)
_BOUNDS = const(37)
_SHORT = const(38)
_ENDING = const(39)
_STRAY = const(40)
_STRAY_MORE = const(41)
_TEMPO = const(42)
_BELOW = const(43)
_STACK = const(44)
_ENTRY = const(5)
_MIDDLE = const(1 << 15)
_DONE = const(0xFFFF)
_MOST = const(0xFFFF)

_BEYOND = const(150)  # by how many steps at most a call of expand exceeds what was asked for
_PASTS = const(64)  # turns of the game whose positions are remembered
_PLIES = 44  # frames: one for the root, the others for steps from it
_ROOMY = const(2048)  # steps, over all frames
_FEW = const(6)  # number of best steps among which the opening varies
_OPENING = const(8)  # turns in which variety is wanted


@micropython.viper
def word(words: ptr16, at: int) -> int:
    """One of these words."""
    return int(words[at])


@micropython.viper
def rank(moves: ptr16, count: int, wanted: int) -> int:
    """Bring the best `wanted` of `count` root steps to the front; returns how many they are."""
    if wanted > count:
        wanted = count
    for first in range(0, 4 * wanted, 4):
        at = first
        for i in range(first, 4 * count, 4):
            if moves[i + 3] > moves[at + 3]:
                at = i
        for i in range(first, first + 4):
            swapped = moves[at]
            moves[at] = moves[i]
            moves[i] = swapped
            at += 1
    return wanted


class Search:
    """Thinks about the steps of one game, whoever's turn it is.

    model: the game's `Model`
    entries: of the table, a power of two up to 1 << 24, of 10 bytes each; if there is no room for
    the table, it thinks without
    room: steps that it has room for, of all positions on the way to the current one, 4 bytes each
    plies: frames for these positions, of 36 bytes plus the model's UNDO words and state each

    nodes   positions looked at since `begin`
    """

    # Three functions of transpositions.py, for a game with keys; and one of analysis.py, on the
    # host, that finds the bound if several steps are wanted.
    _kernels: tuple = (None, None, None)
    _least = None

    def __init__(self, model, entries=0, room=_ROOMY, plies=_PLIES):
        self.model = model
        self.nodes = 0
        self.level = 0
        self._seed = 1
        size = len(model.state)
        room = max(room, 2 * model.PLENTY + 256)
        self._moves = zeros(2 * room)
        self._words = words = zero_words(_STACK + (_FRAME + size) * plies)
        self._undo = zeros(model.UNDO * plies)
        self._past = zero_words(4 * (plies + (_PASTS if model.REPEATS else 0)))
        words[_ROOM] = room - _BEYOND
        words[_LAST] = plies - 1
        words[_UNDO] = model.UNDO
        words[_EFFORT] = model.EFFORT
        words[_WORDS] = size
        words[_SURE] = model.SURE
        words[_BOUNDS] = model.BOUNDS
        words[_BELOW] = model.BELOW
        words[_STRAY], words[_STRAY_MORE] = model.STRAY
        words[_TEMPO] = model.TEMPO
        self._table = words  # a stand-in: without entries nobody looks at it
        self.take_table(entries)

    def take_table(self, entries):
        """Get a table of this many entries, 0 for none. Without room, go on without a table."""
        words = self._words
        if entries or self.model.REPEATS:
            from tourelle import transpositions

            self._kernels = transpositions.key, transpositions.probe, transpositions.store
            words[_KEYED] = self.model.KEYED >> 2
        try:
            if entries:
                self._table = zeros(_ENTRY * entries)
                while 1 << words[_BITS] < entries:
                    words[_BITS] += 1
        except MemoryError:
            pass  # it is slower without a table, that is all

    @property
    def tabled(self):
        """Whether there was room for the table."""
        return self._words[_BITS] > 0

    def forget(self):
        """A new game: forget the positions of the last. The table holds in every game."""
        self._words[_PAST] = 0

    def note(self, position):
        """Remember a position of the game, at the start of a turn, to recognise repetitions.

        Positions of this turn or later ones, from before steps were taken back, are dropped.
        """
        model = self.model
        words = self._words
        past = self._past
        model.load(position, 0 if len(position.SIDES) == 2 else position.turn)
        words[_PLY] = 0
        if model.REPEATS and not position.mid_turn:
            count = words[_PAST]
            while count and past[4 * count - 1] >= position.turns:
                count -= 1
            if count == _PASTS:
                count -= 1
                for i in range(4 * count):
                    past[i] = past[i + 4]
            words[_PAST] = count
            self._kernels[0](words, model.state, model.cells, past)
            past[4 * count + 3] = position.turns
            words[_PAST] = count + 1
        if words[_KEYED]:
            self._kernels[0](words, model.state, model.cells, past)

    def begin(self, position, level=STRONGEST, seed=0):
        """Begin to think about a position, in which the game is not over, as this level does.

        seed: 0 plays the best step found, at any level; other numbers bring variety, and the slips
        of the lower levels.
        """
        self.note(position)
        model = self.model
        words = self._words
        deep, self._limit, _, _, margin = model.LEVELS[level - 1]
        self.level = level
        self.nodes = 0
        self._opening = position.turns < _OPENING
        self._seed = seed % 65537
        for _ in range(4 if seed else 0):
            self._chance(1)
        if self._opening and margin < model.VARIETY:
            margin = model.VARIETY
        for i in range(_FRESH):
            words[i] = 0
        words[_MARGIN] = margin if seed else 0
        words[_ENDING] = 0
        words[_SHORT] = model.SHORT
        words[_DEEPEST] = min(deep, words[_LAST] - 1)
        words[_AGE] = words[_AGE] + 1 & 255
        words[_DEPTH] = 1
        words[_HIGH] = _MOST
        words[_CODE] = words[_HINT] = _DONE
        words[_FLIP] = 0 if model.state[_MAXI] else _MOST
        model.state[_CURSOR] = 0

    def run(self, budget):
        """Do this much more work; False once it has come to an end.

        Looking at a position counts 1, and so does other work that takes as long. It may return
        earlier, when an iteration is over.
        """
        words = self._words
        if words[_OVER]:
            return False
        limit = self._limit
        if limit and words[_REACHED]:
            budget = min(budget, limit - self.nodes)
        self.nodes += self._think(budget)
        if limit and self.nodes >= limit and words[_REACHED]:
            words[_OVER] = 1
        return not words[_OVER]

    @micropython.native
    def _think(self, budget):
        """Run the kernel for this much work; returns the positions it looked at."""
        words = self._words
        moves = self._moves
        model = self.model
        key, probe, store = self._kernels
        return think(
            words,
            moves,
            budget,
            words,
            moves,
            model.state,
            self._past,
            self._table,
            model.cells,
            model.tables,
            self._undo,
            model.expand,
            model.make,
            model.unmake,
            key,
            probe,
            store,
            self._least,
        )

    @property
    def ready(self):
        """Whether a step has been found already."""
        return self._words[_REACHED] > 0

    @property
    def ending(self):
        """Whether it looks down to the game's end, not a number of steps ahead."""
        return self._words[_ENDING] > 0

    @property
    def value(self):
        """The value of the position to the side to move; from 15000 on that side has won."""
        return self._words[_WORTH] - _MIDDLE

    def best(self):
        """The best step found so far, as the rules' step."""
        return self.model.step(self._words[_ANSWER])

    def choose(self):
        """The step to play, as the rules' step: the best, or one by slips and variety."""
        moves = self._moves
        slips, few, loss = self.model.LEVELS[self.level - 1][2:]
        if not self._seed:
            return self.best()
        if self._chance(256) >= slips:
            if not self._opening:
                return self.best()
            few, loss = _FEW, self.model.VARIETY
        few = rank(moves, self._words[_ROOTS], few)
        while few > 1 and word(moves, 3) - word(moves, 4 * few - 1) > loss:
            few -= 1
        return self.model.step(word(moves, 4 * self._chance(few)))

    def _chance(self, count):
        """A pseudo-random number from 0 to count - 1."""
        self._seed = (self._seed * 75 + 74) % 65537
        return (self._seed >> 3) % count
