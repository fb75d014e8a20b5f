"""Steps that no switch feels: proposed once all their cells were touched, then confirmed."""

from collections import namedtuple

from tourelle.clock import passed
from tourelle.games import NOTHING, cells_of
from tourelle.grids import NONE
from tourelle.kernels import const
from tourelle.reading.line import Reading
from tourelle.steps import ANY

RECENT = 5  # touches that count
ALONE_MS = 1000  # a touch is deliberate if nothing else was touched for this long
_BRIEF = const(0x80)
_NO_TOUCH = b"\xff" * RECENT  # no cell has this number
_INSISTED = const(3)  # touches of one cell: more than a gesture and a touch need

# A step: how many touches it took, how recent they are, its reading and footprint.
_Option = namedtuple("_Option", ("touches", "latest", "reading", "foot"))
_NO_STEP = _Option(0, 0, None, NOTHING)


class Proposals:
    """The latest touches, and the step that they propose.

    reading         the proposed step, or None
    foot            its footprint, NOTHING if there is none
    pulses          how many pieces it leaves on its cell; 0 if it has several cells
    next_touches    (cell, footprint), ...: what may be touched next, and for which step
    """

    # A type that the first value does not show.
    next_touches: tuple

    def __init__(self, line):
        self._line = line
        self._touched = bytearray(RECENT)  # cells, with _BRIEF if the touch was brief
        self._touched_at = 0  # when the latest was, in ms
        self._piece = NONE  # the piece that was touched last, though it may propose nothing
        self._piece_at = 0  # when that was, in ms
        self.forget()

    def forget(self):
        """No touch so far counts any more."""
        self._touched[:] = _NO_TOUCH
        self.stop()

    def stop(self):
        """Stop proposing."""
        self._propose_first(())

    def interrupted(self):
        """Whether a cell differs that the proposed step does not have: a move may be under way."""
        own = cells_of(self.foot)
        return self.reading is not None and any(cell not in own for cell in self._line.cells())

    def confirms(self, cell, now, lasted):
        """Whether a touch for `lasted` ms confirms the proposed step; never if that has one cell.

        It is deliberate if no other came just before; an empty cell is not touched in passing.
        """
        foot = self.foot
        ends = len(cells_of(foot)) > 1 and cell in (foot.reached or foot.via or foot.filled)
        waited = passed(now, self._touched_at) - lasted >= ALONE_MS
        return ends and (waited or not self._line.closed[cell])

    def turn_to_next(self, cell, now):
        """Another touch of the same cell moves on to the next of several proposals; False: none."""
        if len(self._options) < 2 or cell != self.last_touched():
            return False
        self._propose_first(self._options[1:] + self._options[:1])
        self._touched_at = now
        return True

    def touched(self, cell, brief, now):
        """Take in a touch; if it was not brief, a step may start there but not end."""
        self._touched[:-1] = self._touched[1:]
        self._touched[-1] = cell | _BRIEF if brief else cell
        self._touched_at = now

    def piece_touched(self, cell, now):
        """A piece was touched."""
        self._piece = cell
        self._piece_at = now

    def of_one_piece(self, cell, now, lasted=0):
        """Whether a touch is of one piece only: touching several in passing means nothing."""
        same = self._piece in (NONE, cell)
        return same or passed(now, self._piece_at) - lasted > ALONE_MS

    def last_touched(self):
        """The cell that was touched last, grids.NONE if none was lately."""
        last = self._touched[-1]
        return last if last == NONE else last & ~_BRIEF

    def propose(self):
        """Look for what the latest touches propose, or may lead to; True if they propose a step.

        If a cell is touched three times in a row, another switch of the step may be stuck.
        """
        cell = self.last_touched()
        found = self._fully_touched(cell)
        insisted = all(touched & ~_BRIEF == cell for touched in self._touched[-_INSISTED:])
        if not found and self.reading is None and insisted:
            found = self._fully_touched(cell, True)
        if not found:
            return False  # an earlier proposal stays
        # Steps that took more touches come first.
        self._propose_first(tuple(sorted(found, key=lambda option: option[:2], reverse=True)))
        return True

    def _fully_touched(self, cell, only_here=False):
        """The options at a cell whose cells were all touched, where a switch can feel it.

        only_here: only the switch of this cell can.
        """
        top = self._line.top
        touched = [touch & ~_BRIEF for touch in self._touched]
        self.next_touches = ()
        best: dict = {}
        for number in top.silent(self._line.position.grid.single[cell], ANY):
            foot = top.foot(number)
            cells = cells_of(foot)
            # Touches that no switch can feel are taken for granted.
            felt = [cell] if only_here else [c for c in cells if not self._line.leaves_out((c,))]
            latest = self._oldest_touch(felt, foot.left)
            if latest < 0:
                if self.reading is None and cell not in foot.reached:
                    # Its origin was touched, or a cell beside its edge: show where to touch next.
                    self.next_touches += tuple([(c, foot) for c in cells if c not in touched])
                continue
            # Between the same cells, prefer the way to the cell that was touched last.
            key = bytes(sorted(cells))
            if key not in best or cell in foot.reached:
                reading = Reading(True, top.moves_of(number))
                best[key] = _Option(len(felt), latest, reading, foot)
        return best.values()

    def _propose_first(self, options):
        """Propose the first of these, if there are any."""
        self._options = options
        _, _, self.reading, self.foot = options[0] if options else _NO_STEP
        self.next_touches = ()
        self.pulses = 0
        cells = cells_of(self.foot)
        if len(cells) == 1:
            self.pulses = self._line.after(self.reading, lambda then: then.height_of(cells[0]))

    def _oldest_touch(self, cells, left):
        """The earliest of the cells' latest touches; -1 if one was not touched."""
        latest = {}
        for at in range(RECENT):
            cell = self._touched[at] & ~_BRIEF
            if self._touched[at] & _BRIEF or cell in left:
                latest[cell] = at
        return min([latest.get(cell, -1) for cell in cells] + [RECENT])
