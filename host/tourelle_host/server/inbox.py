"""Passes calls from other threads to the event loop."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable

from tourelle_host.failures import Failures

_AT_ONCE = 100  # calls before the loop may do other work


class Inbox:
    """Makes calls in the order in which threads hand them over.

    However many there are, they wake the loop only once: it learns of signals through the same
    pipe, and if that were full, nobody could end it. A call that fails is reported, and those
    after it are made.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop):
        self._loop = loop
        self._calls: deque[tuple[Callable, tuple]] = deque()
        self._lock = threading.Lock()
        self._woken = False
        self._failures = Failures("a message for the page")

    def post(self, call: Callable, *arguments: object) -> None:
        """Have the loop call this soon; may be used from any thread."""
        with self._lock:
            self._calls.append((call, arguments))
            wake, self._woken = not self._woken, True
        if wake:
            self._loop.call_soon_threadsafe(self._make)

    def _make(self) -> None:
        for _ in range(_AT_ONCE):
            with self._lock:
                if not self._calls:
                    self._woken = False
                    return
                call, arguments = self._calls.popleft()
            try:
                call(*arguments)
            except Exception as error:
                self._failures.report(error)
        self._loop.call_soon(self._make)
