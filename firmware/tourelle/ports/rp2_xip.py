"""Runs bytecode in place in the RP2040's flash, so that no copy of it takes room on the heap.

`import` copies code from littlefs into the heap, although the chip reads its flash like memory. So
the host also sends the bytecode in a file laid out for this, which begins with an index
(tourelle_host/flash/xip.py). The code that functions are about to be made of is compared with it,
byte by byte; if nothing differs, they will run there, and the collector frees the copy. All else
stays as it is. The blocks of the file stay in place until it is rewritten, and whoever does that
has ended the firmware first.

For what functions are made of see MicroPython's py/emitglue.h, for the blocks of a file littlefs's
DESIGN.md, "CTZ skip-lists".
"""

import sys
from array import array

import micropython
from machine import mem32
from micropython import const
from rp2 import Flash
from uctypes import addressof
from vfs import VfsLfs2

_CHIP = "RP2040"
_RAM = const(0x20000000)
_RAM_END = const(0x20040000)
_RAW_CODE = const(0x20000)  # the first word of what a function of bytecode is made of
_GENERATOR = const(0x1000000)  # a bit more in that word
_BLOCK = const(4096)
_ENTRIES = const(516)  # where they are in the index, after the block count and each key's first


class _Flash:
    """The flash, read-only; remembers the block that was read last."""

    def __init__(self, flash):
        self._flash = flash
        self.block = 0

    def readblocks(self, block, buffer, offset=0):
        self.block = block
        return self._flash.readblocks(block, buffer, offset)

    def ioctl(self, what, value):
        return self._flash.ioctl(what, value) if what in (4, 5) else 0  # block count and size


def in_place(path):
    """Have functions that are made from now on run in the flash, if they are also in this file.

    None may have been made and be running. Returns how many bytes they have.
    """
    if not sys.implementation._machine.endswith(_CHIP):
        return 0
    flash = _Flash(Flash())
    with VfsLfs2(flash, progsize=256).open(path, "rb") as file:
        index = bytearray(array("H", file.read(2))[0])
        file.readinto(index)
        file.seek(-1, 2)
        file.read(1)
    blocks = array("I", range(index[0]))
    block = flash.block  # the last one; each begins with the number of the block before it
    for number in range(len(blocks) - 1, -1, -1):
        blocks[number] = addressof(Flash()) + _BLOCK * block
        block = mem32[blocks[number]]
    return _point(_RAM, index, blocks)


@micropython.viper
def _point(at: int, index: ptr16, blocks: ptr32) -> int:
    """Make what equals a function of the file point to it; returns how many bytes they have.

    at: where the memory begins.
    """
    moved = 0
    while at < int(_RAM_END):
        raw = ptr32(at)
        here = ptr32(raw[1])
        number = last = 0
        if (
            raw[0] | int(_GENERATOR) == int(_RAW_CODE) | int(_GENERATOR)
            and int(here) & 15 == 0
            and int(here) >= int(_RAM)
            and int(here) < int(_RAM_END)
        ):
            key = here[0] ^ here[1] * 31
            key = (key ^ key >> 7 ^ key >> 15 ^ key >> 23) & 255
            number = index[key + 1]
            last = index[key + 2]
        entry = ptr32(int(index) + int(_ENTRIES) + 8 * number)
        while number < last:
            there = ptr32(blocks[entry[0] >> 12] + (entry[0] & 0xFFF))
            count = entry[1] >> 2
            differ = (here[count] ^ there[count]) << 32 - 8 * (entry[1] & 3)
            while count and not differ:
                count -= 1
                differ = here[count] ^ there[count]
            if not differ:
                raw[1] = int(there)
                moved += entry[1]
                number = last
            entry = ptr32(int(entry) + 8)
            number += 1
        at += 16  # blocks of the heap are that far apart
    return moved
