"""The page's server: what each browser is told, what it may ask for, and how it starts and ends."""

import asyncio
import json
import math
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from browser import playing
from patience import PATIENCE_S
from tourelle.games import opening
from tourelle.games.catalogue import GAMES
from tourelle.grids import NAMES, grid
from tourelle.who import HOST
from tourelle_host import record as records
from tourelle_host.commands import play
from tourelle_host.errors import UserError
from tourelle_host.record import Record
from tourelle_host.server import serve
from tourelle_host.server.analysts import Analysts
from tourelle_host.server.app import Careful
from tourelle_host.server.carrier import Carrier
from tourelle_host.server.describe import MEANINGS, describe
from tourelle_host.server.helping import MOST_TOUCHES
from tourelle_host.server.hub import Hub
from tourelle_host.server.inbox import Inbox
from tourelle_host.server.seating import Seating
from tourelle_host.server.shown import ShownBoard
from tourelle_host.server.story import LONGEST_LOG, PASSING, STATES, Story, kind
from tourelle_host.server.watcher import MOST_PENDING, Watcher
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.clock import Virtual
from tourelle_host.sim.world import HandError

# -- what a browser that comes later is told


def story(*lines: str) -> list[str]:
    told = Story()
    for line in lines:
        told.add(line)
    return told.lines


def test_only_the_newest_of_a_state_is_told_again():
    assert story("@turn y", "@score 24 24", "@turn r") == ["@score 24 24", "@turn r"]


def test_what_a_step_gained_is_told_again():
    """The page reads it from the points on either side of the newest step."""
    lines = ["@score 24 24", "@move 1 y c9-d9", "@score 23 24", "@move 2 r e4-e3", "@score 23 23"]
    assert story(*lines) == [lines[1], lines[2], lines[3], lines[4]]
    assert story(*lines[:4], "@turn y") == [lines[1], lines[2], lines[3], "@turn y"]
    assert story(*lines, "@game avalam") == ["@game avalam"]


def test_a_seat_is_told_again_before_the_steps_of_its_player():
    lines = ["@seat y hand", "@seat r board 3", "@move 1 y c9-d9", "@move 2 r e4-e3"]
    told = story(*lines, "@seat r board 5")
    assert told == [lines[0], "@seat r board 5", *lines[2:]]


def test_each_setting_is_a_state_of_its_own():
    lines = ["@setting mute on", "@setting brightness 96"]
    assert story("@setting mute off", *lines) == lines


def test_moves_and_words_are_all_told_again_in_their_order():
    lines = ["@move 1 y c9-d9", "@say Hello.", "@move 2 r e6-f7", "@undo 2 e6-f7", "a traceback"]
    assert story(*lines) == lines


def test_lifts_are_over_when_they_have_been_told():
    assert story("@lift c9", "@down c9") == []


def test_a_new_game_forgets_the_old_one_but_not_the_settings():
    old = ["@hello tourelle", "@setting mute on", "@game avalam", "@move 1 y c9-d9", "@over y 1 0"]
    assert story(*old, "@game avalam") == ["@hello tourelle", "@setting mute on", "@game avalam"]


def test_a_restarted_firmware_leaves_only_its_words():
    lines = ["@hello tourelle", "@game avalam", "@menu resign:b5", "MemoryError", "@fault crashed"]
    assert story(*lines, "@hello tourelle") == ["MemoryError", "@fault crashed", "@hello tourelle"]


def test_a_chatty_board_fills_no_memory():
    lines = story("@turn y", *(f"line {number}" for number in range(3 * LONGEST_LOG)))
    assert lines[0] == "@turn y"
    assert lines[1:] == [f"line {number}" for number in range(2 * LONGEST_LOG, 3 * LONGEST_LOG)]


# -- the hub


def told(watcher) -> list[dict]:
    return [json.loads(text) for text in watcher.take()]


def hub(ask=None, record=lambda: None) -> Hub:
    made = Hub({"grid": {}}, ask, record)
    made.world({"cells": {"c9": ["d0"]}, "hand": []})
    made.frame(b"\x01\x02\xff")
    made.line("@turn y")
    return made


