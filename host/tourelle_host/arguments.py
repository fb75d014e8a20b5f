"""Types of arguments that several commands take."""

import argparse
import contextlib
import re
from collections.abc import Callable

_MOST = 999_999_999


def number(least: int, most: int = _MOST) -> Callable[[str], int]:
    """The type of an integer argument within a range; raises argparse.ArgumentTypeError."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
            to = "" if most == _MOST else f" to {most}"
            raise argparse.ArgumentTypeError(
                f"must be a number from {least}{to}, not '{text[:40]}'"
            )
        return int(text)

    return read


def seconds(text: str) -> float:
    """The type of a time to think, 0.05 s to an hour; raises argparse.ArgumentTypeError."""
    with contextlib.suppress(ValueError):
        if 0.05 <= (found := float(text)) <= 3600:
            return found
    raise argparse.ArgumentTypeError(
        f"must be a number of seconds from 0.05 to 3600, not '{text[:40]}'"
    )


def letter(text: str) -> str:
    """The type of a side's letter; raises argparse.ArgumentTypeError."""
    if len(text) == 1 and text.isalnum():
        return text
    raise argparse.ArgumentTypeError(f"must be one letter, as y, not '{text[:40]}'")


tcp_port = number(1, 65535)
count = number(1)
