"""The steps at the root of the search: four words each, see alphabeta.py."""

from tourelle.kernels import micropython, ptr16


@micropython.viper
def word(words: ptr16, at: int) -> int:
    """One of these words."""
    return int(words[at])


@micropython.viper
def least(moves: ptr16, count: int, lines: int) -> int:
    """The value of the step that is number `lines` of the best; 0 where fewer were tried."""
    for i in range(2, 4 * count, 4):
        better = 0
        for j in range(2, 4 * count, 4):
            if moves[j] > moves[i] or (moves[j] == moves[i] and j < i):
                better += 1
        if better == lines - 1:
            return moves[i]
    return 0


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
