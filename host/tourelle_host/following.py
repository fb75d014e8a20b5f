"""Follows a running board: every line that it says, and its whole game, also what came before."""

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

_LOOK_S = 0.2  # how soon `lines` notices that it is to stop


class Follower:
    """Asks a board for what a mirror and a record need; plays and changes nothing on it.

    hello      the board's own, of the first greeting
    recorder   the game as far as it is known
    """

    def __init__(
        self,
        connection: Connection,
        recorder: Recorder,
        mirror: bool,
        clock: Callable[[], float] = time.monotonic,
    ):
        """Greet the board; NoAnswer. recorder: one that asks; mirror: all lights are wanted;
        clock: gives seconds."""
        self._connection = connection
        self._mirror = mirror
        self.recorder = recorder
        self._events = ""
        self._collector = Collector()
        self._wanted: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._asking = Asking(connection.send, recorder, mirror, clock)
        self._first = connection.greet()
        self.hello = self._first[-1]

    def lines(self, stop: Callable[[], bool]) -> Iterator[str]:
        """The lines from the board, as they come, until `stop` says so; "" for none. Gone."""
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
            if self._mirror:
                with contextlib.suppress(Gone):
                    self._connection.send("follow off")

    def ask_events(self) -> None:
        """Have the board tell its last events; from any thread."""
        self._wanted.put(ASK)

    def take_events(self) -> str:
        """The board's last events as a text to be saved; "" where it has told none since."""
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
    """Writes each game that a recorder has into a file of its own, whenever it has changed.

    No file that exists is overwritten: game.txt, then game-2.txt, and so on.
    """

    def __init__(self, path: Path):
        self._path = path
        self._files: dict[int, Path] = {}  # by the number of the game
        self._saved: object = None

    def save(self, recorder: Recorder) -> Path | None:
        """Write the game if it has changed: the file where it is a new one. UserError."""
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
            written = path.with_name(path.name + ".new")
            written.write_text(records.write(record), encoding="utf-8")
            written.replace(path)
        except OSError as error:
            raise UserError(f"the game cannot be saved in {self._path}: {error.strerror}") from None
        self._saved = state
        return path if new else None
