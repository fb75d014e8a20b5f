"""Looking back on the page, and the games that it keeps: what is on the board, and before."""

import pytest

from browser import Browser
from tourelle_host import record as records

pytestmark = pytest.mark.needs_chromium

LEFT, RIGHT, HOME = "\ue012", "\ue014", "\ue011"
MOVES = ["c9-d9", "e6-f7", "d8-d9"]
FORBIDDEN = """
Object.defineProperty(window, "localStorage", {get: () => {
  throw new DOMException("not here", "SecurityError");
}});
"""
NO_ROOM = (
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
)

UNREADABLE = "Blob.prototype.text = () => Promise.reject(new DOMException('', 'NotReadableError'));"


@pytest.fixture
def page(browser: Browser, address):
    """A new game of Avalam between two people, nothing kept."""
    browser.open(address)
    new(browser, {"y": "hand", "r": "hand"})
    # Only now: a game that was already over when the page opened is kept, too.
    browser.run("localStorage.clear()")
    yield browser
    assert browser.log() == []


def new(page: Browser, seats: dict) -> None:
    page.do("power on")
    page.ask({"new": "avalam", "options": {}, "seats": seats})
    page.answered()
    page.until(lambda: page.text("#status .headline") == "Yellow to move" and not page.moves())
    page.until(lambda: page.at("c9") == "yellow")


def play(page: Browser, moves: list[str]) -> None:
    for number, move in enumerate(moves, 1):
        page.drag(*move.split("-"))
        page.until(lambda: len(page.moves()) == number)  # noqa: B023  (it is over before the next)


def resign(page: Browser) -> None:
    page.do("send resign")
    page.until(lambda: "wins" in page.text("#status .headline"))


def headline(page: Browser) -> str:
    return page.text("#looking .headline") if page.one("#looking").is_displayed() else ""


def kept(page: Browser) -> list[str]:
    """The records that the browser keeps."""
    return page.run(
        "return Object.keys(localStorage).filter((name) => name.startsWith('game '))"
        ".map((name) => localStorage.getItem(name))"
    )


def test_a_click_on_a_move_shows_how_it_stood_and_arrow_keys_step(page):
    play(page, MOVES)
    page.all("#moves button")[0].click()
    page.until(lambda: headline(page) == "After move 1 of 3")
    assert page.at("d9") == "yellow on red, 2 high" and page.at("e6") == "red"
    assert set(page.lit()) == {"c9", "d9"}
    assert page.one("#moves [aria-current]").text.split()[-1] == "c9-d9"
    page.click("e6")  # nothing is moved there
    page.until(lambda: "nothing is moved there" in page.text("#link-note"))
    page.hand().context_click(page.cell("e6")).perform()
    assert not page.one("#cell-menu").is_displayed()
    page.one("#moves button").send_keys(RIGHT)
    page.until(lambda: headline(page) == "After move 2 of 3" and page.at("e6") == "empty")
    page.keys(LEFT)
    page.until(lambda: headline(page) == "After move 1 of 3")
    page.keys(HOME)
    page.until(lambda: headline(page) == "The beginning" and page.at("c9") == "yellow")
    page.one("#looking .main").click()
    page.until(lambda: not headline(page))
    page.until(lambda: page.at("c9") == "empty" and page.text("#status .headline") == "Red to move")


def test_arrow_keys_in_a_text_field_move_in_its_text(page):
    play(page, MOVES)
    page.all("#moves button")[2].click()
    page.until(lambda: headline(page) == "After move 3 of 3")
    page.show_invitation()
    page.one("#friends .link").send_keys(LEFT)
    page.answered()
    assert headline(page) == "After move 3 of 3"


def test_who_goes_back_before_a_step_has_come_is_back(page):
    play(page, MOVES)
    page.all("#moves button")[2].click()
    page.until(lambda: headline(page) == "After move 3 of 3")
    page.run(
        """document.querySelector("#moves button").click();
        document.querySelector("#looking .main").click();"""
    )
    page.answered()
    assert not page.one("#looking").is_displayed()


@pytest.mark.deep
def test_the_history_outlasts_a_power_cut_and_a_reload(page, address):
    play(page, MOVES)
    page.do("power off")
    page.until(lambda: page.text("#status .headline") == "The power is off")
    page.do("power on")
    page.until(lambda: page.moves() == MOVES)
    page.open(address)
    page.until(lambda: page.moves() == MOVES)
    page.until(lambda: len(page.all("#moves button")) == len(MOVES))
    page.all("#moves button")[1].click()
    page.until(lambda: headline(page) == "After move 2 of 3")


