"""Virtual time, and the chance of a schedule."""

import heapq
import random
from collections.abc import Callable

_MOST = 100_000  # acts: with more, messages answer each other for ever


class Endless(Exception):
    """Something is always still to be done: messages answer each other for ever."""


class Clock:
    """Virtual time, and random numbers from a seed; now: seconds since the start."""

    def __init__(self, seed: int):
        self.now = 0.0
        self._random = random.Random(seed)
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    def after(self, seconds: float, function: Callable[[], None]) -> None:
        """Do this so much later."""
        self._count += 1
        if self._count > _MOST:
            raise Endless("no rest")
        heapq.heappush(self._due, (self.now + seconds, self._count, function))

    def run(self, until: float) -> None:
        """Do all that is due until then."""
        due = self._due
        while due and due[0][0] <= until:
            self.now, _, function = heapq.heappop(due)
            function()
        self.now = until

    def between(self, low: float, high: float) -> float:
        """A random time between these."""
        return low + (high - low) * self._random.random()

    def chance(self, part: float) -> bool:
        """True with this probability."""
        return self._random.random() < part
