"""The simulated board's serial port, used by the real mpremote."""

import hashlib
import json
import sys

import pytest

from hearing import awaited
from mpremote_port import Keyboard, board_on_port, mpremote
from tourelle_host.sim.disk import Stored

pytestmark = pytest.mark.needs_micropython

AWKWARD = b"a\r\r\nb\x03\x04\n\x18\x00" + bytes(range(256))


@pytest.fixture(scope="module")
def board():
    with board_on_port() as made:
        yield made


def written(path, mode, text):
    """A program for the board that writes to a file."""
    return f"with open({path!r}, {mode!r}) as file:\n file.write({text!r})"


def test_exec_and_run(board, tmp_path):
    (tmp_path / "script.py").write_text("import sys\nprint(sys.implementation.name, 6 * 7)\n")
    assert mpremote(board, "exec", "print('one\\ntwo')") == "one\ntwo\n"
    assert mpremote(board, "run", "script.py", folder=tmp_path) == "micropython 42\n"


def test_an_error_on_the_board_is_reported(board):
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        mpremote(board, "exec", "1 / 0")


def test_files_and_folders(board, tmp_path):
    (tmp_path / "data.bin").write_bytes(AWKWARD)
    (tmp_path / "text.txt").write_text("one line\n")
    tree = tmp_path / "tree" / "deep"
    tree.mkdir(parents=True)
    (tree / "hello.py").write_text("print('hello')\n")
    seen = mpremote(
        board,
        *"fs cp data.bin text.txt : + fs sha256sum :data.bin + fs cat :text.txt".split(),
        *"+ fs cp -r tree : + exec".split(),
        "import tree.deep.hello",
        *"+ fs mkdir :empty + fs ls : + fs rmdir :empty".split(),
        *"+ fs cp :data.bin back.bin + fs rm :data.bin :text.txt + fs rm -r :tree".split(),
        folder=tmp_path,
    )
    assert hashlib.sha256(AWKWARD).hexdigest() in seen
    assert "one line" in seen
    assert "hello" in seen
    assert "empty/" in seen
    assert (tmp_path / "back.bin").read_bytes() == AWKWARD
    left = mpremote(board, "fs", "ls", ":")
    assert "data.bin" not in left and "tree" not in left and "main.py" in left


@pytest.mark.deep
def test_df_shows_the_picos_flash(board):
    filesystem = mpremote(board, "df").splitlines()[1].split()
    assert filesystem[0] == "<VfsLfs2>"
    assert filesystem[1] == str(352 * 4096)


@pytest.mark.deep
def test_a_folder_of_the_host_can_be_mounted(board, tmp_path):
    (tmp_path / "data.bin").write_bytes(AWKWARD)
    (tmp_path / "module.py").write_text("WORD = 'imported from the host'\n")
    program = """
import module
print(module.WORD)
with open("data.bin", "rb") as source, open("copy.bin", "wb") as target:
    target.write(source.read())
"""
    seen = mpremote(board, "mount", str(tmp_path), "exec", program)
    assert "imported from the host" in seen
    assert (tmp_path / "copy.bin").read_bytes() == AWKWARD


@pytest.mark.deep
def test_a_local_package_is_installed_by_mip(board, tmp_path):
    (tmp_path / "package.json").write_text(json.dumps({"urls": [["greet.py", "greet.py"]]}))
    (tmp_path / "greet.py").write_text("print('greetings')\n")
    mpremote(board, "mip", "install", "package.json", folder=tmp_path)
    assert "greetings" in mpremote(board, "exec", "import greet", "fs", "rm", ":lib/greet.py")


def test_after_reset_main_runs_and_files_are_there(board):
    mpremote(board, "exec", written("kept.txt", "w", "still here"))
    with awaited(board, "@hello"):
        mpremote(board, "reset")
    with awaited(board, "@hello"):
        board.do("power off")
        board.do("power on")
    assert "still here" in mpremote(board, "fs", "cat", ":kept.txt", "+", "fs", "rm", ":kept.txt")


def test_a_changed_file_of_the_firmware_stays_changed_over_a_reset(board):
    addition = written("tourelle/clock.py", "a", "# mine\n")
    with awaited(board, "@hello"):
        mpremote(board, "exec", addition, "reset")
    assert mpremote(board, "fs", "cat", ":tourelle/clock.py").endswith("# mine\n")