def test_a_game_that_is_over_is_kept_with_a_picture_and_can_be_looked_at(page):
    play(page, MOVES[:2])
    resign(page)
    page.until(lambda: len(kept(page)) == 1)
    record = records.read(kept(page)[0])
    assert (record.steps, record.why) == (MOVES[:2], "resigned")
    page.one("#games").click()
    page.until(lambda: len(page.all("#games-dialog .miniature .stack")) == 46)
    assert "Red wins" in page.text("#games-dialog li")
    page.keys("\ue00c")
    page.until(lambda: not page.all("dialog[open]"))
    page.one("#new-game").click()
    page.one("#new-saved").click()
    page.until(lambda: page.all("[data-do=look]"))
    page.one("[data-do=look]").click()
    page.until(lambda: headline(page) == "After move 2 of 2")
    assert not page.all("dialog[open]"), "nothing lies over it"
    assert page.text("#looking .main") == "Close this game"


DEAF = """
const socket = window.sockets.at(-1);
const hear = socket.onmessage;
socket.onmessage = (event) => JSON.parse(event.data).type === "look" || hear(event);
"""


@pytest.mark.served("a worker is not cut off: it ends with its page")
def test_a_game_that_ends_just_before_a_cut_is_kept_after_it(page):
    play(page, MOVES[:2])
    page.run(DEAF)  # the answer with the record is lost
    resign(page)
    page.cut()
    page.until(lambda: [records.read(text).steps for text in kept(page)] == [MOVES[:2]])


@pytest.mark.deep
def test_play_again_and_swap_sides(page):
    new(page, {"y": "hand", "r": "board 1"})
    resign(page)
    press(page, "Swap sides")
    page.until(lambda: page.moves() and page.heard("@seat r hand"))
    page.until(lambda: page.text("#status .headline").startswith("Red"))
    page.do("send seat y hand")
    resign(page)
    press(page, "Play again")
    page.until(lambda: page.text("#status .headline") == "Yellow to move" and not page.moves())


def press(page: Browser, words: str) -> None:
    page.until(lambda: page.all("#prompt .choices button"))
    [one] = [one for one in page.all("#prompt .choices button") if one.text == words]
    one.click()


@pytest.mark.deep
def test_a_game_that_goes_on_takes_its_own_place_and_one_deleted_can_be_kept(page):
    play(page, MOVES[:2])
    page.one("#save").click()
    page.until(lambda: len(kept(page)) == 1)
    resign(page)
    page.until(lambda: kept(page) and "Result:" in kept(page)[0])
    assert len(kept(page)) == 1
    page.one("#games").click()
    page.until(lambda: page.all("#games-dialog .miniature"))
    delete = page.one("[data-do=delete]")
    delete.click()
    assert kept(page) == [] and delete.text == "Undo: keep it"
    delete.click()
    assert len(kept(page)) == 1
    page.close_dialogs()


def test_a_game_that_is_over_and_was_deleted_stays_so_when_the_page_is_loaded_again(page, address):
    play(page, MOVES[:2])
    resign(page)
    page.until(lambda: len(kept(page)) == 1)
    page.one("#games").click()
    page.one("[data-do=delete]").click()
    page.close_dialogs()
    page.recorded()
    page.open(address)
    page.until(lambda: "wins" in page.text("#status .headline"))
    page.answered()
    assert kept(page) == []


@pytest.mark.served("the site's table is in the page")
def test_without_a_connection_the_games_say_which_they_are(page):
    play(page, MOVES[:2])
    resign(page)
    page.until(lambda: len(kept(page)) == 1)
    page.run("window.WebSocket = class { static OPEN = 1; }; window.sockets.at(-1).close()")
    page.until(lambda: "The connection is lost" in page.text("#link-note"))
    page.run("document.getElementById('games').click()")
    said = page.text("#games-dialog li")
    assert said.startswith("Avalam Red wins 20"), "the game, its end, its date"
    assert page.text("#games-dialog .none").startswith("There is no connection")
    page.rest()


@pytest.mark.served("a worker is not cut off: it ends with its page")
def test_a_game_that_could_not_be_asked_for_is_not_looked_at_later(page):
    play(page, MOVES[:2])
    page.keep("game one", "Game: avalam\n\n1. y i5-h5\n")
    page.run("""window.later = [];
        window.setTimeout = (act) => window.later.push(act);
        window.sockets.at(-1).close();""")
    page.until(lambda: "The connection is lost" in page.text("#link-note"))
    page.run("document.getElementById('games').click()")
    page.one("[data-do=look]").click()
    page.run("window.setTimeout = window.timer; for (const act of window.later) act();")
    page.until(lambda: page.run("return window.sockets.at(-1).readyState") == 1)
    page.answered()
    page.all("#moves button")[0].click()
    page.until(lambda: headline(page) == "After move 1 of 2")
    assert page.text("#looking .main") == "Back to the game"


@pytest.mark.parametrize(
    "request_",
    [{"new": "avalam", "options": {}}, {"new": "tours", "options": {}}, {"link": "avalam"}],
    ids=str,
)
def test_a_game_in_progress_is_kept_when_another_begins(page, request_):
    play(page, MOVES[:2])
    page.ask(request_)
    page.until(lambda: "is kept in “Saved games”" in page.text("#link-note"))
    page.until(lambda: [records.read(text).steps for text in kept(page)] == [MOVES[:2]])
    page.until(lambda: not page.moves())
    assert page.one("#games").is_displayed(), "where the note sends people"
    page.ask({"new": "avalam", "options": {}})
    page.answered()
    assert len(kept(page)) == 1, "one without a move is not"


