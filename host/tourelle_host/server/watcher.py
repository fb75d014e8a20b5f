"""A browser, and the messages that wait to be sent to it."""

import json
from collections.abc import Callable, Set

# Which waiting messages a browser need not be sent any more, by the kind of the new one.
REPLACED = {kind: {kind} for kind in ("board", "world", "frame", "at", "pace", "friends")}
REPLACED["story"] = {"story", "line"}
MOST_PENDING = 2000  # messages; a browser so far behind is cut off and starts afresh


class Watcher:
    """One browser, and the messages that wait to be sent to it.

    lost   whether it has fallen too far behind
    """

    def __init__(self, wake: Callable[[], None] = lambda: None):
        """wake: called whenever there is something to take."""
        self._pending: list[tuple[str, str]] = []  # kind, text; oldest first
        self._wake = wake
        self.lost = False

    def tell(self, kind: str, text: str, replaced: Set[str] = frozenset()) -> None:
        """Add a message; replaced: kinds of waiting messages that it makes obsolete."""
        if len(self._pending) >= MOST_PENDING:
            self.lost = True
        else:
            if replaced:
                self._pending = [entry for entry in self._pending if entry[0] not in replaced]
            self._pending.append((kind, text))
        self._wake()

    def send(self, message: dict) -> None:
        """Add one of the page's messages."""
        self.tell(*packed(message))

    def take(self) -> list[str]:
        """All new messages, oldest first."""
        pending, self._pending = self._pending, []
        return [text for _, text in pending]


def packed(message: dict) -> tuple[str, str, Set[str]]:
    """A message as the arguments of `Watcher.tell`: made once, it can be sent to many."""
    kind = message["type"]
    return kind, json.dumps(message), REPLACED.get(kind, frozenset())
