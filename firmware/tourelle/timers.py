"""One queue for all that is done later: whoever is to act says when, the most urgent acts first.

A timer has `at`, the moment when it is due in ms, None where it waits for somebody to say so; and
`act(now)`, which does it and returns the moment when it is due again, or None.
"""

from tourelle.clock import elapsed

SOON = -1  # the moment of what is due as soon as nothing more urgent is
LONG_MS = 1 << 20  # the longest rest


class Timer:
    """A timer whose action is somebody's method."""

    def __init__(self, act):
        self.at = None
        self.act = act

    def finish(self):
        """Do at once what is due, to its end."""
        while self.at is not None:
            self.at = self.act(self.at)


def turn(timers, now):
    """Let the first of the timers that is due act; how many ms until another one is."""
    rest = LONG_MS
    for timer in timers:
        at = timer.at
        if at is not None:
            wait = elapsed(at, now) if at >= 0 else 0
            if wait <= 0:
                timer.at = None  # where it fails it is not tried again
                timer.at = timer.act(now)
                return 0
            if wait < rest:
                rest = wait
    return rest
