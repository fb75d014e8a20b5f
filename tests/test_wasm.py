"""The simulated board in MicroPython for WebAssembly: what it plays, keeps, and needs."""

import re

import pytest

import beside
from depth import deep
from tourelle_host import cli, paths, script, wasm
from tourelle_host.bench import figures
from tourelle_host.errors import UserError
from tourelle_host.rewriting import rewritten
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.disk import Stored

SCRIPTS = beside.scripts()
QUICK = ("power", "seat-board", "cabale ride")
BY_LOT = ("seat-board",)  # the board draws what it plays by its clock
TURNS = 6


def course(name, vm):
    """All that a board said, showed and sounded in a script, each with its moment."""
    seen: list[tuple[int, object]] = []

    def make(grid):
        board = SimulatedBoard(grid, vm)
        board.on_line.append(lambda text: seen.append((board.now_ms, text)))
        board.on_tone.append(lambda hz: seen.append((board.now_ms, hz)))
        board.on_frame.append(lambda frame, now: seen.append((now, board.rgb(frame))))
        return board

    steps = script.parse(SCRIPTS[name].read_text(encoding="utf-8"), "avalam")
    assert script.run(steps, make) is None
    return seen


def words(seen):
    """What the board said, in a course."""
    return [each for _, each in seen if isinstance(each, str)]


@pytest.mark.needs_32_bits
@pytest.mark.needs_micropython
@pytest.mark.parametrize("name", [*QUICK, *deep(*(name for name in SCRIPTS if name not in QUICK))])
def test_a_script_has_the_same_course_on_every_vm(name):
    seen = course(name, "wasm")
    assert seen == course(name, "micropython")
    if name not in BY_LOT:  # CPython's board has another clock
        assert words(seen) == words(course(name, "cpython"))


@pytest.mark.needs_32_bits
@pytest.mark.needs_micropython
@pytest.mark.parametrize(("game", "moves"), [("tours", 2), *deep(*((g, 40) for g in beside.NAMES))])
def test_the_fumbling_hand_is_read_as_on_micropython(game, moves, capsys):
    said = []
    for vm in ("wasm", "micropython"):
        assert cli.main(["fumble", game, "--steps", str(moves), "--vm", vm]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


@pytest.mark.deep
@pytest.mark.needs_32_bits
@pytest.mark.needs_micropython
def test_the_benchmark_plays_the_same_game_in_less_memory(monkeypatch):
    monkeypatch.setattr(figures, "RUNS", 1)
    ours, other = (figures.measure("tours", "square", vm) for vm in ("wasm", "micropython"))
    for name in ("played", "write", "helped"):
        assert ours.values(name) == other.values(name)
    assert ours.values("heap_kept") < other.values("heap_kept")
    assert "on the Pico" not in "\n".join(figures.report(ours, "square", 1))


@pytest.mark.needs_32_bits
def test_the_heap_does_not_grow_with_the_game():
    with SimulatedBoard("avalam", "wasm") as board:
        board.do("set avalam")
        board.advance(2000)
        used = []
        for _ in range(TURNS):
            for line in ("lift c9", "lift d9", "drop d9", "press undo", "lift d9 1", "drop c9"):
                board.advance(board.do(line) + 500)
            board.send(b"status\n")
            board.advance(50)
            (free, memory) = re.findall(r"memory-free=(\d+) memory=(\d+)", board.lines[-1])[0]
            used.append(int(memory) - int(free))
    assert max(used[TURNS // 2 :]) < max(used[: TURNS // 2]) + 2048


@pytest.mark.needs_32_bits
def test_a_crash_is_told_and_the_board_starts_again(tmp_path):
    files = {**paths.firmware(), "board.json": paths.board("avalam")}
    broken = tmp_path / "core.py"
    text = files["tourelle/core.py"].read_text(encoding="utf-8")
    broken.write_text(text + "\n\nCore.tick = lambda self, now: now // 0\n", encoding="utf-8")
    files["tourelle/core.py"] = broken
    with SimulatedBoard("avalam", "wasm", Stored(files=files)) as board:
        board.advance(2000)
        assert sum("crashed" in line for line in board.lines) == 2
        assert "safe mode after 3 crashes (ZeroDivisionError: " in board.lines[-1]


@pytest.mark.parametrize("command", ["script", "fumble", "bench"])
def test_what_is_missing_is_named_with_what_brings_it(monkeypatch, tmp_path, capsys, command):
    path = tmp_path / "script.txt"
    path.write_text("expect turn y\n")
    what = str(path) if command == "script" else "avalam"
    monkeypatch.setattr(wasm, "MODULE", tmp_path / "micropython.mjs")
    for node, missing in (("/usr/bin/node", "no MicroPython for Web"), (None, "no Node.js")):
        monkeypatch.setattr("shutil.which", lambda name, node=node: node)
        assert cli.main([command, what, "--vm", "wasm"]) == 2
        said = capsys.readouterr().err
        assert missing in said and "make wasm" in said and said.count("\n") == 1


def test_every_file_of_the_firmware_can_be_rewritten_and_no_other_firmware():
    for name, path in paths.firmware().items():
        source = rewritten(name, path.read_text(encoding="utf-8"))
        assert "micropython.viper\n" not in source, name
        compile(source, name, "exec")
    with pytest.raises(UserError, match=r'main.py does not have "begin\(\)" once'):
        rewritten("main.py", "print('mine')\n")