def test_a_browser_is_told_everything_as_it_stands():
    assert told(hub(ask=print).join()) == [
        {"type": "board", "acts": True, "events": False, "grid": {}},
        {"type": "world", "cells": {"c9": ["d0"]}, "hand": []},
        {"type": "frame", "rgb": "0102ff"},
        {"type": "story", "lines": ["@turn y"]},
    ]


def test_a_slow_browser_gets_the_newest_light_and_every_line():
    board = hub()
    watcher = board.join()
    watcher.take()
    for value in range(5):
        board.frame(bytes([value]))
        board.line(f"@move {value}")
        board.tone(value)
    heard = told(watcher)
    assert [message for message in heard if message["type"] == "frame"] == [
        {"type": "frame", "rgb": "04"}
    ]
    lines = [message["text"] for message in heard if message["type"] == "line"]
    assert lines == [f"@move {value}" for value in range(5)]
    assert [message["hz"] for message in heard if message["type"] == "tone"] == [0, 1, 2, 3, 4]


def test_a_browser_that_is_behind_sees_another_board_before_what_is_on_it():
    board = hub()
    watcher = board.join()
    watcher.take()
    board.frame(b"\x01")
    board.world({"cells": {"c9": ["d1"]}, "hand": []})
    board.swap({"grid": {"name": "hex"}})
    board.frame(b"\x02")
    board.world({"cells": {}, "hand": []})
    messages = told(watcher)
    assert [message["type"] for message in messages] == ["board", "story", "frame", "world"]
    assert messages[2]["rgb"] == "02" and messages[3]["cells"] == {}


def test_another_board_has_no_step_of_the_old_one_but_the_same_friends():
    """How games are shared is told of the page, whichever board it shows."""
    board = hub()
    friends = {"type": "friends", "name": "Anna"}
    board.friends(friends)
    board.at(12)
    board.swap({"grid": {"name": "hex"}})
    latecomer = told(board.join())
    assert friends in latecomer
    assert "at" not in [message["type"] for message in latecomer]


BOARDS_LINES = st.sampled_from((
    "@hello tourelle", "@game avalam", "@game tours players=2", "@game none", "@turn y", "@turn r",
    "@score 1 2", "@move 1 y c9-d9", "@move 2 r e6-f7", "@undo 2 e6-f7", "@seat r board 2",
    "@setting mute on", "@over y 2 1", "@lift c9", "@say Hello.", "a traceback",
))  # fmt: skip


def meant(lines: list[str]) -> tuple[dict[str, str], list[str]]:
    """What lines say to one who forgets nothing: the newest of each state; moves and words."""
    lasting = [line for line in lines if kind(line) not in STATES | PASSING]
    return {kind(line): line for line in lines if kind(line) in STATES}, lasting


@given(st.lists(st.tuples(BOARDS_LINES, st.booleans()), max_size=30))
def test_a_latecomer_is_told_what_a_browser_that_heard_every_line_knows(lines):
    """However often (True) that browser takes what is there for it."""

    board = Hub({}, None)
    watcher = board.join()
    heard: list[str] = []
    for line, taken in [*lines, ("@say End.", True)]:
        board.line(line)
        for message in told(watcher) if taken else ():
            if message["type"] == "story":
                heard = message["lines"]
            elif message["type"] == "line":
                heard.append(message["text"])
    assert meant(heard) == meant(told(board.join())[-1]["lines"])


def test_a_board_that_starts_on_and_on_does_not_cut_its_browser_off():
    board = hub()
    watcher = board.join()
    for _ in range(MOST_PENDING + 1):
        board.line("@hello tourelle")
    messages = told(watcher)
    assert not watcher.lost
    assert messages[-1] == {"type": "story", "lines": ["@hello tourelle"]}


def test_of_the_boards_pace_a_browser_is_told_the_newest():
    board = hub()
    watcher = board.join()
    watcher.take()
    board.pace(1.0, 1999)
    board.pace(2.345, 63000)
    assert told(watcher) == [{"type": "pace", "slower": 2.3, "seconds": 63}]


