"""The search for a good step: alpha-beta in slices. It knows no game.

What it needs of a game is in `games/NAME/search.py`, a class `Model` with

state    an array "H", even in length: what the search knows of a position, but for what is on the
         board. It begins with the words that alphabeta.py names, to _TURN; all the rest is
         the game's own. The search brings them all back when it takes back a step.
cells    a multiple of 4 bytes: what is on each cell, and whatever else is looked up
KEYED    so many of the cells, a multiple of 4, and the words of state from _TURN on tell positions
         apart; what follows from them may be among them
REPEATS  whether a position may come again
tables   bytes that its functions look things up in
expand   expand(state, cells, tables, moves, at, most, cut): the legal steps, two words each, a
         code and what the position after it is worth to the mover, from number `at` of moves;
         returns how many. It begins at state[_CURSOR], 0 for the first, and leaves there where to
         go on: it may stop once it has found `most`, and for good once a value is at least
         `cut`, which it does where many may follow. At its end the cursor is _DONE; where the game
         is over nothing is found, and state[_FINAL] is its value.
make     make(state, cells, tables, undo, at, code): play a step; the value is not its business.
         What it takes to take the step back goes into UNDO words of undo, from number `at`
unmake   unmake(state, cells, tables, undo, at, code): take it back; state is as it was already
load     load(position, mine): the state of a position of the rules; mine: the side that maximises
step     step(code): the rules' step of a code
PLENTY   no position has more steps
UNDO     as said
SLICE    the work that takes the Pico about a millisecond, see Search.run
NODES    positions that a Pico looks at in 2.7 s: at the board no level looks at more, on any
         machine, but twice as many where it may prove the end
EFFORT   how many positions it takes as long to look at as to make a step and take it back
LEVELS   for each level from 1 the greatest depth in steps; the most nodes (0: no end); how
         often of 256 it slips; to one of how many best steps, and how much that may lose
WEIGHTS  numbers by which it judges at a glance; a Model may be made with others
STRAY    how far looking ahead seldom leads away from the value at a glance: at once, and more for
         each step ahead; how much more the side to move has after an odd number of steps. What is
         farther from what is wanted is not looked at. Zeros: everything is
VARIETY  how much less than the best a step may be worth in the opening
POINT    what one point of the game's score, or a piece, is worth
SURE     at a value so far from _MIDDLE there is nothing more to win: 15000; or more than any value,
         where it matters how high a game is won
BOUNDS   number of a word of the state which `make` and `load` write, and of the one after it: the
         least and the most that the game will be worth at its end; 0: there are none
BELOW    where `expand` begins below the root, instead of 0: it may leave out there what changes
         nothing of the value. In an ending it begins at twice that: values then say in which order
         steps are tried, and no more
SHORT    with so many steps NODES are likely to be enough to look down to the game's end

A value is a word: _MIDDLE is level, more is good for the side that maximises, at _MIDDLE
and 15000 the game is won. What it is worth to the mover is the value, or _MOST less it where
the mover wants little. With two sides the first maximises; with more it is the side for which
the search thinks, and all others are taken to play against it, so that a value is what this side
has for certain. Whether sides take turns or have several steps running makes no difference.

Nothing is allocated between `begin` and `choose`. All numbers are words of 16 bits without
a sign, which mean the same on all of MicroPython's machines.
"""

from tourelle.alphabeta import think
from tourelle.kernels import const, micropython, ptr16
from tourelle.memory import zero_words, zeros
from tourelle.who import STRONGEST

# Words of a state and of the search, and others of alphabeta.py: what they mean is there.
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
_FRESH = const(20)
_ANSWER = const(20)
_WORTH = const(21)
_ROOTS = const(22)
_DEEPEST = const(23)
_MARGIN = const(24)
_REPLY = const(26)
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
_BELOW = const(43)
_STACK = const(44)
_ENTRY = const(5)
_MIDDLE = const(1 << 15)
_DONE = const(0xFFFF)
_MOST = const(0xFFFF)

_BEYOND = const(150)  # steps that a call of expand finds more than it was asked for, at most
_PASTS = const(64)  # turns of the game whose positions are remembered
_PLIES = 44  # frames: the root and so many steps, less one
_ROOMY = const(2048)  # steps, over all frames
_FEW = const(6)  # best steps among which the opening varies
_OPENING = const(8)  # turns in which variety is wanted


