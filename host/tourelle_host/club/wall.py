"""Between the tables and the browsers that show all of them: no threads, no sockets, no clock."""

import json
from collections.abc import Callable

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle_host.club import lights, standings
from tourelle_host.club.archive import Archive, Finished
from tourelle_host.club.opened import Opened
from tourelle_host.club.sight import Seen, Sight
from tourelle_host.errors import UserError
from tourelle_host.record import Record
from tourelle_host.server.carrier import Carrier
from tourelle_host.server.describe import grid
from tourelle_host.server.hub import Hub
from tourelle_host.server.view import Lamps, world
from tourelle_host.server.watcher import Watcher
from tourelle_host.together import table as tables
from tourelle_host.together import wire

MOST_TABLES = 1000  # that are known at a time
_SETTLED_S = 5.0  # so long after connecting a broker has told what it retains
_MOST_RESULTS = 200  # the newest


class Wall:
    """All tables at a broker, the results of those that are over, and the standings.

    It knows what the broker retains and what lies in the folder, and forgets it with them.
    """

    def __init__(self, archive: Archive, carrier: Carrier, say: Callable[[str], None]):
        """say: a sentence for the person who runs it."""
        self._archive = archive
        self._carrier = carrier
        self._say = say
        self._said: set[str] = set()
        self._sights: dict[str, Sight] = {}
        self._shown: dict[str, dict] = {}  # messages
        self._opened: dict[str, Opened] = {}
        self._watchers: set[Watcher] = set()
        self._note = "Waiting for the broker …"
        self._results: dict = {"type": "results", "standings": [], "results": [], "more": 0}
        self._finished: dict[str, Finished] = {}
        self.now = 0.0
        self._settles: float | None = None
        self._file()

    # -- from the broker

    def connected(self) -> None:
        """What was known is known no more: the broker tells all that it retains."""
        self._sights.clear()
        self._settles = self.now + _SETTLED_S
        self.note("")

    def _settle(self) -> None:
        """Tables that the broker does not know any more are gone."""
        self._settles = None
        for name in set(self._shown) - {n for n, sight in self._sights.items() if sight.seen}:
            self._remove(name)
        self._file()

    def note(self, words: str) -> None:
        """What is wrong with the connection; "": nothing."""
        self._note = words
        self._tell({"type": "note", "text": words})

    def told(self, topic: str, payload: bytes, retained: bool) -> None:
        """A message came; what makes no sense, or is a stranger's, is nothing."""
        told = tables.told_on(topic)
        if told is None or len(payload) > wire.MOST:
            return
        name, user, what = told
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
        """Whether one table more may be known: what is over and left makes room."""
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
        message = self._message(sight, seen)
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
            self._file()  # they play on

    def _remove(self, name: str) -> None:
        if self._shown.pop(name, None):
            self._tell({"type": "gone", "name": name}, f"table {name}")

    def _message(self, sight: Sight, seen: Seen) -> dict:
        position, over = seen.position, seen.outcome
        lamps = Lamps(position.grid)
        lamps.hear(self._lights(seen), position.SIDES)
        gone = sight.gone(self.now)
        shown = world(position)
        return {
            "type": "table",
            "name": sight.name,
            "game": position.NAME,
            "sides": position.SIDES,
            "players": [
                {
                    "name": name or "nobody yet",
                    "sides": _letters(seen, player),
                    "gone": player in gone,
                    "won": player in seen.winners,
                }
                for player, name in enumerate(seen.names)
            ],
            "moves": bool(seen.course.steps),
            "turn": "" if over[0] else position.SIDES[position.turn],
            "score": [str(points) for points in position.score()],
            "said": _offers(seen),
            "over": {"result": over[0], "why": over[1]} if over[0] else None,
            "nobody": len(gone) == len(seen.names),
            "world": {"cells": shown["cells"], "bars": shown["bars"]},
            "rgb": lamps.steady().hex(),
        }

    def _lights(self, seen: Seen) -> str:
        won = [s for s, who in enumerate(seen.table.sides) if int(who) in seen.winners]
        return lights.shown(seen.position, seen.last, tuple(won) if seen.result else None)

    # -- time

    def tick(self, now: float) -> None:
        """So late is it: who is gone is said; now: seconds, of any clock."""
        self.now = now
        if self._settles is not None and now >= self._settles:
            self._settle()
        for name, opened in list(self._opened.items()):
            if not opened.hub.watchers:
                del self._opened[name]  # everybody has closed it
        for sight in self._sights.values():
            if sight.seen and sight.changes(now):
                self._show(sight)

    def pulse(self) -> None:
        """The rhythms go on by a slot, where a table is opened."""
        for opened in self._opened.values():
            opened.tick()

    # -- results

    def _keep(self, seen: Seen) -> None:
        try:
            if self._archive.keep(seen, self._carrier.today()):
                self._file()
        except UserError as error:
            self._once(str(error))

    def _file(self) -> None:
        """Read the folder, and tell what is new; a table that goes on again is not over."""
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
            "results": [_result(game) for game in over[:_MOST_RESULTS]],
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
        """A browser comes, and is told everything as it stands."""
        self._file()
        watcher = Watcher(wake)
        self._watchers.add(watcher)
        titles = {entry.name: entry.title for entry in GAMES}
        grids = {name: grid(games.opening(name).grid) for name in titles}
        _send(watcher, {"type": "club", "titles": titles, "grids": grids})
        _send(watcher, {"type": "note", "text": self._note})
        _send(watcher, self._results)
        for name, message in self._shown.items():
            _send(watcher, message, f"table {name}")
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """It is gone."""
        self._watchers.discard(watcher)

    def heard(self, watcher: Watcher, text: str) -> None:
        """It asks for something: there is nothing that it may ask for."""
        _send(watcher, {"type": "error", "text": "this page can only look on"})

    def _tell(self, message: dict, kind: str = "") -> None:
        for watcher in self._watchers:
            _send(watcher, message, kind)

    def hub(self, name: str) -> Hub | None:
        """What a browser looks at that opens this table, or the game that was played there."""
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
            self._opened[name].show(game.record, _of_record(game.record), [])
        return self._opened[name].hub if name in self._opened else None

    def _open(self, name: str, seen: Seen) -> None:
        gone = self._sights[name].gone(self.now)
        said = [f"{seen.names[player]} is gone." for player in gone]
        said += [f"{words}." for words in _offers(seen)]
        self._opened[name].show(seen.record(), self._lights(seen), said)


