"""The kernel of the search: alpha-beta over frames instead of calls, so that it can stop anywhere.

Its arrays are those of a `Search`, see search.py; what each word of them means is below.
"""

from tourelle.kernels import const, micropython, ptr16

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
MOST = const(0xFFFF)

# A frame for each step from the root: words of `frames`.
FRAME = const(20)
PHASE = const(0)
FIRST = const(1)  # number of its first step in moves
_COUNT = const(2)
NEXT = const(3)  # steps tried
DEPTH = const(4)  # steps still to look ahead
LOW = const(5)  # what the maximising side has elsewhere, and
HIGH = const(6)  # what the other side has
LOW0 = const(7)
HIGH0 = const(8)
_BEST = const(9)
CODE = const(10)  # of the best step
MAXIMISE = const(11)
_HASH0 = const(12)
_HASH1 = const(13)
_HASH2 = const(14)
_HINT = const(15)  # the table's step
_KEEP = const(16)  # 1 where the value goes into the table
_REDUCED = const(17)  # 1 where it was looked at less deeply
_AGAIN = const(18)  # 1 where the last step tried must be looked at more deeply

ENTER = const(0)
_EXPAND = const(1)
_TRY = const(2)
_LEAVE = const(3)

# An entry of the table: key 1, key 2, code, value, and depth | bound | age.
ENTRY = const(5)
_EXACT = const(1 << 6)
_LEAST = const(2 << 6)  # the value is that or more
_HIGHEST = const(3 << 6)
_BOUND = const(3 << 6)
_AGE = const(1 << 8)

# The words of `facts`.
PLY = const(0)
DEEP = const(1)  # depth of the iteration under way
HORIZON = const(2)  # 1 where some position was judged at a glance
OVER = const(3)
DEEPEST = const(4)
MARGIN = const(5)  # steps at the root that are worse by no more get their true value
ROOM = const(6)  # steps that fit into moves
PLENTY = const(7)
UNDO = const(8)
MASK = const(9)  # the table's entries, less 1; 0: no table
AGES = const(10)
PAST = const(11)  # positions of the game that are remembered
PICKS = const(12)  # steps in picks
REACHED = const(13)  # depth of the last iteration that was finished
SEEN = const(14)  # positions looked at in the last slice
EFFORT = const(15)
LAST = const(16)  # the ply that has no frame after it
FACTS = 17

_LATE = const(5)  # steps after so many are looked at less deeply first


