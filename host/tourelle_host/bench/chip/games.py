"""Plays every game in every way on the emulated chip: `make chip-games`.

python -m tourelle_host.bench.chip.games --uf2 FILE [--done FILE]

It plays evenings, see evening.py; with each set of options one whole game; each way into a game
once; and 200 steps in a row, several games without a restart. What was played is noted in a file, a
line each, and is not played again.
"""

import argparse
import functools
import importlib
import itertools
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle.grids import NAMES
from tourelle_host.bench.chip import trial
from tourelle_host.bench.chip.evening import Evening
from tourelle_host.bench.chip.player import Player, Stuck
from tourelle_host.bench.chip.table import ChipBoard
from tourelle_host.errors import UserError
from tourelle_host.sim.chip.uf2 import Image

LONG = 200  # steps in a row
MOST = 300  # steps in one game
WAYS = ("recognised", "menu", "link", "resumed")
_RESUMED_AFTER = 6  # steps before power fails


class Run(NamedTuple):
    """One run: a game, how it begins, its options, and whether it takes LONG steps."""

    game: str
    way: str
    options: tuple[tuple[str, str], ...]
    long: bool = False

    @property
    def name(self) -> str:
        """The run's name in the file."""
        words = [self.game, self.way, *(f"{name}={value}" for name, value in self.options)]
        return " ".join([*words, *([f"{LONG} steps"] if self.long else [])])


def heavy(game: str) -> dict[str, str]:
    """The options that need most memory, if the game's folder names any."""
    try:
        bench = importlib.import_module(f"{games.__name__}.{game}.bench")
    except ModuleNotFoundError:
        return {}
    return getattr(bench, "HEAVY", {})


def runs() -> Iterator[Run]:
    """All runs, beginning with those that demand most of the board."""
    for entry in GAMES:
        yield Run(entry.name, "link", tuple(heavy(entry.name).items()), long=True)
    for way in WAYS:
        for entry in GAMES:
            if way != "link" and (way != "recognised" or any(entry.opening)):
                yield Run(entry.name, way, ())
    for entry in GAMES:
        names = [name for name, _ in entry.options]
        for values in itertools.product(*(values for _, values in entry.options)):
            yield Run(entry.name, "link", tuple(zip(names, values, strict=True)))


class Result(NamedTuple):
    """The outcome of a run."""

    steps: int
    helped: int
    games: int
    kept: int
    largest: int


def play(python: Image, run: Run, seed: int) -> Result:
    """Play the run. Stuck where the board fails."""
    options = dict(run.options)
    if run.way == "menu":  # the menu begins it with the default options
        options = games.load(run.game).Position.AT_TABLE
    opening = games.opening(run.game, options)
    table = ChipBoard(python, opening.GRID)
    table.start()
    player = Player(table, seed)
    table.on_line = trial.watch
    if run.way == "menu":
        player.choose(opening)
        table.run(2500)
    else:
        player.sit(opening, tell=run.way == "link" or not any(opening.occupancy))
    played = 1
    while player.steps < (LONG if run.long else MOST):
        if player.step() is None:
            if not run.long:
                break
            table.run(1500)
            played += 1
            player.sit(games.opening(run.game, options))
        table.run(300)
        table.forget()
        if run.way == "resumed" and player.steps == _RESUMED_AFTER:
            table.cut()
            table.start()
            table.run(2500)
    table.send("status")
    table.until(lambda text: text.startswith("@status"), 2000)
    return Result(player.steps, player.helped, played, table.heap.used, table.heap.largest)


def main() -> int:
    parser = trial.parser("chip-games")
    parser.add_argument("--done", type=Path, default=Path("build/chip-games.txt"), metavar="FILE")
    parser.add_argument("--evenings", action="store_true", help="nothing but these")
    return trial.run(parser.parse_args(), _run)


def _game(python: Image, run: Run, seed: int) -> str:
    """Play a run; returns what to say about it. Stuck where the board fails."""
    result = play(python, run, seed)
    return (
        f"{result.steps} steps in {result.games} games, {result.helped} told by link, "
        f"heap {result.kept / 1024:.0f} KB, largest free {result.largest / 1024:.1f} KB"
    )


def _evening(python: Image, grid: str, seats: bool, seed: int) -> str:
    """Play an evening; returns what to say about it. Stuck where the board fails."""
    evening = Evening(python, grid, seats, seed)
    evening.play(lambda text: print(f"  {text}", file=sys.stderr, flush=True))
    return str(evening)


def _run(python: Image, arguments: argparse.Namespace) -> int:
    done = arguments.done
    done.parent.mkdir(parents=True, exist_ok=True)
    noted = done.read_text(encoding="utf-8").splitlines() if done.exists() else []
    before = {line.split(":")[0] for line in noted if ": " in line and "FAILED" not in line}
    wanted: list[tuple[str, Callable[[], str]]] = []
    for grid in NAMES:
        if arguments.game is None or any(e.grid == grid for e in GAMES if e.name == arguments.game):
            for seats in (True, False):
                name = f"evening on {grid}" + (" with seats" if seats else "")
                tried = functools.partial(_evening, python, grid, seats, arguments.seed)
                wanted.append((name, tried))
    for run in runs():
        if not arguments.evenings and arguments.game in (None, run.game):
            wanted.append((run.name, functools.partial(_game, python, run, arguments.seed)))
    failed = 0
    for number, (name, trying) in enumerate(wanted, 1):
        if name in before:
            continue
        print(f"{number} of {len(wanted)}: {name}", file=sys.stderr, flush=True)
        began = time.monotonic()
        try:
            said = f"{trying()}, {time.monotonic() - began:.0f} s"
        except (Stuck, UserError) as error:
            failed += 1
            said = f"FAILED {error}"
        with done.open("a", encoding="utf-8") as file:
            file.write(f"{name}: {said}\n")
    print(done.read_text(encoding="utf-8"), end="")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
