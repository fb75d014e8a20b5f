"""Avalam's rules page and its picture."""

from tourelle.games import opening
from tourelle_host import paths, rule_pictures


def test_it_marks_its_house_rules():
    page = (paths.page("avalam") / "rules.md").read_text(encoding="utf-8")
    assert page.count("(house rule") == 2  # if the leaflet is silent or ambiguous


def test_the_picture_shows_every_piece_of_the_opening():
    drawn = rule_pictures.draw(opening("avalam"))
    for side in "yr":
        assert drawn.count(f'fill="{rule_pictures.COLOURS[side][0]}"') == 24
