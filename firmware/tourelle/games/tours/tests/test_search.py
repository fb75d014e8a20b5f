"""Compares what the search knows of Tours with the rules."""

from thinking import counts, played

BOTH = "tours ; options turn=form-and-collapse"


def test_counts():
    counts("tours", 180)
    counts(BOTH, 723)


def test_random_games():
    for seed in range(1, 5):
        assert played("tours", seed, 200) > 15


def test_random_games_of_both_in_a_turn():
    for seed in range(5, 8):
        assert played(BOTH, seed, 200) > 15


def test_many_turns_without_a_capture():
    assert played("tours w d8=w1 e8=w1 a1=b1 a2=b1 ; quiet 90", 9) <= 10
    played("tours w d8=w1 e8=w1 a1=b1 a2=b1 ; quiet 90 ; options turn=form-and-collapse", 9)
