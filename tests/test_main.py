"""Starting: a crash is reported and the board restarted; after three in a row it stays safe."""

import json
import sys
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depth import MICROPYTHON, ONE_VM, deep
from table import Table
from tourelle import description
from tourelle.games import opening
from tourelle.grids import grid
from tourelle.lights import FAULT, Lights
from tourelle_host import paths
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.disk import Stored

CRASHING = """
def run(core, board):
    {wait}
    raise RuntimeError("a loose screw")
"""


def board(vm, tmp_path, loop=None, state=None):
    """A board whose outer loop is another one."""
    files = {**paths.firmware(), "board.json": paths.board("avalam")}
    if loop is not None:
        path = tmp_path / "loop.py"
        path.write_text(loop)
        files["tourelle/loop.py"] = path
    return SimulatedBoard("avalam", vm, Stored(state, files))


class Kept(SimulatedBoard):
    """A board that has been used before, with these files besides."""

    def __init__(self, tmp_path, state, more):
        files = {**paths.firmware(), "board.json": paths.board("avalam"), **more}
        super().__init__("avalam", "micropython", Stored(state, files))


def crashed(tmp_path, state, times, *lines):
    """A board that crashed this many times in the middle of a game, after these lines to it."""
    with board("micropython", tmp_path, state=state) as playing:
        playing.do("set avalam")
        playing.advance(1500)
        playing.send("\n".join([*lines, "move c9-d9", ""]).encode())
        playing.advance(500)
        playing.do("power off")
    count = tmp_path / "crashes.txt"
    count.write_text(f"{times} RuntimeError: a loose screw")
    return Kept(tmp_path, state, {count.name: count})


def crashes(lines):
    return [line for line in lines if line.startswith("@fault")]


def test_three_crashes_in_a_row_end_in_a_safe_mode(vm, tmp_path):
    state = tmp_path / "state"
    state.mkdir()
    with board(vm, tmp_path, CRASHING.format(wait=""), state) as broken:
        broken.advance(100)
        assert [line.split(":")[0] for line in crashes(broken.lines)] == [
            "@fault crashed (1 in a row), starting again",
            "@fault crashed (2 in a row), starting again",
            "@fault safe mode after 3 crashes (RuntimeError",
        ]
        assert "RuntimeError: a loose screw" in broken.lines
    with board(vm, tmp_path, state=state) as mended:
        mended.advance(100)
        assert crashes(mended.lines)[0].startswith("@fault safe mode"), "until it is flashed anew"


@pytest.mark.needs_micropython
@pytest.mark.parametrize("button", ["ok", *deep("undo")])
def test_a_button_held_at_power_on_leaves_the_safe_mode(tmp_path, button):
    """The game that was under way may be the cause: it waits as the last one."""
    state = tmp_path / "state"
    state.mkdir()
    with crashed(tmp_path, state, 3) as shaken:
        shaken.do("set avalam")
        shaken.advance(3000)
        assert crashes(shaken.lines)[-1].startswith(
            "@fault safe mode after 3 crashes (RuntimeError"
        )
        shaken.do("power off")
        shaken.do(f"hold {button} 1500")
        shaken.lines.clear()
        shaken.do("power on")
        shaken.advance(4000)
        assert not crashes(shaken.lines)
        assert [line for line in shaken.lines if line.startswith("@hello")]
        assert not [line for line in shaken.lines if line.startswith("@move")]
        shaken.send(b"menu\nchoose last-game\nrecord 1\n")
        shaken.advance(1000)
        assert "@record 1 c9-d9" in shaken.lines
        shaken.do("power off")
        shaken.lines.clear()
        shaken.do("power on")
        shaken.advance(500)
        assert not crashes(shaken.lines), "the count began anew"


BAD_BOARDS = {
    "5": b"5",
    "null": b"null",
    "huge": b'{"grid": "avalam", "x": "' + b"x" * 300_000 + b'"}',
    "deep": b"[" * 3900,
    "deep object": b'{"a":' * 700,
    "no leds": None,
    "leds of 5": {"leds": 5},
    "leds without a chain": {"leds": {"pin": 18, "order": "GRB", "full_ma": 1, "rest_ma": 1}},
    "no buttons": {"buttons": []},
    "another grid": {"grid": "go"},
    "no current": {"budget_ma": 0},
    "too little current": {"budget_ma": 5},
    "LEDs that draw too much": lambda board: board["leds"].update(rest_ma=100),
    "too few rows": {"rows": [0, 1, 2]},
    "too short a chain": lambda board: board["leds"].update(chain="f1 g1"),
    "a doubled LED": lambda board: board["leds"].update(chain=board["leds"]["chain"] + " f1"),
    "a row that takes for ever": {"settle_us": 10**9},
    "a pin for two": {"buzzer": 0},
    "leds in no order": {
        "leds": {"pin": 18, "order": "", "chain": "", "full_ma": 1, "rest_ma": 1},
    },
}


