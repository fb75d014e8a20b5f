"""What a page needs to draw any board: its cells, its games, the language of its lights."""

from typing import Any

from tourelle import games, lights, who
from tourelle.games.catalogue import GAMES
from tourelle.games.position import Position
from tourelle.grids import Grid
from tourelle_host.glyphs import split
from tourelle_host.server import tasks
from tourelle_host.server.meanings import meanings

# How far a row of hexagons lies above the one below it, in widths of a cell.
HEX_ROW = 3**0.5 / 2

# What each state of the lights means to a person, in the order of a turn. `off` needs no words.
MEANINGS = {
    "turn": "whose turn it is",
    "can-move": "this may be moved",
    "in-hand": "lifted from here",
    "may-land": "put it down here",
    "may-attack": "land on an enemy here",
    "touch": "is it there? Touch it",
    "capture": "captured: take it off",
    "which": "which one? Touch it",
    "proposed": "meant so? OK says yes",
    "put-back": "put a piece back here",
    "remove": "take the piece off here",
    "last-move": "the last move",
    "choice": "touch this to choose it",
    "barrier": "a barrier goes here",
    "winner": "the winner's",
    "busy": "wait a moment",
    "fault": "something is wrong here",
}

# What the board's levels are like, the lowest first.
LEVELS = (
    "for a child",
    "easy",
    "takes what it can get",
    "looks ahead",
    "strong",
    "as strong as it can",
)
FIRST_LEVEL = 2  # the one that the page suggests to newcomers

# How a game ended where its players ended it.
ENDS = {"resigned": "The other side resigned.", "agreed": "The players agreed on it."}


def describe(grid: Grid) -> dict[str, Any]:
    """The page's message "board" for a grid."""
    return {
        "grid": drawn(grid),
        "games": [_game(entry) for entry in GAMES if entry.grid == grid.name],
        "playable": [_playable(entry) for entry in GAMES],
        "seats": _seats(),
        "opponent": who.board(FIRST_LEVEL),
        "lights": {
            "slot_ms": lights.SLOT_MS,
            "sides": _colours(),
            "states": [
                {
                    "name": name,
                    "meaning": MEANINGS[name],
                    "rgb": colour,
                    "rhythm": [lights.LEVELS[level] for level in rhythm],
                }
                for name, colour, rhythm in lights.STATES
                if name in MEANINGS
            ],
        },
    }


def drawn(grid: Grid) -> dict[str, Any]:
    """A grid, as the page draws it."""
    return {
        "name": grid.name,
        "shape": shape(grid),
        "cells": [
            {"name": grid.names[cell], "x": x, "y": y}
            for cell, (x, y) in enumerate(_centres(grid))
        ],
    }


def _colours() -> dict[str, tuple[int, int, int]]:
    """The colour of each side, by its letter, for all games."""
    found = dict(lights.SIDES)
    for entry in GAMES:
        found.update(zip(entry.sides, lights.of_sides(entry.sides), strict=True))
    return found


def shape(grid: Grid) -> str:
    """The shape of the cells: "hex", "square" where they fill a rectangle, else "round"."""
    if grid.directions == 6:
        return "hex"
    columns, rows = max(grid.columns) + 1, max(grid.rows) + 1
    return "square" if columns * rows == grid.size else "round"


def _centres(grid: Grid) -> list[tuple[float, float]]:
    """The cells' centres, in cell widths: to the right, and away from the near edge."""
    if grid.directions == 6:
        return [
            (column + row / 2, round(row * HEX_ROW, 4))
            for column, row in zip(grid.columns, grid.rows, strict=True)
        ]
    return list(zip(grid.columns, grid.rows, strict=True))


def _game(entry) -> dict[str, Any]:
    """What the page shows of a game before it begins."""
    position = games.opening(entry.name)
    return {
        "name": entry.name,
        "title": entry.title,
        # For as many players as possible; the opening may be for fewer.
        "sides": type(position).SIDES,
        # What can be taken from the box.
        "box": [{"text": text, "glyphs": split(position.glyphs(text))} for text in position.KINDS],
        "ends": ENDS | tasks.ends(entry.name),
        "step_words": tasks.steps(entry.name),
    } | printed(position)


def printed(position: Position) -> dict[str, Any]:
    """What is printed on a game's board: its cells' values, the edges on which a barrier may
    stand."""
    names = position.grid.names
    return {
        "printed": {names[cell]: position.printed(cell) for cell in range(position.grid.size)},
        "marked": [[names[a], names[b]] for a, b in position.marked()],
    }


def _playable(entry) -> dict[str, Any]:
    """What the page shows of a game that people may choose, whatever board it needs."""
    known = meanings(entry.name)
    return {
        "name": entry.name,
        "title": entry.title,
        "sides": entry.sides,
        "options": [
            {
                "name": name,
                "values": [
                    {"value": value, "meaning": known.get((name, value), "")} for value in values
                ],
            }
            for name, values in entry.options
        ],
    }


def _seats() -> list[dict[str, str]]:
    """Who may play a side: the link's word for it, and words for people."""
    words = [(who.HAND, "a person here")]
    for level, like in enumerate(LEVELS, 1):
        words.append((who.board(level), f"the board, level {level}: {like}"))
    words += [(who.HOST, "this computer's engine"), (who.AWAY, "a friend elsewhere")]
    return [{"who": word, "words": meant} for word, meant in words]
