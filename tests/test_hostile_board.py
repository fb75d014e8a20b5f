"""Whatever a board says, the host stays up, stays small, and shows what it can."""

import contextlib
import json
import os
import random
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from browser import chromium, serving
from depth import deep, first
from hand_clock import Clock
from patience import PATIENCE_S
from tourelle.games import opening
from tourelle.grids import grid
from tourelle_host.connection import Connection
from tourelle_host.errors import UserError
from tourelle_host.following import Follower
from tourelle_host.hello import NoAnswer, grid_of
from tourelle_host.recorder import Recorder
from tourelle_host.server.mirror import Mirror
from tourelle_host.server.story import (
    LONGEST_LOG,
    MOST_MOVES,
    MOST_SETTINGS,
    MOVES,
    PASSING,
    STATES,
    Story,
)

GREETING = "@hello tourelle 0.1.0 link 1 board avalam cells 49"
ELEMENT = "<b/class=planted>x</b>"  # one word, and an element for whoever takes it as HTML
ODD = [
    "@record @hello tourelle 0.1.0 link 1 board avalam cells 49",
    "@record",
    "@record 1x",
    "@record 1 x y z",
    "@record 0",
    "@record 99999999999999999999 c9-d9",
    "@hello",
    "@hello tourelle",
    "@hello tourelle 0.1.0 link x board round cells many",
    "@game",
    "@game chess",
    "@game avalam tie-break",
    "@position",
    "@position avalam y c9=y400000000",
    "@position avalam y c9=y" + "9" * 1900,
    "@position cabale 1 i3=J1 ; tokens 99999999999",
    *(f"@position {opening(game).text()}" for game in ("tours", "avalam")),
    "@move",
    "@move 1",
    "@move -1 y c9-d9",
    "@move 9999999999999 y c9-d9",
    "@undo",
    "@undo x",
    "@turn",
    "@score x y z",
    "@lights remove/99=c9",
    "@lights remove/x=c9 =",
    "@lights turn:q=c9",
    "@lift",
    "@lift z9",
    "@down z9",
    "@switches z9 y8",
    "@question",
    "@menu",
    "@menu x",
    "@way-back constructor",
    "@set-up __proto__ x",
    "@over",
    "@why",
    "@setting",
    "@lost x",
    "@constructor x",
    "@__proto__ x",
    "@toString",
    "@",
    "@ ",
    "\x1b[2J\x9b31m\x00\x07",
    "x" * 5000,
    "",
]


class Line:
    """A connection without a port: what the board says is a list, what it is asked is kept."""

    def __init__(self, lines):
        self._lines = iter(lines)
        self.asked = []
        self.over = False

    def greet(self):
        return [GREETING]

    def send(self, line):
        self.asked.append(line)

    def line(self, _):
        line = next(self._lines, None)
        self.over = line is None
        return line


def follow(lines, clock=None):
    """Follow a board that says these lines; what a browser is then shown of them."""
    board = Line(lines)
    recorder = Recorder("2026-11-21", asks=True)
    follower = Follower(board, recorder, mirror=True, clock=clock or Clock())  # type: ignore
    mirror = Mirror(grid("avalam"), recorder)
    for line in follower.lines(lambda: board.over):
        mirror.hear(line)
    return list(mirror.hub.lines)


@pytest.mark.parametrize("line", ODD, ids=lambda line: line[:40])
@pytest.mark.parametrize("game", ["", "@game avalam tie-break=fives placing=fixed"])
def test_a_line_that_makes_no_sense_costs_nothing(line, game):
    assert "@turn y" in follow([game, line, "@turn y"])


@pytest.mark.parametrize("seed", first(4, range(20)))
def test_nor_do_many_in_any_order(seed):
    rng = random.Random(seed)
    lines = [rng.choice([*ODD, "@game avalam", "@record 0 avalam", "@record 1 none"])]
    for _ in range(300):
        lines.append(rng.choice(ODD))
    assert "@turn y" in follow([*lines, "@turn y"])


class Stranger(Line):
    """A board whose game is not known here: it answers whatever it is asked."""

    def __init__(self, clock):
        super().__init__(())
        self._clock = clock
        self._said = []

    def send(self, line):
        super().send(line)
        if line == "hello":
            self._said += [GREETING, "@game chess", "@position chess w e1=K"]
        elif line.startswith("record"):
            self._said += ["@record 0 chess" if line == "record 0" else "@record 1 none"]

    def line(self, wait_s):
        if self._said:
            return self._said.pop(0)
        self._clock.now += wait_s
        self.over = self._clock.now > 60
        return None


def test_a_board_whose_game_is_not_known_is_asked_less_and_less():
    clock = Clock()
    board = Stranger(clock)
    board.send("hello")
    follower = Follower(board, Recorder(asks=True), mirror=False, clock=clock)  # type: ignore
    for _ in follower.lines(lambda: board.over):
        pass
    questions = [line for line in board.asked if line != "follow off"]
    assert len(questions) < 30, "in a minute"


@pytest.mark.deep
def test_what_a_browser_is_told_later_stays_short():
    story = Story()
    for number in range(2500):
        for line in (f"@move {number} y c9-d9", f"@setting s{number} on", f"@odd{number} x", "x"):
            story.add(line)
    assert len(story.lines) <= MOST_MOVES + MOST_SETTINGS + LONGEST_LOG + 20


