"""Work that the start of a game, its steps and its end leave for a quiet moment."""

from tourelle.clock import later
from tourelle.game import Observer
from tourelle.memory import tidy
from tourelle.timers import SOON, Timer

DEAF_MS = 2000  # for this long after the end, OK leaves the result lit


class Aftermath(Observer):
    """Observes a game; its timers do the work that follows, later.

    standing   reports whose turn it is
    judging    the rules may end the game
    building   finds the next legal steps
    tidying    frees what is no longer needed
    compacting   then copies what stays into the first holes of the heap
    hearing    makes OK work again after the end
    """

    def __init__(self, report, relight, clock, compact):
        """relight(): asks for the lamps to be set again; clock: the `Clock`.

        compact(): called when the heap has been tidied up; returns an iterator that copies what
        stays into the first holes, one part per `next`.
        """
        self.standing = Timer(self._stand)
        self.judging = Timer(self._judge)
        self.building = Timer(self._build)
        self.tidying = Timer(self._tidy)
        self.compacting = Timer(self._go_on_compacting)
        self.hearing = Timer(self._hear)
        self._report = report
        self._relight = relight
        self._clock = clock
        self._compact = compact
        self._compacting = None  # the latest iterator of `compact`
        self._game = None
        self._line = None  # the `line` of the game's reader
        self._untidy = False  # whether earlier work has left garbage

    @property
    def deaf(self):
        """Whether the game has just ended: OK leaves the result lit."""
        return self.hearing.at is not None

    def begin(self, game, line):
        """Follow this game from now on."""
        self._game = game
        self._line = line
        self.hearing.at = None
        self.judging.at = self.building.at = self.tidying.at = SOON
        self._untidy = True

    def leave(self):
        """The game is gone."""
        self._game = self._line = None
        self.standing.at = self.judging.at = None

    def moved(self, position, played):
        self.hearing.at = None
        self.standing.at = SOON
        if played:
            self.judging.at = SOON
        self._report.write_anew(position)
        self._untidy = True

    def ended(self, number, position, verdict, agreed):
        self.hearing.at = later(self._clock.now, DEAF_MS)

    def reopened(self, position):
        self.hearing.at = None

    def lit(self):
        """The lamps are set: there is time to look ahead, and to tidy up."""
        self.building.at = self.tidying.at = SOON

    def tidy_up(self):
        """Tidy up after something larger than a step, such as loading code."""
        self._untidy = True
        self.tidying.at = SOON

    def stop_compacting(self):
        """Stop compacting, because the objects are about to be freed."""
        self.compacting.at = self._compacting = None

    def finish(self):
        """Report the last step and judge the game now, not later."""
        self.standing.finish()
        self.judging.finish()
        self._report.writing.finish()

    def _stand(self, now):
        self._report.standing(self._game.position)

    def _judge(self, now):
        if self._game.judge():
            self._relight()

    def _build(self, now):
        """Find some more steps. Once all are found, the lamps can show where pieces may go."""
        if self._line is None or self._line.top.ready or self._game.verdict is not None:
            return None
        self._line.top.build()
        if not self._line.top.ready:
            return SOON
        self._relight()
        return None

    def _tidy(self, now):
        if self._line is not None:
            self._line.forget()
        if self._untidy:
            self._untidy = False
            tidy()
            self._compacting = self._compact()
            self.compacting.at = SOON

    def _go_on_compacting(self, now):
        """Copy one part per turn of the loop, so that a lift waits for one part at most."""
        if next(self._compacting, True):
            self._compacting = None
            return None
        return SOON

    def _hear(self, now):
        """The game ended long enough ago."""
