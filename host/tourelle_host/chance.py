"""A small generator of random numbers, the same on CPython and on MicroPython."""

_MASK = 0x3FFFFFFF  # 30 bits: such numbers allocate nothing on a chip
_FIRST = 8  # numbers to discard, since small seeds give similar ones at first


class Chance:
    """Random numbers that depend on the seed alone (xorshift)."""

    def __init__(self, seed: int):
        self._state = (seed * 0x9E3779B1 + 0x2545F491) & _MASK or 1
        for _ in range(_FIRST):
            self.below(1)

    def below(self, count: int) -> int:
        """A number from 0 to count - 1; count is at most 2**20."""
        state = self._state
        state ^= state << 13 & _MASK
        state ^= state >> 17
        state ^= state << 5 & _MASK
        self._state = state
        return (state >> 5) % count

    def sample(self, beyond: int, count: int) -> list[int]:
        """So many different numbers from 1 to beyond - 1, in ascending order."""
        left = list(range(1, beyond))
        return sorted([left.pop(self.below(len(left))) for _ in range(count)])
