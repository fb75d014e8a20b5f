"""The page for whoever does not see it, uses no mouse, or wants nothing to move."""

import random
import re

import pytest

from browser import LAPTOP, PHONE, Browser
from depth import deep
from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle_host.server.describe import MEANINGS

pytestmark = pytest.mark.needs_chromium

ENTER, ESCAPE, SHIFT, TAB = "\ue007", "\ue00c", "\ue008", "\ue004"
ARROWS = {"right": "\ue014", "left": "\ue012", "up": "\ue013", "down": "\ue015"}

# All that the page has announced, in turn.
LISTEN = """
window.announced = [];
new MutationObserver(([{target}]) => {
  if (target.textContent) window.announced.push(target.textContent);
}).observe(document.getElementById("announced"), {childList: true, subtree: true});
"""

# A speech of one voice on this machine, one elsewhere, and one for another language.
VOICES = """
window.said = [];
const voice = (name, lang, localService) => ({name, lang, localService});
window.voices = [voice("far", "en-GB", false), voice("autre", "fr-FR", true),
                 voice("here", "en-US", true)];
Object.defineProperty(window, "speechSynthesis", {value: {
  getVoices: () => window.voices,
  speak: ({voice, text}) => window.said.push(`${voice.name}: ${text}`),
  cancel: () => window.said.push("cancelled"),
}});
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


@pytest.fixture
def page(browser: Browser, address):
    """A new game of Avalam, which the keys begin at its middle."""
    begin(browser, address)
    yield browser
    browser.media()
    assert browser.log() == []


def begin(page: Browser, address: str, size: tuple[int, int] = LAPTOP) -> None:
    page.open(address, size)
    page.do("power on")
    page.ask({"new": "avalam", "options": {}})
    page.answered()
    for seat in ("y hand", "r board 1", "r hand"):
        seated(page, seat)
    page.until(lambda: page.text("#status .headline") == "Yellow to move")
    page.until(lambda: not page.moves() and len(page.lit()) == 49)
    page.run(LISTEN)


def seated(page: Browser, seat: str) -> None:
    page.do(f"send seat {seat}")
    page.until(lambda: page.heard(f"@seat {seat}"))


def announced(page: Browser) -> list[str]:
    return page.run("return window.announced")


# -- axe-core


def chosen_first(page: Browser) -> None:
    page.one("#new-game").click()


def hands_and_keys(page: Browser) -> None:
    page.keys("?")
    page.until(lambda: page.all("#help-dialog[open]"))


def rules(page: Browser) -> None:
    page.one("#rules").click()
    page.until(lambda: page.all("#rules-dialog[open] h1"))


def was_wrong(page: Browser) -> None:
    page.run("document.getElementById('wrong-dialog').showModal()")


def cell_menu(page: Browser) -> None:
    page.hand().context_click(page.cell("d9")).perform()
    page.until(lambda: page.all("#cell-menu button"))


def in_the_hand(page: Browser) -> None:
    page.click("c9")
    page.until(lambda: page.text("#prompt").startswith("Put it onto a lit"))


def way_back(page: Browser) -> None:
    page.drag("c9", "e5")
    page.until(lambda: "Put back on c9" in page.text("#prompt"))


def moved(page: Browser) -> None:
    page.drag("c9", "d9")
    page.until(lambda: page.moves() == ["c9-d9"])


def the_board_s_move(page: Browser) -> None:
    seated(page, "r board 1")
    page.drag("c9", "d9")
    page.until(lambda: len(page.moves()) == 2 and page.all(".help-row input"))


def hinted(page: Browser) -> None:
    page.do("send hint")
    page.until(lambda: page.text("#prompt").startswith("A hint: "))


def board_menu(page: Browser) -> None:
    page.do("send menu")
    page.until(lambda: page.has_tag("resign"))


def legend(page: Browser) -> None:
    page.one("#lights").click()
    page.until(lambda: "something is wrong here" in page.text("#legend"))


def learning(page: Browser) -> None:
    page.ask({"learn": "avalam"})
    page.until(lambda: "1 of " in page.text("#prompt") and page.all("#prompt .aim"))


def draw_offered(page: Browser) -> None:
    page.do("send draw")
    page.until(lambda: page.text("#prompt").startswith("A draw is offered."))


def damaged_game(page: Browser) -> None:
    page.keep("game 0", "Game: avalam\n\n1. y c9-e5")
    chosen_first(page)
    page.one("#new-saved").click()
    page.until(lambda: "is not a legal move" in page.text("#games-dialog ul"))
    page.run("localStorage.removeItem('game 0')")


def over(page: Browser) -> None:
    text = "avalam y a5=y1 b5=r1"
    page.do(f"set {text}")
    page.do(f"send position {text}")
    page.until(lambda: page.at("c9") == "empty" and "1" in page.text(".side.moving"))
    page.drag("a5", "b5")
    page.until(lambda: page.text("#status .headline") == "Yellow wins 1 to 0")


def set_up_by_hand(page: Browser) -> None:
    page.do("set avalam")
    page.do("remove c9")
    page.do("send stop")  # last: an opening that stands for a second begins its game
    page.until(lambda: page.at("c9") == "empty" and "to move" not in page.text("#status .headline"))


def looking_back(page: Browser) -> None:
    moved(page)
    page.one("#moves button").click()
    page.until(lambda: page.one("#looking").is_displayed())


def reviewed(page: Browser) -> None:
    looking_back(page)
    page.one("#looking .review").click()
    page.until(lambda: "cost" in page.text("#looking .state") and page.all(".course"))


def saved_games(page: Browser) -> None:
    over(page)
    names = "return Object.keys(localStorage).join()"
    page.until(lambda: "game 2" in page.run(names))
    page.one("#games").click()
    page.until(lambda: page.all(".miniature .stack"))


def power_off(page: Browser) -> None:
    page.do("power off")
    page.until(lambda: page.text("#status .headline") == "The power is off")


def nothing(page: Browser) -> None:
    pass


QUICK = (nothing, way_back)
# On a phone their mouse needs a larger cell.
SMALL = (
    way_back, moved, over, cell_menu, looking_back, reviewed, saved_games, the_board_s_move,
)  # fmt: skip
DEEP = (
    chosen_first, hands_and_keys, rules, was_wrong, cell_menu, in_the_hand, moved, hinted,
    board_menu, legend, learning, draw_offered, damaged_game, over, looking_back, reviewed,
    saved_games, set_up_by_hand, power_off, the_board_s_move,
)  # fmt: skip


NOTHING: dict[str, list[str]] = {"light": [], "dark": []}


def found_by_axe(page: Browser) -> dict[str, list[str]]:
    """What axe-core finds on the page in each colour scheme."""
    found = {}
    for scheme in ("light", "dark"):
        page.media(prefers_color_scheme=scheme)
        found[scheme] = page.violations()
    return found


@pytest.mark.needs_axe
@pytest.mark.parametrize("state", [*QUICK, *deep(*DEEP)])
def test_axe_finds_nothing(page, address, state):
    state(page)
    assert found_by_axe(page) == NOTHING


@pytest.mark.deep
@pytest.mark.needs_axe
@pytest.mark.parametrize("state", [*QUICK, *DEEP])
def test_axe_finds_nothing_on_a_phone(page, address, state):
    begin(page, address, PHONE)
    if state not in SMALL:
        state(page)
    assert found_by_axe(page) == NOTHING


@pytest.mark.deep
@pytest.mark.needs_axe
@pytest.mark.parametrize("state", [*QUICK, *DEEP])
def test_axe_finds_nothing_on_tablets_and_sideways(page, state):
    state(page)
    for size in ((820, 1180), (1180, 820), (844, 390)):
        page.resize(size)
        assert found_by_axe(page) == NOTHING, size


@pytest.mark.deep
@pytest.mark.needs_axe
@pytest.mark.parametrize("game", [entry.name for entry in GAMES])
def test_axe_finds_nothing_in_any_lesson(page, game):
    page.ask({"learn": game})
    page.until(lambda: "1 of " in page.text("#prompt") and page.all("#prompt .aim"))
    assert found_by_axe(page) == NOTHING


@pytest.mark.deep
@pytest.mark.needs_axe
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_axe_finds_nothing_on_the_other_boards(browser, grid, playing):
    with playing(grid) as address:
        browser.open(address)
        browser.one("#new-game").click()
        browser.until(lambda: browser.one("#new-dialog").is_displayed())
        assert found_by_axe(browser) == NOTHING
        browser.keys(ESCAPE)
        assert found_by_axe(browser) == NOTHING
        browser.media()


# -- what is heard


def test_the_board_is_a_grid_of_rows(page):
    rows = page.run(
        "return [...document.querySelectorAll('[role=grid] > [role=row]')].map((row) =>"
        " [...row.querySelectorAll(':scope > [role=gridcell]')].map((cell) => cell.dataset.cell))"
    )
    assert rows[0] == ["c9", "d9"] and rows[-1] == ["f1", "g1"]
    assert sum(len(row) for row in rows) == 49
    assert all(len({name[1] for name in row}) == 1 and row == sorted(row) for row in rows)


@pytest.mark.deep
def test_a_label_says_piece_height_owner_and_light(page):
    page.drag("c9", "d9")
    page.until(lambda: page.moves() == ["c9-d9"])
    stands = "d9, yellow on red, 2 high"
    page.until(lambda: page.label("d9") == f"{stands}; light: {MEANINGS['last-move']}")
    page.click("d9")
    page.until(lambda: page.label("d9") == f"d9, empty; light: {MEANINGS['in-hand']}")
    landing = {cell for cell in page.lit() if cell != "d9"}
    page.until(
        lambda: landing and all(MEANINGS["may-land"] in page.label(cell) for cell in landing)
    )
    page.click("d9")
    page.until(lambda: page.at("d9") == "yellow on red, 2 high")


def test_a_label_counts_the_pieces_that_a_light_asks_for(page):
    page.tell_line("@lights remove/2=d9")
    page.until(lambda: page.label("d9") == f"d9, red; light: {MEANINGS['remove']} (2 pieces)")


def test_a_move_is_announced_once(page):
    page.drag("c9", "d9")
    page.until(lambda: any("Yellow: c9-d9" in text for text in announced(page)))
    page.drag("e6", "f7")
    page.until(lambda: any("Red: e6-f7" in text for text in announced(page)))
    heard = " ".join(announced(page))
    assert heard.count("c9-d9") == heard.count("e6-f7") == 1
    assert heard.count("Red to move") == 1
    page.one("#undo").click()
    page.until(lambda: "Taken back: Red: e6-f7." in announced(page)[-1])


@pytest.mark.deep
def test_many_cells_are_counted_not_named(page):
    set_up_by_hand(page)
    page.do("send stop")
    for cell in ("d9", "b8", "c8", "d8", "e8", "a7", "b7", "c7", "d7"):
        page.do(f"remove {cell}")
    page.until(lambda: any("cells" in text for text in announced(page)))
    cells = re.compile(r"\b[a-i][1-9]\b")
    assert max(len(cells.findall(text)) for text in announced(page)) <= 8


def test_nothing_but_one_region_and_the_note_announces_anything(page):
    live = page.run(
        "return [...document.querySelectorAll('[aria-live], [role=status], [role=alert], "
        "[role=log], output')].filter((one) => one.getAttribute('aria-live') !== 'off' && "
        "one.checkVisibility()).map((one) => one.id)"
    )
    assert live == ["link-note", "announced"]


# -- keys


def at_cell(page: Browser) -> str:
    return page.run("return document.activeElement.dataset.cell ?? ''")


def test_a_question_mark_lists_the_keys_and_h_hints(page):
    page.keys("?")
    page.until(lambda: page.one("#help-dialog").is_displayed())
    listed = page.text("#help-dialog .keys-list")
    for key in ("arrows", "Enter", "H", "S", "J", "?"):
        assert f"{key} " in listed
    page.keys(ESCAPE)
    page.until(lambda: not page.one("#help-dialog").is_displayed())
    page.keys("h")
    page.until(lambda: page.text("#prompt").startswith("A hint: "))
    page.until(lambda: any("A hint" in text for text in announced(page)))
    before = len(announced(page))
    page.keys("s")
    page.until(lambda: len(announced(page)) > before)
    assert announced(page)[-1].startswith("Yellow to move. A hint: ")


HOLD = """
const [cell, key] = arguments;
for (const repeat of [false, true, true]) {
  document.querySelector(`[data-cell=${cell}]`).dispatchEvent(
    new KeyboardEvent("keydown", { key, repeat, bubbles: true, cancelable: true }));
}
"""


@pytest.mark.parametrize(("key", "left"), [("1", "yellow on red, 2 high"), ("l", "empty")])
def test_a_key_that_is_held_lifts_once(page, key, left):
    for number, move in enumerate(("c9-d9", "d8-d9"), 1):
        page.drag(*move.split("-"))
        page.until(lambda: len(page.moves()) == number)  # noqa: B023
    page.run(HOLD, "d9", key)
    page.answered()
    page.until(lambda: page.at("d9").startswith(left))
    assert "nothing on d9" not in page.text("#link-note")


def play_by_keys(page: Browser, move: str) -> None:
    """A move of Avalam: arrows to the stack, Enter, and on over the lit cells."""
    origin, target = move.split("-")
    walk(page, origin)
    page.keys(ENTER)
    page.until(lambda: MEANINGS["may-land"] in page.label(target))
    while at_cell(page) != target:
        to_the_next_lit_cell(page)
    page.keys(ENTER)
    page.until(lambda: page.moves()[-1:] == [move])


def to_the_next_lit_cell(page: Browser) -> None:
    before = at_cell(page)
    page.keys("j")
    page.until(lambda: at_cell(page) != before)


def walk(page: Browser, cell: str) -> None:
    """Press arrow keys until the focus is there: the shortest way of what they do."""
    ways = page.driver.execute_async_script(
        """const done = arguments[0];
        const {Board} = await import("./board.js");
        const {beside} = await import("./finding.js");
        const grid = {shape: "round", cells: [...document.querySelectorAll("[data-cell]")].map(
          ({dataset: {cell}}) => ({name: cell, x: cell.charCodeAt(0), y: Number(cell[1])}))};
        const {cells} = new Board(document.createElement("div"), grid);
        const arrows = {right: [1, 0], left: [-1, 0], up: [0, -1], down: [0, 1]};
        const from = (cell) => Object.fromEntries(
          Object.entries(arrows).map(([way, arrow]) => [way, beside(cells, cell, ...arrow)]));
        done(Object.fromEntries([...cells].map(([name, cell]) => [name, from(cell)])));"""
    )
    reached: dict[str, list[str]] = {at_cell(page): []}
    for here in reached:
        if here == cell:
            break
    queue = list(reached)
    while cell not in reached:
        here = queue.pop(0)
        for way, there in ways[here].items():
            if there and there not in reached:
                reached[there] = [*reached[here], way]
                queue.append(there)
    page.keys(*(ARROWS[way] for way in reached[cell]))
    page.until(lambda: at_cell(page) == cell)


def to_the_board(page: Browser) -> None:
    """From the top of the page with the Tab key."""
    page.run("document.activeElement.blur()")
    while not at_cell(page):
        page.keys(TAB)


@pytest.mark.parametrize("turns", deep(3, 100))
def test_a_game_is_played_with_keys_alone(page, turns):
    position = games.opening("avalam")
    dice = random.Random(24)
    to_the_board(page)
    while position.outcome() is None and position.turns < turns:
        move = dice.choice(list(position.legal_moves()))
        text = position.move_text(move)
        position.push(move)
        play_by_keys(page, text)
        side = "Yellow" if position.turns % 2 else "Red"
        page.until(lambda said=f"{side}: {text}.": any(said in one for one in announced(page)))
    assert turns == 3 or position.outcome()
    if outcome := position.outcome():
        winner = {(): "A draw", (0,): "Yellow wins", (1,): "Red wins"}[outcome.winners]
        page.until(lambda: winner in announced(page)[-1])


# -- speech


@pytest.fixture
def speaking(browser):
    """The browser with stand-ins for its voices, with speech off."""
    driver = browser.driver
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": VOICES})
    yield browser
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def said(page: Browser) -> list[str]:
    return page.run("return window.said")


@pytest.mark.deep
def test_speech_says_the_card_moves_and_a_cell_that_is_touched(speaking, address):
    page = speaking
    begin(page, address)
    page.drag("c9", "d9")
    page.until(lambda: page.moves() == ["c9-d9"])
    page.until(lambda: any("c9-d9" in text for text in announced(page)))
    assert said(page) == [], "it is off until somebody wants it"
    page.one("#speech").click()
    assert said(page) == ["here: Speech is on."]
    page.drag("e6", "f7")
    page.until(lambda: any("Red: e6 to f7. Yellow to move." in text for text in said(page)))
    page.click("a4")
    page.until(lambda: any(text.startswith("here: a4, ") for text in said(page)))
    last = next(text for text in said(page) if text.startswith("here: a4, "))
    assert said(page)[said(page).index(last) - 1] == "cancelled"
    page.click("a4")
    # It is remembered, until it is turned off.
    page.driver.refresh()
    page.until(lambda: page.text("#speech") == "Speech on")
    page.one("#speech").click()
    assert page.text("#speech") == "Speech off" and said(page)[-1] == "cancelled"
    assert page.log() == []


FAR = "window.voices.filter((one) => !one.localService)"


@pytest.mark.parametrize("voices", [FAR, *deep("[]")])
def test_without_a_voice_of_this_machine_nothing_is_said(speaking, address, voices):
    page = speaking
    begin(page, address)
    page.run(f"window.voices = {voices}")
    page.one("#speech").click()
    page.until(lambda: "no voice of its own" in page.text("#link-note"))
    assert page.text("#speech") == "Speech off" and said(page) == []


def test_where_nothing_may_be_remembered_the_switches_still_work(browser, address):
    forbid = (
        "Storage.prototype.getItem = Storage.prototype.setItem = () => "
        "{ throw new DOMException('not here', 'SecurityError'); };"
    )
    script = browser.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument", {"source": forbid}
    )
    try:
        browser.open(address)
        browser.one("#sound").click()
        assert browser.text("#sound") == "Sound off"
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    assert browser.log() == []


# -- motion and contrast

STEADY = """
const {Board} = await import("./board.js");
const cells = [{name: "a1", x: 0, y: 0}, {name: "b1", x: 1, y: 0}];
const board = new Board(document.createElement("div"), {shape: "round", cells});
const levels = () => [...board.svg.querySelectorAll(".light")].map((one) =>
  Number(one.getAttribute("opacity")));