def test_a_browser_that_takes_nothing_is_cut_off():
    board = hub()
    watcher = board.join()
    for _ in range(MOST_PENDING):
        board.line("@lift c9")
    assert watcher.lost


# Half of a surrogate pair is a text in JSON, but UTF-8 has no bytes for it.
HALF_PAIRS = [
    r'{"do": "send \ud800"}',
    r'{"\ud800": 1}',
    r'{"new": "avalam", "options": {"a": ["\udfff"]}}',
]


@pytest.mark.parametrize("text", ["", "no JSON", "7", '["lift c9"]', *HALF_PAIRS])
def test_a_malformed_request_is_refused(text):
    board = hub(ask=print)
    watcher = board.join()
    board.heard(watcher, text)
    *_, last = told(watcher)
    assert last == {"type": "error", "text": "the page sent something that is not a request"}


def test_a_page_that_only_watches_has_no_hand():
    board = hub(ask=None)
    watcher = board.join()
    board.heard(watcher, '{"do": "lift c9"}')
    first, *_, last = told(watcher)
    assert first["acts"] is False
    assert last == {"type": "error", "text": "this page can only look on"}


def asked(board: Hub, request: dict) -> dict:
    """The last message of a browser that asks for this."""
    watcher = board.join()
    board.heard(watcher, json.dumps(request))
    return told(watcher)[-1]


def test_the_game_so_far_comes_as_a_file():
    board = hub(record=lambda: Record(opening("avalam").text(), ["c9-d9"]))
    message = asked(board, {"save": "record"})
    assert (message["type"], message["of"], message["name"]) == ("file", "record", "avalam.txt")
    assert records.read(message["text"]).steps == ["c9-d9"]


def test_what_cannot_be_saved_is_told_in_a_sentence():
    assert asked(hub(), {"save": "record"})["text"] == "There is no game to save."
    assert asked(hub(), {"save": 7})["type"] == "error"
    assert asked(hub(), {"save": "events"})["text"].startswith("There is no board")
    board = Hub({}, None, tell_events=lambda: None)
    board.world({"power": False})
    assert "switched off" in asked(board, {"save": "events"})["text"]


class Clockwork(Carrier):
    """A carrier whose later never comes until it is called."""

    def __init__(self):
        self.calls = []

    def later(self, seconds, call):
        self.calls.append(call)


@pytest.mark.parametrize("seats", [{"y": "ha\nnd"}, {"x": "hand"}, {"yr": "hand"}, {"y": 1}])
def test_a_request_that_is_refused_leaves_the_game_as_it_was(one_process, seats):
    board = SimulatedBoard("avalam", "cpython", clock=Virtual())
    shown = ShownBoard(board, Clockwork())
    watcher = shown.hub.join()
    shown.hub.heard(watcher, '{"new": "avalam", "options": {}}')
    board.advance(1000)
    shown.hub.heard(watcher, '{"do": "lift c9"}')
    stands = [list(pieces) for pieces in board.world.cells]
    refused = {"new": "avalam", "options": {"placing": "free"}, "seats": seats}
    watcher.take()
    shown.hub.heard(watcher, json.dumps(refused))
    board.advance(1000)
    told = [json.loads(text) for text in watcher.take()]
    assert [m["text"] for m in told if m["type"] == "error"] == [
        "the page sent a seat that makes no sense"
    ]
    assert [list(pieces) for pieces in board.world.cells] == stands and board.world.hand
    shown.close()


def helped():
    """A shown board whose clock is the test's, a browser that watches it, and how it asks."""
    clock = Clockwork()
    board = SimulatedBoard("avalam", "cpython", clock=Virtual())
    shown = ShownBoard(board, clock)
    watcher = shown.hub.join()

    def ask(*requests: dict) -> None:
        for request in requests:
            shown.hub.heard(watcher, json.dumps(request))
            board.advance(1000)

    return clock, board, shown, watcher, ask


