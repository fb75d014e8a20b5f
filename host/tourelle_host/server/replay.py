"""Shows a record on the page, step by step."""

from tourelle.games.position import Position
from tourelle_host import record as records
from tourelle_host.moves import parsed
from tourelle_host.record import Record
from tourelle_host.server.describe import describe
from tourelle_host.server.hub import Hub
from tourelle_host.server.view import Lamps, world


class Replay:
    """A record and the step that is shown: all browsers see the same.

    hub   what they look at; they ask for {"step": 12}, so many steps after the start
    """

    def __init__(self, record: Record):
        position = record.position()
        self._cells = position.grid
        self._sides = position.SIDES
        self._worlds = [world(position)]
        self._lamps = ["none"]
        self._lines = [_standing(position)]
        for number, step in enumerate(record.steps, 1):
            move = parsed(position, step)
            told = f"@move {number} {move.side} {step}"
            position.push(move.number)
            names = ",".join(position.grid.names[cell] for cell in move.cells)
            self._worlds.append(world(position))
            self._lamps.append(f"last-move={names}" if names else "none")
            self._lines.append([told, *_standing(position)])
        outcome = position.outcome()
        result, why = record.result, record.why
        if outcome:
            result = records.result_text(position, outcome.winners, outcome.scores)
            why = outcome.why
        if result:
            self._lines[-1].append(f"@over {result}")
        if result and why:
            self._lines[-1].append(f"@why {why}")
        options = " ".join(f"{name}={position.options[name]}" for name, _ in position.OPTIONS)
        self._head = ["@hello tourelle", f"@game {position.NAME} {options}".strip()]
        players = [f"{name} plays {side}" for side, name in record.players.items()]
        words = [record.date, ", ".join(players)]
        self._tail = [f"@say {said}." for said in words if said]
        description = describe(self._cells) | {"hand": False, "steps": len(record.steps)}
        self.hub = Hub(description, self._ask, lambda: record)
        self.show(0)

    def show(self, step: int) -> None:
        """Show the position after so many steps."""
        step = max(0, min(step, len(self._worlds) - 1))
        lines = [line for told in self._lines[: step + 1] for line in told]
        lamps = Lamps(self._cells)
        lamps.hear(self._lamps[step], self._sides)
        self.hub.world(self._worlds[step])
        self.hub.frame(lamps.frame(0))
        self.hub.retell(self._head + lines + self._tail)
        self.hub.at(step)

    def _ask(self, request: dict) -> None:
        step = request.get("step")
        if not isinstance(step, int):
            raise ValueError("a replay is only looked at, step by step")
        self.show(step)


def _standing(position: Position) -> list[str]:
    """Whose turn it is, and the score, as the board tells them."""
    score = position.score()
    turn = [f"@turn {position.SIDES[position.turn]}"]
    return turn + (["@score " + " ".join(map(str, score))] if score else [])