@pytest.mark.served("on the site one tab has the board")
def test_nobody_is_asked_for_a_game_once_one_has_begun_elsewhere(browser, playing):
    with playing() as address:
        browser.open_to_choose(address)
        first = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        browser.driver.get(address)
        browser.until(lambda: browser.one("#new-dialog").is_displayed())
        browser.one("#new-dialog [value=cancel]").click()
        browser.until(lambda: browser.text("#status .headline") == "Yellow to move")
        browser.drag("c9", "d9")
        browser.until(lambda: browser.moves() == ["c9-d9"])
        browser.driver.close()
        browser.driver.switch_to.window(first)
        browser.until(lambda: not browser.one("#new-dialog").is_displayed())
        assert browser.moves() == ["c9-d9"]
        browser.rest()


def test_a_game_that_was_saved_as_a_file_is_opened(page, tmp_path):
    game = tmp_path / "game.txt"
    game.write_text("Game: avalam\nResult: y 24 23\nWhy: resigned\n\n1. y c9-d9\n")
    other = tmp_path / "other.txt"
    other.write_text("Dear diary,")
    endless = tmp_path / "endless.txt"
    endless.write_text("x" * 10**6)
    page.one("#new-game").click()
    page.one("#new-saved").click()
    for path, words in (
        (endless, "That file is not a game: it is too long."),
        (other, "That file is not a game: "),
        (game, "Yellow wins"),
        (game, "That game is in this list already."),
    ):
        page.one("#games-dialog input").send_keys(str(path))
        page.until(lambda: words in page.text("#games-dialog form"))  # noqa: B023
    assert [records.read(text).steps for text in kept(page)] == [["c9-d9"]]
    page.one("[data-do=look]").click()
    page.until(lambda: headline(page) == "After move 1 of 1")


def test_a_file_that_cannot_be_read_costs_a_sentence(page, tmp_path):
    gone = tmp_path / "gone.txt"
    gone.write_text("Game: avalam\n\n1. y c9-d9\n")
    page.run(UNREADABLE)
    page.one("#new-game").click()
    page.one("#new-saved").click()
    page.one("#games-dialog input").send_keys(str(gone))
    page.until(lambda: "That file cannot be read." in page.text("#games-dialog form"))


def test_a_damaged_game_says_why_and_stays(page):
    page.keep("game 1", "Game: avalam\n\n1. y c9-e5")
    page.one("#new-game").click()
    page.one("#new-saved").click()
    page.until(lambda: "'c9-e5' is not a legal move" in page.text("#games-dialog li"))
    assert not page.one("[data-do=look]").is_enabled()
    page.close_dialogs()
    assert len(kept(page)) == 1


def script(page: Browser, source: str) -> str:
    """Run this in every page that is opened, before its own scripts; what removes it again."""
    command = "Page.addScriptToEvaluateOnNewDocument"
    return page.driver.execute_cdp_cmd(command, {"source": source})["identifier"]


@pytest.mark.deep
def test_where_nothing_may_be_kept_a_sentence_says_so_and_the_game_goes_on(page, address):
    number = script(page, FORBIDDEN)
    try:
        page.open(address)
        play(page, MOVES[:2])
        resign(page)
        page.until(lambda: "or is not allowed to: save it as a file" in page.text("#link-note"))
        page.one("#save").click()
        page.until(page.saved)
        assert records.read(page.saved()[1]).steps == MOVES[:2], "nothing is lost"
        page.one("#games").click()
        page.until(lambda: "is not allowed to" in page.text("#games-dialog .none"))
        page.keys("\ue00c")
        press(page, "Play again")
        page.until(lambda: not page.moves() and page.text("#status .headline") == "Yellow to move")
    finally:
        page.driver.execute_cdp_cmd(
            "Page.removeScriptToEvaluateOnNewDocument", {"identifier": number}
        )
        page.open(address)


@pytest.mark.deep
@pytest.mark.parametrize("text", ["", "{", "Game: chess\n\n", "\x00\ufffd" * 50], ids=repr)
def test_whatever_is_kept_costs_a_sentence_at_most(page, text):
    page.keep("game 1", text)
    page.one("#new-game").click()
    page.one("#new-saved").click()
    page.until(lambda: page.text("#games-dialog li b") and page.text("#games-dialog li p"))
    page.close_dialogs()
    assert kept(page) == [text]
    play(page, MOVES[:1])


@pytest.mark.deep
def test_where_there_is_no_room_a_sentence_says_so(page):
    page.run(NO_ROOM)
    play(page, MOVES[:1])
    page.one("#save").click()
    page.until(lambda: "save it as a file" in page.text("#link-note"))
    page.until(page.saved)
    assert records.read(page.saved()[1]).steps == MOVES[:1], "nothing is lost"
    page.driver.refresh()
