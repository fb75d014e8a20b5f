"""Plays a host's sides with an engine that talks UGI, without a thread: for the site."""

from collections.abc import Callable

from tourelle_host.engine.sides import Sides
from tourelle_host.record import Record
from tourelle_host.server.carrier import Carrier, Engine

TURN_MS = 1000
_ALIVE_S = 3.0  # how often the host tells the board that it is there
_BEST = "bestmove "


class SpokenOpponent:
    """Hears a board's lines, and plays when the side to move is a host's; `close` ends it."""

    def __init__(self, carrier: Carrier, send: Callable[[str], None], tell: Callable[[str], None]):
        """carrier: makes the engine; send: a line to the board; tell: a sentence to people."""
        self._carrier = carrier
        self._send = send
        self._tell = tell
        self._sides = Sides(send, tell, asks=True)
        self._engine: Engine | None = None
        self._game = ""  # the game that the engine knows
        self._at: tuple[str, ...] | None = None  # the game that it thinks about
        self._stopping = 0  # searches that were stopped, whose answers are still to come

    def hear(self, line: str) -> None:
        """Take in a line from the board."""
        self._sides.hear(line)
        at = self._sides.turn()
        if at == self._at:
            return
        if self._at is not None and self._engine:
            self._engine.hear("stop")
            self._stopping += 1
        self._at = at
        if at is not None:
            self._think(at)

    def close(self) -> None:
        """It is no longer needed."""
        self._at = None
        self._dismiss()

    def _dismiss(self) -> None:
        engine, self._engine = self._engine, None
        self._stopping = 0
        if engine:
            engine.close()

    def _think(self, at: tuple[str, ...]) -> None:
        game = at[0].split()[0]
        if self._engine is None or self._game != game:
            self._dismiss()
            try:
                self._engine = self._carrier.analyst(game, self._heard, self._ended)
            except ValueError as error:
                self._ended(str(error))
                return
            self._game = game
        moves = " ".join([turn for _, turn in Record(at[0], list(at[1:])).turns()])
        self._engine.hear(f"position fen {at[0]}" + (f" moves {moves}" if moves else ""))
        self._engine.hear(f"go movetime {TURN_MS}")
        self._carrier.later(_ALIVE_S, lambda: self._live(at))

    def _live(self, at: tuple[str, ...]) -> None:
        """While it thinks, tell the board that somebody is there."""
        if self._at == at:
            self._send("seat")
            self._carrier.later(_ALIVE_S, lambda: self._live(at))

    def _heard(self, line: str) -> None:
        if not line.startswith(_BEST):
            return
        if self._stopping:
            self._stopping -= 1
            return
        at, self._at = self._at, None
        if at is not None:
            self._sides.play(at, line[len(_BEST) :].split(","))

    def _ended(self, why: str) -> None:
        self._dismiss()
        self._at = None
        for side in self._sides.hosts:
            self._tell(f"{why} A person plays {side} now.")
            self._send(f"seat {side} hand")
