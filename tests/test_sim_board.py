"""The simulated board as a whole: both VMs, virtual time, power, errors."""

import queue
import random
from pathlib import Path

import pytest

from stand_in import HEAD, REPORTER, board_with
from tourelle import games
from tourelle_host import micropython, paths
from tourelle_host.errors import UserError
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.clock import Real
from tourelle_host.sim.vm import VmError, default_vm

FUMBLES = """
bounce 6
lift c9
lift d9
drop d9
nudge e4 120
slide e3 e5
drop e6
lift b4
drop b4 askew
touch e5
nudge b4
press ok
hold undo 700
stuck a4 open
stuck e6 closed
lift d9 1
drop c9 top
free a4
""".split("\n")


def play(board, commands, rest_ms=2500):
    """Set up Avalam, do the commands, and return everything that came out, with its time."""
    heard = []
    board.on_line.append(lambda text: heard.append((board.now_ms, text)))
    board.on_frame.append(lambda frame, now_ms: heard.append((now_ms, frame.hex())))
    board.on_tone.append(lambda hz: heard.append((board.now_ms, hz)))
    board.do("set avalam")
    board.advance(1500)
    for command in filter(None, commands):
        try:
            board.advance(board.do(command))
        except ValueError as error:
            heard.append((board.now_ms, str(error)))
    board.advance(rest_ms)
    return heard


def whole_game(seed):
    """The commands of a game of Avalam, played at random by the natural gesture."""
    chance = random.Random(seed)
    position = games.opening("avalam")
    names = position.grid.names
    while position.outcome() is None:
        move = chance.choice(list(position.legal_moves()))
        origin, target = names[move >> 6], names[move & 63]
        yield from (f"lift {origin}", f"lift {target}", f"drop {target}", "wait")
        position.push(move)


def play_game(vm, **options):
    with SimulatedBoard("avalam", vm, **options) as board:
        heard = []
        board.on_line.append(lambda text: heard.append((board.now_ms, text)))
        board.on_frame.append(lambda frame, now_ms: heard.append((now_ms, frame.hex())))
        board.do("bounce 5")
        board.do("set avalam")
        board.advance(1500)
        for command in whole_game(3):
            board.advance(500 if command == "wait" else board.do(command))
        board.advance(3000)
        return heard


@pytest.mark.needs_micropython
def test_both_vms_tell_and_show_the_same_while_hands_fumble():
    heard = []
    for vm in ("micropython", "cpython"):
        with SimulatedBoard("avalam", vm, seed=7) as board:
            heard.append(play(board, FUMBLES))
    assert len(heard[0]) > 50
    assert heard[0] == heard[1]


@pytest.mark.needs_micropython
def test_both_vms_tell_and_show_the_same_over_a_whole_game():
    first = play_game("micropython")
    assert [text for _, text in first if text.startswith("@over")]
    assert first == play_game("cpython")


def test_a_board_that_looks_every_period_tells_and_shows_the_same(vm):
    """The tickless board is woken only when something moves: that must make no difference."""
    heard = []
    for ticking in (False, True):
        with SimulatedBoard("avalam", vm, seed=7, ticking=ticking) as board:
            heard.append(play(board, FUMBLES, rest_ms=500))
    assert heard[0] == heard[1]


def test_the_same_seed_gives_the_same_and_another_does_not(tmp_path):
    def run(seed):
        with board_with(REPORTER, tmp_path, "cpython", seed=seed) as board:
            return play(board, FUMBLES)

    assert run(1) == run(1) != run(2)


