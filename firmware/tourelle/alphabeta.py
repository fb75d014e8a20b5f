"""The kernel of the search: alpha-beta over frames instead of calls, so that it can stop anywhere.

Its arrays are those of a `Search`, see search.py; what each word of them means is below.
"""

from tourelle.kernels import const, micropython, ptr16, ptr32

# The words of a state that every game has.
_MAXI = const(0)  # 1 where the side to move maximises
_CURSOR = const(1)
_VALUE = const(2)  # what the position is worth at a glance
_FINAL = const(3)
_QUIET = const(4)  # how many turns back the same position may have been
_TURN = const(5)  # the side to move

_MIDDLE = const(1 << 15)
_DECIDED = const(15000)
_DONE = const(0xFFFF)  # no step, or the end of all steps
_MOST = const(0xFFFF)

# The words of the search. First those of the frame: there is one for each step from the root. That
# of the position under way is here, those on the way to it lie from _STACK on, each with its state.
_FIRST = const(0)  # number of its first step in moves; the root's take four words instead of two:
_COUNT = const(1)  # code, value at a glance, value in this iteration, and in the one before
_NEXT = const(2)  # steps tried
_DEPTH = const(3)  # steps still to look ahead
_LOW = const(4)  # what the mover has elsewhere, and
_HIGH = const(5)  # what the others let it have; all as the mover sees it
_LOW0 = const(6)
_BEST = const(7)
_CODE = const(8)  # of the best step
_FLIP = const(9)  # what is added, exclusively, to a value to see it as the mover does
_REDUCED = const(10)  # 1 where it was looked at less deeply
_KEEP = const(11)  # 1 where the value goes into the table
_FRAME = const(12)  # words of a frame on the way
_PHASE = const(12)
_HINT = const(13)  # the table's step
_AGAIN = const(14)  # 1 where the last step tried must be looked at more deeply
# Of the thinking under way.
_PLY = const(15)
_HORIZON = const(16)  # 1 where some position was judged at a glance
_OVER = const(17)
_REACHED = const(18)  # depth of the last iteration that was finished
_ANSWER = const(19)  # code of the best step so far,
_WORTH = const(20)  # and its value for the mover
_ROOTS = const(21)  # steps at the root
_DEEPEST = const(22)
_MARGIN = const(23)  # steps at the root that are worse by no more get their true value
_AGE = const(24)
_PAST = const(25)  # positions of the game that are remembered
# For good.
_ROOM = const(26)  # steps that fit into moves, less _BEYOND
_LAST = const(27)  # the ply that has no frame after it
_MASK = const(28)  # the table's entries, less 1; 0: no table
_EFFORT = const(29)
_UNDO = const(30)
_WORDS = const(31)  # of a state
_KEYED = const(32)
_STACK = const(34)

_EXPAND = const(0)
_TRY = const(1)
_LEAVE = const(2)

# An entry of the table: key 1, key 2, code, value, and depth | bound | age << 8.
_ENTRY = const(5)
_EXACT = const(1 << 6)
_LEAST = const(2 << 6)  # the value is that or more
_HIGHEST = const(3 << 6)
_BOUND = const(3 << 6)

_LATE = const(5)  # steps after so many are looked at less deeply first


@micropython.viper
def word(words: ptr16, at: int) -> int:
    """One of these words."""
    return int(words[at])


@micropython.viper
def key(words: ptr16, state: ptr16, cells_, past: ptr16):
    """Write the key of the position, three words, behind those that are remembered."""
    one = 1
    other = 1
    for i in range(_TURN, words[_WORDS]):
        one = (one ^ state[i]) * 0x2545F491 & 0x3FFFFFFF
        one ^= one >> 13
        other = other * 0x19660D + one & 0x3FFFFFFF
    cells = ptr32(cells_)
    for i in range(words[_KEYED]):
        one = (one ^ cells[i]) * 0x2545F491 & 0x3FFFFFFF
        one ^= one >> 13
        other = other * 0x19660D + one & 0x3FFFFFFF
    at = 4 * (words[_PAST] + words[_PLY])
    past[at] = one & _MOST
    past[at + 1] = other >> 14
    past[at + 2] = (one >> 14) ^ (other & 0x3FFF)


