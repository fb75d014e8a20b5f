"""What a browser looks at: any position of the game, or of a record that it has kept."""

from tourelle.games.position import Position
from tourelle_host import record as records
from tourelle_host.record import Record
from tourelle_host.server import tasks
from tourelle_host.server.describe import grid
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
        side = position.SIDES[position.turn]
        moves.append([side, text])
        cells = _push(position, text)
        if number == step:
            shown = _shown(position, cells)
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


def _push(position: Position, text: str) -> list[str]:
    """Play a step; returns the names of the cells that it changed."""
    move = position.parse_move(text)
    foot = position.footprint(move)
    position.push(move)
    cells = foot.vacated + foot.filled + foot.left + foot.reached
    return [position.grid.names[cell] for cell in cells]


def _shown(position: Position, last: list[str]) -> dict:
    """A position; last: the cells that the last step changed."""
    return {
        "world": world(position),
        "last": last,
        "turn": position.SIDES[position.turn],
        "score": [str(points) for points in position.score()],
    }


def _over(record: Record, end: Position) -> dict | None:
    """How the game ended, by the rules or by the record; None where it has not."""
    result, why = record.result, record.why
    outcome = end.outcome()
    if outcome:
        result = records.result_text(end, outcome.winners, outcome.scores)
        why = outcome.why
    if not result:
        return None
    winners, *scores = result.split()
    return {"winners": winners, "scores": scores, "why": why}


def _game(position: Position) -> dict:
    """What stays the same from step to step."""
    names = position.grid.names
    return {
        "game": position.NAME,
        "title": position.TITLE,
        "sides": position.SIDES,
        "words": tasks.steps(position.NAME),
        "lead": tasks.lead(position.NAME),
        "grid": grid(position.grid),
        "printed": {names[cell]: position.printed(cell) for cell in range(position.grid.size)},
        "marked": [[names[a], names[b]] for a, b in position.marked()],
    }
