"""The link: lines out that nobody reads, lines in that nobody should have written."""

import errno
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from depth import ONE_VM
from table import Table
from tourelle import commands
from tourelle.buttons import OK
from tourelle.games import opening
from tourelle.link import Link
from tourelle_host.sim.board import SimulatedBoard

LINES = st.lists(st.text(st.characters(codec="utf-8"), max_size=80), max_size=60)
WORDS = """avalam tawol tours cabale placing=free turn=form-and-collapse half=claim players=join
    players=4 tie-break=none c9-d9 c9 c9-d9,e4-e3 a1-a3 h8>e8 g3-g4,x2 done pass on off none 0 1 255
    ¹ -1 1073741824 2147483648 9223372036854775807 may-land y w 1 c9=y1 c9=y99999 a1=w99999 a1=wTbA
    i3=J1 turn new-game resign brightness options self-test last-game ; options steps quiet
    taken walls a5/b4 = , @ ' é""".split()
COMMANDS = st.builds(
    lambda word, rest: f"{word} {' '.join(rest)}".strip(),
    st.sampled_from(sorted([*commands._QUESTIONS, *commands._ORDERS])),
    st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=12)), max_size=4),
)


def read(link: Link, most: int) -> bytes:
    """A host reads at most so many bytes."""
    count = min(most, link.count)
    data = bytes(link.out[:count])
    link.sent(count)
    return data


def hear(link: Link, data: bytes) -> list[str]:
    """The commands among bytes that come in as many turns as they need."""
    found = []
    for at in range(0, len(data), len(link.received)):
        part = data[at : at + len(link.received)]
        link.received[: len(part)] = part
        link.length = len(part)
        found += link.commands()
    return found


@given(LINES, st.lists(st.integers(0, 400), min_size=1, max_size=60))
def test_a_slow_listener_gets_whole_lines_and_is_told_how_many_are_missing(lines, reads):
    link = Link()
    heard = b""
    for number, line in enumerate(lines):
        link.emit("say", "%".join(line.split()), number)
        heard += read(link, reads[number % len(reads)])
        assert link.count <= len(link.out)
    heard += read(link, 4096)
    heard += read(link, 4096)
    assert heard.endswith(b"\r\n") or not heard
    number = 0
    for text in heard.decode().split("\r\n")[:-1]:
        if text.startswith("@lost "):
            number += int(text.split()[1])
        else:
            assert text.startswith("@say ") and int(text.split()[-1]) == number
            number += 1
    assert number == len(lines), "every line was sent or counted as lost"


def test_a_host_that_never_reads_costs_the_oldest_lines_nothing():
    link = Link()
    for number in range(1000):
        link.emit("lift", number)
    first = read(link, 4096).decode().split("\r\n")
    assert first[:2] == ["@lift 0", "@lift 1"]
    assert read(link, 4096).decode() == f"@lost {1000 - len(first) + 1}\r\n"
    link.emit("turn", "y")
    assert read(link, 4096) == b"@turn y\r\n"


def test_no_line_slips_in_before_it_is_told_how_many_are_lost():
    """A short one would still find room where a long one has not."""
    link = Link()
    for _ in range(10):
        link.emit("say", "x" * 300)
    link.emit("turn", "y")
    heard = read(link, 300)  # less than half of the room is free then
    link.emit("turn", "r")
    for _ in range(2):
        heard += read(link, 4096)
    link.emit("turn", "b")
    words = [line.split()[0] for line in (heard + read(link, 4096)).decode().splitlines()]
    whole = words.count("@say")
    assert words == ["@say"] * whole + ["@lost", "@turn"]
    assert b"@lost %d\r\n" % (12 - whole) in heard


@given(st.binary(max_size=300), st.integers(1, 64))
@example(b"hel\x03lo\n", 3)
@example(b"\xff" * 300, 64)
@example(b"x" * 900, 7)
def test_after_any_garbage_and_a_line_end_a_command_is_read(garbage, size):
    link = Link()
    data = garbage + b"\nhello\r\n"
    found = []
    for at in range(0, len(data), size):
        found += hear(link, data[at : at + size])
    assert found[-1] == "hello"
    assert all(ord(sign) >= 32 for line in found for sign in line)


def test_control_bytes_are_never_data():
    link = Link()
    assert hear(link, b"\x01\x04he\x02l\x00l\x05o\x7f\n\x1b\n") == ["hello"]


def test_a_line_that_is_too_long_is_refused_as_a_whole():
    link = Link()
    assert hear(link, b"hello " * 400 + b"\nundo\n") == ["undo"]
    assert read(link, 99) == b"@error the line is longer than 800 bytes\r\n"


