"""The command: see the package."""

import argparse
import functools
import os
import sys
import time
from pathlib import Path

from mutants.faults import Fault, faults
from mutants.nearest import ROOT, nearest, record, unrecorded
from mutants.trial import SURVIVED, all_done, preload, trial, trials

_NEAR_S = 30.0  # so long the nearest tests of a fault may take, as they were recorded: traced
_PATIENCE = 10  # what takes so many times as long, hangs


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=0, help="faults of a file, spread; 0: all")
    arguments = parser.parse_args()
    at_once = len(os.sched_getaffinity(0))
    preload()
    paths = [file.resolve() for file in arguments.files]
    tests = sorted({test for path in paths for test in unrecorded(path)})
    if tests:
        print(f"recording once what the tests of {len(tests)} files run", flush=True)
        all_done((functools.partial(_record, test) for test in tests), at_once)
    missing = sorted({test for path in paths for test in unrecorded(path)})
    if missing:
        names = ", ".join(str(test.relative_to(ROOT)) for test in missing)
        print(f"pytest cannot run {names}: try it by itself")
        return 2
    survived = [_file(path, arguments.most, at_once) for path in paths]
    return 1 if any(survived) else 0


def _record(test: Path) -> int:
    record(test)
    return 0


def _file(path: Path, most: int, at_once: int) -> int:
    """Try the faults of a file; how many survived."""
    begun = time.monotonic()
    every = faults(path)
    tried = every[:: max(1, -(-len(every) // most))] if most else every
    near = {fault.function: nearest(path, fault.function, _NEAR_S) for fault in tried}
    reached = [fault for fault in tried if near[fault.function][0]]
    works = [
        functools.partial(trial, path, fault.source, near[fault.function][0]) for fault in reached
    ]
    limits = [10 + _PATIENCE * near[fault.function][1] for fault in reached]
    left = []
    for number, ended in trials(works, limits, at_once):
        if ended == SURVIVED:
            left.append(reached[number])
    for fault in sorted(left, key=lambda fault: fault.line):
        print(_told(path, fault), flush=True)
    unreached = len(tried) - len(reached)
    print(
        f"{path.relative_to(ROOT)}: {len(reached) - len(left)} of {len(reached)} faults noticed"
        + (f", {unreached} where no near test runs" if unreached else "")
        + f"; {time.monotonic() - begun:.0f} s",
        flush=True,
    )
    return len(left)


def _told(path: Path, fault: Fault) -> str:
    where = f"{path.relative_to(ROOT)}:{fault.line}"
    return f"{where} survived\n    - {fault.was}\n    + {fault.now}"


sys.exit(main())
