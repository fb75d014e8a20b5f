"""A browser and a server for the tests of the page: `tourelle play` and headless Chromium."""

import functools
import json
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from patience import PATIENCE_S
from tourelle.games.catalogue import GAMES

LAPTOP = (1280, 800)
PHONE = (390, 844)

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    # One process draws all pages: a new one for each that is opened takes as long as the page.
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
    "--disable-features=site-per-process,IsolateOrigins",
)

PAGE = Path(__file__).resolve().parent.parent / "host/tourelle_host/page"


def constant(name: str, file: str) -> str:
    """A number that a file of the page has under this name, as it is written there."""
    return re.findall(rf"const {name} = (\d+);", (PAGE / file).read_text(encoding="utf-8"))[0]


# Milliseconds after which a press on a cell is a long one; nothing else takes as long.
LONG_MS = constant("LONG_PRESS_MS", "pointer.js")

# Before the page's own scripts: its sockets can be cut, and what they heard and what its buzzer
# is set to is kept. A press is long where a test says so, not where a busy machine takes long.
WATCH = """
window.timer = window.setTimeout;
window.setTimeout = (act, ms, ...given) =>
  window.timer(act, ms === LONG && !window.presses ? 1e9 : ms, ...given);
window.sockets = [];
window.heard = [];
// What a page is told at once, when its board starts or a game begins, was said, too.
const heard = (data, stories) => {
  const { type, text, lines } = JSON.parse(data);
  if (type === "story") return window.heard.push(...(stories ? lines : [])), stories + 1;
  window.heard.push(text);
  return stories;
};
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    window.sockets.push(this);
    let stories = 0;
    this.addEventListener("message", ({ data }) => stories = heard(data, stories));
  }
};
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    window.sockets.push({
      send: (text) => this.postMessage(text), close: () => this.terminate(),
      onmessage: (event) => this.onmessage(event),
    });
    let stories = 0;
    this.addEventListener("message", ({ data }) => stories = heard(data, stories));
  }
};
window.saves = [];
const addressed = URL.createObjectURL;
let file;
URL.createObjectURL = (blob) => addressed(file = blob);
HTMLAnchorElement.prototype.click = async function () {
  window.saves.push([this.download, await file.text()]);
};
window.tones = [];
const set = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (value, time) {
  window.tones.push(value);
  return set.call(this, value, time);
};
""".replace("LONG", LONG_MS)


# How a game is shared, with an invitation that nobody has used.
INVITED = {
    "type": "friends",
    "broker": "",
    "user": "",
    "name": "Anna",
    "guests": False,
    "last": "",
    "waits": "",
    "trouble": "",
    "table": {
        "players": [],
        "invitations": [{"sides": "r", "link": "tourelle://join?b=x", "picture": "data:,"}],
        "offers": [],
        "offered": [],
        "wait": 60,
        "claim": False,
        "claimed": False,
        "elsewhere": False,
        "network": "",
    },
}


AXE = Path(__file__).resolve().parents[1] / "build/js/node_modules/axe-core/axe.min.js"
WCAG_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
WCAG = """
const [tags, done] = arguments;
axe.run(document, {runOnly: tags}).then(({violations}) => done(violations.flatMap(
  ({id, nodes}) => nodes.map(({target}) => `${id}: ${target.join(" ")}`))));
"""


def playing(*arguments: str) -> AbstractContextManager[str]:
    """`tourelle play` as a process of its own; gives the page's address."""
    return serving("play", *arguments)


@contextmanager
def serving(*arguments: str) -> Iterator[str]:
    """A subcommand of `tourelle` with a page, as a process; gives the page's address."""
    command = [sys.executable, "-m", "tourelle_host", *arguments, "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    try:
        said = ""
        for line in server.stdout:
            said += line
            if found := re.search(r"http://\S+", line):
                yield found[0]
                break
        else:
            raise AssertionError(f"tourelle gave no address: {said}")
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=PATIENCE_S)