def test_every_position_of_a_game_fits_into_a_line():
    """The longest there may be: all 60 tokens of Cabale, and its 24 barriers."""
    text = "cabale 1 i3=J1 a7=J2 " + " ".join(f"{name}=t1" for name in opening("cabale").grid.names)
    text += " ; tokens 29,29 ; doubles 6,6 ; barriers 11,11 ; taken 10,10 ; walls "
    text += ",".join(["a5/b4"] * 24) + " ; options players=2"
    assert hear(Link(), f"position {text}\n".encode()) == [f"position {text}"]


@given(
    st.lists(st.one_of(COMMANDS, st.binary(max_size=40)), max_size=12),
    st.lists(st.integers(1, 64), min_size=1, max_size=5),
    st.sampled_from(("avalam", "square", "hex")),
)
def test_no_bytes_from_the_host_stop_the_board(parts, sizes, grid):
    table = Table(grid)
    data = b""
    for part in parts:
        data += part.encode() + b"\n" if isinstance(part, str) else part
    turn = 0
    while data:
        size = sizes[turn % len(sizes)]
        turn += 1
        chunk, data = data[:size], data[size:]
        table.core.link.received[: len(chunk)] = chunk
        table.core.link.length = len(chunk)
        table.run(1)
    table.run(500)
    assert not [line for line in table.lines if " failed: " in line]
    table.send("")
    table.lines.clear()
    table.send("hello")
    assert table.said("hello")[0].startswith("tourelle "), "a valid line is always obeyed"


LARGE = ("99999", "400000000", "2147483648", "9223372036854775807", "9" * 700)
_HIGH = [(f"position avalam y c9=y{n}\n", "a stack is 1 to 5 high") for n in LARGE]
TOO_MUCH = {
    "avalam": [
        *_HIGH,
        *((f"brightness {n}\n", "brightness is 1 to 255") for n in (*LARGE, "¹", "-1")),
        *((f"new avalam\nrecord {n}\n", "") for n in LARGE),
        ("new avalam\nstop\nlights\n", ""),
        ("new avalam\nresign\nok\nlights\n", ""),
        ("new avalam\nfollow on\nstop\nhello\nnew avalam\nstop\nfollow off\n", ""),
    ],
    "square": [
        *((f"position tours w a1=w{n}\n", "a stack is 1 to 8 high") for n in LARGE),
        *((f"position tours w ; quiet {n}\n", "quiet is a number up to") for n in LARGE),
    ],
}


@pytest.mark.parametrize("grid", sorted(TOO_MUCH))
@pytest.mark.parametrize("vm", ONE_VM)
def test_no_line_is_too_much(vm, grid):
    """Lines in one write cost one @error line at most; after each the board is there as before."""
    with SimulatedBoard(grid, vm) as board:
        board.advance(100)
        for lines, words in TOO_MUCH[grid]:
            board.lines.clear()
            board.send(lines.encode() + b"hello\n")
            board.advance(500 + 4 * len(lines))
            errors = [line for line in board.lines if line.startswith("@error")]
            assert len(errors) == bool(words) and all(words in line for line in errors), lines
            assert not [line for line in board.lines if line.startswith("@fault")]
            assert [line for line in board.lines if line.startswith("@hello")]


def failing(*_):
    raise MemoryError("so many bytes")


def test_a_command_that_fails_half_way_costs_a_line_and_the_game_goes_on(avalam, monkeypatch):
    avalam.send("move c9-d9")
    avalam.run(100)
    before = avalam.position.text()
    with monkeypatch.context() as patched:
        patched.setattr(avalam.core.session.journal, "begin", failing)
        avalam.send("new avalam tie-break=none")
    assert avalam.said("error") == ["failed: MemoryError so many bytes"]
    assert avalam.position.text() == before
    assert avalam.said("game")[-1] == "avalam tie-break=fives placing=fixed"
    avalam.send("move e4-e3")
    assert avalam.moves()[-1] == "r e4-e3"
    with monkeypatch.context() as patched:
        patched.setattr(avalam.core.session.journal, "resume", failing)
        patched.setattr(avalam.core.session.journal, "begin", failing)
        avalam.send("new avalam")
    assert (avalam.said("game")[-1], avalam.core.session.play.mode) == ("none", "setup")
    assert "MemoryError" in avalam.said("fault")[0]
    avalam.send("new avalam")
    assert avalam.said("game")[-1].startswith("avalam")


