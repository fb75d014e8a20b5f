"""Fills the blocks of the documents that are made from the description.

A block stands between `<!-- made: NAME -->` and `<!-- end -->`.
"""

import re
from pathlib import Path

from electronics.description import DOCS

NAMES = ("electronics.md", "circuit.md", "power.md", "build.md", "order.md")
_BLOCK = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(text: str, blocks: dict[str, str]) -> str:
    """A document with its blocks renewed; KeyError names a block that nobody makes."""
    return _BLOCK.sub(lambda found: f"{found[1]}{blocks[found[2]]}\n{found[3]}", text)


def documents(blocks: dict[str, str]) -> dict[Path, str]:
    """Path and wanted text of every document."""
    return {
        DOCS / name: filled((DOCS / name).read_text(encoding="utf-8"), blocks) for name in NAMES
    }
