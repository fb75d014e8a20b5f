"""How long tests wait for what has to happen: no test knows how fast the machine is."""

import time
from collections.abc import Callable

PATIENCE_S = 300  # so that what hangs ends; nothing else depends on it
_LOOKS_S = 0.02


def until(holds: Callable[[], object], told: Callable[[], object] = lambda: "") -> None:
    """Wait until this holds, where nothing tells of it; told: what to say if it never does."""
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end, told()
        time.sleep(_LOOKS_S)
