"""The fast loops: over all cells of the board, and over all legal steps of a position.

Compiled by MicroPython's viper, they take next to no time; as bytecode, those between a lift and
its light would take ten times as long as the rest of the way. Without MicroPython they are plain
Python. tests/test_kernels.py has a plain form of each.
"""

import sys

if sys.implementation.name == "micropython":
    import micropython
    from micropython import const
else:

    def const(value):
        """The value. MicroPython's compiler replaces the name by it."""
        return value

    class micropython:
        """A stand-in whose decorators do nothing.

        native is for functions between a lift and its light, or that are called for every legal
        step: a bytecode function with more than eleven locals and stack entries takes a piece of
        the heap at every call, and finding one takes up to 0.4 ms on a Pico.
        """

        viper = native = staticmethod(lambda function: function)


def ptr8(buffer):
    """An annotation or a cast that only viper understands. Elsewhere, the buffer itself."""
    return buffer


ptr16 = ptr8


def ptr32(buffer):
    """As a cast: a view of a buffer of bytes or words, as words of four bytes."""
    return memoryview(buffer).cast("B").cast("I")


@micropython.viper
def differing(one: ptr8, other: ptr8, ignored: ptr8, found: ptr8, size: int) -> int:
    """Find where two buffers of `size` bytes differ and ignored is 0: into found; how many."""
    count = 0
    for i in range(size):
        if one[i] != other[i] and ignored[i] == 0:
            found[count] = i
            count += 1
    return count


@micropython.viper
def paint(
    lamps: ptr8,
    levels: ptr8,
    slot: int,
    drawn: ptr8,
    palette: ptr8,
    places: ptr8,
    pixels: ptr8,
    size: int,
) -> int:
    """Bring the pixels of `size` cells up to date; returns how many changed.

    levels: 16 for each lamp, one a slot; drawn: the palette entry that each cell shows, which is
    updated; places: the LED of each cell.
    """
    count = 0
    for i in range(size):
        lamp = lamps[i]
        entry = 4 * lamp + levels[16 * lamp + slot]
        if entry != drawn[i]:
            drawn[i] = entry
            count += 1
            to = 3 * places[i]
            entry = 3 * entry
            pixels[to] = palette[entry]
            pixels[to + 1] = palette[entry + 1]
            pixels[to + 2] = palette[entry + 2]
    return count


@micropython.viper
def random_keys(numbers: ptr32, count: int):
    """Write `count` numbers of 30 bits (xorshift), chosen so that XORs of a few of them differ."""
    x = 0x2545F491
    for i in range(count):
        x ^= (x << 13) & 0x3FFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0x3FFFFFFF
        x &= 0x3FFFFFFF
        numbers[i] = x


@micropython.viper
def shade(colours: ptr8, order: ptr8, levels: ptr8, brightness: int, palette: ptr8, count: int):
    """Write the palette of `count` lamps: four levels each, three bytes a level in wire order.

    colours: red, green and blue of each lamp; levels, brightness: of 255.
    """
    at = 0
    for lamp in range(count):
        for level in range(4):
            scale = levels[level] * brightness
            for i in range(3):
                palette[at] = colours[3 * lamp + order[i]] * scale // 65025
                at += 1


@micropython.viper
def light_resting(
    lamps: ptr8,
    occupied: ptr8,
    movers: ptr8,
    entries: ptr8,
    size: int,
    can_move: int,
    may_land: int,
    turn: int,
):
    """Light `size` cells: what can move, where pieces from the box may go, whose turn it is."""
    # If a piece may go onto any empty cell, these cells show whose turn it is instead.
    some = 0
    for cell in range(size):
        if occupied[cell] == 0 and entries[cell] == 0:
            some = 1
    for cell in range(size):
        lamp = 0
        if occupied[cell]:
            if movers[cell]:
                lamp = can_move
        elif some and entries[cell]:
            lamp = may_land
        else:
            lamp = turn
        lamps[cell] = lamp


@micropython.viper
def total(values: ptr8, size: int) -> int:
    """The sum of a buffer of `size` bytes."""
    found = 0
    for i in range(size):
        found += values[i]
    return found


@micropython.viper
def dim(values: ptr8, dimmed: ptr8, size: int, scale: int):
    """Scale a buffer of `size` bytes by scale / 256, into another."""
    for i in range(size):
        dimmed[i] = values[i] * scale >> 8


