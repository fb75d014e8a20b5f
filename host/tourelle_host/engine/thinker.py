"""A search that is controlled by lines, wherever it runs.

Uses only what both Pythons have: on the site, MicroPython runs it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

ENTRIES = 65536  # default size of the table
ENTRY_BYTES = 10
DEEPEST = 42  # steps; analysis.py has it as well, for it runs where this module cannot
SLICE_S = 0.02  # how long to think before looking at what else there is to do
_FIRST_NODES = 2000  # before the speed is known
_LEAST_NODES = 100
FIRST_PART = 0.75  # share of a turn's time and nodes for its first step, where others follow


def entries_of(megabytes: int) -> int:
    """The number of entries in the largest table that fits in this many megabytes."""
    entries = 1
    while 2 * entries * ENTRY_BYTES <= megabytes * 1_000_000:
        entries *= 2
    return entries


@dataclass(frozen=True)
class View:
    """What a search has found: whether there is more to find; depth in steps; nodes; value in
    hundredths of a point for the side to move; whether that is proved, and so final; whether the
    best step ends the turn; that step, or "-" before there is one.
    """

    more: bool
    depth: int
    nodes: int
    value: int
    proved: bool
    ends: bool
    step: str


class Pace:
    """How many nodes fit in a slice of time, by how long the last ones took."""

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._clock = clock
        self._nodes = _FIRST_NODES
        self._seen = 0
        self._since = clock()

    def nodes(self) -> int:
        """The number for the next slice."""
        self._since = self._clock()
        return self._nodes

    def took(self, view: View, left_s: float = SLICE_S) -> None:
        """They were searched with this result; left_s: the time that is left."""
        speed = (view.nodes - self._seen) / max(self._clock() - self._since, 1e-4)
        self._seen = view.nodes
        span = min(SLICE_S, max(left_s, 0.001))
        self._nodes = max(_LEAST_NODES, min(int(speed * span), 10 * self._nodes))


class Thinker:
    """Thinks about positions of one game, by the lines in worker.py."""

    def __init__(self, ask: Callable[[str], str]):
        """ask: returns the answer to a line; ValueError, or UserError when no answer comes."""
        self._ask = ask

    def close(self) -> None:
        """It is no longer needed."""

    def game(self, text: str) -> None:
        """Begin another game, at the position of a text."""
        self._ask(f"game {text}")

    def at(self, text: str, turns: list[str]) -> None:
        """Go to the position after these turns, starting from a text."""
        self._ask(f"at {text}")
        for turn in turns:
            self._ask(f"push {turn}")

    def begin(
        self, level: int, seed: int, depth: int = DEEPEST, lines: int = 0, budget: int = 0
    ) -> None:
        """Think about the position from now on, at a level.

        lines: how many of the best steps need a value; 0 when playing. budget: about how many
        nodes will be spent.
        """
        self._ask(f"begin {level} {seed} {depth} {lines} {budget}")

    def lost(self) -> str:
        """What became of threads that broke off since the last call, or ""."""
        answer = self._ask("lost")
        return "" if answer == "-" else answer

    def run(self, nodes: int) -> View:
        """Think on for this many nodes."""
        more, depth, found, value, proved, ends, step = self._ask(f"run {nodes}").split(" ")
        return View(
            more == "1", int(depth), int(found), int(value), proved == "1", ends == "1", step
        )

    def lines(self) -> list[tuple[int, list[str]]]:
        """The best steps, as many as `begin` was asked for, once a depth is complete: value, the
        turn that the step begins, and the turns expected after it."""
        found = []
        for line in self._ask("lines").split("; "):
            value, *turns = line.split(" ")
            found.append((int(value), turns))
        return found

    def take(self) -> tuple[str, bool]:
        """Play the level's step: its text, and whether the turn goes on."""
        step, _, on = self._ask("take").partition(" ")
        return step, bool(on)


class Thinkers:
    """Where an engine gets its thinkers.

    speed      rough number of positions per second and thread, to judge what fits in a turn's time
               before the true speed is known
    megabytes  default size of a table
    threads    how many one may have at most
    """

    def __init__(self, speed: int, megabytes: int, threads: int):
        self.speed = speed
        self.megabytes = megabytes
        self.threads = threads

    def thinker(self, game: str, entries: int, threads: int) -> Thinker:
        """A thinker for a game, with a table of this size."""
        raise NotImplementedError
