"""A flash that fails: the game goes on, and light, sound and words say what is wrong."""

import shutil
import sys
from pathlib import Path

import pytest

from depth import deep
from hands import choose
from table import Memory, Table
from tourelle import files
from tourelle.buttons import OK
from tourelle.files import Files, line
from tourelle.games import opening
from tourelle.journal import Journal
from tourelle_host import paths
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.disk import Stored

FAILING = Path(__file__).with_name("failing_disk.py")
LOST = "@fault the game is not recorded any more, "


def failing(tmp_path, words=None):
    """A board whose flash fails as failing_disk.py says; words: from power-on."""
    firmware = paths.firmware()
    its = {**firmware, "firmware.py": firmware["main.py"], "main.py": FAILING}
    its["board.json"] = paths.board("avalam")
    if words:
        (tmp_path / "fails.txt").write_text(words)
        its["fails.txt"] = tmp_path / "fails.txt"
    return SimulatedBoard("avalam", "micropython", Stored(files=its))


def say(board, line, ms=400):
    """Send a line; what the board says then."""
    before = len(board.lines)
    board.send(f"{line}\n".encode())
    board.advance(ms)
    return board.lines[before:]


def play(board, origin, target):
    """A move by hand; what the board says then."""
    before = len(board.lines)
    for command in (f"lift {origin}", f"lift {target}", f"drop {target}"):
        board.advance(board.do(command))
    board.advance(1000)
    return board.lines[before:]


def begin(board):
    board.do("set avalam")
    board.advance(2500)
    assert any("@move 1 y c5-d5" in line for line in play(board, "c5", "d5"))


@pytest.mark.needs_micropython
@pytest.mark.parametrize("after", [0, *deep(2, 7)])
@pytest.mark.parametrize("kind", ["write", "erase", "silent", "wrong", "read", "gone"])
def test_the_game_goes_on_whatever_the_flash_does(kind, after, tmp_path):
    with failing(tmp_path) as board:
        tones = []
        board.on_tone.append(tones.append)
        begin(board)
        say(board, f"disk {kind} {after} -1")
        assert "@move 2 r c9-d9" in play(board, "c9", "d9")
        say(board, "undo")
        say(board, "new avalam tie-break=none", 2500)
        said = say(board, "move c9-d9", 50)
        assert "@move 1 y c9-d9" in said
        for button in ("hold ok 1500", "press ok", "press undo", "hold undo 1500"):
            board.do(button)
            board.advance(2500)
        assert any(line.startswith("@hello") for line in say(board, "hello"))
        assert not any("crashed" in line or "Traceback" in line for line in board.lines)
        assert board.trouble is None
        if kind in ("write", "gone"):
            assert any(line.startswith(LOST + "the flash cannot") for line in board.lines)
            assert "recording=off" in say(board, "status")[-1]
            assert 220 in tones


@pytest.mark.needs_micropython
def test_every_light_shows_that_the_record_has_ended(tmp_path):
    with failing(tmp_path) as board:
        begin(board)
        say(board, "disk write 0 -1")
        tones = []
        board.on_tone.append(tones.append)
        said = play(board, "c9", "d9")
        assert any(line.startswith(LOST) for line in said) and 220 in tones
        (lights,) = say(board, "lights", 50)
        assert lights.startswith("@lights fault=") and lights.count(",") == 48
        board.advance(5000)
        assert "fault" not in say(board, "lights", 50)[0]


@pytest.mark.needs_micropython
@pytest.mark.parametrize("kind", ["write", *deep("silent", "wrong")])
def test_what_fails_once_is_written_elsewhere(kind, tmp_path):
    """And all of it is there after the power was off."""
    with failing(tmp_path) as board:
        begin(board)
        say(board, f"disk {kind} 0 1")
        play(board, "c9", "d9")
        play(board, "e4", "e3")
        assert "recording=off" not in say(board, "status")[-1]
        assert not any(line.startswith("@fault") for line in board.lines)
        (position,) = say(board, "position", 100)
        board.do("power off")
        board.advance(100)
        board.do("power on")
        board.advance(2500)
        assert position in board.lines[-20:]


