"""Generated files that are committed: writes them, or tells which are stale."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path


def stale(files: dict[Path, str]) -> list[Path]:
    """The files that are missing or have another text."""
    return [
        path
        for path, text in files.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def main(make: Callable[[], dict[Path, str]], target: str) -> int:
    """A generator's command: writes stale files, or with --check only names them (status 1).

    make     returns each file's path and text; a ValueError is printed as it is
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
