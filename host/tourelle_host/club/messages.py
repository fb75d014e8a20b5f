"""What a club's page is told of a table, and of a finished game."""

from tourelle_host.club import lights
from tourelle_host.club.archive import Finished
from tourelle_host.club.sight import Seen
from tourelle_host.record import Record
from tourelle_host.server.view import Lamps, world
from tourelle_host.together import table as tables


def table(name: str, seen: Seen, gone: list[int]) -> dict:
    """The message about a table of this name; gone: the players who are."""
    position, over = seen.position, seen.outcome
    lamps = Lamps(position.grid)
    lamps.hear(lights_of(seen), position.SIDES)
    shown = world(position)
    return {
        "type": "table",
        "name": name,
        "game": position.NAME,
        "sides": position.SIDES,
        "players": [
            {
                "name": player_name or "nobody yet",
                "sides": _letters(seen, player),
                "gone": player in gone,
                "won": player in seen.winners,
            }
            for player, player_name in enumerate(seen.names)
        ],
        "moves": bool(seen.course.steps),
        "turn": "" if over[0] else position.SIDES[position.turn],
        "score": [str(points) for points in position.score()],
        "said": offers(seen),
        "over": {"result": over[0], "why": over[1]} if over[0] else None,
        "nobody": len(gone) == len(seen.names),
        "world": {"cells": shown["cells"], "barriers": shown["barriers"]},
        "rgb": lamps.steady().hex(),
    }


def result(game: Finished) -> dict:
    """What is shown of a finished game."""
    record = game.record
    position = record.position()
    won, *scores = record.result.split()
    return {
        "name": game.table,
        "game": position.NAME,
        "date": record.date,
        "players": [
            {
                "sides": letter,
                "name": record.players.get(letter, user),
                "won": won != "draw" and letter in won,
            }
            for letter, user in game.users.items()
        ],
        "drawn": won == "draw",
        "scores": scores,
        "why": record.why,
    }


def offers(seen: Seen) -> list[str]:
    """What is offered now, a sentence each, without its full stop."""
    return [f"{seen.names[player]} offers {tables.OFFERS[kind]}" for player, kind in seen.offers]


def lights_of(seen: Seen) -> str:
    """What the lights of a table say, as in the link's "@lights"."""
    won = [s for s, who in enumerate(seen.table.sides) if int(who) in seen.winners]
    return lights.shown(seen.position, seen.last, tuple(won) if seen.result else None)


def lights_at_end(record: Record) -> str:
    """What the lights said at the end of a game."""
    position = record.end()
    winners = record.result.split()[0]
    sides = range(len(position.SIDES))
    won = [side for side in sides if winners != "draw" and position.SIDES[side] in winners]
    return lights.shown(position, (), tuple(won))


def _letters(seen: Seen, player: int) -> str:
    """The sides that a player has."""
    sides = zip(seen.position.SIDES, seen.table.sides, strict=True)
    return "".join(letter for letter, who in sides if int(who) == player)
