"""Text files that a person names."""

import sys
from pathlib import Path

from tourelle_host.errors import UserError


def read(file: str) -> str:
    """The text of a file, "-" for standard input; UserError where there is none."""
    try:
        if file != "-":
            return Path(file).read_text(encoding="utf-8")
        if sys.stdin is None:
            raise UserError("standard input is closed, and - reads from it: name a file")
        return sys.stdin.read()
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, ValueError):  # a name with a null character, too
        raise UserError(f"{file} is no text in UTF-8") from None


def free(path: Path) -> Path:
    """Make a file that was not there yet: game.txt, or game-2.txt, and so on; OSError."""
    found, number = path, 1
    while True:
        try:
            found.touch(exist_ok=False)
            return found
        except FileExistsError:
            number += 1
            found = path.with_stem(f"{path.stem}-{number}")
