"""The legal steps of one position, indexed the way the reader asks for them."""

from tourelle.lights import MAY_ATTACK, MAY_LAND


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


def key_of(*groups):
    """The key of all cells of these groups."""
    key = 0
    for cells in groups:
        for cell in cells:
            key ^= KEYS[cell]
    return key


class Steps:
    """The legal steps of a position, built slice by slice while the board waits.

    ready     all steps are in
    moves     the legal steps
    lands     origin cell -> the lamps that show where its pieces may go (bytearray)
    entries   1 where a step puts a piece from the box (bytearray)
    silent    moves that touch cells but change no occupancy
    empty     moves that change nothing: a pass, a claim, "done"
    occupied  the position's occupancy, as it was (bytes)
    """

    def __init__(self, position):
        size = position.grid.size
        self.ready = False
        self.moves = []
        self.lands = {}
        self.entries = bytearray(size)
        self.silent = []
        self.empty = []
        self.occupied = bytes(position.occupancy)
        self._about = [None] * size
        self._fits = {}
        self._position = position
        self._more = position.legal_moves()

    def build(self, count):
        """Take in at most so many steps more; the position must be as it was at the start."""
        for _ in range(count):
            move = next(self._more, None)
            if move is None:
                self.ready = True
                self._more = None
                return
            self._add(move)

    def fitting(self, key):
        """The moves whose change of occupancy has this key."""
        return self._fits.get(key, ())

    def about(self, cell):
        """The moves that lift, fill, reach or pass the cell."""
        return self._about[cell] or ()

    def _add(self, move):
        foot = self._position.footprint(move)
        self.moves.append(move)
        origins = foot.vacated + foot.left
        landing = foot.filled + foot.reached
        if not foot.vacated and not foot.filled:
            (self.silent if origins or landing else self.empty).append(move)
        else:
            key = key_of(foot.vacated, foot.filled)
            self._fits.setdefault(key, []).append(move)
            if foot.captured:
                # The captured piece may be gone already when the step is read.
                self._fits.setdefault(key ^ key_of(foot.captured), []).append(move)
        for cell in set(origins + landing + foot.captured + foot.via):
            if self._about[cell] is None:
                self._about[cell] = []
            self._about[cell].append(move)
        for origin in origins:
            lamps = self.lands.get(origin)
            if lamps is None:
                lamps = self.lands[origin] = bytearray(len(self.entries))
            for cell in landing:
                if lamps[cell] != MAY_ATTACK:
                    lamps[cell] = MAY_LAND
            for cell in foot.attacked + foot.captured:
                lamps[cell] = MAY_ATTACK
        if not origins:
            for cell in landing:
                self.entries[cell] = 1
