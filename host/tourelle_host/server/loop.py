"""The carrier of a server: an event loop, threads that call into it, the engine of this machine."""

import asyncio
from collections.abc import Callable
from datetime import date

from tourelle_host.engine.opponent import Opponent
from tourelle_host.patience import seconds
from tourelle_host.server.carrier import Carrier, Engine
from tourelle_host.server.inbox import Inbox


class Loop(Carrier):
    """Within the running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._inbox = Inbox(self._loop)

    def post(self, call: Callable, *arguments: object) -> None:
        self._inbox.post(call, *arguments)

    def later(self, seconds_: float, call: Callable[[], None]) -> None:
        self._loop.call_later(seconds(seconds_), call)

    def today(self) -> str:
        return date.today().isoformat()

    def engine(
        self,
        send: Callable[[str], None],
        tell: Callable[[str], None],
        only: Callable[[str], bool],
    ) -> Engine:
        return _Threaded(Opponent(send, lambda words: self.post(tell, words), only=only))


class _Threaded(Engine):
    """The engine in a thread of its own."""

    def __init__(self, opponent: Opponent):
        self._opponent = opponent
        opponent.__enter__()

    def hear(self, line: str) -> None:
        self._opponent.hear(line)

    def close(self) -> None:
        self._opponent.__exit__()
