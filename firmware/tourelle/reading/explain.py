"""Explaining: what counts as felt, which steps may have been made, how strong the signs are."""

from tourelle.reading.decide import FOLLOW, decision
from tourelle.reading.line import TAKEN_BACK
from tourelle.reading.tokens import SO_FAR
from tourelle.steps import ALL, BELIEVED, FILLS, ZOBRIST

# How strongly the tokens speak for a step. From NUDGED up it is attested.
RULED_OUT = -1  # it filled a cell before it had emptied any
MISSING = 0  # a sign that should have been felt was not
NUDGED = 1  # all signs are there; some cell it reaches or leaves was only nudged
LIFTED = 2  # every cell it reaches or leaves was lifted
SEEN = 3  # the change of occupancy says everything


def grade_foot(foot, tokens, since, until, left_out, origin):
    """How strongly the touches after change `since`, up to `until`, speak for this footprint.

    The step lifts what it vacates. Then the cells it reaches and leaves are touched, and its piece
    rests on the cells on its way, and leaves them before the step ends. Cells it fills are set down
    only after the first of these lifts.

    left_out: by cell, BELIEVED where the switch is left out. origin: the cell that all legal steps
    start from, so it needs no touch; NONE if there is no such cell.
    """
    openings = [tokens.opening(cell, until) for cell in foot.vacated if left_out[cell] != BELIEVED]
    closings = [tokens.closing(cell, until) for cell in foot.filled if cell not in foot.via]
    if openings and any(since < end < min(openings) for end in closings):
        return RULED_OUT
    if any(left_out[cell] == BELIEVED for cell in foot.filled + foot.reached + foot.via):
        return MISSING
    start = max([since] + openings)
    end = max(closings + [0])
    if not all(start < tokens.opening(cell, until) < end for cell in foot.via):
        return MISSING
    found = SEEN
    for cell in foot.reached + bytes([cell for cell in foot.left if cell != origin]):
        if not tokens.touched(cell, start, until):
            return MISSING
        found = min(found, LIFTED if tokens.lifted(cell) else NUDGED)
    return found


