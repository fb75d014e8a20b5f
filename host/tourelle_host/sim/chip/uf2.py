"""MicroPython for the emulated chip, from a UF2 file: reads it, and checks what is in it."""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from tourelle_host.errors import UserError
from tourelle_host.flash.plan import OLDEST

_BLOCK = 512
_HEAD = struct.Struct("<8I")
_STARTS = (0x0A324655, 0x9E5D5157)
_END = 0x0AB16F30
_HAS_FAMILY = 0x2000
_RP2040 = 0xE48BFF56
_FLASH = 0x10000000
_BYTES = 2 * 1024 * 1024  # size of a Pico's flash
_MOST = 4 * _BYTES  # size of a file: each block of 512 bytes holds at least 256

# The SDK's "binary info", where a program says where it keeps its files.
_INFO_FROM, _INFO_TO = 0x7188EBF2, 0xE71AA390
_BLOCK_DEVICE = 7
_WRITABLE = 1 << 1  # among its flags: a file system; programs cannot write to a ROM file system

_VERSION = re.compile(rb"(?:MicroPython )?v(\d+)\.(\d+)\.(\d+)\S* on \d{4}-\d\d-\d\d")
WANTED = (
    "name a MicroPython for the Pico with --uf2 FILE (https://micropython.org/download/RPI_PICO/)"
)
NONE = f"the VM chip needs a UF2: {WANTED}"


@dataclass(frozen=True)
class Image:
    """The contents of a UF2 file.

    flash     a Pico's whole flash with the file on it, and 0xFF elsewhere
    version   of MicroPython
    start     where its file system begins, from the start of the flash
    size      of the file system, in bytes
    rom       where its ROM file system begins, and its size; size 0 means there is none
    """

    flash: bytes
    version: tuple[int, int, int]
    start: int
    size: int
    rom: tuple[int, int]


def read(name: str | None) -> Image:
    """The image in a file.

    UserError where it cannot be read, or is not for this chip.
    """
    if name is None:
        raise UserError(NONE)
    try:
        with open(name, "rb") as file:
            data = file.read(_MOST + 1)
    except OSError as error:
        raise UserError(f"the UF2 {name} cannot be read ({error.strerror}): {WANTED}") from None
    return _parse(name, data)


def _parse(name: str, data: bytes) -> Image:
    flash = bytearray(b"\xff" * _BYTES)
    if not data or len(data) % _BLOCK or len(data) > _MOST:
        raise UserError(f"{name} is not a UF2 file, or only part of one: {WANTED}")
    blocks = set()
    count = 0
    for at in range(0, len(data), _BLOCK):
        one, two, flags, address, size, number, count, family = _HEAD.unpack_from(data, at)
        end = int.from_bytes(data[at + _BLOCK - 4 : at + _BLOCK], "little")
        if (one, two) != _STARTS or end != _END:
            raise UserError(f"{name} is not a UF2 file, or only part of one: {WANTED}")
        if flags & _HAS_FAMILY and family != _RP2040:
            raise UserError(
                f"{name} is for another chip than the RP2040 (its family is {family:#x}): {WANTED}"
            )
        start = address - _FLASH
        if not 0 <= start <= _BYTES - size or size > _BLOCK - 36:
            raise UserError(f"{name} does not fit the flash of a Pico: {WANTED}")
        flash[start : start + size] = data[at + _HEAD.size : at + _HEAD.size + size]
        blocks.add(number)
    if len(blocks) != count:
        raise UserError(f"{name} is only part of a UF2 file: {WANTED}")
    version = _version(bytes(flash))
    if version is None:
        raise UserError(f"{name} does not contain MicroPython: {WANTED}")
    if version[:2] < OLDEST:
        raise UserError(
            f"{name} is MicroPython {'.'.join(map(str, version))}, and the firmware needs "
            f"{'.'.join(map(str, OLDEST))} or newer: {WANTED}"
        )
    devices = dict(_devices(bytes(flash)))
    if True not in devices:
        raise UserError(f"{name} keeps no files, so it is none for a Pico: {WANTED}")
    return Image(bytes(flash), version, *devices[True], devices.get(False, (0, 0)))


def _version(flash: bytes) -> tuple[int, int, int] | None:
    found = _VERSION.search(flash)
    if not found or b"micropython" not in flash.lower():
        return None
    major, minor, patch = map(int, found.groups())
    return major, minor, patch


def _word(flash: bytes, address: int) -> int:
    at = address - _FLASH
    return int.from_bytes(flash[at : at + 4], "little") if 0 <= at <= len(flash) - 4 else 0


def _devices(flash: bytes) -> Iterator[tuple[bool, tuple[int, int]]]:
    """Whether it is writable, start and size, of each block device in the binary info."""
    for at in range(_FLASH + 0x100, _FLASH + 0x300, 4):
        if _word(flash, at) == _INFO_FROM and _word(flash, at + 16) == _INFO_TO:
            first, last = _word(flash, at + 4), _word(flash, at + 8)
            for entry in range(first, last, 4):
                where = _word(flash, entry)
                if _word(flash, where) & 0xFFFF == _BLOCK_DEVICE:
                    start, size = _word(flash, where + 8) - _FLASH, _word(flash, where + 12)
                    if 0 < start and size and start + size <= len(flash):
                        yield bool(_word(flash, where + 20) & _WRITABLE), (start, size)
