"""Shows a record on the page, step by step."""

from tourelle_host.record import Record
from tourelle_host.server.describe import describe
from tourelle_host.server.hub import Hub
from tourelle_host.server.played import Played
from tourelle_host.server.view import Lamps


class Replay:
    """A record, and the step that is shown: all browsers see the same.

    hub   what they look at; they ask for {"step": 12}, that many steps after the start
    """

    def __init__(self, record: Record):
        position = record.position()
        self._grid = position.grid
        self._sides = position.SIDES
        self._played = Played(record)
        description = describe(self._grid) | {"acts": False, "steps": len(record.steps)}
        self.hub = Hub(description, self._ask, lambda: record)
        self.show(0)

    def show(self, step: int) -> None:
        """Show the position after so many steps."""
        played = self._played
        step = max(0, min(step, len(played.worlds) - 1))
        lamps = Lamps(self._grid)
        lamps.hear(played.lamps[step], self._sides)
        self.hub.world(played.worlds[step])
        self.hub.frame(lamps.frame())
        self.hub.retell(played.lines(step))
        self.hub.at(step)

    def _ask(self, request: dict) -> None:
        step = request.get("step")
        if not isinstance(step, int):
            raise ValueError("a replay is only looked at, step by step")
        self.show(step)
