"""Reading moves: occupancy and touches to a step, a question, or "put it back".

A switch says only that a cell is occupied. Which step was made follows from
what was touched, and in which order; where two readings are open the board
asks. The position that nobody doubts is *hard*; on it stands one *soft* step
at most, which another reading may still replace until the next step commits.
"""

from tourelle.clock import elapsed, later
from tourelle.evidence import Evidence
from tourelle.steps import KEYS, Steps
from tourelle.tight import differing

QUIET_MS = 300  # nothing has changed for so long: decide
ASK_MS = 5000  # nothing told for so long while something is possible: ask
RECENT = 5  # touches that count for a step that changes no occupancy

BELIEVED = 1  # the switch is left out of every comparison until it changes
OWED = 2  # a captured piece that still has to come off


class Reader:
    """What the switches mean in one position.

    The listener does and reports it: play(move) pushes a step, take_back() pops the last one;
    asked() a question or a proposal is lit, refused() the way back is.

    soft        the soft step, or None
    question    readings that are asked for: (soft step stays, (move, ...)); [] is no question
    proposed    the step that OK would commit, or None
    way_back    nothing fits and nothing is possible: pieces have to be put back
    differing   cells that differ from the position, the first `differ` of them (bytearray)
    leading     the hands are led back to the position after an undo
    stood       height of each cell when the leading back began (bytearray)
    """

    def __init__(self, position, closed, listener):
        size = position.grid.size
        self.position = position
        self.listener = listener
        self.closed = closed
        self.mask = bytearray(size)
        self.differing = bytearray(size)
        self.differ = 0
        self.stood = bytearray(size)
        self.evidence = Evidence(size)
        self._touched: list = []
        self.start()

    # -- the position changes

    def start(self):
        """The position is hard as it stands; forget every touch."""
        self.soft = None
        self.soft_foot = None
        self.soft_told = True
        self.base = None
        self.top = Steps(self.position)
        self.since = self.evidence.seq  # evidence for steps on top of the position starts here
        self.question = []
        self.proposed = None
        self.way_back = False
        self.leading = False
        self._silent = False
        self._pending = None
        self._fits_now = False
        self._key = 0
        self._until = 0  # evidence for what follows the question starts here
        self._decide_at = None
        self._ask_at = None
        self._drop_at = None
        self._touched = []
        self.compare()

    def compare(self):
        """Find the cells that differ from the position; returns their key."""
        closed = self.closed
        found = self.differing
        occupied = self.position.occupancy
        self.differ = differing(closed, occupied, self.mask, found, len(closed))
        key = 0
        for i in range(self.differ):
            key ^= KEYS[found[i]]
        return key

    def _base_key(self):
        """The key of the cells that differ from the position before the soft step."""
        occupied = self.base.occupied
        key = 0
        for cell in range(len(occupied)):
            if self.closed[cell] != occupied[cell] and self.mask[cell] != BELIEVED:
                key ^= KEYS[cell]
        return key

    def _commit(self, stays, moves, told, until):
        """Play a reading: on top of the soft step, or instead of it."""
        self.question = []
        self.proposed = None
        self.way_back = False
        self._pending = None
        self._drop_at = None
        if not stays and self.soft is not None:
            self._drop_soft()
        for move in moves:
            if not self.top.ready:
                self.top.build(1 << 16)
            foot = self.position.footprint(move)
            self.base = self.top
            self.listener.play(move)
            self.soft = move
            self.soft_foot = foot
            self.soft_told = told
            for cell in foot.captured:
                if self.closed[cell]:
                    self.mask[cell] = OWED
            self.top = Steps(self.position)
            self.since = until
        self._touched = []
        self._key = self.compare()
        self._fits_now = False
        if self.differ:
            self._decide_at = later(self.evidence.last_change, QUIET_MS)

    def _drop_soft(self):
        self.listener.take_back()
        for cell in self.soft_foot.captured:
            self.mask[cell] = 0
        self.top = self.base
        self.base = None
        self.soft = None
        self.soft_foot = None

    def undo(self):
        """Take the last step back, soft or hard; the hands are then led back by light."""
        position = self.position
        if not self.leading:
            for cell in range(len(self.stood)):
                self.stood[cell] = len(position.pieces(cell)) // 2
        soft = self.soft
        if soft is not None:
            self._drop_soft()
        else:
            self.listener.take_back()
        steps = self.top
        for cell in range(len(self.mask)):
            if self.mask[cell] == OWED:
                self.mask[cell] = 0
        self.start()
        self._key = self.compare()
        self.leading = True
        self._silent = self.differ == 0  # nothing that a switch could tell the end of
        if soft is not None:
            self.top = steps
            readings = [(True, (m,)) for m in steps.fitting(self._key) if m != soft]
            if readings and self.differ:
                self._ask(self._distinct(readings), self.evidence.seq)

    def choose(self, move):
        """Commit a step that nothing on the board can tell: a pass, "done", a host's command."""
        self._commit(True, (move,), True, self.evidence.seq)

    def believe(self):
        """OK while the way back is lit: the board is right as it is."""
        for i in range(self.differ):
            self.mask[self.differing[i]] = BELIEVED
        self.leading = False
        self.way_back = False
        self.question = []
        self._ask_at = None
        self.compare()

    # -- a switch changes

    def changed(self, cell, now):
        """A debounced change of one switch, already in `closed`."""
        evidence = self.evidence
        if self._fits_now and not self.closed[cell]:
            self._pending = (self._key, evidence.seq)
        touched = evidence.changed(cell, self.closed[cell], self.position.occupancy[cell], now)
        self.mask[cell] = 0
        if self.leading and self._silent:
            self.leading = False
        self._key = self.compare()
        self._fits_now = self.differ > 0 and bool(self.top.fitting(self._key))
        if self.way_back and (self.differ == 0 or self._fits_now or self.possible()):
            self.way_back = False
        self._decide_at = later(now, QUIET_MS)
        self._ask_at = later(now, ASK_MS)
        if touched:
            self._touch(cell, now)

    def _touch(self, cell, now):
        """A piece was lifted a little and set back, or a magnet held to an empty cell."""
        if self.question:
            self._answer(cell)
            return
        if self.proposed is not None:
            foot = self.position.footprint(self.proposed)
            if cell in foot.reached and (foot.left or len(foot.reached) > 1):
                self._commit(True, (self.proposed,), True, self.evidence.seq)
                return
            self.proposed = None
            self._drop_at = None
        if self.soft is not None and self._turn_over(cell):
            return
        self._touched.append(cell)
        if len(self._touched) > RECENT:
            self._touched.pop(0)
        if self.differ == 0 and not self.leading:
            self._propose(cell, now)

    def _turn_over(self, cell):
        """A touch turns the soft step into the next one with the same footprint."""
        foot = self.soft_foot
        if cell not in foot.filled:
            return False
        key = 0
        for filled in foot.filled:
            key ^= KEYS[filled]
        for vacated in foot.vacated:
            key ^= KEYS[vacated]
        soft = self.position.pop()
        twins = [m for m in self.base.fitting(key) if self.position.footprint(m) == foot]
        self.position.push(soft)
        if len(twins) < 2:
            return False
        after = twins[(twins.index(soft) + 1) % len(twins)]
        self._commit(False, (after,), True, self.evidence.seq)
        return True

    def _propose(self, cell, now):
        for move in self.top.silent:
            foot = self.position.footprint(move)
            cells = foot.left + foot.reached
            if cell in cells and all(c in self._touched for c in cells):
                self.proposed = move
                self._drop_at = later(now, ASK_MS)
                self.listener.asked()
                return

    # -- deciding

    def step(self, now):
        """Decide what has become decidable; True if anything changed."""
        if not self.top.ready:
            return False
        if self._drop_at is not None and elapsed(now, self._drop_at) >= 0:
            self._drop_at = None
            self.proposed = None
            return True
        if self._decide_at is not None and elapsed(now, self._decide_at) >= 0:
            self._decide_at = None
            self._decide()
            return True
        if self._ask_at is not None and elapsed(now, self._ask_at) >= 0:
            self._ask_at = None
            return self._ask_late()
        return False

    def due(self, now):
        """Milliseconds until `step` has something to do; a long time if nothing."""
        if not self.top.ready:
            return 0
        wait = 1 << 20
        for at in (self._decide_at, self._ask_at, self._drop_at):
            if at is not None:
                wait = min(wait, -elapsed(now, at))
        return max(wait, 0)

    def _decide(self):
        key = self._key = self.compare()
        if self.leading:
            if self.differ == 0:
                self.leading = False
                self.question = []
                self.since = self.evidence.seq
        elif self.differ == 0:
            self.way_back = False
            self._stands()
        else:
            self._differs(key)

    def _differs(self, key):
        """Something was lifted or set down: which steps fit, and which are told?"""
        steps = self._distinct([(True, (m,)) for m in self.top.fitting(key)])
        if not steps and not self.position.ONE_STEP:
            steps = self._sequences(key)
        others = []
        back = False
        if self._replaceable():
            base_key = self._base_key()
            back = base_key == 0
            others = self._distinct(self._siblings(base_key))
        told = [r for r in steps if self._told(r, self.since, self.evidence.seq)]
        told_others = [r for r in others if self._told(r, 0, self.evidence.seq)]
        if told and (told_others or back):
            self._ask(told + told_others, self.evidence.seq)
        elif back:
            self.question = []
            self._drop_soft()
            self.since = self.evidence.seq
            self.way_back = False
            self._pending = None
            self.compare()
        elif len(told) == 1:
            self._commit(True, told[0][1], True, self.evidence.seq)
        elif len(told_others) == 1 and not told and self._may_replace(told_others[0]):
            self._commit(False, told_others[0][1], True, self.evidence.seq)
        elif told or told_others:
            self._ask(told + told_others, self.evidence.seq)
        elif len(steps) + len(others) == 1 and self._alone((steps + others)[0]):
            stays, moves = (steps + others)[0]
            self._commit(stays, moves, False, self.evidence.seq)
        elif not steps and not others and not self.question and not self.possible():
            self._settle()

    def _stands(self):
        """The board is as the position says; another reading of it may have become told."""
        self.question = []
        if not self._replaceable():
            return
        siblings = self._distinct(self._siblings(self._base_key()))
        told = [r for r in siblings if self._told(r, self.since, self.evidence.seq)]
        if not told:
            return
        if not self.soft_told and len(told) == 1:
            self._commit(False, told[0][1], True, self.evidence.seq)
            return
        soft = self.soft
        self._drop_soft()
        self.compare()
        self._ask([(True, (soft,))] + [(True, moves) for _, moves in told], self.evidence.seq)

    def _settle(self):
        """Nothing fits any more: read what fitted last, with what was known then."""
        pending = self._pending
        self._pending = None
        if pending is not None:
            key, until = pending
            steps = self._distinct([(True, (m,)) for m in self.top.fitting(key)])
            told = [r for r in steps if self._told(r, self.since, until)]
            if len(told) == 1:
                self._commit(True, told[0][1], True, until)
                return
            if steps:
                self._ask(told or steps, until)
                return
        self.way_back = True
        self.listener.refused()

    def _ask_late(self):
        if self.leading or self.question or self.differ == 0 or self.way_back:
            return False
        readings = [(True, (m,)) for m in self.top.fitting(self._key)]
        if self._replaceable():
            readings += self._siblings(self._base_key())
        readings = self._distinct(readings or [(True, (m,)) for m in self.possible()])
        if readings:
            self._ask(readings, self.evidence.seq)
        return bool(readings)

    def _ask(self, readings, until):
        self.question = readings
        self._until = until
        self.proposed = None
        self.way_back = False
        self.listener.asked()

    def _distinct(self, readings):
        """Readings that end in the same position, or leave the same footprint, are one."""
        if len(readings) < 2:
            return readings
        kept = []
        seen = []
        for reading in readings:
            foot = self._foot(*reading)
            if foot not in seen:
                seen.append(foot)
                kept.append(reading)
        return kept

    # -- questions

    def answers(self):
        """The cells that answer the question: those in which its readings differ."""
        if not self.question:
            return ()
        each = [set(self._marks(reading)) for reading in self.question]
        common = set(each[0])
        for marks in each[1:]:
            common &= marks
        cells = set()
        for marks in each:
            cells |= marks - common
        return sorted(cells or common)

    def _marks(self, reading):
        """Cells that stand for a reading when it is asked for."""
        stays, moves = reading
        foot = self._foot(stays, moves)
        return (foot.reached + foot.via + foot.left) or (foot.filled + foot.vacated)

    def _answer(self, cell):
        answers = self.answers()
        if cell not in answers:
            return
        left = [r for r in self.question if cell in self._marks(r)]
        if len(left) == 1:
            stays, moves = left[0]
            self.leading = False
            self.evidence.use_up(cell)
            self._commit(stays, moves, True, self._until)
        elif left:
            self._ask(left, self._until)

    def confirm(self):
        """OK: take what is proposed, or the one reading that was not felt; False if neither."""
        if self.proposed is not None:
            self._commit(True, (self.proposed,), True, self.evidence.seq)
            return True
        if self.question:
            unfelt = [
                r
                for r in self.question
                if len(self.question) == 1 or any(self.mask[c] for c in self._marks(r))
            ]
            if len(unfelt) == 1:
                stays, moves = unfelt[0]
                self.leading = False
                self._commit(stays, moves, True, self._until)
                return True
        return False

    # -- evidence

    def _foot(self, stays, moves):
        """The footprint of a reading's last step."""
        position = self.position
        taken = None if stays or self.soft is None else position.pop()
        for move in moves[:-1]:
            position.push(move)
        foot = position.footprint(moves[-1])
        for _ in moves[:-1]:
            position.pop()
        if taken is not None:
            position.push(taken)
        return foot

    def _replaceable(self):
        """Whether there is a soft step that another reading of the switches may replace."""
        foot = self.soft_foot
        return foot is not None and bool(foot.vacated or foot.filled)

    def _siblings(self, base_key):
        """Other steps of the position before the soft one that fit what stands.

        Not those with its very footprint, which a touch turns it into.
        """
        readings = [(False, (m,)) for m in self.base.fitting(base_key) if m != self.soft]
        return [r for r in readings if self._foot(*r) != self.soft_foot]

    def _told(self, reading, since, until):
        """Whether what was touched after `since`, by `until`, tells this reading."""
        stays, moves = reading
        return all(
            self.evidence.tells(self._foot(stays, moves[: i + 1]), since, until)
            for i in range(len(moves))
        )

    def _alone(self, reading):
        """Whether the only reading that fits may count untouched."""
        stays, moves = reading
        foot = self._foot(stays, moves)
        steps = self.top if stays else self.base
        if not foot.reached:
            return True
        if not foot.vacated:
            return False
        origin = foot.vacated[0]
        starting = 0
        for move in steps.about(origin):
            other = self._foot(stays, (move,))
            starting += origin in other.vacated or origin in other.left
        return starting == 1

    def _may_replace(self, reading):
        stays, moves = reading
        foot = self._foot(stays, moves)
        mine = self.soft_foot
        for cell in foot.vacated + foot.left:
            if cell in mine.vacated + mine.left:
                return True
        for cell in mine.vacated:
            if self.closed[cell]:
                return True
        return any(not self.closed[cell] for cell in mine.filled)

    def _sequences(self, key):
        """Readings of two steps of one turn that together fit."""
        found = []
        position = self.position
        differing = self.differing[: self.differ]
        for move in self.possible():
            foot = position.footprint(move)
            if not all(c in differing for c in foot.vacated + foot.filled):
                continue
            side, turns = position.turn, position.turns
            position.push(move)
            if (position.turn, position.turns) == (side, turns):
                rest = self.compare()
                for after in position.legal_moves():
                    then = position.footprint(after)
                    changes = 0
                    for cell in then.vacated + then.filled:
                        changes ^= KEYS[cell]
                    if changes and changes == rest:
                        found.append((True, (move, after)))
            position.pop()
        self.compare()
        return found

    def possible(self):
        """The steps that what is lifted and set down so far may still become."""
        if not self.differ:
            return []
        found = []
        for move in self.top.about(self.differing[0]):
            foot = self.position.footprint(move)
            if self._consistent(foot):
                found.append(move)
        return found

    def _consistent(self, foot):
        for i in range(self.differ):
            cell = self.differing[i]
            if self.closed[cell]:
                if cell not in foot.filled and cell not in foot.via:
                    return False
            elif not (
                cell in foot.vacated
                or cell in foot.left
                or cell in foot.reached
                or cell in foot.captured
            ):
                return False
        return True
