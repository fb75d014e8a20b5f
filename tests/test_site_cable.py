"""*Connect a board*: the site's own code, and a simulated board at the other end of a cable."""

import os
from contextlib import contextmanager
from functools import partial

import pytest

from browser import Browser
from mpremote_port import board_on_port
from serial_stand_in import SCRIPT, Cord, site_with
from tourelle.games import opening
from tourelle_host.chance import Chance
from tourelle_host.site import build

pytestmark = [
    pytest.mark.needs_32_bits,
    pytest.mark.needs_chromium,
    pytest.mark.needs_micropython,
    pytest.mark.deep,
]

PULLS = 8
MOST = 900  # bytes after which it is pulled


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    build.write_page(folder)
    return folder


@contextmanager
def page_with(browser: Browser, site, cord: Cord):
    """The page in a browser whose serial port is the cord's end."""
    command = {"source": SCRIPT}
    added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", command)
    try:
        with site_with(cord, site) as address:
            browser.open(f"{address}play/")
            yield browser
            browser.rest()
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def connect(page: Browser) -> None:
    page.one("#connect").click()
    page.one("#connect-dialog .main").click()


@pytest.fixture
def watched(browser, site):
    """The page, the board that it watches, and the cord between them."""
    with board_on_port("pty") as board:
        board.do("set avalam")
        assert board.port
        cord = Cord(board.port.address)
        with page_with(browser, site, cord) as page:
            connect(page)
            page.until(lambda: page.text("#connect") == "Leave the board")
            page.until(lambda: page.text("#status .headline") == "Yellow to move")
            yield page, board, cord


def test_a_board_is_watched_recorded_and_left(watched):
    page, board, cord = watched
    page.until(lambda: len(page.lit()) == 49)
    board.do("send move c9-d9")
    page.until(lambda: page.moves() == ["c9-d9"])
    board.do("lift c9")
    board.do("drop d9")
    page.until(lambda: page.at("d9") == "yellow on red, 2 high" and "Lift" in page.text("#prompt"))
    board.do("lift e4")
    page.until(lambda: page.at("e4") == "empty")
    page.ask({"do": "lift e5"})
    page.until(lambda: "can only look on" in page.text("#link-note"))
    text = page.save_both()
    assert "c9-d9" in text
    page.close_dialogs()
    page.one("#connect").click()
    page.until(lambda: page.text("#connect") == "Connect a board" and not cord.open.is_set())
    page.until(lambda: page.moves() == [] and page.one(".rail").is_displayed())
    games = "return Object.entries(localStorage).filter(([name]) => name.startsWith('game '))"
    page.until(lambda: page.run(games))
    ((_, kept),) = page.run(games)
    assert kept == text
    assert page.log() == []


def test_a_cable_that_is_pulled_anywhere_loses_nothing(watched):
    page, board, cord = watched
    chance = Chance(11)
    position = opening("avalam")
    played: list[str] = []
    for _ in range(PULLS):
        cord.pull_after(1 + chance.below(MOST))
        while cord.open.is_set():
            moves = list(position.legal_moves())
            move = moves[chance.below(len(moves))]
            played.append(position.move_text(move))
            position.push(move)
            board.do(f"send move {played[-1]}")
            page.until(partial(gone_or_shown, page, played))
        page.until(lambda: page.text("#status .headline") == "The power is off")
        assert "look after its cable" in page.text("#words")
        page.run("plug()")
        page.until(cord.open.is_set)
        page.until(lambda: page.moves() == played)
        page.until(lambda: page.text("#status .headline").endswith("to move"))
    assert page.log() == []


def gone_or_shown(page: Browser, played: list[str]) -> bool:
    off = page.text("#status .headline") == "The power is off"
    return off or page.moves() == played


def test_a_side_that_the_board_gives_to_a_host_is_played(watched):
    page, board, _ = watched
    board.do("send seat r host")
    board.do("send move c9-d9")
    page.until(lambda: len(page.moves()) == 2)
    board.do("send seat y host")
    page.until(lambda: len(page.moves()) > 3)
    assert page.log() == []


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b">>> hello\r\nNameError\r\n>>> ", "Put the firmware on it: tourelle flash"),
        (b"@hello tourelle 0.1.0 link 1 board chess cells 64\r\n", "'chess' board"),
        (b"temperature 21\r\n", "tourelle doctor"),
    ],
)
def test_what_is_no_board_of_ours_is_named(browser, site, answer, words):
    master, slave = os.openpty()
    try:
        with page_with(browser, site, Cord(os.ttyname(slave))) as page:
            connect(page)
            asked = b""
            while b"hello" not in asked:
                asked += os.read(master, 100)
            os.write(master, answer)
            page.until(lambda: words.lower() in page.text("#link-note").lower())
            page.until(lambda: page.text("#connect") == "Connect a board")
            assert page.one(".rail").is_displayed(), "the simulated board is there again"
    finally:
        os.close(master)
        os.close(slave)


def test_a_port_that_another_program_has_is_named(browser, site):
    cord = Cord("")
    cord.free = False
    with page_with(browser, site, cord) as page:
        connect(page)
        page.until(lambda: "close what else is using it" in page.text("#link-note"))
        assert page.text("#connect") == "Connect a board"
        assert all("409" in text for text in page.log())


@pytest.mark.needs_axe
def test_its_dialog_is_accessible(browser, site):
    with page_with(browser, site, Cord("")) as page:
        page.one("#connect").click()
        assert page.one("#connect-dialog .main").is_displayed()
        assert page.violations() == []


def test_a_browser_without_serial_ports_says_so(browser, site):
    cord = Cord("")
    hide = {"source": "Object.defineProperty(Navigator.prototype, 'serial', {value: undefined});"}
    added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", hide)
    try:
        with site_with(cord, site) as address:
            browser.open(f"{address}play/")
            browser.one("#connect").click()
            text = browser.text("#connect-dialog")
            assert "reaches no serial ports" in text and "tourelle watch" in text
            assert "tourelle flash" in text and "tourelle doctor" in text
            assert not browser.all("#connect-dialog .main")
            browser.rest()
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
