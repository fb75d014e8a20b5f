"""tourelle flash on the simulated board, from a blank one on."""

import contextlib
import json
import re
import shutil
import socket
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from depth import deep
from hearing import awaited
from mpremote_port import Keyboard, board_on_port, flashing, mpremote
from patience import PATIENCE_S
from tourelle import VERSION
from tourelle_host import cli, paths
from tourelle_host.errors import UserError
from tourelle_host.flash import greeting, remote
from tourelle_host.flash.run import Wishes, flash
from tourelle_host.sim.disk import Stored

pytestmark = [pytest.mark.needs_micropython, pytest.mark.usefixtures("compiled_once")]

MINE = {"notes.txt": "mine", "records/one.txt": "a game", "tourelle/notes.txt": "also mine"}


@pytest.fixture
def board(tmp_path):
    """A blank board, behind a PTY: mpremote takes leave of a socket more slowly."""
    with board_on_port("pty", stored=Stored(tmp_path / "state", blank=True)) as made:
        yield made


@pytest.fixture
def remote_board(tmp_path):
    """A blank board behind TCP, where the line can be cut."""
    with board_on_port(stored=Stored(tmp_path / "state", blank=True)) as made:
        yield made


@pytest.fixture(scope="module")
def flashed(tmp_path_factory, compiled_once):
    """A board on which the firmware is, as compiled files; every test leaves it so."""
    with board_on_port("pty", stored=Stored(tmp_path_factory.mktemp("state"), blank=True)) as made:
        flashing(made)
        yield made


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """The firmware's files, in a folder of their own where they may be changed."""
    folder = tmp_path / "firmware"
    files = {}
    for name, path in paths.firmware().items():
        files[name] = folder / name
        files[name].parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, files[name])
    monkeypatch.setattr(paths, "firmware", lambda: files)
    return files


def grow(sources):
    """Add 15 KB of comments: then a board has no room for the readable and the compiled form."""
    with sources["tourelle/memory.py"].open("a") as file:
        file.write(("#" * 99 + "\n") * 150)


def files(board):
    """The names of the files on the board."""
    seen = mpremote(board, "exec", LIST)
    return set(json.loads(seen))


LIST = """
import json, os
def walk(path):
    for entry in os.ilistdir("/" + path):
        name = path + entry[0]
        if entry[1] == 0x4000:
            yield from walk(name + "/")
        else:
            yield name
print(json.dumps(list(walk(""))))
"""


def write(board, contents):
    """Put files of the user's on the board."""
    lines = ["import os"]
    for name, text in contents.items():
        folder = name.rpartition("/")[0]
        if folder:
            lines.append(f"try: os.mkdir({folder!r})\nexcept OSError: pass")
        lines.append(f"with open({name!r}, 'w') as file: file.write({text!r})")
    mpremote(board, "exec", "\n".join(lines))


def test_a_blank_board_is_flashed_then_left_alone_then_mended(board, sources):
    first = flashing(board)
    assert f"@hello tourelle {VERSION}" in first
    assert re.search(r"\d\d files to send, \d{5,} bytes, \d{5,} packed; 0 to delete", first)
    there = files(board)
    assert {"main.py", "board.json", "tourelle/core.mpy"} <= there
    assert "tourelle/games/tawol/search.mpy" in there
    assert "tourelle/ports/circuitpython.mpy" not in there
    write(board, MINE)

    again = flashing(board)
    assert "nothing has to be sent" in again and "0 bytes sent" in again
    assert f"@hello tourelle {VERSION}" in again

    memory = sources["tourelle/memory.py"].read_bytes()
    sources["tourelle/memory.py"].write_bytes(memory + b"\nNEW = 1\n")
    sources["tourelle/extra.py"] = sources["tourelle/scanner.py"]
    assert "2 files to send" in flashing(board)
    assert "True" in mpremote(board, "exec", "import tourelle.memory as c; print(c.NEW == 1)")

    mpremote(board, "fs", "rm", ":tourelle/core.mpy")
    write(board, {"tourelle/menu.mpy": "damaged"})
    assert "2 files to send" in flashing(board)

    del sources["tourelle/extra.py"]
    sources["tourelle/memory.py"].write_bytes(memory)
    assert re.search(r"1 files to send, \d+ bytes, \d+ packed; 1 to delete", flashing(board))

    there = files(board)
    assert MINE.keys() <= there
    assert "tourelle/extra.mpy" not in there
    assert mpremote(board, "fs", "cat", ":notes.txt") == "mine"


