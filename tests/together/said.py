"""What players of a shared table have said at a broker, without boards: for who looks on."""

import random

from tourelle import games
from tourelle_host.together import wire
from tourelle_host.together.record import Record
from tourelle_host.together.table import Table, topic

Message = tuple[str, bytes]


class Said:
    """A table and its players, each of whom has heard of everything unless a test says otherwise.

    log   the words so far
    """

    def __init__(
        self, name: str, game: str, users: tuple[str, ...], names: tuple[str, ...], **options
    ):
        position = games.opening(game, options or None)
        sides = "".join(str(side % len(users)) for side in range(len(position.SIDES)))
        self.table = Table(name, position.opening_text(), sides)
        self.users = users
        self.names = names
        self.log: tuple[str, ...] = ()
        self._position = position
        self._numbers = [0] * len(users)

    def play(self, steps: int, seed: int = 1) -> str:
        """So many steps by chance, or fewer where the game is over; the result by the rules."""
        chance = random.Random(seed)
        for _ in range(steps):
            if self._position.outcome():
                break
            move = chance.choice(list(self._position.legal_moves()))
            self.log += (self._position.move_text(move),)
            self._position.push(move)
        return "over" if self._position.outcome() else ""

    def announced(self) -> Message:
        """What its creator says of it."""
        announced = wire.Announced(self.table.text, self.users, self.names)
        return topic(self.table.name, self.table.creator, "table"), wire.write_announced(announced)

    def record(self, player: int, log: tuple[str, ...] | None = None, **more) -> Message:
        """A player's record."""
        self._numbers[player] += 1
        holders = ((1, 5),) * len(self.users)
        words = self.log if log is None else log
        told = Record(
            player, 1, 5, 1, self._numbers[player], self.table.text, holders, words, (), None, None
        )._replace(**more)
        return topic(self.table.name, self.users[player], "record"), wire.write(told)

    def here(self, player: int, on: bool = True) -> Message:
        """Whether a player is there."""
        return topic(self.table.name, self.users[player], "here"), wire.write_here((1, 5, 1, 1), on)

    def all(self) -> list[Message]:
        """All of it."""
        players = range(len(self.users))
        return [self.announced(), *map(self.record, players), *map(self.here, players)]
