"""The paths that the game may have taken, and what each costs."""

from tourelle.reading.explain import BESIDE, MOVED, MOVED_ON, signs
from tourelle.steps import BELIEVED, KEYS

MOST = 24  # changes that are gone back to look for a step that is over already


class Path:
    """A reading, (stays, path of a step), and what speaks against it.

    reading  a step on top of the soft one, or instead of it
    foot     its footprint
    signs    its `Signs`
    cost     what speaks against it
    exact    the board is as the step leaves it; else more was lifted or set down since
    """

    def __init__(self, reading, foot, signs, cost, exact):
        self.reading = reading
        self.foot = foot
        self.signs = signs
        self.cost = cost
        self.exact = exact

    @property
    def attested(self):
        """Whether all its signs are there."""
        return not self.signs.missing

    @property
    def seen(self):
        """Whether pieces lie where no hand could hold them, though a touch is missing."""
        foot = self.foot
        return bool(foot.filled) and not self.signs.order and not foot.reached


class Soft:
    """What is known of the soft step besides its moves.

    sure   it was answered, or is a host's: no missing sign speaks against it
    cells  1 for each of its cells
    last   number of the last change that is its own
    """

    def __init__(self, size):
        self.sure = False
        self.last = 0
        self.cells = bytearray(size)
        self.none = bytes(size)

    def set(self, foot, sure, last):
        """Another step is the soft one."""
        self.sure = sure
        self.last = last
        self.cells[:] = self.none
        for group in foot:
            for cell in group:
                self.cells[cell] = 1


class Explained:
    """What explains the board: paths that go on, those instead of the soft step, and that alone.

    next    paths with a step on top of the soft one
    other   paths with another step in its place
    mine    the soft step alone, as a path; None where there is none, or no switch could feel it
    """

    def __init__(self, ground, tokens, soft, rejected):
        self._ground = ground
        self._tokens = tokens
        self._soft = soft
        exact, before = self._next()
        exact += [reading for reading in ground.taken() if reading not in exact]
        self.next = self._weigh(exact, before)
        self.mine = None
        self.other = []
        if ground.felt():
            exact, before = self._other()
            exact = [reading for reading in exact if reading[1] not in rejected]
            before = [reading for reading in before if reading[1] not in rejected]
            mine = False, ground.path
            (exact if not ground.differ else before).append(mine)
            for path in self._weigh(exact, before):
                if path.reading == mine:
                    self.mine = path
                elif path.attested:
                    self.other.append(path)
            if soft.sure:
                self.mine.cost -= self.mine.signs.cost

    def rival_up(self, path):
        """Whether what another step from the same cells goes to is up: it may be that one yet."""
        closed = self._ground.closed
        for other in self.next:
            if other is not path and other.foot.vacated == path.foot.vacated:
                for cell in other.foot.reached:
                    if not closed[cell] and cell not in path.foot.reached:
                        return True
        return False

    def _weigh(self, exact, before):
        """These readings as paths, without those that the order of changes rules out."""
        ground = self._ground
        readings = exact + before
        feet = [ground.felt_by(reading) for reading in readings]
        paths = []
        for i in range(len(readings)):
            path = self._path(readings[i], feet[i], _rivals(feet, i), i < len(exact))
            if not path.signs.order or path.reading[1] == ground.path:
                paths.append(path)
        return paths

    def _path(self, reading, foot, rivals, exact):
        ground = self._ground
        soft = self._soft
        stays = reading[0]
        mine = soft.cells if stays else soft.none
        since = soft.last if stays else 0
        origin = (ground.top if stays else ground.base).origin
        found = signs(
            foot, self._tokens, ground.closed, mine, since, ground.mask, origin, rivals
        )
        cost = found.cost
        if not exact:
            cost += self._rest(reading, foot, found)
        return Path(reading, foot, found, cost, exact)

    def _rest(self, reading, foot, found):
        """What the pieces say against it that are not where it leaves them."""
        ground = self._ground
        tokens = self._tokens
        cost = 0
        cells = ground.differing[: ground.differ] if reading[0] else ground.away()
        plain = found.plain or found.first
        for cell in cells:
            if cell in foot.filled or cell in foot.vacated or cell in foot.captured:
                continue
            if plain and tokens.changed_at(cell) < plain:
                cost += BESIDE
        for cell in foot.filled:
            if not ground.closed[cell] and ground.mask[cell] != BELIEVED:
                cost += MOVED_ON
                for other in cells:
                    if ground.closed[other] and tokens.changed_at(other) > tokens.changed_at(cell):
                        return cost - MOVED_ON + MOVED  # and set down elsewhere
        return cost

    def _next(self):
        """(exact, before): next steps after which the board is as it stands, or was at some
        moment since the soft step."""
        ground = self._ground
        tokens = self._tokens
        exact = ground.on_top(ground.key)
        before = []
        if not ground.differ:
            return exact, before
        seen = [ground.key]
        key = ground.key
        i = tokens.count
        while i and tokens.count - i < MOST:
            i -= 1
            cell = tokens.cells[i]
            if ground.mask[cell] or tokens.seqs[i] <= self._soft.last:
                break
            key ^= KEYS[cell]
            self._add(key, seen, ground.on_top, exact, before)
        for j in range(ground.differ):  # a piece is up besides
            cell = ground.differing[j]
            if not ground.closed[cell]:
                self._add(ground.key ^ KEYS[cell], seen, ground.on_top, exact, before)
        return exact, before

    def _other(self):
        """The same for steps instead of the soft one."""
        ground = self._ground
        away = ground.away()
        exact = ground.instead(away)
        before = []
        key = ground.base.key_of(away)
        seen = [key]
        for cell in away:
            if not ground.closed[cell]:
                self._add(key ^ KEYS[cell], seen, ground.instead_key, exact, before)
        return exact, before

    def _add(self, key, seen, find, exact, before):
        if key and key not in seen:
            seen.append(key)
            for reading in find(key):
                if reading not in exact and reading not in before:
                    before.append(reading)


def _rivals(feet, i):
    """The cells that another step goes to than the one at i, with the same piece."""
    foot = feet[i]
    mine = foot.vacated + foot.left
    found = b""
    for j in range(len(feet)):
        other = feet[j]
        if j != i and (
            _share(mine, other.vacated + other.left) or _share(foot.filled, other.filled)
        ):
            found += other.reached + other.left + other.filled + other.via
    return found


def _share(one, other):
    """Whether two lots of cells have one in common."""
    for cell in one:
        if cell in other:
            return True
    return False
