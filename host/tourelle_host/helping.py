"""Help on the command line: examples as one types them, and colour on a terminal."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TextIO

_BOLD, _RED, _PLAIN = "\x1b[1m", "\x1b[1;31m", "\x1b[0m"


class Formatter(argparse.HelpFormatter):
    """Like argparse's own, but keeps the lines of a text that has several."""

    def __init__(self, prog: str):
        super().__init__(prog)
        self._action_max_length = 14  # argparse forgets that subcommands are indented

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return "".join(indent + line for line in text.splitlines(keepends=True))
        return super()._fill_text(text, width, indent)


class Parser(argparse.ArgumentParser):
    """A parser whose help has bold headings on a terminal."""

    def print_help(self, file=None) -> None:
        """Print the help, to standard output by default."""
        to = file or sys.stdout
        lines = self.format_help().splitlines(keepends=True)
        shown = (bold(line, to) if _heading(line) else line for line in lines)
        self._print_message("".join(shown), to)


def examples(lines: Sequence[tuple[str, str]]) -> str:
    """The end of a command's help: command lines, each with what it is for."""
    wide = max(len(command) for command, _ in lines)
    shown = (f"  {command:{wide}}  {why}".rstrip() for command, why in lines)
    return "\n".join(["examples:", *shown])


def coloured(stream: TextIO | None) -> bool:
    """Whether to colour this stream: a capable terminal, and no NO_COLOR (https://no-color.org)."""
    return bool(
        stream
        and stream.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


def bold(text: str, stream: TextIO | None) -> str:
    """The text, bold where the stream has colour."""
    return f"{_BOLD}{text}{_PLAIN}" if coloured(stream) else text


def red(text: str, stream: TextIO | None) -> str:
    """The text, red where the stream has colour."""
    return f"{_RED}{text}{_PLAIN}" if coloured(stream) else text


def _heading(line: str) -> bool:
    return line.rstrip().endswith(":") and not line.startswith(" ")
