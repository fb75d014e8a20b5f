"""Which broker each shared table is at: a file of this user's alone, since it has passwords."""

import json
import os
from pathlib import Path

from tourelle_host.errors import UserError


class Accounts:
    """Needs a folder that nobody else reads, by default the user's own for data.

    folder   it, which has the simulated board's flash as well
    """

    def __init__(self, folder: Path | None = None):
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        self.folder = folder or Path(home) / "tourelle"
        self._path = self.folder / "together.json"

    def _read(self) -> dict[str, str]:
        try:
            told = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return told if isinstance(told, dict) else {}

    def keep(self, table: str, broker: str) -> None:
        """A table is at this broker, which is an address with user and password. UserError."""
        told = json.dumps(self._read() | {table: broker}, indent=1)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            written = self._path.with_suffix(".new")
            written.touch(mode=0o600)
            written.write_text(told, encoding="utf-8")
            written.replace(self._path)
        except OSError as error:
            raise UserError(f"{self._path} cannot be written: {error.strerror}") from None

    def broker(self, table: str):
        """The broker of a table; UserError."""
        from tourelle_host.together import broker as brokers

        told = self._read().get(table)
        if not isinstance(told, str):
            raise UserError(
                f"the broker of the table {table} is not known on this computer: add --broker"
            )
        return brokers.read(told)
