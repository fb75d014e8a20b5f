"""The ways in which a page can begin a game: which pieces to lay out, what to tell the firmware.

No switch tells the firmware of options, steps or seats, so lines do.
"""

from collections import namedtuple

from tourelle import games, lesson
from tourelle.games.position import Position
from tourelle_host.record import Record
from tourelle_host.server import links

# The beginning of a game.
#   position   the pieces
#   lines      told to the firmware once the pieces lie there
#   seats      who plays each side, as in the link, by letter; people play the sides not named
#   words      told to a person, or ""
Beginning = namedtuple("Beginning", ("position", "lines", "seats", "words"))


def opening(name: str, options: dict, seats: dict) -> Beginning:
    """A game from its start. ValueError where there is no such game, or no such seat."""
    position = games.opening(name, options)
    for side, who in seats.items():
        said = isinstance(who, str) and all(letter >= " " for letter in who)  # on one line
        if side not in tuple(position.SIDES) or not said:
            raise ValueError("the page sent a seat that makes no sense")
    return Beginning(position, [_new(position)], seats, "")


def first_lesson(name: str) -> Beginning:
    """A game's first lesson. ValueError."""
    entry = games.find(name)
    position = games.read(lesson.of(entry.name).START)
    return Beginning(position, [f"learn {entry.name}"], {}, "")


def link(text: str) -> Beginning:
    """The game in a link, as links.py reads it. ValueError."""
    carried = links.read(text)
    start = carried.start
    opens = games.opening(start.NAME, start.options).text() == start.text()
    lines = [_new(start) if opens else f"position {start.text()}"]
    lines += [f"move {turn}" for _, turn in Record(start.text(), carried.steps).turns()]
    words = "A puzzle: find the best step." if carried.puzzle else ""
    return Beginning(carried.now, lines, carried.seats, words)


def _new(position: Position) -> str:
    options = [f"{name}={position.options[name]}" for name, _ in position.OPTIONS]
    return " ".join(["new", position.NAME, *options])
