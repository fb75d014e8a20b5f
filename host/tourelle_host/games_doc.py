"""Writes docs/games.md, the list of games, from what their rules say about themselves."""

import sys
from pathlib import Path

from tourelle.games.position import Position
from tourelle.grids import grid
from tourelle_host import catalogue, generated, paths

TARGET = paths.PACKAGE.parent.parent / "docs" / "games.md"

HEAD = """\
# The games

Generated from [their folders](../firmware/tourelle/games/) by `make docs`.
[guides/game.md](guides/game.md) says how to add one.

| game | board | sides, at most | options, the default first |
|---|---|---|---|
"""


def _row(game: type[Position]) -> str:
    page = f"../firmware/tourelle/games/{game.NAME}/page/rules.md"
    options = "; ".join(f"`{name}`: {', '.join(values)}" for name, values in game.OPTIONS)
    board = f"`{game.GRID}`, {grid(game.GRID).size} cells"
    return f"| [{game.TITLE}]({page}) | {board} | {len(game.SIDES)} | {options or 'none'} |\n"


def files() -> dict[Path, str]:
    """The file and its text."""
    return {TARGET: HEAD + "".join(map(_row, catalogue.found()))}


if __name__ == "__main__":
    sys.exit(generated.main(files, "docs"))