def test_after_a_move_by_hand_the_page_helps_no_more(one_process):
    clock, board, shown, _, ask = helped()
    ask({"new": "avalam", "options": {}}, {"do": "lift c9"}, {"do": "drop e5"})
    ask({"help": "back"})
    assert board.world.hand, "the first gesture: it is off e5 again"
    while len(clock.calls):
        clock.calls.pop(0)()
        board.advance(1000)
    assert not board.world.hand
    ask({"do": "lift c9"}, {"do": "drop e5"}, {"help": "back"})
    ask({"do": "drop c9"}, {"do": "lift d8"})
    for call in clock.calls:
        call()
    board.advance(1000)
    assert board.world.hand, "it is still in the person's hand"
    shown.close()


@pytest.mark.parametrize("at", [0, 1], ids=["the first gesture", "a later one"])
def test_after_a_gesture_that_failed_the_page_says_why_and_helps_again(
    at, one_process, monkeypatch
):
    clock, board, shown, watcher, ask = helped()

    def slip(command: str) -> int:
        raise HandError("the hand slips")

    ask({"new": "avalam", "options": {}})
    stands = [list(pieces) for pieces in board.world.cells]
    ask({"do": "lift c9"}, {"do": "drop e5"})
    if at:
        ask({"help": "back"})
    watcher.take()
    with monkeypatch.context() as patch:
        patch.setattr(board, "do", slip)
        ask(*([] if at else [{"help": "back"}]))
        for call in [clock.calls.pop() for _ in range(at)]:
            call()
    assert "@say the hand slips" in [message.get("text") for message in told(watcher)]
    assert not clock.calls
    ask({"help": "back"})
    while clock.calls:
        clock.calls.pop(0)()
        board.advance(1000)
    assert board.world.cells == stands and not board.world.hand
    shown.close()


@pytest.mark.parametrize(("gesture", "most"), [("touch c9", MOST_TOUCHES), ("lift c9", 400)])
def test_help_that_changes_nothing_ends(gesture, most, one_process, monkeypatch):
    clock, board, shown, _, ask = helped()
    made: list[str] = []
    ask({"new": "avalam", "options": {}})
    monkeypatch.setattr("tourelle_host.server.carry.gesture", lambda *asked: [gesture])
    monkeypatch.setattr(board, "do", made.append)
    ask({"help": "back"})
    while clock.calls:
        clock.calls.pop(0)()
    assert made == [gesture] * most
    shown.close()


def test_events_go_to_whoever_asked_and_a_silent_board_is_given_up():
    clock = Clockwork()
    board = Hub({}, None, tell_events=lambda: None, carrier=clock)
    one, other = board.join(), board.join()
    for watcher in (one, other):
        watcher.take()
    board.heard(one, '{"save": "events"}')
    for line in ("black-box 1", "end 0"):
        board.line(f"@event {line}")
    (message,) = told(one)
    assert message["of"] == "events" and "@event end 0" in message["text"]
    board.heard(other, '{"save": "events"}')
    for call in clock.calls:
        call()
    assert told(one) == []
    (message,) = told(other)
    assert message["type"] == "error" and "did not send its events" in message["text"]


# -- what a board looks like


def test_each_place_where_requests_fail_is_reported_once(capsys):
    async def app(scope, receive, send):
        if scope["path"] == "/one":
            raise ValueError("one fault")
        raise ValueError("another fault")

    async def ask():
        for path in ("/one", "/one", "/two", "/one"):
            await careful({"path": path}, receive, send)

    async def receive():
        return {}

    async def send(message): ...

    careful = Careful(app)
    asyncio.run(ask())
    assert capsys.readouterr().err.splitlines() == [
        "a request to the page's server failed (ValueError: one fault)",
        "a request to the page's server failed (ValueError: another fault)",
    ]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (UserError("a file cannot be written"), "tourelle: a file cannot be written"),
        (
            ZeroDivisionError("a fault"),
            "what runs beside the page failed (ZeroDivisionError: a fault)",
        ),
    ],
    ids=["foreseen", "unforeseen"],
)
def test_what_fails_beside_the_page_is_told_and_the_page_goes_on(
    error, told, monkeypatch, capsys, one_process
):
    async def beside():
        raise error

    async def serve_until_told(*_):
        async with asyncio.timeout(PATIENCE_S):
            while not complaints:
                await asyncio.sleep(0)
                complaints.extend(capsys.readouterr().err.splitlines())

    complaints: list[str] = []
    monkeypatch.setattr(serve, "serve", serve_until_told)
    board = SimulatedBoard("avalam", "cpython", clock=Virtual())
    assert play.on_page(play.Page(board, browser=False, beside=beside)) == 0
    assert complaints == [told]


