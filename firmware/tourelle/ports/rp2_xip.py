"""Runs bytecode in place in the RP2040's flash, so that no copy of it takes room on the heap.

`import` copies code from littlefs into the heap, although the chip reads its flash like memory. So
the host also sends the bytecode in a file laid out for this, which begins with an index
(tourelle_host/flash/xip.py). Each loaded function is compared with it, byte by byte; if nothing
differs, the function is made to run there, and the collector frees its copy. All else stays as it
is. The blocks of the file stay in place until it is rewritten, and whoever does that has ended the
firmware first.

For functions see MicroPython's py/objfun.h and py/emitglue.h, for the blocks of a file littlefs's
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
    """Make the functions that are also in this file run in the flash; none may be running.

    Returns how many bytes they have.
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
    return _point(_RAM, id(type(in_place)), id(type(_generator)), index, blocks)


def _generator():
    yield


@micropython.viper
def _point(at: int, function: int, generator: int, index: ptr16, blocks: ptr32) -> int:
    """Make each function in memory that equals one of the file run there; how many bytes they have.

    at: where the memory begins; function, generator: these two types. They come first, since the
    first three variables are in registers.
    """
    moved = 0
    while at < int(_RAM_END):
        kind = ptr32(at)[0]
        if kind == function or kind == generator:
            pointer = at + 12
            inner = 0
            while pointer:
                code = ptr32(pointer)
                here = ptr32(code[0])
                number = last = 0
                if int(here) & 15 == 0 and int(here) >= int(_RAM) and int(here) < int(_RAM_END):
                    key = here[0] ^ here[1] * 31
                    key = (key ^ key >> 7 ^ key >> 15 ^ key >> 23) & 255
                    number = index[key + 1]
                    last = index[key + 2]
                entry = ptr32(int(index) + int(_ENTRIES) + 8 * number)
                while number < last:
                    there = ptr32(blocks[entry[0] >> 12 & 0xFFF] + (entry[0] & 0xFFF))
                    count = entry[1] >> 2
                    differ = (here[count] ^ there[count]) << 32 - 8 * (entry[1] & 3)
                    while count and not differ:
                        count -= 1
                        differ = here[count] ^ there[count]
                    if not differ:
                        code[0] = int(there)
                        moved += entry[1]
                        if pointer == at + 12:
                            inner = entry[0] >> 24 & 255
                        number = last
                    entry = ptr32(int(entry) + 8)
                    number += 1
                pointer = 0
                if inner:  # go on with the raw code of a nested function
                    inner -= 1
                    pointer = ptr32(ptr32(at)[2])[inner] + 4
        at += 16  # blocks of the heap are that far apart
    return moved
