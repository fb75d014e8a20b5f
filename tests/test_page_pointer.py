"""Pieces dragged by mouse and by finger on the page, and what must not come between."""

import pytest

from browser import Browser

pytestmark = pytest.mark.needs_chromium

OTHER_GAME = "Game: tours\n\n"  # of another grid


@pytest.fixture
def page(browser: Browser, address):
    """A new game of Avalam between two people, nothing in the hand."""
    browser.open(address)
    browser.do("power on")
    browser.ask({"new": "avalam", "options": {}, "seats": {"y": "hand", "r": "hand"}})
    browser.answered()
    browser.until(lambda: browser.text("#status .headline") == "Yellow to move")
    browser.until(lambda: not browser.moves() and browser.at("c9") == "yellow")
    # The card is whole: what it is told later would move the board from under a finger.
    browser.until(lambda: browser.text("#prompt").startswith("Lift a lit stack"))
    yield browser
    assert browser.log() == []


def from_the_tray(page: Browser, origin: str, target: str) -> None:
    """Lift with a click, and drag from the hand's own tray."""
    page.click(origin)
    page.until(lambda: page.all(".hand-pieces.full"))
    page.hand().drag_and_drop(page.one(".hand-pieces"), page.cell(target)).perform()


def test_one_drag_after_another_from_the_hands_tray(page):
    for number, (origin, target) in enumerate((("c9", "d9"), ("e6", "f7"), ("d8", "d9")), 1):
        from_the_tray(page, origin, target)
        page.until(lambda: len(page.moves()) == number)  # noqa: B023
    assert page.moves() == ["c9-d9", "e6-f7", "d8-d9"]


def test_a_drag_after_a_game_of_another_grid_was_looked_at_is_one_hands(page):
    page.look_at(OTHER_GAME)
    page.until(lambda: not page.all("[data-cell=c9]"))
    page.run("document.querySelector('#looking .main').click()")
    page.until(lambda: page.all("[data-cell=c9]") and page.at("c9") == "yellow")
    from_the_tray(page, "c9", "d9")
    page.until(lambda: page.moves() == ["c9-d9"])


def test_a_second_finger_does_not_end_the_drag_of_the_first(page):
    drag, other = {"id": 0, **middle(page, "c9")}, {"id": 1, **middle(page, "g4")}
    touch(page, "Start", drag)
    drag |= middle(page, "d8")
    touch(page, "Move", drag)
    page.until(lambda: page.at("c9") == "empty")
    touch(page, "Start", drag, other)
    touch(page, "Move", drag, other | middle(page, "g5"))
    touch(page, "End", other)
    drag |= middle(page, "d9")
    touch(page, "Move", drag)
    touch(page, "End", drag)
    page.until(lambda: page.moves() == ["c9-d9"])


def middle(page: Browser, cell: str) -> dict[str, float]:
    """Of a cell, in pixels of the window."""
    return page.run(
        "const {left, top, width, height} = arguments[0].getBoundingClientRect();"
        "return {x: left + width / 2, y: top + height / 2}",
        page.cell(cell),
    )


def touch(page: Browser, what: str, *fingers: dict) -> None:
    """Fingers come, move or go."""
    given = {"type": f"touch{what}", "touchPoints": list(fingers)}
    page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", given)
