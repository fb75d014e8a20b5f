"""Collects a board's last events for the browsers that ask for them."""

from collections.abc import Callable

from tourelle_host.blackbox.collector import MARK, Collector
from tourelle_host.server.carrier import Carrier
from tourelle_host.server.watcher import Watcher

PATIENCE_S = 5.0  # how long a board may take to tell them
_SILENT = "The board did not send its events: its firmware is stuck or too old."


class Events:
    """One board's events, and the browsers that wait for them."""

    def __init__(self, carrier: Carrier):
        self._carrier = carrier
        self._collector = Collector()
        # An entry for each request, which only its identity tells from another one of that browser.
        self._waiting: list[list[Watcher]] = []

    def ask(self, watcher: Watcher, tell: Callable[[], None]) -> None:
        """A browser waits for the events from now on; tell: has the board tell them."""
        waits = [watcher]
        self._waiting.append(waits)

        def give_up() -> None:
            if any(entry is waits for entry in self._waiting):
                self._waiting = [entry for entry in self._waiting if entry is not waits]
                watcher.send({"type": "error", "text": _SILENT})

        self._carrier.later(self._carrier.patience(PATIENCE_S), give_up)
        tell()

    def hear(self, line: str) -> bool:
        """Take in a line; True where it is an event, which is no news for the page."""
        if not line.startswith(MARK):
            return False
        text = self._collector.hear(line)
        if text is not None:
            waiting, self._waiting = self._waiting, []
            for watcher in {entry[0] for entry in waiting}:
                watcher.send({"type": "file", "of": "events", "name": "", "text": text})
        return True

    def leave(self, watcher: Watcher) -> None:
        """This browser has left."""
        self._waiting = [entry for entry in self._waiting if entry[0] is not watcher]

    def swapped(self) -> None:
        """Another board tells its events from now on."""
        self._collector = Collector()
