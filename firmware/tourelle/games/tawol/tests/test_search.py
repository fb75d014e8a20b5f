"""Compares what the search knows of Tawôl with the rules."""

from thinking import ModelPosition, counts, played
from tourelle import games

CLAIM = "tawol ; options half=claim"
LAPSE = (
    "tawol w a8=bAwA a7=wC b7=wB b8=wB h8=bAwA h7=wC g7=wB g8=wB a1=wTbA b1=wTbA c1=wTbB "
    "d1=wTbB e1=wTbB f1=wTbB g1=wTbC d4=wA e4=bT"
)


def test_counts():
    counts("tawol", 34, 1_156)
    counts(CLAIM, 34, 1_156)


def test_random_games():
    for seed in (1, 2):
        assert played("tawol", seed, 150) > 30
        assert played(CLAIM, seed + 3, 150) > 30


def test_the_half_rule():
    assert len(ModelPosition(games.read(LAPSE)).expand()) == 43
    for options in ("", " ; options half=claim"):
        for seed in (7, 8, 9):
            played(LAPSE + options, seed, 60)
            played(LAPSE.replace("tawol w", "tawol b") + options, seed, 60)


def test_passes_and_wins():
    for seed in (1, 2, 3):
        played("tawol w a1=bTwA h8=wTbA", seed)
        played("tawol w a1=bTwA h8=wTbA ; passes 1", seed)
        played("tawol b a1=bTwA h8=wTbA ; passes 2", seed)
    won = "tawol w a1=bTwA b1=bTwA c1=bTwA d1=bTwA e1=bTwB f1=bTwB g1=bTwB h8=bT g7=wC h7=wB"
    for seed in range(10, 20):
        played(won, seed, 30)