@pytest.mark.parametrize("before", [0, 99, 100, 250])
def test_a_call_that_fails_stops_none_of_those_after_it(before, capsys):
    async def post():
        inbox = Inbox(asyncio.get_running_loop())
        made = asyncio.Event()
        for _ in range(before):
            inbox.post(int)
        for _ in range(2):
            inbox.post(int, "no number")
        inbox.post(made.set)
        await asyncio.wait_for(made.wait(), PATIENCE_S)
        made.clear()
        inbox.post(made.set)  # nothing waits any more: it has to wake the loop
        await asyncio.wait_for(made.wait(), PATIENCE_S)

    asyncio.run(post())
    (complaint,) = capsys.readouterr().err.splitlines()
    assert complaint.startswith("a message for the page failed (ValueError: invalid literal")


def test_each_grid_has_its_shape():
    shapes = {name: describe(grid(name))["grid"]["shape"] for name in NAMES}
    assert shapes == {"avalam": "round", "hex": "hex", "square": "square"}


@pytest.mark.parametrize("name", NAMES)
def test_neighbours_lie_side_by_side(name):
    cells = grid(name)
    places = [(cell["x"], cell["y"]) for cell in describe(cells)["grid"]["cells"]]
    pairs = [(cell, other) for cell in range(cells.size) for other in cells.neighbours(cell)]
    farthest = max(math.dist(places[cell], places[other]) for cell, other in pairs)
    assert farthest == pytest.approx(1 if cells.directions == 6 else math.sqrt(2), abs=0.001)


def test_the_legend_has_words_for_every_state():
    from tourelle import lights

    assert {"off", *MEANINGS} == {name for name, _, _ in lights.STATES}


def test_the_box_holds_each_kind_of_piece_once():
    (game,) = describe(grid("avalam"))["games"]
    assert game["box"] == [{"text": "y1", "glyphs": ["d0"]}, {"text": "r1", "glyphs": ["d1"]}]


def test_each_board_has_boxes_with_all_that_its_games_need():
    kinds = {
        game["name"]: len(game["box"]) for name in NAMES for game in describe(grid(name))["games"]
    }
    assert kinds.items() >= {"avalam": 2, "tawol": 8, "tours": 2, "cabale": 8}.items()


# -- over the network


@pytest.fixture(scope="module")
def address():
    with playing("--vm", "cpython") as address:
        yield address


@pytest.mark.parametrize("game", [entry.name for entry in GAMES])
def test_a_games_rules_and_their_picture_are_served(address, game):
    with urllib.request.urlopen(f"{address}rules/{game}/page.html") as answer:
        page = answer.read().decode()
    assert page.startswith("<h1>") and f'src="rules/{game}/opening.svg"' in page
    with urllib.request.urlopen(f"{address}rules/{game}/opening.svg") as answer:
        assert answer.headers["Content-Type"].startswith("image/svg+xml")


@pytest.mark.parametrize(
    "name",
    ["chess/page.html", "avalam.md", "..%2Fhand", "avalam/rules.md", "avalam/..%2F__init__.py"],
)
def test_other_rules_are_not_there(address, name):
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{address}rules/{name}")


def link(address: str, **more):
    # Whoever reads one link does not read the other, and answers no ping there.
    address = address.replace("http", "ws") + "ws"
    return connect(address, open_timeout=PATIENCE_S, ping_interval=None, **more)


def until(socket, wanted) -> dict:
    """The next message that is wanted."""
    ends_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends_s:  # the lights alone bring eight messages in a second
        message = json.loads(socket.recv(timeout=PATIENCE_S))
        if wanted(message):
            return message
    raise AssertionError(f"not within {PATIENCE_S} s")


