"""Judging a board that differs from the position: bit by bit, until there is a `Verdict`.

Nothing is done here: the reader and the game follow.
"""

from tourelle.clock import elapsed, later
from tourelle.reading.decide import (
    ARRIVED,
    ASK,
    BELIEVE,
    FOLLOW,
    INSIST,
    LATER,
    LEAD,
    LONE,
    LOOK_BACK,
    STANDS,
    WAIT,
    Found,
    decide,
)
from tourelle.reading.hindsight import last_fit, standing_since
from tourelle.reading.line import Reading

HOVER_MS = 600  # so long what may only hover has to stay where it came down
THINK_MS = 90000  # pieces may simply be in the hand: so long nobody is asked


class Verdict:
    """What is to be done.

    what      of decide.py's words, but LONE and LOOK_BACK
    readings  the one to follow, or those to ask between
    until     what was touched after this change is evidence for what comes; None: what was
              touched after the last change of the step itself
    attested  whether the reading to follow is attested
    stood     number of the change since which its whole step has stood; None: it does not matter
    unsure    it is asked since nothing is attested
    at        when to look or ask again, in ms
    cells     those to believe
    """

    def __init__(
        self,
        what,
        readings=(),
        until=None,
        attested=True,
        stood=None,
        unsure=False,
        at=0,
        cells=(),
    ):
        self.what = what
        self.readings = readings
        self.until = until
        self.attested = attested
        self.stood = stood
        self.unsure = unsure
        self.at = at
        self.cells = cells


