"""Runs on the VM that is measured: plays games on the core and times it. Prints a line a figure.

    device.py FIRMWARE BOARD GAME [SEED]

A line is a name and numbers; times are in microseconds of this machine.
"""

import gc
import json
import sys

try:
    from time import ticks_diff, ticks_us
except ImportError:
    from time import perf_counter_ns

    def ticks_us():
        return perf_counter_ns() // 1000

    def ticks_diff(now, then):
        return now - then


sys.path.insert(0, sys.argv[1])

from tourelle import games, session
from tourelle.core import Core

TURNS = 20000
IDLE = 2000
AGAIN = 5  # each lift is done so often and the quickest counts, as warm as the loop turn
LONG = 10  # steps of the core that take so many microseconds are printed
MOST_STEPS = 200  # steps of a game, at most


class Store:
    """No files: what they cost is the disk's affair."""

    def read(self):
        return b""

    def ignore(self, *_):
        pass

    append = replace = save = keep = restore = ignore
    kept = read

    def settings(self):
        return {}


class Bench:
    """A core in virtual time, with every step timed."""

    def __init__(self, board):
        self.core = Core(board, Store())
        self.now = 0
        self.steps = -1  # counted from the game's start
        self.collected = 0  # time in the collector during this step
        tidy = session.tidy

        def timed_tidy():
            began = ticks_us()
            tidy()
            self.collected += ticks_diff(ticks_us(), began)

        session.tidy = timed_tidy

    def step(self):
        """One step of the core: (microseconds it took, ms it can do without the next)."""
        self.collected = 0
        began = ticks_us()
        wait = self.core.step(self.now)
        took = ticks_diff(ticks_us(), began) - self.collected
        if self.steps >= 0:
            self.steps += 1
            if took >= LONG:
                print("step", took, self.steps)
        if self.collected:
            print("collect", self.collected)
        self.core.link.count = 0
        return took, wait

    def run(self, ms):
        """Let so much virtual time pass; returns the work of all steps."""
        end = self.now + ms
        work = 0
        while self.now < end:
            took, wait = self.step()
            work += took
            self.now += min(max(wait, 1), end - self.now)
        return work

    def lift(self, cell):
        """Open a switch: (work until destinations are lit, samples); the hand sets it back."""
        core = self.core
        core.switches[cell] = 0
        work = samples = 0
        while True:
            took, _ = self.step()
            work += took
            samples += 1
            self.now += 1
            if core.lit or samples > 20:
                break
        self.run(100)
        core.switches[cell] = 1
        self.run(400)
        return work, samples


def turn_us():
    """How long a bare Python loop turn takes here."""
    best = 1 << 30
    for _ in range(5):
        began = ticks_us()
        for _ in range(TURNS):
            pass
        best = min(best, ticks_diff(ticks_us(), began))
    return best / TURNS


def compare_us():
    """How long comparing 81 bytes in a plain loop takes here."""
    one = bytearray(81)
    other = bytearray(81)
    best = 1 << 30
    for _ in range(20):
        began = ticks_us()
        for _ in range(100):
            differ = 0
            for i in range(81):
                if one[i] != other[i]:
                    differ += 1
        best = min(best, ticks_diff(ticks_us(), began))
    return best / 100


def heap():
    """Bytes of the heap in use, garbage included; -1 where nobody can tell."""
    return gc.mem_alloc() if hasattr(gc, "mem_alloc") else -1


def main():
    with open(sys.argv[2]) as file:
        board = json.load(file)
    game = sys.argv[3]
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    gc.collect()
    print("turn", turn_us())
    print("compare", compare_us())
    bench = Bench(board)
    core = bench.core
    bench.run(100)
    gc.collect()
    print("heap_start", heap())
    position = games.opening(game)
    core.switches[:] = position.occupancy
    bench.run(100)
    core.session.start(position)
    bench.run(2000)
    bench.steps = 0
    highest = kept = 0
    steps = 0
    while core.session.mode == "play" and steps < MOST_STEPS:
        began = ticks_us()
        moves = list(position.legal_moves())
        print("moves", ticks_diff(ticks_us(), began), len(moves))
        seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
        move = moves[(seed >> 8) % len(moves)]
        foot = position.footprint(move)
        for cell in foot.vacated:
            print("lift", *min(bench.lift(cell) for _ in range(AGAIN)))
            break
        core.session.reader.choose(move)
        core.session.reader.start()  # hard: the hand that lifts next plays the next step
        core.switches[:] = position.occupancy
        print("ready", bench.run(500))
        steps += 1
        highest = max(highest, heap())
        gc.collect()
        kept = max(kept, heap())
    print("heap_highest", highest)
    print("heap_kept", kept)
    bench.run(3000)
    began = ticks_us()
    count = 0
    for _ in range(IDLE):
        if not core.lit:
            count += 1
        core.step(bench.now)
    print("idle", ticks_diff(ticks_us(), began) / IDLE)


main()
