"""A shared table as a spectator sees it: what its players have said, put together.

No clock, no socket. It keeps what the broker retains, and nothing else.
"""

from typing import NamedTuple

from tourelle import games
from tourelle.games.position import Position
from tourelle_host import record as records
from tourelle_host.errors import UserError
from tourelle_host.moves import parsed
from tourelle_host.together import table as tables
from tourelle_host.together import wire
from tourelle_host.together.decide import GONE_S
from tourelle_host.together.log import Course, common, course, later
from tourelle_host.together.record import Record, fits
from tourelle_host.together.rules import GameRules
from tourelle_host.together.table import Table

_AGREED = ("=undo", "=draw", "=next")  # these words need everybody's consent
_MOST_USERS = 32  # who may say something before the players are known


class Seen(NamedTuple):
    """What a spectator sees.

    table     its name, start and sides
    users     each player's user, "" for a seat that waits for somebody
    names     each player's name
    course    `Course` of the latest log known
    position  the position that it leads to
    last      names of the cells of the last step
    result    "won P", "draw", "lost P", or "" while the game goes on
    firm      whether nobody can dispute the result any more, so that it counts
    offers    (player, kind) of each offer that stands now
    """

    table: Table
    users: tuple[str, ...]
    names: tuple[str, ...]
    course: Course
    position: Position
    last: tuple[str, ...]
    result: str
    firm: bool
    offers: tuple[tuple[int, str], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who won; () for a draw, or during the game."""
        what, *players = self.result.split(" ")
        if what not in ("won", "lost"):
            return ()
        named = {int(player) for player in players}
        return tuple(p for p in range(self.table.players) if (p in named) == (what == "won"))

    @property
    def outcome(self) -> tuple[str, str]:
        """The result as in a record, "y 12 8", and the reason; ("", "") during the game."""
        if not self.result:
            return "", ""
        ended = self.position.outcome()
        if ended and not self.result.startswith("lost"):
            return records.result_text(self.position, ended.winners, ended.scores), ended.why
        won = [side for side, who in enumerate(self.table.sides) if int(who) in self.winners]
        why = "agreed" if self.result == "draw" else "resigned"
        return records.result_text(self.position, tuple(won), self.position.score()), why

    def record(self, date: str = "") -> records.Record:
        """The game as a record."""
        sides = zip(self.position.SIDES, self.table.sides, strict=False)
        players = {letter: self.names[int(who)] for letter, who in sides}
        start = games.read(self.table.start).text()
        return records.Record(start, list(self.course.steps), players, date, *self.outcome)


class Sight:
    """What was said about one table. Messages may come in any order."""

    def __init__(self, name: str):
        self.name = name
        self.seen: Seen | None = None
        self._announced: wire.Announced | None = None
        self._rules: GameRules | None = None
        self._told: dict[str, Record] = {}  # the last record of each user
        self._courses: dict[str, tuple[Record, Course | None]] = {}
        self._left: dict[str, float] = {}  # users who have left: when
        self._known_gone: list[int] = []

    def hear(self, user: str, what: str, payload: bytes, retained: bool, now: float) -> bool:
        """Take in a user's message; returns whether it may have changed what there is to see.

        payload: empty where it is no longer retained. now: seconds, of any clock.
        """
        if what == "here":
            return self._here(user, payload, retained, now)
        if what == "table" and user == tables.creator(self.name):
            self._take_announced(wire.read_announced(payload))
        elif what == "record":
            self._record(user, wire.read(payload))
        else:
            return False
        self.seen = self._look()
        return True

    @property
    def empty(self) -> bool:
        """Whether nothing is retained about it any more."""
        return not (self._announced or self._told or self._left)

    def gone(self, now: float) -> list[int]:
        """The players who have been away long enough to be shown as gone."""
        users = self.seen.users if self.seen else ()
        away = [self._left.get(user, now) for user in users]
        return [player for player, since in enumerate(away) if now - since >= GONE_S]

    def changes(self, now: float) -> bool:
        """Whether `gone` has changed since the last call."""
        before, self._known_gone = self._known_gone, self.gone(now)
        return before != self._known_gone

    def _here(self, user: str, payload: bytes, retained: bool, now: float) -> bool:
        here = wire.read_here(payload)
        before = user in self._left
        if here and not here[1] and (before or len(self._left) < _MOST_USERS):
            self._left.setdefault(user, now - GONE_S if retained else now)
        else:
            self._left.pop(user, None)
        return before != (user in self._left)

    def _take_announced(self, announced: wire.Announced | None) -> None:
        self._announced, self._rules = announced, None
        self._courses.clear()

    def _record(self, user: str, record: Record | None) -> None:
        if record is None:
            self._told.pop(user, None)
        elif user in self._told or len(self._told) < _MOST_USERS:
            self._told[user] = record

    # -- putting it together

    def _look(self) -> Seen | None:
        announced = self._announced
        if announced is None:
            return None
        try:
            table = tables.read(self.name, announced.game)
        except UserError:
            return None
        if len(announced.players) != table.players:
            return None
        if self._rules is None:
            sides = [int(who) for who in table.sides]
            self._rules = GameRules(games.read(table.start), sides)
        newest = self._newest(table, announced.players)
        best = course(self._rules, ())
        for _, each in newest.values():
            best = each if later(each.log, best.log) is each.log else best
        return self._seen(table, announced, best, newest)

    def _newest(self, table: Table, users: tuple[str, ...]) -> dict[int, tuple[Record, Course]]:
        """Each player's latest record and its course, except from devices that lost their seat."""
        found = {}
        holders = [(0, 0)] * table.players
        for player, user in enumerate(users):
            record = self._told.get(user)
            if record is None or record.player != player or record.game != table.text:
                continue
            made = self._course(user, record)
            if made is None or not fits(record, table.players):
                continue
            found[player] = record, made
            known = [*record.holders, (record.generation, record.device)]
            for at, holder in zip([*range(table.players), player], known, strict=True):
                holders[at] = max(holders[at], holder, made.holders.get(at, (0, 0)))
        return {
            player: one
            for player, one in found.items()
            if (one[0].generation, one[0].device) >= holders[player]
        }

    def _course(self, user: str, record: Record) -> Course | None:
        known = self._courses.get(user)
        if known is None or known[0] != record:
            known = record, course(self._rules, record.log)
            self._courses[user] = known
        return known[1]

    def _seen(
        self,
        table: Table,
        announced: wire.Announced,
        best: Course,
        newest: dict[int, tuple[Record, Course]],
    ) -> Seen:
        position = games.read(table.start)
        last: tuple[str, ...] = ()
        for step in best.steps:
            move = parsed(position, step)
            last = tuple(position.grid.names[cell] for cell in move.cells)
            position.push(move.number)
        verdicts = [record.verdict for record, _ in newest.values() if record.verdict]
        result = f"lost {min(verdicts)[1]}" if verdicts else best.result
        names = tuple(
            name or user for name, user in zip(announced.names, announced.players, strict=True)
        )
        offers = tuple(
            (player, kind)
            for player, (record, _) in sorted(newest.items())
            for kind, mark, _ in record.entries
            if mark == best.mark and not result
        )
        firm = bool(result) and self._undenied(table, best, newest, result)
        return Seen(table, announced.players, names, best, position, last, result, firm, offers)

    def _undenied(
        self, table: Table, best: Course, newest: dict[int, tuple[Record, Course]], result: str
    ) -> bool:
        """Whether everybody's own record confirms the result: nobody is spoken for.

        A player who is gone need not have received the others' last steps. A player who was away
        too long, or gave up, need not have received that the game was lost.
        """
        for player in range(table.players):
            if player not in newest:
                return False
            record, own = newest[player]
            if result == f"lost {player}":
                if record.verdict or any(entry[0] == "resign" for entry in record.entries):
                    continue
                if any(each.verdict for each, _ in newest.values()):
                    continue
            if not self._has_said(player, own.log, best.log):
                return False
        return True

    def _has_said(self, player: int, own: tuple[str, ...], log: tuple[str, ...]) -> bool:
        """Whether a player's own log has that player's part of a log, and all that was agreed."""
        assert self._rules
        at = common(own, log)
        for count in range(at, len(log)):
            before = course(self._rules, log[:count])
            agreed = log[count].startswith(_AGREED)
            if agreed or before is None or before.turn == player:
                return False
        return True
