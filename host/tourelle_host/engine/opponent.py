"""Plays a host's sides in a board's game with the engine: lines in, lines out."""

import queue
import threading
import time
from collections.abc import Callable, Iterator

from tourelle import games
from tourelle.who import STRONGEST
from tourelle_host import micropython
from tourelle_host.engine.process import SPEEDS, Broken, Process
from tourelle_host.engine.sides import Sides
from tourelle_host.engine.thinker import FIRST_PART, Pace, Thinker
from tourelle_host.errors import UserError
from tourelle_host.failures import Failures

SECONDS = 1.0  # per turn
ALIVE_S = 3.0  # how often the host tells the board that it is there


class Opponent:
    """Hears a board's lines, and plays when the side to move is a host's. A context manager.

    It works in its own thread. When the board refuses a move, it thinks once more; after a second
    refusal it leaves the seat to the people at the board. It knows the game from the lines alone,
    so `hear` needs all of them.
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
        """send: a line to the board; it may raise UserError, which ends the thread. tell: a
        sentence to people. seconds: per turn. asks: somebody asks the board for its record after
        each `@game`, see Recorder. only: whether it plays this side."""
        self._send = send
        self._tell = tell
        self._seconds = seconds
        self._seed = seed
        self._sides = Sides(send, tell, asks, only)
        # Numba would take too long at first: a host that is silent for ten seconds is gone.
        self._vm = "micropython" if micropython.available() else "cpython"
        self._at: tuple[str, ...] = ()  # the game that it thinks about
        # The number of a game, and the game, in which the search has broken off.
        self._given_up: tuple[int, tuple[str, ...]] = (0, ())
        self._thinking: Iterator[None] | None = None
        self._thinker: Thinker | None = None
        self._thinks_about = ""  # the game's name
        self._game = 0  # the number of the game that its thinker knows
        # Ctrl-C in the middle of another queue's put would leave its reader asleep.
        self._lines: queue.SimpleQueue[str | threading.Event | None] = queue.SimpleQueue()
        self._resting: list[threading.Event] = []  # set as soon as it thinks no more
        self._alive = time.monotonic()
        self._thread = threading.Thread(target=self._live, daemon=True)

    def __enter__(self) -> "Opponent":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.put(None)
        self._thread.join()

    def hear(self, line: str) -> None:
        """Take in a line from the board; may be called from any thread."""
        self._lines.put(line)

    def rest(self) -> None:
        """Wait, while its thread lives, until it has taken in all lines and stopped thinking."""
        rests = threading.Event()
        self._lines.put(rests)
        rests.wait()

    @property
    def hosts(self) -> list[str]:
        """The sides of the game that are a host's."""
        return sorted(self._sides.hosts)

    # -- its thread

    def _live(self) -> None:
        try:
            self._take_in()
        except UserError as error:
            self._tell(str(error))
        except Exception as error:  # nobody sees how a thread ends
            Failures("the engine's thread", self._tell).report(error)
        finally:
            self._dismiss()

    def _take_in(self) -> None:
        """Take in lines, and think, until there are to be no more."""
        while True:
            try:
                line = self._lines.get(timeout=None if self._thinking is None else 0.0)
            except queue.Empty:
                line = ""
            if line is None:
                return
            if isinstance(line, threading.Event):
                self._resting.append(line)
            elif line:
                self._sides.hear(line)
            if line and self._lines.empty():
                self._look()
            try:
                self._think()
            except Broken as error:
                self._tell(str(error))
                self._give_up()
            while self._resting and self._thinking is None:
                self._resting.pop().set()

    def _give_up(self) -> None:
        """Leave this turn to others; the search starts again with the next one."""
        self._thinking = None
        self._given_up = self._sides.number, self._at
        self._dismiss()

    def _dismiss(self) -> None:
        thinker, self._thinker = self._thinker, None
        if thinker:
            thinker.close()

    def _look(self) -> None:
        """Begin to think, go on or stop, according to the state of the game."""
        at = self._sides.turn()
        if at is None or (self._sides.number, at) == self._given_up:
            self._thinking = None
        elif at != self._at or self._thinking is None:
            self._at = at
            self._thinking = self._turn(at)

    def _think(self) -> None:
        """Think for a slice, with a sign of life now and then."""
        if self._thinking is None:
            return
        next(self._thinking, None)
        if time.monotonic() - self._alive > ALIVE_S:
            self._alive = time.monotonic()
            self._send("seat")

    def _use(self, game: str) -> Thinker:
        """The thinker for a game. UserError where nothing can play it."""
        if self._thinker is None or self._thinks_about != game:
            self._dismiss()
            try:
                games.model(game)
            except games.TextError as error:
                raise UserError(str(error)) from None
            self._thinker = Process(game, self._vm)
            self._thinks_about = game
        return self._thinker

    def _turn(self, at: tuple[str, ...]) -> Iterator[None]:
        """Think about the turn of the side to move, slice by slice, and send it."""
        start, *steps = at
        thinker = self._use(start.split()[0])
        if self._game != self._sides.number:
            self._game = self._sides.number
            thinker.game(start)
        thinker.at(start, steps)
        self._alive = began = time.monotonic()
        part = FIRST_PART
        turn: list[str] = []
        while True:
            budget = int(SPEEDS[self._vm] * self._seconds)
            thinker.begin(STRONGEST, self._seed + len(steps), budget=budget)
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
        self._sides.play(at, turn)
