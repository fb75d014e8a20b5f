"""What several commands take on their command line."""

import argparse
import re
from collections.abc import Callable

_MOST = 999_999_999


def number(least: int, most: int = _MOST) -> Callable[[str], int]:
    """The type of an argument that is a whole number in a range; argparse.ArgumentTypeError."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
            to = "" if most == _MOST else f" to {most}"
            raise argparse.ArgumentTypeError(
                f"must be a number from {least}{to}, not '{text[:40]}'"
            )
        return int(text)

    return read


tcp_port = number(1, 65535)
count = number(1)
