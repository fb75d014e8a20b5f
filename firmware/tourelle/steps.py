"""The legal steps of one position, indexed the way the reader asks for them."""

from array import array

from tourelle.grids import NONE
from tourelle.lights import MAY_ATTACK, MAY_LAND

BELIEVED = 1  # in a mask: a switch that is left out of every comparison until it changes


def _random_keys(count):
    # xorshift: any fixed numbers do, as long as sums of a few of them differ.
    keys = []
    x = 0x2545F491
    for _ in range(count):
        x ^= x << 13 & 0x3FFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0x3FFFFFFF
        keys.append(x & 0x3FFFFFFF)
    return tuple(keys)


# A change of occupancy is the XOR of its cells' keys: 30 bits, a small int on the Pico.
KEYS = _random_keys(81)


class Steps:
    """The legal steps of a position, built slice by slice while the board waits.

    A step has a number here; `path` gives its moves. Most paths are one move. Moves that
    change nothing and go without saying ("one token", "done") are looked through: the steps
    that may follow them are in, and their paths begin with them.

    ready     all steps are in
    lands     origin cell -> the lamps that show where its pieces may go (bytearray)
    movers    1 where a piece stands that may move in this turn (bytearray)
    entries   1 where a step puts a piece from the box (bytearray)
    silent    numbers of the steps that no switch can feel, though they touch cells
    forced    the path of the only step there is, if that changes nothing: a pass; else ()
    done      the path that says "nothing more" or "I claim", which is OK's to say; else ()
    origin    the one cell that all steps start from, or grids.NONE
    occupied  the position's occupancy, as it was (bytes)
    """

    # What a first value cannot say.
    forced: tuple
    done: tuple

    def __init__(self, position, mask):
        size = position.grid.size
        self.ready = False
        self.lands = {}
        self.movers = bytearray(size)
        self.entries = bytearray(size)
        self.silent = []
        self.forced = ()
        self.done = ()
        self.origin = NONE
        self.occupied = bytes(position.occupancy)
        # An array: a list of 300 moves wants twice the room in one piece, and half of it unused.
        self._moves = array("i")
        self._way = bytearray()  # number of the way to each step
        self._ways = [()]  # moves that go without saying
        self._about: list = [None] * size
        self._fits = {}
        self._position = position
        self._mask = mask
        self._more = None
        self._at = 0  # the way that is being gone
        self._own = True  # that way stays within the turn
        self._count = 0  # moves of the position itself

    def build(self, count):
        """Take in at most so many steps more; the position must be as it was at the start."""
        position = self._position
        way = self._ways[self._at]
        turns = position.turns
        for move in way:
            position.push(move)
        self._own = position.turns == turns
        if self._more is None:
            self._more = position.legal_moves()
        for _ in range(count):
            move = next(self._more, None)
            if move is None:
                self._more = None
                self._at += 1
                break
            self._add(way, move)
        for _ in way:
            position.pop()
        if self._at == len(self._ways):
            self.ready = True
            if self._count > 1:
                self.forced = ()

    def path(self, number):
        """The moves of a step."""
        return self._ways[self._way[number]] + (self._moves[number],)

    def fitting(self, key):
        """The numbers of the steps whose change of occupancy has this key."""
        return self._fits.get(key, ())

    def fitting_cells(self, cells):
        """The numbers of the steps that change just these cells' occupancy."""
        return self.fitting(self.key_of(cells))

    def about(self, cell):
        """The numbers of the steps that lift, fill, reach or pass the cell."""
        return self._about[cell] or ()

    def feet(self, numbers):
        """(number, footprint) of each step; the position must be as it was at the start."""
        position = self._position
        at = 0
        found = []
        for number in numbers:
            if self._way[number] != at:
                for _ in self._ways[at]:
                    position.pop()
                at = self._way[number]
                for move in self._ways[at]:
                    position.push(move)
            found.append((number, position.footprint(self._moves[number])))
        for _ in self._ways[at]:
            position.pop()
        return found

    def key_of(self, *groups):
        """The key of all cells of these groups whose switches can be felt."""
        key = 0
        for cells in groups:
            key = self._key(cells, key)
        return key

    def _key(self, cells, key):
        mask = self._mask
        for cell in cells:
            if mask[cell] != BELIEVED:
                key ^= KEYS[cell]
        return key

    def _add(self, way, move):
        foot = self._position.footprint(move)
        self._count += not way
        if not any(foot):
            self._add_empty(way, move)
            return
        number = len(self._moves)
        self._moves.append(move)
        self._way.append(self._at)
        vacated, filled, left, reached, captured, attacked, _ = foot
        key = self._key(filled, self._key(vacated, 0))
        if key:
            self._fit(key, number)
            if captured:
                # The captured piece may be gone already when the step is read.
                self._fit(self._key(captured, key), number)
        else:
            self.silent.append(number)
        about = self._about
        for cells in foot:
            for cell in cells:
                numbers = about[cell]
                if numbers is None:
                    about[cell] = [number]
                elif numbers[-1] != number:
                    numbers.append(number)
        for origins in (vacated, left):
            for origin in origins:
                self._light(origin, filled, reached, attacked, captured)
        self._note_origin(number, vacated, left)
        if not vacated and not left:
            for cells in (filled, reached):
                for cell in cells:
                    self.entries[cell] = 1

    def _add_empty(self, way, move):
        position = self._position
        path = way + (move,)
        if not way:
            self.forced = path
        if position.implied(move):
            self.done = path
            position.push(move)
            if position.outcome() is None:
                self._ways.append(path)
            position.pop()
        elif not self.done:
            self.done = path

    def _fit(self, key, number):
        numbers = self._fits.get(key)
        if numbers is None:
            self._fits[key] = [number]
        else:
            numbers.append(number)

    def _light(self, origin, filled, reached, attacked, captured):
        if self._own:
            self.movers[origin] = 1
        lamps = self.lands.get(origin)
        if lamps is None:
            lamps = self.lands[origin] = bytearray(len(self.entries))
        for cells in (filled, reached):
            for cell in cells:
                if lamps[cell] != MAY_ATTACK:
                    lamps[cell] = MAY_LAND
        for cells in (attacked, captured):
            for cell in cells:
                lamps[cell] = MAY_ATTACK

    def _note_origin(self, number, vacated, left):
        """Keep in `origin` the one cell that all steps so far start from."""
        origin = NONE
        if len(vacated) + len(left) == 1:
            origin = vacated[0] if vacated else left[0]
        if number == 0:
            self.origin = origin
        elif origin != self.origin:
            self.origin = NONE
