"""Which touches count as evidence once a reading was followed."""

import pytest

from tourelle.reading.explain import Evidence
from tourelle.reading.line import TAKEN_BACK, Reading
from tourelle.reading.tokens import Tokens


@pytest.mark.parametrize(
    ("reading", "since_base", "attested"),
    [
        (Reading(True, (1,)), 5, False),  # instead of it, what counted for it counts
        (Reading(False, (1,)), 2, False),  # instead of both, the same as before
        (TAKEN_BACK, 2, True),
    ],
)
def test_what_counts_instead_of_the_soft_step_is_what_counted_where_it_began(
    reading, since_base, attested
):
    before = Evidence(None, Tokens(4), 5, 4, 2, True, None)
    after = before.after(9, 7, reading, attested=False)
    assert (after.since, after.since_base, after.known) == (9, since_base, 7)
    assert after.soft_attested == attested


class Restored:
    """What `Evidence` asks a `Line` for; the board is as it was before the soft step."""

    key = 0

    def __init__(self, *fitting):
        self._fitting = list(fitting)

    def on_top(self, key):
        return self._fitting

    def beneath(self):
        return b""

    def instead(self, beneath):
        return []

    def felt(self):
        return True


@pytest.mark.parametrize("fitting", [(), (Reading(True, (1,)),)])
def test_besides_a_step_that_looks_the_same_the_soft_one_may_only_be_put_back(fitting, monkeypatch):
    monkeypatch.setattr(Evidence, "grade", lambda self, reading: 0)
    evidence = Evidence(Restored(*fitting), Tokens(4), 5, 4, 2, True, None)
    assert evidence.fitting() == [*fitting, TAKEN_BACK][: 2 * len(fitting)]
