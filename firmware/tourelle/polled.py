"""A scanner for any board: the program itself looks at the switches."""

from tourelle.debounce import Debounce
from tourelle.scanner import CLOSED


def by_row(cells, rows, columns):
    """((row, the columns of its cells in their order), ...) of a matrix, for whoever samples it.

    rows, columns: a pin for each; a grid numbers its cells row by row.
    """
    return tuple(
        (
            row,
            tuple(
                columns[cells.columns[cell]]
                for cell in range(cells.size)
                if cells.rows[cell] == number
            ),
        )
        for number, row in enumerate(rows)
    )


class Polled:
    """A scanner that looks when it is asked to; while the program works it is deaf."""

    NAME = "polled"

    def __init__(self, size, sample, rest, period_ms):
        """sample(raw): fill in each contact's state; rest(ms): as `wait`, of the platform.

        size: how many contacts; period_ms: between two samples where something is in motion.
        """
        self.lost = 0
        self._sample = sample
        self._rest = rest
        self._period_ms = period_ms
        self._raw = bytearray(size)
        self._debounce = Debounce(size)

    def begin(self, closed):
        self._sample(self._raw)
        self._debounce.start(self._raw)
        closed[:] = self._raw

    def changes(self, what, when, now):
        self._sample(self._raw)
        debounce = self._debounce
        count = debounce.sample(self._raw, now)
        for i in range(count):
            contact = debounce.changed[i]
            what[i] = contact | CLOSED if debounce.closed[contact] else contact
            when[i] = now
        return count

    def waiting(self):
        self._sample(self._raw)
        return self._raw != self._debounce.closed

    def due(self, ms):
        """How long `wait` may take instead of so many milliseconds."""
        return ms if self._debounce.settled else min(ms, self._period_ms)

    def wait(self, ms):
        self._rest(self.due(ms))

    def close(self):
        pass