def said(start: str):
    """Whether a message tells of a line that starts so, now or some time ago."""

    def wanted(message: dict) -> bool:
        lines = message.get("lines", [message.get("text", "")])
        return any(line.startswith(start) for line in lines)

    return wanted


def test_a_command_is_done_and_everybody_sees_it(address):
    def in_hand(pieces: list[str]):
        return lambda message: message.get("hand") == pieces

    with link(address) as one, link(address) as other:
        for browser in (one, other):  # a browser that comes later is told the state, not the events
            until(browser, said("@turn y"))
        one.send('{"do": "lift c9"}')
        for browser in (one, other):
            until(browser, in_hand(["d0"]))
            until(browser, said("@lights in-hand=c9"))
        one.send('{"do": "drop c9"}')
        until(other, in_hand([]))
        until(other, said("@lights turn:y"))


def test_a_board_that_is_starting_is_told_all_in_the_order_in_which_it_was_asked():
    position = "tawol w a1=wT c3=wA d4=bA a8=bT"
    said = []

    def heard(message: dict) -> bool:
        said.extend(message.get("lines", [message.get("text", "")]))
        return any(line.startswith(f"@position {position}") for line in said)

    def answered(line: str) -> bool:
        return line.startswith("@switches")

    with playing("--vm", "cpython") as address, link(address) as socket:
        until(socket, lambda message: message["type"] == "world")
        socket.send('{"new": "tawol", "options": {}}')  # which takes another board
        socket.send(json.dumps({"do": f"send position {position}"}))
        until(socket, heard)
        socket.send(json.dumps({"do": "send switches"}))  # answered after all before
        until(socket, lambda message: heard(message) and any(map(answered, said)))
    positions = [line for line in said if line.startswith("@position tawol")]
    assert positions[-1] == f"@position {position}", "the new game did not come after it"


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        ({"do": "lift e5"}, "there is nothing on e5 to lift"),
        ({"do": "lift z5"}, "no cell 'z5' on the avalam grid"),
        ({"do": "set avalam y c9=yyyyyr"}, "a stack is 1 to 5 high, not 'yyyyyr'"),
        ({"new": "chess", "options": {}}, "no game 'chess'; there are: "),
        ({"new": "avalam", "options": {"placing": "odd"}}, "option placing is fixed or free"),
        ({"do": 7}, "the page sent an unknown request"),
    ],
)
def test_what_cannot_be_done_is_answered_in_a_sentence(address, request_, answer):
    with link(address) as socket:
        socket.send(json.dumps(request_))
        error = until(socket, lambda message: message["type"] == "error")
        assert error["text"].startswith(answer)


def test_bytes_instead_of_text_are_refused(address):
    with link(address) as socket:
        socket.send(b"\xff\x00")
        error = until(socket, lambda message: message["type"] == "error")
        assert error["text"] == "the page sent something that is not a request"


def test_another_sites_page_cannot_reach_the_board(address):
    with pytest.raises(InvalidStatus), link(address, origin="http://elsewhere.example"):
        pass


def fetch(url: str, host: str | None = None):
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    return urllib.request.urlopen(request, timeout=PATIENCE_S)


def test_the_page_may_load_nothing_from_elsewhere(address):
    with fetch(address) as answer:
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def test_another_name_for_this_machine_is_refused(address):
    with pytest.raises(urllib.error.HTTPError) as refused:
        fetch(address, host="elsewhere.example")
    assert refused.value.code == 400


def test_only_the_pages_files_are_served(address):
    with pytest.raises(urllib.error.HTTPError) as refused:
        fetch(address + "%2e%2e/server/app.py")
    assert refused.value.code == 404


# -- starting and ending


def test_a_free_port_is_taken_where_the_wanted_one_is_not_free():
    with socket.create_server((serve.HOST, 0)) as taken:
        port = taken.getsockname()[1]
        bound, said = serve.listen(port)
        with bound:
            other = bound.getsockname()[1]
            assert other != port
            assert said == f"Port {port} is taken; taking {other} instead."


