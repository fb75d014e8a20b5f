"""Between the board and the browsers: what each has to be told, and what they ask for."""

import asyncio
import json
from collections.abc import Callable
from datetime import date

from tourelle_host.blackbox import collecting
from tourelle_host.blackbox.events import MARK
from tourelle_host.errors import UserError
from tourelle_host.patience import seconds
from tourelle_host.record import Record
from tourelle_host.recorder import Recorder
from tourelle_host.server.story import Story

# What need not be told any more to a browser that is behind, by what it is about to be told.
REPLACED = {kind: {kind} for kind in ("board", "world", "frame", "at", "pace")}
REPLACED["story"] = {"story", "line"}
_PATIENCE_S = seconds(5.0)  # within which a board tells its events
MOST_PENDING = 2000  # messages; a browser so far behind is cut off and starts afresh


class Watcher:
    """One browser: the messages that it has not been sent yet."""

    def __init__(self):
        self._pending: list[tuple[str, str]] = []  # kind, text; oldest first
        self._waiting = asyncio.Event()
        self.lost = False  # it fell too far behind

    def tell(self, kind: str, text: str) -> None:
        if len(self._pending) >= MOST_PENDING:
            self.lost = True
        else:
            if replaced := REPLACED.get(kind):
                self._pending = [entry for entry in self._pending if entry[0] not in replaced]
            self._pending.append((kind, text))
        self._waiting.set()

    async def messages(self) -> list[str]:
        """Everything new, oldest first; waits until there is something."""
        await self._waiting.wait()
        self._waiting.clear()
        pending, self._pending = self._pending, []
        return [text for _, text in pending]


class Hub:
    """Remembers what a board shows and tells every watcher.

    board   the message that describes the board, its games and the legend
    ask     called with each request of a browser, a dict; ValueError with a sentence for a
            person where it cannot be done. None: the browsers may only look.
    record  gives the record of the game, or None: by default what the lines tell
    fresh   nobody has chosen a game yet: the page asks for one
    tell    has the board tell its last events, over its lines; None: there is no board
    """

    def __init__(
        self,
        board: dict,
        ask: Callable[[dict], None] | None,
        record: Callable[[], Record | None] | None = None,
        fresh: bool = False,
        tell: Callable[[], None] | None = None,
    ):
        self._ask = ask
        self._record = record
        self._step: int | None = None
        self.fresh = fresh
        self._tell_events = tell
        self._waiting: list[asyncio.Future[str]] = []  # for the events
        self.watchers: set[Watcher] = set()
        self._begin(board)

    def _begin(self, board: dict) -> None:
        has = {"hand": self._ask is not None, "events": self._tell_events is not None}
        self._board = {"type": "board"} | has | board
        self._collector = collecting.Collector()
        self._recorder = Recorder(date.today().isoformat()) if self._record is None else None
        self._world: dict | None = None
        self._frame: bytes | None = None
        self._story = Story()

    # -- from the board

    def swap(self, board: dict) -> None:
        """Another board is shown from now on; nothing is known of it yet."""
        self._begin(board)
        self._tell(self._board)
        self._tell({"type": "story", "lines": []})

    @property
    def lines(self) -> list[str]:
        """What the board has said so far, as far as it still matters."""
        return self._story.lines

    def world(self, world: dict) -> None:
        """The pieces as they stand now."""
        self._world = world
        self._tell({"type": "world"} | world)

    def frame(self, rgb: bytes) -> None:
        """The lights as sent to the pixels: red, green, blue of each cell in the grid's order."""
        self._frame = rgb
        self._tell({"type": "frame", "rgb": rgb.hex()})

    def line(self, text: str) -> None:
        if text.startswith(MARK):  # they are for whoever asked for them
            events = self._collector.hear(text)
            if events is not None:
                waiting, self._waiting = self._waiting, []
                for one in waiting:
                    if not one.done():
                        one.set_result(events)
            return
        if self._recorder:
            self._recorder.hear(text)
        if self._story.add(text):
            self._tell({"type": "story", "lines": self._story.lines})
        else:
            self._tell({"type": "line", "text": text})

    def retell(self, lines: list[str]) -> None:
        """Forget what the board said: this is what it has said so far."""
        self._story = Story()
        for text in lines:
            self._story.add(text)
        self._tell({"type": "story", "lines": self._story.lines})

    def at(self, step: int) -> None:
        """A replay has come to this step."""
        self._step = step
        self._tell({"type": "at", "step": step})

    def pace(self, slower: float, now_ms: int) -> None:
        """How many times slower than life the board lives, and its time."""
        self._tell({"type": "pace", "slower": round(slower, 1), "seconds": now_ms // 1000})

    def tone(self, hz: int) -> None:
        self._tell({"type": "tone", "hz": hz})

    # -- from the browsers

    def join(self) -> Watcher:
        """A new watcher, about to be told everything as it stands."""
        watcher = Watcher()
        self.watchers.add(watcher)
        _send(watcher, self._board | ({"fresh": True} if self.fresh else {}))
        if self._world is not None:
            _send(watcher, {"type": "world"} | self._world)
        if self._frame is not None:
            _send(watcher, {"type": "frame", "rgb": self._frame.hex()})
        _send(watcher, {"type": "story", "lines": self._story.lines})
        if self._step is not None:
            _send(watcher, {"type": "at", "step": self._step})
        return watcher

    @property
    def record(self) -> Record | None:
        """The game so far, or None where there is none."""
        if self._record:
            return self._record()
        return self._recorder.record if self._recorder else None

    async def events(self) -> str:
        """The last events at the board, as a text to be saved; UserError where it tells none."""
        if self._tell_events is None:
            raise UserError("There is no board that could tell its events.")
        if self._world is not None and not self._world.get("power", True):
            raise UserError("The board is switched off, and does not tell its events.")
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.append(told)
        self._tell_events()
        try:
            return await asyncio.wait_for(told, _PATIENCE_S)
        except TimeoutError:
            raise UserError(
                "The board does not tell its events: its firmware hangs, or is older."
            ) from None
        finally:
            if told in self._waiting:
                self._waiting.remove(told)

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)

    def heard(self, watcher: Watcher, text: str) -> None:
        """Do what a browser asks for; where it cannot be done, tell that browser why."""
        try:
            request = json.loads(text)
        except (ValueError, RecursionError):  # no JSON, or deeper than anybody nests it
            request = None
        try:
            if not isinstance(request, dict):
                raise ValueError("the page sent something that is no request")
            if self._ask is None:
                raise ValueError("this page can only look on")
            self._ask(request)
        except (ValueError, UserError) as error:
            _send(watcher, {"type": "error", "text": str(error)})

    def _tell(self, message: dict) -> None:
        text = json.dumps(message, ensure_ascii=False)
        for watcher in self.watchers:
            watcher.tell(message["type"], text)


def _send(watcher: Watcher, message: dict) -> None:
    watcher.tell(message["type"], json.dumps(message, ensure_ascii=False))
