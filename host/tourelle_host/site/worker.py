"""The table in the page's worker: world, hand and messages.

It runs on MicroPython for WebAssembly. web/worker/table.js calls the functions at its end, and
provides the module `javascript`: the clock, the page, the flash, and the workers of the firmware
and of engines.
"""

import json

import javascript

from tourelle.games.catalogue import GAMES
from tourelle_host import record as records
from tourelle_host.record import Record
from tourelle_host.server.shown import ShownBoard
from tourelle_host.sim.clock import Real
from tourelle_host.site.board import WorkerBoard
from tourelle_host.site.cable import Cable
from tourelle_host.site.tab import Tab

GRID = "grid"  # which board is shown


class Table:
    """What the worker shows the page, and does for it."""

    def __init__(self) -> None:
        self._clock = Real(javascript.seconds)
        self._tab = Tab(self._clock)
        board = self._board(javascript.kept(GRID) or GAMES[0].grid)
        fresh = not board.restore()
        if fresh:
            board.do(f"set {next(entry.name for entry in GAMES if entry.grid == board.name)}")
        self._shown = ShownBoard(board, self._tab, self._another, fresh)
        write, close = javascript.write, javascript.close
        seconds = javascript.seconds
        self.cable = Cable(self._tab, seconds, write, _tell_error, self._look, close, _keep)
        self._hub = self._shown.hub
        self._watcher = self._hub.join()

    def _tell(self) -> None:
        for text in self._watcher.take():
            javascript.tell(text)

    def _look(self) -> None:
        """The page looks at the board on the cable, or at the simulated one again."""
        self._hub.leave(self._watcher)
        # Its engines are gone with it, and what they were asked.
        ended = {"type": "engine_ended", "text": "Another board is looked at."}
        javascript.tell(json.dumps(ended))
        self._hub = self.cable.hub or self._shown.hub
        self._watcher = self._hub.join()

    def _board(self, name: str) -> WorkerBoard:
        return WorkerBoard(name, self._clock)

    def _another(self, name: str) -> WorkerBoard:
        javascript.keep(GRID, name)
        return self._board(name)

    @property
    def board(self) -> WorkerBoard:
        """The board that is shown."""
        board = self._shown.board
        assert isinstance(board, WorkerBoard)
        return board

    def heard(self, text: str) -> None:
        """The page asks for something."""
        try:
            self._hub.heard(self._watcher, text)
        except Exception as error:  # the table stays as it is, and goes on
            _tell_error(f"This could not be done: {type(error).__name__}: {error}")

    def said(self, number: int, line: str) -> None:
        """An engine has written this."""
        if number in self._tab.engines:
            self._tab.engines[number].tell(line)

    def silent(self, number: int, why: str) -> None:
        """An engine's worker has ended."""
        if number in self._tab.engines:
            self._tab.engines[number].ended(f"The engine has broken off: {why}")

    def live(self) -> int:
        """Do what is due and tell the page; returns milliseconds until more is due, or -1."""
        self._tell()  # show a piece in the hand before anything comes of it
        waits = [self.board.live(), self._tab.live()]
        self._tell()
        self.board.keep()
        return min([wait for wait in waits if wait >= 0], default=-1)


def _keep(record: Record) -> None:
    """Have the page keep a game, like those that are over."""
    javascript.tell(json.dumps({"type": "keep", "record": records.write(record)}))


def _tell_error(text: str) -> None:
    javascript.tell(json.dumps({"type": "error", "text": text}))


table = Table()


def heard(text: str) -> None:
    """See Table."""
    table.heard(text)


def felt(world: str, text: str, unread: int) -> None:
    """See WorkerBoard; bytes are hexadecimal digits."""
    table.board.felt(bytes.fromhex(world), bytes.fromhex(text), unread)


def ended(why: str) -> None:
    """See WorkerBoard."""
    table.board.ended(why)


def plugged() -> None:
    """See Cable."""
    table.cable.plugged()


def received(data: str) -> None:
    """See Cable; bytes as hexadecimal digits."""
    table.cable.received(bytes.fromhex(data))


def pulled() -> None:
    """See Cable."""
    table.cable.pulled()


def left() -> None:
    """See Cable."""
    table.cable.left()


def said(number: int, line: str) -> None:
    """See Table."""
    table.said(number, line)


def silent(number: int, why: str) -> None:
    """See Table."""
    table.silent(number, why)


def live() -> int:
    """See Table."""
    return table.live()
