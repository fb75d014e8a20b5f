"""Follows a running board: every line that it says, and its whole game, also what came before."""

import contextlib
import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tourelle_host import record as records
from tourelle_host import texts
from tourelle_host.blackbox.collector import ASK, Collector
from tourelle_host.connection import HELLO, Connection, Gone
from tourelle_host.errors import UserError
from tourelle_host.recorder import MOST_STEPS, Recorder

_LOOK_S = 0.2  # how soon `lines` notices that it is to stop
# Between two questions that begin afresh, seconds; twice as long after each that did not help,
# for a game that is not known here, say.
_SHORTEST_S = 0.25
_LONGEST_S = 60.0


class Follower:
    """Asks a board for what a mirror and a record need; plays and changes nothing on it.

    hello      the board's own, of the first greeting
    recorder   the game as far as it is known
    events     the board's last events as a text to be saved, where it has told them; whoever
               takes them sets it to ""
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
        self.events = ""
        self._collector = Collector()
        self._wanted: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._clock = clock
        self._question = ""  # to be asked as soon as it may be
        self._may_ask = clock()
        self._pause = _SHORTEST_S
        self._next = 0  # number of the step that the board is asked for
        self._telling = False  # it is about to tell its record
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

    def _hear(self, line: str) -> None:
        """Take in a line; ask where it says that there is more, or that something is lost."""
        recorder = self.recorder
        recorder.hear(line)
        self.events = self._collector.hear(line) or self.events
        word, *words = line.split() or [""]
        if line.startswith(HELLO):
            self._telling = False
            if self._mirror:
                self._connection.send("follow on")
                self._connection.send("switches")
        elif word == "@game" and words != ["none"]:
            self._question = "record 0"
        elif word == "@record":
            self._telling = self._go_on(words)
        if word == "@lost" or (recorder.gap and not self._telling):
            self._question = self._question or "hello"
        elif recorder.record:
            self._pause = _SHORTEST_S

    def _go_on(self, words: list[str]) -> bool:
        """The board has told steps from a number on: ask for the next; whether there are any."""
        if words[:1] != [str(self._next)] or words[1:] in ([], ["none"]):
            return False
        self._next = self._next + len(words) - 1 if self._next else 1
        if self._next < MOST_STEPS:
            self._connection.send(f"record {self._next}")
        return True

    def _ask(self) -> None:
        """Ask the question that waits, if its time has come."""
        while not self._wanted.empty():
            self._connection.send(self._wanted.get())
        now = self._clock()
        if self._question and now >= self._may_ask:
            question, self._question = self._question, ""
            self._may_ask = now + self._pause
            self._pause = min(2 * self._pause, _LONGEST_S)
            self._next = 0
            self._telling = question != "hello"
            self._connection.send(question)


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
