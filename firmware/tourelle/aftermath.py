"""What follows the start of a game, its steps and its end, as soon as nobody waits for light."""

from tourelle.clock import later
from tourelle.game import Observer
from tourelle.timers import SOON, Timer

LINGERS_MS = 2000  # for this long after the end, OK leaves the result lit


class Aftermath(Observer):
    """Observes a game; its timers do the work that follows, later.

    turning    reports whose turn it is
    judging    the rules may end the game
    building   finds the next legal steps
    hearing    makes OK work again after the end
    """

    def __init__(self, report, relight, clock):
        """relight(): asks for the lamps to be set again; clock: the `Clock`."""
        self.turning = Timer(self._tell_turn)
        self.judging = Timer(self._judge)
        self.building = Timer(self._build)
        self.hearing = Timer(self._hear)
        self._report = report
        self._relight = relight
        self._clock = clock
        self._game = None
        self._line = None  # the `line` of the game's reader

    @property
    def just_ended(self):
        """Whether the game has just ended: OK leaves the result lit."""
        return self.hearing.at is not None

    def begin(self, game, line):
        """Follow this game from now on."""
        self._game = game
        self._line = line
        self.hearing.at = None
        self.judging.at = self.building.at = SOON

    def moved(self, position, played):
        self.hearing.at = None
        self.turning.at = SOON
        if played:
            self.judging.at = SOON

    def ended(self, number, position, verdict, agreed):
        self.hearing.at = later(self._clock.now, LINGERS_MS)

    def reopened(self, position):
        self.hearing.at = None

    def left(self):
        self._game = self._line = None
        self.turning.at = self.judging.at = None

    def lit(self):
        """The lamps are set: there is time to look ahead."""
        self.building.at = SOON

    def finish(self):
        """Report the last step and judge the game now, not later."""
        self.turning.finish()
        self.judging.finish()
        self._report.writing.finish()

    def judge(self):
        """End the game now if its last step did, after reporting whatever is still to be told."""
        if self.judging.at is not None:
            if self._game.position.outcome() is None:
                self.judging.at = None
            else:
                self.finish()

    def _tell_turn(self, now):
        self._report.turn(self._game.position)

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

    def _hear(self, now):
        """From now on OK is heard again; there is nothing else to do."""
