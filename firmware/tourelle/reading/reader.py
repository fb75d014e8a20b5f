"""The reader: takes switch changes and time, and gives decisions for the game to follow.

A switch says only whether its cell is occupied. Which step was made follows from what was touched
and in which order; if two readings are open, the board asks. The position that nobody doubts is
*hard*; on top of it is at most one *soft* step, which another reading may replace until the next
step commits. docs/reading.md has the full story.
"""

from collections import namedtuple

from tourelle.clock import elapsed, later, passed
from tourelle.grids import NONE
from tourelle.kernels import micropython
from tourelle.reading import decide, judge
from tourelle.reading.decide import SETTLED, decision
from tourelle.reading.explain import Evidence
from tourelle.reading.leading import Leading
from tourelle.reading.line import Line, Reading
from tourelle.reading.proposals import Proposals
from tourelle.reading.question import Question
from tourelle.reading.tokens import TOUCH_MS, Tokens
from tourelle.reading.view import View
from tourelle.timers import SOON

QUIET_MS = 300  # nothing has changed for this long: decide
ANSWER_MS = 700  # lifting a piece for longer is no answer
SLIP_MS = 2000  # with a piece up, OK waits until nothing has changed for this long
OLD_MS = 5000  # older touches say nothing, and a proposal goes out
AGAIN_MS = 5000  # a second OK within this time insists

# What Undo did.
#
# readings  what it took back in a row and the hands, or OK, may make again, newest first
# change    number of the last change before it was last pressed
# held      whether a piece was up then
_Undone = namedtuple("_Undone", ("readings", "change", "held"))


