"""The carrier of the messages to the page in whose worker this runs, and its engines."""

from collections.abc import Callable

import javascript

from tourelle.who import HOST, STRONGEST, board
from tourelle_host.server.carrier import Carrier, Engine
from tourelle_host.sim.clock import Real


class WorkerEngine(Engine):
    """An engine that has its own worker."""

    def __init__(
        self,
        number: int,
        game: str,
        tell: Callable[[str], None],
        ended: Callable[[str], None],
        closed: Callable[[int], object],
    ):
        """number: of this engine at this table; closed: called with it at the end."""
        self._number = number
        self.tell = tell
        self.ended = ended
        self._closed = closed
        javascript.engine_on(number, game)

    def hear(self, line: str) -> None:
        javascript.engine_hear(self._number, line)

    def close(self) -> None:
        javascript.engine_off(self._number)
        self._closed(self._number)


class Tab(Carrier):
    """Carries messages to the page that started this worker.

    engines   by number
    """

    def __init__(self, clock: Real):
        self._clock = clock
        self._later: list[tuple[int, Callable[[], None]]] = []
        self.engines: dict[int, WorkerEngine] = {}
        self._begun = 0  # engines started so far

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self._later.append((self._clock.true_ms + int(1000 * seconds), call))

    def today(self) -> str:
        return javascript.today()

    def player(self, who: str) -> str:
        # The board's search runs on this computer here.
        return board(STRONGEST) if who == HOST else who

    def analyst(
        self, game: str, tell: Callable[[str], None], ended: Callable[[str], None]
    ) -> Engine:
        self._begun += 1
        made = WorkerEngine(self._begun, game, tell, ended, self.engines.pop)
        self.engines[self._begun] = made
        return made

    def live(self) -> int:
        """Make the calls that are due; returns milliseconds to the next, or -1."""
        now = self._clock.true_ms
        due = [call for moment, call in self._later if moment <= now]
        self._later = [entry for entry in self._later if entry[0] > now]
        for call in due:
            call()
        return min([moment - now for moment, _ in self._later], default=-1)
