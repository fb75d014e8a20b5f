"""Reads MicroPython's heap from the emulated chip's memory, without the program's help."""

import numpy as np

BLOCK = 16  # bytes
_RAM = 0x20000000
_MARK = 3  # a block has this only while the collector is at work


class Heap:
    """The allocation table: two bits a block, 0 where it is free."""

    def __init__(self, memory: memoryview):
        """memory: the chip's RAM, as it changes. ValueError where it has no heap yet."""
        bytes_ = np.asarray(memory)
        words = bytes_.view(np.uint32).astype(np.int64)
        table, size, finalisers, pool, end = (words[i : len(words) - 4 + i] for i in range(5))
        top = _RAM + len(bytes_)
        # The table's address and size, the finaliser table's address, the pool's start and end.
        found = np.flatnonzero(
            (table >= _RAM)
            & (size > 256)
            & (finalisers - table - size >= 0)
            & (finalisers - table - size <= 4)
            & (pool > finalisers)
            & (end - pool == size * 4 * BLOCK)
            & (end <= top)
        )
        if not len(found):
            raise ValueError("there is no heap yet")
        at = found[0]
        start = int(table[at]) - _RAM
        self._table = bytes_[start : start + int(size[at])]
        self.size = int(size[at]) * 4 * BLOCK

    def _blocks(self) -> np.ndarray:
        table = self._table
        return np.stack([table >> shift & 3 for shift in (0, 2, 4, 6)], axis=1).ravel()

    @property
    def used(self) -> int:
        """Bytes in use, garbage included."""
        return int(np.count_nonzero(self._blocks())) * BLOCK

    @property
    def largest(self) -> int:
        """Size of the largest free block, in bytes."""
        taken = np.flatnonzero(self._blocks())
        edges = np.concatenate(([-1], taken, [self.size // BLOCK]))
        return int(np.max(np.diff(edges)) - 1) * BLOCK

    @property
    def collecting(self) -> bool:
        """Whether the collector is at work: some block is marked."""
        table = self._table
        return bool(np.any(table & table >> 1 & 0x55))
