"""The reader: changes and time in; a line of steps, questions and the way back out."""

from tourelle.clock import elapsed, later
from tourelle.grids import NONE
from tourelle.reading.decide import (
    ASK,
    ASK_MS,
    BACK,
    FOLLOW,
    LEAD,
    QUIET_MS,
    WAIT,
    decide,
)
from tourelle.reading.line import OWED, Line
from tourelle.reading.paths import Explained, Soft
from tourelle.reading.proposals import Proposals
from tourelle.reading.question import Question
from tourelle.reading.tokens import TOUCH_MS, Tokens
from tourelle.steps import LEAVES, LIT

ANSWER_MS = 700  # a piece that is lifted for longer is no answer
WORKED_MS = 10000  # a switch opened and another closed within this time: a piece was moved
DROP_MS = 5000  # so long a proposal is lit
FORGET_MS = 5000  # a touch that is older than that says nothing of a step that stands

_END = object()

TAKEN_BACK = (False, ())  # the reading that the soft step was put back


class Reader:
    """What the switches mean in one position.

    The listener does and reports it: play(move) pushes a move, take_back() pops the last one,
    asked() a question or a proposal is lit, refused() the way back is.

    position    with every step pushed
    closed      the debounced switches
    tokens      the `Tokens` since nobody doubted the position
    line        the `Line`: position, soft step and switches
    proposals   the `Proposals` of steps that no switch feels
    question    the `Question` that is lit, or None
    unsure      it is asked since nothing is attested: a piece may simply be in the hand
    way_back    nothing explains the board: pieces have to be put back
    barrier     cells beside the barrier that was taken back, which no switch feels
    stood       height of each cell before an undo, of those that no hand came to since
    """

    def __init__(self, position, closed, listener):
        self.position = position
        self.closed = closed
        self.listener = listener
        self.tokens = Tokens(position.grid.size)
        self.line = Line(position, closed)
        self.soft = Soft(position.grid.size)
        self.proposals = Proposals(self.line)
        self.stood = bytearray(position.grid.size)
        self.barrier = b""
        self._rejected = []
        self._sure = False  # OK was pressed, and waits for what is to be decided
        self._fresh(0)

    def _fresh(self, last):
        """The line has changed; what was touched up to change number `last` is used up."""
        self.question = None
        self.unsure = False
        self.way_back = False
        self._leading = False
        self._decide_at = self._drop_at = None
        self._deciding = None
        self.proposals.forget(last)
        self._look = self.proposals.waiting and self.line.differ == 0
        if self._look:
            self._drop_at = later(self.tokens.last_change, DROP_MS)
        if self.line.differ:
            self._decide_at = later(self.tokens.last_change, QUIET_MS)

    # -- what others may know

    top = property(lambda self: self.line.top)
    differ = property(lambda self: self.line.differ)
    differing = property(lambda self: self.line.differing)
    mask = property(lambda self: self.line.mask)

    def compare(self):
        """The switches may have changed unseen."""
        self.line.compare()
        if self.line.differ:
            self._decide_at = later(self.tokens.last_change, QUIET_MS)

    def possible(self):
        """Whether the board as it stands may still become a step."""
        return bool(self.line.possible())

    def answers(self):
        """The cells that answer the question."""
        return self.question.cells if self.question else b""

    @property
    def proposed(self):
        """The move that OK would commit, or None."""
        path = self.proposals.path
        if self.question and self.question.offered:
            path = self.question.offered[1]
        return path[-1] if path else None

    def proposed_text(self):
        """The step that OK would commit, in the game's notation; "" where there is none."""
        line = self.line
        position = self.position
        reading = True, self.proposals.path
        if self.question and self.question.offered:
            reading = self.question.offered
        stays, path = reading
        if not path:
            return ""
        line.enter((stays, path[:-1]))
        text = position.move_text(path[-1])
        line.leave((stays, path[:-1]))
        return text

    # -- a switch changes

    def missed(self, cell, now):
        """A change while something else had the board: it tells, but it answers nothing."""
        self.tokens.changed(cell, self.closed[cell], now)
        self.line.changed(cell)
        self._decide_at = later(now, QUIET_MS)
        self._deciding = None

    def changed(self, cell, now):
        """A debounced change of one switch, already in `closed`."""
        line = self.line
        occupied = self.position.occupancy[cell]
        owed = line.mask[cell] == OWED
        lasted = self.tokens.changed(cell, self.closed[cell], now)
        line.changed(cell)
        if self._leading:
            self.stood[cell] = 0
            self._leading = not self._silent
        self._decide_at = later(now, QUIET_MS)
        self._deciding = None
        self._sure = False
        if self.way_back and (not line.differ or line.may_become()):
            self.way_back = False
        touched = lasted >= TOUCH_MS
        if touched and lasted < ANSWER_MS and self._answer(cell):
            return
        if touched and lasted < ANSWER_MS and self.closed[cell] == occupied and not owed:
            self._touch(cell, now)
        elif self.proposals.path and line.differ > 1:
            self.proposals.drop()

    def _touch(self, cell, now):
        """A piece was lifted a little and set back, or a magnet held to an empty cell."""
        proposals = self.proposals
        resting = self.line.differ == 0
        if resting and proposals.turns(cell):
            self._drop_at = later(now, DROP_MS)
            self.listener.asked()
        elif resting and proposals.confirms(cell):
            self._follow((True, proposals.path), True, self.tokens.seq)
        else:
            proposals.drop()
            proposals.touched(cell, self.tokens.seq)
            self._look = resting and not self._leading
            self._drop_at = later(now, DROP_MS)

    # -- time

    def step(self, now):
        """Decide what has become decidable; True if anything changed."""
        top = self.line.top
        self._now = now
        if not top.ready:
            return False
        if top.forced and not self._leading:
            self._pass(top.forced)
        elif self._look:
            self._look = False
            if self.line.differ == 0 and self.proposals.propose():
                self.listener.asked()
        elif self._drop_at is not None and elapsed(now, self._drop_at) >= 0:
            self._drop_at = None
            if self.proposals.path:
                self._decide_at = now
            self.proposals.forget(self.tokens.seq)
        elif self._deciding is not None:
            if next(self._deciding, _END) is not _END:
                return False
            self._deciding = None
        elif self._decide_at is not None and elapsed(now, self._decide_at) >= 0:
            self._decide_at = None
            self._deciding = self._decide()
        elif self._sure and elapsed(now, self.tokens.last_change) >= QUIET_MS:
            self._sure = False
            if self.proposals.path:
                self._follow((True, self.proposals.path), True, self.tokens.seq)
            elif self.line.differ:
                self._deciding = self._decide(True)
            elif top.done:
                self._follow((True, top.done), True, self.tokens.seq)
        else:
            return False
        return True

    def due(self, now):
        """Milliseconds until `step` has something to do; a long time if nothing."""
        top = self.line.top
        if not top.ready or (top.forced and not self._leading) or self._look:
            return 0
        if self._deciding is not None:
            return 0
        if self._sure:
            return max(0, QUIET_MS - elapsed(now, self.tokens.last_change))
        wait = 1 << 20
        for at in (self._decide_at, self._drop_at):
            if at is not None:
                wait = min(wait, -elapsed(now, at))
        return max(wait, 0)

    # -- deciding

    def _decide(self, done=False):
        """Explain the board as it stands, and do what the table says; yields until then.

        done: OK says that nothing is in the hand any more.
        """
        line = self.line
        tokens = self.tokens
        line.collect()
        if self._leading:
            yield from self._led_right()
            if self._leading:
                return
        if line.differ == 0:
            self.way_back = False
            self.question = None
            if self._turned() or (self.proposals.path and self.proposals.sure):
                return
        found = Explained(line, tokens, self.soft)
        yield from found.explain(self._rejected)
        put_back = line.felt() and not line.away()
        up = 0
        for i in range(line.differ):
            up += not self.closed[line.differing[i]]
        next_ = line.may_go_on() or any(path.exact or path.attested for path in found.next)
        begun = next_ or (self._moves_on() and line.may_become())
        now = self._now
        quiet = elapsed(now, tokens.last_change)
        what, with_ = decide(found, quiet, line.differ, up, put_back, begun, next_, done)
        if what == FOLLOW:
            path = with_[0]
            if path.reading[0] and self._turned():
                return  # a touch before the next step: that is read anew
            self._follow(path.reading, False, path.signs.last or tokens.seq, path.signs.cost)
            self._sure = done and self.proposals.waiting  # it was about what was touched after
        elif what == ASK:
            self._ask_between(with_, put_back, quiet >= ASK_MS)
        elif what == WAIT:
            self._decide_at = later(now, with_)
            if self.unsure and self.question and self._asked[1] != self.closed:
                self.question = None  # the piece may simply be in the hand again
        elif what == BACK:
            self._follow(TAKEN_BACK, False, tokens.seq)
        elif done and not self._just_moved():
            self.believe(range(len(self.closed)))
        elif what == LEAD:
            self.question = None
            if not self.way_back:
                self.way_back = True
                self.listener.refused()

    def _ask_between(self, paths, put_back, late):
        """Ask; where the soft step is in doubt, it is taken back until somebody answers."""
        line = self.line
        last = max([path.signs.last for path in paths])
        readings = [path.reading for path in paths]
        if (False, line.path) in readings:
            line.take_back(self.listener)
            self.soft.set((), False, 0)
            self._fresh(self.tokens.seq)
            readings = [(True, path) for _, path in readings]
        elif put_back:
            readings.append(TAKEN_BACK)
        self._ask(readings, last or self.tokens.seq, late)

    def _moves_on(self):
        """Whether one of the soft step's own cells has changed: it may become another one."""
        line = self.line
        return any(self.soft.cells[line.differing[i]] for i in range(line.differ))

    def _turned(self):
        """Whether a touch of its piece turned the soft step into the next one like it."""
        line = self.line
        tokens = self.tokens
        for cell in line.foot.filled:
            i = tokens.last(cell)
            if i >= 0 and tokens.shut[i] and tokens.seqs[i] > self.soft.last:
                twins = line.twins()
                if len(twins) > 1:
                    after = twins[(twins.index(line.path) + 1) % len(twins)]
                    self._follow((False, after), True, tokens.seq)
                    return True
        return False

    # -- following

    def _follow(self, reading, sure, last, cost=0):
        """Let the line be this reading's, whose last change is number `last`; sure: see `Soft`."""
        line = self.line
        stays, path = reading
        tokens = self.tokens
        if not stays and line.soft:
            line.take_back(self.listener)
        elif path and line.soft:
            self._harden()
        if path:
            line.commit(path, self.listener)
            self.soft.set(line.foot, sure, last, cost)
        elif not stays:
            self.soft.set((), False, 0)
        self._fresh(last)
        if path and not self.line.differ:
            self._decide_at = later(tokens.last_change, QUIET_MS)

    def _harden(self):
        """Nobody doubts the soft step any more: forget its changes, and touches up to its end."""
        tokens = self.tokens
        mine = self.soft.cells
        last = self.soft.last
        self._rejected = []

        def wanted(i):
            seq = tokens.seqs[i]
            cell = tokens.cells[i]
            return seq > last or not (
                mine[cell] or tokens.shut[i] or tokens.seqs[tokens.last(cell)] != seq
            )

        tokens.keep(wanted)

    def _pass(self, path):
        """Play the only step there is, which changes nothing, with the one before."""
        line = self.line
        if line.soft:
            line.extend(path, self.listener)
        else:
            line.commit(path, self.listener)

    def choose(self, move):
        """Commit a step that the hands follow: a host's. It must be legal."""
        top = self.line.top
        while not top.ready:
            top.build()
        self._follow((True, (move,)), True, self.tokens.seq)

    # -- asking

    def _ask(self, readings, until, unsure=False):
        """Light the question. unsure: it is asked since nothing was told."""
        if self.question:
            if set(self.question.readings) == set(readings):
                return
            if unsure and set(readings) <= set(self.question.readings):
                return
        self.question = Question(readings, self.line, until)
        self._asked = (self.tokens.seq, bytes(self.closed))
        self.unsure = unsure
        self._held = NONE
        self._decide_at = None
        self.proposals.drop()
        self.way_back = False
        self.listener.asked()

    def _answer(self, cell):
        """Whether a touch answers the question; setting down what was in the hand does not."""
        question = self.question
        if question is None or cell not in question.cells:
            return False
        if not self.tokens.changed_twice(cell, self._asked[0]):
            return False
        if self._held != cell and self._may_go_there(cell):
            self._held = cell  # it may be the next step's touch; a second one is not
            return False
        left = question.left(cell)
        asked = self._asked[0]
        tokens = self.tokens
        tokens.keep(lambda i: tokens.cells[i] != cell or tokens.seqs[i] <= asked)
        if all(path == left[0][1] for _, path in left):
            self._answered(left[0])
        else:
            self._ask(left, question.until)
        return True

    def _answered(self, reading):
        """Commit what the question was answered with, and hear of the others no more."""
        rejected = [path for _, path in self.question.readings]
        self._follow(reading, True, self.question.until)
        self._rejected = rejected

    def _may_go_there(self, touched):
        """Whether the hand holds a piece, not of what is asked, that may be put there next."""
        line = self.line
        for i in range(line.differ):
            cell = line.differing[i]
            if not self.closed[cell] and cell not in self.question.lifted:
                if line.top.having(bytes((cell, touched)), LEAVES + LIT, 1):
                    return True
        return False

    # -- the buttons

    def confirm(self):
        """OK: take what is proposed or cannot be felt, believe the board, or say "done"."""
        if self.proposals.path:
            self._follow((True, self.proposals.path), True, self.tokens.seq)
        elif self.question:
            self._confirm_one()
        elif self.way_back or self._leading:
            if not self._just_moved():
                self.believe(range(len(self.closed)))
        else:
            self._sure = True

    def _confirm_one(self):
        """OK while a question is lit: the one reading that no switch could tell.

        Where there are several, they are offered one by one.
        """
        question = self.question
        if self.unsure:
            if question.offered:
                self._answered(question.offered)
            else:
                self._offer()
            return
        unfelt = question.unfelt(self.line.mask)
        reading = question.offered
        if len(unfelt) == 1:
            reading = unfelt[0]
        elif not unfelt and len(question.readings) == 1 and not self.unsure:
            reading = question.readings[0]
        if reading:
            self._answered(reading)
        elif unfelt:
            self._offer()

    def _offer(self):
        """Offer the next reading; after the last one of what is only unsure, nothing was done."""
        question = self.question
        question.offer(self.line.mask, self.unsure)
        if self.unsure and not question.offered:
            self.believe(question.about)
        self.listener.asked()

    def believe(self, cells):
        """These cells are right as they are."""
        self._harden()
        self.soft.set((), False, 0)
        self.line.believe(cells)
        self._fresh(self.tokens.seq)

    def _just_moved(self):
        """Whether a piece was taken from one cell to another just now: both switches work."""
        tokens = self.tokens
        line = self.line
        for i in range(line.differ):
            at = tokens.last(line.differing[i])
            for j in range(i):
                other = tokens.last(line.differing[j])
                if at >= 0 and other >= 0 and tokens.shut[at] != tokens.shut[other]:
                    if abs(elapsed(tokens.at[at], tokens.at[other])) < WORKED_MS:
                        return True
        return False

    # -- leading the hands

    @property
    def leading(self):
        return self._leading

    @leading.setter
    def leading(self, on):
        self.line.compare()
        self._led_from = bytes(self.line.differing[: self.line.differ])
        self._silent = not self._led_from
        if not self._silent:
            self.barrier = b""
        self._leading = on

    def _led_right(self):
        """Find out whether the leading is over: all is right, or the hands do something else."""
        line = self.line
        if line.differ == 0:
            self.question = None
            self._leading = False
            self.proposals.forget(self.tokens.seq)
            self.tokens.keep(_none)
            return
        for i in range(line.differ):
            if line.differing[i] not in self._led_from:
                found = Explained(line, self.tokens, self.soft)
                yield from found.explain(())
                self._leading = not [p for p in found.next if p.exact and p.attested]
                return

    def undo(self):
        """Take the last step back, soft or hard, or a question; light leads the hands back."""
        if self.question and self.question.offered:
            self._offer()
            return
        line = self.line
        path = line.path
        readings = []
        if not self._leading:
            for cell in range(len(self.stood)):
                self.stood[cell] = len(self.position.pieces(cell)) // 2
        if self.question and not self._leading:
            pass  # what it asks about is not committed
        elif line.soft:
            self.barrier = _barrier(line.foot)
            line.take_back(self.listener)
            readings = [r for r in line.on_top(line.key) if r[1] != path]
        else:
            self.barrier = _barrier(self.position.footprint(self.listener.take_back()))
            line.forgive()
            line.harden()
        self.soft.set((), False, 0)
        self.tokens.keep(_none)
        self._fresh(self.tokens.seq)
        self._decide_at = None
        self.leading = True
        if readings and line.differ:
            self._ask(readings, self.tokens.seq)


def _none(i):
    return False


def _barrier(foot):
    """The cells beside a barrier, if that is all of a step."""
    return b"" if foot.filled else foot.via
