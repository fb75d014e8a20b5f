"""The kernel of the search: alpha-beta with its own frames, not calls, so it can stop anywhere.

It works on the arrays of a `Search` (search.py); the meaning of each word is given below.
"""

from tourelle.kernels import const, micropython, ptr16, ptr32

# The words of a state that every game has.
_MAXI = const(0)  # 1 where the side to move maximises
_CURSOR = const(1)
_VALUE = const(2)  # what the position is worth at a glance
_FINAL = const(3)
_QUIET = const(4)  # how many turns back the same position may have occurred

_MIDDLE = const(1 << 15)
_DONE = const(0xFFFF)  # no step, or no more steps
_MOST = const(0xFFFF)

# The words of the search. First the frame: there is one for each step from the root. The frame of
# the current position is here; those on the way to it lie from _STACK on, each with its state.
# A root step takes four words instead of two: code, value at a glance, value in this iteration and
# in the one before.
_FIRST = const(0)  # number of its first step in moves
_COUNT = const(1)  # of its steps
_NEXT = const(2)  # steps tried
_DEPTH = const(3)  # how many steps it still looks ahead
_LOW = const(4)  # alpha: what the mover can get elsewhere
_HIGH = const(5)  # beta: what the others let it have; both as the mover sees them
_LOW0 = const(6)  # _LOW when the frame was entered
_BEST = const(7)
_CODE = const(8)  # of the best step
_FLIP = const(9)  # XOR of this and a value is the value as the mover sees it
_TRIED = const(10)  # how it was tried: _SHALLOW, _SCOUTED, both, or 0 in full
_KEEP = const(11)  # 1 if the value goes into the table
_HORIZON = const(12)  # what the value rests on: _GLANCE, _REPEATED, or both; 0: the game's end
_REFUTED = const(13)  # the reply that refuted the latest refuted step (killer)
_FRAME = const(14)  # words of a frame on the stack
_PHASE = const(14)  # _EXPAND, _TRY or _LEAVE
_HINT = const(15)  # the step from the table (hash move)
_AGAIN = const(16)  # 1 if the last step tried must be searched in full
# The current thought.
_PLY = const(17)  # steps from the root
_OVER = const(18)  # 1 when it is over, _PROVED if the result is certain; else 0
_REACHED = const(19)  # depth of the last iteration that was finished
_ANSWER = const(20)  # code of the best step so far
_WORTH = const(21)  # its value for the mover
_ROOTS = const(22)  # steps at the root
_DEEPEST = const(23)  # depth of the last iteration
_MARGIN = const(24)  # root steps that are worse by no more than this get their true value
# At least this many root steps get their true value, for an analysis. 0 for a player: then an only
# legal step is played without a thought.
_LINES = const(25)
_REPLY = const(26)  # _REFUTED of the frame before this one
_AGE = const(27)  # which search it is, of the last 256 (generation), for the table
_PAST = const(28)  # positions of the game that are remembered
# Constant during a search.
_BITS = const(29)  # the table has 1 << _BITS entries; 0: no table
_EFFORT = const(30)  # EFFORT of the Model
_UNDO = const(31)  # UNDO of the Model
_WORDS = const(32)  # of a state
_ROOM = const(33)  # steps that fit into moves, less _BEYOND
_LAST = const(34)  # the last ply that has a frame
_KEYED = const(35)  # not 0 if positions have keys
_SURE = const(36)  # at this distance from _MIDDLE there is nothing more to win
_BOUNDS = const(37)  # the word of a state where its bounds begin; 0: it has none
# With at most this many root steps it looks down to the game's end after depth _SORTED.
_SHORT = const(38)
_ENDING = const(39)  # 1 once it does
# Looking ahead seldom changes a value by more than this (futility margin); 0: it often does.
_STRAY = const(40)
_STRAY_MORE = const(41)  # what each step of depth adds to _STRAY
_TEMPO = const(42)  # how much more the side to move has after an odd number of steps
_BELOW = const(43)  # where expand begins below the root; in an ending, twice that
_STACK = const(44)

