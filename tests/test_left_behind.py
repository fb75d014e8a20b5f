"""Every command ends with everything that it started, whatever ends it, and leaves no folder."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from depth import deep
from mpremote_port import board_on_port
from patience import PATIENCE_S, until
from tourelle_host.children import run
from tourelle_host.scratch import Scratch, sweep

pytestmark = [
    pytest.mark.needs_micropython,
    pytest.mark.needs_proc,
]


GAME = "set avalam\nwait 900000000\nexpect turn y\n"
# What some are told to do; an end of input would end `engine`.
TOLD = {"script": GAME, "engine": "go infinite\n"}
# Each with how to see that it has got under way: so many processes of its own.
COMMANDS = {
    "perft": (["perft", "tours", "9", "--vm", "micropython"], 2),
    "script": (["script", "-"], 2),
    "play": (["play", "--no-browser"], 2),
    "sim": (["sim", "--headless"], 2),
    "bench": (["bench", "avalam", "--vm", "micropython"], 2),
    "fumble": (["fumble", "avalam"], 1),
    "engine": (["engine", "tours", "--vm", "micropython"], 2),
    "match": (["match", "avalam", "level:6", "level:6", "--games", "1000"], 2),
    "tune": (["tune", "avalam", "--games", "100000"], 2),
}
ENDINGS = {
    "SIGINT": signal.SIGINT,
    "SIGTERM": signal.SIGTERM,
    "SIGHUP": signal.SIGHUP,
    "SIGKILL": signal.SIGKILL,
}


def alive(mark):
    """The processes whose environment has this mark, zombies left out."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark in (folder / "environ").read_bytes():
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
                if state not in "ZX":
                    found.append(int(folder.name))
    return found


def hears(process):
    """Whether it has reached the product's own code, which handles SIGTERM."""
    status = Path(f"/proc/{process}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt"))
    return int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1


@contextlib.contextmanager
def started(command, folder, processes):
    """A command that has got under way; its process, and the mark of all that it starts."""
    mark = f"TOURELLE_TEST_MARK={os.getpid()}-{time.monotonic_ns()}"
    name, _, value = mark.partition("=")
    running = subprocess.Popen(
        [sys.executable, "-m", "tourelle_host", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, name: value, "TMPDIR": str(folder)},
    )
    assert running.stdin
    try:
        running.stdin.write(TOLD.get(command[0], "").encode())
        running.stdin.flush()
        if command[-1] == "-":
            running.stdin.close()
        until(lambda: hears(running.pid))
        until(lambda: len(alive(mark.encode())) >= processes)
        yield running, mark.encode()
    finally:
        for process in alive(mark.encode()):
            os.kill(process, signal.SIGKILL)
        running.wait()
        assert running.stderr
        running.stderr.close()


def ends_with_all(running, mark, folder, ending):
    running.send_signal(ending)
    if ending != signal.SIGKILL:
        running.wait(PATIENCE_S)
        # By itself, or by the signal where it came before there was anything to tidy up.
        complaints = running.stderr.read() if running.returncode == 1 else b""
        assert running.returncode in (0, 128 + ending, -ending), complaints
    until(lambda: not alive(mark))
    if ending != signal.SIGKILL:
        assert running.stderr.read() == b""
    if ending == signal.SIGKILL:
        before = os.environ.get("TMPDIR")
        subprocess.run(
            [sys.executable, "-c", "from tourelle_host.scratch import sweep; sweep()"],
            env={**os.environ, "TMPDIR": str(folder)},
            check=True,
        )
        assert os.environ.get("TMPDIR") == before
    assert list(folder.iterdir()) == []


# Each command once, and each signal with some: the others are deep.
GRID = [(command, ending) for command in COMMANDS for ending in ENDINGS]
ONCE = [(command, list(ENDINGS)[at % 4]) for at, command in enumerate(COMMANDS)]


@pytest.mark.parametrize(
    ("command", "ending"), [*ONCE, *deep(*(pair for pair in GRID if pair not in ONCE))]
)
def test_a_command_ends_with_all_that_it_started(command, ending, tmp_path):
    arguments, processes = COMMANDS[command]
    with started(arguments, tmp_path, processes) as (running, mark):
        ends_with_all(running, mark, tmp_path, ENDINGS[ending])


@pytest.mark.parametrize("ending", ["SIGTERM", *deep("SIGINT", "SIGHUP", "SIGKILL")])
def test_so_does_flash(ending, tmp_path):
    with board_on_port("pty") as board:
        assert board.port
        command = ["flash", "--port", board.port.address, "--grid", "hex"]
        with started(command, tmp_path, 2) as (running, mark):
            ends_with_all(running, mark, tmp_path, ENDINGS[ending])


@pytest.mark.needs_32_bits
@pytest.mark.parametrize("ending", ["SIGKILL", *deep("SIGINT", "SIGTERM", "SIGHUP")])
def test_so_does_a_script_in_node(ending, tmp_path):
    with started(["script", "--vm", "wasm", "-"], tmp_path, 2) as (running, mark):
        ends_with_all(running, mark, tmp_path, ENDINGS[ending])


KILLED_AT_ONCE = """
import os, signal, subprocess, sys
from tourelle_host.children import Child
before = subprocess.Popen._execute_child
def execute(*given):
    before(*given)
    os.kill(os.getpid(), signal.SIGKILL)  # the child has begun, and nothing else has been done
subprocess.Popen._execute_child = execute
Child([sys.executable, "-c", "while True: pass"])
"""


def test_a_child_whose_parent_is_killed_as_it_begins_ends_too():
    name, value = "TOURELLE_TEST_MARK", f"{os.getpid()}-{time.monotonic_ns()}"
    subprocess.run([sys.executable, "-c", KILLED_AT_ONCE], env={**os.environ, name: value})
    until(lambda: not alive(f"{name}={value}".encode()))


def test_what_a_child_says_that_is_no_text_is_read_all_the_same():
    code = r"import sys; sys.stdout.buffer.write(b'@event \xff')"
    done = run([sys.executable, "-c", code], PATIENCE_S, stdout=subprocess.PIPE)
    assert done.stdout == "@event \ufffd"


def test_what_ends_it_twice_ends_it_at_once(tmp_path):
    with started(["sim", "--headless"], tmp_path, 2) as (running, mark):
        for _ in range(3):
            running.send_signal(signal.SIGTERM)
        running.wait(PATIENCE_S)
        until(lambda: not alive(mark))


# -- the folders


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_a_folder_whose_owner_lives_is_left_alone(temporary):
    with Scratch() as folder:
        (folder / "mine").write_text("x")
        sweep()
        with Scratch() as other:
            assert other != folder
            assert (folder / "mine").exists()
    assert list(temporary.iterdir()) == []


def test_a_folder_whose_owner_is_gone_is_swept_at_the_next_start(temporary):
    code = (
        "import os; from tourelle_host.scratch import Scratch; made = Scratch(); "
        "(made.path / 'left').write_text('x'); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "TMPDIR": str(temporary)})
    assert len(list(temporary.glob("tourelle-*/left"))) == 1
    with Scratch() as folder:
        assert list(temporary.iterdir()) == [folder]


def test_what_is_not_ours_is_not_swept(temporary):
    (temporary / "tourelle-notes").mkdir()
    (temporary / "tourelle-notes" / "diary.txt").write_text("dear diary")
    (temporary / "tourelle-link").symlink_to(temporary / "tourelle-notes")
    (temporary / "tourelle-file").write_text("x")
    with Scratch():
        pass
    assert len(list(temporary.iterdir())) == 3
    assert (temporary / "tourelle-notes" / "diary.txt").exists()
