"""What the page does for a person: a step that no hand has made, and the way back."""

import pytest

from browser import LAPTOP, PHONE, Browser, playing

pytestmark = pytest.mark.needs_chromium

BOX = """
return [...arguments].map((element) => {
  const {left, top, right, bottom} = element.getBoundingClientRect();
  return [left, top, right, bottom];
});
"""


@pytest.fixture(scope="module")
def address():
    with playing() as address:
        yield address


@pytest.fixture
def page(browser, address):
    browser.open(address)
    browser.driver.execute_script("localStorage.clear()")
    browser.open(address)
    against_the_board(browser)
    yield browser
    assert browser.log() == []


def against_the_board(page: Browser) -> None:
    page.driver.execute_script("window.heard.length = 0")
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
    button(page).click()
    page.until(lambda: page.at("c9") != "empty" and page.at("e5") == "empty")
    page.until(lambda: page.text("#prompt").startswith("Lift a lit stack"))
    assert not page.all(".help-row") and not page.moves()


@pytest.mark.deep
@pytest.mark.parametrize(
    "mess", [("lift c9", "drop box"), ("lift c9", "drop d9", "lift d9 1", "drop i5"), ("lift d8",)]
)
def test_whatever_a_child_did_is_put_back(page, mess):
    before = {cell: page.at(cell) for cell in ("c9", "d9", "i5", "d8")}
    for command in mess:
        page.do(command)
    page.do("touch e5")  # so that nothing fits any more
    page.do("lift g3")
    page.do("drop e5")
    page.until(lambda: page.all(".help-row"))
    button(page).click()
    page.until(lambda: {cell: page.at(cell) for cell in before} == before)
    page.until(lambda: page.text("#prompt").startswith("Lift a lit stack"))


@pytest.mark.deep
def test_the_board_s_move_is_made_once_and_then_always(page):
    page.drag("c9", "d9")
    page.until(lambda: page.all(".help-row"))
    assert page.text("#status .headline") == "Yellow, make Red's move"
    button(page).click()
    page.until(lambda: page.text("#status .headline") == "Yellow to move")
    assert page.text(".hand-pieces") == "nothing"
    lift = next(cell for cell in ("e6", "g3", "f2", "h4") if page.at(cell) in ("red", "yellow"))
    page.click(lift)
    page.until(
        lambda: any(
            "put it down" in page.label(cell)
            for cell in ("e7", "e5", "f6", "g4", "h4", "f3", "g2", "h3", "g5", "h5")
        )
    )
    target = next(
        cell
        for cell in ("e7", "e5", "f6", "g4", "h4", "f3", "g2", "h3", "g5", "h5")
        if "put it down" in page.label(cell)
    )
    page.click(target)
    page.until(lambda: page.all(".help-row input"))
    page.one(".help-row input").click()  # at once, and from now on
    page.until(lambda: page.text("#status .headline") == "Yellow to move")
    page.ask({"seat": "y", "who": "board 1"})
    page.until(lambda: len(page.moves()) > 7)


@pytest.mark.deep
@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@pytest.mark.parametrize("cell", ["c9", "i5", "f1", "a4"])
def test_the_menu_of_a_cell_never_opens_under_the_finger(page, address, size, cell):
    page.open(address, size)
    page.press(page.cell(cell))
    page.until(lambda: page.all("#cell-menu button"))
    menu, at = page.driver.execute_script(BOX, page.one("#cell-menu"), page.cell(cell))
    apart = menu[0] >= at[2] or menu[2] <= at[0] or menu[1] >= at[3] or menu[3] <= at[1]
    assert apart, (menu, at)
    page.hand().release().perform()
    page.until(lambda: page.one("#cell-menu").is_displayed())
    assert page.text(".hand-pieces") == "nothing"
