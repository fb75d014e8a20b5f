"""What a browser looks at: any position of the game, or of a record that it has kept."""

from tourelle.games.position import Position
from tourelle_host import record as records
from tourelle_host.moves import parsed
from tourelle_host.record import Record
from tourelle_host.server import tasks
from tourelle_host.server.describe import drawn, printed
from tourelle_host.server.view import world


def look(record: Record, step: int) -> dict:
    """The page's message "look": a game, and its position after so many steps.

    A step beyond the end means the last one.
    """
    step = max(0, min(step, len(record.steps)))
    position = record.position()
    start = position.text()
    shown = _shown(position, []) if step == 0 else {}
    moves = []
    for number, text in enumerate(record.steps, 1):
        move = parsed(position, text)
        moves.append([move.side, text])
        position.push(move.number)
        if number == step:
            shown = _shown(position, move.cells)
    about = {
        "type": "look",
        "step": step,
        "start": start,
        "moves": moves,
        "turns": [[side, text] for side, text in record.turns()],
        "date": record.date,
        "over": _over(record, position),
        "record": records.write(record),
    }
    return about | _game(position) | shown


def _shown(position: Position, last: list[int]) -> dict:
    """A position; last: the cells that the last step changed."""
    return {
        "world": world(position),
        "last": [position.grid.names[cell] for cell in last],
        "turn": position.SIDES[position.turn],
        "score": [str(points) for points in position.score()],
    }


def _over(record: Record, end: Position) -> dict | None:
    """How the game ended; None where it has not."""
    result, why = records.ending(record, end)
    if not result:
        return None
    winners, *scores = result.split()
    return {"winners": winners, "scores": scores, "why": why}


def _game(position: Position) -> dict:
    """What stays the same from step to step."""
    return {
        "game": position.NAME,
        "title": position.TITLE,
        "sides": position.SIDES,
        "step_words": tasks.steps(position.NAME),
        "lead": tasks.lead(position.NAME),
        "grid": drawn(position.grid),
    } | printed(position)
