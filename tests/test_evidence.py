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
    after = before.after(9, reading, attested=False, known=7)
    assert (after.since, after.since_base, after.known) == (9, since_base, 7)
    assert after.soft_attested == attested
