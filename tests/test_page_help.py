"""What the page does for a person: a step that no hand has made, and the way back."""

import pytest

from browser import LAPTOP, PHONE, Browser, constant
from tourelle import games

pytestmark = pytest.mark.needs_chromium

BOX = """
return [...arguments].map((element) => {
  const {left, top, right, bottom} = element.getBoundingClientRect();
  return [left, top, right, bottom];
});
"""

# Tells whether a step will be carried out, instead of waiting until it is.
LATER = """
const { setTimeout, clearTimeout } = window;
window.setTimeout = (act, ms, ...given) => {
  if (ms !== SEEN) return setTimeout(act, ms, ...given);
  window.later = true;
  return -1;
};
window.clearTimeout = (timer) => {
  if (timer === -1) window.later = false;
  else clearTimeout(timer);
};
""".replace("SEEN", constant("SEEN_MS", "help.js"))


@pytest.fixture
def page(browser, address):
    browser.open(address)
    browser.run("localStorage.clear()")
    browser.open(address)
    against_the_board(browser)
    yield browser
    assert browser.log() == []


def against_the_board(page: Browser) -> None:
    page.run("window.heard.length = 0")
    page.ask({"new": "avalam", "options": {}, "seats": {"r": "board 1"}})
    page.until(lambda: page.heard("@seat r board 1"))
    page.until(lambda: not page.moves() and len(page.lit()) == 49)


def button(page: Browser):
    return page.one(".help-row button")


def test_a_mistake_is_put_back_with_one_click(page):
    page.drag("c9", "e5")
    page.until(lambda: "stacked" in page.text("#prompt .reason"))
    page.until(lambda: "Put back on c9" in page.text("#prompt"))
    assert button(page).text == "Put it back for me"
    page.run("arguments[0].click()", button(page))  # wherever it is drawn anew
    page.until(lambda: page.at("c9") != "empty" and page.at("e5") == "empty")
    page.until(lambda: page.text("#prompt").startswith("Lift a lit stack"))
    assert not page.all(".help-row") and not page.moves()


@pytest.mark.deep
@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@pytest.mark.parametrize("cell", ["c9", "i5", "f1", "a4"])
def test_the_menu_of_a_cell_never_opens_under_the_finger(page, address, size, cell):
    page.open(address, size)
    page.answered()  # what it is told until then moves the board down
    page.press(page.cell(cell))
    page.until(lambda: page.all("#cell-menu button"))
    menu, at = page.run(BOX, page.one("#cell-menu"), page.cell(cell))
    apart = menu[0] >= at[2] or menu[2] <= at[0] or menu[1] >= at[3] or menu[3] <= at[1]
    assert apart, (menu, at)
    page.hand().release().perform()
    page.until(lambda: page.one("#cell-menu").is_displayed())
    assert page.text(".hand-pieces") == "nothing"


@pytest.mark.deep
def test_a_move_of_the_boards_is_carried_out_once_or_always(page):
    page.drag("c9", "d9")
    page.until(lambda: page.all(".help-row button") and button(page).text == "Do it for me")
    page.run("arguments[0].click()", button(page))  # wherever it is drawn anew
    page.until(lambda: to_move(page, 2))
    page.drag(*step(page))
    page.until(lambda: page.all(".help-row input"))
    page.run("arguments[0].click()", page.one(".help-row input"))
    page.until(lambda: to_move(page, 4))
    page.drag(*step(page))
    page.until(lambda: to_move(page, 6))


def play_with_help(page):
    """Make a move, tick *always* at the board's answer, and have that one carried out."""
    page.run(LATER)
    page.drag("c9", "d9")
    page.until(lambda: page.all(".help-row input"))
    page.run("arguments[0].click()", page.one(".help-row input"))
    page.until(lambda: to_move(page, 2))


def test_a_step_that_is_to_be_carried_out_is_not_once_always_is_unticked(page):
    play_with_help(page)
    page.drag(*step(page))
    page.until(lambda: page.run("return window.later"))
    page.run("document.querySelector('.help-row input').click()")
    assert not page.run("return window.later")


def test_a_step_is_asked_for_once_when_always_is_ticked(page):
    play_with_help(page)
    assert page.run("return window.later") is None


@pytest.mark.served("a worker is not cut off: it ends with its page")
def test_a_step_that_was_asked_for_as_the_connection_broke_is_asked_for_again(page, address):
    page.run("localStorage.setItem('tourelle-do-it-for-me', 'always')")
    page.open(address)
    page.run(
        """const socket = window.sockets.at(-1);
        const send = socket.send.bind(socket);
        socket.send = (text) => text === '{"help":"step"}' ? socket.close() : send(text);"""
    )
    page.drag("c9", "d9")
    page.until(lambda: to_move(page, 2))


def to_move(page: Browser, moves: int) -> bool:
    """Whether a person is to move after so many moves, with all pieces where they belong."""
    return len(page.moves()) == moves and page.text("#prompt").startswith("Lift a lit stack")


def step(page: Browser) -> list[str]:
    """A legal step after those that the page shows."""
    position = games.opening("avalam")
    for text in page.moves():
        position.push(position.parse_move(text))
    return position.move_text(next(position.legal_moves())).split("-")