@pytest.mark.parametrize("command", ["seat r board 3", "hint"])
def test_so_does_a_command_that_is_carried_out_later(avalam, monkeypatch, command):
    avalam.send("move c9-d9")
    before = avalam.position.text()
    with monkeypatch.context() as patched:
        patched.setattr("tourelle.thinking.Thinker.__init__", failing)
        avalam.send(command)
    assert avalam.said("error") == ["failed: MemoryError so many bytes"]
    assert avalam.position.text() == before
    avalam.send(command)
    avalam.send("status")
    assert avalam.said("error") == []
    assert avalam.said("status")


def test_a_game_that_cannot_be_recorded_outlives_a_command_that_fails(avalam, monkeypatch):
    """Nothing but the board has it any more."""

    def full(*_):
        raise OSError(errno.ENOSPC)

    monkeypatch.setattr(avalam.store, "add", full)
    monkeypatch.setattr(avalam.store, "anew", lambda *_: (full() for _ in range(1)))
    avalam.send("move c9-d9")
    avalam.run(500)
    assert "not recorded any more" in avalam.said("fault")[0]
    before = avalam.position.text()
    with monkeypatch.context() as patched:
        patched.setattr("tourelle.thinking.Thinker.__init__", failing)
        avalam.send("seat r board 3")
    assert avalam.said("error") == ["failed: MemoryError so many bytes"]
    assert avalam.position is not None and avalam.position.text() == before
    with monkeypatch.context() as patched:
        patched.setattr("tourelle.play.Reader", failing)
        avalam.send("new avalam")  # nothing is left of the game by then
    assert (avalam.said("game")[-1], avalam.core.session.play.mode) == ("none", "setup")
    avalam.lift("c9")


def test_a_seat_that_is_not_recorded_is_not_given(avalam, monkeypatch):
    """Else the board would play on until the power goes, and people after it."""
    avalam.send("move c9-d9")
    before = avalam.position.text()
    with monkeypatch.context() as patched:
        patched.setattr(avalam.core.session.journal, "keep", failing)
        avalam.send("seat r board 3")
    assert avalam.said("error") == ["failed: MemoryError so many bytes"]
    avalam.run(10000)
    assert avalam.position.text() == before
    avalam.send("hello")
    assert not [said for said in avalam.said("seat") if "board" in said]
    assert avalam.said("game")


def test_garbage_on_the_port_of_a_whole_board(vm):
    rng = random.Random(11)
    with SimulatedBoard("avalam", vm) as board:
        for _ in range(20):
            board.send(bytes(rng.randrange(256) for _ in range(rng.randrange(200))))
            board.advance(rng.randrange(40))
        board.advance(1000)
        board.lines.clear()
        board.send(b"\nhello\nstatus\n")
        board.advance(500)
        assert [line for line in board.lines if line.startswith("@hello tourelle")]
        assert [line for line in board.lines if line.startswith("@status python=")]


# -- what a host may ask for beside the game


def test_a_host_that_follows_is_told_lights_and_positions(avalam):
    avalam.said("position")
    avalam.send("follow on")
    avalam.run(100)
    assert avalam.said("position") == [avalam.position.text()], "a step may have come before this"
    assert "turn:y=e5" in avalam.said("lights")[-1].split()
    avalam.lift("c9", "d9")
    avalam.drop("d9")
    avalam.run(500)
    assert avalam.said("position") == [avalam.position.text()]
    assert "last-move=" in avalam.said("lights")[-1]
    avalam.press(1)
    avalam.run(100)
    assert avalam.said("position") == [opening("avalam").text()]
    avalam.send("follow off")
    avalam.said("lights")
    avalam.lift("e4")
    assert (avalam.said("lights"), avalam.said("lift")[-1:]) == ([], ["e4"])


def test_the_game_so_far_can_be_asked_for(avalam):
    for step in ("c9-d9", "e4-e3"):
        avalam.send(f"move {step}")
    for first in (0, 1, 2, 3):
        avalam.send(f"record {first}")
    assert avalam.said("record") == [
        f"0 {opening('avalam').text()}",
        "1 c9-d9 e4-e3",
        "2 e4-e3",
        "3 none",
    ]
    avalam.send("position")
    assert avalam.said("position")[-1] == avalam.position.text()


def test_without_a_game_there_is_no_record():
    table = Table("avalam")
    table.send("record 1")
    assert table.said("error") == ["no game is under way"]


