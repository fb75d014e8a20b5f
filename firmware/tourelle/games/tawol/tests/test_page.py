"""Tawôl's rules page and its picture."""

from tourelle import games
from tourelle_host import paths, rule_pictures

PAGE = (paths.page("tawol") / "rules.md").read_text(encoding="utf-8")


def test_it_marks_its_house_rules():
    assert PAGE.count("(house rule") == 5  # if the leaflet is silent or ambiguous


def test_the_picture_shows_every_piece_of_the_opening():
    drawn = rule_pictures.draw(games.opening("tawol"))
    for side in "wb":
        assert drawn.count(f'fill="{rule_pictures.COLOURS[side][0]}"') == 18


def test_how_many_may_be_blocked_is_as_the_table_says():
    limits = PAGE.partition("you may block at most | ")[2].partition(" |\n")[0].split(" | ")
    for covered, limit in enumerate(limits):
        pawns = zip("abcdefgh", "AAAABBBB"[:covered], strict=False)
        words = [f"{column}1=wTb{kind}" for column, kind in pawns]
        assert str(games.read(" ".join(["tawol w h4=wA", *words])).limit(0)) == limit
    assert len(limits) == 9
