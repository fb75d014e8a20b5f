"""First lessons on the page: chosen in New game, made by the hands, to the game's end."""

import importlib

import pytest

from browser import Browser
from depth import deep
from tourelle.games.catalogue import GAMES

pytestmark = pytest.mark.needs_chromium


@pytest.fixture
def page(browser, playing):
    with playing() as address:
        browser.open_to_choose(address)
        yield browser
        assert browser.log() == []


def learn(page: Browser, game: str):
    """Choose a game's lesson in the dialog, which is open; the file with it."""
    page.one(f"#new-games label:has([value={game}])").click()
    page.one("#new-dialog button[value=learn]").click()
    lesson = importlib.import_module(f"tourelle.games.{game}.lesson")
    wants(page, lesson, 1)
    return lesson


def wants(page: Browser, lesson, number: int) -> None:
    """Wait until that step is asked for, below what the game is about."""
    said = f"{lesson.AIM} {number} of {len(lesson.STEPS)}: {lesson.STEPS[number - 1][1]}"
    page.until(lambda: page.text("#prompt").startswith(said))


def test_avalam_is_learnt_by_moving_what_is_lit(page):
    lesson = learn(page, "avalam")
    page.drag("d6", "c6")
    page.until(
        lambda: page.text("#prompt").startswith("That is allowed, but the lesson goes another way.")
    )
    page.one("#undo").click()  # where hands are led back, it says that the step was meant
    for number, (step, _) in enumerate(lesson.STEPS, 1):
        if number == 1:
            page.do("lift c6 1")
            page.do("drop d6")
        wants(page, lesson, number)
        page.drag(*step.split("-"))
    page.until(lambda: page.text("#status .headline") == "Yellow wins 2 to 1")
    page.until(lambda: "That was the first lesson." in page.text("#prompt"))


@pytest.mark.parametrize("game", deep(*(entry.name for entry in GAMES if entry.name != "avalam")))
def test_every_game_has_one_on_its_own_board(page, game):
    lesson = learn(page, game)
    assert page.lit()
    page.until(lambda: page.heard("@lesson 1 " + f"{len(lesson.STEPS)} {lesson.STEPS[0][1]}"))
    page.ask({"new": game, "options": {}})
    page.until(lambda: lesson.AIM not in page.text("#prompt"))
