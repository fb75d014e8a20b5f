"""What was touched, and in which order: the evidence, and which readings it tells."""

from array import array

from tourelle.clock import elapsed
from tourelle.kernels import happened_between
from tourelle.steps import ALL, BELIEVED, FILLS, LEAVES

TOUCH_MS = 40  # a switch that changes back sooner has bounced
LIFT_MS = 150  # what is up for a shorter time is nudged
NUDGED, LIFTED = 1, 2  # how much a touch says
UNKNOWN_MS = 300  # of a cell's first change that is seen: it may have been a touch
TOGETHER_MS = 800  # what is lifted within this time may be up in two hands
HELD_MS = 2000  # what was up for longer is thought about
BEFORE_MS = 3000  # so long before its piece is set down a stack is touched at most
REST_MS = 150  # what rests on a cell for a shorter time only passes over it


class Evidence:
    """For every cell, when its switch last opened and last closed, and the times before that.

    Moments are counted, not timed: `seq` goes up by one with every change.
    """

    def __init__(self, size):
        self.seq = 0
        self.last_change = 0  # in ms
        self._opened = array("i", [0] * size)
        self._opened_before = array("i", [0] * size)
        self._closed = array("i", [0] * size)
        self._closed_before = array("i", [0] * size)
        self._changed = array("i", [0] * size)  # its last change, and the one before
        self._changed_before = array("i", [0] * size)
        self._nudged = bytearray(size)  # 1 where it was open for a moment only, before it closed
        self._touched = bytearray(size)  # where `all_touched` leaves what it finds
        self._at = array("i", [0] * size)  # when the switch last changed, in ms
        self._up = bytearray(size)  # for how many tens of ms it was open before it closed
        self._closed_at = array("i", [0] * size)  # when it last closed

    def changed(self, cell, closed, resting, now):
        """Take in a change; returns for how many ms the cell was as it was before."""
        self.seq += 1
        lasted = elapsed(now, self._at[cell]) if self._changed[cell] else UNKNOWN_MS
        self._at[cell] = self.last_change = now
        self._changed_before[cell] = self._changed[cell]
        self._changed[cell] = self.seq
        if not closed:
            if resting and self._opened[cell] and self.passed(cell, closed, lasted):
                # A piece that only passes over has not been there.
                self._closed[cell] = self._closed_before[cell]
            else:
                self._opened_before[cell] = self._opened[cell]
                self._opened[cell] = self.seq
        elif lasted < TOUCH_MS and resting:
            self._opened[cell] = self._opened_before[cell]
        else:
            self._closed_before[cell] = self._closed[cell]
            self._closed[cell] = self.seq
            self._closed_at[cell] = now
            self._up[cell] = min(lasted // 10, 255)
        if closed:
            self._nudged[cell] = lasted < REST_MS
        return lasted

    def passed(self, cell, closed, lasted):
        """Whether a change undoes what had lasted for a moment only: something passed over.

        A piece that was set back and is lifted again at once had been there before, too.
        """
        return lasted < REST_MS and (closed or not self._nudged[cell])

    def opened(self, cell, until):
        """Number of the last opening by then, as far as it is remembered."""
        moment = self._opened[cell]
        return moment if moment <= until else self._opened_before[cell]

    def closed(self, cell, until):
        """Number of the last closing by then, as far as it is remembered."""
        moment = self._closed[cell]
        return moment if moment <= until else self._closed_before[cell]

    def use_up(self, cell):
        """A touch has answered a question: it tells nothing else."""
        self._closed[cell] = self._closed_before[cell] = 0

    def touched(self, cell, since, until):
        """Whether something was set down there after `since`, by `until`."""
        return since < self.closed(cell, until) <= until

    def all_touched(self, since, until):
        """For every cell, 1 if it was touched then, else 0; a buffer, good until the next call."""
        found = self._touched
        happened_between(self._closed, self._closed_before, len(found), since, until, found)
        return found

    def handled(self, cell, since):
        """Whether what stands there was lifted and set down since."""
        return since < self._opened[cell] < self._closed[cell]

    def began(self, foot, since):
        """Number of the first change after `since` that belongs to a step with this footprint."""
        began = self.seq
        for cell in foot.vacated + foot.left:
            if self._opened[cell] > since:
                began = min(began, self._opened[cell])
        for cell in foot.filled + foot.reached + foot.via:
            if self._closed[cell] > since:
                began = min(began, self._closed[cell])
        return began

    def changed_at(self, cell):
        """Number of the cell's last change."""
        return self._changed[cell]

    def closed_before(self, cell):
        """Number of the cell's last closing but one."""
        return self._closed_before[cell]

    def last(self, foot):
        """Number of the last change that belongs to a step with this footprint."""
        last = 0
        for cell in foot.vacated:
            last = max(last, self._opened[cell])
        for cell in foot.filled + foot.reached + foot.left:
            last = max(last, self._closed[cell])
        return last

    def worked(self, cell, now, ms):
        """Whether the switch has changed so lately."""
        return self._changed[cell] > 0 and elapsed(now, self._at[cell]) < ms

    def changed_twice(self, cell, since):
        """Whether the switch has opened and closed since, in either order."""
        return self._changed_before[cell] > since

    def tells(self, foot, since, until, mask, origin):
        """Whether what was touched after `since`, by `until`, tells a step with this footprint.

        mask: of the switches, BELIEVED where one cannot be felt. origin: a cell that needs no
        touch to be the one that the step leaves, since no other can be.
        """
        for cell in foot.filled + foot.reached + foot.via:
            if mask[cell] == BELIEVED:
                return False
        if not self.in_order(foot, since, until, mask):
            return False
        start = since
        for cell in foot.vacated:
            if mask[cell] != BELIEVED:
                start = max(start, self.opened(cell, until))
        for cell in foot.reached:
            if not self.touched(cell, start, until):
                return False
        for cell in foot.left:
            if cell != origin and not (
                self.touched(cell, start, until) and self._lately(cell, foot.filled)
            ):
                return False
        return not foot.via or self._rested(foot, start, until)

    def in_order(self, foot, since, until, mask):
        """Whether nothing that the step filled was filled before anything of it was lifted."""
        lifted = [self.opened(cell, until) for cell in foot.vacated if mask[cell] != BELIEVED]
        if lifted:
            for cell in foot.filled:
                if cell not in foot.via and since < self.closed(cell, until) < min(lifted):
                    return False
        return True

    def strength(self, cell):
        """How much the last touch of a cell says: LIFTED or NUDGED."""
        return LIFTED if 10 * self._up[cell] >= LIFT_MS else NUDGED

    def together(self, cells):
        """Whether all these changed at about the same time."""
        latest = 0
        for cell in cells:
            latest = max(latest, elapsed(self.last_change, self._at[cell]))
        return latest < TOGETHER_MS

    def hovers(self, cells, closed):
        """Whether the one piece that came down had been up for long: it may only hover."""
        down = [cell for cell in cells if closed[cell]]
        if len(down) != 1:
            return False
        for cell in cells:
            if not closed[cell] and elapsed(self._at[down[0]], self._at[cell]) > HELD_MS:
                return True
        return False

    def _lately(self, cell, filled):
        """Whether a stack was touched at most so long before a piece of it was set down."""
        for other in filled:
            if elapsed(self._closed_at[other], self._closed_at[cell]) > BEFORE_MS:
                return False
        return True

    def _rested(self, foot, start, until):
        """Whether a piece rested on the cells of `via`, and went on before it came to its end."""
        end = 0
        for cell in foot.filled:
            if cell not in foot.via:
                end = max(end, self.closed(cell, until))
        for cell in foot.via:
            if not start < self.opened(cell, until) < end:
                return False
        return True


class Telling:
    """Which readings the evidence tells, and which may count without it.

    ground      the `Ground` that they are readings of
    evidence    the `Evidence`
    since       what was touched after this change is evidence for next steps
    since_base  the same for steps instead of the soft one
    """

    def __init__(self, ground, evidence):
        self.ground = ground
        self.evidence = evidence
        self.since = 0
        self.since_base = 0

    def told(self, readings, since, until):
        """Those readings that what was touched after `since`, by `until`, tells."""
        ground = self.ground
        evidence = self.evidence
        touched = evidence.all_touched(since, until)
        told = []
        for reading in readings:
            steps = ground.steps_of(reading)
            number = steps.number(reading[1])
            if number < 0 or steps.may_tell(number, touched):
                foot = ground.felt_by(reading)
                if evidence.tells(foot, since, until, ground.mask, steps.origin):
                    told.append(reading)
        return told

    def plainest(self, told):
        """Those told readings that no other is plainer than.

        Where one piece may have gone to several, a target that was lifted and came down last
        outweighs one that was only nudged.
        """
        if len(told) < 2:
            return told
        feet = [self.ground.felt_by(reading) for reading in told]
        return [
            told[i]
            for i in range(len(told))
            if not any(self._is_plainer(foot, feet[i]) for foot in feet)
        ]

    def _is_plainer(self, one, other):
        evidence = self.evidence
        if not one.reached or not other.reached or one.vacated != other.vacated:
            return False
        lifted = min([evidence.strength(cell) for cell in one.reached])
        nudged = min([evidence.strength(cell) for cell in other.reached])
        return lifted > nudged and evidence.last(one) > evidence.last(other)

    def in_order(self, readings):
        """Those next steps among them that the order of changes allows."""
        ground = self.ground
        last = self.evidence.seq
        return [
            reading
            for reading in readings
            if self.evidence.in_order(ground.felt_by(reading), self.since, last, ground.mask)
        ]

    def touched(self, cell):
        """Whether something was set down there that is evidence for next steps."""
        return self.evidence.touched(cell, self.since, self.evidence.seq)

    def is_begun(self, reading):
        """Whether what the step takes pieces from was touched, as far as a switch can feel it."""
        for cell in self.ground.felt_by(reading).left:
            if self.ground.mask[cell] != BELIEVED and not self.touched(cell):
                return False
        return True

    def is_mute(self, reading):
        """Whether it could not be told, since it takes pieces from where no switch feels it."""
        mask = self.ground.mask
        return any(mask[cell] == BELIEVED for cell in self.ground.felt_by(reading).left)

    def goes_untouched(self, reading):
        """Whether the only reading that fits may count untouched."""
        ground = self.ground
        foot = ground.felt_by(reading)
        for cell in foot.filled + foot.reached + foot.via:
            if ground.mask[cell] == BELIEVED:
                return False
        if foot.reached:
            origins = foot.vacated or foot.left
            if not origins:
                return False
            # No other legal step may take a piece from there.
            alone = ground.position.grid.alone[origins[0]]
            return len(ground.steps_of(reading).having(alone, LEAVES, 2)) == 1
        if foot.vacated or not foot.filled:
            return True
        # Nor may another stack have been touched that reaches the cell.
        alone = ground.position.grid.alone[foot.filled[0]]
        last = self.evidence.seq
        for since, steps in ((self.since, ground.top), (self.since_base, ground.base)):
            for number in steps.having(alone, FILLS, ALL) if steps else ():
                for cell in steps.foot(number).left:
                    if cell not in foot.left and self.evidence.touched(cell, since, last):
                        return False
        return True

    def instead(self, away):
        """Those readings instead of the soft step that were made after it.

        What one of them filled was not filled before what the soft step filled was left.
        """
        ground = self.ground
        changed_at = self.evidence.changed_at
        mine = ground.foot.filled
        found = []
        for reading in ground.instead(away):
            filled = ground.felt_by(reading).filled
            began = [changed_at(cell) for cell in filled if cell not in mine]
            for cell in mine:
                if cell not in filled and not ground.closed[cell]:
                    if began and min(began) < changed_at(cell):
                        break
            else:
                found.append(reading)
        return found

    def may_replace(self, reading):
        """Whether it shares the soft step's origin, or a cell of that one no longer stands."""
        ground = self.ground
        foot = ground.felt_by(reading)
        mine = ground.foot.vacated + ground.foot.left
        for cell in foot.vacated + foot.left:
            if cell in mine:
                return True
        return not ground.stands()
