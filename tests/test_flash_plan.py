"""What is sent to a board and what is refused, decided without one."""

import os
from collections import namedtuple

import pytest

from tourelle_host import paths
from tourelle_host.errors import UserError
from tourelle_host.flash import contents, greeting, ports, remote
from tourelle_host.flash.plan import BoardState, make

PICO = 0x1306  # sys.implementation._mpy: version 6, native 6.3, armv6m
PC = 0x0B06


def state(**changes):
    """A blank Pico."""
    told = {
        "python": "micropython",
        "version": [1, 28, 0],
        "machine": "Raspberry Pi Pico with RP2040",
        "mpy": PICO,
        "filesystem": "<VfsLfs2>",
        "free": 1_400_000,
        "block": 4096,
        "rom": 0,
        "rom_foreign": False,
        "files": {},
        "manifest": "",
        "marker": "",
        "board": None,
        "broken_off": False,
        "same": False,
    }
    return BoardState.read(told | changes)


def flashed(files, **changes):
    """A Pico with these files flashed to the end."""
    digests = {name: [len(data), contents.digest(data)] for name, data in files.items()}
    lines = [f"mark {PICO}", *(f"{n} {size} {sha}" for n, (size, sha) in digests.items())]
    return state(**{"files": digests, "manifest": "\n".join(lines) + "\n"} | changes)


FILES = {"main.py": b"main", "board.json": b"{}", "tourelle/a.mpy": b"a", "tourelle/b.mpy": b"b"}


def test_a_blank_board_gets_all_its_loader_first():
    plan = make(state(), FILES, "mark")
    assert list(plan.write) == ["board.json", "main.py", "tourelle/a.mpy", "tourelle/b.mpy"]
    assert (plan.early, plan.delete) == (2, [])


def test_a_board_that_has_all_gets_nothing():
    plan = make(flashed(FILES), FILES, "mark")
    assert (plan.write, plan.delete, plan.size) == ({}, [], 0)


def test_only_what_differs_is_sent_to_a_complete_board():
    plan = make(flashed(FILES), FILES | {"main.py": b"new"}, "mark")
    assert (list(plan.write), plan.early) == (["main.py"], 0)
    plan = make(flashed(FILES, marker="main.py"), FILES | {"main.py": b"new"}, "mark")
    assert plan.early == 1


def test_what_was_ours_goes_and_what_is_not_stays():
    had = FILES | {"tourelle/old.mpy": b"old"}
    board = flashed(had)
    board.files["tourelle/mine.txt"] = board.files["journal.txt"] = (1, "x")
    assert make(board, FILES, "mark").delete == ["tourelle/old.mpy"]


@pytest.mark.parametrize("name", ["journal.txt", "boot.py", "tourelle/../journal.txt"])
def test_a_manifest_cannot_have_a_file_deleted_that_is_not_ours(name):
    board = flashed(FILES | {name: b"mine"})
    assert make(board, FILES, "mark").delete == []


def test_what_a_broken_off_flash_left_behind_goes_too():
    board = state(files={"tourelle/left.mpy": [1, "x"]}, marker="tourelle/left.mpy\nmain.py")
    assert make(board, FILES, "mark").delete == ["tourelle/left.mpy"]


def test_the_readable_twin_of_a_compiled_module_goes():
    board = state(files={"tourelle/a.py": [1, "x"]})
    assert make(board, FILES, "mark").delete == ["tourelle/a.py"]


def test_a_board_json_changed_by_hand_is_known():
    known = {"avalam": b"{}"}
    assert not state().changed_board(known)
    assert not flashed(FILES, board="avalam").changed_board(known)
    assert not flashed(FILES, board="avalam").changed_board({"avalam": b"newer"})
    assert flashed(FILES, board="mine").changed_board(known)
    other = flashed(FILES, board="avalam")
    other.files["board.json"] = (7, "x")
    assert other.changed_board(known)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"python": "circuitpython"}, "runs circuitpython, not MicroPython"),
        ({"version": [1, 23, 0]}, r"1\.23\.0 is too old: install 1\.24"),
        (
            {"machine": "Raspberry Pi Pico 2 with RP2350"},
            "Pico 2 with RP2350, and the firmware has never been run on that chip: take .* RP2040",
        ),
        ({"machine": "Raspberry Pi Pico 2 with RP2350-RISCV"}, "never been run"),
        ({"filesystem": "<VfsFat>"}, "file system is VfsFat"),
        ({"filesystem": "none"}, "file system is none"),
    ],
)
def test_a_board_that_cannot_be_flashed_is_refused(changes, words):
    with pytest.raises(UserError, match=words):
        state(**changes).check()


def test_an_untested_chip_is_taken_when_that_is_asked_for_and_no_less_examined():
    state(machine="Raspberry Pi Pico 2 with RP2350").check(untested=True)
    with pytest.raises(UserError, match="file system is none"):
        state(machine="Raspberry Pi Pico 2 with RP2350", filesystem="none").check(untested=True)


