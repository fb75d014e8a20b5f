"""The reader: changes of switches and time in; decisions for the game to follow out.

A switch says only that a cell is occupied. Which step was made follows from what was touched,
and in which order; where two readings are open the board asks. The position that nobody doubts is
*hard*; on it stands one *soft* step at most, which another reading may still replace until the
next step commits. docs/reading.md has it in full.
"""

from tourelle.clock import elapsed, later, passed
from tourelle.grids import NONE
from tourelle.kernels import const, micropython
from tourelle.reading import decide
from tourelle.reading.decide import SETTLED, decision
from tourelle.reading.explain import Evidence
from tourelle.reading.hindsight import Pairs
from tourelle.reading.judge import LIES_MS, Judge
from tourelle.reading.leading import Leading
from tourelle.reading.line import Line, Reading
from tourelle.reading.proposals import Proposals
from tourelle.reading.question import Question
from tourelle.reading.tokens import TOUCH_MS, Tokens
from tourelle.reading.view import View
from tourelle.timers import SOON

QUIET_MS = 300  # nothing has changed for so long: decide
ANSWER_MS = 700  # a piece that is lifted for longer is no answer
HELD_MS = 2000  # with a piece up, OK waits for so long: the hand may go on
LIT_MS = 5000  # a proposal goes out
ALONE_MS = 1000  # a touch is meant if nothing else was touched for so long

AGAIN_MS = 5000  # OK is insisted on within this time

# What may be due, the first one first; `_JOBS` has what is then done.
_WAY = const(0)  # the way back is lit, and the hands may have found another
_TURN = const(1)  # a touch of what stands turns the soft step into another
_LOOK = const(2)  # a touch may propose something
_DROP = const(3)  # touches are too old to propose anything
_DECIDE = const(4)  # nothing has changed for a while
_OK = const(5)  # OK waits for what is to be decided
_LATE = const(6)  # nothing was attested for long: ask


