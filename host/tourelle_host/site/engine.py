"""An engine in its own worker, on MicroPython for WebAssembly; it talks UGI.

web/worker/engine.js calls `begin`, `hear` and `work`. It provides the module `javascript`: the
clock, the listener to the engine, and the search's functions.
"""

import javascript

from tourelle_host.engine.thinker import Thinker, Thinkers
from tourelle_host.engine.ugi import Engine
from tourelle_host.engine.worker import alone

_SPEED = 500_000
_MEGABYTES = 4


class Here(Thinkers):
    """Thinkers in this worker itself."""

    def __init__(self) -> None:
        super().__init__(_SPEED, _MEGABYTES, 1)

    def thinker(self, game: str, entries: int, threads: int) -> Thinker:
        return Thinker(alone(game, entries).answer)


_engines: list[Engine] = []


def begin(game: str) -> None:
    """Sets the game whose positions it will be asked about."""
    _engines.append(Engine(game, {}, Here(), javascript.tell, javascript.seconds))


def hear(line: str) -> None:
    """See Engine."""
    _engines[0].hear(line)


def work() -> bool:
    """See Engine."""
    return _engines[0].work()
