"""Hindsight: what was done before hands went on already, or before the board could know."""

from tourelle.asking import Asking
from tourelle.clock import elapsed, later
from tourelle.committing import TAKEN_BACK
from tourelle.steps import BELIEVED, ZOBRIST

WORKED_MS = 10000  # a switch that has changed so lately is not dead
THINK_MS = 90000  # pieces may simply be in the hand: so long nobody is asked


class Hindsight(Asking):
    """Readings of what came before the board as it stands."""

    _late = False  # nothing has changed for so long that it is asked for

    # -- rivals of the soft step

    def _doubts(self, until):
        """Those other readings of what the soft step left that were told since, by `until`."""
        if self._told:
            return []  # no touch outweighs what attested a step
        touched = self.evidence.all_touched(self.telling.since, until)
        rivals = [r for r in self.ground.rivals(touched) if r[1] not in self._rejected]
        return self.telling.told(rivals, self.telling.since, until)

    def _doubt(self, rivals, until):
        """Ask for another reading; it takes the place at once of a step that was not told."""
        ground = self.ground
        if len(rivals) == 1 and not self._told:
            self._commit(rivals[0], True, until)
            return
        path = ground.path
        ground.take_back(self.listener)
        self.telling.since = self.telling.since_base
        self._meet()
        self._ask([(True, path)] + [(True, other) for _, other in rivals], until)

    def _doubted_before(self):
        """Ask for rivals that were told before what now differs began."""
        ground = self.ground
        if not ground.stands():
            return False
        first = self.evidence.seq
        for i in range(ground.differ):
            first = min(first, self.evidence.changed_at(ground.differing[i]))
        rivals = self._doubts(first - 1)
        if rivals:
            self._doubt(rivals, first - 1)
        return bool(rivals)

    def _take(self, reading, told, until=None):
        """Commit a reading, unless it is a step that may as well follow a rival of the soft one."""
        before = self.evidence.began(self.ground.felt_by(reading), self.telling.since) - 1
        rivals = self._doubts(before) if reading[0] else []
        if rivals:
            self.pairs.begin(lambda: self._followed(reading, told, until, before), rivals, before)
        else:
            self._commit(reading, told, until)

    def _followed(self, reading, told, until, before):
        """Which of the rivals the next step may follow has been found."""
        rivals = []
        for rank, rival, _, _ in self.pairs.found:
            if (rank == 2 or not told) and rival not in rivals:
                rivals.append(rival)
        if rivals:
            self._doubt(rivals, before)
        else:
            self._commit(reading, told, until)

    # -- what fitted last, or two steps at once

    def _look_back(self):
        """Nothing fits any more: read what fitted last, or two steps at once."""
        if self.question and not self.unsure:
            return  # that has to be answered first
        if not self._read_pending(True):
            self.pairs.begin(self._settle, again=self._put_back[0])

    def _read_pending(self, stays):
        """Commit the one reading of what fitted last that was told then; False if there is none.

        stays: a step on top of the soft one will do, too.
        """
        if self._pending is None or self.ground.may_become():
            return False
        until = self._pending[2]
        readings = self._hindsight(self._pending)
        told = self.telling.told(readings, self.telling.since, until)
        if len(told) != 1 or (told[0][0] and not stays):
            return False
        again = True, self._put_back[0]
        if again in readings and again not in told:
            return False  # what it left may only have been set down there for a moment
        self._take(told[0], True, until)
        return True

    def _settle(self):
        """Two steps at once, or the last that fitted; or else the way back."""
        best = max([told for told, _, _, _ in self.pairs.found], default=0)
        readings = []
        last = self.evidence.seq
        apart = False
        for told, reading, until, one_by_one in self.pairs.found:
            if told == best:
                last = min(last, until)
                apart = apart or one_by_one
                if reading not in readings:
                    readings.append(reading)
        if len(readings) == 1 and best == 2 and (apart or not self.ground.in_hand()):
            self._take(readings[0], True, last)
        elif (
            len(readings) == 1
            and self._came_first(readings[0], last)
            and self.telling.goes_untouched(readings[0])
        ):
            self._take(readings[0], False, last)
        elif not self._late and self.ground.may_become():
            pass  # it may simply be in the hand
        elif readings:
            if best < 2 and self._pending is not None and self._pending[3]:
                # The touch may be of the second step only: any first one that fitted will do.
                readings += [r for r in self._hindsight(self._pending) if r not in readings]
                last = min(last, self._pending[2])
            self._wonder(readings, last)
        else:
            self._settle_last()

    def _settle_last(self):
        """Not two steps at once either: what fitted last, what may come, or the way back."""
        ground = self.ground
        cells = ground.differing[: ground.differ]
        if not self._late and ground.all_up() and self.evidence.together(cells):
            return  # two hands may simply hold them
        pending = self._pending
        if pending is not None and pending[3]:
            readings = self._hindsight(pending)
            if len(readings) == 1 and self._surely_made(readings[0]):
                self._take(readings[0], False, pending[2])
                return
            if readings:
                self._wonder(readings, pending[2])
                return
        # Not whether the soft step was made: that is known.
        known = (False, self.ground.path)
        readings = [reading for reading in self.ground.possible() if reading != known]
        if readings:
            self._wonder(readings, self.evidence.seq)
            return
        self.question = None
        self.way_back = True
        self.listener.refused()

    def _came_first(self, reading, until):
        """Whether all that differs besides the step has changed after it."""
        ground = self.ground
        foot = ground.felt_by(reading)
        for i in range(ground.differ):
            cell = ground.differing[i]
            if cell not in foot.vacated + foot.filled and self.evidence.changed_at(cell) <= until:
                return False
        return True

    def _surely_made(self, reading):
        """Whether it may count untouched, and no piece of it may simply be in the hand."""
        return not self.ground.felt_by(reading).reached and self.telling.goes_untouched(reading)

    def _hindsight(self, pending):
        """The readings that fitted then, and that what was done since does not speak against."""
        ground = self.ground
        key, away, _, _ = pending
        readings = self.telling.in_order(ground.on_top(key)) + self.telling.instead(away)
        return [reading for reading in readings if ground.may_stand(reading)]

    def _ask_late(self, now):
        """Nothing was told for long: ask what fits, fitted, or may come."""
        ground = self.ground
        if self._leading or self.question or ground.differ == 0 or self.way_back:
            return
        think_until = later(self.evidence.last_change, THINK_MS)
        if elapsed(now, think_until) < 0 and ground.in_hand() and not self._mute_ends():
            self._ask_at = think_until
            return
        readings = self._fitting()
        if readings:
            self._ask(readings, self.evidence.seq, True)
        else:
            self._late = True
            self.pairs.begin(self._settle)

    def _mute_ends(self):
        """Whether a step that is begun may end where no switch feels it."""
        ground = self.ground
        for reading in ground.possible():
            foot = ground.felt_by(reading)
            for cell in foot.filled + foot.reached:
                if ground.mask[cell] == BELIEVED:
                    return True
        return False

    def _fitting(self):
        """The readings that the board fits, whatever was touched."""
        ground = self.ground
        away = ground.away()
        readings = self.telling.in_order(ground.on_top(ground.key)) + ground.instead(away)
        if readings and ground.felt() and not away:
            readings.append(TAKEN_BACK)
        return readings

    def _hands_done(self, now):
        """OK: nothing is in the hand. The one reading that fits counts; of several, it asks."""
        if self._leading or (self.way_back and self._besides() is None):
            if self._just_moved(now):
                self.listener.refused()  # both switches work: no reason to leave them out
            else:
                self.believe(range(len(self.closed)), self.evidence.seq)
            return
        besides = self._besides()
        if besides is not None:
            self.believe(bytes((besides,)), self.telling.since)
            return
        readings = self._fitting()
        if len(readings) == 1:
            self._take(readings[0], False)
        elif readings:
            self._ask(readings, self.evidence.seq, True)
        else:
            self._late = True
            self.pairs.begin(self._settle)

    def _besides(self):
        """The one open cell without which an attested step explains the board, or None."""
        ground = self.ground
        found = None
        for i in range(ground.differ if ground.differ > 1 else 0):
            cell = ground.differing[i]
            if not self.closed[cell]:
                steps = ground.on_top(ground.key ^ ZOBRIST[cell])
                if self.telling.told(steps, self.telling.since, self.evidence.seq):
                    if found is not None:
                        return None
                    found = cell
        return found

    def _just_moved(self, now):
        """Whether a piece was taken from one cell to another: two switches have just worked."""
        opened = closed = False
        ground = self.ground
        for i in range(ground.differ):
            cell = ground.differing[i]
            if self.evidence.worked(cell, now, WORKED_MS):
                if self.closed[cell]:
                    closed = True
                else:
                    opened = True
        return opened and closed
