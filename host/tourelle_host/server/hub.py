"""Between the board and the browsers: what each has to be told, and what they ask for.

No threads and no sockets are here: a carrier (carrier.py) brings the messages, be it a server's
sockets or a worker in the page itself.
"""

import json
from collections.abc import Callable, Set

from tourelle import games
from tourelle_host import record as records
from tourelle_host.blackbox.collector import MARK, Collector
from tourelle_host.errors import UserError
from tourelle_host.record import Record
from tourelle_host.recorder import Recorder
from tourelle_host.server import links, looking
from tourelle_host.server.carrier import Carrier, Engine
from tourelle_host.server.story import Story

# What need not be told any more to a browser that is behind, by what it is about to be told.
REPLACED = {kind: {kind} for kind in ("board", "world", "frame", "at", "pace", "friends")}
REPLACED["story"] = {"story", "line"}
PATIENCE_S = 5.0  # within which a board tells its events
MOST_PENDING = 2000  # messages; a browser so far behind is cut off and starts afresh


class Watcher:
    """One browser: the messages that it has not been sent yet.

    lost   it fell too far behind
    """

    def __init__(self, wake: Callable[[], None] = lambda: None):
        """wake: called whenever there is something to take."""
        self._pending: list[tuple[str, str]] = []  # kind, text; oldest first
        self._wake = wake
        self.lost = False

    def tell(self, kind: str, text: str, replaced: Set[str] = frozenset()) -> None:
        """One message more; replaced: kinds that need not be told any more."""
        if len(self._pending) >= MOST_PENDING:
            self.lost = True
        else:
            if replaced:
                self._pending = [entry for entry in self._pending if entry[0] not in replaced]
            self._pending.append((kind, text))
        self._wake()

    def take(self) -> list[str]:
        """Everything new, oldest first."""
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
    carrier of the messages, by default one that carries none
    """

    def __init__(
        self,
        board: dict,
        ask: Callable[[dict], None] | None,
        record: Callable[[], Record | None] | None = None,
        fresh: bool = False,
        tell: Callable[[], None] | None = None,
        carrier: Carrier | None = None,
    ):
        self._ask = ask
        self._record = record
        self._step: int | None = None
        self._fresh = fresh
        self._tell_events = tell
        self._carrier = carrier or Carrier()
        self._waiting: list[list[Watcher]] = []  # for the events, each by itself
        self.watchers: set[Watcher] = set()
        self._engines: dict[Watcher, tuple[str, Engine]] = {}  # with the game that each knows
        self._friends: dict | None = None
        self._begin(board)

    def _begin(self, board: dict) -> None:
        has = {"hand": self._ask is not None, "events": self._tell_events is not None}
        self._board = {"type": "board"} | has | board
        self._collector = Collector()
        self._recorder = Recorder(self._carrier.today()) if self._record is None else None
        self._world: dict | None = None
        self._frame: bytes | None = None
        self._story = Story()

    # -- from the board

    def swap(self, board: dict) -> None:
        """Another board is shown from now on; nothing is known of it yet."""
        self._fresh = False
        self._begin(board)
        self._tell(self._board)
        self._tell({"type": "story", "lines": []})

    def chosen(self) -> None:
        """Somebody has chosen a game: the page does not ask for one any more."""
        self._fresh = False

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
        """A line of the board's, or one of advice."""
        if text.startswith(MARK):  # they are for whoever asked for them
            events = self._collector.hear(text)
            if events is not None:
                waiting, self._waiting = self._waiting, []
                for watcher in {entry[0] for entry in waiting}:
                    _send(watcher, {"type": "file", "of": "events", "name": "", "text": events})
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

    def recall(self, text: str) -> None:
        """A line of the board's own record, which is no news to browsers but as a whole."""
        if self._recorder:
            self._recorder.hear(text)
            if text.endswith(" none"):
                self.tell_moves()

    def tell_moves(self) -> None:
        """Tell the game's steps as the board would have: for browsers, its record is news."""
        for text in records.told(self.record) if self.record else ():
            self._story.add(text)
        self._tell({"type": "story", "lines": self._story.lines})

    def friends(self, message: dict) -> None:
        """How the game is shared with boards elsewhere."""
        self._friends = message
        self._tell(message)

    def at(self, step: int) -> None:
        """A replay has come to this step."""
        self._step = step
        self._tell({"type": "at", "step": step})

    def pace(self, slower: float, now_ms: int) -> None:
        """How many times slower than life the board lives, and its time."""
        self._tell({"type": "pace", "slower": round(slower, 1), "seconds": now_ms // 1000})

    def tone(self, hz: int) -> None:
        """What the buzzer sounds; 0: it is silent."""
        self._tell({"type": "tone", "hz": hz})

    # -- from the browsers

    def join(self, wake: Callable[[], None] = lambda: None) -> Watcher:
        """A new watcher, about to be told everything as it stands; wake: as `Watcher` has it."""
        watcher = Watcher(wake)
        self.watchers.add(watcher)
        _send(watcher, self._board | ({"fresh": True} if self._fresh else {}))
        if self._world is not None:
            _send(watcher, {"type": "world"} | self._world)
        if self._frame is not None:
            _send(watcher, {"type": "frame", "rgb": self._frame.hex()})
        _send(watcher, {"type": "story", "lines": self._story.lines})
        if self._friends is not None:
            _send(watcher, self._friends)
        if self._step is not None:
            _send(watcher, {"type": "at", "step": self._step})
        return watcher

    @property
    def record(self) -> Record | None:
        """The game so far, or None where there is none."""
        if self._record:
            return self._record()
        return self._recorder.record if self._recorder else None

    def leave(self, watcher: Watcher) -> None:
        """This browser is gone."""
        self.watchers.discard(watcher)
        self._waiting = [entry for entry in self._waiting if entry[0] is not watcher]
        self._dismiss(watcher)

    def heard(self, watcher: Watcher, text: str) -> None:
        """Do what a browser asks for; where it cannot be done, tell that browser why."""
        try:
            request = json.loads(text)
        except (ValueError, RuntimeError):  # no JSON, or deeper than anybody nests it
            request = None
        try:
            if not isinstance(request, dict):
                raise ValueError("the page sent something that is no request")
            if "save" in request:
                self._save(watcher, request["save"])
            elif "look" in request:
                self._look(watcher, request)
            elif "ugi" in request:
                self._ask_engine(watcher, request)
            elif self._ask is None:
                raise ValueError("this page can only look on")
            else:
                self._ask(request)
        except (ValueError, UserError) as error:
            _send(watcher, {"type": "error", "text": str(error)})

    def _save(self, watcher: Watcher, what: object) -> None:
        """Send a file: the game's record, or the board's last events once it has told them."""
        if what in ("record", "link"):
            game = self.record
            if game is None:
                raise UserError("There is no game to save.")
            if what == "link":
                text = links.write(game)
                _send(watcher, {"type": "file", "of": what, "name": "", "text": text})
                return
            name = "-".join([word for word in (game.start.split()[0], game.date) if word])
            text = records.write(game)
            _send(watcher, {"type": "file", "of": what, "name": f"{name}.txt", "text": text})
        elif what == "events":
            self._ask_events(watcher)
        else:
            raise ValueError("the page asked for a file that there is none of")

    def _look(self, watcher: Watcher, request: dict) -> None:
        """Show one browser a position of the game, or of a record that it has kept."""
        step, text = request["look"], request.get("record")
        tag = {"tag": request["tag"]} if isinstance(request.get("tag"), str) else {}
        if not isinstance(step, int) or not isinstance(text, (str, type(None))):
            raise ValueError("the page asked for a position that there is none of")
        try:
            game = self.record if text is None else records.read(text)
            if game is None:
                raise UserError("There is no game to look at.")
            _send(watcher, looking.look(game, step) | tag)
        except (ValueError, UserError) as error:
            if not tag:
                raise
            _send(watcher, {"type": "damaged", "text": str(error)} | tag)

    def _ask_engine(self, watcher: Watcher, request: dict) -> None:
        """Hand a line on to the browser's own engine, which is started where there is none."""
        line, game = request["ugi"], request.get("game")
        if not isinstance(line, str) or not isinstance(game, str):
            raise ValueError("the page sent an engine something that is no line")
        if any(character < " " for character in line):
            raise ValueError("the page sent an engine something that is no line")

        def gone(why: str) -> None:
            self._dismiss(watcher)
            _send(watcher, {"type": "ugi", "text": why, "gone": True})

        try:
            known, engine = self._engines.get(watcher, ("", None))
            if engine is None or known != game:
                self._dismiss(watcher)
                name = games.find(game).name
                engine = self._carrier.analyst(
                    name, lambda said: _send(watcher, {"type": "ugi", "text": said}), gone
                )
                self._engines[watcher] = game, engine
            engine.hear(line)
        except ValueError as error:
            gone(str(error))

    def _dismiss(self, watcher: Watcher) -> None:
        """A browser needs its engine no more."""
        _, engine = self._engines.pop(watcher, ("", None))
        if engine is not None:
            engine.close()

    def _ask_events(self, watcher: Watcher) -> None:
        if self._tell_events is None:
            raise UserError("There is no board that could tell its events.")
        if self._world is not None and not self._world.get("power", True):
            raise UserError("The board is switched off, and does not tell its events.")
        waits = [watcher]
        self._waiting.append(waits)

        def give_up() -> None:
            if any(entry is waits for entry in self._waiting):
                self._waiting = [entry for entry in self._waiting if entry is not waits]
                why = "The board does not tell its events: its firmware hangs, or is older."
                _send(watcher, {"type": "error", "text": why})

        self._carrier.later(self._carrier.patience(PATIENCE_S), give_up)
        self._tell_events()

    def _tell(self, message: dict) -> None:
        text = json.dumps(message)
        for watcher in self.watchers:
            watcher.tell(message["type"], text, _replaced(message))


def _send(watcher: Watcher, message: dict) -> None:
    watcher.tell(message["type"], json.dumps(message), _replaced(message))


def _replaced(message: dict) -> Set[str]:
    return REPLACED.get(message["type"], frozenset())
