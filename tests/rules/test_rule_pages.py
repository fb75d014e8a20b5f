"""The rules pages: one a game, with its picture, its options and its house rules."""

import re

import pytest

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle_host import games_doc, generated, paths, rule_pictures


@pytest.fixture(params=GAMES, ids=lambda entry: entry.name)
def entry(request):
    return request.param


@pytest.fixture
def page(entry):
    return (paths.page(entry.name) / "rules.md").read_text(encoding="utf-8")


def test_pictures_and_the_list_of_games_are_up_to_date():
    assert generated.stale(rule_pictures.files() | games_doc.files()) == []


def test_a_page_has_its_picture(entry, page):
    assert page.startswith(f"# {entry.title}\n")
    assert "](opening.svg)" in page


def test_a_page_names_every_option_and_value(entry, page):
    for name, values in entry.options:
        assert f"| `{name}` | `{values[0]}`" in page
        for value in values[1:]:
            assert f"`{value}`" in page
    assert ("## Options at the board" in page) == bool(entry.options)


# Where the leaflets are silent or can be read two ways.
HOUSE_RULES = {"avalam": 2, "tawol": 5, "tours": 3, "cabale": 3}


def test_a_page_marks_its_house_rules(entry, page):
    found = page.count("(house rule")
    assert found == HOUSE_RULES.get(entry.name, found)


def test_a_picture_shows_every_piece_of_the_opening():
    drawings = {path.parts[-3]: drawn for path, drawn in rule_pictures.files().items()}
    avalam = rule_pictures.COLOURS["y"][0]
    assert drawings["avalam"].count(f'fill="{avalam}"') == 24
    white, black = (rule_pictures.COLOURS[side][0] for side in "wb")
    for name, pieces in (("tawol", 18), ("tours", 15)):
        assert drawings[name].count(f'fill="{white}"') == pieces
        assert drawings[name].count(f'fill="{black}"') == pieces
    # Cabale's board is empty; its values and marked edges are printed on it.
    assert drawings["cabale"].count(">15</text>") == 1
    assert drawings["cabale"].count("<path") == 66


CODE = re.compile(r"`([^`]+)`")
LATER = {"e6-g4,x2,.": "cabale 1 e5=J1 f6=t2 a7=J2 ; tokens 30,29"}  # not of the opening


def test_what_a_page_says_to_type_is_understood(entry, page):
    options = dict(entry.options)
    for text in CODE.findall(" ".join(page.split())):
        word, _, rest = text.partition(" ")
        if word == "option" and rest:
            name, value = rest.split("=")
            assert value in options[name]
        elif word == "new" and rest:
            name, *chosen = rest.split()
            games.opening(name, dict(item.split("=") for item in chosen))
        elif word == entry.name and rest:
            assert games.read(text).NAME == entry.name
        elif text in LATER:
            games.read(LATER[text]).push_turn(text)


def test_a_pages_tables_are_right():
    pages = {entry.name: paths.page(entry.name) / "rules.md" for entry in GAMES}
    tawol = pages["tawol"].read_text(encoding="utf-8")
    limits = tawol.partition("you may block at most | ")[2].partition(" |\n")[0].split(" | ")
    for covered, limit in enumerate(limits):
        pawns = zip("abcdefgh", "AAAABBBB"[:covered], strict=False)
        words = [f"{column}1=wTb{kind}" for column, kind in pawns]
        assert str(games.read(" ".join(["tawol w h4=wA", *words])).limit(0)) == limit
    assert len(limits) == 9
    stock = re.findall(r"\| ([234]) \| (\d+) \| (\d+) \| (\d+) \|", pages["cabale"].read_text())
    for players, *counts in stock:
        position = games.opening("cabale", {"players": players})
        assert [position.stock[0], position.doubles[0], position.barriers[0]] == [
            int(count) for count in counts
        ]
    assert len(stock) == 3
