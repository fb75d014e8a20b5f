"""Between the tables and the browsers that show them: no threads, no sockets, no clock."""

import json
from collections.abc import Callable

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle_host.club import messages, standings
from tourelle_host.club.archive import Archive, Finished
from tourelle_host.club.opened import Opened
from tourelle_host.club.sight import Seen, Sight
from tourelle_host.errors import UserError
from tourelle_host.server.carrier import Carrier
from tourelle_host.server.describe import drawn
from tourelle_host.server.hub import Hub
from tourelle_host.server.watcher import Watcher
from tourelle_host.together import table as tables
from tourelle_host.together import wire

MOST_TABLES = 1000  # known at a time
_SETTLED_S = 5.0  # by then a broker has sent everything that it retains
_MOST_RESULTS = 200  # the newest ones


class Wall:
    """All tables at a broker, the results of the finished ones, and the standings.

    It knows what the broker retains and what the folder holds, and forgets what they no longer
    have.
    """

    def __init__(self, archive: Archive, carrier: Carrier, say: Callable[[str], None]):
        """say: called with a sentence for the person who runs the club's page."""
        self._archive = archive
        self._carrier = carrier
        self._say = say
        self._said: set[str] = set()
        self._sights: dict[str, Sight] = {}
        self._shown: dict[str, dict] = {}  # the last message about each table
        self._opened: dict[str, Opened] = {}
        self._watchers: set[Watcher] = set()
        self._trouble = "Waiting for the broker …"
        self._results: dict = {"type": "results", "standings": [], "results": [], "more": 0}
        self._finished: dict[str, Finished] = {}
        self.now = 0.0
        self._settles: float | None = None
        self._read_folder()

    # -- from the broker

    def connected(self) -> None:
        """Forget what is known of the tables: the broker is about to send all that it retains."""
        self._sights.clear()
        self._settles = self.now + _SETTLED_S
        self.disconnected("")

    def _settle(self) -> None:
        """Remove the tables that the broker no longer retains."""
        self._settles = None
        for name in set(self._shown) - {n for n, sight in self._sights.items() if sight.seen}:
            self._remove(name)
        self._read_folder()

    def disconnected(self, why: str) -> None:
        """Show what is wrong with the connection; "" where nothing is any more."""
        self._trouble = why
        self._tell({"type": "network", "text": why})

    def receive(self, topic: str, payload: bytes, retained: bool) -> None:
        """Take in a message; ignore nonsense and strangers."""
        parsed = tables.parse_topic(topic)
        if parsed is None or len(payload) > wire.MOST:
            return
        name, user, what = parsed
        sight = self._sights.get(name)
        if sight is None:
            if not payload or not self._has_room():
                return
            sight = self._sights[name] = Sight(name)
        if sight.hear(user, what, payload, retained, self.now):
            self._show(sight)
        if sight.empty:
            del self._sights[name]

    def _has_room(self) -> bool:
        """Whether there is room for another table; finished tables that all have left make room."""
        if len(self._sights) >= MOST_TABLES:
            left = [name for name, sight in self._sights.items() if _is_left(sight, self.now)]
            for name in left:
                del self._sights[name]
        return len(self._sights) < MOST_TABLES

    def _show(self, sight: Sight) -> None:
        name, seen = sight.name, sight.seen
        if seen is None:
            self._remove(name)
            return
        message = messages.table(sight.name, seen, sight.gone(self.now))
        if _is_left(sight, self.now):
            self._remove(name)
        elif message != self._shown.get(name):
            self._shown[name] = message
            self._tell(message, f"table {name}")
        if name in self._opened:
            self._open(name, seen)
        if seen.firm:
            self._keep(seen)
        elif name in self._finished:
            self._read_folder()  # the game goes on

    def _remove(self, name: str) -> None:
        if self._shown.pop(name, None):
            self._tell({"type": "removed", "name": name}, f"table {name}")

    # -- time

    def tick(self, now: float) -> None:
        """Time has passed: show who is gone. now: seconds, of any clock."""
        self.now = now
        if self._settles is not None and now >= self._settles:
            self._settle()
        for name, opened in list(self._opened.items()):
            if not opened.hub.watchers:
                del self._opened[name]  # nobody has it open any more
        for sight in self._sights.values():
            if sight.seen and sight.changes(now):
                self._show(sight)

    def pulse(self) -> None:
        """Let the lights of opened tables pulse on by a slot."""
        for opened in self._opened.values():
            opened.tick()

    # -- results

    def _keep(self, seen: Seen) -> None:
        try:
            if self._archive.keep(seen, self._carrier.today()):
                self._read_folder()
        except UserError as error:
            self._once(str(error))

    def _read_folder(self) -> None:
        """Read the folder and show what is new; a table whose game goes on is not finished."""
        try:
            found = self._archive.games()
        except UserError as error:
            self._once(str(error))
            return
        for name, why in self._archive.damaged.items():
            self._once(f"{name} does not count: {why}")
        seen = {name: sight.seen for name, sight in self._sights.items()}
        goes_on = {name for name, each in seen.items() if each and not each.result}
        over = [game for game in found if game.table not in goes_on]
        self._finished = {game.table: game for game in over}
        results = {
            "type": "results",
            "standings": [
                row._asdict() | {"points": standings.written(row.points)}
                for row in standings.standings(over)
            ],
            "results": [messages.result(game) for game in over[:_MOST_RESULTS]],
            "more": max(0, len(over) - _MOST_RESULTS),
        }
        if results != self._results:
            self._results = results
            self._tell(results)

    def _once(self, sentence: str) -> None:
        if sentence not in self._said:
            self._said.add(sentence)
            self._say(sentence)

    # -- browsers

    def join(self, wake: Callable[[], None] = lambda: None) -> Watcher:
        """A new browser, which is told everything at first."""
        self._read_folder()
        watcher = Watcher(wake)
        self._watchers.add(watcher)
        titles = {entry.name: entry.title for entry in GAMES}
        grids = {name: drawn(games.opening(name).grid) for name in titles}
        _send(watcher, {"type": "club", "titles": titles, "grids": grids})
        _send(watcher, {"type": "network", "text": self._trouble})
        _send(watcher, self._results)
        for name, message in self._shown.items():
            _send(watcher, message, f"table {name}")
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """This browser has left."""
        self._watchers.discard(watcher)

    def heard(self, watcher: Watcher, text: str) -> None:
        """A browser asks for something, though there is nothing it may ask for."""
        _send(watcher, {"type": "error", "text": "this page can only look on"})

    def _tell(self, message: dict, kind: str = "") -> None:
        for watcher in self._watchers:
            _send(watcher, message, kind)

    def hub(self, name: str) -> Hub | None:
        """The hub for a browser that opens this table, or the game that was played at it."""
        sight = self._sights.get(name)
        seen = sight.seen if sight else None
        game = self._finished.get(name)
        if seen:
            if name not in self._opened:
                self._opened[name] = Opened(seen.record(), self._carrier)
            self._open(name, seen)
        elif game:
            if name not in self._opened:
                self._opened[name] = Opened(game.record, self._carrier)
            self._opened[name].show(game.record, messages.lights_at_end(game.record), [])
        return self._opened[name].hub if name in self._opened else None

    def _open(self, name: str, seen: Seen) -> None:
        gone = self._sights[name].gone(self.now)
        notes = [f"{seen.names[player]} is gone." for player in gone]
        notes += [f"{words}." for words in messages.offers(seen)]
        self._opened[name].show(seen.record(), messages.lights_of(seen), notes)


def _is_left(sight: Sight, now: float) -> bool:
    """Whether a game is over and all its players have left."""
    seen = sight.seen
    return seen is not None and bool(seen.result) and len(sight.gone(now)) == len(seen.users)


def _send(watcher: Watcher, message: dict, kind: str = "") -> None:
    """Send a message; a browser that is behind gets only the newest one of a kind."""
    kind = kind or message["type"]
    watcher.tell(kind, json.dumps(message), {kind})
