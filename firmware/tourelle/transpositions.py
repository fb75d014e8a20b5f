"""Keys of positions, and the transposition table. For the words, see alphabeta.py.

Loaded if a game needs keys: to recognise repetitions, or for the table.
"""

from tourelle.kernels import const, micropython, ptr16, ptr32

_TURN = const(5)  # words of a state tell positions apart from here on
_MIDDLE = const(1 << 15)
_MOST = const(0xFFFF)
_DEPTH = const(3)
_LOW = const(4)
_HIGH = const(5)
_LOW0 = const(6)
_BEST = const(7)
_CODE = const(8)
_HORIZON = const(12)
_HINT = const(15)
_PLY = const(17)
_AGE = const(27)
_PAST = const(28)
_BITS = const(29)
_WORDS = const(32)
_KEYED = const(35)  # how many groups of four cells go into a key; 0: no keys are needed
_SURE = const(36)
_GLANCE = const(1)
_ALL = const(63)

# An entry of the table: key 1, key 2, code, value, and depth | bound | age << 8. The first two are
# XORed with the others, so that an entry of which two searches wrote one half each is not used.
_ENTRY = const(5)
_EXACT = const(1 << 6)
_LEAST = const(2 << 6)  # the value is a lower bound
_HIGHEST = const(3 << 6)  # it is an upper bound
_BOUND = const(3 << 6)


@micropython.viper
def key(words: ptr16, state: ptr16, cells_, past: ptr16):
    """Write the key of the position, three words, behind the remembered ones."""
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
def probe(words: ptr16, past: ptr16, table: ptr16) -> int:
    """Look the position up: 1 if the table has its value.

    Otherwise 0, though it may have left a step to try in _HINT.
    """
    ply = words[_PLY]
    at = 4 * (words[_PAST] + ply)
    p = ((past[at] | past[at + 1] << 16) & (1 << words[_BITS]) - 1) * _ENTRY
    best = table[p + 3]
    about = table[p + 4]
    code = table[p + 2]
    if table[p] ^ code ^ best != past[at + 1] or table[p + 1] ^ about != past[at + 2]:
        return 0
    words[_HINT] = code
    if about & _ALL < words[_DEPTH]:
        return 0
    rests = 0 if about & _ALL == _ALL else _GLANCE
    if best >= _MIDDLE + words[_SURE]:
        best -= ply
        rests = 0
    elif best <= _MIDDLE - words[_SURE]:
        best += ply
        rests = 0
    about &= _BOUND
    if (
        about == _EXACT
        or (about == _LEAST and best >= words[_HIGH])
        or (about == _HIGHEST and best <= words[_LOW])
    ):
        words[_BEST] = best
        words[_HORIZON] = rests
        return 1
    return 0


@micropython.viper
def store(words: ptr16, past: ptr16, table: ptr16):
    """Write what was found out about the position into the table."""
    ply = words[_PLY]
    at = 4 * (words[_PAST] + ply)
    p = ((past[at] | past[at + 1] << 16) & (1 << words[_BITS]) - 1) * _ENTRY
    about = table[p + 4]
    depth = words[_DEPTH] if words[_HORIZON] else _ALL
    # An entry of an earlier search, or one no deeper, is replaced.
    if about >> 8 == words[_AGE] and about & _ALL > depth:
        return
    best = words[_BEST]
    about = depth | words[_AGE] << 8 | _EXACT
    if best >= words[_HIGH]:
        about ^= _EXACT ^ _LEAST
    elif best <= words[_LOW0]:
        about |= _HIGHEST
    if best >= _MIDDLE + words[_SURE]:
        best += ply
    elif best <= _MIDDLE - words[_SURE]:
        best -= ply
    table[p] = past[at + 1] ^ words[_CODE] ^ best
    table[p + 1] = past[at + 2] ^ about
    table[p + 2] = words[_CODE]
    table[p + 3] = best
    table[p + 4] = about
