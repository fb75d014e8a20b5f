"""The engine against a second opinion: slow move generators that share no code with it."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from second_opinion import avalam, cabale, comparing, odd, tawol, tours
from tourelle.games import opening, read

# Module, options, games played from the opening, steps of each.
PLAYED = [
    (avalam, {}, 12, 60),
    (avalam, {"tie-break": "none"}, 12, 60),
    (avalam, {"placing": "free"}, 6, 120),
    (tawol, {}, 4, 200),
    (tawol, {"half": "claim"}, 4, 200),
    (tours, {}, 4, 200),
    (tours, {"turn": "form-and-collapse"}, 4, 200),
    (cabale, {}, 10, 400),
    (cabale, {"players": "3"}, 8, 400),
    (cabale, {"players": "4"}, 8, 400),
]


def name(second):
    return second.__name__.rpartition(".")[2]


@pytest.mark.parametrize(
    ("second", "options", "games", "steps"),
    PLAYED,
    ids=[f"{name(second)} {options}" for second, options, *_ in PLAYED],
)
def test_random_games(second, options, games, steps):
    compared = 0
    for seed in range(games):
        state = second.opening(**{key.replace("-", "_"): value for key, value in options.items()})
        compared += comparing.play(
            opening(name(second), options), state, second, Random(seed), steps
        )
    assert compared > 400


@pytest.mark.parametrize("second", [avalam, tawol, tours, cabale], ids=name)
def test_odd_positions(second):
    @settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
    @given(getattr(odd, name(second))(), st.randoms(use_true_random=False))
    def check(text, random):
        comparing.play(read(text), second.read(text), second, random, 3)

    check()
