"""Measures the firmware on the emulated chip: `make chip-bench`.

python -m tourelle_host.bench.chip --uf2 FILE [GAME ...] [--write docs/chip.md]
"""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from tourelle.games.catalogue import GAMES
from tourelle_host.bench.chip import report
from tourelle_host.bench.chip.measure import Figures, Plan, measure
from tourelle_host.errors import UserError
from tourelle_host.options import uf2 as uf2_option
from tourelle_host.sim import chip

if TYPE_CHECKING:
    from tourelle_host.sim.chip.uf2 import Image

MISS_CYCLES = 48  # a line of 8 bytes over a quad bus at half the core's clock, with its address


def main() -> int:
    parser = argparse.ArgumentParser(prog="chip-bench")
    parser.add_argument("game", metavar="GAME", nargs="*", help="games, else all")
    uf2_option(parser)
    parser.add_argument("--steps", type=int, default=Plan.steps, help="of each game")
    parser.add_argument("--lifts", type=int, default=Plan.lifts, help="at random moments")
    parser.add_argument("--touches", type=int, default=Plan.touches, help="of 40 ms")
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="games at once")
    parser.add_argument("--misses", action="store_true", help="also with misses of the cache")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the figures into this page")
    arguments = parser.parse_args()
    try:
        return run(arguments)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2


def run(arguments: argparse.Namespace) -> int:
    """Measure what was asked for, and print it."""
    chip.check()
    from tourelle_host.sim.chip import uf2

    python = uf2.read(arguments.uf2)
    known = [entry.name for entry in GAMES]
    for name in arguments.game:
        if name not in known:
            raise UserError(f"there is no game {name}; there are: {', '.join(known)}")
    plan = Plan(
        steps=arguments.steps, lifts=arguments.lifts, touches=arguments.touches, seed=arguments.seed
    )
    names = arguments.game or known
    short = Plan(min(plan.steps, 40), plan.places, min(plan.lifts, 100), 0, plan.seed)
    with ProcessPoolExecutor(arguments.jobs) as jobs:
        first = [jobs.submit(_measure, python, name, plan, 0) for name in names]
        second = [
            jobs.submit(_measure, python, name, short, MISS_CYCLES)
            for name in names
            if arguments.misses
        ]
        without = [job.result() for job in first]
        with_ = [job.result() for job in second]
    part = report.page(python.version, plan, without, MISS_CYCLES, with_)
    if arguments.write:
        report.write(arguments.write, part)
    else:
        print(part)
    return 1 if any(figures.trouble for figures in without) else 0


def _measure(python: "Image", name: str, plan: Plan, miss_cycles: int) -> Figures:
    return measure(python, name, plan, _tell, miss_cycles, time.monotonic)


def _tell(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
