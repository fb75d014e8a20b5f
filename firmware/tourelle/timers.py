"""One queue for everything that is done later: each timer says when, the most urgent acts first.

A timer has `at`, the moment when it is due, in ms, or None until somebody sets it; and `act(now)`,
which does the work and returns the moment when it is due again, or None.
"""

from tourelle.clock import elapsed

SOON = -1  # the moment for "as soon as nothing more urgent is due"
LONG_MS = 1 << 20  # the longest rest


class Timer:
    """A timer whose action is another object's method."""

    def __init__(self, act):
        self.at = None
        self.act = act

    def finish(self):
        """If it is set, do all of its work at once."""
        while self.at is not None:
            self.at = self.act(self.at)


def run_due(timers, now):
    """Let the first timer that is due act; returns how many ms until the next one is due."""
    rest = LONG_MS
    for timer in timers:
        at = timer.at
        if at is not None:
            wait = elapsed(at, now) if at >= 0 else 0
            if wait <= 0:
                timer.at = None  # if it fails, it is not tried again
                timer.at = timer.act(now)
                return 0
            if wait < rest:
                rest = wait
    return rest