@pytest.mark.parametrize("name", BAD_BOARDS)
@pytest.mark.parametrize("vm", ONE_VM)
def test_whatever_is_wrong_with_board_json_is_reported_without_a_crash(vm, tmp_path, name):
    content = BAD_BOARDS[name]
    if not isinstance(content, bytes):
        described = json.loads(paths.board("avalam").read_text())
        if content is None:
            del described["leds"]
        elif callable(content):
            content(described)
        else:
            described.update(content)
        content = json.dumps(described).encode()
    broken = tmp_path / "board.json"
    broken.write_bytes(content)
    files = {**paths.firmware(), "board.json": broken}
    frames = []
    with SimulatedBoard("avalam", vm, Stored(files=files)) as bad:
        bad.on_frame.append(lambda frame, now: frames.append(frame))
        bad.advance(5000)
        faults = crashes(bad.lines)
        assert faults and set(faults) == {bad.lines[0]}, bad.lines
        assert bad.lines[0].startswith("@fault board.json is broken (")
        assert bad.lines[0].endswith("copy it again from firmware/boards")
        if vm == "micropython":
            assert len(faults) > 1, "it says so again and again"
            if "leds" not in name and content[:1] == b"{" and len(content) < 3000:
                assert any(any(frame) for frame in frames) == (name != "deep object")


CELLS = json.loads(paths.board("avalam").read_text())["leds"]["chain"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rows": ["a"] * 9}, "rows are not the pins of the grid's rows"),
        ({"rows": list(range(8))}, "rows are not the pins of the grid's rows"),
        ({"rows": [*range(8), True]}, "rows are not the pins of the grid's rows"),
        ({"columns": [1]}, "columns are not the pins"),
        ({"columns": [8, *range(10, 18)]}, "pin 8 appears twice"),
        ({"buzzer": 18}, "pin 18 appears twice"),
        ({"buzzer": -1}, "'buzzer' of it is not from 0 to 255"),
        ({"buzzer": "21"}, "'buzzer' of it is not as it should be"),
        ({"buttons": {"ok": 1}}, "buttons has no 'undo'"),
        ({"period_ms": 0}, "'period_ms' of it is not from 1 to 20"),
        ({"period_ms": 10**6}, "'period_ms' of it is not from 1 to 20"),
        ({"settle_us": -1}, "'settle_us' of it is not from 0 to 1000"),
        ({"settle_us": 10**9}, "'settle_us' of it is not from 0 to 1000"),
        ({"settle_us": 1e9}, "'settle_us' of it is not as it should be"),
        ({"budget_ma": 0}, "'budget_ma' of it is not from 1"),
        ({"budget_ma": -5}, "'budget_ma' of it is not from 1"),
        ({"budget_ma": 10**40}, "'budget_ma' of it is not from 1"),
        ({"budget_ma": True}, "'budget_ma' of it is not as it should be"),
        ({"budget_ma": 1}, "budget_ma leaves no current for light: .* take"),
        ({"budget_ma": 60}, "budget_ma leaves no current for light"),
        ({"leds": {"rest_ma": 100}}, "budget_ma leaves no current for light"),
        ({"leds": {"rest_ma": -1}}, "'rest_ma' of leds is not from 0"),
        ({"leds": {"rest_ma": True}}, "'rest_ma' of leds is not as it should be"),
        ({"leds": {"full_ma": 0}}, "'full_ma' of leds is not from"),
        ({"leds": {"full_ma": float("nan")}}, "'full_ma' of leds is not from"),
        ({"leds": {"full_ma": float("inf")}}, "'full_ma' of leds is not from"),
        ({"leds": {"order": "RGBW"}}, "the order of leds is not R, G and B"),
        ({"leds": {"chain": CELLS.replace("f1 ", "")}}, "does not name each cell: 1 are left"),
        ({"leds": {"chain": CELLS + " f1"}}, "cell 'f1' is twice in the chain of leds"),
        ({"leds": {"chain": CELLS.replace("f1", "g1", 1)}}, "cell 'g1' is twice in the chain"),
        ({"leds": {"chain": CELLS + " a1"}}, "no cell 'a1' on the avalam grid"),
        ({"leds": {"chain": CELLS + " -" * 250}}, "the chain of leds has more than 255"),
    ],
)
def test_what_is_wrong_in_board_json_is_named(changes, words):
    described = json.loads(paths.board("avalam").read_text())
    leds = described["leds"] | changes.get("leds", {})
    with pytest.raises(ValueError, match=words):
        description.check(described | changes | {"leds": leds})


