"""The command: see the package."""

import argparse
import multiprocessing
import resource
import sys
import time
from collections import Counter

from together.faults import FAULTS, Fault
from together.minimal import minimal, text
from together.schedule import Found, make
from tourelle_host.together.decide import Decider

_MOST = 1_000_000  # schedules of a seed


def main() -> int:
    parser = argparse.ArgumentParser(prog="together", description=__doc__)
    parser.add_argument("--schedules", type=int, default=1000, help="how many; 1000")
    parser.add_argument("--seed", type=int, default=1, help="which; 1")
    parser.add_argument("--real", action="store_true", help="with Mosquitto, processes and kill -9")
    parser.add_argument("--fault", choices=FAULTS, help="one that is to be found")
    arguments = parser.parse_args()
    if arguments.real:
        return _real(arguments.seed, arguments.schedules)
    first = arguments.seed * _MOST
    begun = time.monotonic()
    counts: Counter[str] = Counter()
    steps = faults = 0
    fewest = [sys.maxsize, sys.maxsize]
    jobs = ((number, arguments.fault) for number in range(first, first + arguments.schedules))
    with multiprocessing.Pool() as pool:
        for found in pool.imap(_one, jobs, chunksize=20):
            if found.broken:
                print(text(minimal(found, _fault(arguments.fault).decider)))
                return 1
            counts.update(found.reached)
            steps += found.steps
            faults += found.faults
            fewest = [min(fewest[0], found.steps), min(fewest[1], found.faults)]
        pool.close()
        pool.join()
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    seconds = time.monotonic() - begun
    print(", ".join(f"{name} in {count}" for name, count in counts.most_common()))
    print(
        f"seed {arguments.seed}: {arguments.schedules} schedules, {steps} steps (at least"
        f" {fewest[0]} each), {faults} faults (at least {fewest[1]}), none is broken;"
        f" {seconds:.0f} s, {used:.0f} s of a core"
    )
    return 0


def _real(seed: int, schedules: int) -> int:
    """Play so many with processes."""
    from together import processes

    begun = time.monotonic()
    try:
        faults = processes.play_all(range(seed * _MOST, seed * _MOST + schedules))
    except AssertionError as why:
        print(why)
        return 1
    seconds = time.monotonic() - begun
    print(
        f"seed {seed}: {schedules} schedules with processes, {schedules * processes.STEPS} steps,"
        f" {faults} faults (at least {processes.FAULTS} each), none is broken; {seconds:.0f} s"
    )
    return 0


def _one(job: tuple[int, str | None]) -> Found:
    number, fault = job
    return make(number, *_fault(fault))


def _fault(name: str | None) -> Fault:
    return FAULTS[name] if name else Fault(Decider)


if __name__ == "__main__":
    sys.exit(main())
