"""Links that carry a game: its name, its options, its position, its steps.

    avalam/level3                     against the board at level 3
    avalam/placing=free               an option
    avalam/moves=c9-d9,e4-e3          a game so far
    avalam/at=y_c9=y1_d9=r1           a position, its text without the game's name
    avalam/at=y_c9=y1_d9=r1/puzzle    the board plays the others as strongly as it can

A step's "/" is written "~".
"""

from collections import namedtuple

from tourelle import games
from tourelle.who import STRONGEST, board
from tourelle_host.record import Record

MOST = 8000  # characters of a link
_LEVEL = "level"
_LEVELS = [str(level) for level in range(1, STRONGEST + 1)]

# The game in a link.
#   start    the position that the game starts from
#   steps    their texts
#   now      the position after them
#   seats    who plays each side, as in the link to the board, by letter; people play the others
#   puzzle   whether the side to move has to find something
Carried = namedtuple("Carried", ("start", "steps", "now", "seats", "puzzle"))


class LinkError(ValueError):
    """A garbled link, in a sentence."""


def read(text: str) -> Carried:
    """The game in a link. LinkError."""
    if len(text) > MOST:
        raise LinkError("That link is too long to carry a game.")
    name, *parts = text.split("/")
    try:
        return _read(name, parts)
    except LinkError:
        raise
    except ValueError as error:
        raise LinkError(f"That link is garbled: {error}.") from None


def _read(name: str, parts: list[str]) -> Carried:
    entry = games.find(name)
    said = _words(parts)
    level, puzzle = said.pop(_LEVEL, ""), "puzzle" in said
    said.pop("puzzle", None)
    at, moves = said.pop("at", ""), said.pop("moves", "")
    if at and said:
        raise LinkError("That link is garbled: a position has its options in itself.")
    text = f"{entry.name} {at.replace('_', ' ')}" if at else ""
    start, now = (games.read(text) if at else games.opening(entry.name, said) for _ in range(2))
    steps = moves.split(",") if moves else []
    for step in steps:
        now.push(now.parse_move(step))
    if puzzle and now.outcome() is not None:
        raise LinkError("That link is garbled: the puzzle's game is over.")
    own = now.SIDES[now.turn]
    who = board(STRONGEST if puzzle else int(level)) if puzzle or level else ""
    seats = {side: who for side in now.SIDES[: len(now.score()) or 2] if who and side != own}
    return Carried(start, steps, now, seats, puzzle)


def _words(parts: list[str]) -> dict[str, str]:
    """The parts of a link, by their first words. LinkError."""
    said: dict[str, str] = {}
    for part in parts:
        word, equals, value = part.partition("=")
        if part[: len(_LEVEL)] == _LEVEL and part[len(_LEVEL) :] in _LEVELS:
            word, value = _LEVEL, part[len(_LEVEL) :]
        elif part != "puzzle" and not (equals and value):
            word = ""
        if not word or word in said:
            raise LinkError(f"That link is garbled: '{part[:40]}' says nothing about a game.")
        said[word] = value.replace("~", "/")
    return said


def write(record: Record) -> str:
    """The link of a game. ValueError where one of its steps is not legal."""
    record.end()  # every step is legal
    start = record.position()
    parts = [start.NAME]
    if record.start == games.opening(start.NAME, start.options).text():
        parts += [
            f"{name}={start.options[name]}"
            for name, values in start.OPTIONS
            if start.options[name] != values[0]
        ]
    else:
        parts.append("at=" + _written(record.start.split(" ", 1)[1]))
    if record.steps:
        parts.append("moves=" + _written(",".join(record.steps)))
    return "/".join(parts)


def _written(text: str) -> str:
    return text.replace(" ", "_").replace("/", "~")
