"""The page's looks: every board, every cell within reach, and a phone's screen."""

import colorsys

import pytest

from browser import PHONE
from depth import deep, first
from tourelle import games, lights
from tourelle.grids import NAMES, grid
from tourelle_host import rule_pictures
from tourelle_host.server.describe import describe

pytestmark = pytest.mark.needs_chromium


@pytest.fixture
def page(browser, playing):
    """The page on a phone, its board's game begun."""
    with playing() as address:
        browser.open(address, PHONE)
        browser.until(lambda: browser.text("#status .headline") == "Yellow to move")
        yield browser


@pytest.mark.parametrize("name", first(1, NAMES))
def test_every_board_is_drawn(browser, name, playing):
    with playing(name) as address:
        browser.open(address)
        assert len(browser.all("[data-cell]")) == grid(name).size
        board, *cells = browser.run(
            """return [".board svg", ".cell .ground"].flatMap((selector) =>
              [...document.querySelectorAll(selector)].map((element) => {
                const {left, top, right, bottom} = element.getBoundingClientRect();
                return [left, top, right, bottom];
              }))"""
        )
        for left, top, right, bottom in cells:
            assert board[0] < left and board[1] < top and right < board[2] and bottom < board[3]
        assert browser.log() == []


@pytest.mark.deep
def test_every_cell_can_be_reached_with_arrow_keys(browser, playing):
    steps = """
    const {Board} = await import("./board.js");
    const {beside} = await import("./finding.js");
    const grid = arguments[0], board = new Board(document.createElement("div"), grid);
    const found = new Set(["e5"]);
    for (const cell of found)
      for (const arrow of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const next = beside(board.cells, board.cell(cell), ...arrow);
        if (next) found.add(next);
      }
    return found.size;
    """
    with playing() as address:
        browser.open(address)
        for name in NAMES:
            message = describe(grid(name))["grid"]
            assert browser.run(steps, message) == grid(name).size


@pytest.mark.deep
def test_a_phone_shows_it_all_and_fingers_move_the_pieces(page):
    width, wide = page.run("return [innerWidth, document.documentElement.scrollWidth]")
    assert width == wide == 390
    bottom = page.run("return document.querySelector('#ok').getBoundingClientRect().bottom")
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


# Each screen, and what the board takes of its shorter side at least.
SCREENS = {
    "a phone": (PHONE, 0.95),
    "a phone with its browser's bars": ((390, 664), 0.95),
    "a small phone": ((360, 640), 0.95),
    "a phone on its side": ((844, 390), 0.93),
    "a small phone on its side": ((740, 360), 0.78),
    "a tablet": ((820, 1180), 0.97),
    "a laptop": ((1280, 720), 0.87),
    "a screen": ((1440, 813), 0.88),
}
SIZES = {name: size for name, (size, _) in SCREENS.items()}

# Of what can be seen: what scrolls within itself or sideways, what is too small for a finger (none
# where a mouse is used), what lies outside the screen's width, and words wider than their tray.
FAULTS = """
const shown = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility());
const name = (one) => one.id || one.className || one.tagName;
const box = (one) => one.getBoundingClientRect();
const scrolling = shown.filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY)
  && one.scrollHeight > one.clientHeight + 1);
const touched = shown.filter((one) => one.matches("button, select, a[href], summary"));
const small = touched.filter((one) => box(one).width < 43.9 || box(one).height < 43.9);
const outside = touched.filter((one) => box(one).left < 0 || box(one).right > innerWidth);
return {
  scrolling: scrolling.map(name), small: innerWidth <= 1100 ? small.map(name) : [],
  outside: outside.map(name),
  cut: shown.filter((one) => one.matches(".rail h2, .hand-pieces")
    && one.scrollWidth > one.clientWidth).map((one) => one.textContent),
  sideways: document.documentElement.scrollWidth - innerWidth,
};
"""

NO_FAULTS = {"scrolling": [], "small": [], "outside": [], "cut": [], "sideways": 0}

# Moves cut off by something that scrolls or hides what is in it.
CUT = """
return [...document.querySelectorAll("#moves li")].filter((move) => {
  const {top, bottom, left, right} = move.getBoundingClientRect();
  for (let around = move.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflow === "visible" || around === document.body) continue;
    const box = around.getBoundingClientRect();
    if (top < box.top - 1 || bottom > box.bottom + 1) return true;
    if (left < box.left || right > box.right) return true;
  }
  return move.scrollWidth > move.clientWidth;
}).map((move) => move.textContent);
"""


@pytest.fixture(scope="module")
def played(browser, playing):
    """A board with a game of some length on it; its page's address."""
    page = browser
    with playing() as address:
        page.open(address)
        page.until(lambda: page.text("#status .headline") == "Yellow to move")
        position = games.opening("avalam")
        while position.turns < 24:
            move = next(iter(position.legal_moves()))
            page.do(f"send move {position.move_text(move)}")
            position.push(move)
        page.until(lambda: len(page.moves()) == 24)
        page.recorded()
        yield address


@pytest.fixture(scope="module")
def cabale(browser, playing):
    """A board on which four may play Cabale: the box has a piece of nine kinds."""
    page = browser
    with playing("hex") as address:
        page.open(address)
        page.ask({"new": "cabale", "options": {"players": "join"}})
        page.until(lambda: "as many as place a jester" in page.text("#seats .about"))
        page.recorded()
        yield address