def test_the_pins_tell_which_cells_are_open_and_the_lights_show_it(vm, tmp_path):
    with board_with(REPORTER, tmp_path, vm) as board:
        board.do("set avalam")
        board.advance(100)
        names = board.world.grid.names
        assert board.lines == []
        assert [names[i] for i in range(49) if any(board.rgb()[3 * i : 3 * i + 3])] == ["e5"]
        heard = []
        board.on_line.append(lambda text: heard.append((board.now_ms, text)))
        board.do("lift c9")
        board.do("press undo")
        board.advance(1000)
        assert heard == [(101, "c9 0"), (101, "buttons 0 1"), (200, "buttons 0 0")]
        lit = {names[i] for i in range(49) if any(board.rgb()[3 * i : 3 * i + 3])}
        assert lit == {"c9", "e5"}


def test_the_firmware_sees_chatter_and_in_the_end_the_truth(vm, tmp_path):
    with board_with(REPORTER, tmp_path, vm, seed=5) as board:
        board.do("set avalam")
        board.advance(100)
        board.do("bounce 8")
        for _ in range(10):
            board.do("nudge c9 30")
            board.advance(100)
        changes = [line for line in board.lines if "c9" in line]
        assert len(changes) > 40
        assert changes[-1].endswith("c9 1")


def test_a_long_rest_is_over_when_a_line_comes(vm, tmp_path):
    echo = (
        HEAD + "while True:\n    count = port.receive(received)\n    port.send(received, count)\n"
    )
    with board_with(echo + "    port.wait(100000)\n", tmp_path, vm) as board:
        board.advance(1000)
        board.do("send hear, hear")
        board.advance(1)
        assert board.lines == ["hear, hear"]


def test_more_text_than_a_pipe_holds_comes_through(vm, tmp_path):
    talker = HEAD + "for i in range(3000):\n    print(i, 'x' * 60)\nport.wait(100000)\n"
    with board_with(talker, tmp_path, vm) as board:
        board.advance(10)
        assert [line.split()[0] for line in board.lines] == [str(i) for i in range(3000)]


SCAN = """
import micropython

def look():
    for _ in range(50):
        port.switches(switches)
        port.buttons(buttons)
        port.receive(received)
        port.ticks_ms()
        port.wait(1)


look()  # a poll makes what it needs when it is first asked
micropython.heap_lock()
try:
    look()
finally:
    micropython.heap_unlock()
print("looked with the heap locked:", sum(switches), "closed")
port.wait(100000)
"""


@pytest.mark.needs_micropython
def test_looking_at_the_board_allocates_nothing(tmp_path):
    with board_with(HEAD + SCAN, tmp_path, "micropython") as board:
        board.do("set avalam")
        board.advance(1000)
        assert board.lines == ["looked with the heap locked: 48 closed"]


