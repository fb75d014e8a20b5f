"""A search that is told what to do in lines, wherever it runs.

Of what both Pythons have: in the site, MicroPython runs it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

ENTRIES = 65536  # of the table, where nothing else is asked for
ENTRY_BYTES = 10
SLICE_S = 0.02  # between two looks at what else is to be done
_FIRST_NODES = 2000  # before the speed is known
_LEAST_NODES = 100
FIRST_PART = 0.75  # of a turn's time and nodes for its first step, where others follow


def entries_of(megabytes: int) -> int:
    """So many entries has the largest table that takes no more than so many megabytes."""
    entries = 1
    while 2 * entries * ENTRY_BYTES <= megabytes * 1_000_000:
        entries *= 2
    return entries


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
    """Thinks about positions of one game, by the lines of worker.py."""

    def __init__(self, ask: Callable[[str], str]):
        """ask: gives the answer to a line; ValueError, or UserError where none comes any more."""
        self._ask = ask

    def close(self) -> None:
        """Nobody needs it any more."""

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


class Thinkers:
    """Where an engine has its thinkers from.

    speed      positions that one thread looks at in a second, about: for how many a turn's time is
               enough, before it is known
    megabytes  of a table, where nothing else is asked for
    threads    as many as one may have
    """

    def __init__(self, speed: int, megabytes: int, threads: int):
        self.speed = speed
        self.megabytes = megabytes
        self.threads = threads

    def thinker(self, game: str, entries: int, threads: int) -> Thinker:
        """One for a game, with so large a table."""
        raise NotImplementedError
