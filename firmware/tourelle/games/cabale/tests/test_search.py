"""Compares what the search knows of Cabale with the rules."""

from thinking import ModelPosition, counts, played
from tourelle import games
from tourelle.grids import grid


def test_counts():
    counts("cabale", 18, 306)
    counts("cabale 1 i3=J1 a7=J2 ; barriers 0,0", 396)


def test_no_rides_are_more_than_the_search_has_room_for():
    names = grid("hex").names
    for name in names:
        for other in ("e1", "i5"):
            if other != name:
                text = "cabale 1 %s=J1 %s=J2 ; barriers 0,0" % (name, other)
                model = ModelPosition(games.read(text))
                assert 0 < len(model.expand()) <= model.model.PLENTY
                assert 0 < len(list(model.position.legal_moves())) <= model.model.PLENTY


def test_random_games():
    for seed, players in ((1, 2), (2, 3), (3, 4)):
        text = "cabale ; options players=%d" % players
        assert played(text, seed) > 60
    played("cabale 1 i3=J1 a7=J2 ; barriers 0,0", 4)


def test_players_who_join():
    for seed in range(5, 10):
        played("cabale ; options players=join", seed, 60)


def test_late_positions():
    text = (
        "cabale 2 i3=J1 a7=J2 d4=t1 c4=d2 e5=t1 f5=d1 e6=t2 d6=t2 ; tokens 3,4 ; doubles 2,1 ; "
        "barriers 2,1 ; taken 2,3 ; walls a5/b4,b4/b5"
    )
    for seed in range(10, 16):
        played(text, seed)
