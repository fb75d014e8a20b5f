"""Runs attacks, cuts findings down, keeps them."""

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path

from fuzz.targets import TARGETS, Step, Target

FOUND = Path(__file__).parent / "found"
_MOST_TRIES = 300  # to cut one finding down


def attack(name: str, seed: int, number: int) -> tuple[list[Step], str | None]:
    """The attack of that number on a target, and what it found."""
    target = TARGETS[name]
    steps = target.make(random.Random(f"{name} {seed} {number}"))
    return steps, target.run(steps)


def minimised(target: Target, steps: list[Step], found: str) -> list[Step]:
    """The steps that it takes for the same finding: halves are left out, then single ones."""
    kind = found.split(":")[0]
    tries = 0
    size = max(1, len(steps) // 2)
    while size:
        at = 0
        while at < len(steps) and tries < _MOST_TRIES:
            fewer = steps[:at] + steps[at + size :]
            tries += 1
            if fewer and (target.run(fewer) or "").split(":")[0] == kind:
                steps = fewer
            else:
                at += size
        size //= 2
    return steps


def keep(name: str, steps: list[Step], found: str) -> Path:
    """Write a finding where the tests throw it again; the file."""
    text = json.dumps({"target": name, "found": found, "steps": steps}, indent=1) + "\n"
    mark = hashlib.sha256(json.dumps(steps).encode()).hexdigest()[:8]
    path = FOUND / f"{name}-{mark}.json"
    path.write_text(text, encoding="utf-8")
    return path


def run(
    names: list[str],
    seed: int,
    goes_on: Callable[[], bool],
    say: Callable[[str], None],
) -> tuple[dict[str, int], int]:
    """Attack the targets in turn: how many attacks on each, and how many things were found."""
    counts = dict.fromkeys(names, 0)
    known: set[str] = set()
    while goes_on():
        for name in names:
            steps, found = attack(name, seed, counts[name])
            counts[name] += 1
            if found and found.partition(" [")[0] not in known:
                known.add(found.partition(" [")[0])
                steps = minimised(TARGETS[name], steps, found)
                say(f"{name} {seed} {counts[name] - 1}: {found}")
                say(f"  kept as {keep(name, steps, found)}")
    return counts, len(known)
