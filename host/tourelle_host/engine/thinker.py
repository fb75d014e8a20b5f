"""A search that runs in a process of its own, on either VM, and is told what to do in lines."""

import subprocess
import sys
from dataclasses import dataclass

from tourelle_host import micropython, paths
from tourelle_host.engine import worker
from tourelle_host.errors import UserError

HEAP = "8m"
ENTRIES = 65536  # of the table, the most there can be


@dataclass(frozen=True)
class View:
    """What a search has found: whether there is more to find; depth in steps; nodes; value in
    hundredths of a point for the side to move; the best step, or "-" before there is one.
    """

    more: bool
    depth: int
    nodes: int
    value: int
    step: str


class Thinker:
    """Thinks about positions of one game; a context, at whose end its process ends."""

    def __init__(self, game: str, vm: str = "micropython", entries: int = ENTRIES):
        script = [str(worker.__file__), str(paths.PACKAGE.parent), game, str(entries)]
        command = [sys.executable, "-u", *script]
        if vm == "micropython":
            if not micropython.available():
                raise UserError(micropython.MISSING)
            command = micropython.command(*script, heap=HEAP)
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> "Thinker":
        return self

    def __exit__(self, *_) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _ask(self, line: str) -> str:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().rstrip("\n")
        if not answer:
            raise UserError("the search has broken off; start it again, see above for the reason")
        word, _, rest = answer.partition(" ")
        if word == "error":
            raise ValueError(rest)
        return answer

    def game(self, text: str) -> None:
        """Begin another game at a position's text."""
        self._ask(f"game {text}")

    def at(self, text: str, turns: list[str]) -> None:
        """Go to the position after these turns from a text."""
        self._ask(f"at {text}")
        for turn in turns:
            self._ask(f"push {turn}")

    def begin(self, level: int, seed: int, depth: int = 42) -> None:
        """Think about the position from now on, as a level does."""
        self._ask(f"begin {level} {seed} {depth}")

    def run(self, nodes: int) -> View:
        """Think on for so many nodes."""
        more, depth, found, value, step = self._ask(f"run {nodes}").split(" ")
        return View(more == "1", int(depth), int(found), int(value), step)

    def take(self) -> tuple[str, bool]:
        """Play the step that the level takes: its text, and whether the turn goes on."""
        step, _, on = self._ask("take").partition(" ")
        return step, bool(on)
