"""The messages between bridges, as JSON. What is malformed is read as None, never as an error."""

import json
from typing import Any, NamedTuple

from tourelle_host.together.record import Record

MOST = 64 * 1024  # bytes of a message; longer ones are ignored
LONGEST_NAME = 30  # characters of a player's name
_MOST_WORDS = 4000
_LONGEST_WORD = 64
_MOST_PLAYERS = 4
_LARGEST = 2**53


class Announced(NamedTuple):
    """What the creator of a table publishes about it.

    game      sides, waiting time and start: see `Table.text`
    players   each player's user, "" for a seat that waits for somebody
    names     each player's name, as that person wrote it
    """

    game: str
    players: tuple[str, ...]
    names: tuple[str, ...]


def write(record: Record) -> bytes:
    """A record."""
    return json.dumps(record, separators=(",", ":")).encode()


def read(data: bytes) -> Record | None:
    """A record, or None."""
    try:
        return _record(_json(data))
    except (ValueError, TypeError):
        return None


def _record(fields: Any) -> Record:
    player, generation, device, run, number, game, holders, log, entries, claim, verdict = fields
    return Record(
        _number(player),
        _number(generation),
        _number(device),
        _number(run),
        _number(number),
        _text(game, MOST),
        tuple(_pair(holder) for holder in _some(holders, _MOST_PLAYERS)),
        tuple(_word(word) for word in _some(log, _MOST_WORDS)),
        tuple(_entry(*entry) for entry in _some(entries, 4)),
        None if claim is None else _claim(*claim),
        None if verdict is None else _pair(verdict),
    )


def _entry(kind: Any, mark: Any, value: Any) -> tuple:
    if kind not in ("undo", "draw", "resign", "rematch"):
        raise ValueError
    checked: Any = None
    if kind in ("undo", "resign"):
        checked = _number(value)
    elif kind == "rematch":
        checked = _word(value)
    return kind, _pair(mark), checked


def _claim(mark: Any, player: Any) -> tuple[tuple[int, int], int]:
    return _pair(mark), _number(player)


def _pair(fields: Any) -> tuple[int, int]:
    one, other = fields
    return _number(one), _number(other)


def _word(field: Any) -> str:
    if "," in _text(field, _LONGEST_WORD):  # it separates words in a line to the board
        raise ValueError
    return field


def _number(field: Any) -> int:
    if type(field) is not int or not 0 <= field < _LARGEST:
        raise ValueError
    return field


def _text(field: Any, longest: int) -> str:
    """A text that may become part of a line to the board: it has no control characters."""
    if not _string(field, longest).isprintable():
        raise ValueError
    return field


def _string(field: Any, longest: int) -> str:
    if not isinstance(field, str) or len(field) > longest:
        raise ValueError
    return field


def _some(field: Any, most: int) -> list:
    if not isinstance(field, list) or len(field) > most:
        raise ValueError
    return field


def write_here(serial: tuple, on: bool) -> bytes:
    """A message about being here, with `Decider.serial`; on=False makes it a last will."""
    return json.dumps([list(serial), on]).encode()


def read_here(data: bytes) -> tuple[tuple, bool] | None:
    """(serial, whether the player is here), or None."""
    try:
        serial, on = _json(data)
        numbers = tuple(_number(one) for one in _some(serial, 4))
        return (numbers, bool(on)) if len(numbers) == 4 else None
    except (ValueError, TypeError):
        return None


def write_announced(announced: Announced) -> bytes:
    """What the creator publishes about a table."""
    return json.dumps(announced, separators=(",", ":")).encode()


def read_announced(data: bytes) -> Announced | None:
    """Such a message, or None."""
    try:
        game, players, names = _json(data)
        users = tuple(_text(one, 24) for one in _some(players, _MOST_PLAYERS))
        called = tuple(name(_string(one, MOST)) for one in _some(names, _MOST_PLAYERS))
        return Announced(_text(game, MOST), users, called) if len(users) == len(called) else None
    except (ValueError, TypeError):
        return None


def name(text: str) -> str:
    """A player's name, cleaned: one line, at most 30 characters, any script."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:LONGEST_NAME]


def _json(data: bytes) -> Any:
    if len(data) > MOST:
        raise ValueError
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError from None