class Judge:
    """Needs line, tokens and what explains them; each method yields None, then a `Verdict`.

    It yields None wherever it may be interrupted, and no verdict where there is nothing to do.

    put_back  path of a step that the hands took back, which may be made again, or ()
    foot_put_back  its footprint, or None
    late      it is time to ask: nothing has changed for long, or OK was pressed
    """

    # Types that the first values do not show.
    put_back: tuple

    def __init__(self, line, tokens, explain, pairs, led):
        self._line = line
        self._tokens = tokens
        self._explain = explain
        self._pairs = pairs
        self._led = led
        self.begin()

    def begin(self):
        """The position has changed: forget what came before."""
        self.unseen()
        self.put_back = ()
        self.foot_put_back = None
        self.late = False

    def unseen(self):
        """What the switches were until now explains nothing."""
        self._pairs.let_go()
        self._begun = self._tokens.seq

    def quiet(self, now, question):
        """Nothing has changed for a while; question: the one that is lit, or None."""
        line = self._line
        line.collect()
        if line.differ == 0:
            self._begun = self._tokens.seq
            if not self._led.on:
                yield Verdict(STANDS)
            elif self._led.done():
                self._led.stop()
                yield Verdict(ARRIVED)
            return
        if self._led.on:
            if not self._led.goes_beyond():
                return
            if not self._explain.attested(line.on_top(line.key), self._tokens.seq):
                return
            self._led.stop()
            self._begun = self._tokens.seq  # what was touched before was to put it right
        yield from self._differs(now, question)

    def _differs(self, now, question):
        """Something was lifted or set down."""
        line = self._line
        hover_until = later(self._tokens.last_change, HOVER_MS)
        if elapsed(now, hover_until) < 0:
            if self._tokens.hovers(line.cells(), line.closed):
                yield Verdict(WAIT, at=hover_until)
        found = Found()
        yield from self._find(found, question)
        what, readings = decide(found)
        stood = 0
        if what in (FOLLOW, LONE):
            stood = yield from standing_since(line, self._tokens, self._begun)
        if what == FOLLOW:
            yield Verdict(FOLLOW, readings, None, True, stood)
        elif what == LONE:
            yield from self._lone(readings, now, stood)
        elif what == LOOK_BACK:
            if question is None or question.unsure:  # else that has to be answered first
                yield from self._remember_or_look_back()
        elif what != WAIT:
            yield Verdict(what, readings, self._tokens.seq)

    def _find(self, found, question):
        """Fill in what explains the board as it is."""
        line = self._line
        explain = self._explain
        away = line.away()
        found.next = explain.next(line.key)
        yield
        found.other = explain.instead(away)
        yield
        taken = line.taken()
        yield
        last = self._tokens.seq
        found.attested = explain.plainest(explain.attested(found.next + taken, last))
        yield
        found.other_attested = explain.attested(found.other, last)
        yield
        if line.felt() and not away:
            found.put_back = True
            found.begun = line.lifts(found.next + [r for r in taken if explain.is_begun(r)])
            return
        found.stands = line.stands()
        if len(found.other_attested) == 1:
            other = found.other_attested[0]
            found.replaces = explain.may_replace(other)
        elif not found.attested and not found.other_attested:
            if question is not None and question.unsure and question.switches != line.closed:
                found.reconsidered = bool(line.possible())

    def _lone(self, readings, now, stood):
        """Nothing is attested, but only one next step fits."""
        if not self._explain.goes_untouched(readings[0]):
            return
        hover_until = later(self._tokens.last_change, HOVER_MS)
        if self._line.felt_by(readings[0]).left and elapsed(now, hover_until) < 0:
            yield Verdict(WAIT, at=hover_until)
        else:
            yield Verdict(FOLLOW, readings, None, False, stood)

    def _remember_or_look_back(self):
        """What fitted last and was attested then; or else two steps at once."""
        last = yield from last_fit(self._line, self._tokens, self._begun)
        if last is not None and not self._line.may_become():
            readings = self._explain.fitted(last)
            attested = self._explain.attested(readings, last.until)
            again = Reading(True, self.put_back)
            # If the step put back fits, too, its piece may have been set back only for a moment.
            if len(attested) == 1 and (again not in readings or again in attested):
                yield Verdict(FOLLOW, attested, last.until, True)
                return
        yield from self.look_back()

    def look_back(self):
        """Two steps at once, or the last that fitted; or else the way back."""
        yield from self._pairs.search(self.put_back)
        yield from self._pair_found()

    def _pair_found(self):
        line = self._line
        explain = self._explain
        best = self._pairs
        readings = best.readings
        last = yield from last_fit(line, self._tokens, self._begun)
        if len(readings) == 1 and best.attested == 2 and (best.apart or not line.in_hand()):
            yield Verdict(FOLLOW, readings, best.last, True)
        elif (
            len(readings) == 1
            and explain.came_first(readings[0], best.last)
            and explain.goes_untouched(readings[0])
        ):
            yield Verdict(FOLLOW, readings, best.last, False)
        elif not self.late and line.may_become():
            pass  # it may simply be in the hand
        elif readings:
            until = best.last
            if best.attested < 2 and last is not None and last.by_lift:
                # The touch may belong to the second step only: add every first step that fitted.
                readings += [r for r in explain.fitted(last) if r not in readings]
                until = min(until, last.until)
            yield Verdict(ASK, readings, until, unsure=True)
        else:
            yield from self._look_further_back(last)

    def _look_further_back(self, last):
        """Not two steps at once either: what fitted last, what may come, or the way back."""
        line = self._line
        if not self.late and line.all_up() and self._tokens.together(line.cells()):
            return  # two hands may simply hold them
        if last is not None and last.by_lift:
            readings = self._explain.fitted(last)
            if len(readings) == 1 and self._explain.goes_untouched(readings[0]):
                yield Verdict(FOLLOW, readings, last.until, False)
                return
            if readings:
                yield Verdict(ASK, readings, last.until, unsure=True)
                return
        # Not whether the soft step was made: that is known.
        known = Reading(False, line.path)
        readings = [reading for reading in line.possible() if reading != known]
        if readings:
            yield Verdict(ASK, readings, self._tokens.seq, unsure=True)
        else:
            yield Verdict(LEAD)

    def late_asked(self, now):
        """Nothing was attested for long: ask, unless somebody may simply think."""
        line = self._line
        if self._led.on or line.differ == 0:
            return
        think_until = later(self._tokens.last_change, THINK_MS)
        thinks = elapsed(now, think_until) < 0 and line.in_hand()
        if thinks and not self._explain.ends_unfelt():
            yield from self._pairs.search(self.put_back)
            if self._pairs.readings:  # it may as well be two steps
                self.late = True
                yield from self._pair_found()
            else:
                yield Verdict(LATER, at=think_until)
        else:
            yield from self._settled(False)

    def hands_done(self, now, way_back):
        """OK: nothing is in the hand any more; way_back: that is lit."""
        line = self._line
        besides = None if self._led.on else self._explain.besides()
        if not line.differ:
            if line.top.done:
                yield Verdict(FOLLOW, [Reading(True, line.top.done)], self._tokens.seq)
        elif besides is not None:
            yield Verdict(BELIEVE, until=self._explain.since, cells=bytes((besides,)))
        elif not self._led.on and not way_back:
            yield from self._settled(True)
        elif self._tokens.moved(line.cells(), line.closed, now):
            yield Verdict(INSIST)
        else:
            yield Verdict(BELIEVE, until=self._tokens.seq, cells=range(len(line.closed)))

    def _settled(self, done):
        """What fits, fitted, or may come.

        done: OK says that nothing is in the hand any more; then the one reading that fits counts,
        or is asked about where its piece might be in the hand all the same.
        """
        readings = self._explain.fitting()
        yield
        if done and len(readings) == 1:
            if self._line.felt_by(readings[0]).reached:
                yield Verdict(ASK, readings, self._tokens.seq)  # one more OK, or a touch
            else:
                yield Verdict(FOLLOW, readings, None, False)
        elif readings:
            yield Verdict(ASK, readings, self._tokens.seq, unsure=True)
        else:
            self.late = True
            yield from self.look_back()
