"""A Pico in BOOTSEL mode: its drive, and the UF2 file to copy there."""

import contextlib
import hashlib
import os
import re
import shutil
import string
import struct
import sys
from collections.abc import Sequence
from pathlib import Path

from tourelle_host.errors import UserError

DOWNLOAD = "https://micropython.org/download/RPI_PICO/"
_INFO = "INFO_UF2.TXT"
_RP2040 = "RPI-RP2"  # the name of this chip's drive
_BLOCK = 512
_PAYLOAD = 476
_PAGE = 256
_SECTOR = 4096
_FLASH = 0x10000000
_HEAD = struct.Struct("<8I")
_START, _SECOND, _END = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_HAS_FAMILY = 0x2000
_FAMILY = 0xE48BFF56  # of the RP2040
_PROGRAM = re.compile(rb"MicroPython v[!-~]{1,40} on \d{4}-\d\d-\d\d")
_BOARD = re.compile(rb"([A-Za-z0-9][ -:<-~]{1,60} with RP2040)")


def drive(folder: Path | None = None) -> Path | None:
    """The drive of a Pico in BOOTSEL mode, None where there is none.

    folder: look only there. UserError where it is no such drive, or another chip's.
    """
    if folder is not None and not (folder / _INFO).is_file():
        raise UserError(
            f"{folder} is not the drive of a board in BOOTSEL mode: it has no {_INFO}; hold "
            "BOOTSEL while you plug the board in"
        )
    for place in [folder] if folder is not None else _places():
        with contextlib.suppress(OSError):
            info = (place / _INFO).read_text(encoding="ascii", errors="replace")
            board = next((line[9:].strip() for line in info.splitlines() if _is_id(line)), "")
            if board == _RP2040:
                return place
            if folder is not None:
                raise UserError(
                    f"the drive {folder} is that of another board ({board or 'unknown'}): "
                    "Tourelle needs a Raspberry Pi Pico with its RP2040"
                )
    return None


def _is_id(line: str) -> bool:
    return line.lower().startswith("board-id:")


def _places() -> list[Path]:
    """The folders where drives appear on this kind of machine."""
    if sys.platform == "win32":
        return [Path(f"{letter}:/") for letter in string.ascii_uppercase]
    roots = [Path("/Volumes"), Path("/media"), Path("/run/media"), Path("/mnt")]
    patterns = ("*", "*/*")
    return sorted(found for root in roots for pattern in patterns for found in root.glob(pattern))


def check(data: bytes, name: str) -> None:
    """UserError where this is not a complete UF2 file for the RP2040; name: of the file."""
    if not data or len(data) % _BLOCK:
        raise UserError(
            f"{name} is not a complete UF2 file ({len(data)} bytes, not a multiple of {_BLOCK}): "
            f"get it again from {DOWNLOAD}"
        )
    count = len(data) // _BLOCK
    for index in range(count):
        block = data[index * _BLOCK : (index + 1) * _BLOCK]
        start, second, flags, _, size, number, total, family = _HEAD.unpack_from(block)
        (end,) = struct.unpack_from("<I", block, _BLOCK - 4)
        if (start, second, end) != (_START, _SECOND, _END) or size > _PAYLOAD:
            raise UserError(f"{name} is not a UF2 file: get RPI_PICO-....uf2 from {DOWNLOAD}")
        if not flags & _HAS_FAMILY or family != _FAMILY:
            raise UserError(
                f"{name} is a UF2 file for another chip, not for the RP2040: get "
                f"RPI_PICO-....uf2 from {DOWNLOAD}"
            )
        if (number, total) != (index, count):
            raise UserError(
                f"{name} is damaged (block {number} of {total}, where {index} of {count} should "
                f"be): get it again from {DOWNLOAD}"
            )


def read(file: Path, sha256: str | None = None) -> bytes:
    """A complete UF2 file for the RP2040; sha256: the published checksum. UserError."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise UserError(f"{file} cannot be read ({error.strerror})") from None
    found = hashlib.sha256(data).hexdigest()
    if sha256 is not None and found != sha256:
        raise UserError(
            f"{file.name} is not the file that was published: its SHA-256 is {found}, not "
            f"{sha256}; nothing was copied, get it again from {DOWNLOAD}"
        )
    check(data, file.name)
    return data


def about(data: bytes) -> str:
    """What a UF2 file contains: "MicroPython v1.28.0 on 2026-04-06, ..., 330000 bytes"."""
    blocks = [data[at : at + _BLOCK] for at in range(0, len(data), _BLOCK)]
    image = b"".join(block[_HEAD.size :][: _HEAD.unpack_from(block)[4]] for block in blocks)
    program = _PROGRAM.search(image)
    board = _BOARD.search(image)
    return ", ".join(
        (
            program[0].decode("ascii") if program else "no MicroPython, as far as can be seen",
            board[1].decode("ascii") if board else "for an RP2040 board that it does not name",
            f"{len(data)} bytes",
        )
    )


def made(parts: Sequence[tuple[int, bytes]]) -> bytes:
    """A UF2 file that writes these parts, whatever the flash held before.

    The RP2040's boot ROM erases a sector at the first of each 16 *block numbers*, wherever the
    blocks go (erratum E14). So the file holds whole sectors, and the 16 pages of each sector begin
    at a block number that is a multiple of 16.

    parts: where each begins, in bytes from the start of the flash, and its content. The rest of
    its last sector is left erased. ValueError where a part does not begin a sector.
    """
    pages = []
    for start, data in parts:
        if start % _SECTOR:
            raise ValueError(f"{start:#x} is not where a sector begins")
        whole = data.ljust(-(-len(data) // _SECTOR) * _SECTOR, b"\xff")
        for at in range(0, len(whole), _PAGE):
            pages.append((_FLASH + start + at, whole[at : at + _PAGE]))
    blocks = []
    for number, (address, page) in enumerate(pages):
        place = (address, _PAGE, number, len(pages))
        head = _HEAD.pack(_START, _SECOND, _HAS_FAMILY, *place, _FAMILY)
        blocks.append(head + page.ljust(_PAYLOAD, b"\0") + struct.pack("<I", _END))
    return b"".join(blocks)


def install(file: Path, data: bytes, place: Path) -> None:
    """Copy the content of a UF2 file onto the drive. UserError."""
    free = shutil.disk_usage(place).free
    if free < len(data):
        raise UserError(f"{file.name} does not fit onto {place} ({free} bytes free)")
    try:
        with (place / file.name).open("wb") as copy:
            copy.write(data)
            copy.flush()
            # The board restarts as soon as it has everything, and its drive vanishes.
            with contextlib.suppress(OSError):
                os.fsync(copy.fileno())
    except OSError as error:
        raise UserError(
            f"{file.name} could not be copied onto {place} ({error.strerror}): hold BOOTSEL "
            "while you plug the board in, and try again"
        ) from None
