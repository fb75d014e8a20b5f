"""The process in the simulated board: its memory, files and power, and how it may end."""

from pathlib import Path

import pytest

from stand_in import HEAD, board_with
from tourelle_host import micropython, paths
from tourelle_host.errors import UserError
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.disk import Stored
from tourelle_host.sim.kinds import default_vm
from tourelle_host.sim.vm import VmError

SCAN = """
import micropython

def look():
    for _ in range(50):
        board.scanner.changes(what, when, board.ticks_ms())
        board.scanner.waiting()
        board.console.receive(received)
        board.ticks_ms()
        board.scanner.wait(1)


board.scanner.begin(contacts)
look()  # a poll makes what it needs when it is first asked
micropython.heap_lock()
try:
    look()
finally:
    micropython.heap_unlock()
print("looked with the heap locked:", sum(contacts), "closed")
board.scanner.wait(100000)
"""


@pytest.mark.needs_micropython
def test_looking_at_the_board_allocates_nothing(tmp_path):
    with board_with(HEAD + SCAN, tmp_path, "micropython") as board:
        board.do("set avalam")
        board.advance(1000)
        assert board.lines == ["looked with the heap locked: 48 closed"]


IDLE = """
import micropython
from tourelle.memory import AT_START, load_together

load_together(AT_START)  # as at a board's start
from tourelle.core import Core
from tourelle.files import Files

core = Core(description, Files())
load_together(0)


def turn():
    now = board.ticks_ms()
    core.sense(board.scanner, now)
    core.link.length = board.console.receive(core.link.received)
    wait = core.tick(now)
    if core.lights.lit:
        board.pixels.show(core.frame)
    if core.link.count:
        core.link.sent(board.console.send(core.link.out, core.link.count))
    return wait


board.scanner.begin(core.contacts)
while board.ticks_ms() < 5000 or turn() < 30:
    board.scanner.wait(turn())


def idle():
    for _ in range(20):
        board.scanner.wait(1)
        turn()


micropython.heap_lock()
try:
    idle()
finally:
    micropython.heap_unlock()
print("idle with the heap locked")
board.scanner.wait(100000)
"""


@pytest.mark.needs_micropython
def test_a_turn_in_which_nothing_has_happened_allocates_nothing(tmp_path):
    """The whole loop, in the middle of a game; every millisecond, as on a real board."""
    with board_with(HEAD + IDLE, tmp_path, "micropython", polling=True) as board:
        board.do("set avalam")
        board.advance(7000)
        assert board.lines[-1] == "idle with the heap locked"


@pytest.mark.needs_micropython
def test_an_allocation_with_the_heap_locked_would_be_noticed(tmp_path):
    with board_with(
        HEAD
        + SCAN.replace(
            "board.ticks_ms())\n        board.scanner.waiting",
            "[0] and 0)\n        board.scanner.waiting",
        ),
        tmp_path,
        "micropython",
    ) as board:
        board.advance(1000)
        assert board.lines[-1].startswith("MemoryError")


@pytest.mark.needs_micropython
def test_the_heap_is_as_large_as_twice_the_picos_and_no_larger(tmp_path):
    greedy = "import gc\ngc.collect()\nprint(gc.mem_free() + gc.mem_alloc())\nbytearray(500000)\n"
    with board_with(greedy, tmp_path, "micropython") as board:
        board.advance(10)
        assert 2 * 230_000 < int(board.lines[0]) < 2 * 245_000
        assert board.lines[-1].startswith("MemoryError")


KEEPER = """
import os

try:
    with open("kept.txt") as file:
        count = int(file.read())
except OSError:
    count = 0
with open("kept.txt", "w") as file:
    file.write(str(count + 1))
print("started", count + 1, sorted(os.listdir()))
board.scanner.wait(100000)
"""


def test_files_outlive_the_power_and_the_board(vm, tmp_path):
    disk = tmp_path / "disk"
    files = ["board.json", "kept.txt", "main.py", "tourelle"]
    with board_with(HEAD + KEEPER, tmp_path, vm, disk=disk) as board:
        board.advance(10)
        for command in ("power off", "power on"):
            board.advance(board.do(command))
        assert board.lines == [f"started {n} {files}" for n in (1, 2)]
    with board_with(HEAD + KEEPER, tmp_path, vm, disk=disk) as board:
        board.advance(10)
        assert board.lines == [f"started 3 {files}"]


@pytest.mark.needs_micropython
def test_the_flash_is_as_large_as_the_picos(tmp_path):
    asker = "import os\nprint(os.statvfs('/')[1] * os.statvfs('/')[2])\n"
    with board_with(asker, tmp_path, "micropython") as board:
        board.advance(10)
        assert board.lines == [str(352 * 4096)]


