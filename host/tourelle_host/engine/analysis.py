"""The firmware's search, with additions for the host: lines, depth, proofs, larger endings.

Uses only what both Pythons have, as the MicroPython VM runs it, too.
"""

from array import array

from tourelle.kernels import const, micropython, ptr16
from tourelle.search import Search, word
from tourelle.who import STRONGEST

# Words of the search and of a table's entry: see alphabeta.py and transpositions.py.
_NEXT = const(2)
_DEPTH = const(3)
_PLY = const(17)
_OVER = const(18)
_REACHED = const(19)
_ANSWER = const(20)
_ROOTS = const(22)
_DEEPEST = const(23)
_LINES = const(25)
_PAST = const(28)
_BITS = const(29)
_KEYED = const(35)
_SHORT = const(38)
_ENDING = const(39)
_STACK = const(44)
_PROVED = const(2)
_MIDDLE = const(1 << 15)
_DONE = const(0xFFFF)

_ENTRY = const(5)

DEEPEST = 42
_HARDLY = 26  # number of steps below which an ending is small
# Where a search of _FAR plies has found no proof, and there are at most _MANY steps to choose from,
# going to the game's end, in _WHOLE plies, finds more. Measured with 12 turns left and 20 million
# positions: 5 of 10 proved, instead of 3.
_FAR = 16
_MANY = 100
_WHOLE = const(62)


@micropython.viper
def least(moves_, count: int, lines: int) -> int:
    """The value of the `lines`-th best step at the root; 0 if fewer were tried."""
    moves = ptr16(moves_)
    for i in range(2, 4 * count, 4):
        better = 0
        for j in range(2, 4 * count, 4):
            if moves[j] > moves[i] or (moves[j] == moves[i] and j < i):
                better += 1
        if better == lines - 1:
            return moves[i]
    return 0


class Analyst(Search):
    """A search that tells more about what it finds.

    lost   what broke off during the search, in words, or ""
    """

    lost = ""

    def __init__(self, model, entries=0, *size):
        super().__init__(model, entries, *size)
        self._least = least

    def take_lost(self):
        """What broke off, once."""
        text, self.lost = self.lost, ""
        return text

    def begin(self, position, level=STRONGEST, seed=0, deepest=DEEPEST, lines=0, budget=0):
        """As `Search.begin`.

        deepest: search no deeper than this many steps. lines: how many of the best steps need an
        exact value, even if there is only one step; 0 when playing. budget: about how many nodes
        will be spent; where they are likely to suffice, a game with bounds is searched down to its
        end. 0: as on a Pico.
        """
        super().begin(position, level, seed)
        words = self._words
        words[_LINES] = lines
        words[_DEEPEST] = min(words[_DEEPEST], deepest)
        short = words[_SHORT]
        if short and budget:
            # Measured: of endings with 44 steps most take less than 50 000 nodes, with 66 less
            # than 11 million, with 72 less than 33.
            short = _HARDLY
            while budget > 1000:
                budget = budget * 5 // 8
                short += 2
        words[_SHORT] = short if deepest > _HARDLY else 0

    def run(self, budget):
        more = super().run(budget)
        words = self._words
        far = words[_SHORT] and words[_REACHED] >= _FAR and words[_OVER] != _PROVED
        far = far and words[_ROOTS] <= _MANY
        if far and not words[_ENDING] and words[_NEXT] == 0 and words[_PLY] == 0:
            # An iteration is complete: the next one goes down to the end.
            words[_OVER] = 0
            words[_ENDING] = 1
            words[_DEPTH] = _WHOLE
            return True
        return more

    @property
    def all_nodes(self):
        """Positions looked at since `begin`, including by its threads."""
        return self.nodes

    @property
    def depth(self):
        """The number of steps to which everything has been searched."""
        return self._words[_REACHED]

    @property
    def proved(self):
        """Whether the value is the game's result with best play."""
        return self._words[_OVER] == _PROVED

    def roots(self, count):
        """[(value, step)] of the best steps, from the last iteration."""
        moves = self._moves
        best = self._words[_ANSWER]
        codes: list[int] = [word(moves, 4 * i) for i in range(self._words[_ROOTS])]
        found = [(word(moves, 4 * i + 3), code == best, -i, code) for i, code in enumerate(codes)]
        found.sort(reverse=True)  # a total order: MicroPython's sort may swap equals
        return [(value - _MIDDLE, self.model.step(code)) for value, _, _, code in found[:count]]

    def share_table(self, other):
        """Use another search's table instead of its own."""
        self._table, self._kernels = other._table, other._kernels
        for at in (_BITS, _KEYED):
            self._words[at] = other._words[at]

    def go_deeper(self, steps):
        """Where an iteration is complete, let the next one go this many steps deeper."""
        words = self._words
        if words[_NEXT] == 0 and words[_PLY] == 0 and not words[_ENDING]:
            words[_DEPTH] += steps

    def known(self, position, model):
        """The table's step for a position, or None. model: one that no search uses."""
        words = array("H", self._words[:_STACK])
        if not words[_BITS]:
            return None
        words[_PLY] = words[_PAST] = 0
        past = array("H", bytes(8))
        model.load(position, 0 if len(position.SIDES) == 2 else position.turn)
        self._kernels[0](words, model.state, model.cells, past)
        at = _ENTRY * ((past[0] | past[1] << 16) & (1 << words[_BITS]) - 1)
        entry: list[int] = [word(self._table, at + i) for i in range(_ENTRY)]
        one, other, code, value, about = entry
        if one ^ code ^ value != past[1] or other ^ about != past[2]:
            return None
        return None if code == _DONE else model.step(code)
