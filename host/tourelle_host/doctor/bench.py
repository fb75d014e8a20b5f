"""The bench of a real self-test: a board on a port, and a person at this terminal."""

import queue
import sys
import threading

from tourelle_host.connection import Connection
from tourelle_host.doctor.guide import BOARD, PERSON
from tourelle_host.errors import UserError


class Dialogue:
    """Takes in the board's lines and what is typed, in order."""

    def __init__(self, link: Connection):
        self._link = link
        self._events: queue.Queue[tuple[str, str] | UserError] = queue.Queue()
        for listen in (self._hear, self._read):
            threading.Thread(target=listen, daemon=True).start()

    def send(self, line: str) -> None:
        self._link.send(line)

    def say(self, text: str) -> None:
        print(text, flush=True)

    def event(self) -> tuple[str, str]:
        event = self._events.get()
        if isinstance(event, UserError):
            raise event
        return event

    def _hear(self) -> None:
        try:
            while True:
                line = self._link.line()
                if line:
                    self._events.put((BOARD, line))
        except UserError as error:
            self._events.put(error)

    def _read(self) -> None:
        for line in sys.stdin:
            self._events.put((PERSON, line.strip()))
        self._events.put(UserError("nobody answers: the self-test needs a terminal"))
