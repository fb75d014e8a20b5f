"""tourelle flash on a board with a ROM file system, by a stand-in for it on the PC's VM."""

import json

import pytest

from hearing import awaited
from mpremote_port import board_on_port, flashing, mpremote
from tourelle_host.errors import UserError
from tourelle_host.flash import contents, rom
from tourelle_host.flash.run import Bar
from tourelle_host.sim.disk import ROM_IMAGE, Stored

pytestmark = [pytest.mark.needs_micropython, pytest.mark.usefixtures("compiled_once")]

SIZE = 512 * 1024  # a PC's machine code is larger than a Pico's
USERS = {"records/one.txt": "one", "settings.json": '{"mute": true}', "tourelle/notes.txt": "mine"}
DAMAGE = """
import vfs
byte = vfs.rom_ioctl(2, 0)[100_000]
vfs.rom_ioctl(4, 0, 100_000, bytes([byte ^ 1]))
"""


@pytest.fixture
def board(tmp_path):
    """A blank board with an empty ROM file system."""
    with made(tmp_path) as board:
        yield board


def made(folder, size=SIZE):
    state = folder / "state"
    state.mkdir(exist_ok=True)
    (state / ROM_IMAGE).write_bytes(b"\xff" * size)
    return board_on_port("pty", stored=Stored(state, blank=True))


def ran(board, program):
    return mpremote(board, "exec", program).replace("\r", "")


def files(board, root="/"):
    """The names of the files in a folder of the board, and in what is in it."""
    listing = f"""
import json, os
def walk(path):
    for entry in os.ilistdir(path):
        if entry[1] == 0x4000 and entry[0] != "rom":
            yield from walk(path + entry[0] + "/")
        elif entry[0] != "rom":
            yield path + entry[0]
print(json.dumps(list(walk({root!r}))))
"""
    return {name.removeprefix(root) for name in json.loads(ran(board, listing))}


def where(board):
    """Where the modules are from that the running firmware has loaded."""
    program = "import tourelle, sys; print(tourelle.__path__, 'tourelle.core' in sys.modules)"
    return mpremote(board, "resume", "exec", program).strip()


def test_the_firmware_runs_from_rom_and_the_rest_stays_on_the_flash(board, tmp_path):
    for name, text in USERS.items():
        path = tmp_path / "users" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    mpremote(board, "fs", "cp", "-r", f"{tmp_path / 'users'}/.", ":/")
    said = flashing(board)
    assert "for its ROM file system" in said and "@hello tourelle" in said
    assert where(board) == "/rom/tourelle True"
    loader = {f"{name}.mpy" for name in contents.LOADER}
    assert files(board) == {"main.py", "board.json", "firmware.txt", *loader, *USERS}
    assert "tourelle/core.mpy" in files(board, "/rom/")
    for name, text in USERS.items():
        assert mpremote(board, "fs", "cat", name) == text
    assert "nothing has to be sent" in flashing(board)


@pytest.mark.deep
def test_what_was_changed_in_rom_is_mended(board):
    flashing(board)
    ran(board, DAMAGE)
    said = flashing(board)
    assert "0 files to send" in said and "for its ROM file system" in said
    assert where(board) == "/rom/tourelle True"
    assert "nothing has to be sent" in flashing(board)


def test_a_rom_that_was_not_written_to_its_end_is_reported_and_repaired(board):
    flashing(board)
    ran(board, DAMAGE)
    written = []

    def stop(self, count):
        written.append(count)
        if sum(written) > 60_000:
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Bar, "add", stop)
        flashing(board)
    assert "flashing.txt" in files(board)
    with awaited(board, "@fault the firmware is not complete"):
        mpremote(board, "reset")
    assert "@hello" in flashing(board)
    assert where(board) == "/rom/tourelle True"


@pytest.mark.deep
def test_source_goes_to_the_flash_and_is_what_runs_then(board):
    flashing(board)
    with awaited(board, "@game avalam"):
        board.do("set avalam")
    assert "@hello" in flashing(board, source=True)
    assert where(board) == "tourelle True"
    assert "tourelle/session.py" in files(board)
    assert "@hello" in flashing(board)
    assert where(board) == "/rom/tourelle True"
    assert "tourelle/session.py" not in files(board)
    assert ran(board, "print(b'game avalam' in open('journal.txt', 'rb').read())") == "True\n"


@pytest.mark.deep
def test_a_rom_that_is_too_small_is_reported_and_left_alone(tmp_path):
    with made(tmp_path, 64 * 1024) as board:
        said = flashing(board)
        assert "is too small" in said and "@hello" in said
        assert where(board) == "tourelle True"
    assert (tmp_path / "state" / ROM_IMAGE).read_bytes() == b"\xff" * 64 * 1024


def test_somebody_elses_rom_is_not_replaced_without_asking(board):
    theirs = rom.build({"theirs.txt": b"theirs"})
    ran(board, f"import vfs; vfs.rom_ioctl(4, 0, 0, {theirs!r})")
    with pytest.raises(UserError, match="another ROM file system"):
        flashing(board)
    assert "@hello" in flashing(board, yes=True)
    assert where(board) == "/rom/tourelle True"
