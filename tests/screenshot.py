"""`make screenshot`: takes docs/page.png, the page in mid-game with a stack in the hand."""

from pathlib import Path

from browser import Browser, chromium, playing

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "page.png"
MOVES = ("c9-d9", "e6-f7", "d8-d9", "d4-e4", "f5-g5", "f7-g7", "d6-d5", "c3-c4", "e4-e3", "g3-h3")
LIFTED = "g5"
OVER = "h6"
BRIGHT = 0.7  # of a pulsing light: the moment at which the picture is taken


def take(page: Browser) -> None:
    """Play the moves, lift a stack, and take the picture."""
    page.until(lambda: page.text("#status .headline") == "Yellow to move")
    for played, move in enumerate(MOVES, 1):
        page.drag(*move.split("-"))
        page.until(lambda: len(page.moves()) == played)  # noqa: B023  (it is over before the next)
    page.hand().click_and_hold(page.cell(LIFTED)).move_to_element(page.cell(OVER)).perform()
    page.until(lambda: OVER in page.lit() and page.lit()[OVER][1] > BRIGHT)
    page.picture(str(PICTURE))


if __name__ == "__main__":
    with playing() as address, chromium() as browser:
        browser.open(address)
        take(browser)