@pytest.mark.needs_micropython
def test_an_allocation_with_the_heap_locked_would_be_noticed(tmp_path):
    with board_with(
        HEAD + SCAN.replace("port.ticks_ms()", "[port]"), tmp_path, "micropython"
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
port.wait(100000)
"""


def test_files_outlive_the_power_and_the_board(vm, tmp_path):
    disk = tmp_path / "disk"
    files = ["board.json", "kept.txt", "main.py", "tourelle"]
    with board_with(HEAD + KEEPER, tmp_path, vm, state_dir=disk) as board:
        board.advance(10)
        for command in ("power off", "power on"):
            board.advance(board.do(command))
        assert board.lines == [f"started {n} {files}" for n in (1, 2)]
    with board_with(HEAD + KEEPER, tmp_path, vm, state_dir=disk) as board:
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
        with board_with(f"print('{said}')\n", tmp_path, vm, state_dir=disk) as board:
            board.advance(10)
            assert board.lines == [said]


def test_without_power_all_is_dark_and_silent_and_the_world_goes_on(vm, tmp_path):
    loud = HEAD + "port.show(bytes([9]) * 147)\nport.tone(440)\nport.wait(100000)\n"
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
        "port.wait(100000)", f"import {module}\nif count < 2:\n    {module}.reset()"
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
    with SimulatedBoard("avalam", vm, files=files) as board:
        board.advance(1000)
        assert board.lines[0].startswith(
            "@fault board.json is missing" if content is None else "@fault board.json is broken"
        )


def test_sleeping_firmware_sleeps_in_the_boards_time(vm, tmp_path):
    sleeper = "import time\nfrom tourelle.ports import open_port\ntime.sleep(90)\nprint('awake')\n"
    with board_with(sleeper, tmp_path, vm) as board:
        board.advance(89_000)
        assert board.lines == []
        board.advance(1_100)
        assert board.lines == ["awake"]


def test_a_firmware_that_never_rests_is_noticed(vm, tmp_path, monkeypatch):
    board = board_with("while True:\n    pass\n", tmp_path, vm)
    with board:
        monkeypatch.setattr("tourelle_host.sim.board.PATIENCE_S", 0)
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
        SimulatedBoard("avalam", "cpython", state_dir=tmp_path),
        pytest.raises(UserError, match="another simulated board is using"),
    ):
        SimulatedBoard("avalam", "cpython", state_dir=tmp_path)
    with SimulatedBoard("avalam", "cpython", state_dir=tmp_path) as board:
        assert board.power


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"cannot be kept in .*file/disk"):
        SimulatedBoard("avalam", "cpython", state_dir=tmp_path / "file" / "disk")


def test_without_the_wheel_the_other_vm_is_taken_and_said(monkeypatch):
    monkeypatch.setattr(micropython, "available", lambda: False)
    vm, sentence = default_vm()
    assert vm == "cpython"
    assert sentence and "--vm cpython" in sentence
    with pytest.raises(VmError, match="take --vm cpython"), SimulatedBoard("avalam", "micropython"):
        pass


@pytest.mark.parametrize("grid", ["square", "avalam", "hex"])
def test_every_grid_has_a_board_whose_every_switch_and_light_is_its_own(vm, grid, tmp_path):
    main = tmp_path / "reporter.py"
    main.write_text(REPORTER)
    files = {**paths.firmware(), "board.json": paths.board(grid), "main.py": main}
    with SimulatedBoard(grid, vm, files=files) as board:
        board.advance(10)
        for cell, name in enumerate(board.world.grid.names):
            board.lines.clear()
            board.do(f"touch {name}")
            board.advance(10)
            assert board.lines == [f"{name} 1"]
            dark = [c for c in range(board.world.grid.size) if not any(board.rgb()[3 * c :][:3])]
            assert dark == [cell]
            board.advance(200)


@pytest.mark.parametrize("command", ["wait 100", "expect turn r"])
def test_what_is_for_scripts_alone_is_refused(command, tmp_path):
    with (
        board_with(REPORTER, tmp_path, "cpython") as board,
        pytest.raises(ValueError, match="is for scripts"),
    ):
        board.do(command)


def test_real_time_cannot_be_advanced():
    board = SimulatedBoard("avalam", "cpython", clock=Real())
    with pytest.raises(ValueError, match="only virtual time"):
        board.advance(1)
    board.close()


def test_in_real_time_the_board_answers_by_itself(vm, tmp_path):
    lines: queue.Queue[str] = queue.Queue()
    frames: queue.Queue[bytes] = queue.Queue()
    board = board_with(REPORTER, tmp_path, vm, clock=Real())
    board.on_line.append(lines.put)
    board.on_frame.append(lambda frame, now_ms: frames.put(frame))
    board.do("set avalam")
    with board:
        assert sum(map(bool, frames.get(timeout=20))) == 1
        board.do("lift c9")
        assert lines.get(timeout=20) == "c9 0"
        assert sum(map(bool, frames.get(timeout=20))) == 2
        board.do("power off")
        assert not any(frames.get(timeout=20))
        board.do("power on")
        assert sum(map(bool, frames.get(timeout=20))) == 2
    assert not board.power


def test_the_state_folder_of_its_own_vanishes_with_the_board(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with SimulatedBoard("avalam", "cpython"):
        assert len(list(tmp_path.iterdir())) == 1
    assert list(Path(tmp_path).iterdir()) == []