def test_a_changed_file_of_the_firmware_is_installed_at_the_next_start(vm, tmp_path):
    disk = tmp_path / "disk"
    for said in ("one", "two", "six"):
        with board_with(f"print('{said}')\n", tmp_path, vm, disk=disk) as board:
            board.advance(10)
            assert board.lines == [said]


def test_without_power_all_is_dark_and_silent_and_the_world_goes_on(vm, tmp_path):
    loud = (
        HEAD
        + "board.pixels.show(bytes([9]) * 243)\nboard.buzzer.tone(440)\n"
        + "board.scanner.wait(100000)\n"
    )
    with board_with(loud, tmp_path, vm) as board:
        board.advance(10)
        assert board.hz == 440
        assert set(board.frame) == {9}
        board.do("set avalam")
        board.do("power off")
        board.do("send is anybody there")
        board.advance(5000)
        assert board.hz == 0
        assert set(board.frame) == {0}
        assert not board.snapshot()["power"]
        board.do("lift c9")
        board.do("power on")
        board.advance(10)
        assert board.snapshot()["hand"] == ["d0"]
        assert board.hz == 440


def test_a_reset_starts_the_firmware_anew(vm, tmp_path):
    module = "machine" if vm == "micropython" else "microcontroller"
    once = HEAD + KEEPER.replace(
        "board.scanner.wait(100000)", f"import {module}\nif count < 2:\n    {module}.reset()"
    )
    with board_with(once, tmp_path, vm) as board:
        board.advance(10)
        assert [line.split()[1] for line in board.lines] == ["1", "2", "3"]


def test_a_crash_of_main_is_told_and_the_board_stands_still(vm, tmp_path):
    with board_with("print(1 // 0)\n", tmp_path, vm) as board:
        board.do("set avalam")
        board.advance(1000)
        assert board.lines[0] == "Traceback (most recent call last):"
        assert board.lines[-1].startswith("ZeroDivisionError")
        assert board.power


@pytest.mark.parametrize("content", [None, "{", '{"grid": "avalam"}', '["avalam"]'])
def test_a_board_json_that_is_missing_or_broken_is_told(vm, tmp_path, content):
    files = dict(paths.firmware())
    if content is not None:
        broken = tmp_path / "broken.json"
        broken.write_text(content)
        files["board.json"] = broken
    with SimulatedBoard("avalam", vm, Stored(files=files)) as board:
        board.advance(1000)
        assert board.lines[0].startswith(
            "@fault board.json is missing" if content is None else "@fault board.json is broken"
        )


def test_sleeping_firmware_sleeps_in_the_boards_time(vm, tmp_path):
    sleeper = (
        "import time\nfrom tourelle.ports import open_hardware\ntime.sleep(90)\nprint('awake')\n"
    )
    with board_with(sleeper, tmp_path, vm) as board:
        board.advance(89_000)
        assert board.lines == []
        board.advance(1_100)
        assert board.lines == ["awake"]


def test_a_firmware_that_never_rests_is_noticed(vm, tmp_path, monkeypatch):
    board = board_with("while True:\n    pass\n", tmp_path, vm)
    with board:
        monkeypatch.setattr("tourelle_host.sim.process.PATIENCE_S", 0)
        with pytest.raises(VmError, match="caught in a loop"):
            board.advance(10)


def test_a_process_that_ends_is_noticed_with_its_last_words(tmp_path):
    quitter = (
        "import os, sys\nsys.stderr.write('I have had enough')\nsys.stderr.flush()\nos._exit(1)"
    )
    with board_with(quitter, tmp_path, "cpython") as board:
        with pytest.raises(VmError, match="its last words: I have had enough"):
            board.advance(10)
        assert board.trouble
        board.do("power off")
        assert not board.power


def test_one_folder_is_for_one_board_at_a_time(tmp_path):
    with (
        SimulatedBoard("avalam", "cpython", Stored(tmp_path)),
        pytest.raises(UserError, match="another simulated board is using"),
    ):
        SimulatedBoard("avalam", "cpython", Stored(tmp_path))
    with SimulatedBoard("avalam", "cpython", Stored(tmp_path)) as board:
        assert board.power


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"cannot be kept in .*file/disk"):
        SimulatedBoard("avalam", "cpython", Stored(tmp_path / "file" / "disk"))


def test_without_the_wheel_the_other_vm_is_taken_and_named(monkeypatch):
    monkeypatch.setattr(micropython, "available", lambda: False)
    vm, sentence = default_vm()
    assert vm == "cpython"
    assert sentence and "--vm cpython" in sentence
    board = SimulatedBoard("avalam", "micropython")
    with pytest.raises(UserError, match="take --vm cpython"), board:
        pass


def test_the_state_folder_of_its_own_vanishes_with_the_board(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with SimulatedBoard("avalam", "cpython"):
        assert len(list(tmp_path.iterdir())) == 1
    assert list(Path(tmp_path).iterdir()) == []
