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


def test_the_position_on_a_page_can_be_read(entry, page):
    texts = re.findall(rf"`({entry.name} [^`]+)`", " ".join(page.split()))
    assert {games.read(text).NAME for text in texts} == {entry.name}
