"""Matches between players, played on a VM, with their score and its confidence interval."""

import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from tourelle.thinking import ENTRIES
from tourelle_host import micropython, paths
from tourelle_host.children import Child
from tourelle_host.confidence import interval
from tourelle_host.engine import arena
from tourelle_host.errors import UserError

HEAP = "32m"  # of a VM that plays matches: enough for two searches with large tables


@dataclass
class Score:
    """One player's score in a match against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    turns: int = 0
    nodes: int = 0
    steps: int = 0

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of the points; a draw is half a point."""
        return (self.wins + self.draws / 2) / max(self.games, 1)

    def interval(self) -> tuple[float, float]:
        """The interval of the true share with 95 % confidence."""
        return interval(self.wins + self.draws / 2, max(self.games, 1))

    def add(self, result: float, turns: int) -> None:
        """Count a game: 1, 0.5 or 0."""
        self.wins += result == 1
        self.draws += result == 0.5
        self.losses += result == 0
        self.turns += turns

    def __str__(self) -> str:
        low, high = self.interval()
        return (
            f"+{self.wins} ={self.draws} -{self.losses}, {100 * self.share:.1f} % "
            f"({100 * low:.0f} to {100 * high:.0f})"
        )


def check(word: str, game: str) -> str:
    """The word, if it names a player of this game. UserError."""
    if word.count(":") > 1 and word.startswith("ugi:"):
        _find(word.split(":", 2)[2])
        return word
    try:
        arena.player(word, game, 1, 0, arena.Chance(1))
    except ValueError as error:
        raise UserError(str(error)) from None
    return word


def _find(command: str) -> None:
    """UserError where there is no program for this command."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UserError(f"the command {command!r} cannot be read: {error}") from None
    name = words[0] if words else ""
    if shutil.which(name) is None:
        raise UserError(f"there is no program '{name}' to play with")


def play(
    text: str,
    one: str,
    other: str,
    games: int,
    seed: int,
    nodes: int,
    opening: int = 4,
    entries: int = ENTRIES,
    vm: str = "micropython",
) -> Iterator[Score]:
    """Play a match; yields the score after each game. See arena.py."""
    numbers = [str(number) for number in (games, seed, opening, nodes, entries)]
    script = [str(arena.__file__), *paths.both(), text, one, other, *numbers]
    command = [sys.executable, *script]
    if vm == "micropython" and not (one + " " + other).count("ugi:"):
        if not micropython.available():
            raise UserError(micropython.MISSING)
        command = micropython.command(*script, heap=HEAP)
    score = Score()
    with Child(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        for line in running.stdout:
            result, turns, thought, steps = line.split()
            score.add(float(result), int(turns))
            score.nodes, score.steps = int(thought), int(steps)
            yield score
    if running.returncode:
        raise UserError(f"the match broke off after {score.games} games, see above")
