"""A scanner for any board: the program itself samples the switches."""

from tourelle.debounce import Debounce


def by_row(grid, rows, columns):
    """((row, columns of its cells, in order), ...) of a matrix, for sampling it.

    rows, columns: the pin of each. A grid numbers its cells row by row.
    """
    return tuple(
        (
            row,
            tuple(
                columns[grid.columns[cell]]
                for cell in range(grid.size)
                if grid.rows[cell] == number
            ),
        )
        for number, row in enumerate(rows)
    )


class Polled:
    """A scanner that samples when it is asked to: it is deaf while the program works."""

    NAME = "polled"

    def __init__(self, size, sample, sleep_ms, period_ms):
        """sample(raw): fills in the state of each contact; sleep_ms(ms): the platform's sleep.

        size: how many contacts; period_ms: between two samples.
        """
        self.lost = 0
        self._sample = sample
        self._sleep_ms = sleep_ms
        self._period_ms = period_ms
        self._raw = bytearray(size)
        self._debounce = Debounce(size)

    def begin(self, closed):
        self._sample(self._raw)
        self._debounce.start(self._raw)
        closed[:] = self._raw

    def changes(self, what, when, now):
        self._sample(self._raw)
        count = self._debounce.sample(self._raw, now, what)
        for i in range(count):
            when[i] = now
        return count

    def waiting(self):
        self._sample(self._raw)
        return self._raw != self._debounce.closed

    def due(self, ms):
        """How long a simulator that knows when contacts change may rest instead of `wait(ms)`."""
        return ms if self._debounce.settled else min(ms, self._period_ms)

    def wait(self, ms):
        self._sleep_ms(min(ms, self._period_ms))

    def close(self):
        pass
