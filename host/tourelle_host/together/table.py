"""A shared table: its game, who plays which side, and its topics at the broker."""

import re
import secrets
from typing import NamedTuple

from tourelle import games
from tourelle.games import TextError
from tourelle_host.errors import UserError
from tourelle_host.together.log import number

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
    """What all its boards know, and know alike.

    name    CREATOR-RANDOM, for this one game
    start   text of the position that the game begins from
    sides   each side's player, as digits: "0101" for two against two
    wait    seconds that a player may be away before the others may claim
    """

    name: str
    start: str
    sides: str
    wait: int = WAIT_S

    @property
    def creator(self) -> str:
        """The user who made the table."""
        return creator(self.name)

    @property
    def players(self) -> int:
        """How many players there are."""
        return max(map(int, self.sides)) + 1

    @property
    def text(self) -> str:
        """Sides, waiting time and start, which have to be the same in all records."""
        return f"{self.sides} {self.wait} {self.start}"

    def topic(self, user: str, what: str) -> str:
        """A topic that only this user may write to."""
        return topic(self.name, user, what)


def topic(table: str, user: str, what: str) -> str:
    """The topic where a user says something about a table."""
    return f"{ROOT}/{table}/by/{user}/{what}"


def parse_topic(topic: str) -> tuple[str, str, str] | None:
    """(table, user, what) of a topic; None where it is not one of ours."""
    parts = topic.split("/")
    if len(parts) != 6 or "/".join(parts[:2]) != ROOT or parts[3] != "by":
        return None
    table, user, what = parts[2], parts[4], parts[5]
    if not (_TABLE.fullmatch(table) and _USER.fullmatch(user)):
        return None
    return table, user, what


def creator(name: str) -> str:
    """Who made the table of this name. UserError where it is not the name of a table."""
    found = _TABLE.fullmatch(name)
    if not found:
        raise UserError(f"'{name[:60]}' is not the name of a table")
    return found[1]


def user(name: str) -> str:
    """Checks the name that a broker knows a player by. UserError."""
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
    """A new table: player 0 has the sides `mine`, and the others have one each. UserError.

    mine: letters; "" means the first side.
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
    """The sides of a game that a player has."""
    return [side for side, who in zip(sides, table.sides, strict=True) if int(who) == player]


def new_name(creator: str) -> str:
    """A name for a table that this user makes."""
    random = "".join(secrets.choice(_LETTERS) for _ in range(12))
    return f"{user(creator)}-{random}"


def guest() -> str:
    """A name for a guest, whom the broker does not know yet."""
    return "guest-" + "".join(secrets.choice(_LETTERS) for _ in range(8))


def rematch(table: Table, name: str) -> Table:
    """The table of the next game: each side goes to the player of the side after it."""
    creator(name)
    return table._replace(name=name, sides=table.sides[1:] + table.sides[0])


def start(position) -> str:
    """The text of a position; short where it is its game's opening."""
    opening = games.opening(position.NAME, position.options)
    if opening.text() == position.text():
        return opening.opening_text()
    return position.text()


def read(name: str, text: str) -> Table:
    """The table that somebody else describes. UserError where its game is not known here."""
    sides, wait, opening = (text.split(" ", 2) + ["", ""])[:3]
    try:
        position = games.read(opening)
    except (TextError, ValueError) as error:
        raise UserError(f"the table's game is none that can be played here: {error}") from None
    players = set(sides)
    if len(sides) != len(position.SIDES) or players != set("0123"[: len(players)]):
        raise UserError("the table's seats make no sense")
    waits = number(wait)
    if not 0 < waits <= LONGEST_WAIT_S:
        raise UserError("the table's time to wait makes no sense")
    creator(name)
    return Table(name, start(position), sides, waits)