class Reader:
    """Needs a position, with every step pushed, and the debounced switches; gives decisions.

    `confirm`, `undo`, `decline`, `choose` and `show` give a `Decision`; `changed`, `act` and
    `give_back` give one or None. The game does what it says, then calls `followed` with it. Only
    then does the reader carry out the decisions in `_WHAT_FOLLOWS`; the others it has carried out
    already, and they are only sounded.

    view        the `View`: what others may know
    line        the `Line` of position and switches
    tokens      the `Tokens`: when each cell was lifted and set
    leading     the `Leading` of the hands
    evidence    the `Evidence` that counts on the position
    at          when `act` has something to do again, set by `act`; None: once something happens
    """

    def __init__(self, position, closed, barred, room):
        """barred: by side, nonzero if no hand may play it (bytes); room: for steps, a `Room`."""
        self.tokens = Tokens(position.grid.size)
        self.line = Line(position, closed, barred, room)
        self.proposals = Proposals(self.line)
        self.leading = Leading(self.line)
        self.view = View(self.line, self.leading, self.proposals)
        self._due = dict.fromkeys(_JOBS)  # by method, which is the job: when, in ms, or None
        self._undone = _Undone((), -1, False)
        self._heard = 0  # key of the cells that differed when the "is it there?" sound was played
        self.at = None
        self._begin_evidence(Evidence(self.line, self.tokens, 0, 0, 0, True, None))

    def _begin_evidence(self, evidence):
        """The position has changed: this evidence counts on it."""
        self.view.light()
        self.leading.stop()
        self._deciding = None  # the running judge's generator
        self._pressed = None
        for job in (Reader._way_back, Reader._judge, Reader._take_long):
            self._due[job] = None
        if self._due[Reader._hands_done] != SOON:
            self._due[Reader._hands_done] = None  # it waited for a hand that held a piece
        self._forget_proposals()
        self._due[Reader._forget] = later(self.tokens.last_change, OLD_MS)
        self.evidence = evidence
        if self.line.differ:
            self._decide_when_quiet()

    def _begin_unread(self, until, undone=()):
        """No reading led to this position; touches after `until` are evidence on it.

        undone: the readings that Undo took back in a row; hands that play on may say that the
        first was made.
        """
        self._keep_undone(undone)
        again = undone[0] if undone else None
        self._begin_evidence(self.evidence.after(until, self.tokens.seq, again=again))

    def _keep_undone(self, readings):
        """Of what Undo took back, only these readings may be made again."""
        self._undone = _Undone(readings, self._undone.change, self._undone.held)

    def compact(self):
        """The heap was tidied up: copy what stays into its first holes. Yields after each part."""
        self._undone = _Undone(*self._undone)
        self.evidence = self.evidence.anew(self.evidence.since, self.evidence.known)
        yield False
        yield from self.line.compact()

    def _count_touches_from(self, since):
        """Touches up to change `since` attest nothing; what was taken back needs new ones, too."""
        self.evidence = self.evidence.anew(since, self.evidence.known, keep=False)

    def _account_for_board(self):
        """The board is accounted for: earlier changes no longer need explaining."""
        self.evidence = self.evidence.anew(self.evidence.since, self.tokens.seq)

    def _forget_touches(self):
        """No touch so far counts any more."""
        self._count_touches_from(self.tokens.seq)
        self._forget_proposals()

    def _forget_proposals(self):
        """No touch so far proposes anything."""
        self._due[Reader._turn_twin] = self._due[Reader._propose] = self._due[Reader._forget] = None
        self.proposals.forget()

    # -- what others may know

    def at_rest(self):
        """Whether the board matches the position, and nothing is asked or still to be decided."""
        if self.line.differ or self.leading.on or self.view.question or self.proposals.reading:
            return False
        to_do = self._deciding, self._due[Reader._judge], self._due[Reader._propose]
        return to_do == (None, None, None)

    def compare(self):
        """Compare again, since switches may have changed unseen.

        If all is right now, no touch so far counts.
        """
        before = self.line.cells()
        self.line.compare()
        if self.line.cells() != before:
            self._keep_undone(())
        self._account_for_board()
        self.view.ask_touch()
        if not self.line.differ:
            self._forget_touches()
        self._decide_when_quiet()

    # -- a switch changes

    @micropython.native
    def changed(self, cell, now):
        """A debounced change of one switch, already entered in `closed`."""
        lasted = self.overheard(cell, now)
        line = self.line
        if self.leading.on and not self.leading.changed(cell):
            self._count_touches_from(self.tokens.seq - 1)
        touched = lasted >= TOUCH_MS
        if touched and lasted < ANSWER_MS and self.view.question:
            readings = self.view.question.answered(cell, self.tokens)
            if readings:
                return self._answered(readings)
        if touched and line.closed[cell] == line.position.occupancy[cell]:
            return self._touch(cell, now, lasted)
        if self.proposals.reading and line.differ > 1:
            self.proposals.stop()
        return None

    @micropython.native
    def overheard(self, cell, now):
        """Take in a change that may attest a step but answers nothing, as while the menu is open.

        Returns how long, in ms, the cell had been in its previous state.
        """
        line = self.line
        occupied = line.position.occupancy[cell]
        lasted = self.tokens.changed(cell, line.closed[cell], occupied, now, line.left_out[cell])
        line.changed(cell, lasted)
        self.view.ask_touch()
        self._due[Reader._way_back] = now if self.view.way_back else None
        self._due[Reader._hands_done] = None
        self._due[Reader._forget] = later(now, OLD_MS)
        self._decide_when_quiet()
        return lasted

    def _decide_when_quiet(self):
        """Something has changed: nothing is decided before the board is quiet."""
        self._due[Reader._judge] = later(self.tokens.last_change, QUIET_MS)
        self._due[Reader._take_long] = later(self.tokens.last_change, judge.LIES_MS)
        self._deciding = None

    def _touch(self, cell, now, lasted):
        """A piece was lifted and set back, or a magnet held to an empty cell, for `lasted` ms.

        A piece that was up for long may only be where a step starts. A touch of what the soft step
        put down turns that into its twin, once the board is quiet.
        """
        brief = lasted < ANSWER_MS
        resting = self.line.differ == 0
        if brief and resting:
            if self.proposals.turn_to_next(cell, now):
                return decision(decide.PROPOSE)
            if self.proposals.confirms(cell, now, lasted):
                return self._made(self.proposals.reading)
        twin_due = self._due[Reader._turn_twin] is not None
        self._due[Reader._turn_twin] = None
        may_turn = resting and not self.leading.on and cell in self.line.foot.filled
        may_turn = may_turn and self.proposals.of_one_piece(cell, now, lasted)
        if self.line.closed[cell]:
            self.proposals.piece_touched(cell, now)
        twin = self.line.twin() if may_turn else None
        if twin:
            self._due[Reader._turn_twin] = later(now, QUIET_MS)
            # A second touch: turn for the first, before which all of it stood. This one made two
            # changes, and `_follow` finds it.
            return self._made(twin, self.tokens.seq - 2) if twin_due else None
        # Sliding a piece over empty cells does not touch them.
        if resting or self.line.closed[cell]:
            self._note_touch(cell, brief, resting and not self.leading.on, now)
        return None

    def _note_touch(self, cell, brief, resting, now):
        """Note a touch; if the board is at rest (resting), it may propose something."""
        self.proposals.touched(cell, brief, now)
        self._due[Reader._propose] = now if resting else None
        self._due[Reader._forget] = later(now, OLD_MS)

    def _made(self, reading, stood=None):
        """The `Decision` to follow a reading that needs no evidence.

        If it is a next step, the rest of those are built first, all at once.
        """
        top = self.line.top
        while reading.stays and not top.ready:
            top.build()
        return self.evidence.to_follow(reading, self.tokens.seq, True, stood)

    def _answered(self, readings):
        """Follow the answer to the question; where it leaves several open, ask between those."""
        until = self.view.question.until
        if any(reading.moves != readings[0].moves for reading in readings):
            return decision(decide.ASK, readings=readings, until=until)
        # The same step, whether after the soft one or instead of it.
        self.line.trust(readings[0])
        return self.evidence.to_follow(readings[0], until)

    # -- time

    def act(self, now):
        """Decide whatever can now be decided."""
        top = self.line.top
        self.at = None
        if not top.ready:
            return None
        self.at = SOON
        if top.forced and not self.leading.on:
            return decision(decide.PASS, moves=top.forced)
        found = self._next_job(now)
        if found is not None or self._deciding is None:
            return found
        self.at = SOON
        try:
            return next(self._deciding)
        except StopIteration as end:
            self._deciding = None
            return end.value

    def _next_job(self, now):
        """Do the first job that is due and return its decision, or None; else set `at`."""
        soonest = None
        judging = self._deciding is not None or self._due[Reader._judge] is not None
        for job in _URGENT if judging else _JOBS:
            at = self._due[job]
            if at is not None:
                # Too far ahead to have been set: it is long past, and the clock has wrapped.
                if at == SOON or not 0 < elapsed(at, now) <= judge.THINK_MS:
                    self._due[job] = None
                    return job(self, now)
                if soonest is None or elapsed(at, soonest) < 0:
                    soonest = at
        self.at = soonest
        return None

    # -- what may be due: each gives a decision; None: nothing to do yet, or the judge begins

    def _way_back(self, _now):
        """See whether the way back still has to be lit."""
        self.view.light(way_back=self.line.differ > 0 and not self.line.may_become())
        return SETTLED

    def _turn_twin(self, _now):
        """A piece of the soft step was touched when all of it stood, and no other since."""
        twin = self.line.twin()
        return self._made(twin) if twin else None

    def _propose(self, _now):
        """The latest touches may propose a step."""
        proposes = self.line.differ == 0 and self.proposals.propose()
        return decision(decide.PROPOSE) if proposes else SETTLED

    def _forget(self, _now):
        """Forget touches that are too old; if the board is right, they attest nothing, either."""
        if self.proposals.reading:
            self._due[Reader._judge] = SOON
        self.proposals.forget()
        if self.line.differ == 0:
            self._count_touches_from(self.tokens.seq)
        return SETTLED

    def _judge(self, now):
        """Nothing has changed for a while: judge what was lifted or set down, if anything."""
        line, leading = self.line, self.leading
        self._deciding = None
        line.collect()
        if self.proposals.interrupted():
            self.proposals.stop()
        if line.differ == 0:
            self._heard = 0
            self._account_for_board()
            self.view.light()
            if leading.on and leading.done():
                leading.stop()
                self._keep_undone(())
                self._forget_touches()
            return SETTLED
        if leading.on:
            if not leading.goes_beyond():
                return SETTLED
            attested = len(self.evidence.attested(line.on_top(line.key))) > 0
            if self.evidence.again and (self._undone.held or not attested):
                self._deciding = judge.made_again(self.evidence, now, attested)
                return None
            if not attested:
                return SETTLED
            leading.stop()
            self._account_for_board()  # earlier touches were to put the board right
        self._deciding = judge.quiet(self.evidence, now, self.view.question)
        return None

    def _hands_done(self, now):
        """OK was pressed, and nothing is being judged."""
        line = self.line
        last = self.tokens.last_change
        if line.in_hand() and passed(now, last) < SLIP_MS:
            # It may be a slip: then the hand goes on.
            self._due[Reader._hands_done] = later(last, SLIP_MS)
        elif line.differ:
            led = self.leading.on
            if led and self._undone.change != self.tokens.seq and not self._press_again(now):
                return decision(decide.INSIST)
            self._deciding = judge.hands_done(self.evidence, now, led, self.view.way_back)
        elif line.top.done:
            return self._made(Reading(True, line.top.done))
        elif line.capped or line.owed():
            # Captured pieces are off, and nobody has touched what stays.
            line.forgive(range(len(line.closed)))
            return SETTLED
        elif self._press_again(now):
            # Another switch of a step at the cell touched last may stick.
            cell = self.proposals.last_touched()
            readings = line.touching(cell) if cell != NONE else []
            return self._propose_next(readings) if readings else SETTLED
        return None

    def _press_again(self, now):
        """Note that OK was pressed without effect; True if it also was a moment ago."""
        before = self._pressed
        self._pressed = now
        return before is not None and passed(now, before) < AGAIN_MS

    def _take_long(self, now):
        """Nothing was attested for a long time."""
        if self.line.differ and not (self.view.question or self.view.leads()):
            self._deciding = judge.taking_long(self.evidence, now)
        return None

    # -- the buttons

    def confirm(self):
        """OK: take what is proposed or what no switch feels, believe the board, or say "done"."""
        if self.proposals.reading and not self.proposals.interrupted():
            return self._made(self.proposals.reading)
        undone = self._undone
        if undone.readings and undone.change == self.tokens.seq and self.line.differ:
            return self._made(undone.readings[0])
        question = self.view.question
        if question and not question.interrupted():
            reading = question.meant_by_ok()
            return self._propose_next() if reading is None else self._answered([reading])
        self._due[Reader._hands_done] = SOON
        return SETTLED

    def give_back(self):
        """Undo before there is a step: show where lifted pieces came from until the hands go on.

        None if the board is not in the middle of one.
        """
        if not self.line.differ or self.view.leads():
            return None
        self._deciding = self._due[Reader._hands_done] = None
        self.leading.forget()
        self.leading.start(briefly=True)
        return decision(decide.RETURN)

    def decline(self, led=False):
        """Undo of what is proposed or asked: none of its steps was made; None if nothing is.

        Of a question's readings, the next is proposed. led: also of a question that is lit while
        lights lead the hands back, with none of them proposed.
        """
        if self.proposals.reading and not self.proposals.interrupted():
            self._forget_proposals()
            return SETTLED
        question = self.view.question
        if question is None or not (led or question.proposed or not self.leading.on):
            return None
        self._due[Reader._hands_done] = None
        if question.proposed:
            return self._propose_next()
        if not self.leading.on:
            self.leading.forget()
        return decision(decide.UNDO)

    def undo(self):
        """Take back the last step, soft or hard, whatever is asked; lights lead the hands back."""
        self._due[Reader._hands_done] = None
        if not self.leading.on:
            self.leading.forget()
        moves, foot = self.line.last_step()
        self.leading.note_taken_back(foot)  # afterwards nobody can tell how high stacks were
        sure = self.evidence.soft_attested or not self.line.soft
        undone = (Reading(True, moves),) if sure else ()
        return decision(decide.UNDO, self.line.soft or 1, undone=undone, captured=foot.captured)

    # -- steps that others make

    def choose(self, move):
        """A step that is not read: hands follow it, or have made it. It must be legal."""
        return self._made(Reading(True, (move,)))

    def show(self, move):
        """A step that no hand has made: lights lead the hands to carry it out."""
        foot = self.line.position.footprint(move)
        self.leading.forget()
        self.leading.measure(foot)
        return decision(decide.SHOW, moves=(move,), foot=foot)

    def harden(self):
        """The last step stays, and hands may play other sides: start over from the position."""
        self.line.harden(self.line.capped)  # captured tops still have to come off
        self._begin_unread(self.tokens.seq)

    def lead(self):
        """Lead the hands to the position if the board differs from it."""
        if not self.leading.on:
            self.leading.forget()
        self.leading.start()

    # -- following

    def followed(self, decided):
        """The game has done what was decided; returns the `Decision` to be sounded."""
        follow = _WHAT_FOLLOWS.get(decided.what)
        return (follow and follow(self, **decided.details)) or decided

    def _follow(self, reading, until, attested, stood):
        """A reading was followed.

        until: touches after this change are evidence for the steps to come; attested: whether the
        reading is; stood: the change since which all of its step has stood, None if nobody asks.
        """
        line = self.line
        now = self.tokens.last_change
        again = None if reading.moves else Reading(True, line.moves)
        undone = self._undone.readings
        self._keep_undone(undone[1:] if undone[:1] == (reading,) else ())
        if line.soft and not reading.stays:
            line.taken_back(line.foot.captured)
        if reading.moves:
            line.followed(reading.moves)
        known = until if line.differ else self.tokens.seq  # later steps are still to be read
        self._begin_evidence(self.evidence.after(until, known, reading, attested, again))
        for cell in line.foot.filled if stood is not None else ():
            # A piece was touched again when all of its step stood: that says something, too.
            if self.tokens.handled(cell, stood) and self.proposals.of_one_piece(cell, now):
                self._due[Reader._turn_twin] = later(now, QUIET_MS)
                self._note_touch(cell, True, not line.differ, now)

    def _pass(self):
        forced = self.line.top.forced
        undone = self._undone.readings
        if undone[:1] == (Reading(True, forced),):
            self._keep_undone(undone[1:])  # it is made again
        self.line.passed(forced)

    def _begin_led(self, undone=()):
        """As `_begin_unread`, where lights lead: nothing is judged until the hands go on."""
        self._begin_unread(self.tokens.seq, undone)
        self._due[Reader._judge] = self._due[Reader._take_long] = None

    def _show(self, foot):
        self.line.shown(foot)
        self._begin_led()
        self.leading.show(foot)

    def _undo(self, undone=None, captured=b""):
        """Lead the hands back, and ask which other step was made if one may have been.

        undone: a tuple with the reading that was undone, () if it was not attested; None if no
        step was taken back. captured: the cells where it had captured a piece.
        """
        line = self.line
        soft, moves = line.soft, line.moves
        readings = []
        in_a_row = (undone or ()) + self._undone.readings
        self._undone = _Undone(in_a_row, self.tokens.seq, line.all_up())
        if undone is not None:
            line.taken_back(captured)
            if soft:  # after a hard one, the steps of this position are still to be found
                readings = [reading for reading in line.on_top(line.key) if reading.moves != moves]
        self._begin_led(in_a_row)
        self.leading.start()
        return self._ask(readings, self.tokens.seq, undone=undone) if readings else SETTLED

    def _ask(self, readings, until, unsure=False, undone=()):
        """Light a question between these readings; a wider one that is already lit may stay.

        until: touches after this change are evidence once it is answered. unsure: asked only
        because nothing is attested; after Undo, which says that some step was made, it is not.
        undone: a tuple with the reading that was undone just now.
        """
        question = self.view.question
        if question and question.covers(readings, unsure):
            return decision(decide.TOUCH) if question.note_differ(self.line.differ) else SETTLED
        last = self.tokens.seq
        self.view.light(Question(readings, self.line, until, unsure, last, undone))
        self._due[Reader._judge] = None
        self.proposals.stop()
        return decision(decide.ASK)

    def _propose_next(self, readings=None):
        """Propose the next reading; once all are turned down, accept the board as it is.

        For new readings, not asked about yet, no touch answers: the switch that would feel it may
        be the one that sticks.
        """
        if readings:
            last = self.tokens.seq
            self.view.light(Question(readings, self.line, last, True, last, answerable=False))
        question = self.view.question
        if question.propose_next():
            return decision(decide.NEXT)
        if self.line.differ:
            self._believe(question.about, question.until)
        self.view.light()
        return SETTLED

    def _put_off(self, at, cells=b""):
        """Ask at that time; until then light where a piece may lie unfelt. Sounds once per lift."""
        self._due[Reader._take_long] = at
        self.view.ask_touch(cells)
        if not cells or self._heard == self.line.key:
            return SETTLED
        self._heard = self.line.key
        return decision(decide.TOUCH)

    def _believe(self, cells, until):
        """Take these cells as right; touches after change `until` are evidence from then on."""
        self.line.believe(cells)
        self._begin_unread(until)

    def _light(self, way_back=False):
        self.view.light(way_back=way_back)

    def _decide_at(self, at):
        self._due[Reader._judge] = at


# What may be due, most urgent first: some before a board is judged, the others after it.
_URGENT = (Reader._way_back, Reader._turn_twin, Reader._propose, Reader._forget, Reader._judge)
_JOBS = _URGENT + (Reader._hands_done, Reader._take_long)

# How the reader follows a decision that the game has done; each may return what is to be sounded.
_WHAT_FOLLOWS: dict = {
    decide.FOLLOW: Reader._follow,
    decide.PASS: Reader._pass,
    decide.SHOW: Reader._show,
    decide.UNDO: Reader._undo,
    decide.ASK: Reader._ask,
    decide.UNASK: Reader._light,
    decide.WAY_BACK: Reader._light,
    decide.BELIEVE: Reader._believe,
    decide.HOVERS: Reader._decide_at,
    decide.PUT_OFF: Reader._put_off,
}