@contextmanager
def folder_served(folder: Path) -> Iterator[str]:
    """A folder's files from a plain web server, inside the context; gives the address."""
    handler = functools.partial(_Silent, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def site_playing(folder: Path, browser: "Browser", grid: str = "avalam") -> Iterator[str]:
    """The site in a folder, as nobody has used it; gives the page's address."""
    with folder_served(folder) as served:
        address = f"{served}play/"
        entry = next(entry for entry in GAMES if entry.grid == grid)
        if entry is not GAMES[0]:  # the page opens with the first game's board
            browser.open(address)
            browser.ask({"new": entry.name, "options": {}})
            browser.until(lambda: entry.title in browser.text("#seats .about"))
            browser.recorded()
        browser.rest()
        yield address
    browser.rest()


def changed_site(site: Path, folder: Path, before: str) -> Path:
    """A copy of a site in that folder; in its worker this comes before what keeps the files."""
    made = folder / "changed"
    shutil.copytree(site, made)
    keeps = made / "play/worker/flash.js"
    keeps.write_text(before + keeps.read_text(encoding="utf-8"), encoding="utf-8")
    return made


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """There is no log: nobody would read it."""


@contextmanager
def chromium() -> Iterator["Browser"]:
    """A headless Chromium with a profile of its own."""
    with TemporaryDirectory(prefix="tourelle-chromium-") as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        driver = webdriver.Chrome(options=options, service=service)
        try:
            driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
            yield Browser(driver)
        finally:
            driver.quit()


class Browser:
    """What a person sees on the page and does with it."""

    def __init__(self, driver: webdriver.Chrome):
        self.driver = driver

    def open(
        self,
        address: str,
        size: tuple[int, int] = LAPTOP,
        scale: float = 1,
        choosing: bool = False,
    ) -> None:
        """Show the page in a window of that size, and wait until it shows a board.

        Where it asks for a game first, that is turned down, unless choosing."""
        self.resize(size, scale)
        self.rest()
        self.driver.get(address)
        self.until(lambda: self.all("[data-cell]") and self.text("#status"))
        if not choosing:
            self.close_dialogs()

    def open_to_choose(self, address: str) -> None:
        """Show the page of a board without a game, and wait until it asks for one."""
        self.open(address, choosing=True)
        self.until(lambda: self.one("#new-dialog").is_displayed())

    def resize(self, size: tuple[int, int], scale: float = 1) -> None:
        """Give the window that size."""
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": scale}
        metrics |= {"mobile": size == PHONE}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def rest(self) -> None:
        """Show a blank page, and forget complaints such as those of a server that has ended."""
        self.driver.get("about:blank")
        self.log()

    def until(self, condition: Callable[[], object]) -> None:
        """Wait until this holds."""
        # What is drawn anew while it is looked at was not so yet.
        wait = WebDriverWait(self.driver, PATIENCE_S, 0.05, (StaleElementReferenceException,))
        try:
            wait.until(lambda _: condition())
        except TimeoutException:
            shown = {part: self.text(f"#{part}") for part in ("status", "prompt", "words")}
            raise AssertionError(f"{shown}, {self.moves()[-3:]}, {self.lit()}") from None

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script in the page; what it returns."""
        return self.driver.execute_script(script, *arguments)

    # -- seeing

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector: str) -> str:
        """The words in an element, on one line."""
        found = self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)
        return " ".join(found.split())

    def has_tag(self, word: str) -> bool:
        """Whether a tag of the menu on the board says so."""
        return self.run(
            "return [...document.querySelectorAll('.tags text')]"
            ".some((tag) => tag.textContent.trim() === arguments[0])",
            word,
        )

    def at(self, cell: str) -> str:
        """What stands on a cell, in the words for those who hear the page."""
        return self.label(cell).partition(", ")[2].partition("; ")[0]

    def label(self, cell: str) -> str:
        """All that those who hear the page are told of a cell."""
        return str(self.one(f"[data-cell={cell}]").get_attribute("aria-label"))

    def lit(self) -> dict[str, tuple[str, float]]:
        """The lights that shine: cell -> colour as drawn, brightness as drawn."""
        return {
            name: (colour, level)
            for name, colour, level in self.run(
                """return [...document.querySelectorAll(".light")].map((light) => {
                  const id = light.getAttribute("fill").slice(5, -1);
                  const stop = document.getElementById(id).querySelector("stop");
                  return [id.slice(6), stop.getAttribute("stop-color"),
                          Number(light.getAttribute("opacity"))];
                })"""
            )
            if level > 0
        }

    def moves(self) -> list[str]:
        return self.run(
            "const moves = [...document.querySelectorAll('#moves button')];"
            "return moves.map((move) => move.title || move.lastChild.data)"
        )

    def heard(self, line: str) -> bool:
        """Whether the board has said this line since the last time that this was asked."""
        return self.run(
            "const at = window.heard.indexOf(arguments[0]); window.heard.splice(0, at + 1); "
            "return at >= 0",
            line,
        )

    def saved(self) -> tuple[str, str] | None:
        """The name and the text of the file that the page has saved last."""
        found = self.run("return window.saves.at(-1)")
        return tuple(found) if found else None

    def save_both(self) -> str:
        """Save the record of a game of Avalam, and the board's events; the record."""
        self.one("#save").click()
        self.until(self.saved)
        name, text = self.saved() or ("", "")
        assert name.startswith("avalam-20")
        self.one("#wrong").click()
        self.until(lambda: (self.saved() or ("",))[0].startswith("events-20"))
        _, events = self.saved() or ("", "")
        assert "@event black-box " in events
        return text

    def tones(self) -> list[float]:
        """What the buzzer has been set to: frequencies in Hz, and how loud."""
        return self.run("return window.tones")

    def forget_tones(self) -> None:
        self.run("window.tones.length = 0")

    def log(self) -> list[str]:
        """What the page has complained of since the last time."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def violations(self) -> list[str]:
        """What axe-core finds on the page as it is, of WCAG 2.2 A and AA."""
        if not self.run("return Boolean(window.axe)"):
            self.run(AXE.read_text(encoding="utf-8"))
        return self.driver.execute_async_script(WCAG, WCAG_TAGS)

    # -- doing

    def hand(self) -> ActionChains:
        return ActionChains(self.driver, duration=60)

    def cell(self, name: str) -> WebElement:
        return self.one(f"[data-cell={name}] .ground")

    def click(self, cell: str) -> None:
        self.hand().click(self.cell(cell)).perform()

    def press(self, element: WebElement) -> None:
        """Press on it and hold it."""
        self.run("window.presses = true")
        self.hand().click_and_hold(element).perform()

    def drag(self, origin: str, target: str) -> None:
        """Drag what stands on a cell to another."""
        self.hand().drag_and_drop(self.cell(origin), self.cell(target)).perform()

    def keys(self, *keys: str) -> None:
        self.hand().send_keys(*keys).perform()

    def ask(self, request: dict) -> None:
        """Send a request to the server as the page would."""
        self.run("window.sockets.at(-1).send(JSON.stringify(arguments[0]))", request)

    def do(self, command: str) -> None:
        """A command of the hand's language."""
        self.ask({"do": command})

    def look_at(self, record: str) -> None:
        """Have the page look at a game that it has kept."""
        self.keep("game one", record)
        self.run("document.getElementById('games').click()")
        self.one("[data-do=look]").click()
        self.run("localStorage.removeItem('game one')")
        self.until(lambda: self.one("#looking").is_displayed())

    def show_invitation(self) -> None:
        """Have the page hear that a game is shared, with an invitation to it."""
        self.tell(INVITED)

    def tell(self, message: dict) -> None:
        """Have the page hear a message as if the server had sent it."""
        self.run("window.sockets.at(-1).onmessage({data: arguments[0]})", json.dumps(message))

    def tell_line(self, line: str) -> None:
        """Have the page hear a line of the board."""
        self.tell({"type": "line", "text": line})

    def cut(self) -> None:
        """Cut the connection to the server."""
        self.run("window.sockets.at(-1).close()")

    def keep(self, name: str, record: str) -> None:
        """Put a record among the games that this browser keeps."""
        self.run("localStorage.setItem(...arguments)", name, record)

    def focus(self, cell: str) -> None:
        """Give a cell the focus, as the Tab key does."""
        self.run("document.querySelector(`[data-cell=${arguments[0]}]`).focus()", cell)

    def close_dialogs(self) -> None:
        self.run("for (const one of document.querySelectorAll('dialog')) one.close()")

    def answered(self) -> None:
        """Wait until the board has done all that it was asked: what comes last is answered last."""
        self.run("window.heard.length = 0")
        self.do("send switches")
        self.until(
            lambda: self.run("return window.heard.some((line) => line?.startsWith('@switches'))")
        )

    def recorded(self) -> None:
        """Wait until the board has its game in its files: it tells its events only after that.

        A page of the site is its board's power: whoever leaves before has cut it."""
        self.ask({"save": "events"})
        self.until(lambda: self.one("#wrong-dialog").is_displayed())
        self.close_dialogs()

    def media(self, **features: str) -> None:
        """What the person wishes of every page: prefers_color_scheme="dark"; none: as usual."""
        wishes = [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": wishes})

    def picture(self, path: str) -> None:
        self.driver.save_screenshot(path)
