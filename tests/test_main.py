"""main.py: a crash is reported and the board restarted; after three in a row it stays safe."""

import pytest

from tourelle_host import paths
from tourelle_host.sim.board import SimulatedBoard

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
    return SimulatedBoard("avalam", vm, state_dir=state, files=files)


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
            "@fault crashed (3 in a row), starting again",
            "@fault safe mode after 3 crashes",
        ]
        assert "RuntimeError: a loose screw" in broken.lines
    with board(vm, tmp_path, state=state) as mended:
        mended.advance(100)
        assert crashes(mended.lines)[0].startswith("@fault safe mode"), "until it is flashed anew"


def test_a_crash_after_a_good_while_begins_the_count_anew(vm, tmp_path):
    with board(vm, tmp_path, CRASHING.format(wait="board.scanner.wait(20000)")) as flaky:
        flaky.advance(200_000)
        found = crashes(flaky.lines)
        assert len(found) >= 5
        assert set(found) == {"@fault crashed (1 in a row), starting again"}


@pytest.mark.parametrize("text", ["", "many", "-"])
def test_a_damaged_count_does_not_keep_the_board_from_starting(tmp_path, text):
    crash_file = tmp_path / "crashes.txt"
    crash_file.write_text(text)
    files = {**paths.firmware(), "board.json": paths.board("avalam"), "crashes.txt": crash_file}
    with SimulatedBoard("avalam", "cpython", files=files) as running:
        running.advance(100)
        assert running.lines[0].startswith("@hello tourelle")
