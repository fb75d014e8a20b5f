"""Files that are made from a source and committed: writing them, or saying which are stale."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path


def stale(files: dict[Path, str]) -> list[Path]:
    """Those of the files that are missing or hold another text."""
    return [
        path
        for path, text in files.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def main(make: Callable[[], dict[Path, str]], target: str) -> int:
    """The command of a generator: writes what is stale, with --check only names it (status 1).

    make     gives each file's path and wanted text; a ValueError is printed as it is
    target   the make target that writes the files
    """
    parser = argparse.ArgumentParser(description=f"make {target}")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if stale")
    check = parser.parse_args().check
    try:
        files = make()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    old = stale(files)
    if check and old:
        names = ", ".join(path.name for path in old)
        print(f"stale: {names}; run make {target}", file=sys.stderr)
        return 1
    for path in old:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path], encoding="utf-8")
    print(f"{target}: {len(old)} of {len(files)} files written, the others were up to date")
    return 0