# -- steps

# A game writes the cells of a step as marks of 16 bits (games/__init__.py): a cell in the low byte,
# above it the number of its group in the footprint. The groups: 0 vacated, 1 filled, 2 left,
# 3 reached, 4 captured, 5 attacked, 6 via.


@micropython.viper
def index_steps(  # noqa: C901  - viper: each call takes 6 us
    marks: ptr16,
    ends: ptr16,
    first: int,
    beyond: int,
    unfelt: ptr8,
    keys: ptr32,
    facts: ptr32,
    starts: ptr16,
    movers: ptr8,
    puts: ptr8,
    origin: int,
) -> int:
    """Index the marks of the steps from number `first` to before `beyond`.

    ends: where each step's marks end, and the next one's begin; unfelt: 1 for a switch that is left
    out; keys: of each cell; origin: what this returned for the steps before. It writes
    facts   three a step: the second is the key of its change of occupancy; the third is the key
            once the captured piece is gone, too, or 0 if that is the same
    starts  two a cell: the numbers of the first and last step that starts there, from 1
    movers  1 where a step starts
    puts    1 where a step that starts nowhere puts a piece
    Returns the one cell that all steps start from, or 255.
    """
    at = 0 if first == 0 else ends[first - 1]
    for number in range(first, beyond):
        start = at
        end = ends[number]
        key = 0
        taken = 0
        one = 255
        from_ = 0
        while at < end:
            cell = marks[at] & 255
            group = marks[at] >> 8
            at += 1
            if group == 0 or group == 2:
                from_ += 1
                one = cell
                if starts[2 * cell] == 0:
                    starts[2 * cell] = number + 1
                starts[2 * cell + 1] = number + 1
                movers[cell] = 1
            if unfelt[cell] != 1:
                if group < 2:
                    key ^= keys[cell]
                elif group == 4:
                    taken ^= keys[cell]
        facts[3 * number + 1] = key
        facts[3 * number + 2] = key ^ taken if key != 0 and taken != 0 else 0
        if from_ == 0:
            for i in range(start, end):
                if marks[i] >> 8 == 1 or marks[i] >> 8 == 3:
                    puts[marks[i] & 255] = 1
        elif from_ > 1:
            one = 255
        if number == 0:
            origin = one
        elif origin != one:
            origin = 255
    return origin


@micropython.viper
def light_from(
    marks: ptr16,
    ends: ptr16,
    starts: ptr16,
    origin: int,
    lamps: ptr8,
    size: int,
    land: int,
    attack: int,
) -> bool:
    """Set `size` lamps to what the steps from one cell do elsewhere; False if it has no steps.

    It lights the cells on which they put a piece or which they attack.
    """
    first = starts[2 * origin] - 1
    if first < 0:
        return False
    for i in range(size):
        lamps[i] = 0
    left = origin | 2 << 8
    at = 0 if first == 0 else ends[first - 1]
    for number in range(first, starts[2 * origin + 1]):
        end = ends[number]
        for i in range(at, end):
            entry = marks[i]
            if entry == origin or entry == left:
                while at < end:
                    entry = marks[at]
                    group = entry >> 8
                    if group < 4:
                        if group & 1 and lamps[entry & 255] != attack:
                            lamps[entry & 255] = land
                    elif group < 6:
                        lamps[entry & 255] = attack
                    at += 1
                break
        at = end
    return True


@micropython.viper
def light_remaining(
    marks: ptr16,
    ends: ptr16,
    steps: ptr16,
    count: int,
    closed: ptr8,
    lamps: ptr8,
    land: int,
    attack: int,
):
    """Light what is left to do of `count` steps that were begun; closed: the switches.

    It lights cells that they fill, unless filled already; that they reach; that they leave, for
    what stays to be set back or touched; that they attack; and on which they capture.
    """
    for i in range(count):
        number = steps[i]
        for at in range(0 if number == 0 else ends[number - 1], ends[number]):
            entry = marks[at]
            cell = entry & 255
            group = entry >> 8
            if group == 4 or group == 5:
                lamps[cell] = attack
            elif lamps[cell] != attack:
                if group == 3 or (group == 1 and closed[cell] == 0):
                    lamps[cell] = land
                elif group == 2 and closed[cell]:
                    lamps[cell] = land


