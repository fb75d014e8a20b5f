"""Reading moves: occupancy and touches to a step, a question, or "put it back".

A switch says only that a cell is occupied. Which step was made follows from
what was touched, and in which order; where two readings are open the board
asks. The position that nobody doubts is *hard*; on it stands one *soft* step
at most, which another reading may still replace until the next step commits.
docs/reading.md has it in full.
"""

from tourelle.clock import elapsed, later
from tourelle.evidence import REST_MS, TOUCH_MS, Evidence
from tourelle.grids import NONE
from tourelle.ground import OWED, Ground
from tourelle.proposals import Proposals
from tourelle.question import Question
from tourelle.steps import BELIEVED

ANSWER_MS = 700  # a piece that is lifted for longer is no answer
QUIET_MS = 300  # nothing has changed for so long: decide
LONE_MS = 1500  # so long a piece with one place to go to has been in the hand: it went there
ASK_MS = 5000  # nothing told for so long while something is possible: ask

FIRSTS = 8  # two steps at once are looked for among no more told first ones

TAKEN_BACK = (False, ())  # the reading that the soft step was put back
NOTHING = object()


class Reader:
    """What the switches mean in one position.

    The listener does and reports it: play(move) pushes a move, take_back() pops the last one;
    asked() a question or a proposal is lit, refused() the way back is.

    question    the `Question` that is lit, or None
    way_back    nothing fits and nothing is possible: pieces have to be put back
    unsure      the question is asked since nothing was told: a piece may simply be in the hand
    leading     the hands are led to the position, after an undo or a host's step
    barrier     cells beside the barrier that was taken back, which no switch feels
    stood       height of each cell when that began, of those that no hand came to since
    """

    # What a first value of None cannot say.
    question: Question
    way_back: bool
    since: int
    _fit: tuple
    _met: tuple
    _pending: tuple
    _sure: bool
    _until: int
    _decide_at: int
    _ask_at: int
    _drop_at: int

    def __init__(self, position, closed, listener):
        self.position = position
        self.closed = closed
        self.listener = listener
        self.evidence = Evidence(position.grid.size)
        self.ground = Ground(position, closed)
        self.proposals = Proposals(self.ground)
        self.stood = bytearray(position.grid.size)
        self.barrier = b""
        self.start()

    def start(self):
        """The position is hard as it stands; forget every touch."""
        self.ground.harden()
        self._told = True  # the soft step was told by touches
        self._fit = None  # (key, cells away from the base) where the board fits some step
        self.unsure = False
        self._asked = (0, b"")  # when the question was asked: the last change, the switches
        self._sure = False  # OK was pressed, and waits for what is to be decided
        self._late = False  # nothing has changed for so long that it is asked for
        self._fitted_by = NONE  # the cell that made the board fit
        self._put_back = ((), None)  # path and footprint of a step that the hands took back
        self._since_base = 0  # evidence for the soft step starts here
        self._held = NONE  # the cell of a touch that may be no answer
        self._deciding = iter(())  # the decision under way, cut into slices
        self._search = iter(())  # the search for two steps at once, under way
        self._until = None
        self._then = self._settle
        self._found: list = []  # what it found: (how many of both are told, the first,
        #                         its last change)
        self._rejected: list = []  # paths that an answer was against
        self._led_from = b""  # what differed when the leading began
        self._silent = False  # no switch could tell the leading's end
        self._fresh(self.evidence.seq)

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

    @property
    def proposed(self):
        """The move that OK would commit, or None."""
        path = self.proposals.path
        if self.question and self.question.offered:
            path = self.question.offered[1]
        return path[-1] if path else None

    @property
    def leading(self):
        return self._leading

    @leading.setter
    def leading(self, on):
        self.ground.compare()
        self._led_from = bytes(self.differing[: self.differ])
        self._silent = not self._led_from
        if not self._silent:
            self.barrier = b""
        self._leading = on

    def compare(self):
        """The switches may have changed unseen."""
        self.ground.compare()

    def possible(self):
        """Whether the board as it stands may still become a step."""
        return bool(self.ground.possible())

    def answers(self):
        """The cells that answer the question."""
        return self.question.cells if self.question else b""

    # -- a switch changes

    def changed(self, cell, now):
        """A debounced change of one switch, already in `closed`."""
        ground = self.ground
        occupied = self.position.occupancy[cell]
        fitted = self._fit
        lasted = self.evidence.changed(cell, self.closed[cell], occupied, now)
        # A piece that only passed over the cell where it would have fitted has not been there.
        if fitted is not None and not (cell == self._fitted_by and lasted < REST_MS):
            self._pending = fitted + (self.evidence.seq - 1, not self.closed[cell])
        taken_off = ground.mask[cell] == OWED
        ground.changed(cell)
        if self._leading:
            self.stood[cell] = 0
            self._leading = not self._silent
        self._meet()
        if self.way_back and (ground.differ == 0 or self._fit or ground.may_become()):
            self.way_back = False
        self._decide_at = later(now, QUIET_MS)
        self._ask_at = later(now, ASK_MS)
        if self._fit and not fitted:
            self._fitted_by = cell
        self._deciding = None
        self._search = None
        self._late = False
        self._sure = False
        touched = lasted >= TOUCH_MS
        if touched and lasted < ANSWER_MS and self._answer(cell):
            return
        if touched and self.closed[cell] == occupied and not taken_off:
            self._touch(cell, now)
        elif self.proposals.path and ground.differ > 1:
            self.proposals.drop()

    def _meet(self):
        """Note what the board fits now, and when it came to that."""
        ground = self.ground
        self._fit = None
        if not ground.differ:
            return
        away = ground.away()
        if ground.top.fitting(ground.key) or (away and ground.base.fitting_cells(away)):
            self._fit = (ground.key, away)
            if self._met[:2] != self._fit:
                self._met = self._fit + (self.evidence.seq,)

    def _touch(self, cell, now):
        """A piece was lifted a little and set back, or a magnet held to an empty cell."""
        proposals = self.proposals
        resting = self.ground.differ == 0
        if resting and proposals.turns(cell):
            self._drop_at = later(now, ASK_MS)
            self.listener.asked()
            return
        if resting and proposals.confirms(cell):
            self._commit((True, proposals.path), True, self.evidence.seq)
            return
        proposals.drop()
        if resting and not self._leading and self._turn_over(cell):
            return
        if resting or self.closed[cell]:  # a piece slid along the board is no touch of the rest
            proposals.touched(cell)
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

    def _answer(self, cell):
        """Whether a touch answers the question; setting down what was in the hand does not."""
        question = self.question
        if question is None or cell not in question.cells:
            return False
        if not self.evidence.changed_twice(cell, self._asked[0]):
            return False
        if self._held != cell and self._may_go_there(cell):
            self._held = cell  # it may be the next step's touch; a second one is not
            return False
        left = question.left(cell)
        for other in question.cells:
            self.evidence.use_up(other)  # what told the others no longer counts, either
        if len(left) == 1:
            self._answered(left[0])
        else:
            self._ask(left, question.until)
        return True

    def _answered(self, reading):
        """Commit what the question was answered with, and hear of the others no more."""
        rejected = [path for _, path in self.question.readings]
        self._commit(reading, True, self.question.until)
        self._rejected = rejected

    def _may_go_there(self, touched):
        """Whether the hand holds a piece, not of what is asked, that may be put there next."""
        ground = self.ground
        for i in range(ground.differ):
            cell = ground.differing[i]
            if not self.closed[cell] and cell not in self.question.lifted:
                lamps = ground.top.lands.get(cell)
                if lamps is not None and lamps[touched]:
                    return True
        return False

    # -- time

    def step(self, now):
        """Decide what has become decidable; True if anything changed."""
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
        elif self._decide_at is not None and elapsed(now, self._decide_at) >= 0:
            self._decide_at = None
            self._deciding = self._decide(now)
        elif self._deciding is not None:
            if next(self._deciding, NOTHING) is not NOTHING:
                return False
            self._deciding = None
        elif self._search is not None:
            return self._go_on_looking()
        elif self._sure and self._decide_at is None:
            self._sure = False
            if self.ground.differ == 0 and top.done:
                self._commit((True, top.done), True, self.evidence.seq)
        elif self._ask_at is not None and elapsed(now, self._ask_at) >= 0:
            self._ask_at = None
            self._ask_late()
        else:
            return False
        return True

    def due(self, now):
        """Milliseconds until `step` has something to do; a long time if nothing."""
        top = self.ground.top
        if not top.ready or (top.forced and not self._leading) or self._look:
            return 0
        if self._deciding is not None or self._search is not None:
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
                self.proposals.touched(cell)
                self._look = self.ground.differ == 0
                self._drop_at = later(self.evidence.last_change, ASK_MS)

    def _led_right(self):
        """Whether the leading is over: the board is right, or the hands do something else."""
        ground = self.ground
        if ground.differ == 0:
            self.question = None
            self._leading = False
            self._forget()
            return True
        for i in range(ground.differ):
            if ground.differing[i] not in self._led_from:
                readings = ground.on_top(ground.key)
                self._leading = not self._telling(readings, self.since, self.evidence.seq)
                return not self._leading
        return False

    def _differs(self, now):
        """Something was lifted or set down: which steps fit, and which are told?"""
        ground = self.ground
        seq = self.evidence.seq
        away = ground.away()
        steps = ground.on_top(ground.key)
        yield
        others = []
        if not self.question or self.unsure:  # what is asked has to be answered first
            others = [other for other in ground.instead(away) if self._came_after(other)]
        yield
        told = self._telling(steps, self.since, seq)
        yield
        told_others = self._telling(others, self._since_base, seq)
        yield
        if ground.felt() and not away:
            if told:
                self._ask(told + [TAKEN_BACK], seq)
            elif not ground.lifts(steps):
                self._take_back()
        elif self._was_put_back() and self._read_pending(False):
            pass
        elif len(told) == 1 and (not told_others or ground.stands()):
            self._next(told[0], True)
        elif told:
            self._ask(told + told_others, seq)
        elif len(told_others) == 1 and (
            self._may_replace(told_others[0]) or (not steps and ground.grows(told_others[0]))
        ):
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

    def _doubted_before(self):
        """Ask for rivals that were told before what now differs began."""
        ground = self.ground
        if not ground.stands():
            return False
        first = self.evidence.seq
        for i in range(ground.differ):
            first = min(first, self.evidence.changed_at(ground.differing[i]))
        rivals = self._doubts(first - 1)
        if rivals:
            self._doubt(rivals, first - 1)
        return bool(rivals)

    def _only(self, reading, now):
        """Nothing is told, but only one reading fits."""
        ground = self.ground
        if not self._goes_untouched(reading) or not (reading[0] or self._may_replace(reading)):
            return
        sure_at = later(self.evidence.last_change, LONE_MS)
        if ground.felt_by(reading).reached and elapsed(now, sure_at) < 0:
            self._decide_at = sure_at  # it may still be in the hand, and go back
        else:
            self._next_or_instead(reading, False, None)

    def _was_put_back(self):
        """Whether what the soft step lifted was set back meanwhile, and lifted again."""
        for cell in self.ground.foot.vacated:
            if self.evidence.touched(cell, self.since, self.evidence.seq):
                return True
        return False

    def _stands(self):
        """The board is as the position says; another reading of it may have become told."""
        self.way_back = False
        self.question = None
        rivals = self._doubts(self.evidence.seq)
        if rivals and not (self.proposals.path and self.proposals.sure):  # touches that mean that
            self._doubt(rivals, self.evidence.seq)

    def _doubts(self, until):
        """Those other readings of what the soft step left that were told since, by `until`."""
        touched = self.evidence.all_touched(self.since, until)
        rivals = [r for r in self.ground.rivals(touched) if r[1] not in self._rejected]
        return self._telling(rivals, self.since, until)

    def _doubt(self, rivals, until):
        """Ask for another reading; it takes the place at once of a step that was not told."""
        ground = self.ground
        if len(rivals) == 1 and not self._told:
            self._commit(rivals[0], True, until)
            return
        path = ground.path
        ground.take_back(self.listener)
        self.since = self._since_base
        self._meet()
        self._ask([(True, path)] + [(True, other) for _, other in rivals], until)

    def _next(self, reading, told, until=None):
        """Commit a next step, unless it may as well follow a rival of the soft step."""
        before = self.evidence.began(self.ground.felt_by(reading), self.since) - 1
        rivals = self._doubts(before)
        if rivals:
            self._look_for(rivals, before, lambda: self._followed(reading, told, until, before))
        else:
            self._commit(reading, told, until)

    def _next_or_instead(self, reading, told, until):
        if reading[0]:
            self._next(reading, told, until)
        else:
            self._commit(reading, told, until)

    def _followed(self, reading, told, until, before):
        """Which of the rivals the next step may follow has been found."""
        rivals = []
        for rank, rival, _ in self._found:
            if (rank == 2 or not told) and rival not in rivals:
                rivals.append(rival)
        if rivals:
            self._doubt(rivals, before)
        else:
            self._commit(reading, told, until)

    def _look_back(self):
        """Nothing fits any more: read what fitted last, or two steps at once."""
        if self.question and not self.unsure:
            return  # that has to be answered first
        if not self._read_pending(True):
            self._look_for_two()

    def _read_pending(self, stays):
        """Commit the one reading of what fitted last that was told then; False if there is none.

        stays: a step on top of the soft one will do, too.
        """
        if self._pending is None or self.ground.may_become():
            return False
        until = self._pending[2]
        told = self._telling(self._hindsight(self._pending), self.since, until)
        if len(told) != 1 or (told[0][0] and not stays):
            return False
        self._next_or_instead(told[0], True, until)
        return True

    def _look_for_two(self):
        """Look for two steps at once, of which the first is told."""
        self._look_for((), None, self._settle)
        self._search = self._two_at_once()

    def _two_at_once(self):
        ground = self.ground
        told = []
        for reading in ground.firsts():
            yield
            foot = ground.felt_by(reading)
            until = self.evidence.last(foot)
            if self._stood(foot) and self._telling([reading], self.since, until):
                told.append(reading)
        if len(told) <= FIRSTS:
            yield from ground.seconds(told)

    def _stood(self, foot):
        """Whether all that a step fills was filled once."""
        evidence = self.evidence
        for cell in foot.filled:
            if not (self.closed[cell] or evidence.touched(cell, self.since, evidence.seq)):
                return False
        return True

    def _look_for(self, firsts, until, then):
        """Look, in slices, for those first steps that one more explains; `then` has `_found`.

        until: the last change that is of the first step; None: the last that may be.
        """
        self._search = self.ground.seconds(firsts)
        self._found = []
        self._until = until
        self._then = then

    def _go_on_looking(self):
        """Look a little further; True when all has been looked at."""
        found = next(self._search, NOTHING)
        if found is NOTHING:
            self._search = None
            self._then()
            return True
        if found is not None:
            reading, origin, feet = found
            evidence = self.evidence
            first = self.ground.felt_by(reading)
            began = evidence.began(first, self.since if reading[0] else self._since_base)
            for foot in feet:
                if began < evidence.began(foot, self.since):
                    self._weigh(reading, first, began, foot, origin)
        return False

    def _weigh(self, reading, first, began, second, origin):
        """Note two steps that make the board as it is, and how many of both are told."""
        evidence = self.evidence
        until = evidence.last(first) if self._until is None else self._until
        since = began
        for cell in second.left + second.reached:
            if cell in first.reached or cell in first.filled:  # a touch is of one of both
                until = since = min(until, evidence.closed_before(cell) or until)
            elif cell in second.left:
                since = until
        told = len(self._telling([reading], self.since, until))
        tells = evidence.tells(second, since, evidence.seq, self.ground.mask, origin)
        self._found.append((told + tells, reading, until))

    def _settle(self):
        """Two steps at once, or the last that fitted; or else the way back."""
        best = max([told for told, _, _ in self._found], default=0)
        readings = []
        last = self.evidence.seq
        for told, reading, until in self._found:
            if told == best:
                last = min(last, until)
                if reading not in readings:
                    readings.append(reading)
        if len(readings) == 1 and best == 2:
            self._next(readings[0], True, last)
        elif len(readings) == 1 and self.ground.lifts(readings) and self._goes_untouched(
            readings[0]
        ):
            self._next(readings[0], False, last)
        elif not self._late and self.ground.may_become():
            pass  # it may simply be in the hand
        elif readings:
            self._wonder(readings, last)
        else:
            self._settle_last()

    def _settle_last(self):
        """Not two steps at once either: what fitted last, what may come, or the way back."""
        pending = self._pending
        if pending is not None and pending[3]:
            readings = self._hindsight(pending)
            if len(readings) == 1 and self._goes_untouched(readings[0]):
                self._next_or_instead(readings[0], False, pending[2])
                return
            if readings:
                self._wonder(readings, pending[2])
                return
        readings = [reading for reading, _ in self.ground.possible()]
        if readings:
            self._wonder(readings, self.evidence.seq)
            return
        self.question = None
        self.way_back = True
        self.listener.refused()

    def _wonder(self, readings, until):
        """Ask, though nothing was told; what is asked already stays as it is."""
        if self.question and set(readings) <= set(self.question.readings):
            return
        self._ask(readings, until, True)

    def _hindsight(self, pending):
        """The readings that fitted then, and that what was done since does not speak against."""
        ground = self.ground
        key, away, _, _ = pending
        others = [reading for reading in ground.instead(away) if self._came_after(reading)]
        return [reading for reading in ground.on_top(key) + others if ground.may_stand(reading)]

    def _ask_late(self):
        """Nothing was told for long: ask what fits, fitted, or may come."""
        ground = self.ground
        if self._leading or self.question or ground.differ == 0 or self.way_back:
            return
        away = ground.away()
        readings = ground.on_top(ground.key) + ground.instead(away)
        if readings and ground.felt() and not away:
            readings.append(TAKEN_BACK)
        if readings:
            self._ask(readings, self.evidence.seq, True)
        else:
            self._late = True
            self._look_for_two()

    def _changed_since_asked(self):
        ground = self.ground
        same = self._asked[1] == self.closed
        return not same and bool(ground.possible())

    def _ask(self, readings, until, unsure=False):
        """Light the question. unsure: it is asked since nothing was told."""
        if self.question and set(self.question.readings) == set(readings):
            return
        self.question = Question(readings, self.ground, until)
        self._asked = (self.evidence.seq, bytes(self.closed))
        self.unsure = unsure
        self._held = NONE
        self._decide_at = None
        self.proposals.drop()
        self.way_back = False
        self.listener.asked()

    # -- what tells

    def _telling(self, readings, since, until):
        """Those readings that what was touched after `since`, by `until`, tells."""
        ground = self.ground
        touched = self.evidence.all_touched(since, until)
        return [
            reading
            for reading in readings
            if ground.may_tell(reading, touched)
            and self.evidence.tells(
                ground.felt_by(reading), since, until, ground.mask, ground.steps_of(reading).origin
            )
        ]

    def _goes_untouched(self, reading):
        """Whether the only reading that fits may count untouched."""
        ground = self.ground
        foot = ground.felt_by(reading)
        for cell in foot.filled + foot.reached + foot.via:
            if ground.mask[cell] == BELIEVED:
                return False
        if foot.reached:
            origins = foot.vacated or foot.left
            return bool(origins) and ground.lone(reading, origins[0])
        if foot.vacated:
            return True
        for stays, other in ground.filling(foot.filled[0]) if foot.filled else ():
            since = self.since if stays else self._since_base
            for cell in other.left:
                if cell not in foot.left and self.evidence.touched(cell, since, self.evidence.seq):
                    return False
        return True

    def _came_after(self, reading):
        """Whether what a reading filled was filled after what the soft step filled was left."""
        ground = self.ground
        evidence = self.evidence
        filled = ground.felt_by(reading).filled
        for left in ground.foot.filled:
            if left not in filled and not self.closed[left]:
                for cell in filled:
                    if cell not in ground.foot.filled:
                        if evidence.changed_at(cell) < evidence.changed_at(left):
                            return False
        return True

    def _may_replace(self, reading):
        """Whether it shares the soft step's origin, or a cell of that one no longer stands."""
        ground = self.ground
        foot = ground.felt_by(reading)
        mine = ground.foot.vacated + ground.foot.left
        for cell in foot.vacated + foot.left:
            if cell in mine:
                return True
        return not ground.stands()

    # -- doing

    def _commit(self, reading, told, until=None):
        """Play a reading; what was touched after `until` is evidence for what follows.

        None: after the last change that belongs to the step itself.
        """
        ground = self.ground
        stays, path = reading
        foot = ground.felt_by(reading)
        if until is None:
            until = self.evidence.last(foot)
        if path and foot == self._put_back[1]:
            path = self._put_back[0]  # made again as it was
        self._put_back = ((), None)
        if not stays and ground.soft:
            ground.take_back(self.listener)
        if path:
            self._since_base = self._since_base if not stays else self.since
            ground.commit(path, self.listener)
            self._told = told
        self._fresh(until)

    def _take_back(self):
        """The hands have put the soft step back."""
        put_back = (self.ground.path, self.ground.foot)
        self._commit(TAKEN_BACK, True, self._since_base)
        self._put_back = put_back

    def _pass(self, path):
        """Play the only step there is, which changes nothing, with the one before."""
        ground = self.ground
        if ground.soft:
            ground.extend(path, self.listener)
        else:
            ground.commit(path, self.listener)
        self._meet()

    def _fresh(self, until):
        """The position has changed; what was touched after `until` is evidence for its steps."""
        self.question = None
        self.way_back = False
        self._leading = False
        self._pending = None
        self._rejected = []
        self._deciding = None
        self._met = (0, b"", until)
        self._search = None
        self._decide_at = self._ask_at = None
        self._forget()
        self.since = until
        if self.ground.differ:
            self._decide_at = later(self.evidence.last_change, QUIET_MS)
            self._ask_at = later(self.evidence.last_change, ASK_MS)
        self._meet()
        self._met = self._met[:2] + (until,)

    def _forget(self):
        """No touch so far counts any more."""
        self.since = self.evidence.seq
        self._look = False
        self._drop_at = None
        self.proposals.forget()

    # -- the buttons and the host

    def confirm(self):
        """OK: take what is proposed or cannot be felt, believe the board, or say "done"."""
        if self.proposals.path:
            self._commit((True, self.proposals.path), True, self.evidence.seq)
        elif self.question:
            self._confirm_one()
        elif self.way_back or self._leading:
            self.believe(range(len(self.closed)), self.evidence.seq)
        else:
            self._sure = True

    def _confirm_one(self):
        """OK while a question is lit: the one reading that no switch could tell.

        Where there are several, they are offered one by one.
        """
        question = self.question
        unfelt = question.unfelt(self.ground.mask)
        reading = question.offered
        if len(unfelt) == 1:
            reading = unfelt[0]
        elif not unfelt and len(question.readings) == 1 and not self.unsure:
            reading = question.readings[0]
        if reading:
            self._answered(reading)
        elif unfelt:
            self._offer()
        elif self.unsure:
            self.believe(question.about, question.until)

    def _offer(self):
        self.question.offer(self.ground.mask)
        self.listener.asked()

    def believe(self, cells, until):
        """These cells are right as they are; what was touched after `until` is evidence."""
        self.ground.believe(cells)
        self._fresh(until)

    def choose(self, move):
        """Commit a step that the hands follow: a host's. It must be legal."""
        top = self.ground.top
        while not top.ready:
            top.build(1 << 16)
        self._commit((True, (move,)), True, self.evidence.seq)

    def undo(self):
        """Take the last step back, soft or hard, or a question; light leads the hands back.

        What is only offered is turned down, and the next is offered.
        """
        if self.question and self.question.offered:
            self._offer()
            return
        ground = self.ground
        path = ground.path
        readings = []
        if not self._leading:
            for cell in range(len(self.stood)):
                self.stood[cell] = len(self.position.pieces(cell)) // 2
        if self.question and not self._leading:
            pass  # what it asks about is not committed
        elif ground.soft:
            self.barrier = _barrier(ground.foot)
            ground.take_back(self.listener)
            readings = [reading for reading in ground.on_top(ground.key) if reading[1] != path]
        else:
            self.barrier = _barrier(self.position.footprint(self.listener.take_back()))
            ground.forgive()
            ground.harden()
        self._fresh(self.evidence.seq)
        self._decide_at = self._ask_at = None
        self.leading = True
        if readings and ground.differ:
            self._ask(readings, self.evidence.seq)


def _barrier(foot):
    """The cells beside a barrier, if that is all of a step."""
    return b"" if foot.filled else foot.via
