"""Who plays the sides of a page's game: people, the board, boards elsewhere, an engine here."""

from collections.abc import Callable

from tourelle.who import HOST
from tourelle_host.server.carrier import Carrier, Engine


class Seating:
    """Gives the sides away, and has the engine play its own."""

    def __init__(
        self,
        carrier: Carrier,
        send: Callable[[bytes], None],
        tell: Callable[[str], None],
        lines: Callable[[], list[str]],
    ):
        """send: to the board; tell: a line for people; lines: what the board has said so far."""
        self._carrier = carrier
        self._send = send
        self._tell = tell
        self._lines = lines
        self._sides: set[str] = set()  # the engine's
        self._engine: Engine | None = None

    def give(self, side: str, who: str) -> str:
        """Give a side to somebody: the line that tells the firmware; ValueError.

        The engine gets ready where it is the one.
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
        """The board has said this."""
        if self._engine:
            self._engine.hear(text)

    def clear(self) -> None:
        """Another game begins: the engine plays no side of it yet."""
        self._sides.clear()

    def close(self) -> None:
        """Nobody plays here any more."""
        if self._engine:
            self._engine.close()
            self._engine = None
        self.clear()