@micropython.viper
def keep_silent(facts: ptr32, found: ptr16, many: int) -> int:
    """Of `many` numbers of steps in found, keep those whose key is 0; returns how many.

    facts: see `index_steps`.
    """
    kept = 0
    for i in range(many):
        number = found[i]
        if facts[3 * number + 1] == 0:
            found[kept] = number
            kept += 1
    return kept


@micropython.viper
def steps_with(
    marks: ptr16,
    ends: ptr16,
    count: int,
    cells: ptr8,
    groups: ptr8,
    size: int,
    found: ptr16,
    most: int,
) -> int:
    """Find which of `count` steps have all of `size` cells, each in one of its groups.

    ends: where each step's marks end, and the next one's begin; groups: for each of the cells, a
    bit for every group that will do. Writes the numbers of the first `most` such steps into found;
    returns how many.
    """
    at = 0
    many = 0
    for number in range(count):
        end = ends[number]
        i = 0
        while i < size:
            j = at
            while j < end:
                entry = marks[j]
                if entry & 255 == cells[i] and groups[i] >> (entry >> 8) & 1:
                    break
                j += 1
            if j == end:
                break
            i += 1
        at = end
        if i == size:
            found[many] = number
            many += 1
            if many == most:
                break
    return many


@micropython.viper
def steps_begun(
    marks: ptr16,
    ends: ptr16,
    count: int,
    closed: ptr8,
    cells: ptr8,
    size: int,
    found: ptr16,
) -> int:
    """Find which of `count` steps may be over, even if the next has begun: into found; how many.

    They concern one of these `size` cells, all cells that they vacate are open, and at most one of
    the cells that they fill is.
    """
    at = 0
    many = 0
    for number in range(count):
        end = ends[number]
        concerned = 0
        missing = 0
        while at < end:
            entry = marks[at]
            cell = entry & 255
            group = entry >> 8
            for i in range(size):
                if cells[i] == cell:
                    concerned = 1
            if group == 0 and closed[cell]:
                missing = 2
            elif group == 1 and closed[cell] == 0:
                missing += 1
            at += 1
        if concerned and missing < 2:
            found[many] = number
            many += 1
    return many


@micropython.viper
def steps_alike(marks: ptr16, ends: ptr16, one: int, others: ptr16, count: int, found: ptr8) -> int:
    """Write into found how each of `count` other steps resembles one; returns the OR of them all.

    1: the footprints are equal. 2: they differ, but the same cells change, so both steps may end
    alike. 0: they cannot.
    """
    start = 0 if one == 0 else ends[one - 1]
    stop = ends[one]
    all_ = 0
    for i in range(count):
        other = others[i]
        at = 0 if other == 0 else ends[other - 1]
        end = ends[other]
        kind = 1 if end - at == stop - start else 2
        for k in range(at, end):
            if kind == 1 and marks[k] != marks[start + k - at]:
                kind = 2
        if kind == 2:
            a = start
            b = stop
            for _ in range(2):  # does each change all that the other changes?
                for k in range(at, end):
                    if marks[k] >> 8 < 5:
                        j = a
                        while j < b and (marks[j] >> 8 >= 5 or (marks[j] ^ marks[k]) & 255 != 0):
                            j += 1
                        if j == b:
                            kind = 0
                a = at
                b = end
                at = start
                end = stop
        found[i] = kind
        all_ |= kind
    return all_


@micropython.viper
def find_all(values: ptr8, size: int, wanted: int, found: ptr8) -> int:
    """Find where a buffer of `size` bytes has the wanted one: into found; returns how many."""
    many = 0
    for i in range(size):
        if values[i] == wanted:
            found[many] = i
            many += 1
    return many


@micropython.viper
def steps_by_fact(facts: ptr32, count: int, one: int, other: int, wanted: int, found: ptr16) -> int:
    """Find which of `count` steps have a number as one of two facts: into found; how many.

    one, other: the first step's facts. Only the low 30 bits are compared: on 64 bits viper reads
    words as unsigned, and a move may be negative.
    """
    many = 0
    for number in range(count):
        if (facts[one] ^ wanted) & 0x3FFFFFFF == 0 or (facts[other] ^ wanted) & 0x3FFFFFFF == 0:
            found[many] = number
            many += 1
        one += 3
        other += 3
    return many