@pytest.mark.deep
def test_readable_files_take_the_place_of_compiled_ones_and_back(flashed):
    assert "@hello" in flashing(flashed, source=True)
    there = files(flashed)
    assert "tourelle/core.py" in there and "tourelle/core.mpy" not in there
    assert "@hello" in flashing(flashed)
    there = files(flashed)
    assert "tourelle/core.mpy" in there and "tourelle/core.py" not in there


@pytest.mark.deep
def test_forms_that_have_no_room_beside_each_other_take_each_others_place(board, sources):
    grow(sources)
    description = json.loads(paths.board("hex").read_text()) | {"budget_ma": 333}
    write(board, MINE | {"board.json": json.dumps(description)})
    assert "@hello" in flashing(board)
    assert "@hello" in flashing(board, source=True)
    said = flashing(board)
    assert re.search(r"no room for old and new files at once, so \d\d old ones go first", said)
    assert "@hello" in said and "board hex" in said
    there = files(board)
    assert there >= MINE.keys() | {"tourelle/core.mpy", "tourelle/memory.mpy"}
    assert [name for name in there if name.endswith(".py")] == ["main.py"]
    assert "333" in mpremote(board, "fs", "cat", ":board.json")


@pytest.mark.deep
def test_a_dry_run_says_what_it_would_do_and_does_nothing(flashed, sources, capsys):
    before = files(flashed)
    sources["tourelle/extra.py"] = sources["tourelle/scanner.py"]
    del sources["tourelle/kernels.py"]
    said = flashing(flashed, dry_run=True)
    assert "send    tourelle/extra.mpy" in said
    assert "delete  tourelle/kernels.mpy" in said
    assert files(flashed) == before


def test_the_board_description_is_chosen_kept_and_never_overwritten_when_changed_by_hand(flashed):
    assert "board hex" in flashing(flashed, grid="hex")
    assert "nothing has to be sent" in flashing(flashed)
    assert "nothing has to be sent" in flashing(flashed, grid="hex")
    description = json.loads(paths.board("hex").read_text()) | {"budget_ma": 333}
    write(flashed, {"board.json": json.dumps(description)})
    said = flashing(flashed)
    assert "changed by hand, and stays" in said and "0 files to send" in said
    assert "333" in mpremote(flashed, "fs", "cat", ":board.json")
    assert "board avalam" in flashing(flashed, grid="avalam")
    assert "333" not in mpremote(flashed, "fs", "cat", ":board.json")