@pytest.mark.deep
def test_soft_reset_forgets_the_program_and_leaves_main_alone(board):
    seen = mpremote(
        board,
        *("exec", "kept = 1", "soft-reset", "exec", "print('kept' in globals(), 'main' in dir())"),
    )
    assert seen.strip() == "False False"


def test_a_program_that_exits_or_resets_itself_is_started_anew(board):
    for ending in ("raise SystemExit", "import machine; machine.soft_reset()"):
        with awaited(board, "MPY: soft reboot"):
            mpremote(board, "exec", "--no-follow", ending)


@pytest.mark.deep
@pytest.mark.parametrize("program", ["while True: pass", "import time\ntime.sleep(1000)"])
def test_a_running_program_yields_to_the_next_to_connect(board, program):
    mpremote(board, "exec", "--no-follow", program)
    assert mpremote(board, "exec", "print('free')") == "free\n"


def test_time_passes_at_the_prompt(board):
    program = """
import time
start = time.ticks_ms()
time.sleep_ms(150)
time.sleep_us(50000)
print(time.ticks_diff(time.ticks_ms(), start) >= 200, time.ticks_us() < 1 << 30)
"""
    assert mpremote(board, "exec", program).strip() == "True True"


def test_the_firmware_can_be_started_from_the_prompt_and_sees_the_world(board):
    with awaited(board, "@hello"):
        mpremote(board, "exec", "--no-follow", "import main")
    with awaited(board, "@down c9"):
        board.do("set avalam")
    with awaited(board, "@lift c9"):
        board.do("lift c9")


@pytest.mark.deep
def test_a_pty_is_a_port_like_any_other():
    with board_on_port("pty") as board:
        assert board.port and board.port.address.startswith("/dev/")
        assert mpremote(board, "exec", "print(6 * 7)") == "42\n"
        assert "main.py" in mpremote(board, "fs", "ls", ":")
        with awaited(board, "@hello"):
            mpremote(board, "reset")


@pytest.mark.deep
def test_the_prompt_ctrl_c_out_of_the_firmware_and_ctrl_d_back_to_it():
    # mpremote's repl needs a device: over socket:// it ends with an AttributeError of its own.
    with board_on_port("pty") as board:
        assert board.port
        command = ("mpremote", "connect", board.port.address, "resume", "repl")
        with Keyboard(sys.executable, "-m", *command) as keyboard:
            converse(keyboard)


def converse(keyboard):
    keyboard.until("to exit this shell")
    keyboard.type("hello\r")
    keyboard.until("@hello tourelle")
    keyboard.type("\x03")
    keyboard.until("KeyboardInterrupt")
    keyboard.until(">>> ")
    keyboard.type("first = 20\rprint(first + 1)\r")
    keyboard.until("21\r\n")
    keyboard.type("import time; print('go' + 'ing'); time.sleep(1000)\r")
    keyboard.until("going\r\n")
    keyboard.type("\x03")
    keyboard.until("KeyboardInterrupt")
    keyboard.until(">>> ")
    keyboard.type("print('turn' + 'ing'); exec('while True: pass')\r")
    keyboard.until("turning\r\n")
    keyboard.type("\x03")
    keyboard.until("KeyboardInterrupt")
    keyboard.until(">>> ")
    keyboard.type("\x04")
    keyboard.until("MPY: soft reboot")
    keyboard.until("@hello tourelle")
    keyboard.type("\x1d")


@pytest.mark.deep
def test_a_blank_board_has_no_firmware_and_a_kept_one_is_not_touched(tmp_path):
    with board_on_port(stored=Stored(tmp_path, blank=True)) as board:
        assert mpremote(board, "fs", "ls", ":").split() == ["ls", ":"]
        mpremote(board, "exec", written("main.py", "w", "print('mine')"))
    with board_on_port(stored=Stored(tmp_path, keep=True)) as board:
        assert "mine" in mpremote(board, "fs", "cat", ":main.py")
        assert "tourelle" not in mpremote(board, "fs", "ls", ":")
