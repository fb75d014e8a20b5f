"""The clocks that a simulated board can run by."""

import time
from collections.abc import Callable


class Clock:
    """The time of a board and its world, in milliseconds.

    passes   whether it goes on by itself; if not, it stands where it was held last
    """

    passes: bool

    @property
    def now_ms(self) -> int:
        """Milliseconds since the clock was made."""
        raise NotImplementedError

    @property
    def true_ms(self) -> int:
        """The same, but regardless of `hold` where it passes."""
        raise NotImplementedError

    def hold(self, moment: int | None) -> None:
        """Stand still at a moment; None: pass on, where it passes."""
        raise NotImplementedError

    def lose(self, ms: int) -> None:
        """Give up on so much of the delay: the board ran slower than real time."""


class Virtual(Clock):
    """Time that stands still until `SimulatedBoard.advance` moves it."""

    passes = False

    def __init__(self, now_ms: int = 0) -> None:
        self._now_ms = now_ms

    @property
    def now_ms(self) -> int:
        return self._now_ms

    @property
    def true_ms(self) -> int:
        return self._now_ms

    def hold(self, moment: int | None) -> None:
        if moment is not None:
            self._now_ms = moment


class Real(Clock):
    """Time as it passes; it can be held for a moment in the past, and then catches up."""

    passes = True

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        """seconds: gives the time, from any start."""
        self._seconds = seconds
        self._start = seconds()
        self._held: int | None = None

    @property
    def now_ms(self) -> int:
        return self.true_ms if self._held is None else self._held

    @property
    def true_ms(self) -> int:
        return int((self._seconds() - self._start) * 1000)

    def hold(self, moment: int | None) -> None:
        self._held = moment

    def lose(self, ms: int) -> None:
        self._start += ms / 1000
