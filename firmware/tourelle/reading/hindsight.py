"""Hindsight, for hands quicker than the board: the last fit, and two steps at once."""

from collections import namedtuple

from tourelle.reading.explain import MISSING, RULED_OUT, grade
from tourelle.reading.line import Reading
from tourelle.steps import ZOBRIST

FIRSTS = 8  # most attested first steps to search from; with more, there is no search

# A board that fitted some step: the key of the cells that differed from the position, the cells
# that differed from the position beneath the soft step (beneath), the number of the change that led
# to this board (until), and whether the next change opened a cell (by_lift).
Moment = namedtuple("Moment", ("key", "beneath", "until", "by_lift"))


def _moments(line, tokens, since):
    """Retrace to change `since`, yielding a `Moment` wherever some step fitted, else None."""
    closed = bytearray(line.closed)
    key = line.key
    beneath = line.beneath()
    by_lift = False
    for number in range(tokens.seq, max(since, tokens.oldest()) - 1, -1):
        stood = number != tokens.answered - 1  # else it was in the middle of an answer
        yield Moment(key, beneath, number, by_lift) if stood and line.fits(key, beneath) else None
        cell, left_out = tokens.cell(number)
        by_lift = not closed[cell]
        closed[cell] = by_lift
        if left_out:
            beneath = bytes([other for other in beneath if other != cell])
            continue
        key ^= ZOBRIST[cell]
        if line.felt():
            beneath = bytes(sorted(set(beneath) ^ {cell}))


def last_fit(line, tokens, since):
    """Returns the latest `Moment` before the last change, or None.

    Like `standing_since`, it yields as it works; the board must not change meanwhile.
    """
    for moment in _moments(line, tokens, since):
        if moment is not None and moment.until < tokens.seq:
            return moment
        yield
    return None


def standing_since(line, tokens, since):
    """Returns the number of the change since which the board has fitted only what it fits now."""
    first = tokens.seq
    for moment in _moments(line, tokens, since):
        if moment is not None:
            if (moment.key, moment.beneath) != (line.key, line.beneath()):
                break
            first = moment.until
        yield
    return first


class Pairs:
    """Needs the `Evidence`; gives pairs of steps.

    Of all the pairs found, only those with the most attested steps are kept:

    attested  how many of a pair's two steps are attested
    readings  the first steps of the pairs
    last      number of the change that ended the first step, in the pair where it is earliest
    apart     in some pair the second step began after the first was over
    """

    def __init__(self, evidence, undone=None):
        """undone: a step that was undone after its commit, or None."""
        self._evidence = evidence
        self._line = evidence.line
        self._tokens = evidence.tokens
        self._again = undone or evidence.put_back  # a first step that counts as attested
        self._begin(0)

    def _begin(self, attested):
        """Forget the pairs so far; from now on, pairs have this many attested steps."""
        self.attested = attested
        self.readings: list = []
        self.last = self._tokens.seq
        self.apart = False

    def search(self):
        """Returns itself, with the pairs whose first step is attested, or only fills cells.

        It yields as it works, and the board must not change until it ends. A step that was undone,
        or seemed to be put back, is tried as a first step, too, and counted as attested.
        """
        line = self._line
        tokens = self._tokens
        since = self._evidence.since
        firsts = yield from self._firsts()
        for reading in firsts if len(firsts) <= FIRSTS else ():
            foot = line.felt_by(reading)
            again = reading == self._again
            began = since if again else tokens.began(foot, since)
            steps = yield from line.steps_after(reading)
            left = line.differing_from(steps, foot.captured)
            feet = [steps.foot(number) for number in steps.fitting_cells(left)]
            yield
            for second in feet:
                # Nobody can know that a step ended where no switch feels it.
                if began < tokens.began(second, since) and not line.ends_unfelt(second):
                    self._weigh(reading, foot, began, second, steps.origin, again)
        line.let_go()
        return self

    def _weigh(self, reading, first, began, second, origin, sure):
        """Count the attested steps of this pair; sure: the first one counts as attested."""
        tokens = self._tokens
        until = max(tokens.last(first), began if sure else 0)
        since = began
        for cell in second.left + second.reached:
            if cell in first.reached or cell in first.filled:  # a touch belongs to one step only
                before = tokens.closing_before(cell)
                until = since = min(until, before if before > began else until)
            elif cell in second.left:
                since = until
        left_out = self._line.left_out
        told = grade(second, tokens, since, tokens.seq, left_out, origin) > MISSING
        attested = told + (sure or self._evidence.grade(reading, until) > MISSING)
        if attested > self.attested:
            self._begin(attested)
        if attested == self.attested:
            self.last = min(self.last, until)
            self.apart = self.apart or until < tokens.began(second, since)
            if reading not in self.readings:
                self.readings.append(reading)

    def _firsts(self):
        """Returns next steps that may be over and are attested or seen; yields as it works."""
        firsts: list = []
        line = self._line
        evidence = self._evidence
        top = line.top
        # A cell that the first step filled may be empty again: the second step lifted it.
        for number in top.begun(line.closed, line.differing, line.differ):
            yield
            reading = Reading(True, top.path(number))
            foot = line.felt_by(reading)
            until = self._tokens.last(foot)
            filled = all(line.closed[cell] or evidence.touched(cell) for cell in foot.filled)
            seen = foot.filled and not (foot.vacated or foot.reached)
            least = RULED_OUT if seen else MISSING
            if filled and evidence.grade(reading, until) > least:
                firsts.append(reading)
        if self._again and self._again not in firsts:
            firsts.append(self._again)
        return firsts