def test_a_pin_that_the_chip_does_not_have_is_named(monkeypatch):
    def pin(number):
        if number > 20:
            raise ValueError("invalid pin")

    monkeypatch.setitem(sys.modules, "machine", SimpleNamespace(Pin=pin))
    with pytest.raises(ValueError, match="there is no pin 21"):
        description.check(json.loads(paths.board("avalam").read_text()))


def test_leds_without_a_cell_are_in_order():
    described = json.loads(paths.board("avalam").read_text())
    described["leds"]["chain"] = "- " + described["leds"]["chain"] + " - -"
    description.check(described)


def test_the_three_boards_are_as_they_should_be():
    for path in paths.boards().values():
        description.check(json.loads(path.read_text()))


@given(st.data())
def test_whatever_is_put_into_board_json_is_taken_or_named(data):
    """A description that is taken is enough to make the firmware's lights from."""
    described = json.loads(paths.board("avalam").read_text())
    values = st.one_of(
        *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9)),
        *(st.lists(st.integers(-2, 40)), st.dictionaries(st.text(max_size=4), st.integers())),
    )
    part = data.draw(st.sampled_from([described, described["leds"], described["buttons"]]))
    part[data.draw(st.sampled_from(sorted(part)))] = data.draw(values)
    try:
        description.check(described)
    except ValueError as error:
        assert str(error)
        return
    lights = Lights(grid(described["grid"]), described["leds"], described["budget_ma"])
    lights.lamps[:] = bytes((FAULT,)) * len(lights.lamps)
    lights.restart(0)
    assert any(lights.frame)


RECOGNISING = """
from tourelle import recognition
class Recognition(recognition.Recognition):
    def standing(self):
        found = super().standing()
        if found is not None and found is not recognition.CLEARED:
            raise MemoryError("so large a game")
        return found
import tourelle.session
tourelle.session.Recognition = Recognition
from tourelle.real_loop import run
"""


def test_what_stands_there_crashes_the_board_once(vm, tmp_path):
    """The set-up is the input that crashed it: it counts again when it changes."""
    loop = tmp_path / "loop.py"
    loop.write_text("")
    files = {**paths.firmware(), "board.json": paths.board("avalam")}
    files["tourelle/real_loop.py"] = files["tourelle/loop.py"]
    files["tourelle/loop.py"] = loop
    loop.write_text(RECOGNISING)
    with SimulatedBoard("avalam", vm, Stored(files=files)) as fragile:
        fragile.advance(100)
        fragile.do("set avalam")
        fragile.advance(30_000)
        assert crashes(fragile.lines) == ["@fault crashed (1 in a row), starting again"]
        assert fragile.lines[-1] != "", "it lives"
        fragile.send(b"hello\n")
        fragile.advance(500)
        assert [line for line in fragile.lines if line.startswith("@hello")]


def test_after_two_crashes_the_last_step_is_taken_back():
    table = Table("avalam")
    table.start(opening("avalam"))
    table.send("move c9-d9")
    table.send("move e4-e3")
    table.run(500)
    standing = bytes(table.switches)
    for crashed, steps in ((0, 2), (1, 2), (2, 1), (0, 1)):
        table = Table("avalam", table.now, table.store, standing, crashed)
        table.run(500)
        assert table.core.session.play.step_count == steps


FILLING = """
import os
if "mine0.bin" not in os.listdir():
    number = 0
    left = 4 * (os.statvfs("/")[3] - 8)  # KB; then a block a file, until no more will go in
    try:
        while True:
            with open("mine%d.bin" % number, "wb") as file:
                for _ in range(left):
                    file.write(bytes(1000))
            number += 1
            left = 4
    except OSError:
        os.remove("mine%d.bin" % number)
    import machine
    machine.reset()
from tourelle.startup import main
main()
"""


