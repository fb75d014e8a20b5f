"""A path of several told steps, for a board that one or two do not explain.

Always loaded, though seldom needed, when hands went on while a piece lay beside its switch: its
names, which stay, would come to lie in the middle of the heap.
"""

from tourelle.reading.explain import MISSING, grade
from tourelle.reading.line import Reading
from tourelle.steps import ALL, LEAVES

STEPS = 8  # most steps of a path
BUILDS = 24  # most positions that a search may look at


class Path:
    """Needs the `Evidence`; gives the first step of all paths.

    A path begins where the board last stood right and ends in the board as it is. All its steps
    are attested, and their pieces were lifted in the order of the steps.

    firsts  the paths' first steps, as readings
    until   number of the change before the second step, in the path where it began earliest
    """

    def __init__(self, evidence):
        self._line = evidence.line
        self._tokens = evidence.tokens
        self._since = evidence.since
        self._left = BUILDS
        self.firsts: list = []
        self.until = self._tokens.seq

    def search(self):
        """Look for paths; yields as it works, and the board must not change until it ends."""
        for path, foot, began in self._told(self._line.top, self._since):
            found = yield from self._goes_on(path, foot.captured, began, 1)
            if found:
                self.firsts.append(Reading(True, path))
                self.until = min(self.until, found)
            yield
        self._line.let_go()

    def _told(self, steps, since):
        """(path, footprint, first change) of the steps told by the piece that was lifted first."""
        line = self._line
        tokens = self._tokens
        last = tokens.seq
        found: list = []
        lifted = [c for c in range(len(line.closed)) if tokens.opening(c, last) > since]
        for cell in sorted(lifted, key=lambda c: tokens.opening(c, last)):
            for number in steps.having(line.position.grid.alone[cell], LEAVES, ALL):
                foot = steps.foot(number)
                began = min([tokens.opening(c, last) for c in foot.vacated + foot.left])
                filled = all(tokens.closing(c, last) > began for c in foot.filled)
                if began > since and filled:
                    if grade(foot, tokens, since, last, line.left_out, steps.origin) > MISSING:
                        found.append((steps.path(number), foot, began))
            if found:
                break  # whoever lifted first moved first
        return found

    def _goes_on(self, path, captured, began, count):
        """The number of the change before the next step, if told steps lead to the board; or 0."""
        if count > STEPS or not self._left:
            return 0
        self._left -= 1
        steps = yield from self._line.steps_after(Reading(True, path))
        if not self._line.differing_from(steps, captured):
            return self._tokens.seq
        for further, foot, start in self._told(steps, began):
            more = captured + foot.captured
            if (yield from self._goes_on(path + further, more, start, count + 1)):
                return start - 1
        return 0
