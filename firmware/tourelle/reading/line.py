"""How the switches differ from the position, and which steps may explain it."""

from collections import namedtuple

from tourelle.games import NOTHING, Footprint
from tourelle.kernels import differing, find_all, micropython
from tourelle.reading.tokens import LIFT_MS
from tourelle.steps import ALL, BELIEVED, LEAVES, ZOBRIST, Steps, so_far

OWED = 2  # in `left_out`: a captured piece still has to come off

# A step that may have been made: its moves, and whether the soft step below it stays or
# is replaced (stays). TAKEN_BACK has no moves: the soft step was only put back.
Reading = namedtuple("Reading", ("stays", "moves"))
TAKEN_BACK = Reading(False, ())

_CAPTURED = b"\x10"  # groups of a footprint, as `Steps.having` takes them
_PUT = b"\x0a"  # groups as above: filled, reached


class Line:
    """The hard position, the soft step on it, and what the switches say about both.

    position    with the soft step's moves pushed
    soft        how many moves the soft step is, with the forced ones after it; 0: there is none
    moves       its own moves
    foot        its footprint
    base        the `Steps` of the position without the soft step, None if there is none
    top         the `Steps` of the position
    left_out    by cell: 0, BELIEVED or OWED (bytearray)
    capped      stacks whose top piece was captured and may still be there (bytes)
    differing   the cells that differ from the position: the first `differ` entries (bytearray)
    key         their key
    """

    base: Steps  # a type that the first value does not show

    def __init__(self, position, closed, barred, room):
        """barred: by side, nonzero if no hand may play it (bytes); room: for steps, a `Room`."""
        size = position.grid.size
        self.position = position
        self.closed = closed
        self._barred = barred
        self.left_out = bytearray(size)
        self._room = room
        self.differing = bytearray(size)
        self.base = self.top = None
        self._beyond = None  # the steps after a reading, while a search looks at them
        self._found = bytearray(size)  # scratch space for the cells that searches find
        self.harden()

    # -- the position changes

    def harden(self, capped=b"", top=None):
        """Nothing is soft any more; capped: pieces that still have to come off, see the class.

        top: the `Steps` of the position, None if they are not known.
        """
        self.soft = 0
        self.moves: tuple = ()
        self.foot = NOTHING
        self.capped = capped
        self._stand_on(None, top)

    def _stand_on(self, base, top=None):
        """These `Steps` are asked for from now on; top: None to find those of the position."""
        self._release_all_but(base, top)
        self.base = base
        self.top = top or self._ahead(self.position)
        self.compare()

    def _release_all_but(self, *kept):
        """No other `Steps` than these will be asked for."""
        self.let_go()
        for steps in self._known():
            if steps not in kept:
                steps.release()

    def _known(self):
        return [steps for steps in (self.base, self.top) if steps is not None]

    def release(self):
        """No more steps will be asked for: free their room for the next game."""
        self._release_all_but()

    def _ahead(self, position):
        """The `Steps` that hands may make on the position as it stands."""
        return Steps(position, self.left_out, self._room, self._barred[position.turn] > 0)

    def steps_after(self, reading):
        """Returns the `Steps` after a reading; yields while they are built.

        They last until others are asked for, the search lets go or the position changes.
        """
        self.let_go()
        self._beyond = self.after(reading, self._ahead)
        while not self._beyond.ready:
            self.after(reading, lambda _: self._beyond.build())
            yield
        return self._beyond

    def let_go(self):
        """No search looks at the steps after a reading any more."""
        if self._beyond is not None:
            self._beyond.release()
            self._beyond = None

    def shown(self, foot):
        """No hand has made the step with this footprint, which was played: nothing is soft now."""
        self.harden(self.capped)
        self._capture(foot.captured)
        self.compare()

    def followed(self, moves):
        """A step was played on top of the soft one, which hardens."""
        self.soft = len(moves)
        self.moves = moves
        self.foot = self.top.foot_of(moves)
        self._visited(b"".join(self.foot))
        self._capture(self.foot.captured)
        self._stand_on(self.top)

    def passed(self, moves):
        """Moves that change nothing on the board were made: they belong to the soft step."""
        if self.soft:
            self.soft += len(moves)
            self._stand_on(self.base)
        else:
            self.followed(moves)

    def taken_back(self, captured):
        """The soft step was taken back, or a hard one if there was none.

        captured: the cells where it had captured a piece.
        """
        self.forgive(captured)
        self.harden(self.capped, self.base)

    def _capture(self, cells):
        for cell in cells:
            if self.position.occupancy[cell]:
                self.capped += self.position.grid.single[cell]
            elif self.closed[cell]:
                self.left_out[cell] = OWED

    def _visited(self, cells):
        """A hand has come to these cells: assume that any captured top came off."""
        for cell in cells:
            self.capped = self.capped.replace(self.position.grid.single[cell], b"")

    def forgive(self, cells):
        """Pieces captured on these cells no longer have to come off."""
        self.capped = bytes([cell for cell in self.capped if cell not in cells])
        for cell in self.owed():
            if cell in cells:
                self.left_out[cell] = 0

    def collect(self):
        """Captured pieces that are gone are no longer owed."""
        for cell in self.owed():
            if not self.closed[cell]:
                self.left_out[cell] = 0

    def owed(self):
        """The cells that should be empty, where a captured piece still has to come off."""
        count = find_all(self.left_out, len(self.left_out), OWED, self._found)
        return self._found[:count]

    def believe(self, cells):
        """Take these cells as right, and captured tops as gone; leave out what differs."""
        for cell in self.cells():
            if cell in cells:
                self.left_out[cell] = BELIEVED
        self.harden()

    # -- comparing

    def changed(self, cell, lasted):
        """A switch has changed, which was in its previous state for `lasted` ms."""
        if self.left_out[cell] == BELIEVED:
            self.left_out[cell] = 0
            self._index()
        elif self.closed[cell] and lasted >= LIFT_MS:
            self.left_out[cell] = 0  # what was captured had come off: this is another piece
        if self.capped:
            self._visited((cell,))
        self.compare()

    def _index(self):
        """Other switches are left out now: compute the keys of all steps again, without them."""
        for steps in self._known():
            steps.index()

    @micropython.native
    def compare(self):
        """Find the cells that differ from the position."""
        found = self.differing
        closed = self.closed
        occupied = self.position.occupancy
        self.differ = differing(closed, occupied, self.left_out, found, len(closed))
        key = 0
        for i in range(self.differ):
            key ^= ZOBRIST[found[i]]
        self.key = key

    def forget(self):
        """Forget earlier answers about steps if nothing differs: no search is under way then."""
        if self.differ == 0:
            self.let_go()
            for steps in self._known():
                steps.forget()

    def compact(self):
        """The heap was tidied up: copy the steps into its first holes. Yields after each part."""
        if self.top.ready:
            self.top = self.top.anew()
        yield False
        if self.base is not None and self.base.ready:
            self.base = self.base.anew()
        yield False
        self.moves = self.moves[:]
        if self.foot is not NOTHING:
            self.foot = Footprint(*[cells[:] if cells else b"" for cells in self.foot])

    def cells(self):
        """The cells that differ from the position (bytes)."""
        return bytes(self.differing[: self.differ])

    def leaves_out(self, cells):
        """Whether one of these cells has a switch that is left out until it changes."""
        return any(self.left_out[cell] == BELIEVED for cell in cells)

    def beneath(self):
        """The cells that differ from the position beneath the soft step (bytes).

        Empty if no switch could feel the soft step.
        """
        return self.differing_from(self.base) if self.felt() else b""

    def differing_from(self, steps, captured=b""):
        """The cells that differ from the position with these steps (bytes).

        captured: cells where a captured piece may still stand.
        """
        closed = self.closed
        count = differing(closed, steps.occupied, self.left_out, self._found, len(closed))
        found = bytes(self._found[:count])
        if not captured:
            return found  # the light of a lift waits for it
        return bytes([cell for cell in found if cell not in captured or not closed[cell]])

    def stands(self):
        """Whether every cell that the soft step vacated or filled is still that way."""
        changed = self.foot.vacated + self.foot.filled
        return not any(cell in changed for cell in self.cells())

    def all_up(self):
        """Whether all cells that differ are open: the pieces may simply be in the hands."""
        return self.differ > 0 and not any(self.closed[cell] for cell in self.cells())

    def in_hand(self):
        """Whether all missing pieces may simply be in one hand, for a step under way."""
        return self.all_up() and self.may_become()

    def felt(self):
        """Whether a switch could feel the soft step."""
        return bool(self.foot.vacated or self.foot.filled)

    # -- readings

    def fits(self, key, beneath):
        """Whether some step fits, on top of the soft one or instead of it.

        key: of the cells that differ from the position; beneath: as `beneath` gives them.
        """
        return key != 0 and bool(
            self.top.fitting(key) or (beneath and self.base.fitting_cells(beneath))
        )

    def on_top(self, key):
        """The next steps with this change of occupancy, as readings."""
        return self._distinct(True, self.top.fitting(key))

    def instead(self, beneath):
        """The readings that change these cells, instead of the soft step.

        There are none if the soft step changes them, too: then only a touch can tell (see `twin`).
        """
        numbers = self.base.fitting_cells(beneath) if beneath else ()
        if not numbers or self.base.number(self.moves) in numbers:
            return []
        return self._distinct(False, numbers)

    def captured_first(self):
        """The readings of steps that no switch feels, but whose captured piece is gone already."""
        if self.differ != 1 or self.closed[self.differing[0]]:
            return []
        return self._distinct(True, self.top.silent(self.differing[:1], _CAPTURED))

    def touching(self, cell):
        """The readings of next steps that put a piece there, then of unfelt steps from there."""
        single = self.position.grid.single[cell]
        onto = self.top.having(single, _PUT, ALL)
        from_it = [number for number in self.top.silent(single, LEAVES) if number not in onto]
        return self._distinct(True, onto) + self._distinct(True, from_it)

    def trust(self, reading):
        """Believe a reading against the switches: leave out those that it should have opened."""
        for cell in self.foot_of(reading).vacated if reading.moves else b"":
            if self.closed[cell]:
                self.left_out[cell] = BELIEVED
        self._index()

    def twin(self):
        """Of the steps with the soft step's footprint, the next in a circle; None if it is alone.

        A touch turns the soft step into that reading.
        """
        base = self.base
        own = base.number(self.moves)
        twins = base.same(own, base.fitting_cells(self.foot.vacated + self.foot.filled))
        if len(twins) < 2:
            return None
        return Reading(False, base.moves_of(twins[(twins.index(own) + 1) % len(twins)]))

    def text(self, reading):
        """The last move of a reading, in the game's notation; "undo" for TAKEN_BACK."""
        if not reading.moves:
            return "undo"
        before = Reading(reading.stays, reading.moves[:-1])
        return self.after(before, lambda position: position.move_text(reading.moves[-1]))

    def last_step(self):
        """The moves and footprint of the soft step, else of the last move."""
        if self.soft:
            return self.moves, self.foot
        move = self.position.pop()
        foot = self.position.footprint(move)
        self.position.push(move)
        return (move,), foot

    def _distinct(self, stays, numbers):
        """These steps as readings; those that end alike, or look alike on the board, count once."""
        steps = self.steps_of(stays)
        kept: list = []
        ends: list = []
        like = steps.resemble(numbers)
        for i in range(len(numbers)):
            reading = Reading(stays, steps.moves_of(numbers[i]))
            end = self._end(reading) if like[i] & 2 else None
            if not (like[i] & 1 or (end and end in ends)):
                kept.append(reading)
            ends.append(end)
        return kept

    def _end(self, reading):
        """Whose turn it is after a reading, and what then stands on the cells that it changes."""
        foot = self.foot_of(reading)
        cells = set(foot.vacated + foot.filled + foot.left + foot.reached + foot.captured)

        def look(position):
            occupied = position.occupancy
            return position.turn, [(c, occupied[c] and position.pieces(c)) for c in sorted(cells)]

        return self.after(reading, look)

    def foot_of(self, reading):
        """The footprint of a reading's step; of the soft step for TAKEN_BACK."""
        return self.steps_of(reading.stays).foot_of(reading.moves) if reading.moves else self.foot

    def steps_of(self, stays):
        """The `Steps` of the readings after which the soft step stays, or that replace it."""
        return self.top if stays else self.base

    def may_stand(self, reading, then):
        """Whether a step that fitted may have been made although the board no longer fits it.

        It had been set down if the next change was on a cell outside the step (`then`). If not, its
        origins must still be empty, and pieces from the cells it filled may have been lifted again
        but not set down elsewhere.
        """
        foot = self.foot_of(reading)
        closed = self.closed
        if then not in foot.vacated + foot.filled:
            return True
        if any(closed[cell] for cell in foot.vacated):
            return False
        elsewhere = any(closed[cell] and cell not in foot.filled for cell in self.cells())
        return not elsewhere or all(closed[cell] for cell in foot.filled)

    def may_become(self):
        """Whether the board as it stands may still become a step."""
        return len(self.possible(1)) > 0

    def possible(self, most=ALL):
        """The readings that the board as it stands may still become.

        most: how many on top of the soft step, and how many instead of it.
        """
        found: list = []
        for stays, cells in ((True, self.cells()), (False, self.beneath())):
            if self.differ and cells:
                steps = self.steps_of(stays)
                numbers = steps.having(cells, so_far(cells, self.closed), most)
                found += [Reading(stays, steps.moves_of(number)) for number in numbers]
        return found

    def after(self, reading, look):
        """What `look` returns, called with the position after a reading, which is then restored."""
        position = self.position
        taken = [position.pop() for _ in range(0 if reading.stays else self.soft)]
        for move in reading.moves:
            position.push(move)
        try:
            return look(position)
        finally:
            for _ in reading.moves:
                position.pop()
            while taken:
                position.push(taken.pop())
