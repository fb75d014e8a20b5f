"""Runs on the VM that is measured: plays games on the core, times it, and prints the figures.

    device.py FIRMWARE BOARD GAME [SEED]

Each line is a name and numbers; times are in microseconds of this machine. MicroPython for
WebAssembly runs it by calling `step`, see run.mjs there.
"""

import gc
import json
import sys
from array import array

try:
    from time import ticks_diff, ticks_us
except ImportError:
    from time import perf_counter_ns

    def ticks_us():
        return perf_counter_ns() // 1000

    def ticks_diff(now, then):
        return now - then


if sys.platform == "webassembly":
    from host import now_us as ticks_us  # WebAssembly's own counts milliseconds

try:
    from micropython import stack_use
except ImportError:

    def stack_use():
        return 0


sys.path.insert(0, sys.argv[1])

from tourelle import games, play, tidier
from tourelle.core import Core
from tourelle.games.catalogue import GAMES
from tourelle.polled import Polled

ALL = ["tourelle.games." + entry.name for entry in GAMES]
TURNS = 20000
IDLE = 2000
LONG = 4  # slices that take at least so many microseconds are printed
KINDS = ("switch", "commit", "build", "time")  # what a slice was about
LIFTS = 3  # the hand lifts so often, and the fastest counts: as warm as the loop's turn
MOST_STEPS = 120  # most steps of a game
CHANGE_MS = 150  # between two movements of the hand
COLLECTS = sys.platform != "webassembly"  # whether it collects as soon as it is told to
PATIENCE_MS = 6000  # a step has to be committed within this time after the gesture


class Store:
    """No disk (see files.py): only counts what is written."""

    def __init__(self):
        self.written = []  # bytes of each write, printed when nothing is being timed

    def lines(self, last=False):
        return iter(())

    def anew(self, lines, size, aside):
        for entry in lines:
            self.add(entry)
            yield

    def add(self, entry):
        self.written.append(len(entry))
        return True

    def nothing(self, *_):
        return False

    keep_as_last = restore = set_aside = damaged = clean = discard = make_room = save = nothing

    def settings(self):
        return {}


class TimedCore:
    """A core in virtual time that times every slice: all that the core does in one step."""

    def __init__(self, board):
        self.store = Store()
        self.core = Core(board, self.store)
        self.switches = bytearray(self.core.grid.size)
        self.buttons = bytearray(2)
        self.scanner = Polled(len(self.core.contacts), self.sample, self.rest, board["period_ms"])
        self.scanner.begin(self.core.contacts)
        self.now = 0
        self.slices = -1  # counted from the start of the game
        self.deepest = 0  # most bytes of the C stack in use
        self.kept = 0  # most heap in use after it was tidied
        self._log = array("i", bytes(4 * 3 * 200))  # of slices: number, microseconds, kind
        self._noted = 0
        self._apart = 0  # time of the collector and of watching it, within this slice
        self.took = 0  # time of this slice, in microseconds
        self._ready = None  # since a commit: [work, slices] until the next steps are ready
        tidy = tidier.tidy

        def timed_tidy():
            outside = ticks_us()
            began = ticks_us()
            tidy()
            print("collect", ticks_diff(ticks_us(), began))
            self.keep(COLLECTS)
            self._apart += ticks_diff(ticks_us(), outside)

        play.tidy = tidier.tidy = timed_tidy

    def keep(self, tidied):
        """Note the heap in use, if it was just tidied."""
        if tidied:
            self.kept = max(self.kept, heap())

    def sample(self, raw):
        """Read the contacts."""
        raw[:] = self.switches + self.buttons

    def rest(self, ms):
        """`run` lets the time pass."""

    def step(self):
        """One step of the core; returns how many ms it can wait for the next."""
        core = self.core
        session = core.session
        reader = session.play.reader
        steps = session.play.step_count
        building = reader is not None and not reader.line.top.ready
        self._apart = 0
        began = ticks_us()
        core.sense(self.scanner, self.now)
        sensed = core.sensed
        wait = self.scanner.due(core.tick(self.now))
        self.took = ticks_diff(ticks_us(), began) - self._apart
        self.deepest = max(self.deepest, stack_use())
        core.link.count = 0
        if self.slices < 0:
            return wait
        kind = "time"
        if session.play.step_count != steps:
            kind = "commit"
            self._ready = [0, 0]
        elif sensed:
            kind = "switch"
        elif building:
            kind = "build"
        self.slices += 1
        if self.took >= LONG:
            self._note(KINDS.index(kind), self.took)
        if self._ready is not None and kind != "commit":
            self._ready[0] += self.took
            self._ready[1] += 1
            if session.play.reader.line.top.ready:
                print("ready", *self._ready)
                self._ready = None
        return wait

    def _note(self, kind, took):
        """Keep a slice to be printed later: printing would slow down whatever is timed next."""
        at = self._noted
        self._log[at] = self.slices
        self._log[at + 1] = took
        self._log[at + 2] = kind
        self._noted = at + 3
        if self._noted == len(self._log):
            self.flush()

    def flush(self):
        """Print the slices that were kept, and the writes."""
        for size in self.store.written:
            print("write", size)
        self.store.written.clear()
        for at in range(0, self._noted, 3):
            print("slice-" + KINDS[self._log[at + 2]], self._log[at + 1], self._log[at])
        self._noted = 0

    def run(self, ms):
        """Let this much virtual time pass."""
        end = self.now + ms
        while self.now < end:
            wait = self.step()
            self.now += min(max(wait, 1), end - self.now)

    def begin(self, position):
        """Start a game from this position."""
        self.switches[:] = position.occupancy
        self.run(100)
        self.core.session.start(position)
        self.core.session.report.follow(True)  # as for a host that watches
        self.run(2000)

    def differs(self, position):
        """Whether the core is at another position than this one."""
        return self.core.session.play.position.text() != position.text()

    # -- the hand

    def change(self, cell, closed):
        """Open or close a switch; returns (work until the lights have followed, samples)."""
        self.switches[cell] = closed
        work = samples = 0
        while samples < 20:
            self.step()
            work += self.took
            samples += 1
            self.now += 1
            if self.core.lights.lit:
                break
        self.run(CHANGE_MS)
        return work, samples

    def touch(self, cell):
        """Lift a cell's pieces and set them down, or hold a magnet to an empty cell."""
        closed = self.switches[cell]
        self.change(cell, 1 - closed)
        self.change(cell, closed)

    def ok(self):
        """Press the button."""
        for pressed in (1, 0):
            self.buttons[0] = pressed
            self.run(CHANGE_MS)

    def lift(self, cells):
        """Lift these cells' pieces; prints how long the board takes to see the first lift."""
        for cell in cells:
            lifts = [self.change(cell, 0)]
            while cell == cells[0] and len(lifts) < LIFTS:
                self.change(cell, 1)
                lifts.append(self.change(cell, 0))
            if cell == cells[0]:
                print("lift", *min(lifts))

    def play(self, position, foot):
        """Make the natural gesture of a step with this footprint, in the position before it."""
        self.lift(foot.vacated)
        for cell in foot.left:
            self.touch(cell)
        if foot.filled:
            for cell in foot.via:
                self.touch(cell)
        for cell in reversed(foot.filled):
            self.change(cell, 1)
        for cell in foot.reached:
            self.touch(cell)
        for cell in foot.captured:
            self.change(cell, 0)
            if len(position.pieces(cell)) > 2:  # only the top of the stack is taken
                self.change(cell, 1)
        if not (foot.vacated or foot.filled):
            self.insist(foot)

    def insist(self, foot):
        """Have a step committed that no switch can feel."""
        if not foot.filled:
            for cell in foot.via:
                self.touch(cell)
        self.run(500)
        if len(foot.left + foot.reached + foot.via) > 1:
            self.touch((foot.via or foot.reached)[-1])
        else:
            self.ok()

    def wait_for(self, steps, foot):
        """Wait until this many steps are played, and answer questions; returns whether they are."""
        session = self.core.session
        end = self.now + PATIENCE_MS
        while session.play.step_count != steps:
            if self.now >= end:
                return False
            for cell in session.play.reader.view.answers() if session.play.reader else ():
                if cell in foot.reached + foot.left + foot.via + foot.filled:
                    self.touch(cell)
                    break
            self.run(200)
        self.run(500)
        return True


