"""A browser, and the messages that it has not been sent yet."""

import json
from collections.abc import Callable, Set

# What need not be told any more to a browser that is behind, by what it is about to be told.
REPLACED = {kind: {kind} for kind in ("board", "world", "frame", "at", "pace", "friends")}
REPLACED["story"] = {"story", "line"}
MOST_PENDING = 2000  # messages; a browser so far behind is cut off and starts afresh


class Watcher:
    """One browser: the messages that it has not been sent yet.

    lost   it fell too far behind
    """

    def __init__(self, wake: Callable[[], None] = lambda: None):
        """wake: called whenever there is something to take."""
        self._pending: list[tuple[str, str]] = []  # kind, text; oldest first
        self._wake = wake
        self.lost = False

    def tell(self, kind: str, text: str, replaced: Set[str] = frozenset()) -> None:
        """One message more; replaced: kinds that need not be told any more."""
        if len(self._pending) >= MOST_PENDING:
            self.lost = True
        else:
            if replaced:
                self._pending = [entry for entry in self._pending if entry[0] not in replaced]
            self._pending.append((kind, text))
        self._wake()

    def send(self, message: dict) -> None:
        """One message of the page's more."""
        self.tell(*packed(message))

    def take(self) -> list[str]:
        """Everything new, oldest first."""
        pending, self._pending = self._pending, []
        return [text for _, text in pending]


def packed(message: dict) -> tuple[str, str, Set[str]]:
    """A message of the page's as `Watcher.tell` takes it: whom many are sent, all get the same."""
    kind = message["type"]
    return kind, json.dumps(message), REPLACED.get(kind, frozenset())
