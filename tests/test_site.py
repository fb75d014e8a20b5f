"""The static site: what it weighs, and the page with the board in the browser itself."""

import gzip
import json
import os
import re
import subprocess
from functools import partial
from pathlib import Path
from urllib.parse import unquote

import pytest

from browser import Browser, changed_site, folder_served
from depth import deep
from tourelle.games import opening
from tourelle.games.catalogue import GAMES
from tourelle_host.chance import Chance
from tourelle_host.site import build, door
from tourelle_host.wasm import NODE

KILLS = int(os.environ.get("KILLS", "25"))
MOST = 1_000_000  # bytes, compressed, of all that the first move needs

pytestmark = [pytest.mark.needs_32_bits]


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_all_that_the_first_move_needs_is_small(site):
    files = content(site / "play")
    assert sum(len(gzip.compress(data)) for data in files.values()) <= MOST


def test_it_keeps_all_its_files_and_no_others(site):
    kept = re.findall(r"const FILES = (\[.*\]);", (site / "play/sw.js").read_text())
    assert {*json.loads(kept[0]), "sw.js"} == {"./", *content(site / "play")}


def test_nothing_is_loaded_from_elsewhere(site):
    page = (site / "play/index.html").read_text()
    assert "'wasm-unsafe-eval'" in page and "'unsafe-eval'" not in page
    for name, data in content(site / "play").items():
        if name.endswith((".html", ".css", ".js")):
            assert not re.search(rb"(src|href|import|from|url)\W{1,3}https?:", data), name


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of the whole site."""
    folder = tmp_path_factory.mktemp("whole")
    build.build(folder)
    return folder


@pytest.mark.deep
def test_another_build_is_the_same_byte_for_byte(whole, tmp_path):
    build.build(tmp_path / "again")
    assert content(tmp_path / "again") == content(whole)
    assert len(list((whole / "downloads").glob("*.uf2"))) == 3


@pytest.mark.deep
def test_every_link_of_its_pages_leads_somewhere(whole):
    pages = [path for path in whole.rglob("*.html") if "play" not in path.parts]
    assert len(pages) > 30
    for page in pages:
        for link in re.findall(r'(?:href|src)="([^"]*)"', page.read_text(encoding="utf-8")):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / unquote(path)).resolve() if path else page
            target = target / "index.html" if target.is_dir() else target
            assert target.is_file(), f"{page}: {link}"
            if anchor and target.suffix == ".html":
                assert f'id="{anchor}"' in target.read_text(encoding="utf-8"), f"{page}: {link}"


def test_the_page_of_licences_names_all_that_the_site_has_of_others():
    page = door.pages()["licences.html"].decode()
    for name in ("MicroPython", "Emscripten", "musl", "re1.5", "uzlib", "littlefs"):
        assert name in page
    for licence in ("MIT licence", "BSD licence of three clauses", "zlib licence"):
        assert f"<h2>The {licence}</h2>" in page
    assert all(entry.title in page for entry in GAMES), "they are their authors'"


@pytest.mark.deep
@pytest.mark.needs_chromium
@pytest.mark.needs_axe
@pytest.mark.parametrize("name", ["index", "build", "licences", "docs/index", "docs/link"])
def test_the_sites_pages_are_accessible(browser, whole, name):
    with folder_served(whole) as address:
        browser.driver.get(f"{address}{name}.html")
        assert browser.violations() == []
        browser.rest()


# -- in the browser


@pytest.fixture
def page(browser: Browser, site):
    """The page of a site of its own, with a new game of Avalam on it."""
    with folder_served(site) as address:
        browser.open(f"{address}play/")
        browser.ask({"new": "avalam", "options": {}})
        browser.answered()
        browser.until(lambda: browser.text("#status .headline") == "Yellow to move")
        browser.until(lambda: len(browser.lit()) == 49)
        yield browser
        browser.rest()


def played(page: Browser, origin: str, target: str) -> None:
    """Move a stack as a person does, and wait until the board says so."""
    moves = page.moves()
    page.drag(origin, target)
    page.until(lambda: page.moves() == [*moves, f"{origin}-{target}"])


@pytest.mark.needs_chromium
def test_a_game_is_played_and_outlives_the_page(page):
    played(page, "c9", "d9")
    assert page.at("d9") == "yellow on red, 2 high"
    page.open(page.driver.current_url)
    page.until(lambda: page.text("#status .headline") == "Red to move")
    assert page.at("d9") == "yellow on red, 2 high"
    assert not page.one("#new-dialog").is_displayed()
    page.ask({"do": "fly"})
    page.until(lambda: "there is no command 'fly'" in page.text("#link-note"))
    assert page.log() == []


@pytest.mark.needs_chromium
def test_the_lights_keep_their_rhythm_while_nobody_does_anything(page):
    for _ in range(4):  # bright, less bright, and again
        before = page.lit().get("c9")
        page.until(lambda before=before: page.lit().get("c9") != before)


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_a_power_cut_costs_nothing(page):
    played(page, "c9", "d9")
    played(page, "e4", "e3")
    page.one("#power").click()
    page.until(lambda: page.text("#status .headline") == "The power is off")
    assert page.lit() == {}
    page.one("#power").click()
    page.until(page.lit)  # before it has started again, nobody reads its buttons
    page.until(lambda: page.text("#status .headline") == "Yellow to move")
    assert "24" not in page.text("#status .sides")
    page.one("#undo").click()
    page.until(lambda: page.text("#status .headline") != "Yellow to move")


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_without_the_server_it_goes_on_from_the_second_visit(browser, site):
    with folder_served(site) as address:
        browser.open(f"{address}play/")
        browser.driver.execute_async_script(
            "navigator.serviceWorker.ready.then(() => arguments[0]())"
        )
    browser.open(f"{address}play/")
    browser.until(lambda: browser.all("#rules"))
    browser.one("#rules").click()
    browser.until(lambda: "Avalam" in browser.text("#rules-dialog article"))
    browser.close_dialogs()
    browser.ask({"new": "tours", "options": {}})
    browser.until(lambda: "to move" in browser.text("#status .headline"))
    browser.rest()


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_another_tab_takes_the_game_and_the_first_says_so(page):
    driver = page.driver
    first = driver.current_window_handle
    address = driver.current_url
    played(page, "c9", "d9")
    driver.switch_to.new_window("tab")
    try:
        driver.get(address)
        page.until(lambda: page.moves() == ["c9-d9"])
        second = driver.current_window_handle
        driver.switch_to.window(first)
        page.until(lambda: "in another tab now" in page.text("#link-note"))
        page.one("#ok").click()  # nothing is done here any more
        assert "in another tab now" in page.text("#link-note")
        page.open(address)  # and here it is again
        page.until(lambda: page.moves() == ["c9-d9"])
    finally:
        driver.switch_to.window(second)
        driver.close()
        driver.switch_to.window(first)


@pytest.mark.parametrize("game", deep("tawol", "tours", "cabale"))
@pytest.mark.needs_chromium
def test_every_game_comes_with_its_board_and_an_opponent(page, game):
    page.ask({"new": game, "options": {}, "seats": {}})
    title = next(entry.title for entry in GAMES if entry.name == game)
    page.until(lambda: title in page.text("#seats .about") and page.lit())
    page.until(lambda: page.text("#status .headline").endswith("to move"))
    page.ask({"do": "send hint"})
    page.until(lambda: "A hint" in page.text("#prompt"))
    side = next(entry.sides for entry in GAMES if entry.name == game)[0]
    page.ask({"new": game, "options": {}, "seats": {side: "host"}})
    page.until(lambda: len(page.moves()) == 1)


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_the_record_and_the_events_are_saved(page):
    played(page, "c9", "d9")
    assert "c9-d9" in page.save_both()


@pytest.mark.parametrize("trials", [20, *deep(2000)])
def test_files_that_are_cut_off_at_any_byte_lose_the_last_change_at_most(site, trials):
    program = Path(__file__).parent / "wasm" / "flash.mjs"
    command = [*NODE, str(program), str(site / "play/worker/flash.js"), str(trials)]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.stdout == f"{trials}\n", ran.stderr[-2000:]


# What outlives a worker is written or told. It is cut off within such a moment, so many after it is
# asked to die; lights are told at any time, and do not count.
MORTAL = """
let moments = Infinity;
function lives() {
  if (moments && --moments === 0) tell.call(self, JSON.stringify({ type: "dead", text: "dead" }));
  return moments > 0;
}
addEventListener("message", (event) => {
  const { die } = typeof event.data === "string" ? JSON.parse(event.data) : {};
  if (die) {
    moments = die;
    event.stopImmediatePropagation();
  }
});
const tell = self.postMessage;
self.postMessage = (text) => {
  if (JSON.parse(text).type === "frame" || lives()) tell.call(self, text);
};
const { write, truncate } = FileSystemSyncAccessHandle.prototype;
FileSystemSyncAccessHandle.prototype.write = function (data, ...given) {
  const lived = moments > 0;
  const part = lives() ? data : data.subarray(0, lived ? data.length / 2 : 0);
  write.call(this, part, ...given);
  return data.length;
};
FileSystemSyncAccessHandle.prototype.truncate = function (size) {
  if (lives()) truncate.call(this, size);
};
"""
MOMENTS = 20  # a few more than a step has until it is in the files


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_a_worker_that_is_killed_at_any_moment_loses_no_told_step_but_the_last(
    browser, site, tmp_path
):
    chance = Chance(5)
    position = opening("avalam")
    steps: list[str] = []  # all that the board has told before the last one
    lost = within = 0
    left = KILLS
    with folder_served(changed_site(site, tmp_path, MORTAL)) as served:
        address = f"{served}play/"
        new_game(browser, address)
        while left:
            moves = list(position.legal_moves())
            if not moves:
                position, steps = opening("avalam"), []
                new_game(browser, address)
                continue
            left -= 1
            move = moves[chance.below(len(moves))]
            sent = position.move_text(move)
            browser.ask({"die": 1 + chance.below(MOMENTS)})
            browser.ask({"do": f"send move {sent}"})
            browser.ask({"save": "events"})  # they are told once the step is in the files
            browser.until(lambda: dead(browser) or browser.one("#wrong-dialog").is_displayed())
            cut_off = dead(browser)
            within += cut_off
            browser.open(address)
            browser.until(partial(complete, browser, len(steps)))
            kept = browser.moves()
            assert kept == [*steps, sent] or (cut_off and kept == steps)
            if kept != steps:
                position.push(move)
            lost += kept == steps
            steps = kept
        browser.rest()
    assert within
    print(
        f"{KILLS} kills, {within} while a step was written or told: {lost} steps under way were "
        "lost, and none that had been told before"
    )


def new_game(page: Browser, address: str) -> None:
    """A new game of Avalam, which the browser has in its files."""
    page.open(address)
    page.ask({"new": "avalam", "options": {}})
    page.answered()
    page.until(lambda: not page.moves() and len(page.lit()) == 49)
    page.recorded()


def dead(page: Browser) -> bool:
    """Whether the page's worker has been cut off."""
    return page.run("return window.heard.includes('dead')")


def complete(page: Browser, least: int) -> bool:
    """Whether the page shows so many steps or more, as many as the side to move says."""
    moving = page.text(".side.moving").partition(" ")[0]
    count = len(page.moves())
    headline = page.text("#status .headline")
    ended = " to " in headline and "move" not in headline  # "Yellow wins 7 to 6"
    return count >= least and (ended or moving == ("Yellow", "Red")[count % 2])
