"""Writes the firmware's list of games from the games' folders.

The board recognises a game by its opening without loading every game's rules. So the list repeats
what the files say: names, grid, options, and which cells an opening occupies.
"""

import importlib
import pkgutil
import sys
from pathlib import Path

from tourelle import games
from tourelle.games.position import Position
from tourelle.grids import grid
from tourelle_host import generated

TARGET = Path(games.__file__).with_name("catalogue.py")

HEAD = '''\
"""The games there are. Generated from their folders by `make catalogue`; do not edit."""

from collections import namedtuple

# name, title, aliases: as in the game's rules; grid: name of its grid;
# sides: a letter for each side that may take part;
# options: ((name, (default, other values...)), ...);
# opening: 01 where the opening occupies a cell, the near edge first (bytes);
# empty: options with which it begins on an empty board, those at a table first.
Entry = namedtuple(
    "Entry", ("name", "title", "aliases", "grid", "sides", "options", "opening", "empty")
)

GAMES = (
'''


def found() -> list[type[Position]]:
    """The positions of all games, sorted by name."""
    modules = [
        importlib.import_module(f"{games.__name__}.{entry.name}")
        for entry in pkgutil.iter_modules(games.__path__)
        if entry.ispkg
    ]
    return [
        module.Position
        for module in sorted(modules, key=lambda module: module.__name__)
        if getattr(module, "Position", Position).NAME
    ]


def rows(position: Position) -> list[str]:
    """The occupied cells of a position: a text for each row, 01 or 00 for each cell."""
    lines = dict.fromkeys(grid(position.GRID).rows, "")
    for cell, row in enumerate(position.grid.rows):
        lines[row] += f"0{position.occupancy[cell]}"
    return list(lines.values())


def quoted(value) -> str:
    """A tuple of texts, or of such tuples, formatted like ruff."""
    if isinstance(value, str):
        return f'"{value}"'
    if not value:
        return "()"
    inner = ", ".join(quoted(item) for item in value)
    return f"({inner},)" if len(value) == 1 else f"({inner})"


def empty(game: type[Position]) -> tuple:
    """The options, as pairs, with which a game begins on an empty board; it changes at most one."""
    changed = [((name, value),) for name, values in game.OPTIONS for value in values[1:]]
    tried = dict.fromkeys([tuple(game.AT_TABLE.items()), (), *changed])
    return tuple(pairs for pairs in tried if not any(game(dict(pairs)).occupancy))


def entry(game: type[Position]) -> str:
    """A game's entry in the list."""
    values = [
        quoted(game.NAME),
        quoted(game.TITLE),
        quoted(game.ALIASES),
        quoted(game.GRID),
        quoted(game.SIDES),
        quoted(game.OPTIONS),
    ]
    lines = "".join(f"        {value},\n" for value in values)
    opening = "".join(f'            "{row}"\n' for row in rows(game()))
    made = f"        bytes.fromhex(\n{opening}        ),\n        {quoted(empty(game))},\n"
    return f"    Entry(\n{lines}{made}    ),\n"


def files() -> dict[Path, str]:
    """What `make catalogue` writes."""
    return {TARGET: HEAD + "".join(entry(game) for game in found()) + ")\n"}


if __name__ == "__main__":
    sys.exit(generated.main(files, "catalogue"))
