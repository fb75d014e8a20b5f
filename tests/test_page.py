"""The page in a real browser, with the real firmware behind it."""

import random

import pytest

from browser import Browser
from tourelle import games, lights
from tourelle_host.lights_doc import seen

pytestmark = pytest.mark.needs_chromium

MAY_LAND = {name: rgb for name, rgb, _ in lights.STATES}["may-land"]


@pytest.fixture
def page(browser: Browser, address):
    """The page with a new game of Avalam on it, nothing in the hand."""
    browser.open(address)
    browser.do("power on")
    browser.ask({"new": "avalam", "options": {}})
    for side in "yr":  # a new game of the same kind keeps who plays it
        browser.do(f"send seat {side} hand")
    browser.answered()  # what it shows before that may be the former game
    browser.until(lambda: browser.text("#status .headline") == "Yellow to move")
    browser.until(lambda: not browser.moves() and len(browser.lit()) == 49)
    yield browser
    assert browser.log() == []


def drawn(rgb: tuple[int, int, int]) -> str:
    """A colour as the page draws it at its brightest."""
    return f"rgb({' '.join(str(part) for part in seen(rgb, 3))})"


def on(page: Browser, cell: str, words: str) -> bool:
    return page.at(cell) == words


# -- what is seen


def test_the_opening_is_shown_as_it_stands(page):
    position = games.opening("avalam")
    for cell, name in enumerate(position.grid.names):
        words = {"d0": "yellow", "d1": "red", "": "empty"}[position.pieces(cell)]
        assert page.at(name) == words
    assert page.text(".side.moving") == "Yellow 24"
    assert page.text("#seats .about") == "Avalam"


def test_lifting_lights_the_destinations_in_the_firmwares_colour(page):
    page.click("c9")
    landing = {"b8", "c8", "d8", "d9"}
    page.until(lambda: set(page.lit()) == landing | {"c9"})
    assert {page.lit()[cell][0] for cell in landing} == {drawn(MAY_LAND)}
    page.until(lambda: page.text("#hand") == "THE HAND")
    assert page.one("#hand .hand-pieces").get_attribute("aria-label") == "yellow"
    page.click("c9")


def test_lights_are_as_bright_as_the_pixels_are_driven(page):
    page.do("power off")
    page.until(lambda: not page.lit())
    # Every level that the page may have to show, drawn by the page itself.
    for drive in (1, 8, 32, 128, 255):
        page.tell({"type": "frame", "rgb": f"00{drive:02x}00" * 49})
        colour, level = page.lit()["c9"]
        assert colour == "rgb(0 255 0)"
        assert level == pytest.approx((drive / 255) ** (1 / 2.2), abs=0.001)


def test_what_is_asked_is_drawn_anew_only_where_it_changes(page):
    page.run("document.querySelector('#prompt').firstChild.kept = true")
    page.tell_line("@turn r")
    page.until(lambda: page.text("#status .headline") == "Red to move")
    kept = "return document.querySelector('#prompt').firstChild.kept"
    assert page.run(kept), "a button in it stays to be clicked"


@pytest.mark.deep
def test_the_legend_shows_every_state_of_the_firmware(page):
    page.one("#lights").click()
    names = [element.text for element in page.all("#legend b")]
    assert sorted(names) == sorted(name for name, _, _ in lights.STATES if name != "off")


@pytest.mark.deep
def test_the_legend_follows_the_rhythms(page):
    page.one("#lights").click()
    script = """
    const at = [...document.querySelectorAll("#legend li")]
      .find((item) => item.innerText.startsWith("capture"));
    return at.querySelector("i").style.getPropertyValue("--level");
    """
    seen_levels = set()

    def both():
        seen_levels.add(page.run(script))
        return seen_levels >= {"1.000", "0.000"}

    page.until(both)


# -- what is done


