"""The search for two steps at once, for hands that were quicker than the board."""

from tourelle.steps import BELIEVED

FIRSTS = 8  # they are looked for among no more told first ones

_END = object()


class Pairs:
    """Two steps that together make the board as it is, looked for a little at a time.

    The board must not change meanwhile.

    search  what is left of it, or None; None stops it
    found   [(how many of both are told, the first as a reading, its last change,
            whether the second began after that)]
    """

    def __init__(self, telling):
        self.search = iter(())
        self.found: list = []
        self._telling = telling
        self._ground = telling.ground

    def begin(self, then, firsts=None, until=None, again=()):
        """Look for those that begin with one of these readings; `then` is called at the end.

        firsts: None for all next steps that are told, or whose piece lies where it is seen.
        until: the last change that is of the first step; None: the last that may be. again: the
        path of one more first step, which was told before and looked as if it had been put back.
        """
        self._then = then
        self.search = self._told() if firsts is None else self._seconds(firsts)
        self._until = until
        self._again = again
        self.found = []

    def go_on(self):
        """Look a little further; True when all has been looked at."""
        found = next(self.search, _END)
        if found is _END:
            self.search = None
            self._then()
            return True
        if found is not None:
            reading, origin, feet = found
            telling = self._telling
            evidence = telling.evidence
            first = self._ground.felt_by(reading)
            since = telling.since if reading[0] else telling.since_base
            began = since if reading[1] == self._again else evidence.began(first, since)
            for foot in feet:
                if began < evidence.began(foot, telling.since):
                    self._weigh(reading, first, began, foot, origin)
        return False

    def _weigh(self, reading, first, began, second, origin):
        """Note two steps that make the board as it is, and how many of both are told."""
        telling = self._telling
        evidence = telling.evidence
        until = evidence.last(first) if self._until is None else self._until
        since = began
        for cell in second.left + second.reached:
            if cell in first.reached or cell in first.filled:  # a touch is of one of both
                before = evidence.closed_before(cell)
                until = since = min(until, before if before > began else until)
            elif cell in second.left:
                since = until
        told = reading[1] == self._again or len(telling.told([reading], telling.since, until))
        tells = evidence.tells(second, since, evidence.seq, self._ground.mask, origin)
        apart = until < evidence.began(second, since)
        self.found.append((told + tells, reading, until, apart))

    def _told(self):
        """As `_seconds`, with all next steps that are told."""
        ground = self._ground
        telling = self._telling
        top = ground.top
        told = []
        # What the first filled and is empty again, the second has lifted: from one cell.
        for number in top.begun(ground.closed, ground.differing, ground.differ):
            yield
            reading = True, top.path(number)
            foot = ground.felt_by(reading)
            until = telling.evidence.last(foot)
            for cell in foot.filled:
                if not (ground.closed[cell] or telling.touched(cell)):
                    break  # never filled
            else:
                one = telling.told([reading], telling.since, until)
                if not one and foot.filled and not (foot.vacated or foot.reached):
                    one = telling.in_order([reading])  # where its piece stands is seen
                told += one
        again = True, self._again
        if self._again and again not in told:
            told.append(again)
        if len(told) <= FIRSTS:
            yield from self._seconds(told)

    def _seconds(self, firsts):
        """Yields those of these readings after which one step more makes the board as it is.

        As (reading, origin of all steps after it, footprints of those that fit); None where it
        may be interrupted.
        """
        ground = self._ground
        for reading in firsts:
            after = None
            while after is None or not after.ready:
                ground.enter(reading)
                if after is None:
                    after = ground.ahead()
                if not after.ready:
                    after.build()
                ground.leave(reading)
                feet = self._fitting(reading, after) if after.ready else []
                yield None
            if feet:
                yield reading, after.origin, feet

    def _fitting(self, first, steps):
        """The footprints of those of these steps that after the first make the board as it is."""
        ground = self._ground
        # What the first captured may still be there.
        captured = ground.felt_by(first).captured
        away = ground.away_from(steps)
        away = bytes(c for c in away if c not in captured or not ground.closed[c])
        feet = [foot for _, foot in steps.feet(steps.fitting_cells(away))]
        # Nobody can tell that a step ends where no switch feels it.
        return [
            foot
            for foot in feet
            if not any(ground.mask[cell] == BELIEVED for cell in foot.filled + foot.reached)
        ]
