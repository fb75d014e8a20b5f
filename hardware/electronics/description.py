"""The description that everything comes from: board.toml, panel.toml and parts.toml."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HARDWARE = Path(__file__).resolve().parent.parent
DOCS = HARDWARE.parent / "docs" / "hardware"

COLUMNS = "abcdefghi"


@dataclass(frozen=True)
class Part:
    """An entry of parts.toml: what is bought.

    needs, source   the parameter relied on, and where it stands
    read            in which words the source was read, or "" where nobody has read it
    assembled       whether the assembler puts it on the board
    """

    key: str
    maker: str
    mpn: str
    about: str
    needs: str
    source: str
    read: str = ""
    assembled: bool = True
    also: str = ""


def ours(source: str) -> bool:
    """Whether a source is a file of this project."""
    return source.startswith(("docs/", "hardware/")) and ";" not in source


def cited(source: str, read: str) -> str:
    """A source as a bill gives it, with how it was read."""
    if ours(source):
        return source
    return f"{source} ({'read: ' + read if read else 'not read: confirm'})"


@cache
def board() -> dict:
    """board.toml, as read."""
    return tomllib.loads((HARDWARE / "board.toml").read_text(encoding="utf-8"))


@cache
def panel() -> dict:
    """panel.toml, as read."""
    return tomllib.loads((HARDWARE / "panel.toml").read_text(encoding="utf-8"))


@cache
def parts() -> dict[str, Part]:
    """parts.toml, by key."""
    text = (HARDWARE / "parts.toml").read_text(encoding="utf-8")
    return {key: Part(key, **entry) for key, entry in tomllib.loads(text).items()}
