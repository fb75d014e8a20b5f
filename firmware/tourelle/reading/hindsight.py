"""Hindsight, for hands quicker than the board: what fitted last, and two steps at once."""

from collections import namedtuple

from tourelle.reading.explain import MISSING, RULED_OUT, grade
from tourelle.reading.line import Reading
from tourelle.steps import ZOBRIST

FIRSTS = 8  # attested first steps that a search begins with; with more, it is not made

# A board that fitted some step: the key of the cells that differed from the position, those that
# differed from that without the soft step (away), the number of its last change (until), and
# whether it was over since a cell opened (by_lift).
Moment = namedtuple("Moment", ("key", "away", "until", "by_lift"))


def _moments(line, tokens, since):
    """Go back to change number `since`: yields the `Moment` where some step fitted, else None."""
    closed = bytearray(line.closed)
    key = line.key
    away = line.away()
    by_lift = False
    for number in range(tokens.seq, max(since, tokens.oldest()) - 1, -1):
        yield Moment(key, away, number, by_lift) if line.fits(key, away) else None
        cell = tokens.cell(number)
        by_lift = not closed[cell]
        closed[cell] = by_lift
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
    """Returns the number of the change since which the board fitted nothing but what it fits."""
    first = tokens.seq
    for moment in _moments(line, tokens, since):
        if moment is not None:
            if (moment.key, moment.away) != (line.key, line.away()):
                break
            first = moment.until
        yield
    return first


class Pairs:
    """Needs the `Line`, the `Tokens` and the `Explain`; gives pairs of steps that explain it.

    Of all pairs that are found, those of which most is attested:

    attested  how many of both steps are
    readings  their first steps
    last      number of the last change that is of all of these
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
        """Of those that come now, so many steps are attested."""
        self.attested = attested
        self.readings: list = []
        self.last = self._tokens.seq
        self.apart = False

    def search(self, again):
        """Look for pairs whose first step is attested, or lies where it is seen; yields meanwhile.

        The board must not change then. again: the path of one more first step, which was attested
        before and looked as if it had been put back, or ().
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
        """Count what speaks for a reading and these two footprints; sure: for the first, enough."""
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
        # What the first filled and is empty again, the second has lifted: from one cell.
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
