"""What the buzzer plays: a tune, tone by tone."""

from tourelle.clock import later
from tourelle.game import Observer
from tourelle.timers import SOON

# The tunes: (Hz, ms) of each tone, 0 Hz is silence.
LIFT = ((1400, 15),)
COMMIT = ((1000, 40), (1500, 60))
MAY_LIE = ((900, 30),)
QUESTION = ((1200, 80), (0, 60), (1200, 80))
ILLEGAL = ((220, 250),)
END = ((880, 120), (1175, 120), (1760, 300))
HERE = ((1500, 80), (0, 80), (1500, 80), (0, 80), (1500, 80))


class Sound(Observer):
    """Plays tunes: says which tone to sound now. A timer (see timers.py).

    hz      that tone, 0 for silence
    toned   the tone has changed since this was last reset, as at the start of `Core.tick`
    muted   no tune is started
    """

    def __init__(self):
        self.at = None
        self.hz = 0
        self.toned = False
        self.muted = False
        self._tune: tuple = ()  # the tones left to play

    def play(self, tune):
        """Start a tune, instead of any that is playing."""
        if not self.muted:
            self._tune = tune
            self.at = SOON

    def ended(self, number, position, verdict, agreed):
        self.play(END)

    def offered(self, what):
        if what:
            self.play(QUESTION)

    def act(self, now):
        """Go on with the next tone; returns when it ends."""
        hz = 0
        ends = None
        if self._tune:
            (hz, ms), *rest = self._tune
            self._tune = tuple(rest)
            ends = later(now, ms)
        self.toned = hz != self.hz
        self.hz = hz
        return ends