@micropython.viper
def word(words: ptr16, at: int) -> int:
    """One of these words."""
    return int(words[at])


@micropython.viper
def rank(moves: ptr16, count: int, wanted: int) -> int:
    """Bring the best `wanted` of so many steps at the root to the front; returns how many."""
    if wanted > count:
        wanted = count
    for first in range(0, 4 * wanted, 4):
        at = first
        for i in range(first, 4 * count, 4):
            if moves[i + 3] > moves[at + 3]:
                at = i
        for i in range(first, first + 4):
            word = moves[at]
            moves[at] = moves[i]
            moves[i] = word
            at += 1
    return wanted


class Search:
    """Thinks about the steps of one game, whoever's turn it is.

    model: of the game; entries: how many the table should have, a power of two up to 1 << 24; one
    takes 10 bytes. Where there is no room for the table, it thinks without. room: for so many
    steps, of all the positions on the way to the one it looks at; one takes 4 bytes. plies: frames
    for these positions; one takes 36 bytes and what the model's UNDO words and state take.

    nodes   positions looked at since `begin`
    """

    # What a game without keys does without: three functions of transpositions.py; and the one of
    # analysis.py on the host that finds the bound where several steps are wanted.
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
        self._words = facts = zero_words(_STACK + (_FRAME + size) * plies)
        self._undo = zeros(model.UNDO * plies)
        self._past = zero_words(4 * (plies + (_PASTS if model.REPEATS else 0)))
        facts[_ROOM] = room - _BEYOND
        facts[_LAST] = plies - 1
        facts[_UNDO] = model.UNDO
        facts[_EFFORT] = model.EFFORT
        facts[_WORDS] = size
        facts[_SURE] = model.SURE
        facts[_BOUNDS] = model.BOUNDS
        facts[_BELOW] = model.BELOW
        for i in range(3):
            facts[_STRAY + i] = model.STRAY[i]
        self.take_table(entries)

    def take_table(self, entries):
        """Have a table of so many entries, 0 for none; without one where there is no room."""
        words = self._words
        self._table = words
        words[_BITS] = 0
        words[_KEYED] = 0
        if entries or self.model.REPEATS:
            from tourelle import transpositions

            self._kernels = transpositions.key, transpositions.look_up, transpositions.keep
            words[_KEYED] = self.model.KEYED >> 2
        try:
            if entries:
                self._table = zeros(_ENTRY * entries)
                while 1 << words[_BITS] < entries:
                    words[_BITS] += 1
        except MemoryError:
            pass  # slower, that is all

    @property
    def tabled(self):
        """Whether there was room for the table."""
        return self._words[_BITS] > 0

    def forget(self):
        """A new game: its positions are others. What the table knows holds in every game."""
        self._words[_PAST] = 0

    def note(self, position):
        """Remember a position of the game, at the start of a turn; repetitions are told by it.

        What was remembered of this turn and later ones, before steps were taken back, is forgotten.
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
        """Think about a position that is not over, as one of a level does.

        seed: 0 plays the best step found, at any level; any other number brings variety, and the
        slips of the lower levels.
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
        """Think on for so much work; False once it has come to an end.

        A position looked at is 1, and what else takes as long is worth as much. It may come back
        earlier, when all steps have been looked at one step deeper.
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
        """Run the kernel for so much work; the positions it looked at."""
        words = self._words
        moves = self._moves
        model = self.model
        key, look_up, keep = self._kernels
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
            look_up,
            keep,
            self._least,
        )

    @property
    def ready(self):
        """Whether a step has been found already."""
        return self._words[_REACHED] > 0

    @property
    def ending(self):
        """Whether it looks down to the game's end, and not so many steps ahead."""
        return self._words[_ENDING] > 0

    @property
    def value(self):
        """What the position is worth to the side to move; from 15000 on it has won."""
        return self._words[_WORTH] - _MIDDLE

    def best(self):
        """The best step found so far, for the rules."""
        return self.model.step(self._words[_ANSWER])

    def choose(self):
        """The step to play, for the rules: the best, or one by the level's slips and variety."""
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
        """A number from 0 to before `count`."""
        self._seed = (self._seed * 75 + 74) % 65537
        return (self._seed >> 3) % count