class Evidence:
    """What counts as felt on one position, and the readings that it supports.

    Its limits never change: when other touches count, or the position changes, a new one begins. It
    reads the switches as they are now.

    since       touches after this change are evidence for next steps
    known       the board up to this change is accounted for: nothing before it is retraced
    since_base  as `since`, for steps instead of the soft one
    soft_attested   whether the soft step was attested: touches alone then do not replace it
    again       the `Reading` of the step that was taken back last, by the hands or by Undo, and may
                be made again; or None
    """

    def __init__(self, line, tokens, since, known, since_base, soft_attested, again):
        self.line = line
        self.tokens = tokens
        self.since = since
        self.known = known
        self.since_base = since_base
        self.soft_attested = soft_attested
        self.again = again

    def anew(self, since, known, keep=True):
        """New evidence on the same position: from other touches, or with more accounted for.

        keep: whether the step that was taken back may still be made again.
        """
        soft = self.since_base, self.soft_attested, self.again if keep else None
        return Evidence(self.line, self.tokens, since, known, *soft)

    def after(self, until, known, reading=TAKEN_BACK, attested=True, again=None):
        """New evidence on the next position, after following a reading, or none.

        until: touches after this change count; attested: whether the reading is.
        """
        base = self.since if reading.stays else self.since_base
        soft = attested if reading.moves else self.soft_attested
        return Evidence(self.line, self.tokens, until, known, base, soft, again)

    def read(self, reading, until=None, attested=True, stood=None):
        """The `Decision` to follow what the switches say.

        until: see `to_follow`; by default the step's last change, or `since_base` if the soft step
        was only put back. attested, stood: see `Reader._follow`. If the step that may be made
        again has the same footprint, that one is followed.
        """
        foot = self.line.foot_of(reading)
        if until is None:
            until = self.tokens.last(foot) if reading.moves else self.since_base
        if reading.moves and self.again and foot == self.line.foot_of(self.again):
            reading = self.again
        return self.to_follow(reading, until, attested, stood)

    def to_follow(self, reading, until, attested=True, stood=None):
        """The `Decision` to follow this reading; touches after `until` are then evidence."""
        back = 0 if reading.stays else self.line.soft
        details = {"reading": reading, "until": until, "attested": attested, "stood": stood}
        return decision(FOLLOW, back, reading.moves, **details)

    # -- how strong the signs for a reading are

    def grade(self, reading, until=SO_FAR):
        """The grade of a reading, by the evidence up to change `until`."""
        line = self.line
        since = self.since if reading.stays else self.since_base
        origin = line.steps_of(reading.stays).origin
        return grade_foot(line.foot_of(reading), self.tokens, since, until, line.left_out, origin)

    def attests(self, foot, since, origin):
        """Whether touches after change `since` attest this footprint; origin: see `grade_foot`."""
        return grade_foot(foot, self.tokens, since, SO_FAR, self.line.left_out, origin) > MISSING

    def attested(self, readings, until=SO_FAR):
        """The readings that are attested by change `until`, as in `grade`."""
        return [reading for reading in readings if self.grade(reading, until) > MISSING]

    def not_outweighed(self, readings):
        """The attested readings without those that another one outweighs.

        If one piece may have gone to several targets, the one that was lifted and came down last
        outweighs one that was only nudged.
        """
        return [one for one in readings if not any(self._outweighs(r, one) for r in readings)]

    def _outweighs(self, one, other):
        mine = self.line.foot_of(one)
        others = self.line.foot_of(other)
        same = mine.reached and others.reached and mine.vacated == others.vacated
        later = self.tokens.last(mine) > self.tokens.last(others)
        return same and later and self.grade(one) > self.grade(other)

    # -- which readings there are

    def next_steps(self, key):
        """The next steps with this change of occupancy, but not those that are ruled out."""
        return [one for one in self.line.on_top(key) if self.grade(one) != RULED_OUT]

    def replacing(self, beneath):
        """The readings that may replace the soft step, since they can have been made after it.

        Dropped are readings that are ruled out, those that filled a cell before one filled by the
        soft step was empty again, and those with no piece where an attested soft step put one that
        has not moved since.
        """
        made = [one for one in self.line.instead(beneath) if self.grade(one) != RULED_OUT]
        return [one for one in made if self._came_after(self.line.foot_of(one))]

    def _came_after(self, foot):
        line, tokens = self.line, self.tokens
        mine = line.foot
        began = [tokens.change(cell) for cell in foot.filled if cell not in mine.filled]
        again = [cell for cell in mine.filled if cell not in foot.filled and not line.closed[cell]]
        if began and any(tokens.change(cell) > min(began) for cell in again):
            return False
        gets = foot.filled + foot.reached
        others = [c for c in mine.filled + mine.reached if c not in gets and line.closed[c]]
        moved = all(tokens.opening(cell) > self.since for cell in others)
        return moved or not self.soft_attested

    def fitting(self):
        """The readings that fit the board, whatever was touched."""
        line = self.line
        beneath = line.beneath()
        readings = self.next_steps(line.key) + self.replacing(beneath)
        if readings and line.felt() and not beneath:
            readings.append(TAKEN_BACK)
        return readings

    def fitted(self, moment):
        """The readings that fitted at this moment and that nothing since contradicts."""
        readings = self.next_steps(moment.key) + self.replacing(moment.beneath)
        then = self.tokens.cell(moment.until + 1)[0]
        return [reading for reading in readings if self.line.may_stand(reading, then)]

    def otherwise(self, cell):
        """The attested next steps that would explain the board if this switch stood otherwise."""
        return self.attested(self.line.on_top(self.line.key ^ ZOBRIST[cell]))

    # -- what holds for a single reading

    def under_way(self, next_steps, captured):
        """Whether the piece of one of these next steps may still be in the hand.

        captured: those of which only the captured piece is off; they have begun once the stacks
        that they take from were touched, where a switch can feel it.
        """
        line = self.line
        for foot in [line.foot_of(reading) for reading in captured]:
            left = [cell for cell in foot.left if not line.leaves_out((cell,))]
            if all(self.tokens.touched(cell, self.since) for cell in left):
                return True
        feet = [line.foot_of(reading) for reading in next_steps]
        return any(foot.vacated or foot.captured for foot in feet)

    def may_end_on_left_out(self):
        """Whether a step under way may end where no switch feels it."""
        feet = [self.line.foot_of(reading) for reading in self.line.possible()]
        return any(self.line.leaves_out(foot.filled + foot.reached) for foot in feet)

    def occupied_targets(self):
        """The occupied cells on which a fitting step may have put a piece (bytes)."""
        feet = [self.line.foot_of(reading) for reading in self.fitting() if reading.moves]
        return bytes(sorted({cell for foot in feet for cell in foot.reached}))

    def goes_untouched(self, reading):
        """Whether the only reading that fits may count although a touch is missing."""
        line = self.line
        foot = line.foot_of(reading)
        if foot.reached or line.leaves_out(foot.filled + foot.via):
            return False  # its piece may simply still be in the hand
        if foot.vacated or not foot.filled:
            return True
        # Another stack that reaches the cell must not have been touched either.
        single = line.position.grid.single[foot.filled[0]]
        for since, steps in ((self.since, line.top), (self.since_base, line.base)):
            for number in steps.having(single, FILLS, ALL) if steps else ():
                for cell in steps.foot(number).left:
                    if cell not in foot.left and self.tokens.touched(cell, since):
                        return False
        return True

    def may_replace(self, reading):
        """Whether it shares the soft step's origin, or the soft step no longer stands.

        Not if it reverses an attested soft step: part of its stack may have fallen back.
        """
        line = self.line
        foot = line.foot_of(reading)
        if self.soft_attested and any(cell in line.foot.vacated for cell in foot.reached):
            return False
        mine = line.foot.vacated + line.foot.left
        return any(cell in mine for cell in foot.vacated + foot.left) or not line.stands()

    def came_first(self, reading, until):
        """Whether all other cells that differ changed after the step."""
        foot = self.line.foot_of(reading)
        others = [cell for cell in self.line.cells() if cell not in foot.vacated + foot.filled]
        return all(self.tokens.change(cell) > until for cell in others)
