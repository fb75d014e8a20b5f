"""A small generator of random numbers, the same on CPython and on MicroPython."""

_MASK = 0x3FFFFFFF  # numbers of 30 bits: on a chip they allocate nothing
_FIRST = 8  # numbers that are thrown away: small seeds resemble each other at first


class Chance:
    """Numbers that depend on the seed alone (xorshift)."""

    def __init__(self, seed: int):
        self._state = (seed * 0x9E3779B1 + 0x2545F491) & _MASK or 1
        for _ in range(_FIRST):
            self.below(1)

    def below(self, count: int) -> int:
        """A number from 0 to before `count`, which is at most 2**20."""
        state = self._state
        state ^= state << 13 & _MASK
        state ^= state >> 17
        state ^= state << 5 & _MASK
        self._state = state
        return (state >> 5) % count

    def sample(self, beyond: int, count: int) -> list[int]:
        """So many different numbers from 1 to before `beyond`, in ascending order."""
        left = list(range(1, beyond))
        return sorted([left.pop(self.below(len(left))) for _ in range(count)])
