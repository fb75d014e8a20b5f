"""The queue of timers: who acts first, and how long the loop may rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table import Table
from tourelle.clock import later
from tourelle.timers import LONG_MS, SOON, Timer, run_due

MOMENTS = st.integers(0, 0x3FFFFFFF)  # the clock wraps after the last


class Acting(Timer):
    """Notes when it acts, and is due again as it was told."""

    def __init__(self, at, again=None):
        super().__init__(self._act)
        self.at = at
        self.again = again
        self.acted = []

    def _act(self, now):
        self.acted.append(now)
        return self.again


@given(MOMENTS, st.lists(st.none() | st.integers(-5000, 5000), max_size=6))
def test_the_first_of_those_that_are_due_acts_alone(now, waits):
    timers = [
        Acting(wait if wait is None else (now + wait) & 0x3FFFFFFF, later(now, 7)) for wait in waits
    ]
    due = [number for number, wait in enumerate(waits) if wait is not None and wait <= 0]
    rest = run_due(timers, now)
    acted = [number for number, timer in enumerate(timers) if timer.acted]
    assert acted == due[:1]
    if due:
        assert rest == 0 and timers[due[0]].at == later(now, 7)
    else:
        assert rest == min([wait for wait in waits if wait is not None], default=LONG_MS)


@given(MOMENTS)
def test_what_is_due_soon_acts_at_any_moment(now):
    timer = Acting(SOON)
    assert run_due((timer,), now) == 0 and timer.acted == [now]
    assert timer.at is None and run_due((timer,), now) == LONG_MS


def test_an_action_that_fails_is_not_tried_again():
    def failing(now):
        raise OSError

    timer = Timer(failing)
    timer.at = SOON
    with pytest.raises(OSError):
        run_due((timer,), 0)
    assert timer.at is None


def test_every_timer_of_a_board_is_in_the_one_list():
    core = Table("avalam").core
    session = core.session
    play = session.play
    parts = core, session, session.report, play, session.journal, session.aftermath, play.tidier
    made = [value for part in parts for value in vars(part).values() if isinstance(value, Timer)]
    listed = [id(timer) for timer in core._timers]
    assert made and {id(timer) for timer in made} <= set(listed)
    assert len(set(listed)) == len(listed)
