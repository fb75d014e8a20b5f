"""The engine against a second opinion: slow move generators that share no code with it."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import beside
from depth import deep
from second_opinion import comparing
from tourelle.games import opening, read

SECOND = beside.modules("second_opinion")
KNOWN = beside.modules("known")
ODD = beside.modules("odd")

# Game, options, games played from the opening, steps of each.
PLAYED = [
    *(
        (game, options, games, steps)
        for game, known in KNOWN.items()
        for options, games, _, steps in known.PLAYED
        if games
    ),
    *deep(
        *(
            (game, options, games, steps)
            for game, known in KNOWN.items()
            for options, _, games, steps in known.PLAYED
        )
    ),
]


@pytest.mark.parametrize("second", SECOND.values(), ids=SECOND)
def test_it_shares_no_code_with_the_engine(second):
    assert "tourelle" not in Path(second.__file__).read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "options", "games", "steps"), PLAYED)
def test_random_games(game, options, games, steps):
    second = SECOND[game]
    compared = 0
    for seed in range(games):
        state = second.opening(**{key.replace("-", "_"): value for key, value in options.items()})
        compared += comparing.play(opening(game, options), state, second, Random(seed), steps)[0]
    assert compared > 60


@pytest.mark.hypothesis
@pytest.mark.parametrize("game", ODD)
def test_odd_positions(game):
    @given(ODD[game].texts(), st.randoms(use_true_random=False))
    def check(text, random):
        second = SECOND[game]
        comparing.play(read(text), second.read(text), second, random, 3)

    check()


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [(game, *end) for game, known in KNOWN.items() for end in known.ENDS.items()],
)
def test_every_kind_of_end_is_reached_and_compared(game, text, why):
    second = SECOND[game]
    ends = set()
    for seed in range(8):
        _, outcome = comparing.play(
            read(text), second.read(text), second, Random(seed), 150, back=0.8
        )
        ends.add(outcome and outcome.why)
    assert why in ends
