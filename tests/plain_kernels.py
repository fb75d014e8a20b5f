"""The firmware's fast loops against their plain form, over random positions and buffers.

    plain_kernels.py FIRMWARE GAME SEED

Runs on CPython and on MicroPython, where viper has compiled the loops. Prints how many steps and
buffers were compared; whatever differs ends it.
"""

import random
import sys
from array import array

sys.path.insert(0, sys.argv[1])

from tourelle import games, kernels
from tourelle.games import MARKS
from tourelle.grids import NONE
from tourelle.steps import ZOBRIST

ATTACK = 5
LAND = 4
GROUPS = ("vacated", "filled", "left", "reached", "captured", "attacked", "via")


def same(found, expected, what):
    if found != expected:
        raise AssertionError("%s: %r, not %r" % (what, found, expected))


def some(cells, most):
    """Up to so many different cells."""
    return sorted({random.choice(cells) for _ in range(random.randrange(most + 1))})


def marked(position):
    """(moves, footprints, marks, ends) of the legal steps that change anything."""
    moves = [move for move in position.legal_moves() if any(position.footprint(move))]
    feet = [position.footprint(move) for move in moves]
    marks = array("H", bytes(2 * MARKS * (len(moves) + 1)))
    ends = array("H", bytes(2 * (len(moves) + 1)))
    at = 0
    for number, move in enumerate(moves):
        at = position.mark(move, marks, at)
        ends[number] = at
    return moves, feet, marks, ends


def key_of(cells, ignored):
    key = 0
    for cell in cells:
        if ignored[cell] != 1:
            key ^= ZOBRIST[cell]
    return key


