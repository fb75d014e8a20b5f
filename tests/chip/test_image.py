"""UF2 files with the firmware in them, as a Pico's boot ROM writes them, erratum E14 included."""

import contextlib
import io
import random
import struct

import pytest

pytest.importorskip("littlefs")

from littlefs import LittleFS

from chip.test_uf2 import made as python_made
from conftest import UF2
from tourelle_host import cli, paths
from tourelle_host.bench.chip.table import ChipBoard
from tourelle_host.errors import UserError
from tourelle_host.flash import bootsel, contents
from tourelle_host.flash.plan import BoardState, make
from tourelle_host.sim.chip import image, uf2

START, SIZE = 0xA0000, 352 * 4096
FLASH = 0x10000000


def blocks(data):
    """Address, number and page of each block."""
    for at in range(0, len(data), 512):
        *_, address, size, number, _, _ = struct.unpack_from("<8I", data, at)
        yield address - FLASH, number, data[at + 32 : at + 32 + size]


def dragged(data, flash, order=None):
    """The flash after that file came: a sector is erased once for each 16 numbers of blocks."""
    after, erased = bytearray(flash), set()
    for address, number, page in order or blocks(data):
        if number // 16 not in erased:
            erased.add(number // 16)
            sector = address & ~0xFFF
            after[sector : sector + 4096] = b"\xff" * 4096
        for at, byte in enumerate(page, address):
            after[at] &= byte  # programming only clears bits
    return bytes(after)


def older():
    """All of a flash, full of something else."""
    return random.Random(1).randbytes(2 * 1024 * 1024)


def files(system):
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                found[path[1:]] = file.read()
    return found


def mounted(flash):
    system = LittleFS(block_size=4096, block_count=352, mount=False)
    system.context.buffer[:] = flash[START : START + SIZE]
    system.mount()
    return files(system)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("image")


@pytest.fixture(scope="module")
def written(folder):
    """What the command writes without a MicroPython, and what it says."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert cli.main(["image", "--grid", "hex", "-o", str(folder / "alone.uf2")]) == 0
    return (folder / "alone.uf2").read_bytes(), said.getvalue()


@pytest.fixture(scope="module")
def alone(written):
    return written[0]


@pytest.fixture(scope="module")
def both(folder):
    """With one."""
    python = python_made(folder / "python.uf2")
    command = ["image", "--grid", "hex", "--uf2", python, "-o", str(folder / "both.uf2")]
    assert cli.main(command) == 0
    return (folder / "both.uf2").read_bytes()


def test_over_a_flash_full_of_others_files_the_firmware_is_there_whole(alone):
    before = older()
    after = dragged(alone, before)
    there = mounted(after)
    assert there["board.json"] == paths.board("hex").read_bytes()
    assert there["main.py"] == paths.firmware()["main.py"].read_bytes()
    assert after[:START] == before[:START]  # MicroPython stays as it was


def test_in_whatever_order_the_sectors_come(alone):
    # A PC writes a file's blocks in any order; numbers, not places, say what belongs together.
    order = list(blocks(alone))
    random.Random(2).shuffle(order)
    assert dragged(alone, older(), order) == dragged(alone, older())


def test_the_model_shows_what_numbers_out_of_step_with_sectors_do(alone):
    order = [(address, number + 1, page) for address, number, page in blocks(alone)]
    assert dragged(alone, older(), order) != dragged(alone, older())


@pytest.mark.deep
def test_with_micropython_both_are_there_and_the_files_are_the_same_ones(alone, both, folder):
    after = dragged(both, older())
    assert after[:512] == uf2.read(str(folder / "python.uf2")).flash[:512]
    assert after[START:] == dragged(alone, older())[START:]  # two builds, byte for byte
    bootsel.check(both, "both.uf2")
    numbers = {address // 256: number for address, number, _ in blocks(both)}
    assert all(number % 16 == page % 16 for page, number in numbers.items())


def test_tourelle_flash_finds_nothing_to_do_after_it(alone):
    there = mounted(dragged(alone, older()))
    manifest = there.pop("firmware.txt").decode()
    told = {name: (len(data), contents.digest(data)) for name, data in there.items()}
    state = BoardState.read(
        {"python": "micropython", "version": (1, 28, 0), "machine": "", "mpy": 4870}
        | {"filesystem": "VfsLfs2", "free": 500_000, "block": 4096, "board": "hex", "same": False}
        | {"rom": 0, "rom_foreign": False, "files": told, "manifest": manifest, "marker": ""}
        | {"broken_off": False}
    )
    plan = make(state, there, contents.fingerprint(source=False))
    assert (plan.write, plan.delete, plan.manifest) == ({}, [], manifest)
    assert state.complete


def test_it_says_what_goes(written):
    said = written[1]
    assert "Everything that was on the board will be erased" in said
    assert "on a Pico W it destroys that" in said


@pytest.mark.parametrize("place", [(0x12C000, 212 * 4096), (START, 100 * 4096)])
def test_a_micropython_for_another_board_is_refused(place, tmp_path):
    path = python_made(tmp_path / "p.uf2")
    data = bytearray((tmp_path / "p.uf2").read_bytes())
    struct.pack_into("<2I", data, 512 + 32 + 48, FLASH + place[0], place[1])
    (tmp_path / "p.uf2").write_bytes(data)
    with pytest.raises(UserError, match="for another board, such as a Pico W"):
        image.parts("avalam", uf2.read(path))


def test_the_micropython_itself_is_not_written_over(tmp_path, capsys):
    path = python_made(tmp_path / "p.uf2")
    before = (tmp_path / "p.uf2").read_bytes()
    assert cli.main(["image", "--uf2", path, "-o", path]) == 2
    assert "name another file with -o" in capsys.readouterr().err
    assert (tmp_path / "p.uf2").read_bytes() == before


def test_a_part_begins_where_a_sector_does():
    with pytest.raises(ValueError, match="0x100 is not where a sector begins"):
        bootsel.made([(0x100, b"x")])


@pytest.mark.needs_uf2
def test_readable_files_leave_a_pico_no_room_for_a_game():
    """Where this fails, docs/flashing.md and `tourelle flash --source` say too much."""
    python = uf2.read(UF2)
    readable = contents.firmware(None) | {"board.json": paths.board("avalam").read_bytes()}
    flash = python.flash[:START] + image.build(readable, SIZE)
    table = ChipBoard(python, "avalam", flash=flash)
    assert table.until(lambda text: text.startswith("@hello"), 12_000)
    table.do("set avalam")
    begun = table.until(lambda text: text.startswith(("MemoryError", "@game avalam")), 6000)
    if begun and begun.text.startswith("@game"):  # then there is no room to answer a host
        table.run(1500)
        table.send("hello")
        begun = table.until(lambda text: text.startswith(("@hello", "@error there is not")), 6000)
    assert begun and "emory" in begun.text, begun


@pytest.mark.needs_uf2
@pytest.mark.parametrize("together", [True, False], ids=["one file", "two files"])
def test_a_pico_starts_from_it_and_plays(together, tmp_path):
    out = tmp_path / "made.uf2"
    python = uf2.read(UF2)
    named = ["--uf2", UF2] if together else []
    assert cli.main(["image", *named, "-o", str(out)]) == 0
    before = older()
    if not together:
        before = python.flash[:START] + before[START:]
    table = ChipBoard(python, "avalam", flash=dragged(out.read_bytes(), before))
    table.start()
    table.do("set avalam")
    assert table.until(lambda text: text.startswith("@game avalam"), 4000), table.lines[-5:]
    table.run(1000)
    for command in ("lift c9", "lift d9", "drop d9"):
        table.run(table.do(command))
    assert table.until(lambda text: text.startswith("@move 1"), 3000), table.lines[-5:]