class Reader:
    """Needs a position, with every step pushed, and the debounced switches; gives decisions.

    `changed`, `act`, `confirm`, `undo`, `give_back`, `decline`, `choose` and `show` give a
    `Decision`, or None where nothing has changed. The game does what it says, and then
    `followed` is called with it.

    view        the `View`: what others may know
    line        the `Line` of position and switches
    tokens      the `Tokens`: when each cell was lifted and set
    leading     the `Leading` of the hands
    evidence    the `Evidence` that counts on the position
    at          when `act` has something to do, as it left it; None: not before something happens
    """

    def __init__(self, position, closed, barred, room):
        """barred: by side, not 0 where no hand may play it (bytes); room: for steps, a `Room`."""
        self.position = position
        self.closed = closed
        self.tokens = Tokens(position.grid.size)
        self.line = Line(position, closed, barred, room)
        self.proposals = Proposals(self.line)
        self.leading = Leading(self.line)
        self.view = View(self.line, self.leading, self.proposals)
        self._pairs = Pairs(self.line, self.tokens)
        self._due: list = [None] * len(_JOBS)  # when, in ms
        self._pressed = None  # when OK was pressed last and did nothing, in ms
        self._undone = -1  # number of the last change when Undo was pressed last
        self._redo: tuple = ()  # the readings that it took back, one after the other, newest first
        self._held = False  # when it was pressed, a piece was up
        self._returning = False  # lights say where what is up came from, until the hands go on
        self._fingered = NONE  # the piece that was touched last,
        self._fingered_at = 0  # and when, in ms
        self._heard = 0  # the key of the cells of which it was heard that a piece may lie unfelt
        self.at = None
        self._fresh(Evidence(self.line, self.tokens, 0, 0, 0, True, None))

    def _fresh(self, evidence):
        """The position has changed: this is what counts on it."""
        self.view.light()
        self._go_on()
        self._leave()
        self._due[_WAY] = self._due[_DECIDE] = self._due[_LATE] = None
        if self._due[_OK] != self.tokens.last_change:
            self._due[_OK] = None  # it waited for the hand that held a piece
        self._drop_touches()
        self.evidence = evidence
        if self.line.differ:
            self._wait(self.tokens.last_change)

    def _elsewhere(self, until, undone=None):
        """No reading led to this position; what was touched after `until` is evidence on it.

        undone: the reading that was taken back, which hands that play on may say was made.
        """
        self._redo = ()
        self._fresh(self.evidence.after(until, put_back=undone))

    def compact(self):
        """The heap was tidied up: what stays shall lie with the rest. Yields after each part."""
        self.evidence = self.evidence.anew(self.evidence.since, self.evidence.known)
        yield False
        yield from self.line.compact()

    def _leave(self):
        """What was being judged is no longer so."""
        self._pairs.let_go()
        self._deciding = None  # the judge's slices, while one is at work

    def _count_from(self, since):
        """What was touched up to `since` is no evidence any more."""
        self.evidence = self.evidence.anew(since, self.evidence.known)

    def _know(self):
        """How the board stands is known: what came before is not to be explained any more."""
        self.evidence = self.evidence.anew(self.evidence.since, self.tokens.seq)

    def _forget(self):
        """No touch so far counts any more."""
        self._count_from(self.tokens.seq)
        self._drop_touches()

    def _drop_touches(self):
        """No touch so far proposes anything."""
        self._due[_TURN] = self._due[_LOOK] = self._due[_DROP] = None
        self.proposals.forget()

    # -- what others may know

    def at_rest(self):
        """Whether the board is as the position says, and nothing is asked or to be decided."""
        if self.line.differ or self.leading.on or self.view.question or self.proposals.path:
            return False
        return self._due[_LOOK] is self._due[_DECIDE] is self._deciding is None

    def compare(self):
        """The switches may have changed unseen."""
        self.line.compare()
        self._leave()
        self._know()
        self.view.touch = b""
        if self.line.differ:
            self._wait(self.tokens.last_change)
        else:
            self._forget()

    # -- a switch changes

    @micropython.native
    def changed(self, cell, now):
        """A debounced change of one switch, already in `closed`."""
        line = self.line
        lasted = self.overheard(cell, now)
        if self._returning:
            self._go_on()
        if self.leading.on and not self.leading.changed(cell):
            self._count_from(self.tokens.seq - 1)
        self._due[_WAY] = now if self.view.way_back else None
        touched = lasted >= TOUCH_MS
        if touched and lasted < ANSWER_MS and self.view.question:
            left = self.view.question.answered(cell, self.tokens, line)
            if left:
                return self._answered(left)
        if touched and self.closed[cell] == self.position.occupancy[cell]:
            return self._touch(cell, now, lasted)
        if self.proposals.path and line.differ > 1:
            self.proposals.drop()
        return None

    @micropython.native
    def overheard(self, cell, now):
        """Take in a change, which may attest a step; while the menu is open it answers nothing.

        Returns for how many ms the cell was as it was before.
        """
        line = self.line
        occupied = self.position.occupancy[cell]
        closed = self.closed[cell]
        lasted = self.tokens.changed(cell, closed, occupied, now, line.left_out[cell])
        line.changed(cell)
        self.view.touch = b""
        self._due[_OK] = None
        self._wait(now)
        return lasted

    def _wait(self, now):
        """Something has changed then: decide when nothing does any more."""
        self._due[_DECIDE] = later(now, QUIET_MS)
        self._due[_LATE] = later(now, LIES_MS)
        self._deciding = None

    def _touch(self, cell, now, lasted):
        """A piece was lifted and set back, or a magnet held to an empty cell, for so many ms.

        What was up for long may be where a step starts, no more.
        """
        proposals = self.proposals
        brief = lasted < ANSWER_MS
        resting = self.line.differ == 0
        if brief and resting and proposals.turns(cell):
            self._due[_DROP] = later(now, LIT_MS)
            return decision(decide.PROPOSE)
        if brief and resting and proposals.confirms(cell) and self._is_yes(cell, now, lasted):
            return self._follow_made(proposals.path)
        turning = self._due[_TURN] is not None
        self._due[_TURN] = None
        alone = self._alone(cell, now, lasted)
        if self.closed[cell]:
            self._fingered = cell
            self._fingered_at = now
        twin = self.line.twin(cell) if alone and resting and not self.leading.on else ()
        if twin:
            self._due[_TURN] = later(now, QUIET_MS)
            return self._turned(twin, self.tokens.seq - 2) if turning else None
        if resting or self.closed[cell]:  # to slide a piece over empty cells is no touch of them
            self._note_touch(cell, brief, resting and not self.leading.on, now)
        return None

    def _is_yes(self, cell, now, lasted):
        """Whether that touch is meant: what it confirms was lit for a while."""
        lit = elapsed(self._due[_DROP], now) + lasted <= LIT_MS - ALONE_MS
        return lit or not self.closed[cell]  # nobody fingers an empty cell

    def _alone(self, cell, now, lasted=0):
        """Whether a touch of so many ms is of one piece: who fingers several means none."""
        other = self._fingered not in (NONE, cell)
        return not other or passed(now, self._fingered_at) - lasted > ALONE_MS

    def _note_touch(self, cell, brief, resting, now):
        """A touch that may propose something, where the board is at rest."""
        self.proposals.touched(cell, brief)
        self._due[_LOOK] = now if resting else None
        self._due[_DROP] = later(now, LIT_MS)

    def _follow_made(self, path):
        """Follow a next step that nobody doubts."""
        return self.evidence.follow(Reading(True, path), self.tokens.seq)

    def _turned(self, twin, stood=None):
        """Follow a next step with the soft one's footprint instead of it."""
        return self.evidence.follow(Reading(False, twin), self.tokens.seq, True, stood)

    def _answered(self, left):
        """Follow what the question was answered with, or ask what is left of it."""
        until = self.view.question.until
        if any(reading.path != left[0].path for reading in left):
            return decision(decide.ASK, left, until)
        # The same step, be it after the soft one or instead.
        self.line.trust(left[0])
        return self.evidence.follow(left[0], until)

    # -- time

    def act(self, now):
        """Decide what has become decidable."""
        top = self.line.top
        self.at = None
        if not top.ready:
            return None
        self.at = SOON
        if top.forced and not self.leading.on:
            return decision(decide.PASS, moves=top.forced)
        found = self._next_job(now)
        return self._judged() if found is None else found

    def _next_job(self, now):
        """Do the first job that is due; what was decided, or None. Else it is known when one is."""
        soonest = None
        # What is being judged comes before OK.
        for job in range(len(_JOBS) if self._deciding is self._due[_DECIDE] is None else _OK):
            at = self._due[job]
            if at is not None:
                if elapsed(now, at) >= 0:
                    self._due[job] = None
                    return _JOBS[job](self, now)
                if soonest is None or elapsed(at, soonest) < 0:
                    soonest = at
        self.at = soonest
        return None

    def _judged(self):
        """Have what is being judged go on; what was decided, or None."""
        if self._deciding is None:
            return None
        self.at = SOON
        try:
            next(self._deciding)
        except StopIteration as end:
            self._deciding = None
            return end.value
        return None

    # -- what may be due: each gives a decision, or None where that is left to whoever judges

    def _way(self, _now):
        """Whether the way back still has to be lit."""
        line = self.line
        fits = line.fits(line.key, line.away())
        self.view.light(way_back=line.differ > 0 and not (fits or line.may_become()))
        return SETTLED

    def _turn(self, _now):
        """A piece of the soft step was touched when all of it stood, and no other one since."""
        for cell in self.line.foot.filled:
            twin = self.line.twin(cell)
            if twin:
                return self._turned(twin)
        return None

    def _look(self, _now):
        """The latest touches may propose a step."""
        proposes = self.line.differ == 0 and self.proposals.propose()
        return decision(decide.PROPOSE) if proposes else SETTLED

    def _drop(self, _now):
        """Touches are so old that they propose nothing; where all stands, they are no evidence."""
        if self.proposals.path:
            self._due[_DECIDE] = self.tokens.last_change
        self.proposals.forget()
        if self.line.differ == 0:
            self._count_from(self.tokens.seq)
        return SETTLED

    def _decide(self, now):
        """Nothing has changed for a while: judge what was lifted or set down, if something was."""
        line, leading = self.line, self.leading
        self._deciding = None
        line.collect()
        if line.differ == 0:
            self._heard = 0
            self._know()
            self.view.light()
            if leading.on and leading.done():
                leading.stop()
                self._forget()
            return SETTLED
        if leading.on:
            if not leading.goes_beyond():
                return SETTLED
            told = len(self.evidence.attested(line.on_top(line.key), self.tokens.seq)) > 0
            if self._redo and (self._held or not told):
                self._deciding = self._judge(now).goes_on(self._redo[0], told)
                return None
            if not told:
                return SETTLED
            leading.stop()
            self._know()  # what was touched before was to put it right
        self._deciding = self._judge(now).quiet(self.view.question)
        return None

    def _ok(self, now):
        """OK was pressed, and nothing is being judged."""
        line = self.line
        patient = later(self.tokens.last_change, HELD_MS)
        if line.in_hand() and elapsed(now, patient) < 0:
            self._due[_OK] = patient  # it may have been a slip: the hand then goes on
        elif line.differ:
            if self.leading.on and self._undone != self.tokens.seq and not self._insists(now):
                return decision(decide.INSIST)
            self._deciding = self._judge(now).hands_done(self.leading.on, self.view.way_back)
        elif line.top.done:
            return self._follow_made(line.top.done)
        elif line.tops or line.owes():
            line.forgive()  # they are off, and nobody has touched what stays
            return SETTLED
        elif self._insists(now):
            return self._offer_touched(self.proposals.last())
        return None

    def _insists(self, now):
        """Whether OK was pressed in vain a moment ago, too."""
        before = self._pressed
        self._pressed = now
        return before is not None and passed(now, before) < AGAIN_MS

    def _offer_touched(self, cell):
        """Offer the steps that touch the cell touched last: their other switch may stick."""
        line = self.line
        if cell == NONE:
            return SETTLED
        last = self.tokens.seq
        readings = line.touching(cell)
        if not readings:
            return SETTLED
        # The switch that a touch would answer by may be the one that sticks.
        self.view.light(Question(readings, line, last, True, last, felt=False))
        return decision(decide.OFFER)

    def _late(self, now):
        """Nothing was attested for long."""
        if self.view.question or self.view.way_back:
            return None
        if self.leading.on or self.line.differ == 0:
            return SETTLED
        self._deciding = self._judge(now).late()
        return None

    def _judge(self, now):
        return Judge(self.line, self.tokens, self.evidence, self._pairs, now)

    # -- the buttons

    def confirm(self):
        """OK: take what is proposed or cannot be felt, believe the board, or say "done"."""
        if self.proposals.path:
            return self._follow_made(self.proposals.path)
        if self._redo and self._undone == self.tokens.seq and self.line.differ:
            return self.evidence.follow(self._redo[0], self.tokens.seq)
        question = self.view.question
        if question:
            reading = question.only(self.line.left_out)
            if reading is not None:
                self.line.trust(reading)
                return self.evidence.follow(reading, question.until)
            return decision(decide.OFFER)
        self._due[_OK] = self.tokens.last_change
        return SETTLED

    def begun(self):
        """Whether the board differs, and nothing says yet that it is no step."""
        return self.line.differ > 0 and not (self.leading.on or self.view.way_back)

    def give_back(self):
        """Undo before there is a step: where what is up came from, until the hands go on."""
        return decision(decide.RETURN)

    def _return(self, _decided):
        self._due[_OK] = None
        self.leading.forget()
        self.leading.start()
        self._returning = True

    def _go_on(self):
        """Nothing of what is up is given back."""
        self._returning = False
        self.leading.stop()

    def decline(self):
        """Undo where no step was made: nothing that is asked was."""
        return decision(decide.UNDO)

    def undo(self):
        """Take the last step back, soft or hard, or a question; light leads the hands back.

        What is only offered is turned down, and the next is offered.
        """
        self._due[_OK] = None
        question = self.view.question
        if question and question.offered:
            return decision(decide.OFFER)
        line = self.line
        self._returning = False
        if not self.leading.on:
            self.leading.forget()
            if question:
                return self.decline()  # what it asks about is not committed
        path, foot = line.last()
        self.leading.measure(foot)
        told = self.evidence.soft_attested or not line.soft
        undone = (Reading(True, path),) if told else ()
        return decision(decide.UNDO, undone, back=len(line.soft) or 1, foot=foot)

    # -- steps that others make

    def choose(self, move):
        """A step that the hands follow: a host's. It must be legal."""
        top = self.line.top
        while not top.ready:
            top.build()
        return self._follow_made((move,))

    def show(self, move):
        """A step that no hand has made: light leads the hands to carry it out."""
        foot = self.position.footprint(move)
        self.leading.forget()
        self.leading.measure(foot)
        return decision(decide.SHOW, moves=(move,), foot=foot)

    def harden(self):
        """What was played stays: no other reading of it counts any more."""
        self.line.harden(self.line.tops)  # they still have to come off
        self._elsewhere(self.tokens.seq)

    def look_ahead(self):
        """Other sides are played by hands now: begin with what they may do."""
        self.line.look_ahead()
        self._elsewhere(self.tokens.seq)

    def lead(self):
        """Lead the hands to the position, where the board differs from it."""
        self.leading.start()

    # -- following

    def followed(self, decided):
        """The game has done what was decided; returns the `Decision` that is now to be heard."""
        follow = _WHAT_FOLLOWS.get(decided.what)
        return (follow and follow(self, decided)) or decided

    def _follow(self, decided):
        line = self.line
        tokens = self.tokens
        (reading,) = decided.readings
        put_back = None if reading.path else Reading(True, line.path)
        self._redo = self._redo[1:] if decided.readings == self._redo[:1] else ()
        until = decided.until
        if decided.back:
            line.taken_back()
        if reading.path:
            line.followed(reading.path)
        known = until if line.differ else None  # what was told since is still to be read
        self._fresh(self.evidence.after(until, reading, decided.attested, put_back, known))
        for cell in line.foot.filled if decided.stood is not None else ():
            # A piece was touched once more when all of its step stood: that says something, too.
            if tokens.handled(cell, decided.stood) and self._alone(cell, tokens.last_change):
                self._due[_TURN] = later(tokens.last_change, QUIET_MS)
                self._note_touch(cell, True, not line.differ, tokens.last_change)

    def _pass(self, decided):
        self.line.passed(decided.moves)

    def _show(self, decided):
        self.line.shown(decided.foot)
        self._elsewhere(self.tokens.seq)
        self._due[_DECIDE] = self._due[_LATE] = None
        self.leading.show(decided.foot)

    def _undo(self, decided):
        """Lead the hands back, and ask which other step was made, if one may have been."""
        line = self.line
        path = line.path
        readings = []
        redo = decided.readings + self._redo
        held = line.all_up()
        if line.soft and decided.back:
            line.taken_back()
            readings = [reading for reading in line.on_top(line.key) if reading.path != path]
        elif decided.back:
            line.forgive()
            line.harden()
        self._elsewhere(self.tokens.seq, redo[0] if redo else None)
        self._undone = self.tokens.seq
        self._redo = redo
        self._held = held
        self._due[_DECIDE] = self._due[_LATE] = None
        foot = decided.foot
        self.leading.start(decided.back > 0, foot.via if foot and not foot.filled else b"")
        if readings and line.differ:
            return self._ask(decision(decide.ASK, readings, self.tokens.seq), decided.readings)
        return SETTLED

    def _ask(self, decided, undone=()):
        """Light the question; where nothing is attested, a wider one already lit stays.

        undone: the reading that was undone just now, as a tuple.
        """
        question = self.view.question
        readings = decided.readings
        unsure = not decided.attested
        if question and question.covers(readings, unsure):
            further = question.heard_again(self.line.differ)
            return decision(decide.TOUCH) if further else SETTLED
        last = self.tokens.seq
        self.view.light(Question(readings, self.line, decided.until, unsure, last, undone))
        self._due[_DECIDE] = None
        self.proposals.drop()
        return decided

    def _offer(self, _decided):
        """Offer the next reading; when all are turned down, the board is right as it is."""
        question = self.view.question
        if not question.offer(self.line.left_out):
            self._believe(decision(decide.BELIEVE, until=question.until, cells=question.about))

    def _touchable(self, decided):
        """Light where a piece may lie unfelt; it is heard once a lift."""
        self._put_off(decided)
        self.view.touch = decided.cells
        if self._heard == self.line.key:
            return SETTLED
        self._heard = self.line.key
        return decided

    def _believe(self, decided):
        self.line.believe(decided.cells)
        self._elsewhere(decided.until)

    def _light(self, decided):
        self.view.light(way_back=decided.what == decide.LEAD)

    def _put_off(self, decided):
        self._due[_DECIDE if decided.what == decide.WAIT else _LATE] = decided.at


# What is done when it is due, in that order.
_JOBS = (
    Reader._way,
    Reader._turn,
    Reader._look,
    Reader._drop,
    Reader._decide,
    Reader._ok,
    Reader._late,
)

# What the reader does about a decision, once the game has done it; each may say what is heard.
_WHAT_FOLLOWS = {
    decide.FOLLOW: Reader._follow,
    decide.PASS: Reader._pass,
    decide.SHOW: Reader._show,
    decide.UNDO: Reader._undo,
    decide.ASK: Reader._ask,
    decide.OFFER: Reader._offer,
    decide.TOUCH: Reader._touchable,
    decide.RETURN: Reader._return,
    decide.UNASK: Reader._light,
    decide.LEAD: Reader._light,
    decide.BELIEVE: Reader._believe,
    decide.WAIT: Reader._put_off,
    decide.LATER: Reader._put_off,
}
