"""The reader: changes of switches and time in; decisions for the game to follow out.

A switch says only that a cell is occupied. Which step was made follows from what was touched,
and in which order; where two readings are open the board asks. The position that nobody doubts is
*hard*; on it stands one *soft* step at most, which another reading may still replace until the
next step commits. docs/reading.md has it in full.
"""

from tourelle.clock import elapsed, later
from tourelle.kernels import const, micropython
from tourelle.reading import decide
from tourelle.reading.decide import ASKED, FOLLOW, LED, SETTLED, Decision
from tourelle.reading.explain import Explain
from tourelle.reading.hindsight import Pairs
from tourelle.reading.judge import Judge
from tourelle.reading.leading import Leading
from tourelle.reading.line import TAKEN_BACK, Line, Reading
from tourelle.reading.proposals import Proposals
from tourelle.reading.question import Question
from tourelle.reading.tokens import HELD_MS, TOUCH_MS, Tokens
from tourelle.reading.view import View

QUIET_MS = 300  # nothing has changed for so long: decide
ANSWER_MS = 700  # a piece that is lifted for longer is no answer
ASK_MS = 5000  # nothing attested for so long while something fits: ask; a proposal goes out

# What may be due, the first one first.
_WAY = const(0)  # the way back is lit, and the hands may have found another
_TURN = const(1)  # a touch turned the soft step into another
_LOOK = const(2)  # a touch may propose something
_DROP = const(3)  # touches are too old to propose anything
_DECIDE = const(4)  # nothing has changed for a while
_OK = const(5)  # OK waits for what is to be decided
_ASK = const(6)  # nothing was attested for long
_JOBS = const(7)
_NEVER = 1 << 20  # ms

_END = object()