class Steps:
    """The legal steps of a position, each question asked of the loop and of the footprints."""

    def __init__(self, position):
        self.moves, self.feet, self.marks, self.ends = marked(position)
        self.count = len(self.moves)
        self.size = position.grid.size
        self.cells = list(range(self.size))
        self.closed = bytearray(position.occupancy)
        for cell in some(self.cells, 6):
            self.closed[cell] ^= 1
        self.found = array("H", bytes(2 * (self.count + 1)))

    def numbers(self, many):
        return list(self.found[:many])

    def having_group(self, number, cell):
        """The groups of a step that a cell is in, a bit each."""
        foot = self.feet[number]
        return sum([1 << i for i in range(len(GROUPS)) if cell in foot[i]])

    def index(self):
        ignored = bytearray(self.size)
        for cell in some(self.cells, 3):
            ignored[cell] = random.choice((1, 2))
        facts = array("i", bytes(12 * (self.count + 1)))
        starts = array("H", bytes(4 * self.size))
        movers = bytearray(self.size)
        puts = bytearray(self.size)
        origin = NONE
        first = 0
        while first < self.count:  # in slices, as the board does
            beyond = min(self.count, first + random.randrange(1, 9))
            origin = kernels.index_steps(
                self.marks,
                self.ends,
                first,
                beyond,
                ignored,
                ZOBRIST,
                facts,
                starts,
                movers,
                puts,
                origin,
            )
            first = beyond
        origins = [foot.vacated + foot.left for foot in self.feet]
        for number, foot in enumerate(self.feet):
            key = key_of(foot.vacated + foot.filled, ignored)
            other = key ^ key_of(foot.captured, ignored)
            same(facts[3 * number + 1], key, "the key of a step")
            same(facts[3 * number + 2], other if key and other != key else 0, "its other key")
        for cell in self.cells:
            from_ = [number + 1 for number in range(self.count) if cell in origins[number]]
            expected = (from_[0], from_[-1]) if from_ else (0, 0)
            same((starts[2 * cell], starts[2 * cell + 1]), expected, "the steps from a cell")
            same(movers[cell], 1 if from_ else 0, "a mover")
            put = 0
            for foot in self.feet:
                if not foot.vacated + foot.left and cell in foot.filled + foot.reached:
                    put = 1
            same(puts[cell], put, "where a piece is put")
            for many in (1, 2):
                same(
                    kernels.steps_by_fact(facts, self.count, 1, 2, facts[1], self.found) >= many,
                    len(self.with_key(facts, facts[1])) >= many,
                    "the steps with a key",
                )
        one = {bytes(cells) for cells in origins}
        if self.count:
            alone = one.pop() if len(one) == 1 else b""
            same(origin, alone[0] if len(alone) == 1 else NONE, "the only origin")
        self.silent(facts)
        self.light(starts)

    def with_key(self, facts, key):
        return [n for n in range(self.count) if key in (facts[3 * n + 1], facts[3 * n + 2])]

    def silent(self, facts):
        for number in range(self.count):
            self.found[number] = number
        many = kernels.keep_silent(facts, self.found, self.count)
        expected = [number for number in range(self.count) if not facts[3 * number + 1]]
        same(self.numbers(many), expected, "the silent steps")

    def lamps(self, attacked, landed):
        return bytes(
            [ATTACK if cell in attacked else LAND if cell in landed else 0 for cell in self.cells]
        )

    def light(self, starts):
        for origin in self.cells:
            mine = [foot for foot in self.feet if origin in foot.vacated + foot.left]
            lamps = bytearray(b"\x07" * self.size)
            arguments = self.marks, self.ends, starts, origin, lamps, self.size, LAND, ATTACK
            same(bool(kernels.light_from(*arguments)), bool(mine), "whether a step starts")
            if mine:
                attacked = b"".join([foot.captured + foot.attacked for foot in mine])
                landed = b"".join([foot.filled + foot.reached for foot in mine])
                same(bytes(lamps), self.lamps(attacked, landed), "the lamps of a cell's steps")

    def ask(self):
        cells = bytes(some(self.cells, 3))
        groups = bytes([random.randrange(1, 128) for _ in cells])
        most = random.randrange(1, self.count + 2)
        many = kernels.steps_with(
            self.marks, self.ends, self.count, cells, groups, len(cells), self.found, most
        )
        asked = list(range(len(cells)))
        expected = [
            number
            for number in range(self.count)
            if all(self.having_group(number, cells[i]) & groups[i] for i in asked)
        ]
        same(self.numbers(many), expected[:most], "the steps with some cells")
        self.remaining(many)
        many = kernels.steps_begun(
            self.marks, self.ends, self.count, self.closed, cells, len(cells), self.found
        )
        expected = []
        for number, foot in enumerate(self.feet):
            touched = any(self.having_group(number, cell) for cell in cells)
            lifted = not any(self.closed[cell] for cell in foot.vacated)
            missing = [cell for cell in foot.filled if not self.closed[cell]]
            if touched and lifted and len(missing) < 2:
                expected.append(number)
        same(self.numbers(many), expected, "the steps that may be over")

    def remaining(self, many):
        lamps = bytearray(self.size)
        kernels.light_remaining(
            self.marks, self.ends, self.found, many, self.closed, lamps, LAND, ATTACK
        )
        feet = [self.feet[number] for number in self.numbers(many)]
        attacked = b"".join([foot.captured + foot.attacked for foot in feet])
        landed = set()
        for foot in feet:
            landed.update(foot.reached)
            landed.update([cell for cell in foot.filled if not self.closed[cell]])
            landed.update([cell for cell in foot.left if self.closed[cell]])
        same(bytes(lamps), self.lamps(attacked, landed), "the lamps of begun steps")

    def compare(self):
        one = random.randrange(self.count)
        others = array("H", [random.randrange(self.count) for _ in range(6)])
        like = bytearray(6)
        together = kernels.steps_alike(self.marks, self.ends, one, others, 6, like)
        expected = []
        for other in others:
            mine, its = self.feet[one], self.feet[other]
            changed = [set(b"".join(foot[:5])) for foot in (mine, its)]
            expected.append(1 if mine == its else 2 if changed[0] == changed[1] else 0)
        same(list(like), expected, "how steps are alike")
        same(
            together,
            expected[0] | expected[1] | expected[2] | expected[3] | expected[4] | expected[5],
            "all",
        )