@micropython.viper
def think(
    words: ptr16,
    moves: ptr16,
    budget: int,
    state: ptr16,
    past: ptr16,
    table: ptr16,
    words_,
    moves_,
    state_,
    past_,
    cells_,
    tables_,
    undo_,
    expand,
    make,
    unmake,
) -> int:
    """Think on until so much work is done, or an iteration is over; returns positions looked at.

    What ends in _ is for the functions called: some the same once more.
    """
    pairs = ptr32(words_)
    states = ptr32(state_)
    used = 0
    seen = 0
    while used < budget:
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
            if most < 1:
                words[_HORIZON] = 1
                words[_BEST] = state[_VALUE] ^ flip
                words[_PHASE] = _LEAVE
                continue
            if most > budget - used:
                most = budget - used
            at = 2 * (first + count)
            cut = words[_HIGH] if depth < 2 else _MOST
            got = int(expand(state_, cells_, tables_, moves_, first + count, most, cut))
            used += got + 1
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
                for i in range(count - 1, -1, -1):
                    moves[4 * i + 2] = moves[2 * i + 1]
                    moves[4 * i + 1] = moves[2 * i + 1]
                    moves[4 * i] = moves[2 * i]
                words[_HORIZON] = 1
            elif count:
                words[_PHASE] = _TRY
            else:
                # A win counts from where it is found.
                if words[_CODE] == _DONE:
                    best = state[_FINAL] ^ flip
                    words[_DEPTH] = 63
                else:
                    ply += 1
                if best >= _MIDDLE + _DECIDED:
                    best -= ply
                elif best <= _MIDDLE - _DECIDED:
                    best += ply
                elif words[_CODE] != _DONE:
                    words[_HORIZON] = 1
                words[_BEST] = best
        elif phase == _TRY:
            i = words[_NEXT]
            at = 2 * first + size * i
            reduced = 0
            if words[_AGAIN]:
                words[_AGAIN] = 0
                i -= 1
                at -= size
            elif i == count:
                words[_PHASE] = _LEAVE
                continue
            else:
                # The table's step comes first, then what looks best.
                p = at + (size >> 1)
                best = moves[p]
                q = at
                hint = _DONE
                if i == 0:
                    hint = words[_HINT]
                for _ in range(i, count):
                    if moves[p - 1] == hint:
                        q = p - 1
                        break
                    if moves[p] > best:
                        best = moves[p]
                        q = p - (size >> 1)
                    p += size
                for p in range(at, at + size):
                    best = moves[p]
                    moves[p] = moves[q]
                    moves[q] = best
                    q += 1
                if i >= _LATE and depth > 2 and ply:
                    reduced = 1
            words[_NEXT] = i + 1
            used += words[_EFFORT] + (count - i >> 5) + 1
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
            state[_CURSOR] = 0
            if flip != (0 if state[_MAXI] else _MOST):
                words[_FLIP] = flip ^ _MOST
                p = words[_LOW] ^ _MOST
                words[_LOW] = words[_HIGH] ^ _MOST
                words[_HIGH] = p
            words[_LOW0] = words[_LOW]
            ply += 1
            depth -= 1 + reduced
            words[_PLY] = ply
            words[_REDUCED] = reduced
            words[_DEPTH] = depth
            words[_FIRST] = first + (count * size >> 1)
            words[_PHASE] = words[_COUNT] = words[_NEXT] = words[_KEEP] = words[_BEST] = 0
            words[_CODE] = words[_HINT] = _DONE
            key(words_, state_, cells_, past_)
            at = 4 * (words[_PAST] + ply)
            if state[_QUIET] > 1:
                # The same position on the way here is as good as a draw; in the game, if twice.
                times = 0
                q = at
                while q:
                    q -= 4
                    if past[q] == past[at] and past[q + 1] == past[at + 1]:
                        if past[q + 2] == past[at + 2]:
                            times += 1 if q < 4 * words[_PAST] else 2
                if times > 1:
                    words[_BEST] = _MIDDLE ^ words[_FLIP]
                    words[_PHASE] = _LEAVE
                    continue
            if words[_MASK]:
                p = (past[at] & words[_MASK]) * _ENTRY
                if table[p] == past[at + 1] and table[p + 1] == past[at + 2]:
                    words[_HINT] = table[p + 2]
                    best = table[p + 3]
                    about = table[p + 4]
                    if about & 63 >= depth:
                        if best >= _MIDDLE + _DECIDED:
                            best -= ply
                        elif best <= _MIDDLE - _DECIDED:
                            best += ply
                        else:
                            words[_HORIZON] = 1
                        about &= _BOUND
                        if (
                            about == _EXACT
                            or (about == _LEAST and best >= words[_HIGH])
                            or (about == _HIGHEST and best <= words[_LOW])
                        ):
                            words[_BEST] = best
                            words[_PHASE] = _LEAVE
                            continue
            if ply == words[_LAST]:
                words[_HORIZON] = 1
                words[_BEST] = state[_VALUE] ^ words[_FLIP]
                words[_PHASE] = _LEAVE
        elif ply:
            if words[_MASK] and words[_KEEP]:
                at = 4 * (words[_PAST] + ply)
                p = (past[at] & words[_MASK]) * _ENTRY
                about = table[p + 4]
                # What is of an earlier move, or less deep, makes room.
                if about >> 8 != words[_AGE] or about & 63 <= depth:
                    about = depth | words[_AGE] << 8 | _EXACT
                    if best >= words[_HIGH]:
                        about ^= _EXACT ^ _LEAST
                    elif best <= words[_LOW0]:
                        about |= _HIGHEST
                    table[p] = past[at + 1]
                    table[p + 1] = past[at + 2]
                    table[p + 2] = words[_CODE]
                    q = best
                    if q >= _MIDDLE + _DECIDED:
                        q += ply
                    elif q <= _MIDDLE - _DECIDED:
                        q -= ply
                    table[p + 3] = q
                    table[p + 4] = about
            reduced = words[_REDUCED]
            ply -= 1
            words[_PLY] = ply
            words[_PHASE] = _TRY
            q = words[_WORDS] >> 1
            p = (_STACK >> 1) + ply * ((_FRAME >> 1) + q)
            for i in range(_FRAME >> 1):
                pairs[i] = pairs[p]
                p += 1
            for i in range(q):
                states[i] = pairs[p]
                p += 1
            at = 2 * words[_FIRST] + (2 if ply else 4) * (words[_NEXT] - 1)
            unmake(state_, cells_, tables_, undo_, ply * words[_UNDO], moves[at])
            if flip != words[_FLIP]:
                best ^= _MOST
            if reduced and best > words[_LOW]:
                words[_AGAIN] = 1
                continue
            if ply == 0:
                moves[at + 2] = best
            if best > words[_BEST]:
                words[_BEST] = best
                words[_CODE] = moves[at]
                if ply == 0:
                    words[_ANSWER] = moves[at]
                    words[_WORTH] = best + (words[_FLIP] & 1)
                    best -= words[_MARGIN]
                if best > words[_LOW]:
                    words[_LOW] = best
                if words[_LOW] >= words[_HIGH]:
                    words[_PHASE] = _LEAVE
        else:
            # An iteration is over.
            for i in range(count):
                moves[4 * i + 3] = moves[4 * i + 2]
            words[_ANSWER] = words[_CODE]
            words[_WORTH] = best + (flip & 1)
            if (
                count < 2
                or words[_HORIZON] == 0
                or depth >= words[_DEEPEST]
                or best >= _MIDDLE + _DECIDED
                or best <= _MIDDLE - _DECIDED
            ):
                words[_OVER] = 1
            words[_REACHED] = depth
            words[_DEPTH] = depth + 1
            words[_HORIZON] = words[_NEXT] = words[_LOW] = words[_BEST] = 0
            words[_HIGH] = _MOST
            words[_CODE] = _DONE
            words[_PHASE] = _TRY
            break
    return seen


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
