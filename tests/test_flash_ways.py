"""Other ways onto a board: mip, an installed wheel, and the BOOTSEL drive of a new Pico."""

import hashlib
import io
import json
import os
import re
import struct
import subprocess
import sys
import zipfile
from collections import namedtuple
from pathlib import Path

import pytest

from mpremote_port import board_on_port, mpremote
from patience import PATIENCE_S
from tourelle_host import cli, generated, mip
from tourelle_host.errors import UserError
from tourelle_host.flash import bootsel, contents
from tourelle_host.sim.disk import Stored

Usage = namedtuple("Usage", "free")
ROOT = Path(__file__).resolve().parent.parent


def test_the_package_for_mip_is_up_to_date():
    assert generated.stale(mip.files()) == []


def test_the_package_names_every_file_that_a_board_needs():
    urls = json.loads((ROOT / "package.json").read_text())["urls"]
    assert {source for _, source in urls} == {
        f"firmware/{name}" for name in contents.firmware(None)
    }
    assert all((ROOT / source).is_file() for _, source in urls)


def test_a_games_files_go_onto_a_board_without_those_of_its_subfolders():
    games = ROOT / "firmware/tourelle/games"
    kept = {path.relative_to(ROOT / "firmware").as_posix() for path in games.glob("*/*/**/*.py")}
    sent = {path.relative_to(ROOT / "firmware").as_posix() for path in games.glob("*/*.py")}
    assert len(kept) > 10 and kept.isdisjoint(contents.firmware(None))
    assert len(sent) > 7 and sent <= contents.firmware(None).keys()


@pytest.mark.needs_micropython
def test_mip_installs_where_micropython_starts_it(tmp_path):
    """With three of the package's files, since mip takes its time."""
    package = json.loads((ROOT / "package.json").read_text())
    package["urls"] = package["urls"][:3]
    (tmp_path / "package.json").write_text(json.dumps(package))
    (tmp_path / "firmware").symlink_to(ROOT / "firmware")
    with board_on_port(stored=Stored(tmp_path / "state", blank=True)) as board:
        mpremote(board, "mip", "install", "package.json", folder=tmp_path)
        seen = mpremote(board, "fs", "ls", ":", "+", "fs", "ls", ":tourelle")
    assert "main.py" in seen and "__init__.py" in seen


@pytest.mark.deep
@pytest.mark.needs_micropython
def test_an_installed_wheel_flashes_from_any_folder(tmp_path):
    built = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-index"),
            *("--no-build-isolation", "--quiet", "--wheel-dir", tmp_path / "dist", ROOT),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    with board_on_port(stored=Stored(tmp_path / "state", blank=True)) as board:
        assert board.port
        done = subprocess.run(
            [sys.executable, "-m", "tourelle_host", "flash", "--port", board.port.address],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(tmp_path / "installed")},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )
    assert done.returncode == 0, done.stderr
    assert "@hello tourelle" in done.stdout


def test_the_page_names_every_option(capsys):
    with pytest.raises(SystemExit):
        cli.main(["flash", "--help"])
    options = set(re.findall(r"--[a-z0-9-]+", capsys.readouterr().out)) - {"--help"}
    page = (ROOT / "docs" / "flashing.md").read_text(encoding="utf-8")
    assert [option for option in options if option not in page] == []


# -- a Pico without MicroPython


def uf2(count=3, **changes):
    """A UF2 file of so many blocks; changes: of the middle block's fields."""
    blocks = []
    for number in range(count):
        fields = {
            "start": 0x0A324655,
            "second": 0x9E5D5157,
            "flags": 0x2000,
            "address": 0x10000000 + 256 * number,
            "size": 256,
            "number": number,
            "total": count,
            "family": 0xE48BFF56,
            "end": 0x0AB16F30,
        }
        if number == count // 2:
            fields |= changes
        *head, end = fields.values()
        blocks.append(struct.pack("<8I476xI", *head, end))
    return b"".join(blocks)


@pytest.fixture
def drive(tmp_path):
    """A folder that stands for a Pico's drive."""
    made = tmp_path / "RPI-RP2"
    made.mkdir()
    info = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
    (made / "INFO_UF2.TXT").write_text(info, newline="")
    return made


@pytest.fixture
def file(tmp_path):
    made = tmp_path / "RPI_PICO.uf2"
    made.write_bytes(uf2())
    return made


def said(capsys, *arguments):
    """What `tourelle flash` says of an error: one line."""
    assert cli.main(["flash", *map(str, arguments)]) == 2
    text = capsys.readouterr().err
    assert len(text.strip().splitlines()) == 1
    return text


def test_a_good_uf2_is_copied_onto_the_drive(drive, file, capsys):
    assert cli.main(["flash", "--uf2", str(file), "--drive", str(drive), *published(file)]) == 0
    assert (drive / file.name).read_bytes() == uf2()
    assert "tourelle flash" in capsys.readouterr().out


def published(file):
    """The options that vouch for a file."""
    return ["--sha256", hashlib.sha256(file.read_bytes()).hexdigest().upper()]