def test_a_half_hello_is_no_answer_and_an_unknown_board_is_named(terminal, monkeypatch):
    with Connection(terminal.path) as link:
        terminal.say("@hello tourelle\r\n@hello tourelle 0.1.0 link\r\n")
        with monkeypatch.context() as soon:
            soon.setattr("tourelle_host.connection.PATIENCE_S", 0.3)
            with pytest.raises(NoAnswer):
                link.greet()
        terminal.say(f"@hello tourelle 0.1.0 li{GREETING}\r\n")
        assert link.greet()[-1] == GREETING
    with pytest.raises(UserError, match="it is a 'round' board"):
        grid_of("@hello tourelle 0.1.0 link 1 board round cells 9")


def test_what_would_steer_a_terminal_is_shown_and_does_nothing(terminal):
    with Connection(terminal.path) as link:
        terminal.say("\x1b[2Jgone\x9b31m\x07\tkept\r\n")
        assert link.line(PATIENCE_S) == "\ufffd[2Jgone\ufffd31m\ufffd\tkept"


def resident(process):
    """Bytes of memory that a process has."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024  # type: ignore[index]


def flood(rng):
    """A megabyte of lines, most of which are news every time."""
    return "\r\n".join(flood_lines(rng)).encode() + b"\xff" * 3000 + b"\r\n"


def flood_lines(rng):
    """The same, without what is no text."""
    parts = []
    for number in range(1500):
        parts += [
            f"@move {number} y c9-d9 {rng.random()}",
            f"@setting s{rng.random()} on",
            f"@{rng.random()} new word",
            rng.choice(ODD),
            f"@question {' '.join(rng.choices(list(grid('avalam').names), k=60))}",
            "@game avalam tie-break=fives placing=fixed",
            "@record 0 avalam",
            f"@record {number} " + "c9-d9 " * 50,
        ]
    return parts


@pytest.mark.needs_proc
@pytest.mark.parametrize("megabytes", [2, *deep(10)])
@pytest.mark.parametrize("options", [["--no-browser"], *deep(["--text"])], ids=["page", "text"])
def test_a_flood_of_nonsense_leaves_watch_up_and_small(terminal, options, megabytes):
    """As fast as it takes them; what is kept of it takes less than it would as text."""
    watch = subprocess.Popen(
        [sys.executable, "-m", "tourelle_host", "watch", "--port", terminal.path, *options],
        stdout=subprocess.DEVNULL if options == ["--text"] else subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    drained = threading.Thread(target=_drain, args=(terminal.master,), daemon=True)
    try:
        terminal.until(b"hello\n")
        terminal.say(f"{GREETING}\r\n")
        drained.start()
        if watch.stdout:
            assert next(line for line in watch.stdout if b"http://" in line)
        rng = random.Random(1)
        terminal.write(flood(rng)[:20_000])  # what any use of it needs is there
        idle = resident(watch)
        for _ in range(megabytes):
            terminal.write(flood(rng))
        assert watch.poll() is None
        # A busy machine may have read a megabyte that it has not looked through yet.
        assert resident(watch) - idle < (megabytes + 1) * 1e6
    finally:
        watch.terminate()
        _, complaints = watch.communicate(timeout=PATIENCE_S)
    assert b"Traceback" not in complaints, complaints.decode()


def _drain(descriptor):
    """Take what the host asks, as a board does."""
    with contextlib.suppress(OSError):
        while os.read(descriptor, 4096):
            pass


SAY_ALL = """
const socket = window.sockets.at(-1);
for (const text of arguments[0]) socket.onmessage({data: JSON.stringify({type: "line", text})});
"""


PLANTED = "return document.querySelectorAll('.planted').length"


@pytest.mark.needs_chromium
def test_the_page_goes_on_after_any_line(browser):
    page = browser
    with serving("play", "--vm", "cpython") as address:
        page.open(address)
        page.until(lambda: page.text("#status .headline") == "Yellow to move")
        for line in ODD:
            page.tell_line(line)
        page.tell_line(GREETING)
        page.tell_line("@game avalam")
        page.tell_line("@turn r")
        assert page.text("#status .headline") == "Red to move"
        words = page.one("#words").get_attribute("textContent")  # the older are not shown
        assert "constructor x" in str(words) and "<" not in json.dumps(page.log())
        for word in sorted(STATES | MOVES | PASSING):
            page.tell_line(f"@{word} {ELEMENT} {ELEMENT}")
            page.tell_line(f"@{word} 1 y {ELEMENT}")
            assert page.run(PLANTED) == 0, word
        for word in ("say", "fault", "error"):
            page.tell_line(f"@{word} {ELEMENT} {word}")
            assert f"{ELEMENT} {word}" in page.text("#words")
        assert page.log() == []


def heap(page):
    """Bytes that the page's script and what it shows take, after what is not used is collected."""
    page.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    usage = page.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})
    return usage["usedSize"] + usage["embedderHeapUsedSize"] + usage["backingStorageSize"]


@pytest.mark.needs_chromium
@pytest.mark.parametrize("lines", [300, *deep(1000)])
def test_a_flood_of_nonsense_leaves_the_page_small(lines):
    """None of its lines thinned out by the server; 20 MB may be added, and nothing goes on."""
    with serving("play", "--vm", "cpython") as address, chromium() as page:
        page.open(address)
        page.until(lambda: page.text("#status .headline") == "Yellow to move")
        rng = random.Random(1)
        page.run(SAY_ALL, flood_lines(rng)[:300])  # what any use of it needs
        idle = heap(page)
        grown = []
        for _ in range(3):
            page.run(SAY_ALL, flood_lines(rng)[:lines])
            grown.append(heap(page) - idle)
        assert max(grown) < 20e6
        assert grown[-1] - grown[0] < 1e6
