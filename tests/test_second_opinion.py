"""The engine against a second opinion: slow move generators that share no code with it."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depth import deep
from second_opinion import avalam, cabale, comparing, odd, tawol, tours
from tourelle.games import opening, read

# Module, options, games played from the opening, steps of each.
PLAYED = [
    (avalam, {}, 2, 60),
    (tawol, {}, 1, 120),
    (tours, {}, 1, 120),
    (cabale, {}, 2, 400),
    *deep(
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
    ),
]


def name(second):
    return second.__name__.rpartition(".")[2]


@pytest.mark.parametrize("second", [avalam, tawol, tours, cabale], ids=name)
def test_it_shares_no_code_with_the_engine(second):
    assert "tourelle" not in Path(second.__file__).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("second", "options", "games", "steps"),
    PLAYED,
)
def test_random_games(second, options, games, steps):
    compared = 0
    for seed in range(games):
        state = second.opening(**{key.replace("-", "_"): value for key, value in options.items()})
        compared += comparing.play(
            opening(name(second), options), state, second, Random(seed), steps
        )[0]
    assert compared > 60


@pytest.mark.hypothesis
@pytest.mark.parametrize("second", [avalam, tawol, tours, cabale], ids=name)
def test_odd_positions(second):
    @given(getattr(odd, name(second))(), st.randoms(use_true_random=False))
    def check(text, random):
        comparing.play(read(text), second.read(text), second, random, 3)

    check()


@pytest.mark.parametrize(
    ("second", "text", "why"),
    [
        (avalam, "avalam y c9=y4 d9=r1 a4=yr a5=ry", "stacks of five"),
        (tawol, "tawol w a1=wC b1=wB c1=wT f8=bC g8=bB h8=bT", "third repetition"),
        (tawol, "tawol b a1=wC c1=wT f8=bC h8=bT ; options half=claim", "third repetition"),
        (tawol, "tawol w a1=bTwA b1=wTbB h8=wTbA", "two passes"),
        (
            tawol,
            "tawol w a8=bTwA b8=bTwA c8=bTwA d8=bTwA e8=bTwB f8=bTwB g8=bTwB h8=bT h6=wB a1=wT",
            "eight towers",
        ),
        (tours, "tours w a1=w1 b1=w1 g8=b1 h8=b1", "third repetition"),
        (tours, "tours w a1=w2 c3=w2 f6=b2 h8=b3 ; quiet 90", "100 turns without a capture"),
        (
            cabale,
            "cabale 1 e5=J1 a7=J2 d4=t1 c4=t2 f6=d2 ; tokens 2,20 ; doubles 1,2",
            "last token",
        ),
    ],
)
def test_every_kind_of_end_is_reached_and_compared(second, text, why):
    ends = set()
    for seed in range(8):
        _, outcome = comparing.play(
            read(text), second.read(text), second, Random(seed), 150, back=0.8
        )
        ends.add(outcome and outcome.why)
    assert why in ends
