"""Hindsight, for hands quicker than the board: what fitted last, and two steps at once."""

from collections import namedtuple

from tourelle.reading.explain import MISSING, RULED_OUT, grade
from tourelle.reading.line import Reading
from tourelle.steps import ZOBRIST

FIRSTS = 8  # attested first steps that a search begins with; with more, it is not made

# A board that fitted some step: the key of the cells that differed from the position, the cells
# that differed from the position without the soft step (away), the number of the change that led
# to this board (until), and whether it ended because a cell opened (by_lift).
Moment = namedtuple("Moment", ("key", "away", "until", "by_lift"))


def _moments(line, tokens, since):
    """Go back to change number `since`: yields the `Moment` where some step fitted, else None."""
    closed = bytearray(line.closed)
    key = line.key
    away = line.away()
    by_lift = False
    for number in range(tokens.seq, max(since, tokens.oldest()) - 1, -1):
        yield Moment(key, away, number, by_lift) if line.fits(key, away) else None
        cell, left_out = tokens.cell(number)
        by_lift = not closed[cell]
        closed[cell] = by_lift
        if left_out:
            away = bytes([other for other in away if other != cell])
            continue
        key ^= ZOBRIST[cell]
        if line.felt():
            away = bytes(sorted(set(away) ^ {cell}))


def last_fit(line, tokens, since):
    """Returns the `Moment` that the board fitted last, before its last change, or None.

    Like `standing_since` it yields meanwhile; the board must not change then.
    """
    for moment in _moments(line, tokens, since):
        if moment is not None and moment.until < tokens.seq:
            return moment
        yield
    return None


def standing_since(line, tokens, since):
    """Returns the number of the change since which it fits what it fits now, and nothing else."""
    first = tokens.seq
    for moment in _moments(line, tokens, since):
        if moment is not None:
            if (moment.key, moment.away) != (line.key, line.away()):
                break
            first = moment.until
        yield
    return first


class Pairs:
    """Needs the `Line`, the `Tokens` and the `Explain`; gives pairs that explain the board.

    Of all the pairs found, only those with the most attested steps are kept:

    attested  how many of a pair's two steps are attested
    readings  the first steps of these pairs
    last      number of the change that ended the first step, the earliest of all these pairs
    apart     in one of them the second step began after the first was over
    """

    def __init__(self, line, tokens, explain):
        self._line = line
        self._tokens = tokens
        self._explain = explain
        self._ahead = None  # the steps after a first one, while they are looked through
        self._begin(0)

    def let_go(self):
        """Give back what a search that was left had taken."""
        if self._ahead is not None:
            self._ahead.release()
            self._ahead = None

    def _begin(self, attested):
        """Forget the pairs so far; those from now on have this many attested steps."""
        self.attested = attested
        self.readings: list = []
        self.last = self._tokens.seq
        self.apart = False

    def search(self, again):
        """Look for pairs whose first step is attested, or only fills cells; yields meanwhile.

        The board must not change until it ends. again: the path of a step that was committed and
        then seemed to be put back: tried as a first step, too, and counted as attested; or ().
        """
        self.let_go()
        self._begin(0)
        firsts: list = []
        yield from self._firsts(firsts)
        once_more = Reading(True, again)
        if again and once_more not in firsts:
            firsts.append(once_more)
        if len(firsts) <= FIRSTS:
            yield from self._after(firsts, again)

    def _after(self, firsts, again):
        """Look for pairs that begin with one of these readings; yields as `search` does."""
        for reading in firsts:
            foot = self._line.felt_by(reading)
            since = self._explain.since
            began = since if reading.path == again else self._tokens.began(foot, since)
            after = None
            while after is None or not after.ready:
                self._line.enter(reading)
                if after is None:
                    after = self._ahead = self._line.ahead()
                if not after.ready:
                    after.build()
                self._line.leave(reading)
                feet = self._fitting(foot, after) if after.ready else []
                yield
            for second in feet:
                if began < self._tokens.began(second, since):
                    self._weigh(reading, foot, began, second, after.origin, reading.path == again)
            self.let_go()

    def _weigh(self, reading, first, began, second, origin, sure):
        """Count how many steps of this pair are attested; sure: the first one counts as such."""
        tokens = self._tokens
        explain = self._explain
        until = tokens.last(first)
        since = began
        for cell in second.left + second.reached:
            if cell in first.reached or cell in first.filled:  # a touch is of one of both
                before = tokens.closed_before(cell)
                until = since = min(until, before if before > began else until)
            elif cell in second.left:
                since = until
        found = grade(second, tokens, since, tokens.seq, self._line.left_out, origin)
        attested = 1 if found > MISSING else 0
        if sure or explain.attested([reading], until):
            attested += 1
        if attested > self.attested:
            self._begin(attested)
        if attested == self.attested:
            self.last = min(self.last, until)
            self.apart = self.apart or until < tokens.began(second, since)
            if reading not in self.readings:
                self.readings.append(reading)

    def _firsts(self, firsts):
        """Find next steps that may be over, and are attested or seen; yields while it does."""
        line = self._line
        explain = self._explain
        top = line.top
        # Of the cells that the first step filled, one may be empty again: the second lifted it.
        for number in top.begun(line.closed, line.differing, line.differ):
            yield
            reading = Reading(True, top.path(number))
            foot = line.felt_by(reading)
            until = self._tokens.last(foot)
            for cell in foot.filled:
                if not (line.closed[cell] or explain.touched(cell)):
                    break  # never filled
            else:
                seen = foot.filled and not (foot.vacated or foot.reached)
                least = RULED_OUT if seen else MISSING
                if explain.grade(reading, until) > least:
                    firsts.append(reading)

    def _fitting(self, first, steps):
        """The footprints of those of these steps that after the first make the board as it is."""
        line = self._line
        # What the first captured may still be there.
        captured = first.captured
        away = line.away_from(steps)
        away = bytes(c for c in away if c not in captured or not line.closed[c])
        feet = [foot for _, foot in steps.feet(steps.fitting_cells(away))]
        # Nobody can know that a step ends where no switch feels it.
        return [foot for foot in feet if not line.unfelt(foot.filled + foot.reached)]
