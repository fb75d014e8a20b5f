"""The site where a browser lacks or refuses something: a sentence each, and nothing is lost."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from browser import Browser, changed_site, folder_served
from tourelle_host.site import build

pytestmark = [pytest.mark.needs_32_bits]

REFUSED = """
navigator.storage.getDirectory = async () => { throw new DOMException("No.", "SecurityError"); };
"""
# The worker's files take no more bytes once the page has played its first steps.
FULL = """
const write = FileSystemSyncAccessHandle.prototype.write;
FileSystemSyncAccessHandle.prototype.write = function (data, ...given) {
  const full = new TextDecoder().decode(data).includes("e4-e3");
  if (full) throw new DOMException("Full.", "QuotaExceededError");
  return write.call(this, data, ...given);
};
"""
# A worker that hears nobody has the files for a while.
HELD = """
let left = 120;
const take = FileSystemFileHandle.prototype.createSyncAccessHandle;
FileSystemFileHandle.prototype.createSyncAccessHandle = async function () {
  if (left-- > 0) throw new DOMException("Held.", "NoModificationAllowedError");
  return take.call(this);
};
"""
# A worker that is busy for ever ends when the browser's patience does.
BUSY = """
addEventListener("message", ({ data }) => {
  while (String(data).includes("be busy"));
});
"""
# Whether the browser's files have this word.
KEPT = """
const [word, done] = arguments;
(async () => {
  const folder = await navigator.storage.getDirectory();
  const texts = [];
  for (const name of ["log-a", "log-b"]) {
    const file = await (await folder.getFileHandle(name)).getFile();
    texts.push(await file.text());
  }
  return texts.some((text) => text.includes(word));
})().then(done, () => done(false)); // one was just written
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build.write_page(folder)
    return folder


