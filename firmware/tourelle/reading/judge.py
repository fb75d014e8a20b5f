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

    def __init__(self, evidence, now):
        self._evidence = evidence
        self._line = evidence.line
        self._tokens = evidence.tokens
        self._now = now

    # -- nothing has changed for a while

    def quiet(self, question):
        """Something was lifted or set down; question: the one now lit, or None."""
        line = self._line
        hovering = self._hovering()
        if hovering and self._tokens.hovers(line.cells(), line.closed):
            return hovering
        found = yield from self._find(question)
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

    def _hovering(self):
        """To wait, if the piece that came down has not been there for long enough; or None."""
        until = later(self._tokens.last_change, HOVER_MS)
        return decision(decide.WAIT, at=until) if elapsed(self._now, until) < 0 else None

    def _find(self, question):
        """Returns what explains the board as it stands, as `Found`."""
        line = self._line
        evidence = self._evidence
        found = decide.Found()
        beneath = line.beneath()
        found.next = evidence.next(line.key)
        yield
        found.other = evidence.instead(beneath)
        yield
        taken = line.taken()
        yield
        found.attested = evidence.plainest(evidence.attested(found.next + taken))
        yield
        found.other_attested = evidence.attested(found.other)
        yield
        if line.felt() and not beneath:
            found.put_back = True
            begun = found.next + [reading for reading in taken if evidence.is_begun(reading)]
            feet = [line.felt_by(reading) for reading in begun]
            # The piece of such a step may still be in the hand.
            found.begun = any(foot.vacated or foot.captured for foot in feet)
            return found
        found.stands = line.stands()
        if len(found.other_attested) == 1:
            found.replaces = evidence.may_replace(found.other_attested[0])
        elif not found.attested and not found.other_attested:
            if question is not None and question.unsure and question.switches != line.closed:
                found.reconsidered = line.may_become()
        return found

    def _lone(self, reading, stood):
        """Nothing is attested, and only one next step fits."""
        if not self._evidence.goes_untouched(reading):
            return SETTLED
        hovering = self._hovering()
        if hovering and self._line.felt_by(reading).left:
            return hovering
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
        return (yield from self._explained(last))

    def _explained(self, last, late=False):
        """What two steps at once, one under way or a path decides; else the way back.

        last: the `Moment` when the board last fitted some step, or None; late: no more time to
        think.
        """
        pairs = yield from Pairs(self._evidence).search()
        if pairs.readings:
            return self._of_two(pairs, last, late)
        found = self._of_one(last, late)
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
        return Path(self._evidence)

    def _of_two(self, pairs, last, late):
        """Pairs of steps explain the board: follow the first step, or ask for it."""
        line = self._line
        evidence = self._evidence
        readings = pairs.readings
        until = pairs.last
        found = self._both_attested(pairs)
        if found is not None:
            return found
        if len(readings) == 1 and evidence.came_first(readings[0], until):
            # A piece lies where it went.
            if evidence.goes_untouched(readings[0]):
                return evidence.to_follow(readings[0], until, False)
        if not late and line.may_become():
            return SETTLED  # a step may be under way
        if pairs.attested < 2 and last is not None and last.by_lift:
            # The touch may belong only to the second step: add every first step that fitted.
            readings = readings + [r for r in evidence.fitted(last) if r not in readings]
            until = min(until, last.until)
        return decision(decide.ASK, readings, until, False)

    def _both_attested(self, pairs):
        """One pair, both steps attested, and no single step under way explains the board."""
        line = self._line
        if len(pairs.readings) == 1 and pairs.attested == 2:
            if not line.may_become() or (pairs.apart and line.all_up()):
                return self._evidence.to_follow(pairs.readings[0], pairs.last)
        return None

    def _of_one(self, last, late):
        """No pair explains the board: one step may be under way, or it fitted one before."""
        line = self._line
        if not late:
            held = line.all_up() and self._tokens.together(line.cells())
            if held or line.may_become():
                return SETTLED  # two hands may simply be holding the missing pieces
        found = self._fitted_last(last)
        if found is not None:
            return found
        known = Reading(False, line.path)  # the soft step
        readings = [reading for reading in line.possible() if reading != known]
        return decision(decide.ASK, readings, self._tokens.seq, False) if readings else None

    def _fitted_last(self, last):
        """The board fitted some step until a piece was lifted; or None."""
        if last is None or not last.by_lift:
            return None
        readings = self._evidence.fitted(last)
        if len(readings) == 1 and self._evidence.goes_untouched(readings[0]):
            return self._evidence.to_follow(readings[0], last.until, False)
        return decision(decide.ASK, readings, last.until, False) if readings else None

    def goes_on(self, undone, told):
        """After that reading was undone: a told step that builds on it says that it was made.

        told: a step is attested without it, too; but its piece was up before Undo was pressed.
        """
        pairs = yield from Pairs(self._evidence, undone).search()
        if not told:
            return self._both_attested(pairs) or SETTLED
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
            pairs = yield from Pairs(self._evidence).search()
            if not pairs.readings:
                cells = self._evidence.unfelt_ends()
                what = decide.TOUCH if cells else decide.LATER
                return decision(what, at=think_until, cells=cells)
        ask_from = later(last, ASK_MS)
        if elapsed(self._now, ask_from) < 0:
            return decision(decide.LATER, at=ask_from)
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
                last = yield from last_fit(line, tokens, self._evidence.known)
                asked = self._fitted_last(last)
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
        last = yield from last_fit(self._line, self._tokens, self._evidence.known)
        return (yield from self._explained(last, late=True))
