"""Compares what the search knows of Avalam with the rules."""

from thinking import counts, played
from tourelle.games import model, read
from tourelle.search import Search
from tourelle.thinking import ENTRIES, PLIES, ROOM, patience


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


def test_the_board_takes_longer_where_an_end_can_be_proved():
    ending = read(
        "avalam r f1=r1 g1=yy f2=yr g2=r1 d3=ry e3=yyyr e4=rry g4=rryy a5=yryr c5=yrry i5=yryr "
        "d6=yr e6=r1 f6=y1 g6=ry d7=ryr f7=ry b8=yyr c8=r1 c9=y1 d9=r1"
    )
    assert _proves(ending, patience) and not _proves(ending, lambda search, most: most)
    assert not _proves(read("avalam"), patience)


def _proves(position, most):
    """Whether a search like the board's comes to its end within `most` positions."""
    search = Search(model("avalam"), ENTRIES, ROOM, PLIES)
    search.begin(position)
    while search.nodes < most(search, search.model.NODES):
        if not search.run(1000):
            return True
    return False
