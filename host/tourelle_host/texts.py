"""Reads and creates text files that the user names."""

import errno
import io
import os
import secrets
import sys
from functools import partial
from pathlib import Path

from tourelle_host.errors import UserError

_MOST = 4 << 20  # bytes in a text; a game that takes a day has less than one megabyte


def read(file: str) -> str:
    """The text in a file, "-" for standard input. UserError where it cannot be read."""
    try:
        if file != "-":
            with open(file, "rb") as opened:
                found = opened.read(_MOST + 1)
        elif sys.stdin is None:
            raise UserError("standard input is closed, and - reads from it: name a file")
        else:
            found = sys.stdin.buffer.read(_MOST + 1)
        if len(found) > _MOST:  # a device may never end
            raise UserError(f"{file} is larger than {_MOST >> 20} MB: no text of Tourelle is")
        return io.TextIOWrapper(io.BytesIO(found), encoding="utf-8").read()
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, ValueError):  # ValueError: a name with a null character
        raise UserError(f"{file} is not UTF-8 text") from None


def check(path: Path) -> None:
    """UserError where no file can be created: better said before the work than after it."""
    if path.is_dir():
        raise UserError(f"{path} is a folder: name a file")
    if not path.parent.is_dir():
        raise UserError(f"{path} cannot be written: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise UserError(f"{path} cannot be written: you may not write in {path.parent}")


def free(path: Path) -> Path:
    """Create a new file: game.txt, or else game-2.txt, and so on. OSError."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    found, number = path, 1
    while True:
        try:
            found.touch(exist_ok=False)
            return found
        except FileExistsError:
            number += 1
            found = path.with_stem(f"{path.stem}-{number}")


def save(text: str, path: Path, what: str) -> Path:
    """Save a text in a new file, see `free`; what: for the error, "the events". UserError."""
    try:
        found = free(path)
        found.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{what} cannot be saved in {path}: {error.strerror}") from None
    return found


def replace(path: Path, text: str, mode: int = 0o666) -> None:
    """Give a file this text, whole or not at all; mode: its permissions, less umask. OSError."""
    written = path.with_name(f"{secrets.token_hex(8)}.new")
    try:
        with open(written, "x", encoding="utf-8", opener=partial(os.open, mode=mode)) as file:
            file.write(text)
        written.replace(path)
    finally:
        written.unlink(missing_ok=True)
