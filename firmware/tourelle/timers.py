"""Everything that is done later: each timer says when, and the most urgent acts first.

A timer has `at`, the time in ms when it is due, or None if it is not set; and `act(now)`, which
does the work and returns when it is due again, or None. Only that counts: what `act` puts into its
own `at` is overwritten.
"""

from tourelle.clock import elapsed

SOON = -1  # in `at`: as soon as nothing more urgent is due
LONG_MS = 1 << 20  # the longest wait


class Timer:
    """A timer whose action is another object's method."""

    def __init__(self, act):
        self.at = None
        self.act = act

    def finish(self):
        """If it is set, do all of its work at once, whenever it is due.

        Only for work that ignores its argument: it is handed `at`, not the time.
        """
        while self.at is not None:
            self.at = self.act(self.at)


def run_due(timers, now):
    """Let the first timer that is due act; returns in how many ms the next one is due."""
    rest = LONG_MS
    for timer in timers:
        at = timer.at
        if at is not None:
            wait = elapsed(at, now) if at >= 0 else 0
            if wait <= 0:
                timer.at = None  # so that it is not tried again if it fails
                timer.at = timer.act(now)
                return 0
            if wait < rest:
                rest = wait
    return rest