@micropython.viper
def think(
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
    ply = facts[PLY]
    mask = facts[MASK]
    while used < budget:
        f = ply * FRAME
        phase = frames[f + PHASE]
        maxi = frames[f + MAXIMISE]
        if phase == ENTER:
            maxi = state[_MAXI]
            key0 = state[_KEY0]
            key1 = state[_KEY1]
            key2 = state[_KEY2]
            frames[f + MAXIMISE] = maxi
            frames[f + _HASH0] = key0
            frames[f + _HASH1] = key1
            frames[f + _HASH2] = key2
            frames[f + _COUNT] = 0
            frames[f + NEXT] = 0
            frames[f + _AGAIN] = 0
            frames[f + _KEEP] = 0
            frames[f + CODE] = _DONE
            frames[f + _HINT] = _DONE
            frames[f + _BEST] = 0 if maxi else MOST
            frames[f + PHASE] = _EXPAND
            state[_CURSOR] = 0
            used += 1
            if ply > 0 and state[_QUIET] > 1:
                # The same position on the way here is as good as a draw; in the game, if twice.
                times = 0
                g = f - FRAME
                while g >= 0:
                    if frames[g + _HASH0] == key0 and frames[g + _HASH1] == key1:
                        if frames[g + _HASH2] == key2:
                            times = 2
                    g -= FRAME
                g = facts[PAST] * 4 - 4
                while g >= 0:
                    if past[g] == key0 and past[g + 1] == key1 and past[g + 2] == key2:
                        times += 1
                    g -= 4
                if times > 1:
                    frames[f + _BEST] = _MIDDLE
                    frames[f + PHASE] = _LEAVE
                    continue
            if mask:
                slot = (key0 & mask) * ENTRY
                if table[slot] == key1 and table[slot + 1] == key2:
                    frames[f + _HINT] = table[slot + 2]
                    value = table[slot + 3]
                    about = table[slot + 4]
                    if ply > 0 and about & 63 >= frames[f + DEPTH]:
                        # A win counts from where it is found.
                        if value >= _MIDDLE + _DECIDED:
                            value -= ply
                        elif value <= _MIDDLE - _DECIDED:
                            value += ply
                        else:
                            facts[HORIZON] = 1
                        about &= _BOUND
                        if (
                            about == _EXACT
                            or (about == _LEAST and value >= frames[f + HIGH])
                            or (about == _HIGHEST and value <= frames[f + LOW])
                        ):
                            frames[f + _BEST] = value
                            frames[f + PHASE] = _LEAVE
                            continue
            if frames[f + FIRST] + facts[PLENTY] > facts[ROOM] or ply == facts[LAST]:
                facts[HORIZON] = 1
                frames[f + _BEST] = state[_VALUE]
                frames[f + PHASE] = _LEAVE
        elif phase == _EXPAND:
            first = frames[f + FIRST]
            count = frames[f + _COUNT]
            depth = frames[f + DEPTH]
            cut = MOST if maxi else 0
            if ply > 0 and depth < 2:
                cut = frames[f + HIGH] if maxi else frames[f + LOW]
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
                frames[f + DEPTH] = 63
                frames[f + PHASE] = _LEAVE
            elif ply == 0:
                for i in range(count):
                    roots[i] = moves[2 * i + 1]
                frames[f + NEXT] = count
                frames[f + PHASE] = _LEAVE
            elif depth < 2:
                best = frames[f + _BEST]
                at = 2 * first
                end = at + 2 * count
                while at < end:
                    value = moves[at + 1]
                    if value > best if maxi else value < best:
                        best = value
                        frames[f + CODE] = moves[at]
                    at += 2
                if best >= _MIDDLE + _DECIDED:
                    best -= ply + 1
                elif best <= _MIDDLE - _DECIDED:
                    best += ply + 1
                else:
                    facts[HORIZON] = 1
                frames[f + _BEST] = best
                frames[f + PHASE] = _LEAVE
            else:
                frames[f + PHASE] = _TRY
        elif phase == _TRY:
            first = frames[f + FIRST]
            count = frames[f + _COUNT]
            i = frames[f + NEXT]
            depth = frames[f + DEPTH]
            reduced = 0
            if frames[f + _AGAIN]:
                frames[f + _AGAIN] = 0
                i -= 1
            elif i == count:
                frames[f + PHASE] = _LEAVE
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
            frames[f + NEXT] = i + 1
            used += facts[EFFORT] + (count - i >> 5)
            at = 2 * (first + i)
            make(state_, tables_, numbers_, undo_, ply * facts[UNDO], moves[at], moves[at + 1])
            low = frames[f + LOW]
            high = frames[f + HIGH]
            ply += 1
            f += FRAME
            frames[f + PHASE] = ENTER
            frames[f + FIRST] = first + count
            frames[f + DEPTH] = depth - 1 - reduced
            frames[f + _REDUCED] = reduced
            frames[f + LOW] = low
            frames[f + LOW0] = low
            frames[f + HIGH] = high
            frames[f + HIGH0] = high
        else:
            depth = frames[f + DEPTH]
            best = frames[f + _BEST]
            if mask and frames[f + _KEEP]:
                slot = (frames[f + _HASH0] & mask) * ENTRY
                about = table[slot + 4]
                age = facts[AGES]
                # What is of an earlier move, or less deep, makes room.
                if about >> 8 != age or about & 63 <= depth:
                    bound = _EXACT
                    if best >= frames[f + HIGH0]:
                        bound = _LEAST
                    elif best <= frames[f + LOW0]:
                        bound = _HIGHEST
                    table[slot] = frames[f + _HASH1]
                    table[slot + 1] = frames[f + _HASH2]
                    table[slot + 2] = frames[f + CODE]
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
                    if facts[DEEP] == 1 and (roots[i] > best if maxi else roots[i] < best):
                        best = roots[i]
                facts[PICKS] = count
                facts[REACHED] = facts[DEEP]
                if facts[DEEP] == 1:
                    facts[HORIZON] = 1
                if (
                    count < 2
                    or facts[HORIZON] == 0
                    or facts[DEEP] >= facts[DEEPEST]
                    or best >= _MIDDLE + _DECIDED
                    or best <= _MIDDLE - _DECIDED
                ):
                    facts[OVER] = 1
                facts[DEEP] += 1
                facts[HORIZON] = 0
                frames[NEXT] = 0
                frames[DEPTH] = facts[DEEP]
                frames[LOW] = 0
                frames[HIGH] = MOST
                frames[LOW0] = 0
                frames[HIGH0] = MOST
                frames[_BEST] = 0 if maxi else MOST
                frames[CODE] = _DONE
                frames[_KEEP] = 1
                frames[PHASE] = _TRY
                break
            reduced = frames[f + _REDUCED]
            ply -= 1
            f -= FRAME
            unmake(state_, tables_, undo_, ply * facts[UNDO])
            maxi = frames[f + MAXIMISE]
            if reduced and (best > frames[f + LOW] if maxi else best < frames[f + HIGH]):
                frames[f + _AGAIN] = 1
                continue
            i = frames[f + NEXT] - 1
            if ply == 0:
                roots[i] = best
            if best > frames[f + _BEST] if maxi else best < frames[f + _BEST]:
                frames[f + _BEST] = best
                frames[f + CODE] = moves[2 * (frames[f + FIRST] + i)]
                margin = facts[MARGIN] if ply == 0 else 0
                if maxi:
                    if best - margin > frames[f + LOW]:
                        frames[f + LOW] = best - margin
                elif best + margin < frames[f + HIGH]:
                    frames[f + HIGH] = best + margin
                if frames[f + LOW] >= frames[f + HIGH]:
                    frames[f + PHASE] = _LEAVE
    facts[PLY] = ply
    facts[SEEN] = seen
    return used
