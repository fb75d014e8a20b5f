"""What the buzzer plays: a tune, tone by tone."""

from tourelle.clock import elapsed, later

# The tunes: (Hz, ms) of each tone, 0 Hz is silence.
LIFT = ((1400, 15),)
COMMIT = ((1000, 40), (1500, 60))
QUESTION = ((1200, 80), (0, 60), (1200, 80))
ILLEGAL = ((220, 250),)
END = ((880, 120), (1175, 120), (1760, 300))
HERE = ((1500, 80), (0, 80), (1500, 80), (0, 80), (1500, 80))


class Sound:
    """Needs tunes and time; gives the tone of the moment.

    hz      that tone, 0 for silence
    muted   no tune is begun
    """

    def __init__(self):
        self.hz = 0
        self.muted = False
        self._tune: tuple = ()  # what is left of it
        self._until = None  # when the tone ends; None: at once

    def play(self, tune):
        """Begin a tune, instead of the one that is being played."""
        if not self.muted:
            self._tune = tune
            self._until = None

    def tick(self, now):
        """Go on; True if the tone has changed."""
        if not (self._tune or self.hz) or self.due(now):
            return False
        hz = 0
        if self._tune:
            (hz, ms), *rest = self._tune
            self._tune = tuple(rest)
            self._until = later(now, ms)
        changed = hz != self.hz
        self.hz = hz
        return changed

    def due(self, now):
        """Milliseconds until `tick` has something to do; a long time if nothing."""
        if not (self._tune or self.hz):
            return 1 << 20
        return 0 if self._until is None else max(0, -elapsed(now, self._until))
