"""Judging a board that differs from the position: bit by bit, until there is a `Decision`.

Nothing is carried out here: the reader and the game do that.
"""

from tourelle.clock import elapsed, later
from tourelle.memory import UNREADABLE, Lent, NoRoom
from tourelle.reading import decide
from tourelle.reading.decide import SETTLED, decision
from tourelle.reading.hindsight import Pairs, last_fit, standing_since
from tourelle.reading.line import TAKEN_BACK, Reading

HOVER_MS = 600  # a piece that may only hover has to stay down for this long
ASK_MS = 5000  # something fits but nothing is attested for this long: ask
LIES_MS = 4000  # nothing attested for this long: a lifted piece may lie where no switch feels it
THINK_MS = 90000  # no question for this long while pieces may simply be in the hand


class Judge:
    """Looks once at a board that differs; each way of looking returns a `Decision`.

    It yields wherever other work may interrupt it. If the board changes before it returns, it has
    to be abandoned.
    """

    # A type that the first value does not show.
    _pairs: Pairs

    def __init__(self, line, tokens, evidence, now):
        self._line = line
        self._tokens = tokens
        self._evidence = evidence
        self._now = now
        self._pairs = None  # the `Pairs` that were looked for last
        self._late = False  # no more time to think
        self._last = None  # the `Moment` when the board last fitted some step

    # -- nothing has changed for a while

    def quiet(self, question):
        """Something was lifted or set down; question: the one now lit, or None."""
        line = self._line
        if self._may_hover() and self._tokens.hovers(line.cells(), line.closed):
            return self._hovering()
        found = decide.Found()
        yield from self._find(found, question)
        what, readings = decide.decide(found)
        if what in (decide.FOLLOW, decide.LONE):
            stood = yield from standing_since(line, self._tokens, self._evidence.known)
            if what == decide.LONE:
                return self._lone(readings[0], stood)
            return self._evidence.to_follow(readings[0], None, True, stood)
        if what == decide.LOOK_BACK and (question is None or question.unsure):
            return (yield from self._look_back())
        if what == decide.BACK:
            return self._evidence.to_follow(TAKEN_BACK, self._evidence.since_base)
        if what in (decide.OPEN, decide.LOOK_BACK):  # what is asked has to be answered first
            return SETTLED
        return decision(what, readings, self._tokens.seq)

    def _may_hover(self):
        """Whether the piece that came down has not been there for long enough yet."""
        return elapsed(self._now, later(self._tokens.last_change, HOVER_MS)) < 0

    def _hovering(self):
        return decision(decide.WAIT, at=later(self._tokens.last_change, HOVER_MS))

    def _find(self, found, question):
        """Fill in what explains the board as it stands."""
        line = self._line
        evidence = self._evidence
        beneath = line.beneath()
        found.next = evidence.next(line.key)
        yield
        found.other = evidence.instead(beneath)
        yield
        taken = line.taken()
        yield
        last = self._tokens.seq
        found.attested = evidence.plainest(evidence.attested(found.next + taken, last))
        yield
        found.other_attested = evidence.attested(found.other, last)
        yield
        if line.felt() and not beneath:
            found.put_back = True
            begun = found.next + [reading for reading in taken if evidence.is_begun(reading)]
            feet = [line.felt_by(reading) for reading in begun]
            # The piece of such a step may still be in the hand.
            found.begun = any(foot.vacated or foot.captured for foot in feet)
            return
        found.stands = line.stands()
        if len(found.other_attested) == 1:
            found.replaces = evidence.may_replace(found.other_attested[0])
        elif not found.attested and not found.other_attested:
            if question is not None and question.unsure and question.switches != line.closed:
                found.reconsidered = line.may_become()

    def _lone(self, reading, stood):
        """Nothing is attested, and only one next step fits."""
        if not self._evidence.goes_untouched(reading):
            return SETTLED
        if self._line.felt_by(reading).left and self._may_hover():
            return self._hovering()
        return self._evidence.to_follow(reading, None, False, stood)

    # -- nothing fits: the hands were quicker than the board, or strayed from every step

    def _look_back(self):
        """Follow the last fit if it was attested then; else look for two steps at once."""
        evidence = self._evidence
        last = yield from last_fit(self._line, self._tokens, evidence.known)
        if last is not None and not self._line.may_become():
            readings = evidence.fitted(last)
            attested = evidence.attested(readings, last.until)
            again = evidence.put_back
            # If the step that was put back fits, too, its piece may be back only for a moment.
            if len(attested) == 1 and (again not in readings or again in attested):
                return evidence.to_follow(attested[0], last.until)
        return (yield from self._explained())

    def _search(self, undone=None):
        """Look for two steps at once."""
        self._pairs = Pairs(self._line, self._tokens, self._evidence, undone)
        yield from self._pairs.search()

    def _explained(self):
        """The decision of the first row that gives one, or of a path; else the way back."""
        yield from self._search()
        self._last = yield from last_fit(self._line, self._tokens, self._evidence.known)
        for row in _ROWS:
            found = row(self)
            if found is not None:
                return found
        path = self._path() if self._line.differ > 2 else None
        if path is not None:
            yield from path.search()
            if len(path.firsts) == 1:
                return self._evidence.to_follow(path.firsts[0], path.until)
        return decision(decide.LEAD)

    def _path(self):
        """The `Path` search, for when neither one step nor two explain the board; or None."""
        try:
            with Lent("tourelle.reading.path", kept=False):
                from tourelle.reading.path import Path
        except (NoRoom,) + UNREADABLE:
            return None
        return Path(self._line, self._tokens, self._evidence)

    def _both_attested(self):
        """One pair, both steps attested, and no single step under way explains the board."""
        pairs = self._pairs
        line = self._line
        if len(pairs.readings) == 1 and pairs.attested == 2:
            if not line.may_become() or (pairs.apart and line.all_up()):
                return self._evidence.to_follow(pairs.readings[0], pairs.last)
        return None

    def _one_stands(self):
        """One pair, and a piece lies where its first step went."""
        pairs = self._pairs
        evidence = self._evidence
        if len(pairs.readings) == 1 and evidence.came_first(pairs.readings[0], pairs.last):
            if evidence.goes_untouched(pairs.readings[0]):
                return evidence.to_follow(pairs.readings[0], pairs.last, False)
        return None

    def _in_the_hand(self):
        """A step may be under way."""
        return SETTLED if not self._late and self._line.may_become() else None

    def _several_pairs(self):
        """Some pairs: ask for the first step."""
        pairs = self._pairs
        if not pairs.readings:
            return None
        readings = pairs.readings
        until = pairs.last
        if pairs.attested < 2 and self._lifted_since():
            # The touch may belong only to the second step: add every first step that fitted.
            fitted = self._evidence.fitted(self._last)
            readings = readings + [r for r in fitted if r not in readings]
            until = min(until, self._last.until)
        return decision(decide.ASK, readings, until, False)

    def _in_two_hands(self):
        """No pair, but two hands may simply be holding the missing pieces."""
        line = self._line
        held = not self._late and line.all_up() and self._tokens.together(line.cells())
        return SETTLED if held else None

    def _fitted_last(self):
        """The board fitted some step until a piece was lifted."""
        readings = self._evidence.fitted(self._last) if self._lifted_since() else []
        if len(readings) == 1 and self._evidence.goes_untouched(readings[0]):
            return self._evidence.to_follow(readings[0], self._last.until, False)
        return decision(decide.ASK, readings, self._last.until, False) if readings else None

    def _still_possible(self):
        """Some step may be under way, other than the soft one, which is known already."""
        known = Reading(False, self._line.path)
        readings = [reading for reading in self._line.possible() if reading != known]
        return decision(decide.ASK, readings, self._tokens.seq, False) if readings else None

    def _lifted_since(self):
        """Whether the board fitted some step, until a piece was lifted."""
        return self._last is not None and self._last.by_lift

    def goes_on(self, undone, told):
        """After that reading was undone: a told step that builds on it says that it was made.

        told: a step is attested without it, too; but its piece was up before Undo was pressed.
        """
        yield from self._search(undone)
        pairs = self._pairs
        if not told:
            return self._both_attested() or SETTLED
        if pairs.attested == 2 and pairs.readings == [undone]:
            return self._evidence.to_follow(undone, pairs.last)
        return (yield from self.quiet(None))

    # -- the hands are done, or have taken a long time

    def late(self):
        """Nothing attested for a long time: ask, unless somebody may simply be thinking.

        If the piece may be down where no switch feels it, the lights ask for a touch.
        """
        last = self._tokens.last_change
        think_until = later(last, THINK_MS)
        thinks = elapsed(self._now, think_until) < 0 and self._line.in_hand()
        thinks = thinks and not self._evidence.ends_unfelt()
        if thinks:
            yield from self._search()
            if not self._pairs.readings:
                cells = self._evidence.unfelt_ends()
                what = decide.TOUCH if cells else decide.LATER
                return decision(what, at=think_until, cells=cells)
        if elapsed(self._now, later(last, ASK_MS)) < 0:
            return decision(decide.LATER, at=later(last, ASK_MS))
        # With the piece in the hand, it may only be two steps.
        return (yield from self._settled([] if thinks else self._evidence.fitting()))

    def hands_done(self, led, way_back):
        """OK: nothing is in the hand any more; led, way_back: whether these are lit."""
        line = self._line
        tokens = self._tokens
        up = [] if led else [cell for cell in line.cells() if not line.closed[cell]]
        besides = [cell for cell in up if self._evidence.otherwise(cell)]
        if len(besides) == 1:
            if tokens.followed_soon(besides[0], line.cells(), LIES_MS):
                # It may have been lifted for an earlier step that no touch told of.
                self._last = yield from last_fit(line, tokens, self._evidence.known)
                asked = self._fitted_last()
                if asked is not None:
                    return asked
            return decision(decide.BELIEVE, until=self._evidence.since, cells=bytes(besides))
        if not (led or way_back):
            return (yield from self._all_down())
        if tokens.moved(line.cells(), line.closed, self._now):
            return decision(decide.INSIST)
        return decision(decide.BELIEVE, until=tokens.seq, cells=range(len(line.closed)))

    def _all_down(self):
        """Nothing is in the hand any more: the only reading that fits counts.

        If its piece may still be in the hand, or gone, it is asked about.
        """
        line = self._line
        readings = self._evidence.fitting()
        if len(readings) == 1 and not line.felt_by(readings[0]).reached:
            return self._evidence.to_follow(readings[0], None, False)
        yield
        hidden: list = []
        for cell in range(len(line.closed)):
            if line.closed[cell] and line.position.occupancy[cell]:
                # Its switch may stick under a piece that is gone.
                hidden += self._evidence.otherwise(cell)
            if cell & 7 == 7:
                yield
        return (yield from self._settled(hidden + readings))

    def _settled(self, readings):
        """Ask between these readings, or settle on what fitted before or is still possible."""
        yield
        if readings:
            return decision(decide.ASK, readings, self._tokens.seq, False)
        self._late = True
        return (yield from self._explained())


# Explanations for a board that fits nothing: the first that returns a decision counts.
_ROWS = (
    Judge._both_attested,
    Judge._one_stands,
    Judge._in_the_hand,
    Judge._several_pairs,
    Judge._in_two_hands,
    Judge._fitted_last,
    Judge._still_possible,
)
