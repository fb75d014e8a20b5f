"""Who plays each side of a page's game: a person, the board, a board elsewhere, an engine here."""

from collections.abc import Callable

from tourelle.who import HOST
from tourelle_host.server.carrier import Carrier, Engine


class Seating:
    """Gives sides to players, and lets the engine play those that it got."""

    def __init__(
        self,
        carrier: Carrier,
        send: Callable[[bytes], None],
        tell: Callable[[str], None],
        lines: Callable[[], list[str]],
    ):
        """send: to the board; tell: a line to people; lines: what the board has said so far."""
        self._carrier = carrier
        self._send = send
        self._tell = tell
        self._lines = lines
        self._sides: set[str] = set()  # those that the engine plays
        self._engine: Engine | None = None

    def give(self, side: str, who: str) -> str:
        """Give a side to a player; returns the line for the firmware. ValueError.

        The engine, where it is the player, gets ready.
        """
        who = self._carrier.player(who)
        line = f"seat {side} {who}"
        if any(character < " " for character in line):
            raise ValueError("the page sent a seat that makes no sense")
        if who != HOST:
            self._sides.discard(side)
            return line
        engine = self._engine or self._carrier.engine(
            lambda text: self._send(text.encode() + b"\n"),
            self._tell,
            lambda side: side in self._sides,
        )
        self._sides.add(side)
        if self._engine is None:
            self._engine = engine
            for text in self._lines():
                engine.hear(text)
        return line

    def hear(self, text: str) -> None:
        """Take in a line from the board."""
        if self._engine:
            self._engine.hear(text)

    def begin(self, seats: dict[str, str]) -> list[str]:
        """Another game begins, with these players; returns the lines for the firmware. ValueError.

        Where somebody cannot play, the players stay as they were.
        """
        before = set(self._sides)
        self._sides.clear()
        try:
            return [self.give(side, who) for side, who in seats.items()]
        except ValueError:
            self._sides = before
            raise

    def close(self) -> None:
        """Nobody plays here any more."""
        if self._engine:
            self._engine.close()
            self._engine = None
        self._sides.clear()