@pytest.mark.parametrize("size", [*first(1, SIZES)])
def test_every_screen_has_it_all_and_nothing_is_cut(browser, played, size):
    browser.open(played, SIZES[size])
    browser.until(lambda: len(browser.moves()) == 24)
    faults = browser.run(FAULTS)
    assert faults == NO_FAULTS
    assert browser.run(CUT) == []
    needed = ["#new-game", "#rules", "#lights", "#sound", "#speech", "#help", "#undo", "#ok"]
    needed += ["#power", "#box .source", "#hand", ".seats select", ".about"]
    needed += ["#save"]
    assert [part for part in needed if not browser.one(part).is_displayed()] == []


@pytest.mark.deep
@pytest.mark.parametrize("size", SIZES)
def test_a_box_of_many_kinds_has_room_on_every_screen(browser, cabale, size):
    browser.open(cabale, SIZES[size])
    browser.until(lambda: len(browser.all("#box .source")) == 9)
    faults = browser.run(FAULTS)
    assert faults == NO_FAULTS
    assert browser.one(".hint-button").is_displayed()


# Where what is to be done now ends, and how high the screen is.
CARD_ENDS = "return [document.querySelector('#prompt').getBoundingClientRect().bottom, innerHeight]"


@pytest.mark.parametrize("size", [*first(1, SIZES)])
def test_nobody_scrolls_to_read_what_to_do(browser, cabale, size):
    browser.open(cabale, SIZES[size])
    browser.until(lambda: "jester" in browser.text("#prompt"))
    bottom, high = browser.run(CARD_ENDS)
    assert bottom <= high


# The words of tags that cover one another.
COVERED = """
const tags = [...document.querySelectorAll(".tags g")].map((tag) => {
  const box = tag.querySelector("rect").getBoundingClientRect();
  return {words: tag.textContent, box};
});
return tags.flatMap(({words, box}, index) => tags.slice(index + 1).filter(({box: other}) =>
  box.left < other.right && other.left < box.right && box.top < other.bottom
    && other.top < box.bottom).map((other) => [words, other.words]));
"""


def test_no_word_of_the_menu_covers_another(browser, playing):
    with playing("square") as address:
        browser.open(address)
        browser.until(lambda: browser.text("#seats .about"))
        browser.do("send menu")
        browser.until(lambda: browser.all(".tags g"))
        assert browser.run(COVERED) == []


# Of these selectors, those whose elements are narrower than the words in them.
NARROW = """
return [...document.querySelectorAll(".seats select")].filter((select) => {
  const whole = select.cloneNode(true);
  whole.value = select.value;
  whole.style.cssText = "position: absolute; max-width: none; width: max-content";
  select.after(whole);
  const cut = select.offsetWidth < whole.offsetWidth - 1;
  whole.remove();
  return cut;
}).map((select) => select.selectedOptions[0].text);
"""
TOP = "return document.querySelector('#board').getBoundingClientRect().top"


@pytest.mark.deep
def test_who_plays_is_whole_and_a_longer_headline_moves_no_board(browser, playing):
    page = browser
    with playing() as address:
        page.open(address, PHONE)
        page.until(lambda: page.text("#status .headline") == "Yellow to move")
        page.ask({"seat": "r", "who": "board 2"})
        page.until(lambda: "level 2" in page.text("#seats") and page.lit())
        top = page.run(TOP)
        page.drag("c9", "d9")
        page.until(lambda: page.text("#status .headline") == "Yellow, make Red's move")
        assert page.run(TOP) == top
        for size in SIZES.values():
            page.resize(size)
            assert page.run(NARROW) == [], size


@pytest.mark.parametrize("size", [*first(1, SIZES)])
def test_the_board_fills_what_the_screen_has(browser, played, size):
    (wide, high), share = SCREENS[size]
    browser.open(played, (wide, high))
    width, height, bottom = browser.run(
        "const {width, height, bottom} = document.querySelector('#board').getBoundingClientRect();"
        "return [width, height, bottom];"
    )
    assert bottom <= high
    assert (width if wide < high else height) >= share * min(wide, high)


@pytest.mark.parametrize("size", [PHONE, *deep(((1280, 720),))])
def test_the_legend_is_whole(browser, played, size):
    browser.open(played, size)
    browser.one("#lights").click()
    browser.until(lambda: "something is wrong here" in browser.text("#legend"))
    sideways = (
        "const list = document.querySelector('#legend'); return list.scrollWidth - list.clientWidth"
    )
    assert browser.run(sideways) == 0
    last = browser.all("#legend li")[-1]
    browser.run("arguments[0].scrollIntoView()", last)
    assert last.is_displayed()


@pytest.mark.deep
def test_old_words_are_shown_on_demand(browser, played):
    browser.open(played)
    for word in "abcdefg":
        browser.do(f"send {word * 3}")
    browser.until(lambda: "ggg" in browser.text("#words"))
    assert "aaa" not in browser.text("#words")
    browser.one("#all-words").click()
    browser.until(lambda: "aaa" in browser.text("#words"))


@pytest.mark.deep
def test_pieces_have_the_colour_of_their_sides_lights(browser, playing):
    with playing() as address:
        browser.open(address)
        faces = browser.run(
            """const {piece} = await import("./colours.js");
            return Object.fromEntries(arguments[0].map((side) => [side, piece(side).face]));""",
            list(lights.SIDES),
        )
    for side, light in lights.SIDES.items():
        if side in "wb1":  # no light is black, and white has no hue
            continue
        drawn = (faces[side], rule_pictures.COLOURS[side][0])
        for shown in (tuple(bytes.fromhex(colour[1:])) for colour in drawn):
            apart = abs(hue(*shown) - hue(*light))
            assert min(apart, 1 - apart) < 1 / 12, (side, shown, light)


def hue(red, green, blue):
    """Where a colour stands on the wheel, 0 to 1."""
    return colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)[0]