def test_a_drag_is_a_move(page):
    page.drag("c9", "d9")
    page.until(lambda: page.moves() == ["c9-d9"])
    assert on(page, "d9", "yellow on red, 2 high")
    page.until(lambda: page.text(".side.moving") == "Red 23")


@pytest.mark.deep
def test_two_clicks_are_a_move_too(page):
    page.click("e6")
    page.until(lambda: on(page, "e6", "empty"))
    page.click("f7")
    page.until(lambda: page.moves() == ["e6-f7"])


@pytest.mark.deep
def test_a_move_with_keys_alone(page):
    page.focus("c9")
    page.keys("\ue007")  # Enter
    page.until(lambda: on(page, "c9", "empty"))
    page.keys("\ue014", "\ue007")  # right arrow, Enter
    page.until(lambda: page.moves() == ["c9-d9"])
    page.keys("u")
    page.until(lambda: page.moves() == [])


def test_a_question_is_asked_and_answered(page):
    page.do("lift c9")
    page.do("drop d9")
    page.do("press ok")  # it is in the hand no more
    page.until(lambda: page.text("#prompt").startswith("Which one? Touch"))
    assert {cell.text for cell in page.all("#prompt .cell-name")} == {"b8", "c8", "d8", "d9"}
    page.click("d9")  # where a touch is wanted, nothing is lifted
    page.until(lambda: page.moves() == ["c9-d9"])
    page.until(lambda: page.text("#prompt").startswith("Lift a lit stack"))


@pytest.mark.deep
def test_a_forbidden_move_shows_the_way_back(page):
    page.drag("c9", "e5")
    back = "Only neighbours may be stacked. Lift e5 Put back on c9"
    page.until(lambda: page.text("#prompt").startswith(back))
    page.drag("e5", "c9")
    page.until(lambda: page.text("#prompt").startswith("Lift a lit stack"))
    assert page.moves() == []


@pytest.mark.deep
def test_undo_leads_the_hands_back(page):
    page.drag("c9", "d9")
    page.until(lambda: page.moves() == ["c9-d9"])
    page.one("#undo").click()
    page.until(lambda: page.moves() == [])
    page.until(lambda: "Put back on c9" in page.text("#prompt"))
    page.do("lift d9 1")
    page.click("c9")
    page.until(lambda: page.text("#prompt").startswith("Lift a lit stack"))
    assert on(page, "c9", "yellow")


@pytest.mark.deep
def test_a_held_ok_opens_the_menu_and_a_choice_is_touched(page):
    page.hand().click_and_hold(page.one("#ok")).perform()
    page.until(lambda: page.text("#prompt").startswith("The menu"))
    page.hand().release().perform()
    page.until(lambda: page.has_tag("resign"))
    resign = next(button for button in page.all("#prompt button") if "resign" in button.text)
    resign.click()
    page.until(lambda: page.text("#prompt").startswith("Give the game up? OK give it up"))
    page.one("#ok").click()
    page.until(lambda: page.text("#status .headline") == "Red wins")
    assert page.text("#status .why") == "The other side resigned."


@pytest.mark.deep
def test_only_the_top_pieces_are_lifted_from_the_small_menu(page):
    page.drag("c9", "d9")
    page.until(lambda: page.moves() == ["c9-d9"])
    page.hand().context_click(page.cell("d9")).perform()
    words = [item.text for item in page.all("#cell-menu button")]
    assert words == ["Lift", "Lift the top piece", "Nudge", "Touch with a magnet", "Into the box"]
    page.all("#cell-menu button")[1].click()
    page.until(lambda: on(page, "d9", "red"))
    assert page.one("#hand .hand-pieces").get_attribute("aria-label") == "yellow"
    page.click("d9")


@pytest.mark.deep
def test_a_long_press_opens_the_small_menu_too(page):
    page.press(page.cell("d9"))
    page.until(lambda: page.all("#cell-menu button"))
    page.hand().release().perform()
    page.keys("\ue00c")  # Escape
    page.until(lambda: not page.one("#cell-menu").is_displayed())
    assert on(page, "d9", "red")


