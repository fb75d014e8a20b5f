"""Two steps that together make the board as it is, for hands that were quicker than the board."""

from tourelle.reading.explain import MISSING, RULED_OUT, grade
from tourelle.steps import BELIEVED

FIRSTS = 8  # attested first steps that a search begins with; with more, it is not made


class Pair:
    """Two steps that make the board as it is.

    attested  how many of both are
    reading   the first of them
    last      number of its last change
    apart     the second began after that
    """

    def __init__(self, attested, reading, last, apart):
        self.attested = attested
        self.reading = reading
        self.last = last
        self.apart = apart


class Pairs:
    """Needs the `Line`, the `Tokens` and the `Explain`; gives each `Pair`, looked for bit by bit.

    The board must not change meanwhile.
    """

    def __init__(self, line, tokens, explain):
        self._line = line
        self._tokens = tokens
        self._explain = explain

    def search(self, again):
        """Yields each `Pair` whose first step is attested, or lies where it is seen.

        None where it may be interrupted. again: the path of one more first step, which was
        attested before and looked as if it had been put back, or ().
        """
        firsts: list = []
        yield from self._firsts(firsts)
        if again and (True, again) not in firsts:
            firsts.append((True, again))
        if len(firsts) <= FIRSTS:
            yield from self.after(firsts, None, again)

    def after(self, firsts, last, again=()):
        """Yields each `Pair` that begins with one of these readings; None as `search` does.

        last: number of the last change that is of the first step; None: the last that may be.
        """
        for reading in firsts:
            foot = self._line.felt_by(reading)
            since = self._explain.since if reading[0] else self._explain.since_base
            began = since if reading[1] == again else self._tokens.began(foot, since)
            after = None
            while after is None or not after.ready:
                self._line.enter(reading)
                if after is None:
                    after = self._line.ahead()
                if not after.ready:
                    after.build()
                self._line.leave(reading)
                feet = self._fitting(foot, after) if after.ready else []
                yield None
            for second in feet:
                if began < self._tokens.began(second, self._explain.since):
                    pair = self._weigh(reading, foot, began, second, after.origin, last)
                    pair.attested += 1 if reading[1] == again else self._attests(pair)
                    yield pair

    def _attests(self, pair):
        """1 where the first step is attested by its last change, else 0."""
        explain = self._explain
        return len(explain.attested([pair.reading], explain.since, pair.last))

    def _weigh(self, reading, first, began, second, origin, last):
        """The `Pair` of two footprints, with the second one's evidence counted."""
        tokens = self._tokens
        until = tokens.last(first) if last is None else last
        since = began
        for cell in second.left + second.reached:
            if cell in first.reached or cell in first.filled:  # a touch is of one of both
                before = tokens.closed_before(cell)
                until = since = min(until, before if before > began else until)
            elif cell in second.left:
                since = until
        found = grade(second, tokens, since, tokens.seq, self._line.mask, origin)
        apart = until < tokens.began(second, since)
        return Pair(int(found > MISSING), reading, until, apart)

    def _firsts(self, firsts):
        """Find next steps that may be over, and are attested or seen; yields while it does."""
        line = self._line
        explain = self._explain
        top = line.top
        # What the first filled and is empty again, the second has lifted: from one cell.
        for number in top.begun(line.closed, line.differing, line.differ):
            yield
            reading = True, top.path(number)
            foot = line.felt_by(reading)
            until = self._tokens.last(foot)
            for cell in foot.filled:
                if not (line.closed[cell] or explain.touched(cell)):
                    break  # never filled
            else:
                seen = foot.filled and not (foot.vacated or foot.reached)
                least = RULED_OUT if seen else MISSING
                if explain.grade(reading, explain.since, until) > least:
                    firsts.append(reading)

    def _fitting(self, first, steps):
        """The footprints of those of these steps that after the first make the board as it is."""
        line = self._line
        # What the first captured may still be there.
        captured = first.captured
        away = line.away_from(steps)
        away = bytes(c for c in away if c not in captured or not line.closed[c])
        feet = [foot for _, foot in steps.feet(steps.fitting_cells(away))]
        # Nobody can tell that a step ends where no switch feels it.
        return [
            foot
            for foot in feet
            if not any(line.mask[cell] == BELIEVED for cell in foot.filled + foot.reached)
        ]
