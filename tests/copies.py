"""Copies of the product's folders, for tests that change them."""

import shutil
from pathlib import Path

# bytecode, and KiCad's locks: processes beside this one write them and take them away
_PASSING = shutil.ignore_patterns("__pycache__", "*.lck")


def copy(folder: Path, to: Path) -> None:
    """Copies what a folder keeps into a new one."""
    shutil.copytree(folder, to, ignore=_PASSING)
