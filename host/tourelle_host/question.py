"""Questions to the person at the keyboard that a yes answers."""

import sys


def attended() -> bool:
    """Whether somebody sits there who could answer."""
    return bool(sys.stdin and sys.stdin.isatty())


def asked(question: str) -> bool:
    """Whether somebody sits there and says yes; an end of the input (Ctrl-D) is a no."""
    if not attended():
        return False
    try:
        return input(question).strip().lower() in ("y", "yes")
    except EOFError:
        return False