@pytest.mark.deep
def test_into_the_box_and_out_of_it(page):
    page.hand().drag_and_drop(page.cell("c9"), page.one("#box")).perform()
    page.until(lambda: on(page, "c9", "empty"))
    page.until(lambda: page.text("#hand") == "THE HAND nothing")
    red = page.one("#box [aria-label^='From the box: red']")
    page.hand().drag_and_drop(red, page.cell("c9")).perform()
    page.until(lambda: on(page, "c9", "red"))
    page.one("#box [aria-label^='From the box: yellow']").click()
    page.click("c9")
    page.until(lambda: on(page, "c9", "yellow on red, 2 high"))


def test_what_cannot_be_done_is_said(page):
    page.focus("c9")
    page.keys("3")
    page.until(lambda: page.text("#link-note") == "c9 holds 1 piece, not 3")


@pytest.mark.deep
def test_power_off_and_on(page):
    page.one("#power").click()
    page.until(lambda: page.text("#status") == "The power is off" and not page.lit())
    page.one("#power").click()
    page.until(lambda: page.text("#status .headline") == "Yellow to move")


@pytest.mark.deep
def test_a_new_game_with_options_from_the_dialog(page):
    page.one("#new-game").click()
    page.one("#new-options select[name=placing] option[value=free]").click()
    page.one("#new-dialog button[value=new]").click()
    page.until(lambda: "the players fill the board" in page.text("#seats .about"))
    page.until(lambda: on(page, "c9", "empty") and on(page, "e5", "empty"))
    page.one("#box [aria-label^='From the box: yellow']").click()
    page.click("e5")
    page.until(lambda: page.moves() == ["y@e5"])


@pytest.mark.deep
def test_the_end_is_told(page):
    text = "avalam y a5=y1 b5=r1"
    page.do(f"set {text}")
    page.do(f"send position {text}")
    page.until(lambda: on(page, "c9", "empty") and "1" in page.text(".side.moving"))
    page.drag("a5", "b5")
    page.until(lambda: page.text("#status .headline") == "Yellow wins 1 to 0")
    assert page.text("#status .why") == "More stacks."
    assert page.text(".side.won") == "Yellow 1"


@pytest.mark.deep
def test_the_buzzer_is_heard_and_can_be_silenced(page):
    page.one("#sound").click()
    page.one("#sound").click()
    page.drag("c9", "d9")
    page.until(lambda: 1500 in page.tones())
    page.one("#sound").click()
    page.forget_tones()
    page.drag("e6", "f7")
    page.until(lambda: len(page.moves()) == 2)
    page.until(lambda: 1500 in page.tones())
    assert not {0.04} & set(page.tones())
    page.one("#sound").click()


@pytest.mark.deep
def test_a_whole_game_is_played_on_the_page(page):
    position = games.opening("avalam")
    dice = random.Random(7)
    while position.outcome() is None:
        move = dice.choice(list(position.legal_moves()))
        text = position.move_text(move)
        position.push(move)
        page.drag(*text.split("-"))
        page.until(lambda text=text: page.moves()[-1:] == [text])
    assert len(page.moves()) == position.turns
    outcome = position.outcome()
    winner = {(): "A draw", (0,): "Yellow wins", (1,): "Red wins"}[outcome.winners]
    first, second = sorted(outcome.scores, reverse=True)
    page.until(lambda: page.text("#status .headline") == f"{winner} {first} to {second}")
    for cell, name in enumerate(position.grid.names):
        pieces = [
            position.pieces(cell)[at : at + 2] for at in range(0, 2 * position.heights[cell], 2)
        ]
        colours = [{"d0": "yellow", "d1": "red"}[piece] for piece in reversed(pieces)]
        words = " on ".join(colours) or "empty"
        assert page.at(name) == words + (f", {len(pieces)} high" if len(pieces) > 1 else "")


# -- when things go wrong


