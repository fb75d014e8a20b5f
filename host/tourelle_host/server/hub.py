"""Between the board and the browsers: what to tell each browser, and what browsers ask for.

No threads and no sockets are used here: a carrier (carrier.py) brings the messages, whether it is
a server's sockets or a worker in the page itself.
"""

import json
from collections.abc import Callable

from tourelle_host import record as records
from tourelle_host.errors import UserError
from tourelle_host.record import Record
from tourelle_host.server import links, looking
from tourelle_host.server.analysts import Analysts
from tourelle_host.server.carrier import Carrier
from tourelle_host.server.events import Events
from tourelle_host.server.story import Story, kind
from tourelle_host.server.watcher import Watcher, packed


class Hub:
    """Remembers what a board shows, and tells every watcher.

    watchers   the browsers that look at it
    """

    def __init__(
        self,
        board: dict,
        ask: Callable[[dict], None] | None,
        record: Callable[[], Record | None] = lambda: None,
        fresh: bool = False,
        tell_events: Callable[[], None] | None = None,
        carrier: Carrier | None = None,
    ):
        """board: the message that describes the board, its games and the legend.

        ask: called with each request of a browser, a dict; raises ValueError with a sentence for
        people where it cannot be done. None: the browsers may only look on. record: returns the
        record of the game so far, or None where there is none. fresh: nobody has chosen a game
        yet, so the page asks for one. tell_events: has the board tell its last events over its
        lines; None where there is no board. carrier: of the messages; by default one without a
        page.
        """
        self._ask = ask
        self._record = record
        self._fresh = fresh
        self._tell_events = tell_events
        self._carrier = carrier or Carrier()
        self._events = Events(self._carrier)
        self._analysts = Analysts(self._carrier)
        self.watchers: set[Watcher] = set()
        self._friends: dict | None = None  # the page's, whichever board it shows
        # By the key that tells requests apart; all others are for the board.
        self._requests: dict[str, Callable[[Watcher, dict], None]] = {
            "save": self._save,
            "look": self._look,
            "ugi": lambda watcher, asked: self._analysts.ask(
                watcher, asked["ugi"], asked.get("game")
            ),
        }
        self._begin(board)

    def _begin(self, board: dict) -> None:
        has = {"acts": self._ask is not None, "events": self._tell_events is not None}
        self._board = {"type": "board"} | has | board
        self._world: dict | None = None
        self._frame: bytes | None = None
        self._step: int | None = None
        self._story = Story()

    # -- from the board

    def swap(self, board: dict) -> None:
        """Show another board from now on, of which nothing is known yet."""
        self._fresh = False
        self._events.swapped()
        self._begin(board)
        self._tell(self._board)
        self._tell({"type": "story", "lines": []})

    def chosen(self) -> None:
        """Somebody has chosen a game, or plays: no page asks for one any more."""
        if self._fresh:
            self._fresh = False
            self._tell(self._board)

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
        """Pass on a line of the board, or of advice."""
        if self._events.hear(text):
            return
        if kind(text) == "move":
            self.chosen()
        if self._story.add(text):
            self._tell({"type": "story", "lines": self._story.lines})
        else:
            self._tell({"type": "line", "text": text})

    def interrupted(self, game: Record) -> None:
        """A game that was under way has given way to another: browsers keep its record."""
        self._tell({"type": "interrupted", "record": records.write(game)})

    def retell(self, lines: list[str]) -> None:
        """Forget what the board said; these are its lines so far."""
        self._story = Story()
        for text in lines:
            self._story.add(text)
        self._tell({"type": "story", "lines": self._story.lines})

    def tell_moves(self) -> None:
        """Tell the game's steps in the board's words: browsers have not heard its record."""
        game = self._record()
        for text in records.told(game) if game else ():
            self._story.add(text)
        self._tell({"type": "story", "lines": self._story.lines})

    def friends(self, message: dict) -> None:
        """Tell how the game is shared with other boards."""
        self._friends = message
        self._tell(message)

    def at(self, step: int) -> None:
        """A replay has reached this step."""
        self._step = step
        self._tell({"type": "at", "step": step})

    def pace(self, slower: float, now_ms: int) -> None:
        """How many times slower than real time the board runs, and the board's time."""
        self._tell({"type": "pace", "slower": round(slower, 1), "seconds": now_ms // 1000})

    def tone(self, hz: int) -> None:
        """The tone of the buzzer; 0 is silence."""
        self._tell({"type": "tone", "hz": hz})

    # -- from the browsers

    def join(self, wake: Callable[[], None] = lambda: None) -> Watcher:
        """A new watcher, which is about to be told everything; wake: see `Watcher`."""
        watcher = Watcher(wake)
        self.watchers.add(watcher)
        watcher.send(self._board | ({"fresh": True} if self._fresh else {}))
        if self._world is not None:
            watcher.send({"type": "world"} | self._world)
        if self._frame is not None:
            watcher.send({"type": "frame", "rgb": self._frame.hex()})
        watcher.send({"type": "story", "lines": self._story.lines})
        if self._friends is not None:
            watcher.send(self._friends)
        if self._step is not None:
            watcher.send({"type": "at", "step": self._step})
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """This browser has left."""
        self.watchers.discard(watcher)
        self._events.leave(watcher)
        self._analysts.dismiss(watcher)

    def heard(self, watcher: Watcher, text: str) -> None:
        """Do what a browser asks for; where that is impossible, tell that browser why."""
        try:
            request = json.loads(text)
            _check_text(request)
        except (ValueError, RuntimeError):  # not JSON, or nested deeper than anybody needs
            request = None
        try:
            if not isinstance(request, dict):
                raise ValueError("the page sent something that is not a request")
            for key, do in self._requests.items():
                if key in request:
                    do(watcher, request)
                    return
            if self._ask is None:
                raise ValueError("this page can only look on")
            self._ask(request)
        except (ValueError, UserError) as error:
            watcher.send({"type": "error", "text": str(error)})

    def _save(self, watcher: Watcher, request: dict) -> None:
        """Send a file: the game's record or link, or the board's last events once it tells them."""
        what = request["save"]
        if what == "events":
            self._ask_events(watcher)
        elif what in ("record", "link"):
            game = self._record()
            if game is None:
                raise UserError("There is no game to save.")
            name, text = ("", links.write(game)) if what == "link" else _file(game)
            watcher.send({"type": "file", "of": what, "name": name, "text": text})
        else:
            raise ValueError("the page asked for a file that does not exist")

    def _look(self, watcher: Watcher, request: dict) -> None:
        """Show one browser a position of the game, or of a record that it has kept."""
        step, text, tag = request["look"], request.get("record"), request.get("tag")
        shape = isinstance(step, int) and isinstance(text, (str, type(None)))
        if not shape or not isinstance(tag, str):
            raise ValueError("the page asked for a position that does not exist")
        try:
            game = self._record() if text is None else records.read(text)
            if game is None:
                raise UserError("There is no game to look at.")
            watcher.send(looking.look(game, step) | {"tag": tag})
        except (ValueError, UserError) as error:
            watcher.send({"type": "damaged", "text": str(error), "tag": tag})

    def _ask_events(self, watcher: Watcher) -> None:
        if self._tell_events is None:
            raise UserError("There is no board that could tell its events.")
        if self._world is not None and not self._world.get("power", True):
            raise UserError("The board is switched off, and does not tell its events.")
        self._events.ask(watcher, self._tell_events)

    def _tell(self, message: dict) -> None:
        told = packed(message)
        for watcher in self.watchers:
            watcher.tell(*told)


def _check_text(value: object) -> None:
    """UnicodeError where a text in a request cannot be sent on: half a surrogate pair."""
    if isinstance(value, str):
        value.encode()
    elif isinstance(value, dict):
        _check_text(list(value.items()))
    elif isinstance(value, (list, tuple)):
        for each in value:
            _check_text(each)


def _file(game: Record) -> tuple[str, str]:
    """The name and the text of a game's file."""
    name = "-".join([word for word in (game.start.split()[0], game.date) if word])
    return f"{name}.txt", records.write(game)
