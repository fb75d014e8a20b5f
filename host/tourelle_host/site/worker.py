"""The table in the page's worker: world, hand and messages; the firmware has a worker of its own.

It runs on MicroPython for WebAssembly. web/worker/table.js calls the functions at its end, and
provides the module `javascript`: the clock, the page, the flash, and the workers of the firmware
and of engines.
"""

import json
from collections.abc import Callable

import javascript

from tourelle.games.catalogue import GAMES
from tourelle.grids import grid as grid_named
from tourelle.who import HOST, STRONGEST, board
from tourelle_host import record as records
from tourelle_host.record import Record
from tourelle_host.server.carrier import Carrier, Engine
from tourelle_host.server.shown import ShownBoard
from tourelle_host.sim.body import Body
from tourelle_host.sim.clock import Real
from tourelle_host.sim.device import wire
from tourelle_host.sim.messages import Messages
from tourelle_host.sim.pacing import Pacing
from tourelle_host.sim.wiring import soldering
from tourelle_host.site.cable import Cable

TABLE = "table.json"  # among each grid's files: what lies on the table
GRID = "grid"  # which board is shown


class WorkerBoard(Body):
    """A board whose firmware has its own worker."""

    def __init__(self, name: str, clock: Real):
        """name: of its grid."""
        with open(f"/host/boards/{name}.json") as file:
            description = json.load(file)
        super().__init__(description, grid_named(name))
        self._clock = clock
        self._pacing = Pacing(self.world, clock, description["period_ms"])
        self._soldering = soldering(description)
        self._moved = False  # something was done that has not been kept
        self._typed = b""  # for its serial port, when it is woken next
        self._left = 0  # bytes that it had not read when it was woken
        self._unread = 0
        self._asked_ms: int | None = None  # the rest that it asked for; None while it works
        self._number = 0  # the number of that rest
        self._messages = Messages()

    @property
    def now_ms(self) -> int:
        return self._clock.now_ms

    @property
    def name(self) -> str:
        """The name of its grid."""
        return self.world.grid.name

    def start(self) -> None:
        self._switch(True)

    def close(self) -> None:
        self._switch(False)

    def send(self, data: bytes) -> None:
        if self.power:
            self._pacing.sent()
            self._typed += data

    def do(self, command: str) -> int:
        takes = super().do(command)
        self._moved = True
        return takes

    def keep(self) -> None:
        """Keep what lies on the table, if something was done since the last time."""
        if self._moved:
            self._moved = False
            javascript.keep(f"{self.name}/{TABLE}", json.dumps(self.world.kept()))

    def restore(self) -> bool:
        """Put everything on the table as it was when the page was left; False if unknown."""
        kept = javascript.kept(f"{self.name}/{TABLE}")
        try:
            self.world.restore(json.loads(kept))
        except ValueError:  # nothing was kept, or it is damaged
            return False
        return True

    # -- what the firmware's worker reports

    def felt(self, world: bytes, text: bytes, unread: int) -> None:
        """One or two turns of its loop are over; unread: bytes that it has not read yet."""
        self._unread = unread
        if text:
            self.text(text)
        for message, values, pixels in self._messages.feed(world):
            if message == wire.REST:
                if self._asked_ms is not None:  # its worker has answered that rest already
                    self._pacing.looked()
                self._asked_ms, _, self._number = values
            elif message == wire.FRAME:
                self.pixels(pixels, values[0])
            elif message == wire.TONE:
                self.tone(values[0])
            else:  # it asks for a restart
                self._off()
                self._on()

    def ended(self, why: str) -> None:
        """Its program has ended, which it never should."""
        self._asked_ms = None
        self.fail(f"the firmware has ended, which it never should; its last words: {why}")

    def live(self) -> int:
        """Do what is due; returns the milliseconds until there is more to do, -1 where unknown."""
        now = self._pacing.catch_up(self.power, self._asked_ms, self._mail)
        wake_ms = self._wake_ms()
        if wake_ms is not None and wake_ms <= now:
            self._wake(now)
            wake_ms = None
        moments = [moment for moment in (wake_ms, self.world.next_ms()) if moment is not None]
        return max(1, min(moments) - now) if moments else -1

    # -- inner parts

    @property
    def _mail(self) -> bool:
        return bool(self._typed) or 0 < self._unread < self._left

    def _wake_ms(self) -> int | None:
        return self._pacing.wake_ms(self._asked_ms, self._mail)

    def _wake(self, now_ms: int) -> None:
        inputs = self._pacing.look(now_ms)
        answer = now_ms.to_bytes(4, "little") + inputs + bytes((self._number,))
        typed, self._typed = self._typed, b""
        self._left = self._unread + len(typed)
        self._asked_ms = None
        javascript.wake(answer.hex(), typed.hex() if typed else "")  # b"".hex() is bytes here

    def _decoded(self, line: bytes) -> str:
        try:
            return str(line, "utf-8")
        except UnicodeError:  # this MicroPython cannot replace what is not UTF-8
            return "".join([chr(byte) if byte < 128 else "\ufffd" for byte in line])

    def _act(self) -> None:
        self._pacing.act()

    def _switch(self, on: bool) -> None:
        if on == self.power:
            return
        self.power = on
        if on:
            self.trouble = None
            self._on()
        else:
            self._off()
            self.pixels(b"", 0)
            if self.hz:
                self.tone(0)

    def _on(self) -> None:
        self.began()
        self._messages = Messages()
        self._pacing.begin()
        javascript.power_on(self.name, self._soldering)

    def _off(self) -> None:
        self._asked_ms = None
        self._typed, self._left, self._unread = b"", 0, 0
        javascript.power_off()


class WorkerEngine(Engine):
    """An engine that has its own worker."""

    def __init__(
        self,
        number: int,
        game: str,
        tell: Callable[[str], None],
        ended: Callable[[str], None],
        closed: Callable[[int], object],
    ):
        """number: of this engine at this table; closed: called with it at the end."""
        self._number = number
        self.tell = tell
        self.ended = ended
        self._closed = closed
        javascript.engine_on(number, game)

    def hear(self, line: str) -> None:
        javascript.engine_hear(self._number, line)

    def close(self) -> None:
        javascript.engine_off(self._number)
        self._closed(self._number)


class Tab(Carrier):
    """Carries messages to the page that started this worker.

    engines   by number
    """

    def __init__(self, clock: Real):
        self._clock = clock
        self._later: list[tuple[int, Callable[[], None]]] = []
        self.engines: dict[int, WorkerEngine] = {}
        self._begun = 0  # engines started so far

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self._later.append((self._clock.true_ms + int(1000 * seconds), call))

    def today(self) -> str:
        return javascript.today()

    def player(self, who: str) -> str:
        # The board's search runs on this computer here.
        return board(STRONGEST) if who == HOST else who

    def analyst(
        self, game: str, tell: Callable[[str], None], ended: Callable[[str], None]
    ) -> Engine:
        self._begun += 1
        made = WorkerEngine(self._begun, game, tell, ended, self.engines.pop)
        self.engines[self._begun] = made
        return made

    def live(self) -> int:
        """Make the calls that are due; returns milliseconds to the next, or -1."""
        now = self._clock.true_ms
        due = [call for moment, call in self._later if moment <= now]
        self._later = [entry for entry in self._later if entry[0] > now]
        for call in due:
            call()
        return min([moment - now for moment, _ in self._later], default=-1)


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