def turn_us():
    """How long a bare turn of a Python loop takes here."""
    best = 1 << 30
    for _ in range(5):
        began = ticks_us()
        for _ in range(TURNS):
            pass
        best = min(best, ticks_diff(ticks_us(), began))
    return best / TURNS


def heap():
    """Bytes of heap in use, garbage included; -1 where that is unknown."""
    return gc.mem_alloc() if hasattr(gc, "mem_alloc") else -1


def main():
    """Measure; yields wherever there is more to do."""
    with open(sys.argv[2]) as file:
        board = json.load(file)
    game = sys.argv[3]
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    gc.collect()
    yield True
    print("turn", turn_us())
    bench = TimedCore(board)
    bench.run(100)
    gc.collect()
    yield True
    print("heap_start", heap())
    plan = games.opening(game)
    bench.begin(games.opening(game))
    bench.slices = 0
    steps = before = 0  # before: steps that the core does not know of
    while plan.outcome() is None and steps < MOST_STEPS:
        yield True
        bench.keep(not COLLECTS)
        began = ticks_us()
        moves = list(plan.legal_moves())
        print("moves", ticks_diff(ticks_us(), began), len(moves), steps)
        seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
        move = moves[(seed >> 8) % len(moves)]
        foot = plan.footprint(move)
        goes_on = plan.implied(move)
        turns = plan.turns
        if any(foot):
            bench.play(plan, foot)
        plan.push(move)
        steps += 1
        if goes_on and plan.turns == turns:
            continue  # the next steps will tell
        if goes_on:
            bench.ok()
        if not bench.wait_for(steps - before, foot) or bench.differs(plan):
            print("helped", steps)
            before = steps
            sliced, bench.slices = bench.slices, -1
            bench.begin(games.read(plan.text()))
            bench.slices = sliced
    bench.flush()
    print("played", steps)
    loaded = [name for name in sys.modules if name in ALL]
    if len(loaded) > 1:
        raise SystemExit("more than the chosen game is loaded: %s" % loaded)
    print("stack", bench.deepest)
    print("heap_kept", bench.kept)
    bench.run(3000)
    core = bench.core
    began = ticks_us()
    for _ in range(IDLE):
        core.tick(bench.now)
    print("idle", ticks_diff(ticks_us(), began) / IDLE)


running = main()


def step():
    """Do a part of it; returns whether there is more."""
    return next(running, False)


while COLLECTS and step():
    pass