@pytest.mark.needs_micropython
def test_a_full_flash_is_reported_by_light_sound_and_words_and_the_game_goes_on(tmp_path):
    main = tmp_path / "main.py"
    main.write_text(FILLING)
    files = {**paths.firmware(), "board.json": paths.board("avalam"), "main.py": main}
    tones, reds = [], []
    with SimulatedBoard("avalam", "micropython", Stored(files=files)) as full:
        full.on_tone.append(tones.append)
        full.on_frame.append(lambda frame, now: reds.append(fault_like(frame)))
        full.advance(100)
        full.do("set avalam")
        full.advance(1500)
        assert crashes(full.lines) == [f"@fault {NO_ROOM}"]
        assert 220 in tones and any(reds)
        full.send(b"move c9-d9\nmove e4-e3\nstatus\nhello\n")
        full.advance(6000)
        assert [line for line in full.lines if line.startswith("@move")] == [
            "@move 1 y c9-d9",
            "@move 2 r e4-e3",
        ]
        (status,) = [line for line in full.lines if line.startswith("@status")]
        told = dict(word.split("=") for word in status.split()[1:])
        assert told["recording"] == "off" and 0 <= int(told["disk-free"]) <= 3 * 4096
        assert crashes(full.lines) == [f"@fault {NO_ROOM}"] * 2, "it is said again to who asks"


NO_ROOM = "the game is not recorded any more, there is no room: delete files of your own"


def fault_like(frame):
    """Whether the LEDs of all cells say the same, as `fault` does: red, and a little blue."""
    chain = json.loads(paths.board("avalam").read_text())["leds"]["chain"].split()
    colours = {frame[3 * at : 3 * at + 3] for at, name in enumerate(chain) if name != "-"}
    (colour,) = colours if len(colours) == 1 else (bytes(3),)
    return colour[1] > 4 * max(1, colour[2]) and colour[0] == 0


@pytest.mark.needs_micropython
def test_room_for_the_game_is_made_from_the_firmwares_own_files(tmp_path):
    main = tmp_path / "main.py"
    main.write_text(FILLING)
    last = tmp_path / "last.txt"
    last.write_bytes(b"an old game" * 2000)
    files = {**paths.firmware(), "board.json": paths.board("avalam"), "main.py": main}
    with SimulatedBoard("avalam", "micropython", Stored(files={**files, "last.txt": last})) as full:
        full.advance(100)
        full.do("set avalam")
        full.advance(1500)
        assert crashes(full.lines) == []
        full.send(b"move c9-d9\nstatus\n")
        full.advance(1000)
        assert not [line for line in full.lines if "recording=off" in line]
        full.do("power off")
        full.do("power on")
        full.lines.clear()
        full.advance(1000)
        full.send(b"record 1\n")
        full.advance(1000)
        assert "@record 1 c9-d9" in full.lines


def test_a_game_that_cannot_be_resumed_crashes_nothing(monkeypatch):
    table = Table("avalam")
    table.start(opening("avalam"))
    table.send("move c9-d9")
    table.run(500)
    standing = bytes(table.switches)

    def failing(text):
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr("tourelle.replay.games.read", failing)
        table = Table("avalam", table.now, table.store, standing)
        assert "cannot be resumed (MemoryError)" in table.said("fault")[0]
        assert table.position is None
    table.core.session.resume_last()
    assert table.core.session.play.step_count == 1


@pytest.mark.parametrize("vm", ["cpython", *deep(MICROPYTHON)])
def test_a_crash_after_a_good_while_begins_the_count_anew(vm, tmp_path):
    wait = "[(core.tick(board.ticks_ms()), board.scanner.wait(1000)) for _ in range(20)]"
    with board(vm, tmp_path, CRASHING.format(wait=wait)) as flaky:
        flaky.advance(200_000)
        found = crashes(flaky.lines)
        assert len(found) >= 5
        assert set(found) == {"@fault crashed (1 in a row), starting again"}


def test_a_good_start_after_a_crash_ends_the_count_of_crashes(vm, tmp_path):
    """It may run for hours before its power goes: the board still plays its side then."""
    state = tmp_path / "state"
    state.mkdir()
    with crashed(tmp_path, state, 1, "seat r board 1") as shaken:
        shaken.do("set avalam")
        shaken.advance(12_000)
        assert [line for line in shaken.lines if "A person plays r now" in line]
        shaken.send(b"seat r board 1\n")
        shaken.advance(500)
        shaken.do("power off")
        shaken.lines.clear()
        shaken.do("power on")
        shaken.advance(3000)
        assert not [line for line in shaken.lines if "A person plays" in line]
        assert "@seat r board 1" in shaken.lines


@pytest.mark.parametrize("text", ["", "many", "-"])
def test_a_damaged_count_does_not_keep_the_board_from_starting(tmp_path, text):
    crash_file = tmp_path / "crashes.txt"
    crash_file.write_text(text)
    files = {**paths.firmware(), "board.json": paths.board("avalam"), "crashes.txt": crash_file}
    with SimulatedBoard("avalam", "cpython", Stored(files=files)) as running:
        running.advance(100)
        assert running.lines[0].startswith("@hello tourelle")