@pytest.mark.served("a worker is not cut off: it ends with its page")
def test_a_cut_in_mid_drag_loses_nothing(page):
    page.hand().click_and_hold(page.cell("c9")).move_to_element(page.cell("d8")).perform()
    page.until(lambda: on(page, "c9", "empty"))
    page.run(
        """window.notes = [];
        new MutationObserver(() => {
          window.notes.push(document.getElementById("link-note").textContent);
        }).observe(document.getElementById("link-note"), {childList: true});
        window.sockets.at(-1).close();"""
    )
    page.until(lambda: len(page.run("return window.sockets")) == 2)
    page.until(lambda: not page.all("body.cut"))
    lost = "The connection is lost. Trying again …"
    assert page.run("return window.notes") == [lost, ""]
    page.hand().release(page.cell("d9")).perform()
    page.until(lambda: page.moves() == ["c9-d9"])


@pytest.mark.served("a worker is not cut off: it ends with its page")
def test_a_cut_silences_the_buzzer(page):
    page.click("e5")  # a browser lets a page sound only after a gesture
    page.run(
        """const socket = window.sockets.at(-1);
        socket.onmessage({data: '{"type": "tone", "hz": 440}'});
        window.tones.length = 0;
        socket.close();"""
    )
    page.until(lambda: page.tones() == [0])
    page.until(lambda: not page.all("body.cut"))


@pytest.mark.served("the site's rules need no connection")
def test_before_there_is_a_connection_the_rules_say_so(browser, address):
    driver = browser.driver
    never = {"source": "window.WebSocket = class {};"}
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", never)
    try:
        driver.get(address)
        browser.one("#rules").click()
        browser.until(lambda: browser.all("#rules-dialog[open]"))
    finally:
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    assert "there is no connection" in browser.text("#rules-dialog")
    assert browser.log() == []


def test_rules_that_do_not_come_whole_are_said_to_be_missing(page):
    page.run(
        "window.fetch = async () => ({ok: true, text: () => Promise.reject(TypeError('cut'))})"
    )
    page.one("#rules").click()
    page.until(lambda: "there is no connection" in page.text("#rules-dialog[open]"))


SELECTED = """
const link = document.activeElement;
return link.value?.slice(link.selectionStart, link.selectionEnd);
"""


def test_without_a_clipboard_an_invitation_is_selected(page):
    """Over plain HTTP a browser gives none to a page from another machine."""
    page.run("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.show_invitation()
    page.run("document.querySelector('#friends button').click()")
    page.until(lambda: page.run(SELECTED) == "tourelle://join?b=x")


@pytest.mark.deep
def test_a_page_that_comes_back_sees_everything_again(page):
    page.drag("c9", "d9")
    page.until(lambda: page.moves() == ["c9-d9"])
    page.do("lift e6")
    page.until(lambda: on(page, "e6", "empty"))
    page.driver.refresh()
    page.until(lambda: page.moves() == ["c9-d9"])
    assert page.text(".side.moving") == "Red 23"
    assert page.one("#hand .hand-pieces").get_attribute("aria-label") == "red"
    page.until(lambda: "e6" in page.lit())
    page.do("drop e6")


@pytest.mark.deep
@pytest.mark.served("a worker has one page: see test_another_tab_says_that_it_keeps_nothing")
def test_several_browsers_see_the_same(page, address):
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    try:
        page.driver.get(address)
        page.until(lambda: page.all("[data-cell]") and on(page, "c9", "yellow"))
        page.driver.switch_to.window(first)
        page.drag("c9", "d9")
        page.driver.switch_to.window(page.driver.window_handles[-1])
        page.until(lambda: page.moves() == ["c9-d9"] and on(page, "d9", "yellow on red, 2 high"))
    finally:
        page.driver.close()
        page.driver.switch_to.window(first)


def test_nothing_is_loaded_from_elsewhere(page, address):
    loaded = page.run("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert len(loaded) > 10
    assert [name for name in loaded if not name.startswith(address)] == []