def test_any_board_with_a_known_chip_and_the_simulated_one_are_taken():
    state(machine="Raspberry Pi Pico W with RP2040").check()
    state(machine="linux [GCC 14.2.1] version").check()


def test_readable_files_are_for_the_simulated_board():
    with pytest.raises(UserError, match="leave a Pico too little memory"):
        state(machine="Raspberry Pi Pico with RP2040").check(source=True)
    state(machine="Raspberry Pi Pico with RP2040").check(source=True, untested=True)
    state(machine="linux [GCC 14.2.1] version").check(source=True)


def test_a_board_too_old_to_name_its_file_system_is_taken():
    state(filesystem="").check()


def test_a_program_that_is_not_ours_is_known():
    program = {"main.py": [1, "x"]}
    assert state(files=program).foreign
    assert not state(files=program | {"tourelle/__init__.py": [1, "x"]}).foreign
    assert not state(files=program, marker="main.py").foreign
    assert not state().foreign


def test_a_flash_without_room_is_refused_and_says_how_much_is_missing():
    board = state(free=4096 * 10)
    with pytest.raises(UserError, match="too full, 8 KB are missing"):
        make(board, {f"tourelle/{number}.mpy": b"x" for number in range(4)}, "mark")


BLOCK = 4096
LOADER = dict.fromkeys(("main.py", "board.json", "tourelle/startup.mpy"), b"old")
LARGE = {f"tourelle/{name}.mpy": bytes(3 * BLOCK) for name in "ab"}


def room(free, wanted):
    """What goes first from a board with so many free blocks; the plan's `early`."""
    mine = {"tourelle/mine.mpy": (9 * BLOCK, "x"), "journal.txt": (9 * BLOCK, "x")}
    board = flashed(LOADER | LARGE | {"tourelle/gone.mpy": bytes(BLOCK + 1)}, free=free * BLOCK)
    board.files.update(mine)
    plan = make(board, wanted, "mark")
    return plan.room, plan.early


def test_old_files_go_first_only_where_new_ones_do_not_fit_beside_them():
    wanted = dict.fromkeys(LOADER, b"new") | {name: data + b"x" for name, data in LARGE.items()}
    stale = ["tourelle/gone.mpy"]
    assert room(3 + 8 + 8, wanted) == ([], 0)
    assert room(3 + 8 + 8 - 1, wanted) == room(3 + 8 + 8 - 2, wanted) == (stale, 3)
    assert room(3 + 8 + 8 - 3, wanted) == room(3 + 8, wanted) == ([*stale, *LARGE], 3)
    with pytest.raises(UserError, match="too full, 4 KB are missing"):
        room(3 + 7, wanted)


def test_nothing_goes_first_where_the_board_has_no_room_to_say_that_it_is_incomplete():
    wanted = LOADER | dict.fromkeys(LARGE, b"x")
    assert room(8, wanted)[0] == ["tourelle/gone.mpy"]
    with pytest.raises(UserError, match="too full, 8 KB are missing"):
        room(6, wanted)


# -- compiling


def test_the_number_of_a_pico_and_of_a_pc_are_read():
    assert contents.Target.of(PICO) == contents.Target(6, 3, "armv6m")
    assert contents.Target.of(PC) == contents.Target(6, 3, "x64")


@pytest.mark.parametrize("number", [0, 60 << 10 | 6])
def test_a_micropython_that_loads_no_compiled_files_is_named(number):
    with pytest.raises(UserError, match="install one that can"):
        contents.Target.of(number)


@pytest.mark.parametrize(("version", "native"), [(5, 3), (6, 2)])
def test_compiled_files_of_another_version_are_refused(version, native):
    target = contents.Target(version, native, "armv6m")
    with pytest.raises(UserError, match=r"mpy-cross makes \.mpy files of version 6"):
        contents.firmware(target, {"tourelle/kernels.py": paths.firmware()["tourelle/kernels.py"]})


@pytest.mark.deep
@pytest.mark.usefixtures("compiled_once")
def test_all_is_compiled_but_main_and_for_the_boards_processor():
    pico = contents.firmware(contents.Target.of(PICO))
    pc = contents.firmware(contents.Target.of(PC))
    assert pico.pop(contents.IN_PLACE)
    assert pico.keys() == pc.keys()
    assert all(name == "main.py" or data[:2] == b"M\x06" for name, data in pico.items())
    native = {name for name in pico if pico[name] != pc[name]}
    assert "tourelle/ports/pins.mpy" in native
    source = contents.firmware(None)
    assert {name.replace(".mpy", ".py") for name in pico} < source.keys()  # see test_bundle.py
    docstring = b"light the LEDs, 3 bytes each in wire order"
    assert docstring in source["tourelle/ports/__init__.py"]
    assert docstring not in pico["tourelle/ports/__init__.mpy"]


