"""Yes-or-no questions to the person at the keyboard."""

import sys


def attended() -> bool:
    """Whether somebody is there to answer."""
    return bool(sys.stdin and sys.stdin.isatty())


def asked(question: str) -> bool:
    """Whether somebody is there and says yes; the end of input (Ctrl-D) means no."""
    if not attended():
        return False
    try:
        return input(question).strip().lower() in ("y", "yes")
    except EOFError:
        return False
