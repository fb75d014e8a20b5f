"""What is said of a UF2, a flash image or an emulator that will not do."""

import socket
import struct

import pytest

from hearing import said
from patience import PATIENCE_S
from tourelle_host import cli
from tourelle_host.errors import UserError
from tourelle_host.sim import chip
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.chip import image, uf2
from tourelle_host.sim.clock import Real
from tourelle_host.sim.disk import FLASH_IMAGE, Stored
from tourelle_host.sim.life import VmChoice

RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59
NAMES = b"micropython MicroPython v%s on 2026-01-01; Raspberry Pi Pico with RP2040\0"


def block(data, number, count, address=0x10000000, family=RP2040):
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, address, 256, number, count, family)
    return head + data.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)


def made(path, version=b"1.28.0", family=RP2040, files=True, count=2, rom=0):
    """A UF2 of two blocks that says what it is, and does nothing. rom: of so many bytes."""
    info = bytearray(256)
    at = 0x10000100
    if files:
        struct.pack_into("<5I", info, 0, 0x7188EBF2, at + 32, at + 40, 0, 0xE71AA390)
        struct.pack_into("<2I", info, 32, at + 64 if rom else at + 40, at + 40)
        struct.pack_into("<6I", info, 40, 7, 0, 0x100A0000, 352 * 4096, 0, 0x23)
        struct.pack_into("<6I", info, 64, 7, 0, 0x100A0000 - rom, rom, 0, 0x21)
    info[96 : 96 + len(NAMES % version)] = NAMES % version
    path.write_bytes(
        block(bytes(256), 0, count, family=family) + block(bytes(info), 1, count, at, family)
    )
    return str(path)


def test_where_a_uf2_keeps_its_files_is_read_from_it(tmp_path):
    read = uf2.read(made(tmp_path / "one.uf2"))
    assert (read.version, read.start, read.size) == ((1, 28, 0), 0xA0000, 352 * 4096)
    assert read.rom == (0, 0)
    assert len(read.flash) == 2 * 1024 * 1024


def test_where_a_uf2_keeps_its_rom_file_system_is_read_from_it_too(tmp_path):
    read = uf2.read(made(tmp_path / "one.uf2", rom=64 * 4096))
    assert (read.start, read.size) == (0xA0000, 352 * 4096)
    assert read.rom == (0x60000, 64 * 4096)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"family": RP2350}, "is for another chip than the RP2040"),
        ({"version": b"1.19.1"}, r"is MicroPython 1\.19\.1, and the firmware needs 1\.24 or newer"),
        ({"files": False}, "keeps no files"),
        ({"count": 3}, "is only part of a UF2 file"),
    ],
)
def test_a_uf2_that_will_not_do_is_refused_in_a_sentence(tmp_path, what, said):
    with pytest.raises(UserError, match=said + r".*--uf2 FILE"):
        uf2.read(made(tmp_path / "one.uf2", **what))


def test_other_files_are_no_uf2(tmp_path):
    path = tmp_path / "firmware.bin"
    for content in (b"", b"x" * 512, bytes(1000)):
        path.write_bytes(content)
        with pytest.raises(UserError, match="is not a UF2 file"):
            uf2.read(str(path))
    with pytest.raises(UserError, match=r"cannot be read \(No such file"):
        uf2.read(str(tmp_path / "none.uf2"))


def test_without_a_uf2_the_message_says_what_to_name(capsys, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text("set avalam\nexpect turn y\n")
    assert cli.main(["script", str(script), "--vm", "chip"]) == 2
    said = capsys.readouterr().err
    assert "--uf2 FILE" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("name", ["1.28.0", "v1.28.0", "https://micropython.org/one.uf2"])
def test_no_image_is_downloaded(name, monkeypatch):
    """Nobody publishes a checksum of it, so what came could not be checked."""
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: pytest.fail("it looks for a host"))
    with pytest.raises(UserError, match=r"cannot be read .*https://micropython.org/download"):
        uf2.read(name)


def test_a_uf2_without_an_end_is_not_read_to_it():
    with pytest.raises(UserError, match="is not a UF2 file"):
        uf2.read("/dev/zero")


def test_without_the_emulator_the_message_says_how_to_install_it(monkeypatch, tmp_path):
    monkeypatch.setattr(chip, "available", lambda: False)
    with pytest.raises(UserError, match="pip install"):
        SimulatedBoard("avalam", VmChoice("chip", made(tmp_path / "one.uf2")))


def test_a_flash_image_that_is_not_littlefs_is_refused(tmp_path):
    (tmp_path / FLASH_IMAGE).write_bytes(bytes(352 * 4096))
    with pytest.raises(UserError, match=r"flash\.img is not a littlefs.*--blank"):
        SimulatedBoard(
            "avalam", VmChoice("chip", made(tmp_path / "one.uf2")), Stored(tmp_path, keep=True)
        )


@pytest.fixture
def hanging(tmp_path, monkeypatch):
    """A UF2 whose first instruction branches to itself."""
    monkeypatch.setattr("tourelle_host.sim.chip.life.BOOT_MS", 30)
    path = tmp_path / "one.uf2"
    made(path)
    data = bytearray(path.read_bytes())
    data[32:34] = bytes.fromhex("fee7")  # b .
    path.write_bytes(data)
    return str(path)


@pytest.mark.deep
def test_a_firmware_that_hangs_at_boot_is_noticed(tmp_path, hanging):
    board = SimulatedBoard("avalam", VmChoice("chip", hanging), Stored(tmp_path / "state"))
    with pytest.raises(UserError, match="hangs at boot"):
        board.start()
    board.close()


@pytest.mark.deep
def test_a_board_in_real_time_that_hangs_at_boot_says_so_and_can_still_be_reached(
    tmp_path, hanging
):
    board = SimulatedBoard("avalam", VmChoice("chip", hanging), Stored(tmp_path / "state"), Real())
    told = said(board, "hangs at boot")
    with board:
        assert told.wait(PATIENCE_S)
        assert board.power
        assert "hangs at boot" in (board.trouble or "")


def test_files_come_back_from_an_image():
    first = image.build({"main.py": b"print(1)", "tourelle/x.mpy": b"M"}, 352 * 4096)
    second = image.update(first, {"main.py": b"print(2)", "board.json": b"{}"})
    from littlefs import LittleFS

    system = LittleFS(block_size=4096, block_count=352, mount=False)
    system.context.buffer[:] = second
    system.mount()
    assert sorted(system.listdir("/")) == ["board.json", "main.py", "tourelle"]
    with system.open("main.py", "rb") as file:
        assert file.read() == b"print(2)"