def test_the_port_is_held_from_the_moment_it_is_given():
    """Two that start at once may both bind it; it must not come out later, in mid-start."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind((serve.HOST, 0))  # and does not listen yet
        port = other.getsockname()[1]
        bound, said = serve.listen(port)
        with bound, pytest.raises(OSError):
            assert (bound.getsockname()[1], said) == (port, None)
            other.listen()


@pytest.mark.parametrize(
    ("environment", "there"),
    [
        ({}, False),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"DISPLAY": ":0", "CI": "true"}, False),
    ],
)
def test_a_browser_opens_only_where_there_is_a_screen(monkeypatch, environment, there):
    monkeypatch.setattr(serve.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CI"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    opened = []
    monkeypatch.setattr(serve.webbrowser, "open", opened.append)
    serve.open_browser("http://127.0.0.1:1/")
    assert bool(opened) is there


def test_ctrl_c_ends_it_with_browsers_looking_on():
    command = [sys.executable, "-m", "tourelle_host", "play", "--no-browser", "--vm", "cpython"]
    play = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert play.stdout
    line = next(line for line in play.stdout if "http" in line)
    address = line.split()[3]
    with link(address) as socket:
        until(socket, said("@hello"))
        play.send_signal(signal.SIGINT)
        words, complaints = play.communicate(timeout=PATIENCE_S)
    assert (play.returncode, words.strip(), complaints) == (0, "", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "70000"], "must be a number from 1 to 65535, not '70000'"),
        (["--grid", "round"], "invalid choice: 'round'"),
        (["--vm", "pypy"], "invalid choice: 'pypy'"),
    ],
)
def test_a_wrong_option_is_named(arguments, words, capsys):
    from tourelle_host.cli import main

    with pytest.raises(SystemExit) as ended:
        main(["play", *arguments])
    assert ended.value.code == 2
    assert words in capsys.readouterr().err


class Analysing(Carrier):
    """Engines that say what a test has them say."""

    def __init__(self):
        self.made = []

    def analyst(self, game, tell, ended):
        self.made.append((tell, ended, Ears()))
        return self.made[-1][2]


class Ears:
    """An engine that only listens."""

    closed = False

    def hear(self, line):
        """It answers nothing."""

    def close(self):
        self.closed = True


def test_an_engine_that_was_closed_is_not_heard_any_more():
    carrier, watcher = Analysing(), Watcher()
    analysts = Analysts(carrier)
    for game in ("avalam", "tours"):
        analysts.ask(watcher, "ugi", game)
    (tell, ended, old), (now, _, new) = carrier.made
    tell("info of a game that is not looked at any more")
    ended("it was closed")
    assert old.closed and not new.closed and watcher.take() == []
    now("info of this one")
    assert [json.loads(text)["text"] for text in watcher.take()] == ["info of this one"]


class Late(Carrier):
    """Its engine cannot be had at first."""

    def __init__(self):
        self.asked = []
        self.there = False

    def engine(self, send, tell, only):
        self.asked.append(only)
        return Ears() if self.there else super().engine(send, tell, only)


def test_a_side_that_no_engine_could_take_is_not_its_own_later():
    carrier = Late()
    seating = Seating(carrier, lambda data: None, lambda line: None, list)
    with pytest.raises(ValueError, match="no engine here"):
        seating.give("y", HOST)
    carrier.there = True
    assert seating.give("r", HOST) == "seat r host"
    plays = carrier.asked[-1]
    assert plays("r") and not plays("y")
    seating.give("r", "hand")
    assert not plays("r")


def test_where_somebody_cannot_play_the_players_stay_as_they_were():
    carrier = Late()
    carrier.there = True
    seating = Seating(carrier, lambda data: None, lambda line: None, list)
    assert seating.begin({"y": HOST}) == ["seat y host"]
    plays = carrier.asked[-1]
    with pytest.raises(ValueError, match="makes no sense"):
        seating.begin({"r": HOST, "y": "board 3\nnew tours"})
    assert plays("y") and not plays("r"), "the game before goes on with its players"
    assert seating.begin({"r": "hand"}) == ["seat r hand"] and not plays("y")
