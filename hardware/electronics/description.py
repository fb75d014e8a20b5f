"""The description that everything comes from: board.toml and parts.toml."""

import tomllib
from functools import cache
from pathlib import Path

from electronics.circuit import Kind

HARDWARE = Path(__file__).resolve().parent.parent
DOCS = HARDWARE.parent / "docs" / "hardware"

COLUMNS = "abcdefghi"


@cache
def board() -> dict:
    """board.toml, as read."""
    return tomllib.loads((HARDWARE / "board.toml").read_text(encoding="utf-8"))


@cache
def parts() -> dict:
    """parts.toml, as read."""
    return tomllib.loads((HARDWARE / "parts.toml").read_text(encoding="utf-8"))


@cache
def kinds() -> dict[str, Kind]:
    """The kinds of parts by their name in parts.toml."""
    return {
        name: Kind(name, **entry)
        for name, entry in parts().items()
        if isinstance(entry, dict) and name != "extra"
    }