@pytest.mark.needs_micropython
def test_code_that_cannot_be_read_is_reported_and_the_game_goes_on_without_it(tmp_path):
    with failing(tmp_path) as board:
        begin(board)
        say(board, "disk read 0 -1")
        before = len(board.lines)
        board.do("hold ok 1500")
        board.advance(3000)
        (fault,) = (line for line in board.lines[before:] if line.startswith("@fault"))
        assert "a part of the firmware cannot be read" in fault and "flash it again" in fault
        assert say(board, "lights", 50)[0].startswith("@lights fault=")
        assert "@move 2 r c9-d9" in play(board, "c9", "d9")
        say(board, "disk read 0 0")  # it was the contact, say
        board.do("hold ok 1500")
        board.advance(3000)
        assert any(line.startswith("@menu new-game") for line in board.lines[-20:])


@pytest.mark.needs_micropython
@pytest.mark.parametrize("kind", ["read", "write", "gone"])
@pytest.mark.parametrize("after", [60, *deep(0, 9, 250, 900, 2500)])
def test_a_flash_that_fails_while_the_board_starts(kind, after, tmp_path):
    """It plays, or says why it does not."""
    with failing(tmp_path, f"{kind} {after} -1") as board:
        board.do("set avalam")
        board.advance(6000)
        plays = any(line.startswith("@hello") for line in say(board, "hello"))
        assert plays or any(line.startswith("@fault") for line in board.lines), board.lines


def test_a_folder_that_vanishes_is_reported_and_the_game_goes_on(tmp_path):
    """Where the files are on a disk of a computer, or on a card."""
    folder = tmp_path / "files"
    folder.mkdir()
    table = Table("avalam", store=Files(f"{folder}/"))
    table.start(opening("avalam"))
    shutil.rmtree(folder)
    for number, (origin, target) in enumerate((("c9", "d9"), ("e4", "e3")), 1):
        table.lift(origin, target)
        table.drop(target)
        table.run(400)
        assert len(table.moves()) == 1, number
    (fault,) = table.said("fault")
    assert fault.startswith(LOST.partition(" ")[2]) and "error 2" in fault
    table.send("brightness 90")
    assert "cannot be kept" in table.said("fault")[0]
    table.send("undo")
    assert table.said("undo") == ["2 e4-e3"]


class OneError(Memory):
    """A store that fails once in a while: each time `fail` is set, one operation does."""

    fail = ""

    def _may_fail(self, what):
        if self.fail == what:
            self.fail = ""
            raise OSError(5, "Input/output error")

    def add(self, entry):
        self._may_fail("add")
        return super().add(entry)

    def anew(self, lines, size, aside):
        self._may_fail("anew")
        yield
        self._may_fail("half of anew")
        yield from super().anew(lines, size, aside)


@pytest.mark.parametrize("what", ["add", "anew", "half of anew"])
def test_one_error_of_the_flash_ends_no_record_and_nor_does_one_later(what):
    store = OneError()
    table = Table("avalam", store=store)
    table.start(opening("avalam"))
    for origin, target in (("c9", "d9"), ("e4", "e3"), ("i5", "h5")):
        store.fail = what
        if what != "add":  # the beginning of a game is written anew
            table.start(opening("avalam"))
        table.lift(origin, target)
        table.drop(target)
        table.run(400)
        kept = Journal(Memory(store.journal)).resume()[0]
        assert not store.fail and len(table.moves()) == 1
        assert kept.text() == table.position.text()
    table.send("status")
    assert table.said("fault") == [] and "recording=off" not in table.said("status")[0]


