"""Plays all games in one VM for hours of its time, across the wrap of its clock; make soak.

After each round of games: bytes of heap free, its largest free block, bytes of disk free, the
descriptors of the VM and of the host. In the last third of the rounds they must be as in the first.
What the PC's VM keeps of code that is gone, and a Pico does not, is added to the heap again.
"""

import argparse
import contextlib
import os
import random
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle.games.position import Position
from tourelle_host import paths
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.clock import Virtual
from tourelle_host.sim.disk import Stored

WRAP_MS = 1 << 30
HOUR_MS = 3_600_000
TURN_MS = 400  # from one move to the next
LONGEST = 60  # turns of a game that are played

# The firmware as it is, whose status tells the largest free block besides.
MAIN = """
from tourelle import commands

status = commands._QUESTIONS["status"]


def fuller(session, rest):
    low, high = 0, 500000
    while high - low > 64:
        size = (low + high) // 2
        try:
            bytearray(size)
            low = size
        except MemoryError:
            high = size
    emit = session.report.emit
    session.report.emit = lambda *words: emit(*words, "largest=%d" % low)
    status(session, rest)
    session.report.emit = emit


commands._QUESTIONS["status"] = fuller
execfile("firmware.py", {"__name__": "__main__"})
"""
# MicroPython for the PC notes where it put each native function that it compiles, and never forgets
# it; on a Pico that code is part of the heap. Tests measure both, and that nothing else is kept.
NOTED = 32  # bytes

# What may be lost from the first third of the rounds to the last, the best of each: after each
# game other blocks are in use, so the single figures go up and down.
SPARE = {"memory-free": 2048, "largest": 8192, "disk-free": 3 * 4096, "vm-files": 0, "files": 0}


class Figures(NamedTuple):
    """After a round: hours of the board's time, games played, and what status told."""

    hours: float
    games: int
    told: dict[str, int]


def children() -> list[int]:
    """The processes that this one has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (folder / "stat").read_text().rpartition(")")[2].split()
            if words[0] != "Z" and int(words[1]) == os.getpid():
                found.append(int(folder.name))
    return found


def look(board: SimulatedBoard, process: int) -> dict[str, int]:
    """What the board tells of itself, and how many descriptors are open."""
    before = len(board.lines)
    board.send(b"status\n")
    board.advance(3000)
    line = next(line for line in board.lines[before:] if line.startswith("@status"))
    told = dict(word.split("=", 1) for word in line.split()[1:])
    del board.lines[:]
    return {name: int(told[name]) for name in ("memory-free", "largest", "disk-free")} | {
        "vm-files": len(os.listdir(f"/proc/{process}/fd")),
        "files": len(os.listdir("/proc/self/fd")),
    }


def turn(position: Position, rng: random.Random) -> list[str]:
    """A random turn, which is played: its steps, none where the game is over."""
    steps: list[str] = []
    turns = position.turns
    while position.turns == turns and not position.outcome():
        moves = list(position.legal_moves())
        if not moves:
            break
        move = rng.choice(moves)
        steps.append(position.move_text(move))
        position.push(move)
    return steps


def native(name: str) -> int:
    """How many functions of a game's rules are compiled to native code."""
    rules = paths.firmware()[f"tourelle/games/{name}/__init__.py"]
    return rules.read_text("utf-8").count("@micropython.")


def play(board: SimulatedBoard, name: str, rng: random.Random) -> None:
    """A game of random moves, with the pieces where they belong after each."""
    position = games.opening(name)
    if position.NAME == "cabale":
        position = games.read("cabale 1 i3=J1 a7=J2")
    board.do(f"set {position.text()}")
    board.send(f"position {position.text()}\n".encode())
    board.advance(2000)
    for _ in range(LONGEST):
        steps = turn(position, rng)
        if not steps:
            break
        board.send(f"move {','.join(steps)}\n".encode())
        board.do(f"set {position.text()}")
        board.advance(TURN_MS)
        for line in board.lines:
            if line.startswith(("Traceback", "@fault", "@error")):
                raise AssertionError(f"{name}: {line}")
        del board.lines[:]
    board.do("press undo")
    board.advance(1500)
    board.send(b"stop\n")
    board.advance(500)


def soak(hours: float, seed: int, grid: str, folder: Path) -> list[Figures]:
    """Play in turn all games of a grid, half of the time before the clock's wrap."""
    rng = random.Random(seed)
    begun = WRAP_MS - int(hours * HOUR_MS / 2)
    clock = Virtual(begun)
    main = folder / "main.py"
    main.write_text(MAIN)
    files = {**paths.firmware(), "firmware.py": paths.firmware()["main.py"], "main.py": main}
    files["board.json"] = paths.board(grid)
    names = [entry.name for entry in GAMES if entry.grid == grid]
    found: list[Figures] = []
    played = noted = 0
    loaded = ""
    others = children()
    with SimulatedBoard(grid, "micropython", Stored(files=files), clock) as board:
        board.advance(2000)
        (process,) = set(children()) - set(others)
        while clock.now_ms - begun < hours * HOUR_MS:
            for name in names:
                play(board, name, rng)
                played += 1
                noted += NOTED * native(name) if name != loaded else 0
                loaded = name
            passed = (clock.now_ms - begun) / HOUR_MS
            told = look(board, process)
            told["memory-free"] += noted
            found.append(Figures(passed, played, told))
    return found


def lost(found: list[Figures]) -> dict[str, int]:
    """What is less in the last third than in the first, and is more than may be."""
    third = max(1, len(found) // 3)
    missing = {}
    for name in SPARE:
        first = [figures.told[name] for figures in found[:third]]
        last = [figures.told[name] for figures in found[-third:]]
        # Of what is free most counts, of what is open least.
        missing[name] = min(last) - min(first) if "files" in name else max(first) - max(last)
    return {name: count for name, count in missing.items() if count > SPARE[name]}


def main() -> int:
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=1, help="of the board's time, each grid")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    bad = False
    for grid in sorted({entry.grid for entry in GAMES}, reverse=True):
        with tempfile.TemporaryDirectory() as folder:
            found = soak(arguments.hours, arguments.seed, grid, Path(folder))
        for figures in (found[0], found[min(1, len(found) - 1)], found[len(found) // 2], found[-1]):
            told = "  ".join(f"{name} {count}" for name, count in figures.told.items())
            print(f"{grid:7} {figures.hours:5.2f} h  {figures.games:4} games  {told}")
        missing = lost(found)
        bad = bad or bool(missing)
        print(f"{grid:7} {'lost: ' + str(missing) if missing else 'flat'}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
