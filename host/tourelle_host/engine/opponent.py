"""Plays the sides of a board's game that a host has, with the engine: lines in, lines out."""

import queue
import threading
import time
from collections.abc import Callable, Iterator

from tourelle import games
from tourelle_host import micropython
from tourelle_host.engine.thinker import FIRST_PART, SPEEDS, Pace, Thinker
from tourelle_host.errors import UserError
from tourelle_host.recorder import Recorder

SECONDS = 1.0  # a turn
LEVEL = 6
ALIVE_S = 3.0  # how often the board hears that the host is there
_TRIES = 2  # moves that the board may refuse in one position


class Opponent:
    """Hears a board's lines and plays where the side to move is a host's; a context.

    It works in a thread of its own. What the board refuses it thinks about afresh, once; then it
    leaves the seat to the people at the board. It needs no more than the lines: `hear` all.
    """

    def __init__(
        self,
        send: Callable[[str], None],
        tell: Callable[[str], None],
        seconds: float = SECONDS,
        asks: bool = False,
        seed: int = 1,
        only: Callable[[str], bool] = lambda side: True,
    ):
        """send: a line to the board; it may raise UserError, which ends the thread. tell: what a
        person should know, in a sentence. seconds: of a turn. asks: somebody asks the board
        for its record after each `@game`, see Recorder. only: whether it plays this side."""
        self._send = send
        self._tell = tell
        self._seconds = seconds
        self._seed = seed
        self._only = only
        # Numba would take its time at first, and who is not heard for ten seconds is gone.
        self._vm = "micropython" if micropython.available() else "cpython"
        self._recorder = Recorder(asks=asks)
        self._hosts: set[str] = set()  # the sides that a host has
        self._over = True
        self._refused = 0  # moves, in the position as it stands
        self._sent: tuple | None = None  # the game's steps with those that were sent
        self._at: tuple = ()  # the game's steps that it thinks about
        self._thinking: Iterator[None] | None = None
        self._thinker: Thinker | None = None
        self._thinks_about = ""  # the game's name
        self._game = 0  # the number of the game that it knows
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._alive = time.monotonic()
        self._thread = threading.Thread(target=self._live, daemon=True)

    def __enter__(self) -> "Opponent":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.put(None)
        self._thread.join()

    def hear(self, line: str) -> None:
        """The board has said this; from any thread."""
        self._lines.put(line)

    @property
    def hosts(self) -> list[str]:
        """The sides of the game that a host has."""
        return sorted(self._hosts)

    # -- its thread

    def _live(self) -> None:
        try:
            while True:
                try:
                    line = self._lines.get(timeout=None if self._thinking is None else 0.0)
                except queue.Empty:
                    line = ""
                if line is None:
                    return
                if line:
                    self._hear(line)
                    if self._lines.empty():
                        self._look()
                self._think()
        except UserError as error:
            self._tell(str(error))
        finally:
            if self._thinker:
                self._thinker.__exit__()

    def _hear(self, line: str) -> None:
        self._recorder.hear(line)
        word, _, rest = line.partition(" ")
        if word == "@game":
            self._hosts = set()
            self._over = False
            self._sent = None
        elif word == "@seat":
            side, _, who = rest.partition(" ")
            (self._hosts.add if who == "host" else self._hosts.discard)(side)
        elif word == "@over":
            self._over = True
        elif word in ("@turn", "@undo"):
            self._over = False
        elif word == "@error" and self._sent is not None:
            self._was_refused(rest)

    def _was_refused(self, why: str) -> None:
        self._sent = None
        self._refused += 1
        if self._refused < _TRIES:
            self._send("hello")  # it may know more than was heard here
            return
        position = self._recorder.record and self._recorder.record.position()
        for side in self._hosts if position else ():
            self._tell(f"The board refuses the engine's move ({why}): a person plays {side} now.")
            self._send(f"seat {side} hand")

    def _look(self) -> None:
        """Begin to think, go on, or stop, as the game now stands."""
        recorder = self._recorder
        record = recorder.record
        if record is None or recorder.gap or self._over or not self._hosts:
            self._thinking = None
            return
        steps = tuple(record.steps)
        at = (record.start, *steps)
        if self._sent is not None and self._sent[: len(at)] == at and len(at) < len(self._sent):
            return  # its own turn, which the board plays step by step
        if at != self._at:
            self._at = at
            self._refused = 0
            self._thinking = None
            self._sent = None
        if self._thinking is not None or self._sent is not None:
            return
        position = record.position()
        for step in steps:
            position.push(position.parse_move(step))
        side = position.SIDES[position.turn]
        if side in self._hosts and self._only(side) and position.outcome() is None:
            self._thinking = self._turn(record.start, list(steps))

    def _think(self) -> None:
        """A slice of the thinking, and now and then a sign of life."""
        if self._thinking is None:
            return
        next(self._thinking, None)
        if time.monotonic() - self._alive > ALIVE_S:
            self._alive = time.monotonic()
            self._send("seat")

    def _use(self, game: str) -> Thinker:
        """The thinker of a game; UserError where nothing can play it."""
        if self._thinker is None or self._thinks_about != game:
            if self._thinker:
                self._thinker.__exit__()
                self._thinker = None
            try:
                games.model(game)
            except games.TextError as error:
                raise UserError(str(error)) from None
            self._thinker = Thinker(game, self._vm)
            self._thinks_about = game
        return self._thinker

    def _turn(self, start: str, steps: list[str]) -> Iterator[None]:
        """Think about the side to move's turn, slice by slice, and send it."""
        thinker = self._use(start.split()[0])
        if self._game != self._recorder.number:
            self._game = self._recorder.number
            thinker.game(start)
        thinker.at(start, steps)
        self._alive = began = time.monotonic()
        part = FIRST_PART
        turn: list[str] = []
        while True:
            budget = int(SPEEDS[self._vm] * self._seconds)
            thinker.begin(LEVEL, self._seed + len(steps), budget=budget)
            pace = Pace()
            while True:
                view = thinker.run(pace.nodes())
                until = began + (1.0 if view.ends else part) * self._seconds
                if view.depth and (not view.more or time.monotonic() >= until):
                    break
                pace.took(view, until - time.monotonic())
                yield
            step, on = thinker.take()
            turn.append(step)
            if not on:
                break
            part += (1 - part) / 2
        self._thinking = None
        self._sent = (start, *steps, *turn)
        self._send(f"move {','.join(turn)}")
