"""A path of several attested steps, for a board that one or two do not explain.

Needed seldom: when hands went on while a piece lay beside its switch. It is loaded at the start all
the same: loaded later, its names, which are never freed, would split the free heap.
"""

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
        self._evidence = evidence
        self._budget = BUILDS
        self._cut = False  # whether it had to leave out a position
        self.firsts: list = []
        self.until = evidence.tokens.seq

    def search(self):
        """Look for paths; yields as it works, and the board must not change until it ends."""
        for moves, foot, began in self._attested(self._evidence.line.top, self._evidence.since):
            found = yield from self._goes_on(moves, foot.captured, began, 1)
            if found:
                self.firsts.append(Reading(True, moves))
                self.until = min(self.until, found)
            yield
        if self._cut:
            self.firsts = []  # there may be others
        self._evidence.line.let_go()

    def _attested(self, steps, since):
        """(moves, footprint, first change) of the attested steps of the piece lifted first."""
        evidence = self._evidence
        line, tokens = evidence.line, evidence.tokens
        found: list = []
        lifted = [c for c in range(len(line.closed)) if tokens.opening(c) > since]
        for cell in sorted(lifted, key=tokens.opening):
            for number in steps.having(line.position.grid.single[cell], LEAVES, ALL):
                foot = steps.foot(number)
                began = min([tokens.opening(c) for c in foot.vacated + foot.left])
                filled = all(tokens.closing(c) > began for c in foot.filled)
                if began > since and filled and evidence.attests(foot, since, steps.origin):
                    found.append((steps.moves_of(number), foot, began))
            if found:
                break  # whoever lifted first moved first
        return found

    def _goes_on(self, moves, captured, began, count):
        """The number of the change before the next step; 0 if no steps lead to the board."""
        self._cut = self._cut or not self._budget
        if count > STEPS or self._cut:
            return 0
        self._budget -= 1
        steps = yield from self._evidence.line.steps_after(Reading(True, moves))
        if not self._evidence.line.differing_from(steps, captured):
            return self._evidence.tokens.seq
        for further, foot, start in self._attested(steps, began):
            more = captured + foot.captured
            if (yield from self._goes_on(moves + further, more, start, count + 1)):
                return start - 1
        return 0
