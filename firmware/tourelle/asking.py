"""Asking: which of several readings it is, or to put the pieces back; and what the hands answer."""

from tourelle.committing import Committing
from tourelle.grids import NONE
from tourelle.question import Question
from tourelle.steps import LEAVES, LIT


class Asking(Committing):
    """What the lights ask of the hands.

    The listener hears of it: asked() a question or a proposal is lit, refused() the way back is.

    question    the `Question` that is lit, or None
    unsure      it is asked since nothing was told: a piece may simply be in the hand
    way_back    nothing fits and nothing is possible: pieces have to be put back
    leading     the hands are led to the position, after an undo or a host's step
    barrier     cells beside the barrier that was taken back, which no switch feels
    showing     the `Showing` of a step that the hands are to carry out, or None
    """

    question: Question
    way_back: bool
    unsure = False
    barrier = b""
    _asked: tuple  # when the question was asked: the last change, the switches
    _held: int  # the cell of a touch that may be no answer
    _sure = False  # OK was pressed, and waits for what is to be decided
    _led_from: bytes  # what differed when the leading began
    _silent: bool  # no switch could tell the leading's end

    def _fresh(self, until):
        self.question = None
        self.way_back = False
        self._leading = False
        self.showing = None
        self._rejected: list = []  # paths that an answer was against
        super()._fresh(until)

    def settle(self):
        if self._unsettled != NONE:
            super().settle()
            ground = self.ground
            if self.way_back and (ground.differ == 0 or self._fit or ground.may_become()):
                self.way_back = False

    # -- asking

    @property
    def proposed(self):
        """The move that OK would commit, or None."""
        path = self.proposals.path
        if self.question and self.question.offered:
            path = self.question.offered[1]
        return path[-1] if path else None

    def proposed_text(self):
        """That move in the game's notation, "" for none: on the position that it is made in."""
        reading = True, self.proposals.path
        if self.question and self.question.offered:
            reading = self.question.offered
        stays, path = reading
        if not path:
            return ""
        self.ground.enter((stays, path[:-1]))
        text = self.position.move_text(path[-1])
        self.ground.leave((stays, path[:-1]))
        return text

    def answers(self):
        """The cells that answer the question."""
        return self.question.cells if self.question else b""

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

    def _wonder(self, readings, until):
        """Ask, though nothing was told; what is asked already stays as it is."""
        if self.question and set(readings) <= set(self.question.readings):
            return
        self._ask(readings, until, True)

    def _changed_since_asked(self):
        ground = self.ground
        same = self._asked[1] == self.closed
        return not same and bool(ground.possible())

    # -- a touch

    def _answer(self, cell):
        """Whether a touch answers the question; setting down what was in the hand does not."""
        question = self.question
        if question is None or cell not in question.cells:
            return False
        if not self.evidence.changed_twice(cell, self._asked[0]):
            return False
        self.settle()
        if self._held != cell and self._may_go_there(cell):
            self._held = cell  # it may be the next step's touch; a second one is not
            return False
        left = question.left(cell)
        self.evidence.use_up(cell)
        if all(path == left[0][1] for _, path in left):
            self._answered(left[0])  # the same step, be it after the soft one or instead
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
                if ground.top.having(bytes((cell, touched)), LEAVES + LIT, 1):
                    return True
        return False

    # -- the buttons

    def confirm(self):
        """OK: take what is proposed or cannot be felt, believe the board, or say "done"."""
        self.settle()
        if self.proposals.path:
            self._commit((True, self.proposals.path), True, self.evidence.seq)
        elif self.question and not (self.unsure and self._besides() is not None):
            self._confirm_one()
        else:
            self._sure = True

    def _besides(self):
        """The one open cell without which an attested step explains the board, or None."""

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
        elif unfelt or self.unsure:
            self._offer()

    def _offer(self):
        """Offer the next reading; when all are turned down, the board is right as it is."""
        question = self.question
        question.offer(self.ground.mask)
        if self.unsure and not question.offered and not question.unfelt(self.ground.mask):
            self.believe(question.about, question.until)
        self.listener.asked()

    def believe(self, cells, until):
        """These cells are right as they are; what was touched after `until` is evidence."""
        self.ground.believe(cells)
        self._fresh(until)

    # -- leading the hands

    @property
    def leading(self):
        return self._leading

    @leading.setter
    def leading(self, on):
        self.ground.compare()
        self._led_from = bytes(self.ground.differing[: self.ground.differ])
        self._silent = not self._led_from
        if not self._silent:
            self.barrier = b""
        self._leading = on

    def look_ahead(self):
        """Other sides are played by hands now: begin with what they may do."""
        self.settle()
        self.ground.look_ahead()
        self._fresh(self.evidence.seq)

    def _led_right(self):
        """Whether the leading is over: the board is right, or the hands do something else."""
        ground = self.ground
        if ground.differ == 0:
            if self.showing is not None and not self.showing.done():
                return False
            self.question = None
            self._leading = False
            self.showing = None
            self._forget()
            return True
        for i in range(ground.differ):
            if ground.differing[i] not in self._led_from:
                readings = ground.on_top(ground.key)
                telling = self.telling
                self._leading = not telling.told(readings, telling.since, self.evidence.seq)
                if not self._leading:
                    self.showing = None
                return not self._leading
        return False

    def _measure(self):
        """Note how high everything stands: what has to be lifted can then be counted."""
        for cell in range(len(self.stood)):
            self.stood[cell] = len(self.position.pieces(cell)) // 2

    def show(self, move):
        """Play a step that no hand has made: light leads the hands to carry it out."""
        from tourelle.showing import Showing  # here, since it is of no use without other players

        self.settle()
        foot = self.position.footprint(move)
        self._measure()
        self.ground.show(move, foot, self.listener)
        self._fresh(self.evidence.seq)
        self._decide_at = self._ask_at = None
        showing = Showing(foot)
        self.leading = self.ground.differ > 0 or not showing.done()
        if self._leading:
            self.showing = showing

    def undo(self):
        """Take the last step back, soft or hard, or a question; light leads the hands back.

        What is only offered is turned down, and the next is offered.
        """
        self.settle()
        if self.question and self.question.offered:
            self._offer()
            return
        ground = self.ground
        path = ground.path
        readings = []
        if not self._leading:
            self._measure()
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
