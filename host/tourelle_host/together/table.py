"""A shared table: its game, who plays which side, and its topics at the broker."""

import re
import secrets
from typing import NamedTuple

from tourelle import games
from tourelle.games import TextError
from tourelle_host.errors import UserError

ROOT = "tourelle/1"
WAIT_S = 120
LONGEST_WAIT_S = 30 * 24 * 3600
# What players offer each other, in words.
OFFERS = {
    "undo": "to take steps back",
    "draw": "a draw",
    "resign": "to give up",
    "rematch": "another game",
}
_USER = re.compile(r"[a-z0-9-]{1,24}")
_TABLE = re.compile(r"([a-z0-9-]{1,24})-([a-z0-9]{12})")
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


class Table(NamedTuple):
    """What all its boards know alike.

    name    CREATOR-RANDOM, of this game alone
    start   text of the position it begins from
    sides   of each side the number of its player, as digits: "0101" for two against two
    wait    seconds for which somebody is away before the others may claim
    """

    name: str
    start: str
    sides: str
    wait: int = WAIT_S

    @property
    def creator(self) -> str:
        """The user who laid it."""
        return creator(self.name)

    @property
    def players(self) -> int:
        """How many there are."""
        return max(map(int, self.sides)) + 1

    @property
    def text(self) -> str:
        """Start and sides: what has to be the same in all records."""
        return f"{self.sides} {self.wait} {self.start}"

    def topic(self, user: str, what: str) -> str:
        """Where only this user may write."""
        return topic(self.name, user, what)


def topic(table: str, user: str, what: str) -> str:
    """Where a user says something about a table."""
    return f"{ROOT}/{table}/by/{user}/{what}"


def told_on(topic: str) -> tuple[str, str, str] | None:
    """(table, user, what) of a topic; None where it is none of ours."""
    parts = topic.split("/")
    if len(parts) != 6 or "/".join(parts[:2]) != ROOT or parts[3] != "by":
        return None
    table, user, what = parts[2], parts[4], parts[5]
    if not (_TABLE.fullmatch(table) and _USER.fullmatch(user)):
        return None
    return table, user, what


def creator(name: str) -> str:
    """Who laid the table of this name; UserError where it is no name of a table."""
    found = _TABLE.fullmatch(name)
    if not found:
        raise UserError(f"'{name[:60]}' is no table's name")
    return found[1]


def user(name: str) -> str:
    """A name that a broker knows a player by; UserError."""
    if not _USER.fullmatch(name):
        raise UserError(
            f"'{name[:60]}' cannot be a player's name at the broker: take small letters, digits "
            "and hyphens, at most 24"
        )
    return name


def new(creator: str, position, sides: str, wait: int = WAIT_S) -> Table:
    """A table for a game that begins from a position."""
    return Table(new_name(creator), start(position), sides, wait)


def seated(creator: str, position, mine: str, wait: int = WAIT_S) -> Table:
    """A new table where player 0 has the sides `mine`, and each other side has a player. UserError.

    mine: letters; "" is the first one.
    """
    mine = mine or position.SIDES[0]
    if not set(mine) <= set(position.SIDES) or set(mine) == set(position.SIDES):
        raise UserError(
            f"--side {mine}: choose some of {', '.join(position.SIDES)}, and leave some to others"
        )
    others = 0
    players = []
    for letter in position.SIDES:
        others += letter not in mine
        players.append(0 if letter in mine else others)
    return new(creator, position, "".join(map(str, players)), wait)


def letters(sides: str, table: Table, player: int) -> list[str]:
    """Of a game's sides those that a player has."""
    return [side for side, who in zip(sides, table.sides, strict=True) if int(who) == player]


def new_name(creator: str) -> str:
    """The name of a table that this user lays."""
    random = "".join(secrets.choice(_LETTERS) for _ in range(12))
    return f"{user(creator)}-{random}"


def guest() -> str:
    """A name for somebody whom the broker does not know yet."""
    return "guest-" + "".join(secrets.choice(_LETTERS) for _ in range(8))


def rematch(table: Table, name: str) -> Table:
    """The table of another game: each side is played by the player of the next one."""
    creator(name)
    return table._replace(name=name, sides=table.sides[1:] + table.sides[0])


def start(position) -> str:
    """The text of a position; short where it is the opening of its game."""
    opening = games.opening(position.NAME, position.options)
    if opening.text() == position.text():
        return opening.opening_text()
    return position.text()


def read(name: str, text: str) -> Table:
    """The table that somebody else tells of; UserError where its game is not known here."""
    sides, wait, told = (text.split(" ", 2) + ["", ""])[:3]
    try:
        position = games.read(told)
    except (TextError, ValueError) as error:
        raise UserError(f"the table's game is none that can be played here: {error}") from None
    fits = sides.isdigit() and len(sides) == len(position.SIDES)
    if not fits or set(map(int, sides)) != set(range(max(map(int, sides)) + 1)):
        raise UserError("the table's seats make no sense")
    if not (wait.isdecimal() and 0 < int(wait) <= LONGEST_WAIT_S):
        raise UserError("the table's time to wait makes no sense")
    creator(name)
    return Table(name, start(position), sides, int(wait))