def test_no_script_makes_programs_of_texts_or_needs_shared_memory(site):
    """The page's policy does not reach its workers."""
    scripts = [path for path in site.rglob("*") if path.suffix in (".js", ".mjs")]
    assert len(scripts) > 30
    for path in scripts:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\beval\b|\bFunction\(|SharedArrayBuffer|importScripts", text), path
        assert not re.search(r"set(Timeout|Interval)\(\s*[\"'`]", text), path


@contextmanager
def scripted(browser: Browser, source: str) -> Iterator[None]:
    """The browser runs this before a page's own scripts."""
    command = {"source": source}
    added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", command)
    try:
        yield
        browser.rest()
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def begun(page: Browser, address: str) -> None:
    """A new game of Avalam."""
    page.open(f"{address}play/")
    page.ask({"new": "avalam", "options": {}})
    page.answered()
    page.until(lambda: page.text("#status .headline") == "Yellow to move")


def play(page: Browser, step: str, moves: list[str]) -> None:
    page.do(f"send move {step}")
    page.until(lambda: page.moves() == moves)


def kept(page: Browser, step: str) -> None:
    """Wait until the browser has it in its files."""
    page.until(lambda: page.driver.execute_async_script(KEPT, step))


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_a_browser_without_webassembly(browser, site):
    with scripted(browser, "delete globalThis.WebAssembly"), folder_served(site) as address:
        browser.driver.get(f"{address}play/")
        browser.until(lambda: "has no WebAssembly" in browser.text("#link-note"))
        assert not browser.one("#connect").is_displayed()
        assert browser.log() == []


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_storage_that_is_refused(browser, site, tmp_path):
    with folder_served(changed_site(site, tmp_path, REFUSED)) as address:
        browser.driver.get(f"{address}play/")
        browser.until(lambda: "lets the page keep nothing" in browser.text("#link-note"))
        begun(browser, address)
        play(browser, "c9-d9", ["c9-d9"])
        browser.rest()


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_storage_that_is_full_keeps_what_it_had(browser, site, tmp_path):
    with folder_served(changed_site(site, tmp_path, FULL)) as address:
        begun(browser, address)
        play(browser, "c9-d9", ["c9-d9"])
        play(browser, "e4-e3", ["c9-d9", "e4-e3"])
        browser.until(lambda: "no room left to keep the game" in browser.text("#link-note"))
        play(browser, "f4-f3", ["c9-d9", "e4-e3", "f4-f3"])
        browser.open(f"{address}play/")
        browser.until(lambda: browser.moves() == ["c9-d9"])
        browser.rest()


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_files_that_nobody_lets_go_of_are_waited_for(browser, site, tmp_path):
    with folder_served(changed_site(site, tmp_path, HELD)) as address:
        begun(browser, address)
        play(browser, "c9-d9", ["c9-d9"])
        kept(browser, "c9-d9")
        browser.rest()
        browser.driver.get(f"{address}play/")
        browser.until(lambda: "does not let go of it" in browser.text("#link-note"))
        browser.until(lambda: browser.moves() == ["c9-d9"])
        browser.rest()


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_a_page_that_is_left_while_its_worker_is_busy(browser, site, tmp_path):
    with folder_served(changed_site(site, tmp_path, BUSY)) as address:
        begun(browser, address)
        play(browser, "c9-d9", ["c9-d9"])
        kept(browser, "c9-d9")
        browser.do("be busy")
        browser.driver.get(f"{address}play/")
        browser.until(lambda: browser.moves() == ["c9-d9"])
        browser.rest()


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_the_way_back_to_a_page_leads_to_its_game(browser, site):
    with folder_served(site) as address:
        begun(browser, address)
        play(browser, "c9-d9", ["c9-d9"])
        kept(browser, "c9-d9")
        browser.driver.get(f"{address}play/icon.svg")
        browser.driver.back()
        browser.until(lambda: browser.moves() == ["c9-d9"])
        browser.rest()


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_a_worker_that_does_not_load_is_reported(browser, site, tmp_path):
    made = changed_site(site, tmp_path, "")
    (made / "play/worker/changes.js").unlink()
    (made / "play/worker/flash.js").unlink()
    with folder_served(made) as address:
        browser.driver.get(f"{address}play/")
        browser.until(lambda: "runs the board in this page has ended" in browser.text("#link-note"))
        browser.rest()


@pytest.mark.deep
@pytest.mark.needs_chromium
def test_an_older_version_gives_way_and_the_game_goes_on(browser, site, tmp_path):
    made = tmp_path / "older"
    shutil.copytree(site, made)
    page, worker = made / "play/index.html", made / "play/sw.js"
    page.write_text(page.read_text().replace("<title>Tourelle", "<title>An older Tourelle"))
    rules = made / "play/rules/avalam/page.html"
    rules.write_text("<p>The older rules.</p>")
    older = re.sub(r"tourelle-[0-9a-f]{16}", "tourelle-older", worker.read_text())
    worker.write_text(older)
    with folder_served(made) as address:
        begun(browser, address)
        ready = "navigator.serviceWorker.ready.then(() => arguments[0]())"
        browser.driver.execute_async_script(ready)
        play(browser, "c9-d9", ["c9-d9"])
        kept(browser, "c9-d9")
        for path in (page, worker, rules):
            path.write_bytes((site / path.relative_to(made)).read_bytes())
            later = path.stat().st_mtime + 9  # servers tell times in seconds
            os.utime(path, (later, later))
        browser.open(f"{address}play/")
        assert browser.driver.title == "An older Tourelle"
        browser.until(lambda: "There is a newer version" in browser.text("#newer"))
        browser.ask({"do": "fly"})
        browser.until(lambda: "no command 'fly'" in browser.text("#link-note"))
        assert "There is a newer version" in browser.text("#newer")
        browser.until(lambda: browser.moves() == ["c9-d9"])
        browser.one("#rules").click()  # all that a page ever loads is of its own version
        browser.until(lambda: browser.text("#rules-dialog article") == "The older rules.")
        browser.driver.get(f"{address}play/")
        browser.until(lambda: browser.driver.title == "Tourelle")
        browser.until(lambda: browser.moves() == ["c9-d9"])
        browser.one("#rules").click()
        browser.until(lambda: "neighbour" in browser.text("#rules-dialog article"))
        browser.rest()
