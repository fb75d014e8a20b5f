"""A server's carrier: an event loop, threads that call into it, and this machine's engine."""

import asyncio
import contextlib
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import date

from tourelle_host import micropython, patience
from tourelle_host.children import Child
from tourelle_host.engine import compiled, process
from tourelle_host.engine.opponent import Opponent
from tourelle_host.server.carrier import Carrier, Engine
from tourelle_host.server.inbox import Inbox


class Loop(Carrier):
    """Within the running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._inbox = Inbox(self._loop)

    def post(self, call: Callable, *arguments: object) -> None:
        self._inbox.post(call, *arguments)

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self._loop.call_later(seconds, call)

    def patience(self, seconds: float) -> float:
        return patience.seconds(seconds)

    def today(self) -> str:
        return date.today().isoformat()

    def engine(
        self,
        send: Callable[[str], None],
        tell: Callable[[str], None],
        only: Callable[[str], bool],
    ) -> Engine:
        return _Threaded(Opponent(send, lambda words: self.post(tell, words), only=only))

    def analyst(
        self, game: str, tell: Callable[[str], None], ended: Callable[[str], None]
    ) -> Engine:
        return _Spoken(game, lambda line: self.post(tell, line), lambda why: self.post(ended, why))


class _Spoken(Engine):
    """`tourelle engine` as a process, talked to line by line."""

    def __init__(self, game: str, tell: Callable[[str], None], ended: Callable[[str], None]):
        # numba takes 10 to 20 s to compile the first search; until then a VM is faster.
        vm = process.fastest()
        if vm == "compiled" and not compiled.ready(game) and micropython.available():
            vm = "micropython"
        command = [sys.executable, "-m", "tourelle_host", "engine", game, "--vm", vm]
        self._process = Child(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._closed = False

        def listen() -> None:
            assert self._process.stdout
            for line in self._process.stdout:
                tell(line.rstrip("\n"))
            if not self._closed:
                ended("The engine has broken off.")

        self._thread = threading.Thread(target=listen, daemon=True)
        self._thread.start()

    def hear(self, line: str) -> None:
        assert self._process.stdin
        with contextlib.suppress(OSError):  # then its end is reported
            self._process.stdin.write(line + "\n")

    def close(self) -> None:
        self._closed = True
        self._process.kill()
        self._process.wait()
        self._thread.join()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()


class _Threaded(Engine):
    """The engine, in a thread of its own."""

    def __init__(self, opponent: Opponent):
        self._opponent = opponent
        opponent.__enter__()

    def hear(self, line: str) -> None:
        self._opponent.hear(line)

    def close(self) -> None:
        self._opponent.__exit__()
