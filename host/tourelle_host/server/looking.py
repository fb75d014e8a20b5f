"""What a browser looks at: any position of the game, or of a record that it has kept."""

from tourelle_host import record as records
from tourelle_host.record import Record
from tourelle_host.server import tasks
from tourelle_host.server.describe import grid
from tourelle_host.server.view import world


def look(record: Record, step: int) -> dict:
    """The page's message "look": a game, and how it stood after so many of its steps.

    A step beyond the last one is the last one.
    """
    position = record.position()
    start = position.text()
    names = position.grid.names
    step = max(0, min(step, len(record.steps)))
    moves = []
    shown: dict = {}
    last: list[str] = []
    for number in range(len(record.steps) + 1):
        if number == step:
            shown = {"world": world(position), "last": last, "turn": position.SIDES[position.turn]}
            shown["score"] = [str(points) for points in position.score()]
        if number < len(record.steps):
            text = record.steps[number]
            move = position.parse_move(text)
            moves.append([position.SIDES[position.turn], text])
            foot = position.footprint(move)
            cells = foot.vacated + foot.filled + foot.left + foot.reached
            last = [names[cell] for cell in cells]
            position.push(move)
    outcome = position.outcome()
    result, why = record.result, record.why
    if outcome:
        result = records.result_text(position, outcome.winners, outcome.scores)
        why = outcome.why
    over = None
    if result:
        winners, *scores = result.split()
        over = {"winners": winners, "scores": scores, "why": why}
    about = {
        "type": "look",
        "step": step,
        "game": position.NAME,
        "title": position.TITLE,
        "sides": position.SIDES,
        "words": tasks.steps(position.NAME),
        "lead": tasks.lead(position.NAME),
        "grid": grid(position.grid),
        "printed": {names[cell]: position.printed(cell) for cell in range(position.grid.size)},
        "marked": [[names[a], names[b]] for a, b in position.marked()],
        "start": start,
        "moves": moves,
        "turns": [[side, text] for side, text in record.turns()],
        "date": record.date,
        "over": over,
        "record": records.write(record),
    }
    return about | shown
