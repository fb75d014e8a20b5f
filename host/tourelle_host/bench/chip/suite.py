"""Measures games on the emulated chip, several at a time, and reports each when it is done."""

import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from tourelle_host.bench.chip import report
from tourelle_host.bench.chip.measure import Figures, measure
from tourelle_host.bench.chip.plan import Plan
from tourelle_host.sim import chip

if TYPE_CHECKING:
    from tourelle_host.sim.chip.uf2 import Image

MISS_CYCLES = 48  # 8 bytes over a quad bus at half the core's clock, with their address
_SHORT = Plan(steps=40, lifts=100, touches=0)  # the most, where cache misses are counted


def run(
    uf2: str | None, names: Sequence[str], plan: Plan, misses: bool, jobs: int, page: Path | None
) -> bool:
    """Measure these games, print the figures and write the page; returns whether all went well.

    misses: also do a shorter run with misses of the flash's cache. jobs: games at a time. The page
    is written whenever a game is done, so that nothing is lost when a run is stopped.
    """
    chip.check()
    from tourelle_host.sim.chip import uf2 as images

    python = images.read(uf2)
    short = Plan(
        min(plan.steps, _SHORT.steps), plan.places, min(plan.lifts, _SHORT.lifts), 0, plan.seed
    )
    plans = [(plan, 0), (short, MISS_CYCLES)] if misses else [(plan, 0)]
    without: list[Figures] = []
    with_: list[Figures] = []
    with ProcessPoolExecutor(jobs) as pool:
        wanted = [
            [pool.submit(_measure, python, name, *which) for name in names] for which in plans
        ]
        for figures, results in zip((without, with_), wanted, strict=False):
            for result in results:
                figures.append(result.result())
                part = report.page(python.version, plan, without, MISS_CYCLES, with_)
                if page:
                    report.write(page, part)
    print(part)
    return not any(figures.trouble for figures in without + with_)


def _measure(python: "Image", name: str, plan: Plan, miss_cycles: int) -> Figures:
    return measure(python, name, plan, _tell, miss_cycles, time.monotonic)


def _tell(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)
