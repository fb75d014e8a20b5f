"""Prints what the clock, an idle board and a lift take of the heap, in bytes; runs on 32 bits."""

import gc
import json

from tourelle.blackbox import EVENTS, MOVE, BlackBox
from tourelle.clock import Clock, elapsed, later
from tourelle.core import Core
from tourelle.files import Files
from tourelle.games import opening
from tourelle.polled import Polled

TURNS = 10000
MOMENTS = (0, 1, 0x1FFFFFFF, 0x20000000, 0x3FFFFFFE, 0x3FFFFFFF)


def taken(work):
    """What calling it takes of the heap."""
    work()  # what is made once, when it is first asked for, does not count
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    work()
    after = gc.mem_alloc()
    gc.enable()
    return after - before


def clock():
    for _ in range(TURNS // len(MOMENTS)):
        for now in MOMENTS:
            for then in MOMENTS:
                elapsed(now, then)
                later(now, 300)
                later(now, 0x1FFFFFFF)


def ring():
    """What a black box keeps of the heap."""
    passing = 4 * taken(lambda: [0] * EVENTS)  # the lists that it is made from
    return taken(lambda: BlackBox(Clock())) - passing


def noting():
    for number in range(TURNS // 10):
        box.note(number % 128, MOMENTS[number % len(MOMENTS)])
        box.decided(MOVE, number % 1000, 0x1FFFFFFF)


class Board:
    """A core in a game, in virtual time."""

    def __init__(self, game):
        position = opening(game)
        with open("%s.json" % position.grid.name) as file:
            self.core = Core(json.load(file), Files())
        self.raw = bytearray(position.occupancy) + bytearray(2)
        self.scanner = Polled(len(self.raw), self.sample, None, 1)
        self.scanner.begin(self.core.contacts)
        self.now = 0
        self.core.session.start(position)
        self.run(3000)

    def sample(self, raw):
        raw[:] = self.raw

    def turn(self):
        """A turn of the loop, as loop.py has it."""
        self.core.sense(self.scanner, self.now)
        return self.core.tick(self.now)

    def run(self, ms):
        end = self.now + ms
        while self.now < end:
            self.now += min(max(1, self.turn()), end - self.now)
            self.core.link.count = 0

    def idle(self):
        """No rhythm goes on meanwhile."""
        for _ in range(TURNS):
            self.turn()

    def lift(self):
        """From the sample that shows it to the frame that lights it."""
        self.raw[self.cell] = 0
        self.turn()
        if not self.core.lights.lit:
            raise RuntimeError("no light for the lift")

    def lifted(self, cell):
        """What a lift takes of the heap, and that the board is as before."""
        self.cell = cell
        self.lift()
        self.run(200)
        self.raw[cell] = 1
        self.run(3000)
        gc.collect()
        gc.disable()
        before = gc.mem_alloc()
        self.lift()
        after = gc.mem_alloc()
        gc.enable()
        self.run(200)
        self.raw[cell] = 1
        self.run(3000)
        return after - before


print("clock", taken(clock))
box = BlackBox(Clock())
print("ring", ring())
print("noting", taken(noting))
for game in ("avalam", "tawol", "tours"):
    board = Board(game)
    print("idle", game, taken(board.idle))
    movers = board.core.session.play.reader.line.top.movers
    most = 0
    for cell in range(len(movers)):
        if movers[cell] and board.raw[cell]:
            most = max(most, board.lifted(cell))
    print("lift", game, most)