def test_a_file_that_does_not_compile_is_named(tmp_path, monkeypatch):
    broken = tmp_path / "broken.py"
    broken.write_text("def:\n")
    monkeypatch.setattr(paths, "firmware", lambda: {"tourelle/broken.py": broken})
    with pytest.raises(UserError, match=r"tourelle/broken\.py cannot be compiled: SyntaxError"):
        contents.firmware(contents.Target.of(PICO))


def test_the_fingerprint_changes_with_any_file_and_with_the_form(tmp_path, monkeypatch):
    file = tmp_path / "a.py"
    file.write_text("one")
    monkeypatch.setattr(paths, "firmware", lambda: {"tourelle/a.py": file})
    first = contents.fingerprint(False)
    assert first == contents.fingerprint(False) != contents.fingerprint(True)
    file.write_text("two")
    assert contents.fingerprint(False) != first


# -- finding the board

Port = namedtuple("Port", "device vid pid serial_number")
PICO_PORT = Port("/dev/ttyACM0", 0x2E8A, 0x0005, "E660")
OTHER = Port("/dev/ttyUSB0", 0x1A86, 0x7523, None)


def found(monkeypatch, *there):
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: list(there))


def test_the_one_board_is_found_among_other_things(monkeypatch):
    found(monkeypatch, OTHER, PICO_PORT)
    assert ports.the_board() == "/dev/ttyACM0"


def test_no_board_and_several_boards_are_reported(monkeypatch):
    found(monkeypatch, OTHER)
    with pytest.raises(UserError, match="no board with MicroPython is plugged in"):
        ports.the_board()
    found(monkeypatch, PICO_PORT, PICO_PORT._replace(device="/dev/ttyACM1", serial_number="E661"))
    with pytest.raises(UserError, match=r"ttyACM0 \(E660\), /dev/ttyACM1 \(E661\).*--port"):
        ports.the_board()


def test_a_device_that_is_missing_or_forbidden_is_reported(tmp_path, monkeypatch):
    with pytest.raises(UserError, match="there is no port /dev/nothing"):
        ports.check("/dev/nothing")
    with pytest.raises(UserError, match="'plug://x' is not a port"):
        ports.check("plug://x")
    ports.check("socket://127.0.0.1:9")
    device = tmp_path / "ttyACM0"
    device.touch()
    ports.check(str(device))
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    device.chmod(0o600)
    with pytest.raises(UserError, match="chmod a"):
        ports.check(str(device))
    device.chmod(0o660)
    named = namedtuple("Group", "gr_name")("dialout")
    monkeypatch.setattr("grp.getgrgid", lambda number: named)
    with pytest.raises(UserError, match="for the group dialout: join it with sudo usermod"):
        ports.check(str(device))


# -- what mpremote says when it fails


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (["mpremote: failed to access /dev/x (it may be in use)"], "in use by another program"),
        (["mpremote.transport.TransportError: could not enter raw repl"], "not answer as Micro"),
        ([], "does not answer"),
        (["SerialException: read failed: [Errno 104] Connection reset"], "connection .* was lost"),
        (["MemoryError: memory allocation failed"], 'its last word was "MemoryError'),
    ],
)
def test_what_mpremote_says_becomes_a_sentence(said, words):
    assert isinstance(remote._trouble("/dev/x", said), UserError)
    with pytest.raises(UserError, match=words):
        raise remote._trouble("/dev/x", said)


def test_a_port_where_nobody_answers_is_reported():
    with pytest.raises(UserError, match="nothing answers at socket"):
        remote.ask("socket://127.0.0.1:9", "mark", None)


def test_a_port_that_never_answers_is_given_up(monkeypatch):
    monkeypatch.setattr(remote, "PATIENCE_S", 0.2)
    monkeypatch.setattr(remote, "_mpremote", lambda port, *commands: ["sleep", "60"])
    with pytest.raises(UserError, match="does not answer as MicroPython"):
        remote.ask("/dev/x", "mark", None)


def test_ctrl_c_starts_the_board_again(monkeypatch):
    restarted: list[list[str]] = []

    def told(port, *commands):
        raise KeyboardInterrupt

    def ran(command, patience_s, **options):
        restarted.append(command[-2:])

    monkeypatch.setattr(remote, "_told", told)
    monkeypatch.setattr(remote, "run", ran)
    with pytest.raises(KeyboardInterrupt):
        remote.install("/dev/x", make(state(), FILES, "mark"), lambda count: None)
    assert restarted == [["/dev/x", "reset"]]


def test_a_board_that_never_says_hello_is_given_up(monkeypatch):
    monkeypatch.setattr(greeting, "PATIENCE_S", 0.2)
    with pytest.raises(UserError, match="no hello of version"):
        greeting.wait("socket://127.0.0.1:9")