def test_the_board_shows_itself_and_goes_on(avalam):
    before = {name: avalam.light(name) for name in avalam.cells.names}
    avalam.send("identify")
    avalam.run(50)
    assert avalam.lit("busy") == set(avalam.cells.names)
    assert avalam.core.sound.hz
    avalam.run(5000)
    assert {name: avalam.light(name) for name in avalam.cells.names} == before


def test_a_move_while_the_board_shows_itself_is_heard(avalam):
    avalam.send("identify")
    avalam.run(100)
    avalam.lift("c9", "d9")
    avalam.drop("d9")
    avalam.run(500)
    assert avalam.moves() == ["y c9-d9"]


def test_status_tells_what_runs_and_how_much_room_there_is():
    table = Table("avalam")
    table.send("status")
    words = dict(word.split("=") for word in table.said("status")[0].split())
    assert words["python"].startswith("cpython-3.")
    assert 0 < int(words["disk-free"]) <= int(words["disk"])


# -- the self-test


def test_the_self_test_lights_each_light_then_follows_the_switches():
    table = Table("avalam")
    table.send("self-test")
    assert table.said("self-test") == ["on"] and table.said("left-out") == ["none"]
    seen = []
    for _ in table.cells.names:
        seen += table.lit("in-hand")
        assert len(table.lit("off")) == table.cells.size - 1
        table.run(150)
    assert seen == list(table.cells.names)
    assert table.lit("choice") == set(table.cells.names)
    table.drop("c4")
    assert table.lit("may-land") == {"c4"}
    table.lift("c4")
    assert (table.light("c4"), table.said("down"), table.said("lift")) == ("off", ["c4"], ["c4"])
    table.press(OK)
    assert table.said("button") == ["ok"]
    table.press(OK, 1100)
    assert table.said("self-test") == ["off"]
    assert table.lit("choice") == set()


def test_a_hosts_ok_undo_and_menu_are_the_buttons_in_the_self_test_too():
    table = Table("avalam")
    table.start(opening("avalam"))
    table.send("move c9-d9")
    table.send("resign")
    table.run(3000)
    before = table.position.text()
    table.send("self-test")
    for command in ("ok", "undo"):
        table.send(command)
    assert table.said("button") == ["ok", "undo"]
    assert table.position.text() == before and table.said("undo") == []
    table.send("menu")
    assert table.said("self-test") == ["on", "off"] and table.said("menu") == []


def test_what_a_host_lights_in_the_self_test():
    table = Table("avalam")
    table.send("show c4")
    assert table.said("error") == ["show is for the self-test; begin it with self-test"]
    table.send("self-test")
    table.send("show c4 remove d9 e5")
    assert (table.lit("in-hand"), table.lit("remove")) == ({"c4"}, {"d9", "e5"})
    table.send("show")
    assert table.lit("off") == set(table.cells.names)
    table.send("show z9")
    assert "z9" in table.said("error")[0]
    table.drop("a4")
    table.send("switches")
    assert table.said("switches") == ["a4"]
    table.lift("a4")
    table.send("switches")
    assert table.said("switches") == ["none"]


def test_a_self_test_in_the_middle_of_a_game_plays_nothing_and_leads_back(avalam):
    avalam.send("self-test")
    avalam.lift("c9", "d9", "e4")
    avalam.run(6000)
    avalam.send("self-test off")
    avalam.run(2000)
    assert (avalam.moves(), avalam.said("question")) == ([], [])
    assert avalam.lit("put-back") == {"c9", "d9", "e4"}
    avalam.drop("c9", "d9", "e4")
    avalam.run(500)
    assert avalam.light("c9") == "can-move"
    avalam.lift("c9", "d9")
    avalam.drop("d9")
    avalam.run(500)
    assert avalam.moves() == ["y c9-d9"]


def test_a_stuck_switch_and_one_that_is_left_out_are_shown(avalam):
    avalam.switches[avalam.cells.cell("e5")] = 1
    avalam.run(6000)
    avalam.press(OK)  # the board is right as it is
    avalam.send("self-test")
    assert avalam.said("left-out") == ["e5"]
    avalam.run(150 * 49)
    avalam.lift("c9")
    assert avalam.light("e5") == "fault"
    assert avalam.light("c9") == "off"


def test_the_menu_offers_the_self_test(avalam):
    avalam.press(OK, 1100)
    avalam.send("choose self-test")
    assert (avalam.said("self-test"), avalam.said("menu")[-1]) == (["on"], "none")


def test_a_new_game_ends_the_self_test(avalam):
    avalam.send("self-test")
    avalam.send("new avalam")
    assert avalam.said("self-test") == ["on", "off"]
    assert avalam.light("c9") == "can-move"
