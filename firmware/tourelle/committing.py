"""Committing: the position goes on or back, and what counts as evidence begins anew."""

from tourelle.clock import later
from tourelle.evidence import Evidence, Telling
from tourelle.grids import NONE
from tourelle.ground import Ground
from tourelle.pairs import Pairs
from tourelle.proposals import Proposals

QUIET_MS = 300  # nothing has changed for so long: decide
ASK_MS = 5000  # nothing told for so long while something is possible: ask

TAKEN_BACK = (False, ())  # the reading that the soft step was put back


class Committing:
    """A position that the switches follow, and the steps that become of it.

    The listener does and reports them: play(move) pushes a move, take_back() pops the last one;

    position    with every step pushed
    closed      the debounced switches
    ground      the `Ground` of both
    proposals   the `Proposals` of steps that no switch feels
    stood       height of each cell before an undo, of those that no hand came to since
    """

    # What a first value of None cannot say.
    _fit: tuple
    _met: tuple
    _pending: tuple
    _put_back: tuple
    _decide_at: int
    _ask_at: int
    _drop_at: int

    def __init__(self, position, closed, listener, barred=bytes(4)):
        """barred: by side, not 0 where no hand may play it (bytes)."""
        self.position = position
        self.closed = closed
        self.listener = listener
        self.evidence = Evidence(position.grid.size)
        self.ground = Ground(position, closed, barred)
        self.telling = Telling(self.ground, self.evidence)
        self.pairs = Pairs(self.telling)
        self.proposals = Proposals(self.ground)
        self.stood = bytearray(position.grid.size)
        self._told = True  # the soft step was told by touches
        self._fit = None  # (key, cells away from the base) where the board fits some step
        self._fitted_by = NONE  # the cell that made it fit
        self._unsettled = NONE  # the cell that `settle` still has to look at,
        self._fitted_before = None  # and what fitted before its change
        self._deciding = iter(())  # the decision under way, cut into slices
        self._fresh(self.evidence.seq)

    def _fresh(self, until):
        """The position has changed; what was touched after `until` is evidence for its steps."""
        self._pending = None
        self._put_back = ((), None)  # path and footprint of a step that the hands took back
        self._met = (0, b"", until)
        self.pairs.search = None
        self._deciding = None
        self._decide_at = self._ask_at = None
        self._forget()
        self.telling.since = until
        if self.ground.differ:
            self._decide_at = later(self.evidence.last_change, QUIET_MS)
            self._ask_at = later(self.evidence.last_change, ASK_MS)
        self._meet()
        self._met = self._met[:2] + (until,)

    def _forget(self):
        """No touch so far counts any more."""
        self.telling.since = self.evidence.seq
        self._look = False
        self._drop_at = None
        self.proposals.forget()

    def _meet(self):
        """Note what the board fits now, and when it came to that."""
        ground = self.ground
        self._fit = None
        if not ground.differ:
            return
        away = ground.away()
        if ground.top.fitting(ground.key) or (away and ground.base.fitting_cells(away)):
            self._fit = (ground.key, away)
            if self._met[:2] != self._fit:
                self._met = self._fit + (self.evidence.seq,)

    def settle(self):
        """Do what the last change of a switch left to do, since its light comes first."""
        if self._unsettled == NONE:
            return
        cell, fitted = self._unsettled, self._fitted_before
        self._unsettled = NONE
        self._meet()
        if self._fit and not fitted:
            self._fitted_by = cell

    # -- forth and back

    def _commit(self, reading, told, until=None):
        """Play a reading; what was touched after `until` is evidence for what follows.

        None: after the last change that belongs to the step itself.
        """
        ground = self.ground
        stays, path = reading
        foot = ground.felt_by(reading)
        if until is None:
            until = self.evidence.last(foot)
        if path and foot == self._put_back[1]:
            path = self._put_back[0]  # made again as it was
        if not stays and ground.soft:
            ground.take_back(self.listener)
        if path:
            if stays:
                self.telling.since_base = self.telling.since
            ground.commit(path, self.listener)
            self._told = told
        self._fresh(until)

    def _take_back(self):
        """The hands have put the soft step back."""
        put_back = (self.ground.path, self.ground.foot)
        self._commit(TAKEN_BACK, True, self.telling.since_base)
        self._put_back = put_back

    def _pass(self, path):
        """Play the only step there is, which changes nothing, with the one before."""
        ground = self.ground
        if ground.soft:
            ground.extend(path, self.listener)
        else:
            ground.commit(path, self.listener)
        self._meet()

    def choose(self, move):
        """Commit a step that the hands follow: a host's. It must be legal."""
        top = self.ground.top
        while not top.ready:
            top.build()
        self._commit((True, (move,)), True, self.evidence.seq)