def buffers(size):
    """Those over the cells, on random buffers."""
    one, other, ignored = [bytearray([random.randrange(3) for _ in range(size)]) for _ in range(3)]
    found = bytearray(size)
    many = kernels.differing(one, other, ignored, found, size)
    expected = [i for i in range(size) if one[i] != other[i] and not ignored[i]]
    same(list(found[:many]), expected, "where buffers differ")
    many = kernels.find_all(one, size, 2, found)
    same(list(found[:many]), [i for i in range(size) if one[i] == 2], "where a byte is")
    same(kernels.total(one, size), sum(one), "the sum")
    values = bytes([random.randrange(256) for _ in range(size)])
    scale = random.randrange(257)
    kernels.dim(values, found, size, scale)
    same(list(found), [value * scale // 256 for value in values], "dimmed")
    lamps = bytearray(size)
    kernels.light_resting(lamps, one, other, ignored, size, 1, 2, 3)
    free = [i for i in range(size) if not one[i] and not ignored[i]]
    expected = []
    for i in range(size):
        if one[i]:
            expected.append(1 if other[i] else 0)
        else:
            expected.append(2 if free and ignored[i] else 3)
    same(list(lamps), expected, "the lamps at rest")
    painting(size)


def painting(size):
    levels = bytes([random.randrange(4) for _ in range(16 * 5)])
    palette = bytes([random.randrange(256) for _ in range(5 * 4 * 3)])
    lamps = bytes([random.randrange(5) for _ in range(size)])
    places = list(range(size))
    for i in range(size):
        j = random.randrange(size)
        places[i], places[j] = places[j], places[i]
    drawn = bytearray([random.randrange(20) for _ in range(size)])
    before = bytes(drawn)
    pixels = bytearray(3 * size)
    slot = random.randrange(16)
    many = kernels.paint(lamps, levels, slot, drawn, palette, bytes(places), pixels, size)
    entries = [4 * lamp + levels[16 * lamp + slot] for lamp in lamps]
    same(list(drawn), entries, "what is drawn")
    same(many, len([i for i in range(size) if entries[i] != before[i]]), "the changed pixels")
    for i in range(size):
        at = 3 * places[i]
        new = entries[i] != before[i]
        expected = palette[3 * entries[i] : 3 * entries[i] + 3] if new else bytes(3)
        same(bytes(pixels[at : at + 3]), expected, "a pixel")
    colours = bytes([random.randrange(256) for _ in range(15)])
    shades = bytes([random.randrange(256) for _ in range(4)])
    made = bytearray(60)
    brightness = random.randrange(256)
    kernels.shade(colours, b"\x01\x00\x02", shades, brightness, made, 5)
    expected = []
    for lamp in range(5):
        for level in range(4):
            for part in (1, 0, 2):
                expected.append(colours[3 * lamp + part] * shades[level] * brightness // 65025)
    same(list(made), expected, "the palette")


def keys():
    """Zobrist's: different, of 30 bits, and so are the changes that two cells make."""
    made = array("i", bytes(4 * 81))
    kernels.random_keys(made, 81)
    same(list(made), list(ZOBRIST), "the keys")
    assert all(0 < key < 1 << 30 for key in made)
    pairs = {made[i] ^ made[j] for i in range(81) for j in range(i)}
    same(len(pairs | set(made)), 81 + 81 * 80 // 2, "different changes")


def main():
    random.seed(int(sys.argv[3]))
    compared = 0
    keys()
    position = games.opening(sys.argv[2])
    while position.outcome() is None and compared < 4000:
        steps = Steps(position)
        if steps.count:
            steps.index()
            for _ in range(4):
                steps.ask()
                steps.compare()
            compared += steps.count
        buffers(position.grid.size)
        position.push(random.choice(list(position.legal_moves())))
    print(compared)


main()
