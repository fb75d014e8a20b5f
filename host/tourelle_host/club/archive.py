"""A club's finished games: one file each in a folder, which together hold everything."""

import os
import re
from pathlib import Path
from typing import NamedTuple

from tourelle_host import record as records
from tourelle_host import texts
from tourelle_host.club.sight import Seen
from tourelle_host.errors import UserError
from tourelle_host.record import Record
from tourelle_host.together import table as tables
from tourelle_host.together import wire

_USER = re.compile(r"user (\S)\s*:\s*([a-z0-9-]{1,24})\s*", re.IGNORECASE)


class Finished(NamedTuple):
    """A game that is over.

    table    its table's name
    record   the game, with the players' names at the time
    users    the user of each side, by its letter
    """

    table: str
    record: Record
    users: dict[str, str]

    @property
    def winners(self) -> list[str]:
        """The users who won; [] for a draw."""
        letters = self.record.result.split()[0]
        won = letters if letters != "draw" else ""
        return sorted({user for letter, user in self.users.items() if letter in won})


class Archive:
    """The files in a folder; other programs and people may change them meanwhile.

    damaged   {name of a file: what is wrong}; such a file is not counted, and stays as it is
    """

    def __init__(self, folder: Path):
        self._folder = folder
        self._read: dict[str, tuple[tuple[int, int], Finished | None]] = {}
        self.damaged: dict[str, str] = {}

    def games(self) -> list[Finished]:
        """All games, the newest first. UserError."""
        try:
            with os.scandir(self._folder) as entries:
                found = {each.name: each.stat() for each in entries if each.name.endswith(".txt")}
        except FileNotFoundError:
            found = {}
        except OSError as error:
            raise UserError(f"{self._folder} cannot be read: {error.strerror}") from None
        self._read = {name: each for name, each in self._read.items() if name in found}
        self.damaged = {name: why for name, why in self.damaged.items() if name in found}
        for name, stat in found.items():
            state = stat.st_mtime_ns, stat.st_size
            if self._read.get(name, (None,))[0] != state:
                self._read[name] = state, self._open(name)
        games = [game for _, game in self._read.values() if game]
        return sorted(games, key=lambda game: (game.record.date, game.table), reverse=True)

    def _open(self, name: str) -> Finished | None:
        self.damaged.pop(name, None)
        try:
            return read(name.removesuffix(".txt"), (self._folder / name).read_text("utf-8"))
        except UserError as error:
            self.damaged[name] = str(error)
        except (OSError, ValueError):
            self.damaged[name] = "it cannot be read as text"
        return None

    def keep(self, seen: Seen, date: str) -> bool:
        """Save a finished table's game; returns whether the file is new or changed. UserError."""
        name = f"{seen.table.name}.txt"
        known = self._read.get(name, ((), None))[1]
        made = finished(seen, known.record.date if known else date)
        if known == made:
            return False
        path = self._folder / name
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            texts.replace(path, text(made))
        except OSError as error:
            raise UserError(f"{path} cannot be written: {error.strerror}") from None
        return True


def finished(seen: Seen, date: str) -> Finished:
    """What is saved of a finished table."""
    users = {letter: seen.users[int(who)] for letter, who in _seats(seen)}
    record = seen.record(date)
    return read(seen.table.name, text(Finished(seen.table.name, record, users)))


def _seats(seen: Seen):
    return zip(seen.position.SIDES, seen.table.sides, strict=False)


def text(game: Finished) -> str:
    """A game as the text of a file: a record, with the users beside the names."""
    users = "".join(f"User {letter}: {user}\n" for letter, user in game.users.items())
    return users + records.write(game.record)


def read(table: str, text: str) -> Finished:
    """The game in such a file. UserError."""
    tables.creator(table)  # checks that it is the name of a table
    record = records.read(text)
    if not record.result:
        raise UserError("the game is not over: it has no line 'Result:'")
    sides = record.position().SIDES
    matched = [_USER.fullmatch(line.strip()) for line in text.splitlines()]
    users = {found[1].lower(): found[2].lower() for found in matched if found}
    if not set(record.result.split()[0]) <= {*sides, *"draw"}:
        raise UserError(f"the result '{record.result[:40]}' makes no sense")
    record.players = {side: wire.name(name) for side, name in record.players.items()}
    return Finished(table, record, {side: users[side] for side in sides if side in users})
