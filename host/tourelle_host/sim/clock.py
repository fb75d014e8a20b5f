"""The two clocks that a simulated board can run by."""

import time
from collections.abc import Callable


class Virtual:
    """Time that stands still until `SimulatedBoard.advance` moves it."""

    def __init__(self) -> None:
        self.now_ms = 0


class Real:
    """Time as it passes; it can be held for a moment, and then catches up."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        """seconds: gives the time, from any start."""
        self._seconds = seconds
        self._start = seconds()
        self._held: int | None = None

    @property
    def now_ms(self) -> int:
        """Milliseconds since the clock was made."""
        return self.true_ms if self._held is None else self._held

    @property
    def true_ms(self) -> int:
        """The same, but regardless of `hold`."""
        return int((self._seconds() - self._start) * 1000)

    def hold(self, moment: int | None) -> None:
        """Stand still at a moment in the past; None: go on."""
        self._held = moment

    def lose(self, ms: int) -> None:
        """Give up on so much of the delay: the board ran slower than real time."""
        self._start += ms / 1000