_PROVED = const(2)

# Phases of a frame: find its steps; try the next one; go back to the frame before.
_EXPAND = const(0)
_TRY = const(1)
_LEAVE = const(2)

_GLANCE = const(1)  # a position that was judged at a glance (static evaluation)
_REPEATED = const(2)  # a position that repeats one on the way to it

_SHALLOW = const(1)  # one step less deep (late-move reduction)
_SCOUTED = const(2)  # only whether it is better than the best so far (null window)

_ALL = const(63)  # the depth that means: everything down to the game's end was looked at

_WHOLE = const(62)  # more steps ahead than a game has left
_SORTED = const(3)  # root steps are in a good order after this depth: then down to the end

_LATE = const(5)  # steps after this many are first looked at less deeply


@micropython.viper
def front(moves: ptr16, p: int, best: int, half: int, count: int, wanted: int):
    """Bring the wanted step to the front of `count` steps, or else the one that looks best.

    p: where the first step's value is, `half` words behind its code; best: that value.
    """
    to = p - half
    q = to
    size = half + half
    end = to + size * count
    if wanted != _DONE:
        while q < end and moves[q] != wanted:
            q += size
        if q < end:
            end = 0
        else:
            q = to
    while p < end:
        if moves[p] > best:
            best = moves[p]
            q = p - half
        p += size
    for _ in range(size):
        swapped = moves[to]
        moves[to] = moves[q]
        moves[q] = swapped
        q += 1
        to += 1


