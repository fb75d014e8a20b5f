"""The page for somebody who has never seen it: choosing a game and whom to play against."""

import pytest

from browser import PHONE, Browser
from tourelle.games.catalogue import GAMES

pytestmark = pytest.mark.needs_chromium

PLAY = "#new-dialog button[value=new]"


@pytest.fixture
def page(browser, playing):
    """A board that has just been started, and nobody has chosen a game."""
    with playing() as address:
        browser.open_to_choose(address)
        yield browser
        assert browser.log() == []


def card(page: Browser, game: str):
    return page.one(f"#new-games label:has([value={game}])")


def options(page: Browser, name: str) -> list[str]:
    select = page.one(f"#new-options select[name={name}]")
    return [option.text for option in select.find_elements("css selector", "option")]


@pytest.mark.deep
def test_all_games_are_offered_with_a_picture(page):
    for entry in GAMES:
        assert card(page, entry.name).text == entry.title
    page.until(
        lambda: (
            page.run(
                "return [...document.querySelectorAll('#new-games img')]"
                ".filter((img) => img.naturalWidth > 100).length"
            )
            == len(GAMES)
        )
    )


@pytest.mark.deep
def test_a_game_of_another_grid_swaps_the_board(page):
    card(page, "tours").click()
    page.one("#new-against [value=hand]").click()
    page.one(PLAY).click()
    page.until(lambda: len(page.all("[data-cell]")) == 64)
    page.until(lambda: "Tours" in page.text("#seats .about"))
    page.until(lambda: page.text("#status .headline") == "White to move")
    page.do("lift e1")
    page.until(lambda: page.at("e1") == "empty" and page.lit())
    page.do("drop e1")
    # And back again: nothing of the other board is left.
    page.one("#new-game").click()
    card(page, "avalam").click()
    page.one(PLAY).click()
    page.until(lambda: len(page.all("[data-cell]")) == 49)
    page.until(lambda: page.text("#status .headline") == "Yellow to move")
    page.drag("c9", "d9")
    page.until(lambda: page.moves()[:1] == ["c9-d9"])


@pytest.mark.deep
def test_an_option_is_explained(page):
    card(page, "tawol").click()
    assert options(page, "half") == [
        "the board refuses what breaks the half rule",
        "it may be broken, until the enemy notices",
    ]
    for entry in GAMES:
        card(page, entry.name).click()
        for name, values in entry.options:
            shown = options(page, name)
            told = all(" " in words or words.isdigit() for words in shown)
            assert len(shown) == len(values) and told, shown


@pytest.mark.deep
def test_as_many_seats_as_players(page):
    card(page, "cabale").click()
    assert len(page.all("#new-seats select")) == 2
    page.one("#new-options select[name=players] option[value='3']").click()
    assert len(page.all("#new-seats select")) == 3


@pytest.mark.deep
def test_one_click_from_a_game_against_the_board(page):
    page.one(PLAY).click()
    page.until(lambda: page.text("#status .headline") == "Yellow to move")
    page.until(lambda: seats(page) == ["hand", "board 2"])
    page.drag("c9", "d9")
    page.until(lambda: len(page.moves()) == 2)
    reply = page.moves()[1]
    page.until(lambda: page.text("#prompt").startswith(f"It plays {reply} Lift"))
    origin, target = reply.split("-")
    page.drag(origin, target)
    page.until(lambda: page.text("#prompt").startswith("Lift a lit stack"))
    assert page.text("#status .headline") == "Yellow to move"


@pytest.mark.deep
def test_two_clicks_from_a_game_against_the_computers_engine(page):
    page.one("#new-against [value=host]").click()
    page.one(PLAY).click()
    page.until(lambda: seats(page) in (["hand", "host"], ["hand", "board 6"]))  # as the site has it
    page.drag("c9", "d9")
    page.until(lambda: len(page.moves()) == 2)


@pytest.mark.deep
def test_who_plays_is_changed_in_mid_game_and_a_hint_is_shown(page):
    page.one("#new-against [value=hand]").click()
    page.one(PLAY).click()
    page.until(lambda: page.text("#status .headline") == "Yellow to move")
    page.until(lambda: page.heard("@seat r hand"))
    page.until(lambda: len(page.lit()) == 49)
    page.one(".hint-button").click()
    page.until(lambda: page.text("#prompt").startswith("A hint: "))
    hint = page.text("#prompt").split()[2]
    page.drag(*hint.split("-"))
    page.until(lambda: page.moves() == [hint])
    page.one(".seats label:nth-of-type(2) option[value='board 1']").click()
    page.until(lambda: len(page.moves()) == 2)


def seats(page: Browser) -> list[str]:
    return page.run(
        "return [...document.querySelectorAll('.seats select')].map((select) => select.value)"
    )


@pytest.mark.deep
def test_an_empty_board_says_what_to_do(page):
    page.one("#new-dialog button[value=cancel]").click()
    page.do("send stop")
    page.do("set avalam y")
    page.until(lambda: "Choose “New game”" in page.text("#status"))


@pytest.mark.deep
def test_the_choice_fits_on_a_telephone(page, browser):
    page.resize(PHONE)
    wide = page.run(
        "const box = document.querySelector('#new-dialog').getBoundingClientRect();"
        "return [box.left, box.right, innerWidth]"
    )
    assert wide[0] >= 0 and wide[1] <= wide[2]
    page.one(PLAY).click()
    page.until(lambda: not page.one("#new-dialog").is_displayed())