class Reader:
    """Needs a position, with every step pushed, and the debounced switches; gives decisions.

    `changed`, `tick`, `confirm`, `undo`, `choose` and `show` give a `Decision`, or None where
    nothing has changed. The game does what it says, and then `followed` is called with it.

    view        the `View`: what others may know
    line        the `Line` of position and switches
    tokens      the `Tokens`: when each cell was lifted and set
    """

    def __init__(self, position, closed, barred, room):
        """barred: by side, not 0 where no hand may play it (bytes); room: for steps, a `Room`."""
        self.position = position
        self.closed = closed
        self.tokens = Tokens(position.grid.size)
        self.line = Line(position, closed, barred, room)
        self.explain = Explain(self.line, self.tokens)
        pairs = Pairs(self.line, self.tokens, self.explain)
        self.proposals = Proposals(self.line)
        self.led = Leading(self.line)
        self.view = View(self.line, self.led, self.proposals)
        self.judge = Judge(self.line, self.tokens, self.explain, pairs, self.led)
        self._due: list = [None] * _JOBS  # when, in ms
        self._fresh(self.tokens.seq)

    def _fresh(self, until):
        """The position has changed; what was touched after `until` is evidence for its steps."""
        self.view.question = None
        self.view.way_back = False
        self.led.stop()
        self.judge.begin()
        self._deciding = None  # the decision under way, cut into slices
        self._due[_WAY] = self._due[_DECIDE] = self._due[_ASK] = None
        if self._due[_OK] != self.tokens.last_change:
            self._due[_OK] = None  # it waited for the hand that held a piece
        self._forget()
        self.explain.since = until
        if self.line.differ:
            self._wait(self.tokens.last_change)

    def _forget(self):
        """No touch so far counts any more."""
        self.explain.since = self.tokens.seq
        self._due[_TURN] = self._due[_LOOK] = self._due[_DROP] = None
        self.proposals.forget()

    # -- what others may know

    def at_rest(self):
        """Whether the board is as the position says, and nothing is asked or to be decided."""
        if self.line.differ or self.led.on or self.view.question or self.proposals.path:
            return False
        return self._due[_LOOK] is self._due[_DECIDE] is self._deciding is None

    def compare(self):
        """The switches may have changed unseen."""
        self.line.compare()
        self.judge.unseen()
        self._deciding = None
        if self.line.differ:
            self._due[_DECIDE] = later(self.tokens.last_change, QUIET_MS)
        else:
            self._forget()

    # -- a switch changes

    @micropython.native
    def changed(self, cell, now):
        """A debounced change of one switch, already in `closed`."""
        line = self.line
        closed = self.closed[cell]
        occupied = self.position.occupancy[cell]
        lasted = self.tokens.changed(cell, closed, occupied, now, line.left_out[cell])
        line.changed(cell)
        if self.led.on and not self.led.changed(cell):
            self.explain.since = self.tokens.seq - 1
        self._wait(now)
        self._due[_WAY] = now if self.view.way_back else None
        self.judge.late = False
        self._due[_OK] = None
        touched = lasted >= TOUCH_MS
        if touched and lasted < ANSWER_MS and self.view.question:
            left = self.view.question.answered(cell, self.tokens, line)
            if left:
                return self._answered(left)
        if touched and closed == occupied:
            return self._touch(cell, now, lasted < ANSWER_MS)
        if self.proposals.path and line.differ > 1:
            self.proposals.drop()
        return None

    def overheard(self, cell, now):
        """A change while the menu is open: it may attest a step, but answers nothing."""
        closed = self.closed[cell]
        occupied = self.position.occupancy[cell]
        self.tokens.changed(cell, closed, occupied, now, self.line.left_out[cell])
        self.line.changed(cell)
        self._due[_OK] = None
        self._wait(now)

    def _wait(self, now):
        """Something has changed then: decide when nothing does any more."""
        self._due[_DECIDE] = later(now, QUIET_MS)
        self._due[_ASK] = later(now, ASK_MS)
        self._deciding = None

    def _touch(self, cell, now, brief):
        """A piece was lifted and set back, or a magnet held to an empty cell.

        brief: for a moment only. What was up for longer may be where a step starts, no more.
        """
        proposals = self.proposals
        resting = self.line.differ == 0
        if brief and resting and proposals.turns(cell):
            self._due[_DROP] = later(now, ASK_MS)
            return Decision(lit=ASKED)
        if brief and resting and proposals.confirms(cell):
            return self._follow(Reading(True, proposals.path), True, self.tokens.seq)
        if resting and not self.led.on:
            twin = self._twin(cell)
            if twin is not None:
                return twin
        if resting or self.closed[cell]:  # to slide a piece over empty cells is no touch of them
            proposals.touched(cell, brief)
            self._due[_LOOK] = now if resting and not self.led.on else None
            self._due[_DROP] = later(now, ASK_MS)
        return None

    def _twin(self, cell):
        """A touch turns the soft step into the next one with the same footprint; or None."""
        twin = self.line.twin(cell)
        return self._follow(Reading(False, twin), True, self.tokens.seq) if twin else None

    def _answered(self, left):
        """Follow what the question was answered with, or ask what is left of it."""
        question = self.view.question
        if any(reading.path != left[0].path for reading in left):
            return self._ask(left, question.until)
        # The same step, be it after the soft one or instead.
        return self._follow(left[0], True, question.until)

    # -- time

    def tick(self, now):
        """Decide what has become decidable."""
        line = self.line
        top = line.top
        if not top.ready:
            return None
        if top.forced and not self.led.on:
            return Decision(decide.PASS, 0, top.forced)
        job = self._job(now)
        if job < _JOBS:
            self._due[job] = None
        if job == _WAY:
            fits = line.fits(line.key, line.away())
            self.view.way_back = line.differ > 0 and not (fits or line.may_become())
            return SETTLED
        if job == _TURN:
            for cell in line.foot.filled:
                if line.twin(cell):
                    return self._twin(cell)
        elif job == _LOOK:
            proposes = line.differ == 0 and self.proposals.propose()
            return Decision(lit=ASKED) if proposes else SETTLED
        elif job == _DROP:
            self._drop()
            return SETTLED
        elif job == _DECIDE:
            self._deciding = self.judge.quiet(now, self.view.question)
        elif job == _OK:
            patient = later(self.tokens.last_change, HELD_MS)
            if line.in_hand() and elapsed(now, patient) < 0:
                self._due[_OK] = patient  # it may have been a slip: the hand then goes on
                return None
            self._deciding = self.judge.hands_done(now, self.view.way_back)
        elif job == _ASK and not (self.view.question or self.view.way_back):
            self._deciding = self.judge.late_asked(now)
        if self._deciding is not None:
            verdict = next(self._deciding, _END)
            if verdict is not None:
                self._deciding = None
                return SETTLED if verdict is _END else self._heed(verdict)
        return None

    def _job(self, now):
        """The first that is due, or _JOBS; what is to be decided comes before OK and questions."""
        for job in range(self._waiting()):
            at = self._due[job]
            if at is not None and elapsed(now, at) >= 0:
                return job
        return _JOBS

    def _waiting(self):
        """How many of the jobs may be done as things are."""
        return _JOBS if self._deciding is self._due[_DECIDE] is None else _OK

    def _drop(self):
        """Touches are so old that they propose nothing; where all stands, they are no evidence."""
        if self.proposals.path:
            self._due[_DECIDE] = self.tokens.last_change
        self.proposals.forget()
        if self.line.differ == 0:
            self.explain.since = self.tokens.seq

    def due(self, now):
        """Milliseconds until `tick` has something to do; a long time if nothing."""
        top = self.line.top
        if not top.ready or (top.forced and not self.led.on) or self._deciding is not None:
            return 0
        wait = _NEVER
        for job in range(self._waiting()):
            if self._due[job] is not None:
                wait = min(wait, -elapsed(now, self._due[job]))
        return max(wait, 0)

    # -- deciding

    def _heed(self, verdict):
        """What the game is to do about a verdict; what is lit or awaited changes at once."""
        what = verdict.what
        if what == FOLLOW:
            decision = self._follow(verdict.readings[0], verdict.attested, verdict.until)
            decision.stood = verdict.stood
            return decision
        if what == decide.BACK:
            return self._follow(TAKEN_BACK, True, self.explain.since_base)
        if what == decide.ASK:
            return self._ask(verdict.readings, verdict.until, verdict.unsure)
        if what == decide.BELIEVE:
            self.believe(verdict.cells, verdict.until)
        elif what == decide.WAIT:
            self._due[_DECIDE] = verdict.at
        elif what == decide.LATER:
            self._due[_ASK] = verdict.at
        elif what != decide.INSIST:  # UNASK, STANDS, ARRIVED or LEAD
            self.view.question = None
            self.view.way_back = what == decide.LEAD
            if what == decide.ARRIVED:
                self._forget()
        return Decision(lit=LED) if what in (decide.LEAD, decide.INSIST) else SETTLED

    # -- asking

    def _ask(self, readings, until, unsure=False):
        """Light the question. unsure: nothing is attested; a wider one already lit then stays."""
        if self.view.question:
            asked = set(self.view.question.readings)
            if asked == set(readings) or (unsure and asked >= set(readings)):
                return SETTLED
        self.view.question = Question(readings, self.line, until, unsure, self.tokens.seq)
        self._due[_DECIDE] = None
        self.proposals.drop()
        self.view.way_back = False
        return Decision(lit=ASKED)

    # -- the buttons

    def confirm(self):
        """OK: take what is proposed or cannot be felt, believe the board, or say "done"."""
        if self.proposals.path:
            return self._follow(Reading(True, self.proposals.path), True, self.tokens.seq)
        question = self.view.question
        if question:
            reading = question.only(self.line.left_out)
            if reading is not None:
                return self._answered([reading])
            return self._offer() if question.may_offer(self.line.left_out) else None
        self._due[_OK] = self.tokens.last_change
        return SETTLED

    def _offer(self):
        """Offer the next reading; when all are turned down, the board is right as it is."""
        question = self.view.question
        question.offer(self.line.left_out)
        if question.unsure and not question.offered and not question.unfelt(self.line.left_out):
            self.believe(question.about, question.until)
        return Decision(lit=ASKED)

    def believe(self, cells, until):
        """These cells are right as they are; what was touched after `until` is evidence."""
        self.line.believe(cells)
        self._fresh(until)

    def undo(self):
        """Take the last step back, soft or hard, or a question; light leads the hands back.

        What is only offered is turned down, and the next is offered.
        """
        self._due[_OK] = None
        if self.view.question and self.view.question.offered:
            return self._offer()
        line = self.line
        if not self.led.on:
            self.led.measure()
            if self.view.question:
                return Decision(decide.UNDO)  # what it asks about is not committed
        if line.soft:
            return Decision(decide.UNDO, len(line.soft), foot=line.foot)
        return Decision(decide.UNDO, 1, foot=line.last_foot())

    # -- steps that others make

    def choose(self, move):
        """A step that the hands follow: a host's. It must be legal."""
        top = self.line.top
        while not top.ready:
            top.build()
        return self._follow(Reading(True, (move,)), True, self.tokens.seq)

    def show(self, move):
        """A step that no hand has made: light leads the hands to carry it out."""
        self.led.measure()
        return Decision(decide.SHOW, 0, (move,), foot=self.position.footprint(move))

    def look_ahead(self):
        """Other sides are played by hands now: begin with what they may do."""
        self.line.look_ahead()
        self._fresh(self.tokens.seq)

    def lead(self):
        """Lead the hands to the position, where the board differs from it."""
        self.line.compare()
        self.led.start(self.line.differ > 0)

    # -- following

    def _follow(self, reading, attested, until=None):
        """The decision to follow a reading; what was touched after `until` is then evidence.

        None: after the last change that belongs to the step itself.
        """
        foot = self.line.felt_by(reading)
        if until is None:
            until = self.tokens.last(foot)
        if reading.path and foot == self.judge.foot_put_back:
            reading = Reading(reading.stays, self.judge.put_back)  # made again as it was
        back = 0 if reading.stays else len(self.line.soft)
        return Decision(FOLLOW, back, reading.path, 0, reading, None, attested, until)

    def followed(self, decision):
        """The game has done what was decided; returns what is lit now: ASKED, LED or 0."""
        line = self.line
        kind = decision.kind
        if kind == FOLLOW:
            self._followed(decision)
        elif kind == decide.PASS:
            line.passed(decision.moves)
        elif kind == decide.SHOW:
            line.shown(decision.foot)
            self._fresh(self.tokens.seq)
            self._due[_DECIDE] = self._due[_ASK] = None
            self.led.show(decision.foot)
        elif kind == decide.UNDO:
            return self._undone(decision)
        return decision.lit

    def _followed(self, decision):
        line = self.line
        stays, path = decision.reading
        put_back = line.path
        foot = line.foot
        if decision.back:
            line.taken_back()
        if path:
            if stays:
                self.explain.since_base = self.explain.since
            line.followed(path)
            self.explain.soft_attested = decision.attested
        self._fresh(decision.until)
        if decision.reading == TAKEN_BACK:
            self.judge.put_back = put_back
            self.judge.foot_put_back = foot
        for cell in line.foot.filled if decision.stood is not None else ():
            # A piece was touched once more when all of its step stood: that says something, too.
            if self.tokens.handled(cell, decision.stood):
                now = self.tokens.last_change
                self._due[_TURN] = now
                self.proposals.touched(cell, True)
                self._due[_LOOK] = None if line.differ else now
                self._due[_DROP] = later(now, ASK_MS)

    def _undone(self, decision):
        """Lead the hands back; returns ASKED where it is asked which other step was made."""
        line = self.line
        path = line.path
        readings = []
        if line.soft and decision.back:
            line.taken_back()
            readings = [reading for reading in line.on_top(line.key) if reading.path != path]
        elif decision.back:
            line.forgive()
            line.harden()
        self._fresh(self.tokens.seq)
        self._due[_DECIDE] = self._due[_ASK] = None
        foot = decision.foot
        self.led.start(True, foot.via if foot and not foot.filled else b"")
        return self._ask(readings, self.tokens.seq).lit if readings and line.differ else 0
