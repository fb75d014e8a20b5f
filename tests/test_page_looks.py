"""The page's looks: every board, every cell within reach, and a phone's screen."""

import colorsys

import pytest

from browser import LAPTOP, PHONE, playing
from tourelle import lights
from tourelle.grids import NAMES, grid
from tourelle_host import rule_pictures
from tourelle_host.server.describe import describe

pytestmark = pytest.mark.needs_chromium


@pytest.fixture
def page(browser):
    """The page on a phone, its board's game begun."""
    with playing() as address:
        browser.open(address, PHONE)
        browser.until(lambda: browser.text("#status .headline") == "Yellow to move")
        yield browser


@pytest.mark.parametrize("name", NAMES)
def test_every_board_is_drawn(browser, name):
    with playing("--grid", name) as address:
        browser.open(address)
        assert len(browser.all("[data-cell]")) == grid(name).size
        board, *cells = browser.driver.execute_script(
            """return [".board svg", ".cell .ground"].flatMap((selector) =>
              [...document.querySelectorAll(selector)].map((element) => {
                const {left, top, right, bottom} = element.getBoundingClientRect();
                return [left, top, right, bottom];
              }))"""
        )
        for left, top, right, bottom in cells:
            assert board[0] < left and board[1] < top and right < board[2] and bottom < board[3]
        assert browser.log() == []


def test_every_cell_can_be_reached_with_arrow_keys(browser):
    steps = """
    const {Board} = await import("./board.js");
    const grid = arguments[0], board = new Board(document.createElement("div"), grid);
    const found = new Set(["e5"]);
    for (const cell of found)
      for (const arrow of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const next = board.beside(cell, ...arrow);
        if (next) found.add(next);
      }
    return found.size;
    """
    with playing() as address:
        browser.open(address)
    for name in NAMES:
        message = describe(grid(name))["grid"]
        assert browser.driver.execute_script(steps, message) == grid(name).size


def test_a_phone_shows_it_all_and_fingers_move_the_pieces(page):
    width, wide = page.driver.execute_script(
        "return [innerWidth, document.documentElement.scrollWidth]"
    )
    assert width == wide == 390
    bottom = page.driver.execute_script(
        "return document.querySelector('#ok').getBoundingClientRect().bottom"
    )
    assert bottom < 844, "the board and its buttons fit on the screen"

    def middle(cell):
        box = page.cell(cell).rect
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def touch(kind, *points):
        page.driver.execute_cdp_cmd(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)}
        )

    start, end = middle("c9"), middle("d9")
    touch("touchStart", start)
    touch("touchMove", {"x": start["x"] + 12, "y": start["y"]})
    touch("touchMove", end)
    touch("touchEnd")
    page.until(lambda: page.moves() == ["c9-d9"])


def test_a_phones_legend_is_as_long_as_what_is_in_it(page):
    page.one("#legend summary").click()
    page.until(lambda: "something is wrong here" in page.text("#legend"))
    ends = page.driver.execute_script(
        """return ["#legend", "#legend li:last-child"].map((selector) =>
          document.querySelector(selector).getBoundingClientRect().bottom);"""
    )
    assert ends[1] < ends[0]


@pytest.mark.parametrize("size", [LAPTOP, (1280, 720)])
def test_the_legend_is_whole_however_much_stands_above_it(browser, size):
    cut_off = """
    const legend = document.getElementById("legend");
    return [legend.scrollHeight - legend.clientHeight,
            Math.max(0, legend.getBoundingClientRect().bottom - innerHeight)];
    """
    with playing() as address:
        browser.open(address, size)
        browser.until(lambda: browser.text("#status .headline") == "Yellow to move")
        browser.driver.execute_script('document.getElementById("legend").open = true')
        if size == LAPTOP:
            browser.until(lambda: "lifted from here" in browser.text("#legend"))
        browser.until(lambda: browser.driver.execute_script(cut_off) == [0, 0])
        browser.click("e4")
        browser.do("send menu")
        browser.do("send dance")
        browser.until(lambda: "The menu" in browser.text("#prompt"))
        browser.until(lambda: "dance" in browser.text("#words"))
        browser.until(lambda: "touch this to choose it" in browser.text("#hint"))
        assert browser.text("#hint").startswith("In the hand: red")
        browser.until(lambda: "lifted from here" not in browser.text("#legend"))
        assert "last-move" in browser.text("#legend")
        browser.until(lambda: browser.driver.execute_script(cut_off) == [0, 0])


def test_pieces_have_the_colour_of_their_sides_lights(browser):
    with playing() as address:
        browser.open(address)
    faces = browser.driver.execute_script(
        """const {piece} = await import("./colours.js");
        return Object.fromEntries(arguments[0].map((side) => [side, piece(side).face]));""",
        list(lights.SIDES),
    )
    for side, light in lights.SIDES.items():
        if side in "wb":  # no light is black, and White's is white
            continue
        drawn = (faces[side], rule_pictures.COLOURS[side][0])
        for shown in (tuple(bytes.fromhex(colour[1:])) for colour in drawn):
            apart = abs(hue(*shown) - hue(*light))
            assert min(apart, 1 - apart) < 1 / 12, (side, shown, light)


def hue(red, green, blue):
    """Where a colour stands on the wheel, 0 to 1."""
    return colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)[0]
