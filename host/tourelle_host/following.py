"""Follows a running board: every line that it says, and its whole game from the start."""

import contextlib
import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tourelle_host import record as records
from tourelle_host import texts
from tourelle_host.asking import Asking
from tourelle_host.blackbox.collector import ASK, Collector
from tourelle_host.connection import Connection, Gone
from tourelle_host.errors import UserError
from tourelle_host.recorder import Recorder

_LOOK_S = 0.2  # how soon `lines` notices that it has to stop


class Follower:
    """Asks a board for what a mirror and a record need, and changes nothing on it.

    hello      the board's first greeting
    recorder   has the game as far as it is known
    """

    def __init__(
        self,
        connection: Connection,
        recorder: Recorder,
        mirror: bool,
        clock: Callable[[], float] = time.monotonic,
    ):
        """Greet the board. NoAnswer. recorder: one with `asks`; mirror: ask for all lights;
        clock: gives seconds."""
        self._connection = connection
        self.recorder = recorder
        self._events = ""
        self._collector = Collector()
        self._wanted: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._asking = Asking(connection.send, recorder, mirror, clock)
        self._first = connection.greet()
        self.hello = self._first[-1]

    def lines(self, stop: Callable[[], bool]) -> Iterator[str]:
        """The board's lines as they come, "" where none does, until `stop` returns True. Gone."""
        try:
            for line in self._first:
                self._hear(line)
                yield line
            while not stop():
                self._ask()
                line = self._connection.line(_LOOK_S) or ""
                if line:
                    self._hear(line)
                yield line
        finally:
            with contextlib.suppress(Gone):
                self._asking.stop()

    def ask_events(self) -> None:
        """Have the board tell its last events; may be called from any thread."""
        self._wanted.put(ASK)

    def take_events(self) -> str:
        """The board's last events as text, to be saved; "" where it has told none since."""
        events, self._events = self._events, ""
        return events

    def _hear(self, line: str) -> None:
        self._asking.hear(line)
        self._events = self._collector.hear(line) or self._events

    def _ask(self) -> None:
        while not self._wanted.empty():
            self._connection.send(self._wanted.get())
        self._asking.ask()


class Saver:
    """Writes each of a recorder's games to its own file, whenever the game has changed.

    It overwrites no existing file: game.txt, else game-2.txt, and so on.
    """

    def __init__(self, path: Path):
        self._path = path
        self._files: dict[int, Path] = {}  # by the number of the game
        self._saved: object = None

    def save(self, recorder: Recorder) -> Path | None:
        """Write the game if it has changed; returns the file if it is a new one. UserError."""
        record = recorder.record
        if record is None or not record.steps or recorder.gap:
            return None
        state = (recorder.number, tuple(record.steps), record.result, record.why)
        if state == self._saved:
            return None
        new = recorder.number not in self._files
        try:
            if new:
                self._files[recorder.number] = texts.free(self._path)
            path = self._files[recorder.number]
            texts.replace(path, records.write(record))
        except OSError as error:
            raise UserError(f"the game cannot be saved in {self._path}: {error.strerror}") from None
        self._saved = state
        return path if new else None