const seen = [];
board.explain([{state: "remove", count: 1, cells: ["a1"]}], []);
for (const rgb of ["ff0000000000", "000000000010", "ff0000000000"]) {
  board.light(rgb, arguments[0]);
  seen.push(levels());
}
board.explain([], []);
board.light("000000000000", arguments[0]);
seen.push(levels());
return seen;
"""


def test_a_light_that_says_something_does_not_blink_where_nothing_is_to_move(page):
    calm = page.run(STEADY, True)
    assert [level for level, _ in calm] == [1, 1, 1, 0]
    usual = page.run(STEADY, False)
    assert [level for level, _ in usual] == [1, 0, 1, 0]


def test_reduced_motion_is_respected(page):
    moving = (
        "return document.getAnimations().length + [...document.querySelectorAll('*')]"
        ".filter((one) => getComputedStyle(one).transitionDuration !== '0s').length"
    )
    assert page.run(moving) > 0
    page.media(prefers_reduced_motion="reduce")
    page.until(lambda: page.run(moving) == 0)


def luminance(red: float, green: float, blue: float) -> float:
    parts = [part / 255 for part in (red, green, blue)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.deep
def test_the_coordinates_are_to_be_read_on_the_wood(page):
    ink, opacity, wood = page.run(
        """const colour = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
        const label = getComputedStyle(document.querySelector(".label"));
        const stops = document.querySelectorAll("#wood stop");
        return [colour(label.fill), Number(label.opacity),
                [...stops].map((stop) => colour(getComputedStyle(stop).stopColor))];"""
    )
    assert opacity == 1
    for ground in wood:
        contrast = (luminance(*ink) + 0.05) / (luminance(*ground) + 0.05)
        assert contrast >= 4.5, (ink, ground)


# -- keys that are single letters (WCAG 2.1.4)


@pytest.mark.deep
def test_letters_are_keys_of_the_page_unless_somebody_turns_that_off(page, address):
    page.keys("?")
    page.until(lambda: page.one("#letter-keys").is_displayed())
    page.one("#letter-keys").click()
    page.keys(ESCAPE)
    page.keys("h", "o", "s", "?")
    page.drag("c9", "d9")
    page.until(lambda: page.moves() == ["c9-d9"])
    assert not page.one("#help-dialog").is_displayed()
    assert not page.heard("@hint none") and not any("A hint" in text for text in announced(page))
    begin(page, address)  # and it is remembered
    page.one("#help").click()
    page.until(lambda: page.one("#letter-keys").is_displayed())
    assert not page.one("#letter-keys").is_selected()
    page.one("#letter-keys").click()
    page.keys(ESCAPE)
    page.keys("?")
    page.until(lambda: page.one("#help-dialog").is_displayed())
