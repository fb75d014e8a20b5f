"""Cabale's rules page and its picture."""

import re

from tourelle import games
from tourelle_host import paths, rule_pictures

PAGE = (paths.page("cabale") / "rules.md").read_text(encoding="utf-8")
TURN = "e6-g4,x2,."  # of a position in which a token is in the way


def test_it_marks_its_house_rules():
    assert PAGE.count("(house rule") == 3  # if the leaflet is silent or ambiguous


def test_the_picture_shows_the_values_and_marked_edges_of_the_empty_board():
    drawn = rule_pictures.draw(games.opening("cabale"))
    assert drawn.count(">15</text>") == 1
    assert drawn.count("<path") == 66


def test_the_turn_that_it_writes_down_is_one():
    assert f"`{TURN}`" in PAGE
    games.read("cabale 1 e5=J1 f6=t2 a7=J2 ; tokens 30,29").push_turn(TURN)


def test_what_each_player_has_is_as_the_table_says():
    stock = re.findall(r"\| ([234]) \| (\d+) \| (\d+) \| (\d+) \|", PAGE)
    for players, *counts in stock:
        position = games.opening("cabale", {"players": players})
        assert [position.stock[0], position.doubles[0], position.barriers[0]] == [
            int(count) for count in counts
        ]
    assert len(stock) == 3