def _is_left(sight: Sight, now: float) -> bool:
    """Whether a game is over, and nobody sits there any more."""
    seen = sight.seen
    return seen is not None and bool(seen.result) and len(sight.gone(now)) == len(seen.users)


def _letters(seen: Seen, player: int) -> str:
    sides = zip(seen.position.SIDES, seen.table.sides, strict=True)
    return "".join(letter for letter, who in sides if int(who) == player)


def _offers(seen: Seen) -> list[str]:
    return [f"{seen.names[player]} offers {tables.OFFERS[kind]}" for player, kind in seen.offers]


def _of_record(record: Record) -> str:
    """What the lights said at the end of a game."""
    position = record.position()
    for step in record.steps:
        position.push(position.parse_move(step))
    letters = record.result.split()[0]
    sides = range(len(position.SIDES))
    won = [side for side in sides if letters != "draw" and position.SIDES[side] in letters]
    return lights.shown(position, (), tuple(won))


def _result(game: Finished) -> dict:
    record = game.record
    position = record.position()
    won, *scores = record.result.split()
    return {
        "name": game.table,
        "game": position.NAME,
        "date": record.date,
        "players": [
            {
                "sides": letter,
                "name": record.players.get(letter, user),
                "won": won != "draw" and letter in won,
            }
            for letter, user in game.users.items()
        ],
        "drawn": won == "draw",
        "scores": scores,
        "why": record.why,
    }


def _send(watcher: Watcher, message: dict, kind: str = "") -> None:
    """kind: only the newest message of it is told to a browser that is behind."""
    kind = kind or message["type"]
    watcher.tell(kind, json.dumps(message), {kind})
