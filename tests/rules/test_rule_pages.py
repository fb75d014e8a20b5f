"""The rules pages: one a game, with its picture, its options and its house rules."""

import pytest

from tourelle.games.catalogue import GAMES
from tourelle_host import generated, rule_pictures


@pytest.fixture(params=GAMES, ids=lambda entry: entry.name)
def entry(request):
    return request.param


@pytest.fixture
def page(entry):
    return (rule_pictures.FOLDER / f"{entry.name}.md").read_text(encoding="utf-8")


def test_the_pictures_are_up_to_date():
    assert generated.stale(rule_pictures.files()) == []


def test_a_page_has_its_picture(entry, page):
    assert page.startswith(f"# {entry.title}\n")
    assert f"]({entry.name}.svg)" in page


def test_a_page_names_every_option_and_value(entry, page):
    for name, values in entry.options:
        assert f"| `{name}` | `{values[0]}`" in page
        for value in values[1:]:
            assert f"`{value}`" in page
    assert "## Options at the board" in page


def test_a_page_marks_its_house_rules(page):
    assert "(house rule" in page


def test_a_picture_shows_every_piece_of_the_opening():
    drawings = {path.stem: drawn for path, drawn in rule_pictures.files().items()}
    avalam = rule_pictures.COLOURS["y"][0]
    assert drawings["avalam"].count(f'fill="{avalam}"') == 24
    white, black = (rule_pictures.COLOURS[side][0] for side in "wb")
    for name, pieces in (("tawol", 18), ("tours", 15)):
        assert drawings[name].count(f'fill="{white}"') == pieces
        assert drawings[name].count(f'fill="{black}"') == pieces
    # Cabale's board is empty; its values and marked edges are printed on it.
    assert drawings["cabale"].count(">15</text>") == 1
    assert drawings["cabale"].count("<path") == 66
