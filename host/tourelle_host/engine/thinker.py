"""A search that runs in a process of its own, on either VM, and is told what to do in lines."""

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from tourelle_host import micropython, paths
from tourelle_host.children import Child
from tourelle_host.engine import compiled, worker
from tourelle_host.errors import UserError

ENTRIES = 65536  # of the table, where nothing else is asked for
_ENTRY_BYTES = 10
_HEAP_MB = 8  # of a VM, beside its table
SLICE_S = 0.02  # between two looks at what else is to be done
_FIRST_NODES = 2000  # before the speed is known
_LEAST_NODES = 100
FIRST_PART = 0.75  # of a turn's time and nodes for its first step, where others follow
# Positions a second, about, before it is known: for how many a turn's time is enough.
SPEEDS = {"compiled": 6_000_000, "micropython": 3_000_000, "cpython": 60_000}


def fastest() -> str:
    """The fastest of what can think here."""
    if compiled.available():
        return "compiled"
    return "micropython" if micropython.available() else "cpython"


def entries_of(megabytes: int) -> int:
    """So many entries has the largest table that takes no more than so many megabytes."""
    return 1 << (megabytes * 1_000_000 // _ENTRY_BYTES).bit_length() - 1


@dataclass(frozen=True)
class View:
    """What a search has found: whether there is more to find; depth in steps; nodes; value in
    hundredths of a point for the side to move; whether it is proved, and nothing will change it;
    whether the best step ends the turn; this step, or "-" before there is one.
    """

    more: bool
    depth: int
    nodes: int
    value: int
    proved: bool
    ends: bool
    step: str


class Pace:
    """How many nodes take a slice of time, by how long the last ones took."""

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._clock = clock
        self._nodes = _FIRST_NODES
        self._seen = 0
        self._since = clock()

    def nodes(self) -> int:
        """So many for the next slice."""
        self._since = self._clock()
        return self._nodes

    def took(self, view: View, left_s: float = SLICE_S) -> None:
        """They were run, and this was found; no more than so much time is left."""
        speed = (view.nodes - self._seen) / max(self._clock() - self._since, 1e-4)
        self._seen = view.nodes
        span = min(SLICE_S, max(left_s, 0.001))
        self._nodes = max(_LEAST_NODES, min(int(speed * span), 10 * self._nodes))


class Thinker:
    """Thinks about positions of one game; a context, at whose end its process ends."""

    def __init__(
        self, game: str, vm: str = "micropython", entries: int = ENTRIES, threads: int = 1
    ):
        """vm: "micropython", "cpython", or "compiled" by numba; the latter may have threads."""
        script = [str(worker.__file__), *paths.both(), game, str(entries)]
        command = [sys.executable, "-u", *script]
        if vm == "compiled":
            command.append(str(threads))
        if vm == "micropython":
            if not micropython.available():
                raise UserError(micropython.MISSING)
            heap = _HEAP_MB + 2 * entries * _ENTRY_BYTES // 1_000_000
            command = micropython.command(*script, heap=f"{heap}m")
        self._process = Child(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> "Thinker":
        return self

    def __exit__(self, *_) -> None:
        assert self._process.stdin and self._process.stdout
        with contextlib.suppress(OSError):  # it may have ended by itself
            self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _ask(self, line: str) -> str:
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline().rstrip("\n")
        except OSError:
            answer = ""
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

    def begin(
        self, level: int, seed: int, depth: int = 42, lines: int = 0, budget: int = 0
    ) -> None:
        """Think about the position from now on, as a level does.

        lines: the values of so many best steps are wanted; 0: a step is to be played. budget: for
        about so many nodes.
        """
        self._ask(f"begin {level} {seed} {depth} {lines} {budget}")

    def lost(self) -> str:
        """What became of threads that broke off since it was asked last, or ""."""
        answer = self._ask("lost")
        return "" if answer == "-" else answer

    def run(self, nodes: int) -> View:
        """Think on for so many nodes."""
        more, depth, found, value, proved, ends, step = self._ask(f"run {nodes}").split(" ")
        return View(
            more == "1", int(depth), int(found), int(value), proved == "1", ends == "1", step
        )

    def lines(self) -> list[tuple[int, list[str]]]:
        """The best steps, as many as `begin` was asked for, when a depth has been reached: value,
        the turn that they begin, and the turns that are expected after it."""
        found = []
        for line in self._ask("lines").split("; "):
            value, *turns = line.split(" ")
            found.append((int(value), turns))
        return found

    def take(self) -> tuple[str, bool]:
        """Play the step that the level takes: its text, and whether the turn goes on."""
        step, _, on = self._ask("take").partition(" ")
        return step, bool(on)