@micropython.viper
def think(  # noqa: C901  - viper: each call takes 6 us
    words: ptr16,
    moves: ptr16,
    left: int,
    words_,
    moves_,
    state_,
    past_,
    table_,
    cells_,
    tables_,
    undo_,
    expand,
    make,
    unmake,
    key,
    probe,
    store,
    least,
) -> int:
    """Think until `left` is used up or an iteration is over; returns the positions looked at.

    left: how much work to do, see `Search.run`. Arguments that end in _ are passed on to the
    functions called, which come last: three of the game's; three of transpositions.py, if keys are
    needed; and `least`, which finds the value below which a step is not among the best _LINES.
    """
    # One function on purpose: cut into eight, it looked at 4 to 21 % fewer positions a second on
    # the chip, depending on the game, and its code took 3 KB more.
    # p, q, at and i are scratch: each use assigns them first. A local takes room on the stack.
    state = ptr16(state_)
    past = ptr16(past_)
    pairs = ptr32(words_)
    states = ptr32(state_)
    seen = 0
    while left > 0:
        ply = words[_PLY]
        phase = words[_PHASE]
        first = words[_FIRST]
        count = words[_COUNT]
        depth = words[_DEPTH]
        flip = words[_FLIP]
        best = words[_BEST]
        size = 2 if ply else 4
        if phase == _EXPAND:
            most = words[_ROOM] - first - count
            if most < 1 or ply == words[_LAST]:
                words[_HORIZON] = _GLANCE
                words[_BEST] = state[_VALUE] ^ flip
                words[_PHASE] = _LEAVE
                continue
            if most > left:
                most = left
            at = 2 * (first + count)
            cut = words[_HIGH] if depth < 2 else _MOST
            got = int(expand(state_, cells_, tables_, moves_, first + count, most, cut))
            left -= got + 1
            seen += got
            if depth < 2:
                for _ in range(got):
                    if moves[at + 1] > best:
                        best = moves[at + 1]
                        words[_CODE] = moves[at]
                    at += 2
            if depth > 1 or ply == 0:
                count += got
                words[_COUNT] = count
            words[_BEST] = best
            if state[_CURSOR] != _DONE:
                continue
            words[_KEEP] = 1
            words[_PHASE] = _LEAVE
            if ply == 0:
                words[_ROOTS] = count
                q = 2 * count
                p = q + q
                while q:
                    q -= 2
                    p -= 4
                    moves[p + 2] = moves[p + 1] = moves[q + 1]
                    moves[p] = moves[q]
                words[_HORIZON] = _GLANCE
            elif count:
                words[_PHASE] = _TRY
            else:
                # Count the plies to a win, so that the shorter one is worth more.
                if words[_CODE] == _DONE:
                    best = state[_FINAL] ^ flip
                    words[_DEPTH] = _ALL
                else:
                    ply += 1
                if best >= _MIDDLE + words[_SURE]:
                    best -= ply
                elif best <= _MIDDLE - words[_SURE]:
                    best += ply
                elif words[_CODE] != _DONE:
                    words[_HORIZON] = _GLANCE
                words[_BEST] = best
        elif phase == _TRY:
            i = words[_NEXT]
            at = 2 * first + size * i
            tried = 0
            if words[_AGAIN]:
                words[_AGAIN] = 0
                i -= 1
                at -= size
            elif i == count:
                words[_PHASE] = _LEAVE
                continue
            else:
                # The table's step comes first, then what looks best.
                q = _DONE
                if i == 0:
                    q = words[_HINT]
                    if q == _DONE:
                        q = words[_REPLY]
                p = at + (size >> 1)
                front(moves_, p, moves[p], size >> 1, count - i, q)
                if i >= _LATE and depth > 2 and words[_ENDING] == 0 and ply:
                    tried = _SHALLOW
                if i and words[_HIGH] - words[_LOW] > 1:
                    tried |= _SCOUTED
                if words[_STRAY] and words[_ENDING] == 0:
                    if tried & _SCOUTED or words[_HIGH] - words[_LOW] == 1:
                        p = depth - 1 - (tried & _SHALLOW)
                        value = moves[at + 1] - (words[_TEMPO] if p & 1 else 0)
                        q = words[_STRAY] + words[_STRAY_MORE] * p
                        if tried & _SCOUTED and value - q > words[_LOW]:
                            tried = 0
                        elif value - q > words[_LOW] or value + q <= words[_LOW]:
                            words[_HORIZON] = words[_HORIZON] | _GLANCE
                            words[_NEXT] = i + 1
                            left -= (count - i >> 6) + 2
                            if ply == 0:
                                moves[at + 2] = value
                            elif i or value > words[_LOW]:
                                words[_PHASE] = _LEAVE  # those that follow look even worse
                            if value > words[_BEST]:
                                words[_BEST] = value
                                words[_CODE] = moves[at]
                            continue
            words[_NEXT] = i + 1
            left -= words[_EFFORT] + (count - i >> 5) + 1
            q = words[_WORDS] >> 1
            p = (_STACK >> 1) + ply * ((_FRAME >> 1) + q)
            for i in range(_FRAME >> 1):
                pairs[p] = pairs[i]
                p += 1
            for i in range(q):
                pairs[p] = states[i]
                p += 1
            make(state_, cells_, tables_, undo_, ply * words[_UNDO], moves[at])
            state[_VALUE] = moves[at + 1] ^ flip
            state[_CURSOR] = words[_BELOW] << words[_ENDING]
            if tried & _SCOUTED:
                words[_HIGH] = words[_LOW] + 1
            if flip != (0 if state[_MAXI] else _MOST):
                flip ^= _MOST
                words[_FLIP] = flip
                p = words[_LOW] ^ _MOST
                words[_LOW] = words[_HIGH] ^ _MOST
                words[_HIGH] = p
            words[_LOW0] = words[_LOW]
            ply += 1
            depth -= 1 + (tried & _SHALLOW)
            words[_PLY] = ply
            words[_TRIED] = tried
            words[_DEPTH] = depth
            words[_FIRST] = first + (count * size >> 1)
            words[_COUNT] = words[_NEXT] = words[_KEEP] = words[_BEST] = words[_HORIZON] = 0
            words[_PHASE] = _LEAVE
            words[_REPLY] = words[_REFUTED]
            words[_CODE] = words[_HINT] = words[_REFUTED] = _DONE
            if words[_KEYED]:
                key(words_, state_, cells_, past_)
            at = 4 * (words[_PAST] + ply)
            if state[_QUIET] > 1:
                # A position that repeats one on the way here, or two of the game, counts as a draw.
                times = 0
                q = at
                while q:
                    q -= 4
                    if past[q] == past[at] and past[q + 1] == past[at + 1]:
                        if past[q + 2] == past[at + 2]:
                            times += 1 if q < 4 * words[_PAST] else 2
                if times > 1:
                    words[_BEST] = _MIDDLE ^ flip
                    words[_HORIZON] = _REPEATED
                    continue
            if words[_BOUNDS]:
                p = words[_BOUNDS]
                low = state[p + (flip & 1)] ^ flip
                value = state[p + 1 - (flip & 1)] ^ flip
                if low >= words[_HIGH]:
                    value = low
                if low >= words[_HIGH] or value <= words[_LOW] or low == value:
                    words[_BEST] = value
                    continue
            if words[_BITS] and int(probe(words_, past_, table_)):
                continue
            words[_PHASE] = _EXPAND
        elif ply:
            horizon = words[_HORIZON]
            if words[_BITS] and words[_KEEP]:
                store(words_, past_, table_)
            tried = words[_TRIED]
            reply = words[_CODE] if best >= words[_HIGH] else _DONE
            ply -= 1
            words[_PLY] = ply
            words[_PHASE] = _TRY
            q = words[_WORDS] >> 1
            p = (_STACK >> 1) + ply * ((_FRAME >> 1) + q)
            for i in range(_FRAME >> 1):
                pairs[i] = pairs[p]
                p += 1
            if reply != _DONE:
                words[_REFUTED] = reply
            for i in range(q):
                states[i] = pairs[p]
                p += 1
            at = 2 * words[_FIRST] + (2 if ply else 4) * (words[_NEXT] - 1)
            unmake(state_, cells_, tables_, undo_, ply * words[_UNDO], moves[at])
            if flip != words[_FLIP]:
                best ^= _MOST
            if best > words[_LOW]:
                if tried & _SHALLOW or (tried and best < words[_HIGH]):
                    words[_AGAIN] = 1
                    continue
            words[_HORIZON] = words[_HORIZON] | horizon
            if ply == 0:
                moves[at + 2] = best
            if best > words[_BEST]:
                words[_BEST] = best
                words[_CODE] = moves[at]
                if ply == 0:
                    # A losing step is no answer while others have not been tried.
                    if words[_ENDING] == 0 or best > _MIDDLE:
                        words[_ANSWER] = moves[at]
                    words[_WORTH] = best + (words[_FLIP] & 1)
                    best -= words[_MARGIN]
                    if words[_LINES] > 1:
                        best = int(least(moves_, words[_NEXT], words[_LINES]))
                if best > words[_LOW]:
                    words[_LOW] = best
                if best >= words[_HIGH]:
                    words[_HORIZON] = horizon
                    words[_PHASE] = _LEAVE
        else:
            # An iteration is over.
            for i in range(3, 4 * count, 4):
                moves[i] = moves[i - 1]
            words[_ANSWER] = words[_CODE]
            words[_WORTH] = best + (flip & 1)
            if (count < 2 and words[_LINES] == 0) or depth >= words[_DEEPEST]:
                words[_OVER] = 1
                if count > 1 and words[_SHORT] and depth + 1 == words[_LAST]:
                    # No frames are left to look further ahead, but an ending may be shorter.
                    words[_OVER] = words[_ENDING]
                    words[_ENDING] = 1
            if (
                words[_HORIZON] & _GLANCE == 0
                or best >= _MIDDLE + words[_SURE]
                or best <= _MIDDLE - words[_SURE]
            ):
                words[_OVER] = _PROVED
            words[_REACHED] = depth
            depth += 1
            if words[_ENDING] or (depth > _SORTED and count <= words[_SHORT]):
                words[_ENDING] = 1
                depth = _WHOLE
            words[_DEPTH] = depth
            words[_HORIZON] = words[_NEXT] = words[_LOW] = words[_BEST] = 0
            words[_HIGH] = _MOST
            words[_HINT] = words[_CODE]
            words[_CODE] = _DONE
            words[_PHASE] = _TRY
            break
    return seen
