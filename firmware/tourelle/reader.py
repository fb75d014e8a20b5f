"""Reading moves: occupancy and touches to a step, a question, or "put it back".

A switch says only that a cell is occupied. Which step was made follows from
what was touched, and in which order; where two readings are open the board
asks. The position that nobody doubts is *hard*; on it stands one *soft* step
at most, which another reading may still replace until the next step commits.
docs/reading.md has it in full.
"""

from tourelle.clock import elapsed, later
from tourelle.committing import ASK_MS, QUIET_MS, TAKEN_BACK
from tourelle.evidence import TOUCH_MS
from tourelle.ground import OWED
from tourelle.hindsight import Hindsight
from tourelle.kernels import micropython

HOVER_MS = 600  # so long what may only hover has to stay where it came down
ANSWER_MS = 700  # a piece that is lifted for longer is no answer

NOTHING = object()


class Reader(Hindsight):
    """What the switches mean in one position."""

    # -- what others may know

    @property
    def top(self):
        """The `Steps` of the position."""
        return self.ground.top

    @property
    def differ(self):
        """How many cells differ from the position."""
        return self.ground.differ

    @property
    def differing(self):
        """Those cells, at the beginning of a bytearray."""
        return self.ground.differing

    @property
    def mask(self):
        """By cell, why its switch is not compared, or 0."""
        return self.ground.mask

    def at_rest(self):
        """Whether the board is as the position says, and nothing is asked or to be decided."""
        if self.ground.differ or self._leading or self.question or self.proposals.path:
            return False
        return self._decide_at is None and self._deciding is None and not self._look

    def compare(self):
        """The switches may have changed unseen."""
        self.ground.compare()
        if self.ground.differ:
            self._decide_at = later(self.evidence.last_change, QUIET_MS)
        else:
            self._forget()

    def possible(self):
        """Whether the board as it stands may still become a step."""
        return bool(self.ground.possible())

    # -- a switch changes

    @micropython.native
    def changed(self, cell, now):
        """A debounced change of one switch, already in `closed`."""
        self.settle()
        ground = self.ground
        occupied = self.position.occupancy[cell]
        fitted = self._fit
        lasted = self.evidence.changed(cell, self.closed[cell], occupied, now)
        # A piece that only passed over the cell where it would have fitted has not been there.
        passed = cell == self._fitted_by and self.evidence.passed(cell, self.closed[cell], lasted)
        if fitted is not None and not passed:
            self._pending = fitted + (self.evidence.seq - 1, not self.closed[cell])
        taken_off = ground.mask[cell] == OWED
        ground.changed(cell)
        if self._leading:
            self.stood[cell] = 0
            if self.showing is None:
                self._leading = not self._silent
            elif not self.showing.changed(cell, self.closed[cell], ground.differ):
                self._leading = False  # that was a while ago, and the hands have gone on
                self.showing = None
                self.telling.since = self.evidence.seq - 1
        self._unsettled = cell
        self._fitted_before = fitted
        self._decide_at = later(now, QUIET_MS)
        self._ask_at = later(now, ASK_MS)
        self._deciding = None
        self.pairs.search = None
        self._late = False
        self._sure = False
        touched = lasted >= TOUCH_MS
        if touched and lasted < ANSWER_MS and self._answer(cell):
            return
        if touched and self.closed[cell] == occupied and not taken_off:
            self.settle()
            self._touch(cell, now, lasted < ANSWER_MS)
        elif self.proposals.path and ground.differ > 1:
            self.proposals.drop()

    def overheard(self, cell, now):
        """A change while the menu is open: it may tell a step, but answers and confirms nothing."""
        self.settle()
        self.evidence.changed(cell, self.closed[cell], self.position.occupancy[cell], now)
        self.ground.changed(cell)
        self._decide_at = later(now, QUIET_MS)
        self._ask_at = later(now, ASK_MS)
        self._deciding = None
        self.pairs.search = None

    def _touch(self, cell, now, brief):
        """A piece was lifted and set back, or a magnet held to an empty cell.

        brief: for a moment only. What was up for longer may be where a step starts, no more.
        """
        proposals = self.proposals
        resting = self.ground.differ == 0
        if brief and resting and proposals.turns(cell):
            self._drop_at = later(now, ASK_MS)
            self.listener.asked()
            return
        if brief and resting and proposals.confirms(cell):
            self._commit((True, proposals.path), True, self.evidence.seq)
            return
        if resting and not self._leading and self._turn_over(cell):
            return
        if resting or self.closed[cell]:  # a piece slid along the board is no touch of the rest
            proposals.touched(cell, brief)
            self._look = resting and not self._leading
            self._drop_at = later(now, ASK_MS)

    def _turn_over(self, cell):
        """A touch turns the soft step into the next one with the same footprint."""
        ground = self.ground
        if cell not in ground.foot.filled:
            return False
        twins = ground.twins()
        if len(twins) < 2:
            return False
        after = twins[(twins.index(ground.path) + 1) % len(twins)]
        self._commit((False, after), True, self.evidence.seq)
        return True

    # -- time

    def step(self, now):
        """Decide what has become decidable; True if anything changed."""
        self.settle()
        top = self.ground.top
        if not top.ready:
            return False
        if top.forced and not self._leading:
            self._pass(top.forced)
        elif self._look:
            self._look = False
            if self.ground.differ == 0 and self.proposals.propose():
                self.listener.asked()
        elif self._drop_at is not None and elapsed(now, self._drop_at) >= 0:
            self._drop_at = None
            if self.proposals.path:
                self._decide_at = now
            self.proposals.forget()
            if self.ground.differ == 0:
                self.telling.since = self.evidence.seq  # old touches are no evidence
        elif self._decide_at is not None and elapsed(now, self._decide_at) >= 0:
            self._decide_at = None
            self._deciding = self._decide(now)
        elif self._deciding is not None:
            if next(self._deciding, NOTHING) is not NOTHING:
                return False
            self._deciding = None
        elif self.pairs.search is not None:
            return self.pairs.go_on()
        elif self._sure and self._decide_at is None:
            self._sure = False
            if self.ground.differ:
                self._hands_done(now)
            elif top.done:
                self._commit((True, top.done), True, self.evidence.seq)
        elif self._ask_at is not None and elapsed(now, self._ask_at) >= 0:
            self._ask_at = None
            self._ask_late(now)
        else:
            return False
        return True

    def due(self, now):
        """Milliseconds until `step` has something to do; a long time if nothing."""
        top = self.ground.top
        if not top.ready or (top.forced and not self._leading) or self._look:
            return 0
        if self._deciding is not None or self.pairs.search is not None:
            return 0
        if self._sure and self._decide_at is None:
            return 0
        wait = 1 << 20
        for at in (self._decide_at, self._ask_at, self._drop_at):
            if at is not None:
                wait = min(wait, -elapsed(now, at))
        return max(wait, 0)

    # -- deciding

    def _decide(self, now):
        """Decide, and yield wherever that may be interrupted: nothing is done before."""
        ground = self.ground
        ground.collect()
        self._meet()
        yield
        if self._leading and not self._led_right():
            return
        before = ground.soft
        met = self._met[2]
        if ground.differ == 0:
            self._stands()
        else:
            yield from self._differs(now)
        if ground.soft is not before:
            self._touched_after(met)

    def _touched_after(self, met):
        """A piece was touched once more when all of its step stood: that says something, too."""
        for cell in self.ground.foot.filled:
            if self.evidence.handled(cell, met) and not self._turn_over(cell):
                self.proposals.touched(cell, True)
                self._look = self.ground.differ == 0
                self._drop_at = later(self.evidence.last_change, ASK_MS)

    def _stands(self):
        """The board is as the position says; another reading of it may have become told."""
        self.way_back = False
        self.question = None
        rivals = self._doubts(self.evidence.seq)
        if rivals and not (self.proposals.path and self.proposals.sure):  # touches that mean that
            self._doubt(rivals, self.evidence.seq)

    def _differs(self, now):
        """Something was lifted or set down: which steps fit, and which are told?"""
        ground = self.ground
        seq = self.evidence.seq
        rest_at = later(self.evidence.last_change, HOVER_MS)
        if elapsed(now, rest_at) < 0:
            if self.evidence.hovers(ground.differing[: ground.differ], self.closed):
                self._decide_at = rest_at
                return
        away = ground.away()
        steps = self.telling.in_order(ground.on_top(ground.key))
        yield
        others = []
        if not self.question or self.unsure:  # what is asked has to be answered first
            others = [r for r in self.telling.instead(away) if self._may_have_gone(r)]
        yield
        taken = ground.taken()
        yield
        told = self.telling.told(steps + taken, self.telling.since, seq)
        told = self.telling.plainest(told)
        yield
        told_others = self.telling.told(others, self.telling.since_base, seq)
        yield
        if ground.felt() and not away:
            if told:
                self._ask(told + [TAKEN_BACK], seq)
            elif not ground.lifts(steps + [r for r in taken if self.telling.is_begun(r)]):
                self._take_back()
        elif self._was_put_back() and self._read_pending(False):
            pass
        elif len(told) == 1 and (not told_others or ground.stands()):
            self._take(told[0], True)
        elif told:
            self._ask(told + told_others, seq)
        elif len(told_others) == 1 and (
            self.telling.may_replace(told_others[0]) or (not steps and ground.grows(told_others[0]))
        ):
            mute = [reading for reading in steps if self.telling.is_mute(reading)]
            if mute:
                self._ask(told_others + mute, seq)
            else:
                self._commit(told_others[0], True)
        elif told_others:
            self._ask(told_others, seq)
        elif self.unsure and self.question and self._changed_since_asked():
            self.question = None  # the piece may simply be in the hand again
        elif not others and not self.question and self._doubted_before():
            pass
        elif len(steps) + len(others) == 1:
            self._only((steps + others)[0], now)
        elif not (steps or others):
            self._look_back()

    def _only(self, reading, now):
        """Nothing is told, but only one reading fits."""
        ground = self.ground
        telling = self.telling
        if not telling.goes_untouched(reading):
            return
        if not reading[0] and (self._told or not telling.may_replace(reading)):
            return
        foot = ground.felt_by(reading)
        if foot.reached:
            return  # it may simply be in the hand
        rest_at = later(self.evidence.last_change, HOVER_MS)
        if foot.left and elapsed(now, rest_at) < 0:
            self._decide_at = rest_at
        else:
            self._take(reading, False)

    def _may_have_gone(self, reading):
        """Whether a reading may take the soft step's place.

        What an attested step put down is still there, unless it was lifted again.
        """
        ground = self.ground
        if not self._told:
            return True
        foot = ground.felt_by(reading)
        for cell in ground.foot.filled + ground.foot.reached:
            if cell not in foot.filled + foot.reached and self.closed[cell]:
                if self.evidence.opened(cell, self.evidence.seq) <= self.telling.since:
                    return False
        return True

    def _was_put_back(self):
        """Whether what the soft step lifted was set back meanwhile, and lifted again."""
        for cell in self.ground.foot.vacated:
            if self.telling.touched(cell):
                return True
        return False
