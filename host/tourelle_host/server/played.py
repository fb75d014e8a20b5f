"""A game that was played, step by step, as the page shows it."""

from tourelle.games.position import Position
from tourelle_host import record as records
from tourelle_host.moves import parsed
from tourelle_host.record import Record
from tourelle_host.server.view import world


class Played:
    """What the page shows after each step of a record.

    worlds   the messages "world", beginning with the start's
    lamps    what the lights say, as in the link's "@lights"
    """

    def __init__(self, record: Record):
        position = record.position()
        self.worlds = [world(position)]
        self.lamps = ["none"]
        self._lines = [_standing(position)]
        for number, step in enumerate(record.steps, 1):
            move = parsed(position, step)
            told = f"@move {number} {move.side} {step}"
            position.push(move.number)
            names = ",".join(position.grid.names[cell] for cell in move.cells)
            self.worlds.append(world(position))
            self.lamps.append(f"last-move={names}" if names else "none")
            self._lines.append([told, *_standing(position)])
        result, why = records.ending(record, position)
        if result:
            self._lines[-1] += [f"@over {result}", f"@why {why}"]
        options = " ".join(f"{name}={position.options[name]}" for name, _ in position.OPTIONS)
        self._head = ["@hello tourelle", f"@game {position.NAME} {options}".strip()]
        players = [f"{name} plays {side}" for side, name in record.players.items()]
        words = [record.date, ", ".join(players)]
        self._tail = [f"@say {said}." for said in words if said]

    def lines(self, step: int) -> list[str]:
        """The board's lines up to this step, as it would have told them."""
        told = [line for lines in self._lines[: step + 1] for line in lines]
        return self._head + told + self._tail


def _standing(position: Position) -> list[str]:
    """Whose turn it is, and the score, in the board's words."""
    score = position.score()
    turn = [f"@turn {position.SIDES[position.turn]}"]
    return turn + (["@score " + " ".join(map(str, score))] if score else [])
