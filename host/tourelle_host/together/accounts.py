"""Remembers the broker of each shared table, with passwords: only this user may read the file."""

import json
import os
from pathlib import Path
from typing import Any

from tourelle_host import texts
from tourelle_host.errors import UserError

_OWN = "own"  # the name of a table always has a hyphen, so this cannot be one
_LAST = "last"


class Accounts:
    """Kept in a folder that only this user can read, by default the user's data folder.

    folder   that folder; the simulated board's flash is in it as well
    """

    def __init__(self, folder: Path | None = None):
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        self.folder = folder or Path(home) / "tourelle"
        self._path = self.folder / "together.json"
        self._left = self.folder / "together-left.json"

    def keep(self, table: str, broker: str) -> None:
        """Remember a table's broker: its address with user and password. UserError."""
        _write(self._path, _read(self._path) | {table: broker})

    def broker(self, table: str):
        """The broker of a table. UserError where it is not known."""
        from tourelle_host.together import broker as brokers

        kept = _read(self._path).get(table)
        if not isinstance(kept, str):
            raise UserError(
                f"the broker of the table {table} is not known on this computer: add --broker"
            )
        return brokers.read(kept)

    # -- what the page remembers

    def own(self) -> tuple[str, str]:
        """The address (with user and password) and the player's name, as last typed; else ""."""
        kept = _read(self._path).get(_OWN)
        if isinstance(kept, list) and [type(one) for one in kept] == [str, str]:
            return kept[0], kept[1]
        return "", ""

    def keep_own(self, broker: str, name: str) -> None:
        """Remember what was typed. UserError."""
        _write(self._path, _read(self._path) | {_OWN: [broker, name]})

    def last(self) -> dict[str, Any]:
        """What is known of the table where the page's board plays; {} where there is none."""
        kept = _read(self._path).get(_LAST)
        return kept if isinstance(kept, dict) else {}

    def keep_last(self, table: dict[str, Any]) -> None:
        """Remember it. UserError."""
        _write(self._path, _read(self._path) | {_LAST: table})

    # -- tables that were left, see left.py

    def left(self) -> dict[str, Any]:
        """What the other players have yet to be told, by table."""
        return _read(self._left)

    def keep_left(self, table: str, message: dict[str, Any]) -> None:
        """Remember what a table's players have yet to be told. UserError."""
        _write(self._left, _read(self._left) | {table: message})

    def forget_left(self, table: str) -> None:
        """The players of this table have been told everything. UserError."""
        messages = _read(self._left)
        if messages.pop(table, None) is not None:
            _write(self._left, messages)


def _read(path: Path) -> dict[str, Any]:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _write(path: Path, kept: dict[str, Any]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        texts.replace(path, json.dumps(kept, indent=1), mode=0o600)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
