"""Which broker each shared table is at: a file of this user's alone, since it has passwords."""

import json
import os
from pathlib import Path
from typing import Any

from tourelle_host.errors import UserError

_OWN = "own"  # no table's name has no hyphen
_LAST = "last"


class Accounts:
    """Needs a folder that nobody else reads, by default the user's own for data.

    folder   it, which has the simulated board's flash as well
    """

    def __init__(self, folder: Path | None = None):
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        self.folder = folder or Path(home) / "tourelle"
        self._path = self.folder / "together.json"
        self._left = self.folder / "together-left.json"

    def keep(self, table: str, broker: str) -> None:
        """A table is at this broker, which is an address with user and password. UserError."""
        _write(self._path, _read(self._path) | {table: broker})

    def broker(self, table: str):
        """The broker of a table; UserError."""
        from tourelle_host.together import broker as brokers

        told = _read(self._path).get(table)
        if not isinstance(told, str):
            raise UserError(
                f"the broker of the table {table} is not known on this computer: add --broker"
            )
        return brokers.read(told)

    # -- what the page remembers

    def own(self) -> tuple[str, str]:
        """(address with user and password, what one is called) as last typed; "" before."""
        told = _read(self._path).get(_OWN)
        if isinstance(told, list) and [type(one) for one in told] == [str, str]:
            return told[0], told[1]
        return "", ""

    def keep_own(self, broker: str, name: str) -> None:
        """This was typed. UserError."""
        _write(self._path, _read(self._path) | {_OWN: [broker, name]})

    def last(self) -> dict[str, Any]:
        """What is known of the table that the page's board plays at; {} where it does at none."""
        told = _read(self._path).get(_LAST)
        return told if isinstance(told, dict) else {}

    def keep_last(self, told: dict[str, Any]) -> None:
        """The same. UserError."""
        _write(self._path, _read(self._path) | {_LAST: told})

    # -- tables that were left; see left.py

    def left(self) -> dict[str, Any]:
        """What is to be said of them, by their names."""
        return _read(self._left)

    def keep_left(self, table: str, told: dict[str, Any]) -> None:
        """This is to be said of a table. UserError."""
        _write(self._left, _read(self._left) | {table: told})

    def forget_left(self, table: str) -> None:
        """Nothing is, any more. UserError."""
        told = _read(self._left)
        if told.pop(table, None) is not None:
            _write(self._left, told)


def _read(path: Path) -> dict[str, Any]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def _write(path: Path, told: dict[str, Any]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        written = path.with_suffix(".new")
        written.touch(mode=0o600)
        written.write_text(json.dumps(told, indent=1), encoding="utf-8")
        written.replace(path)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
