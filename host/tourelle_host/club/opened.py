"""A table opened at full size: the page of a board, on which one can only look on."""

from tourelle_host.record import Record
from tourelle_host.server.carrier import Carrier
from tourelle_host.server.describe import describe
from tourelle_host.server.hub import Hub
from tourelle_host.server.played import Played
from tourelle_host.server.view import Lamps


class Opened:
    """A game, perhaps still going on, for those who have opened it.

    hub   what their browsers look at; each can look back on its own
    """

    def __init__(self, record: Record, carrier: Carrier):
        position = record.position()
        self._grid = position.grid
        self._sides = position.SIDES
        self._lamps = Lamps(position.grid)
        self._record = record
        self._shown: tuple = ()
        self.hub = Hub(self._board(record), None, lambda: self._record, carrier=carrier)

    def _board(self, record: Record) -> dict:
        return describe(self._grid) | {"names": dict(record.players)}

    def show(self, record: Record, lights: str, notes: list[str]) -> None:
        """Show the state of the game, what its lights say, and what people should know."""
        shown = record.steps[:], record.result, record.players, lights, notes
        if shown == self._shown:
            return
        self._shown = shown
        if record.players != self._record.players:
            self.hub.swap(self._board(record))
        self._record = record
        played = Played(record)
        self._lamps.hear(lights, self._sides)
        self.hub.world(played.worlds[-1])
        self.hub.retell(played.lines(len(record.steps)) + [f"@say {words}" for words in notes])
        self.hub.frame(self._lamps.frame())

    def tick(self) -> None:
        """Let the lights pulse on by a slot."""
        if (frame := self._lamps.tick()) is not None:
            self.hub.frame(frame)