def test_another_program_is_not_replaced_without_asking(board, monkeypatch, capsys):
    write(board, {"main.py": "print('my own')"})
    with pytest.raises(UserError, match="another program"):
        flashing(board)
    assert files(board) == {"main.py"}
    answers = iter(["", "y"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda question: next(answers))
    with pytest.raises(UserError, match="left as it is"):
        flashing(board)
    assert files(board) == {"main.py"}
    assert "@hello" in flashing(board)


def test_an_end_of_the_input_is_no_consent(board):
    write(board, {"main.py": "print('my own')"})
    flash_it = (sys.executable, "-m", "tourelle_host", "flash", "--port", board.port.address)
    with Keyboard(*flash_it) as terminal:
        terminal.until("Replace it by Tourelle? [y/N] ")
        terminal.type("\x04")
        terminal.until("the board was left as it is")
    assert files(board) == {"main.py"}


def test_a_full_flash_is_reported_before_anything_is_touched(board):
    mpremote(
        board,
        "exec",
        "import os\nwith open('mine.bin', 'wb') as file:\n"
        " for _ in range(340): file.write(bytes(4096))",
    )
    with pytest.raises(UserError, match=r"flash is too full, \d+ KB are missing"):
        flashing(board)
    assert files(board) == {"mine.bin"}


@pytest.mark.deep
def test_a_flash_that_becomes_full_keeps_what_was_there(flashed, sources, monkeypatch):
    board = flashed
    before = files(board)
    mpremote(
        board,
        "exec",
        "import os\nwith open('mine.bin', 'wb') as file:\n"
        " for _ in range(os.statvfs('/')[3] - 4): file.write(bytes(4096))",
    )
    monkeypatch.setattr("tourelle_host.flash.plan._room", lambda state, write, delete: [])
    for number in range(6):
        sources[f"tourelle/more{number}.py"] = sources["tourelle/games/cabale/__init__.py"]
    with pytest.raises(UserError, match="became full"):
        flashing(board)
    assert files(board) == before | {"mine.bin"}
    mpremote(board, "fs", "rm", ":mine.bin")


class Cutter:
    """Stands between mpremote and the board, and cuts the line after so many bytes."""

    def __init__(self, address, left):
        self._to = ("127.0.0.1", int(address.rpartition(":")[2]))
        self.left = left
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        self._listener.close()

    def _serve(self):
        while True:
            try:
                ours, _ = self._listener.accept()
            except OSError:
                return
            theirs = socket.create_connection(self._to)
            threading.Thread(target=self._back, args=(theirs, ours), daemon=True).start()
            while self.left > 0 and (data := ours.recv(min(4096, self.left))):
                self.left -= len(data)
                theirs.sendall(data)
            for end in (ours, theirs):
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()

    def _back(self, theirs, ours):
        try:
            while data := theirs.recv(4096):
                ours.sendall(data)
        except OSError:
            pass


@pytest.mark.parametrize("left", [9000, *deep(2, 40000)])
def test_a_cut_line_is_reported_and_the_next_flash_repairs_it(remote_board, left, monkeypatch):
    board = remote_board
    monkeypatch.setattr(remote, "PATIENCE_S", PATIENCE_S)
    cutter = Cutter(board.port.address, left)
    try:
        with pytest.raises(UserError, match=r"the connection to .* was lost"):
            flash(cutter.address, Wishes(), lambda text: None)
    finally:
        cutter.close()
    assert cutter.left <= 0, "it was cut"
    assert "@hello" in flashing(board)


@pytest.mark.deep
def test_a_line_that_is_cut_once_room_was_made_leaves_a_board_that_says_so(
    remote_board, sources, monkeypatch
):
    board = remote_board
    grow(sources)
    assert "@hello" in flashing(board, source=True)
    monkeypatch.setattr(remote, "PATIENCE_S", PATIENCE_S)
    cutter = Cutter(board.port.address, 40000)
    said = []
    with contextlib.closing(cutter), pytest.raises(UserError, match=r"connection to .* was lost"):
        flash(cutter.address, Wishes(), said.append)
    assert "no room" in said[-1] and cutter.left <= 0
    assert "flashing.txt" in files(board)
    with awaited(board, "@fault the firmware is not complete: flash it again"):
        mpremote(board, "reset")
    assert "@hello" in flashing(board)


@pytest.mark.deep
def test_a_board_with_half_a_firmware_says_so_with_red_lights(flashed):
    write(flashed, {"flashing.txt": "main.py"})
    red = threading.Event()

    def frame(pixels, _):
        lit = {pixels[at : at + 3] for at in range(0, len(pixels), 3)}
        if lit - {bytes(3)} == {bytes((0, 16, 0))}:  # LEDs under no cell are dark
            red.set()

    flashed.on_frame.append(frame)
    with awaited(flashed, "@fault the firmware is not complete: flash it again"):
        mpremote(flashed, "reset")
    assert red.wait(PATIENCE_S)
    flashed.on_frame.remove(frame)
    assert "@hello" in flashing(flashed)
    assert "flashing.txt" not in files(flashed)


@pytest.mark.deep
def test_a_board_that_crashed_too_often_starts_anew_when_it_is_flashed(flashed):
    write(flashed, {"crashes.txt": "3"})
    assert "nothing has to be sent" in flashing(flashed)
    assert "crashes.txt" not in files(flashed)


def listen_until(word, monkeypatch):
    """Whoever waits for the hello has had enough once a line of the board begins like this."""
    opened = greeting.serial.serial_for_url
    heard = threading.Event()

    def listening(*arguments, **options):
        port = opened(*arguments, **options)
        read = port.read_until

        def read_until(end):
            line = read(end)
            if line.startswith(word) and line.endswith(end):
                heard.set()
            return line

        monkeypatch.setattr(port, "read_until", read_until)
        return port

    def monotonic():
        return time.monotonic() + (PATIENCE_S if heard.is_set() else 0)

    monkeypatch.setattr(greeting.serial, "serial_for_url", listening)
    monkeypatch.setattr(greeting, "PATIENCE_S", PATIENCE_S)
    monkeypatch.setattr(greeting, "time", SimpleNamespace(monotonic=monotonic, sleep=time.sleep))


@pytest.mark.deep
def test_what_is_wrong_with_the_flashed_firmware_is_reported(flashed, monkeypatch):
    write(flashed, {"board.json": "{}"})
    with monkeypatch.context() as patched:
        listen_until(b"@fault", patched)
        with pytest.raises(UserError, match=r"reports: .*board\.json is broken"):
            flashing(flashed)
    assert "@hello" in flashing(flashed, grid="avalam")


def test_a_board_that_another_program_holds_is_reported(remote_board, capsys):
    number = int(remote_board.port.address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", number)) as other:
        other.sendall(b"\r\x03\x02")
        assert other.recv(1)
        assert cli.main(["flash", "--port", remote_board.port.address]) == 2
    said = capsys.readouterr().err
    assert re.search("another program", said)
    assert len(said.strip().splitlines()) == 1
