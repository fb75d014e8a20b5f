"""The search for a good step: alpha-beta in slices. It knows no game.

What it needs of a game is in `games/NAME_search.py`, a class `Model` with

state    an array "H": what the search knows of a position. From 128 on it begins with the
         words named below; all the rest is the game's own. A fresh one is the opening.
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

from tourelle.kernels import const, micropython, ptr16

MIDDLE = 1 << 15
DECIDED = 15000
DONE = 0xFFFF  # no step, or the end of all steps
HEAD = 128

# The words of a state that every game has.
_MAXI = const(129)  # 1 where the side to move maximises
_CURSOR = const(130)
_VALUE = const(131)  # what the position is worth at a glance
_FINAL = const(132)
_KEY0 = const(133)  # three words that tell positions apart, the side to move included
_KEY1 = const(134)
_KEY2 = const(135)
_QUIET = const(136)  # how many turns back the same position may have been

_MIDDLE = const(1 << 15)
_DECIDED = const(15000)
_DONE = const(0xFFFF)
_MOST = const(0xFFFF)

# A frame for each step from the root: words of `frames`.
_FRAME = const(20)
_PHASE = const(0)
_FIRST = const(1)  # number of its first step in moves
_COUNT = const(2)
_NEXT = const(3)  # steps tried
_DEPTH = const(4)  # steps still to look ahead
_LOW = const(5)  # what the maximising side has elsewhere, and
_HIGH = const(6)  # what the other side has
_LOW0 = const(7)
_HIGH0 = const(8)
_BEST = const(9)
_CODE = const(10)  # of the best step
_MAXIMISE = const(11)
_HASH0 = const(12)
_HASH1 = const(13)
_HASH2 = const(14)
_HINT = const(15)  # the table's step
_KEEP = const(16)  # 1 where the value goes into the table
_REDUCED = const(17)  # 1 where it was looked at less deeply
_AGAIN = const(18)  # 1 where the last step tried must be looked at more deeply

_ENTER = const(0)
_EXPAND = const(1)
_TRY = const(2)
_LEAVE = const(3)

# An entry of the table: key 1, key 2, code, value, and depth | bound | age.
_ENTRY = const(5)
_EXACT = const(1 << 6)
_LEAST = const(2 << 6)  # the value is that or more
_HIGHEST = const(3 << 6)
_BOUND = const(3 << 6)
_AGE = const(1 << 8)

# The words of `facts`.
_PLY = const(0)
_DEEP = const(1)  # depth of the iteration under way
_HORIZON = const(2)  # 1 where some position was judged at a glance
_OVER = const(3)
_DEEPEST = const(4)
_MARGIN = const(5)  # steps at the root that are worse by no more get their true value
_ROOM = const(6)  # steps that fit into moves
_PLENTY = const(7)
_UNDO = const(8)
_MASK = const(9)  # the table's entries, less 1; 0: no table
_AGES = const(10)
_PAST = const(11)  # positions of the game that are remembered
_PICKS = const(12)  # steps in picks
_REACHED = const(13)  # depth of the last iteration that was finished
_SEEN = const(14)  # positions looked at in the last slice
_EFFORT = const(15)
_LAST = const(16)  # the ply that has no frame after it
_FACTS = 17

PLIES = 44  # frames: the root and so many steps, less one
_LATE = const(5)  # steps after so many are looked at less deeply first
_PASTS = const(100)  # turns of the game whose positions are remembered
ROOM = 2048  # steps, over all frames
FEW = 6  # best steps among which the opening varies
OPENING = 8  # turns in which variety is wanted


@micropython.viper
def _think(
    budget: int,
    frames: ptr16,
    facts: ptr16,
    moves: ptr16,
    roots: ptr16,
    picks: ptr16,
    state: ptr16,
    table: ptr16,
    past: ptr16,
    expand,
    make,
    unmake,
    moves_,
    state_,
    tables_,
    numbers_,
    undo_,
) -> int:
    """Think on until so much work is done, or an iteration is over; returns the work.

    What ends in _ is the same once more, for the game's functions.
    """
    used = 0
    seen = 0
    ply = facts[_PLY]
    mask = facts[_MASK]
    while used < budget:
        f = ply * _FRAME
        phase = frames[f + _PHASE]
        maxi = frames[f + _MAXIMISE]
        if phase == _ENTER:
            maxi = state[_MAXI]
            key0 = state[_KEY0]
            key1 = state[_KEY1]
            key2 = state[_KEY2]
            frames[f + _MAXIMISE] = maxi
            frames[f + _HASH0] = key0
            frames[f + _HASH1] = key1
            frames[f + _HASH2] = key2
            frames[f + _COUNT] = 0
            frames[f + _NEXT] = 0
            frames[f + _AGAIN] = 0
            frames[f + _KEEP] = 0
            frames[f + _CODE] = _DONE
            frames[f + _HINT] = _DONE
            frames[f + _BEST] = 0 if maxi else _MOST
            frames[f + _PHASE] = _EXPAND
            state[_CURSOR] = 0
            used += 1
            if ply > 0 and state[_QUIET] > 1:
                # The same position on the way here is as good as a draw; in the game, if twice.
                times = 0
                g = f - _FRAME
                while g >= 0:
                    if frames[g + _HASH0] == key0 and frames[g + _HASH1] == key1:
                        if frames[g + _HASH2] == key2:
                            times = 2
                    g -= _FRAME
                g = facts[_PAST] * 4 - 4
                while g >= 0:
                    if past[g] == key0 and past[g + 1] == key1 and past[g + 2] == key2:
                        times += 1
                    g -= 4
                if times > 1:
                    frames[f + _BEST] = _MIDDLE
                    frames[f + _PHASE] = _LEAVE
                    continue
            if mask:
                slot = (key0 & mask) * _ENTRY
                if table[slot] == key1 and table[slot + 1] == key2:
                    frames[f + _HINT] = table[slot + 2]
                    value = table[slot + 3]
                    about = table[slot + 4]
                    if ply > 0 and about & 63 >= frames[f + _DEPTH]:
                        # A win counts from where it is found.
                        if value >= _MIDDLE + _DECIDED:
                            value -= ply
                        elif value <= _MIDDLE - _DECIDED:
                            value += ply
                        else:
                            facts[_HORIZON] = 1
                        about &= _BOUND
                        if (
                            about == _EXACT
                            or (about == _LEAST and value >= frames[f + _HIGH])
                            or (about == _HIGHEST and value <= frames[f + _LOW])
                        ):
                            frames[f + _BEST] = value
                            frames[f + _PHASE] = _LEAVE
                            continue
            if frames[f + _FIRST] + facts[_PLENTY] > facts[_ROOM] or ply == facts[_LAST]:
                facts[_HORIZON] = 1
                frames[f + _BEST] = state[_VALUE]
                frames[f + _PHASE] = _LEAVE
        elif phase == _EXPAND:
            first = frames[f + _FIRST]
            count = frames[f + _COUNT]
            depth = frames[f + _DEPTH]
            cut = _MOST if maxi else 0
            if ply > 0 and depth < 2:
                cut = frames[f + _HIGH] if maxi else frames[f + _LOW]
            got = int(expand(state_, tables_, moves_, first + count, budget - used, cut))
            used += got + 1
            seen += got
            count += got
            frames[f + _COUNT] = count
            if state[_CURSOR] != _DONE:
                continue
            if ply > 0 or count == 0:
                frames[f + _KEEP] = 1
            if count == 0:
                value = state[_FINAL]
                if value >= _MIDDLE + _DECIDED:
                    value -= ply
                elif value <= _MIDDLE - _DECIDED:
                    value += ply
                frames[f + _BEST] = value
                frames[f + _DEPTH] = 63
                frames[f + _PHASE] = _LEAVE
            elif ply == 0:
                for i in range(count):
                    roots[i] = moves[2 * i + 1]
                frames[f + _NEXT] = count
                frames[f + _PHASE] = _LEAVE
            elif depth < 2:
                best = frames[f + _BEST]
                at = 2 * first
                end = at + 2 * count
                while at < end:
                    value = moves[at + 1]
                    if value > best if maxi else value < best:
                        best = value
                        frames[f + _CODE] = moves[at]
                    at += 2
                if best >= _MIDDLE + _DECIDED:
                    best -= ply + 1
                elif best <= _MIDDLE - _DECIDED:
                    best += ply + 1
                else:
                    facts[_HORIZON] = 1
                frames[f + _BEST] = best
                frames[f + _PHASE] = _LEAVE
            else:
                frames[f + _PHASE] = _TRY
        elif phase == _TRY:
            first = frames[f + _FIRST]
            count = frames[f + _COUNT]
            i = frames[f + _NEXT]
            depth = frames[f + _DEPTH]
            reduced = 0
            if frames[f + _AGAIN]:
                frames[f + _AGAIN] = 0
                i -= 1
            elif i == count:
                frames[f + _PHASE] = _LEAVE
                continue
            else:
                # The table's step comes first, then what looks best.
                at = i
                if ply == 0:
                    best = roots[i]
                    for j in range(i + 1, count):
                        value = roots[j]
                        if value > best if maxi else value < best:
                            best = value
                            at = j
                    roots[at] = roots[i]
                    roots[i] = best
                else:
                    best = moves[2 * (first + i) + 1]
                    hint = frames[f + _HINT] if i == 0 else _DONE
                    for j in range(i, count):
                        if moves[2 * (first + j)] == hint:
                            at = j
                            break
                        value = moves[2 * (first + j) + 1]
                        if value > best if maxi else value < best:
                            best = value
                            at = j
                if at != i:
                    one = 2 * (first + i)
                    other = 2 * (first + at)
                    for _ in range(2):
                        value = moves[one]
                        moves[one] = moves[other]
                        moves[other] = value
                        one += 1
                        other += 1
                if i >= _LATE and depth > 2 and ply > 0:
                    reduced = 1
            frames[f + _NEXT] = i + 1
            used += facts[_EFFORT] + (count - i >> 5)
            at = 2 * (first + i)
            make(
                state_, tables_, numbers_, undo_, ply * facts[_UNDO], moves[at], moves[at + 1]
            )
            low = frames[f + _LOW]
            high = frames[f + _HIGH]
            ply += 1
            f += _FRAME
            frames[f + _PHASE] = _ENTER
            frames[f + _FIRST] = first + count
            frames[f + _DEPTH] = depth - 1 - reduced
            frames[f + _REDUCED] = reduced
            frames[f + _LOW] = low
            frames[f + _LOW0] = low
            frames[f + _HIGH] = high
            frames[f + _HIGH0] = high
        else:
            depth = frames[f + _DEPTH]
            best = frames[f + _BEST]
            if mask and frames[f + _KEEP]:
                slot = (frames[f + _HASH0] & mask) * _ENTRY
                about = table[slot + 4]
                age = facts[_AGES]
                # What is of an earlier move, or less deep, makes room.
                if about >> 8 != age or about & 63 <= depth:
                    bound = _EXACT
                    if best >= frames[f + _HIGH0]:
                        bound = _LEAST
                    elif best <= frames[f + _LOW0]:
                        bound = _HIGHEST
                    table[slot] = frames[f + _HASH1]
                    table[slot + 1] = frames[f + _HASH2]
                    table[slot + 2] = frames[f + _CODE]
                    value = best
                    if value >= _MIDDLE + _DECIDED:
                        value += ply
                    elif value <= _MIDDLE - _DECIDED:
                        value -= ply
                    table[slot + 3] = value
                    table[slot + 4] = depth | bound | age * _AGE
            if ply == 0:
                # An iteration is over.
                count = frames[f + _COUNT]
                for i in range(count):
                    picks[2 * i] = moves[2 * i]
                    picks[2 * i + 1] = roots[i]
                    if facts[_DEEP] == 1 and (roots[i] > best if maxi else roots[i] < best):
                        best = roots[i]
                facts[_PICKS] = count
                facts[_REACHED] = facts[_DEEP]
                if facts[_DEEP] == 1:
                    facts[_HORIZON] = 1
                if (
                    count < 2
                    or facts[_HORIZON] == 0
                    or facts[_DEEP] >= facts[_DEEPEST]
                    or best >= _MIDDLE + _DECIDED
                    or best <= _MIDDLE - _DECIDED
                ):
                    facts[_OVER] = 1
                facts[_DEEP] += 1
                facts[_HORIZON] = 0
                frames[_NEXT] = 0
                frames[_DEPTH] = facts[_DEEP]
                frames[_LOW] = 0
                frames[_HIGH] = _MOST
                frames[_LOW0] = 0
                frames[_HIGH0] = _MOST
                frames[_BEST] = 0 if maxi else _MOST
                frames[_CODE] = _DONE
                frames[_KEEP] = 1
                frames[_PHASE] = _TRY
                break
            reduced = frames[f + _REDUCED]
            ply -= 1
            f -= _FRAME
            unmake(state_, tables_, undo_, ply * facts[_UNDO])
            maxi = frames[f + _MAXIMISE]
            if reduced and (best > frames[f + _LOW] if maxi else best < frames[f + _HIGH]):
                frames[f + _AGAIN] = 1
                continue
            i = frames[f + _NEXT] - 1
            if ply == 0:
                roots[i] = best
            if best > frames[f + _BEST] if maxi else best < frames[f + _BEST]:
                frames[f + _BEST] = best
                frames[f + _CODE] = moves[2 * (frames[f + _FIRST] + i)]
                margin = facts[_MARGIN] if ply == 0 else 0
                if maxi:
                    if best - margin > frames[f + _LOW]:
                        frames[f + _LOW] = best - margin
                elif best + margin < frames[f + _HIGH]:
                    frames[f + _HIGH] = best + margin
                if frames[f + _LOW] >= frames[f + _HIGH]:
                    frames[f + _PHASE] = _LEAVE
    facts[_PLY] = ply
    facts[_SEEN] = seen
    return used


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
def _remember(past: ptr16, facts: ptr16, state: ptr16, turn: int):
    """Remember the position at the start of a turn, and forget those of this turn and later."""
    count = facts[_PAST]
    while count and past[4 * count - 1] >= turn:
        count -= 1
    if count == _PASTS:
        count -= 1
        for i in range(4 * count):
            past[i] = past[i + 4]
    for i in range(3):
        past[4 * count + i] = state[_KEY0 + i]
    past[4 * count + 3] = turn
    facts[_PAST] = count + 1


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
        self._frames = array("H", bytes(2 * _FRAME * plies))
        self._facts = array("H", bytes(2 * _FACTS))
        self._moves = array("H", bytes(4 * room))
        self._roots = array("H", bytes(2 * model.PLENTY))
        self._picks = array("H", bytes(4 * model.PLENTY))
        self._undo = array("H", bytes(2 * model.UNDO * plies))
        self._past = array("H", bytes(8 * _PASTS))
        self._limit = 0
        self._opening = False
        self._seed = 1
        facts = self._facts
        facts[_ROOM] = room
        facts[_LAST] = plies - 1
        facts[_PLENTY] = model.PLENTY
        facts[_UNDO] = model.UNDO
        facts[_EFFORT] = model.EFFORT
        self._table = self._facts
        try:
            if entries:
                self._table = array("H", bytes(2 * _ENTRY * entries))
                facts[_MASK] = entries - 1
        except MemoryError:
            pass  # slower, that is all

    @property
    def tabled(self):
        """Whether there was room for the table."""
        return self._facts[_MASK] > 0

    def forget(self):
        """A new game: neither its positions nor what was found out are worth anything now."""
        self._facts[_PAST] = 0
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
            _remember(self._past, self._facts, model.state, position.turns)

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
        facts[_MARGIN] = margin if seed else 0
        facts[_DEEPEST] = min(deep, deepest, facts[_LAST] - 1)
        facts[_PLY] = facts[_HORIZON] = facts[_OVER] = facts[_PICKS] = facts[_REACHED] = 0
        facts[_DEEP] = 1
        facts[_AGES] = facts[_AGES] + 1 & 255
        frames = self._frames
        frames[_PHASE] = _ENTER
        frames[_FIRST] = 0
        frames[_DEPTH] = 1
        frames[_LOW] = frames[_LOW0] = 0
        frames[_HIGH] = frames[_HIGH0] = _MOST

    @micropython.native
    def run(self, budget):
        """Think on for so much work, 30000 at most; False once it has come to an end.

        A position looked at is 1, and what else takes as long is worth as much. It may come back
        earlier, when all steps have been looked at one step deeper.
        """
        facts = self._facts
        if facts[_OVER]:
            return False
        if self._limit and budget > self._limit - self.nodes and facts[_REACHED]:
            budget = self._limit - self.nodes
        if budget > 30000:
            budget = 30000
        model = self.model
        _think(
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
        self.nodes += facts[_SEEN]
        if self._limit and self.nodes >= self._limit and facts[_REACHED]:
            facts[_OVER] = 1
        return not facts[_OVER]

    @property
    def ready(self):
        """Whether a step has been found already."""
        return self._facts[_REACHED] > 0

    @property
    def depth(self):
        """The steps ahead to which everything has been looked at."""
        return self._facts[_REACHED]

    @property
    def value(self):
        """What the position is worth to the side to move, in the model's units; see DECIDED."""
        maxi = self._frames[_MAXIMISE]
        _rank(self._picks, self._facts[_PICKS], 1, maxi)
        value = self._picks[1] - MIDDLE
        return value if maxi else -value

    def best(self):
        """The best step found so far, for the rules."""
        return self.model.step(self._best())

    def _best(self):
        frames = self._frames
        if frames[_CODE] != DONE and frames[_NEXT] > 0:
            return frames[_CODE]  # the first one looked at was the best before
        _rank(self._picks, self._facts[_PICKS], 1, frames[_MAXIMISE])
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
        few = _rank(picks, self._facts[_PICKS], few, self._frames[_MAXIMISE])
        while few > 1 and abs(picks[2 * few - 1] - picks[1]) > loss:
            few -= 1
        return self.model.step(picks[2 * self._chance(few)])

    def _chance(self, count):
        """A number from 0 to before `count`."""
        self._seed = (self._seed * 75 + 74) % 65537
        return (self._seed >> 3) % count