def test_a_uf2_that_is_not_the_one_that_was_published_is_not_copied(drive, file, capsys):
    vouched = published(file)
    file.write_bytes(uf2(address=0x10000000))  # whole, and for this chip
    text = said(capsys, "--uf2", file, "--drive", drive, *vouched)
    assert "is not the file that was published" in text and vouched[1].lower() in text
    assert not (drive / file.name).exists()


@pytest.mark.parametrize("text", ["", "x" * 64, "ab" * 31])
def test_what_is_not_a_sha256_is_reported(file, text, capsys):
    with pytest.raises(SystemExit):
        cli.main(["flash", "--uf2", str(file), "--sha256", text])
    assert "64 hexadecimal digits" in capsys.readouterr().err


def named_uf2():
    """A UF2 whose program says what it is, across the end of a block."""
    words = b"MicroPython v1.28.0 on 2026-04-06; Raspberry Pi Pico with RP2040\0"
    image = bytes(230) + words + bytes(512 - 230 - len(words))
    blocks = bytearray(uf2(2))
    blocks[32 : 32 + 256] = image[:256]
    blocks[512 + 32 : 512 + 32 + 256] = image[256:]
    return bytes(blocks)


@pytest.mark.parametrize(
    ("answer", "copied"), [("y\n", True), ("n\n", False), ("\n", False), ("", False)]
)
def test_for_a_uf2_that_nobody_vouches_for_a_person_is_asked(
    drive, file, monkeypatch, capsys, answer, copied
):
    class Keyboard(io.StringIO):
        def isatty(self):
            return True

    file.write_bytes(named_uf2())
    monkeypatch.setattr("sys.stdin", Keyboard(answer))
    status = cli.main(["flash", "--uf2", str(file), "--drive", str(drive)])
    out = capsys.readouterr().out
    assert "MicroPython v1.28.0 on 2026-04-06, Raspberry Pi Pico with RP2040, 1024 bytes" in out
    assert ((drive / file.name).exists(), status) == (copied, 0 if copied else 2)


def test_where_nobody_can_be_asked_nothing_is_copied(drive, file, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert "--sha256" in said(capsys, "--uf2", file, "--drive", drive)
    assert not (drive / file.name).exists()
    assert cli.main(["flash", "--uf2", str(file), "--drive", str(drive), "--yes"]) == 0
    assert "no MicroPython, as far as can be seen" in capsys.readouterr().out


def test_a_drive_is_found_where_drives_appear(drive, file, monkeypatch):
    monkeypatch.setattr(bootsel, "_places", lambda: [drive.parent, drive])
    assert cli.main(["flash", "--uf2", str(file), *published(file)]) == 0
    assert (drive / file.name).exists()


def test_a_pico_without_micropython_is_recognised_and_the_file_named(drive, monkeypatch, capsys):
    monkeypatch.setattr("tourelle_host.flash.ports.boards", list)
    monkeypatch.setattr(bootsel, "_places", lambda: [drive])
    text = said(capsys)
    assert "has no MicroPython yet" in text and "RPI_PICO-....uf2" in text and "--uf2" in text
    assert said(capsys, "--drive", drive) == text


def test_without_a_drive_the_button_is_named(monkeypatch, file, capsys):
    monkeypatch.setattr(bootsel, "_places", list)
    assert "BOOTSEL" in said(capsys, "--uf2", file)


def test_a_folder_that_is_not_a_drive_is_refused(tmp_path, file, capsys):
    assert "not the drive of a board" in said(capsys, "--uf2", file, "--drive", tmp_path)


def test_the_drive_of_another_chip_is_refused(drive, file, capsys):
    (drive / "INFO_UF2.TXT").write_text("Board-ID: RP2350\n")
    assert "another board (RP2350)" in said(capsys, "--uf2", file, "--drive", drive)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not a complete UF2 file"),
        (uf2()[:-1], "not a complete UF2 file"),
        (uf2(start=0x12345678), "not a UF2 file"),
        (uf2(second=1), "not a UF2 file"),
        (uf2(end=1), "not a UF2 file"),
        (uf2(size=477), "not a UF2 file"),
        (uf2(family=0xE48BFF59), "another chip"),
        (uf2(flags=0), "another chip"),
        (uf2(number=2), "damaged"),
        (uf2(total=4), "damaged"),
        (uf2()[512:], "damaged"),
        (uf2()[:-512], "damaged"),
    ],
)
def test_a_wrong_uf2_is_refused_and_not_copied(drive, file, capsys, data, words):
    file.write_bytes(data)
    assert words in said(capsys, "--uf2", file, "--drive", drive)
    assert not (drive / file.name).exists()


def test_a_uf2_that_is_not_there_is_named(drive, tmp_path, capsys):
    assert "cannot be read" in said(capsys, "--uf2", tmp_path / "no.uf2", "--drive", drive)


def test_a_drive_that_vanishes_or_is_full_is_reported(drive, file, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda place: Usage(10))
    with pytest.raises(UserError, match="does not fit"):
        bootsel.install(file, uf2(), drive)
    monkeypatch.undo()
    (drive / file.name).mkdir()
    with pytest.raises(UserError, match="could not be copied"):
        bootsel.install(file, uf2(), drive)
