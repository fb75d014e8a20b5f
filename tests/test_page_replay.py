"""In a real browser: a record step by step, a real board's mirror, the button that saves a game."""

import pytest

from browser import serving
from mpremote_port import board_on_port
from tourelle import games
from tourelle_host import record as records
from tourelle_host.record import Record

pytestmark = pytest.mark.needs_chromium

STEPS = ["c9-d9", "e4-e3", "a4-a5"]


def test_a_record_is_stepped_through(browser, tmp_path):
    record = Record(games.opening("avalam").text(), STEPS, {"y": "Ann"}, "2026-11-21")
    path = tmp_path / "game.txt"
    path.write_text(records.write(record))
    with serving("replay", str(path)) as address:
        browser.open(address)
        browser.until(lambda: browser.text("#steps output") == "0 of 3")
        assert browser.at("c9") == "yellow"
        browser.one("[data-step=on]").click()
        browser.until(lambda: browser.text("#steps output") == "1 of 3")
        browser.until(lambda: browser.at("d9") == "yellow on red, 2 high")
        assert browser.at("c9") == "empty" and set(browser.lit()) == {"c9", "d9"}
        browser.one("[data-step=last]").click()
        browser.until(lambda: browser.text("#steps output") == "3 of 3")
        assert browser.one("[data-step=on]").get_attribute("disabled")
        assert browser.text("#moves").split()[-1] == "a4-a5"
        assert browser.text("#words") == "2026-11-21. Ann plays y."
        assert not browser.one("#ok").is_displayed(), "nobody has a hand here"
        assert not browser.one("#prompt").is_displayed(), "nor a button to press"
        assert browser.all("#seats select") == []
        browser.hand().context_click(browser.cell("d9")).perform()
        assert not browser.one("#cell-menu").is_displayed(), "whose entries would do nothing"
        browser.one("#save").click()
        browser.until(browser.saved)
        name, text = browser.saved()
        assert name == "avalam-2026-11-21.txt" and records.read(text) == record
        assert browser.log() == []


@pytest.mark.deep
def test_a_saved_game_is_looked_at_beside_a_replay_and_leaves_it_alone(browser, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(records.write(Record(games.opening("avalam").text(), STEPS)))
    saved = records.write(Record(games.opening("avalam").text(), ["i5-h5", "f1-g1"]))
    with serving("replay", str(path)) as address:
        browser.open(address)
        browser.until(lambda: browser.text("#steps output") == "0 of 3")
        browser.one("[data-step=on]").click()
        browser.until(lambda: browser.text("#steps output") == "1 of 3")
        browser.look_at(saved)
        browser.until(lambda: browser.text("#steps output") == "2 of 2")
        browser.one("[data-step=back]").click()
        browser.until(lambda: browser.text("#steps output") == "1 of 2")
        browser.run("window.heard.length = 0")
        browser.ask({"step": 2})  # as another browser would
        browser.until(lambda: browser.run("return window.heard.length"))
        assert browser.text("#steps output") == "1 of 2"
        browser.one("#looking .main").click()
        browser.until(lambda: browser.text("#steps output") == "2 of 3")
        assert browser.moves()[-1] == "e4-e3"


@pytest.mark.deep
def test_a_game_at_the_simulated_board_can_be_saved(browser):
    with serving("play") as address:
        browser.open(address)
        browser.ask({"new": "avalam", "options": {"placing": "free"}})
        browser.until(lambda: browser.text("#status .headline") == "Yellow to move")
        assert not browser.one("#save").is_displayed()
        browser.do("place c9 y1")
        browser.until(lambda: browser.moves())
        browser.until(lambda: browser.one("#save").is_displayed())
        browser.one("#save").click()
        browser.until(browser.saved)
        assert records.read(browser.saved()[1]).steps == ["y@c9"]


@pytest.mark.deep
@pytest.mark.needs_micropython
def test_a_running_board_is_mirrored(browser):
    with board_on_port() as board:
        assert board.port
        board.do("set avalam")
        with serving("watch", "--port", board.port.address) as address:
            browser.open(address)
            browser.until(lambda: browser.text("#status .headline") == "Yellow to move")
            browser.until(lambda: browser.at("c9") == "yellow" and len(browser.lit()) == 49)
            assert not browser.one("#ok").is_displayed()
            assert [seat.is_enabled() for seat in browser.all("#seats select")] == [False, False]
            board.do("lift c9")
            browser.until(lambda: browser.at("c9") == "empty")
            browser.until(lambda: set(browser.lit()) == {"c9", "d9", "b8", "c8", "d8"})
            board.do("drop d9")
            board.do("nudge d9")
            browser.until(lambda: browser.at("d9") == "yellow on red, 2 high")
            browser.until(lambda: browser.moves() == ["c9-d9"])
            browser.until(lambda: browser.text("#status .headline") == "Red to move")
            board.do("power off")
            browser.until(lambda: browser.text("#status .headline") == "The power is off")
            assert "look after its cable" in browser.text("#words")
            assert browser.log() == []
