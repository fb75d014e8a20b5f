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


def test_a_page_begins_with_the_aim_and_has_no_lines_of_the_link(page):
    assert re.findall(r"^## (.*)", page, re.MULTILINE)[0] == "The aim"
    assert "host" not in page and "`new " not in page and "`option " not in page


def test_a_page_names_every_option_and_value(entry, page):
    for name, values in entry.options:
        assert f"| `{name}` | `{values[0]}`" in page
        for value in values[1:]:
            assert f"`{value}`" in page
    assert ("## Options at the board" in page) == bool(entry.options)


CODE = re.compile(r"`([^`]+)`")


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