@pytest.mark.parametrize("method", ["readinto", "open"])
def test_a_record_that_cannot_be_read_costs_the_game_and_no_more(tmp_path, monkeypatch, method):
    """It is the last game then, which the menu brings back once it can be read."""
    table = Table("avalam", store=Files(f"{tmp_path}/"))
    table.start(opening("avalam"))
    table.lift("c9", "d9")
    table.drop("d9")
    table.run(400)
    text = table.position.text()

    class Broken:
        def __init__(self, path, mode="r"):
            if method == "open" and "r" in mode and path.endswith(".txt"):
                raise OSError(5, "Input/output error")
            self._file = open(path, mode)  # noqa: SIM115

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self._file.close()

        def readinto(self, part):
            raise OSError(5, "Input/output error")

        def __getattr__(self, name):
            return getattr(self._file, name)

    monkeypatch.setattr(files, "open", Broken, raising=False)
    again = Table("avalam", table.now, table.store, bytes(table.switches))
    again.run(400)
    monkeypatch.undo()
    if again.position is None:
        if method == "readinto":
            assert "cannot be resumed" in again.said("fault")[0]
        again.send("menu")
        again.send("choose last-game")
    assert again.position.text() == text


def test_a_last_game_that_cannot_be_brought_back_is_no_fault_of_the_firmware(monkeypatch):
    table = Table("avalam", store=Memory(last=line("game avalam") * 2))
    table.start(opening("avalam"))

    def failing():
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(table.store, "restore", failing)
    why = "the last game cannot be resumed, the flash cannot be written (error 5)"
    table.press(OK, 1200)
    choose(table, "last-game")
    assert table.said("say")[0].startswith(why) and table.said("fault") == []
    assert table.said("menu") == ["none"]
    table.send("menu")
    table.send("choose last-game")
    assert table.said("error")[0].startswith(why)
    table.lift("c9", "d9")
    table.drop("d9")
    table.run(400)
    assert table.moves() == ["y c9-d9"]


def test_a_record_of_a_crash_that_cannot_be_read_is_no_fault_of_the_firmware(tmp_path, monkeypatch):
    (tmp_path / "blackbox.txt").write_text("@event crash x\n")
    table = Table("avalam", store=Files(f"{tmp_path}/"))
    table.run(50)

    def failing(file):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(files, "_lines", failing)
    table.send("blackbox crash")
    table.run(50)
    assert table.said("fault") == ["the flash cannot be read ([Errno 5] Input/output error)"]


def test_rules_that_cannot_be_read_are_reported_and_the_game_goes_on_without_them(monkeypatch):
    table = Table(opening("tours").grid.name)
    table.start(opening("tours"))
    monkeypatch.setitem(sys.modules, "tourelle.games.tawol", None)  # importing it fails
    table.press(OK, 1200)
    choose(table, "new-game", "tawol")
    (fault,) = table.said("fault")
    assert fault.startswith("a part of the firmware cannot be read (ModuleNotFoundError")
    assert table.position.NAME == "tours"
    assert table.lit("fault") == set(table.cells.names)
    monkeypatch.undo()
    table.send("new tawol")
    assert table.position.NAME == "tawol"


def test_settings_that_cannot_be_kept_cost_neither_the_old_ones_nor_the_damaged_record(
    tmp_path, monkeypatch
):
    store = Files(f"{tmp_path}/")
    store.save({"brightness": 96})
    (tmp_path / files.DAMAGED).write_text("a game")

    def full(old, new):
        raise OSError(files.FULL, "no space")

    with monkeypatch.context() as patched:
        patched.setattr(files.os, "rename", full)
        with pytest.raises(OSError, match="no space"):
            store.save({"brightness": 48})
    assert store.settings() == {"brightness": 96}
    assert (tmp_path / files.DAMAGED).read_text() == "a game"


@pytest.mark.parametrize(
    ("folder", "file", "call"),
    [
        ("journal.txt", "last.txt", Files.keep_as_last),
        ("last.txt", "journal.txt", Files.restore),
        ("journal.txt", files.DAMAGED, Files.set_aside),
        ("last.txt", "journal.txt", Files.keep_as_last),
    ],
)
def test_a_folder_with_the_name_of_a_file_gives_way(folder, file, call, tmp_path):
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "something").touch()
    (tmp_path / file).touch()
    call(Files(f"{tmp_path}/"))
    assert files.DAMAGED in [path.name for path in tmp_path.iterdir()]
