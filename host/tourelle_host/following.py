"""Follows a running board: every line that it says, and its whole game, also what came before."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from tourelle_host import record as records
from tourelle_host.connection import HELLO, Connection, Gone
from tourelle_host.errors import UserError
from tourelle_host.recorder import Recorder

_LOOK_S = 0.2  # how soon `lines` notices that it is to stop

# Lines that answer what is asked here, and are no news to a person.
ANSWERS = frozenset(("@position", "@lights", "@switches", "@record", "@lost"))


class Follower:
    """Asks a board for what a mirror and a record need; plays and changes nothing on it.

    hello      the board's own, of the first greeting
    recorder   the game as far as it is known
    """

    def __init__(self, connection: Connection, recorder: Recorder, mirror: bool):
        """Greet the board; NoAnswer. recorder: one that asks; mirror: all lights are wanted."""
        self._connection = connection
        self._mirror = mirror
        self.recorder = recorder
        self._asked = False  # for hello, and the answer is not there yet
        self._first = connection.greet()
        self.hello = self._first[-1]

    def lines(self, stop: Callable[[], bool]) -> Iterator[str]:
        """The lines from the board, as they come, until `stop` says so; "" for none. Gone."""
        try:
            for line in self._first:
                self._hear(line)
                yield line
            while not stop():
                line = self._connection.line(_LOOK_S) or ""
                if line:
                    self._hear(line)
                yield line
        finally:
            if self._mirror:
                with contextlib.suppress(Gone):
                    self._connection.send("follow off")

    def _hear(self, line: str) -> None:
        send = self._connection.send
        recorder = self.recorder
        recorder.hear(line)
        word, *words = line.split() or [""]
        if line.startswith(HELLO):
            self._asked = False
            if self._mirror:
                send("follow on")
                send("switches")
        elif word == "@game" and words != ["none"]:
            send("record 0")
        elif word == "@record" and words[-1:] != ["none"]:
            send(f"record {int(words[0]) + len(words) - 1 if words[0] != '0' else 1}")
        if (word == "@lost" or recorder.gap) and not self._asked:
            self._asked = True
            send("hello")


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
                self._files[recorder.number] = self._free()
            path = self._files[recorder.number]
            written = path.with_name(path.name + ".new")
            written.write_text(records.write(record), encoding="utf-8")
            written.replace(path)
        except OSError as error:
            raise UserError(f"the game cannot be saved in {self._path}: {error.strerror}") from None
        self._saved = state
        return path if new else None

    def _free(self) -> Path:
        number = 1
        path = self._path
        while True:
            try:
                path.touch(exist_ok=False)
                return path
            except FileExistsError:
                number += 1
                path = self._path.with_stem(f"{self._path.stem}-{number}")
