"""The two clocks by which a simulated board can live."""

import time


class Virtual:
    """Time that stands still until `SimulatedBoard.advance` moves it."""

    def __init__(self) -> None:
        self.now_ms = 0


class Real:
    """Time as it passes."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    @property
    def now_ms(self) -> int:
        """Milliseconds since the clock was made."""
        return int((time.monotonic() - self._start) * 1000)
