"""Avalam as the search knows it, held against its rules."""

from thinking import counts, played


def test_counts():
    counts("avalam", 292)
    counts("avalam ; options placing=free", 98, 9408)


def test_random_games():
    for seed in range(1, 7):
        assert played("avalam", seed) > 20
    played("avalam ; options tie-break=none", 7)


def test_random_placing():
    for seed in (8, 9):
        assert played("avalam ; options placing=free", seed) > 60


def test_pieces_that_a_text_does_not_name():
    played("avalam r c9=y2 d9=yr d8=r3 c8=y1 e8=ry", 10)
