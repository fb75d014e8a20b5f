"""Measures the firmware on the emulated chip: `make chip-bench`.

python -m tourelle_host.bench.chip --uf2 FILE [GAME ...] [--write docs/chip.md]
"""

import argparse
import sys
import time
from pathlib import Path

from tourelle.games.catalogue import GAMES
from tourelle_host.bench.chip import report
from tourelle_host.bench.chip.measure import Plan, measure
from tourelle_host.errors import UserError
from tourelle_host.options import uf2 as uf2_option
from tourelle_host.sim import chip

MISS_CYCLES = 48  # a line of 8 bytes over a quad bus at half the core's clock, with its address


def main() -> int:
    parser = argparse.ArgumentParser(prog="chip-bench")
    parser.add_argument("game", metavar="GAME", nargs="*", help="games, else all")
    uf2_option(parser)
    parser.add_argument("--steps", type=int, default=Plan.steps, help="of each game")
    parser.add_argument("--lifts", type=int, default=Plan.lifts, help="at random moments")
    parser.add_argument("--touches", type=int, default=Plan.touches, help="of 40 ms")
    parser.add_argument("--seed", type=int, default=Plan.seed)
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
    without, with_ = [], []
    for name in names:
        without.append(measure(python, name, plan, _tell, 0, time.monotonic))
        print("\n".join(report.table(without[-1:])), flush=True)
    if arguments.misses:
        short = Plan(plan.places * 2, plan.places, 100, 100, plan.seed)
        for name in names:
            with_.append(measure(python, name, short, _tell, MISS_CYCLES, time.monotonic))
    part = report.page(python.version, plan, without, MISS_CYCLES, with_)
    if arguments.write:
        report.write(arguments.write, part)
    else:
        print(part)
    return 1 if any(figures.trouble for figures in without) else 0


def _tell(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
