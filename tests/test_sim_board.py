"""The simulated board as a whole: both VMs, virtual time, power, errors."""

import json
import queue
import random
import threading

import pytest

from depth import ONE_VM
from patience import PATIENCE_S
from stand_in import HEAD, REPORTER, board_with
from tourelle import games
from tourelle_host import paths
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.clock import Real
from tourelle_host.sim.disk import Stored
from tourelle_host.sim.pacing import Pacing

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


CHAIN = json.loads(paths.board("avalam").read_text())["leds"]["chain"].split()
# What MicroPython lights before the firmware is loaded; elsewhere that takes no time.
GREETING = ("".join("000000" if name == "-" else "020309" for name in CHAIN),)


def without_greeting(heard):
    """What was heard and seen of a board, but for its sign of life."""
    return [entry for entry in heard if entry[1:] != GREETING]


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
    return without_greeting(heard)


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
        return without_greeting(heard)


@pytest.mark.needs_micropython
def test_both_vms_tell_and_show_the_same_while_hands_fumble():
    heard = []
    for vm in ("micropython", "cpython"):
        with SimulatedBoard("avalam", vm, seed=7) as board:
            heard.append(play(board, FUMBLES))
    assert len(heard[0]) > 50
    assert heard[0] == heard[1]


@pytest.mark.deep
@pytest.mark.needs_micropython
def test_both_vms_tell_and_show_the_same_over_a_whole_game():
    first = play_game("micropython")
    assert [text for _, text in first if text.startswith("@over")]
    assert first == play_game("cpython")


@pytest.mark.parametrize("vm", ONE_VM)
def test_a_board_that_looks_every_period_tells_and_shows_the_same(vm):
    """The board is woken only when something moves: polling must make no difference."""
    heard = []
    for polling in (False, True):
        with SimulatedBoard("avalam", vm, seed=7, polling=polling) as board:
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


# Every sample of one contact that differs from the one before.
RAW = (
    HEAD
    + """
raw = bytearray(cells.size + 2)
last = None
while True:
    board.scanner._sample(raw)
    if raw[cells.size - 2] != last:
        last = raw[cells.size - 2]
        print("c9", last)
    board.scanner.wait(100000)
"""
)


def test_the_firmware_sees_chatter_and_in_the_end_the_truth(vm, tmp_path):
    with board_with(RAW, tmp_path, vm, seed=5) as board:
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
        HEAD
        + "while True:\n    count = board.console.receive(received)\n"
        + "    board.console.send(received, count)\n"
    )
    with board_with(echo + "    board.scanner.wait(100000)\n", tmp_path, vm) as board:
        board.advance(1000)
        board.do("send hear, hear")
        board.advance(1)
        assert board.lines == ["hear, hear"]


def test_more_text_than_a_pipe_holds_comes_through(vm, tmp_path):
    talker = HEAD + "for i in range(3000):\n    print(i, 'x' * 60)\nboard.scanner.wait(100000)\n"
    with board_with(talker, tmp_path, vm) as board:
        board.advance(10)
        assert [line.split()[0] for line in board.lines] == [str(i) for i in range(3000)]


@pytest.mark.parametrize("grid", ["square", "avalam", "hex"])
@pytest.mark.parametrize("vm", ONE_VM)
def test_every_grid_has_a_board_whose_every_switch_and_light_is_its_own(vm, grid, tmp_path):
    main = tmp_path / "reporter.py"
    main.write_text(REPORTER)
    files = {**paths.firmware(), "board.json": paths.board(grid), "main.py": main}
    with SimulatedBoard(grid, vm, Stored(files=files)) as board:
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
        assert sum(map(bool, frames.get(timeout=PATIENCE_S))) == 1
        board.do("lift c9")
        assert lines.get(timeout=PATIENCE_S) == "c9 0"
        assert sum(map(bool, frames.get(timeout=PATIENCE_S))) == 2
        board.do("power off")
        assert not any(frames.get(timeout=PATIENCE_S))
        board.do("power on")
        assert sum(map(bool, frames.get(timeout=PATIENCE_S))) == 2
    assert not board.power


class Late(Real):
    """A real clock that a test sets: a machine that was busy reads it late."""

    at = 0

    @property
    def true_ms(self):
        return self.at


@pytest.mark.parametrize("vm", ONE_VM)
def test_a_machine_that_looks_late_hides_no_touch_and_makes_none_shorter(vm):
    clock = Late()
    told = threading.Event()
    board = SimulatedBoard("avalam", vm, clock=clock)
    board.on_line.append(lambda text: told.set())

    def live_until(line):
        for _ in range(5000):
            if line in board.lines:
                return
            told.clear()
            board._poke()
            told.wait(0.01)
            clock.at += 10
        raise AssertionError(f"no {line!r} in {board.lines}")

    with board:
        board.do("set avalam")
        live_until("@turn y")
        board.do("nudge d9 60")
        clock.at += 500  # the nudge is long over when the board's thread comes to look
        live_until("@down d9")
        assert "@lift d9" in board.lines
        board.do("lift e3")
        live_until("@lift e3")
        board.do("drop e4")
        board.do("nudge e4")
        clock.at += 80  # of the 100 ms that it takes
        live_until("@move 1 y e3-e4")


def test_a_board_whose_thread_fails_says_so_and_lives_again(monkeypatch):
    told = threading.Event()
    board = SimulatedBoard("avalam", "cpython", clock=Real())
    board.on_line.append(lambda text: told.set() if board.trouble or "@hello" in text else None)
    with board:
        assert told.wait(PATIENCE_S)
        told.clear()
        with monkeypatch.context() as broken:
            broken.setattr(Pacing, "live", lambda *_: 1 // 0)
            board._poke()
            assert told.wait(PATIENCE_S)
        assert board.lines[-1] == board.trouble
        assert board.trouble.startswith("the simulated board has failed: ZeroDivisionError")
        assert board._thread
        board._thread.join()
        told.clear()
        board.do("power off")
        board.do("power on")
        assert told.wait(PATIENCE_S)
        assert board.trouble is None


def test_talking_to_a_closed_board_does_nothing():
    board = SimulatedBoard("avalam", "cpython", clock=Real())
    board.start()
    board.close()
    board.send(b"status\n")
    assert not board.power
