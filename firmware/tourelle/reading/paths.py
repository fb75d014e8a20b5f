"""The paths that the game may have taken, and what each costs."""

from tourelle.reading.explain import BESIDE, DENIED, HOVER, MOVED, MOVED_ON, signs
from tourelle.steps import ALL, BELIEVED, FILLS, KEYS

MOST = 24  # changes that are gone back to look for a step that is over already


class Path:
    """A reading, (stays, path of a step), and what speaks against it.

    reading  a step on top of the soft one, or instead of it
    foot     its footprint
    signs    its `Signs`
    cost     what speaks against it
    exact    the board is as the step leaves it; else more was lifted or set down since
    loose    another piece was up before it was plain and still is, or its own is up again
    """

    def __init__(self, reading, foot, signs, cost, exact, loose):
        self.reading = reading
        self.foot = foot
        self.signs = signs
        self.cost = cost
        self.exact = exact
        self.loose = loose

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

    cost   what spoke against it when it was followed
    sure   it was answered, or is a host's: no missing sign speaks against it
    cells  1 for each of its cells
    last   number of the last change that is its own
    """

    def __init__(self, size):
        self.cost = 0
        self.sure = False
        self.last = 0
        self.cells = bytearray(size)
        self.none = bytes(size)

    def set(self, foot, sure, last, cost=0):
        """Another step is the soft one."""
        self.cost = cost
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

    def __init__(self, line, tokens, soft):
        self._line = line
        self._tokens = tokens
        self._soft = soft
        self.next = []
        self.other = []
        self.mine = None

    def explain(self, rejected):
        """Look for all of them; yields wherever that may be interrupted.

        rejected: paths of steps that an answer was against.
        """
        line = self._line
        exact = line.on_top(line.key)
        yield
        exact += [reading for reading in line.taken() if reading not in exact]
        before: list = []
        yield from self._next(exact, before)
        yield from self._weigh(exact, before, self.next)
        if not line.felt():
            return
        exact = []
        before = []
        yield from self._other(exact, before)
        exact = [reading for reading in exact if reading[1] not in rejected]
        before = [reading for reading in before if reading[1] not in rejected]
        mine = False, line.path
        (before if line.differ else exact).append(mine)
        paths: list = []
        yield from self._weigh(exact, before, paths, mine)
        for path in paths:
            if path.reading == mine:
                self.mine = path
            elif path.attested:
                self.other.append(path)
        taken = line.foot.vacated + line.foot.left
        for path in self.other:
            if taken and self.mine.attested:
                if not _share(path.foot.vacated + path.foot.left, taken):
                    path.cost += DENIED
        if self._soft.sure:
            self.mine.cost -= self.mine.signs.cost

    def total(self, path):
        """What a next step costs with the soft one; a touch that is of the next is not of both."""
        mine = self.mine
        if mine is None:
            return path.cost
        cost = mine.signs.cost
        for group in path.foot:
            for cell in group:
                cost -= mine.signs.against[cell]
        return path.cost + max(0, min(cost, self._soft.cost))

    def touched_instead(self, path):
        """Whether another stack was touched that a piece may come off to where this one fills."""
        tokens = self._tokens
        top = self._line.top
        alone = self._line.position.grid.alone
        for cell in path.foot.filled:
            for number in top.having(alone[cell], FILLS, ALL):
                for left in top.foot(number).left:
                    at = tokens.last(left)
                    if left not in path.foot.left and at >= 0 and tokens.shut[at]:
                        if tokens.seqs[at] > self._soft.last:
                            return True
        return False

    def rival_up(self, path):
        """Whether what another step from the same cells goes to is up: it may be that one yet."""
        closed = self._line.closed
        for other in self.next:
            if other is not path and other.foot.vacated == path.foot.vacated:
                for cell in other.foot.reached:
                    if not closed[cell] and cell not in path.foot.reached:
                        return True
        return False

    def _weigh(self, exact, before, paths, mine=None):
        """Add these readings as paths, but not those that the order of changes rules out."""
        readings = exact + before
        feet = []
        for reading in readings:
            feet.append(self._line.felt_by(reading))
            yield
        for i in range(len(readings)):
            if i >= len(exact) and readings[i] != mine and self._is_back(feet[i]):
                continue
            path = self._path(readings[i], feet[i], _rivals(feet, i), i < len(exact))
            if readings[i] == mine or (not path.signs.order and (path.exact or path.signs.first)):
                paths.append(path)
            yield

    def _is_back(self, foot):
        """Whether all stands again where a step took it from."""
        for cell in foot.vacated:
            if not self._line.closed[cell]:
                return False
        return len(foot.vacated) > 0

    def _path(self, reading, foot, rivals, exact):
        line = self._line
        soft = self._soft
        stays = reading[0]
        mine = soft.cells if stays else soft.none
        since = soft.last if stays else 0
        origin = (line.top if stays else line.base).origin
        found = signs(foot, self._tokens, line.closed, mine, since, line.mask, origin, rivals)
        beside = 0 if exact else self._beside(reading, foot, found)
        cost = found.cost + beside
        moved = 0 if exact else self._moved_on(reading, foot)
        if not (exact or stays or reading[1] == line.path):
            moved += HOVER
        loose = beside > 0 or moved >= MOVED_ON
        return Path(reading, foot, found, cost + moved, exact, loose)

    def _cells(self, reading):
        """The cells that differ from the position that the step is made in."""
        line = self._line
        return line.differing[: line.differ] if reading[0] else line.away()

    def _beside(self, reading, foot, found):
        """What the pieces say against it that were up before it was plain, and still are."""
        cost = 0
        plain = found.plain or found.first
        for cell in self._cells(reading):
            if cell not in foot.filled + foot.vacated + foot.captured:
                if plain and self._tokens.changed_at(cell) < plain:
                    cost += BESIDE
        return cost

    def _moved_on(self, reading, foot):
        """What it says against it that what it put down was taken up again."""
        line = self._line
        changed_at = self._tokens.changed_at
        for cell in foot.filled:
            if not line.closed[cell] and line.mask[cell] != BELIEVED:
                for other in self._cells(reading):
                    if line.closed[other] and changed_at(other) > changed_at(cell):
                        return MOVED
                return MOVED_ON
        return 0

    def _next(self, exact, before):
        """Next steps after which the board was as it was at some moment since the soft step."""
        line = self._line
        tokens = self._tokens
        if not line.differ:
            return
        seen = [line.key]
        key = line.key
        i = tokens.count
        while i and tokens.count - i < MOST:
            i -= 1
            cell = tokens.cells[i]
            if line.mask[cell] or tokens.seqs[i] <= self._soft.last:
                break
            key ^= KEYS[cell]
            if self._add(key, seen, line.on_top, exact, before):
                yield
        for j in range(line.differ):  # a piece is up besides
            cell = line.differing[j]
            if not line.closed[cell]:
                if self._add(line.key ^ KEYS[cell], seen, line.on_top, exact, before):
                    yield

        if exact or before:
            return
        # Two steps were made at once: all but a piece lifted and one set down is the other.
        for j in range(line.differ):
            for k in range(line.differ):
                up = line.differing[j]
                down = line.differing[k]
                if not line.closed[up] and line.closed[down]:
                    key = line.key ^ KEYS[up] ^ KEYS[down]
                    if self._add(key, seen, line.on_top, exact, before):
                        yield

    def _other(self, exact, before):
        """Steps instead of the soft one after which the board is as it is, or one piece is up."""
        line = self._line
        away = line.away()
        exact += line.instead(away)
        yield
        key = line.base.key_of(away)
        seen = [key]
        for cell in away:
            if not line.closed[cell]:
                if self._add(key ^ KEYS[cell], seen, line.instead_key, exact, before):
                    yield

    def _add(self, key, seen, find, exact, before):
        """Add the readings with this change; False if they had been looked for."""
        if not key or key in seen:
            return False
        seen.append(key)
        for reading in find(key):
            if reading not in exact and reading not in before:
                before.append(reading)
        return True


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
