"""Has bytecode run where it lies in the RP2040's flash, so that no copy of it takes the heap.

`import` copies code from littlefs into the heap, though the chip reads its flash as it does memory.
So the host sends the bytecode once more, laid out for that in a file of its own that begins with an
index (tourelle_host/flash/xip.py). Each function that has been loaded is compared with it, to the
last byte; where nothing differs it is told to run there, and the collector takes its copy. All else
stays as it is. The blocks of the file stay, too, until it is written anew, and whoever does that
has ended the firmware before.

MicroPython has functions in py/objfun.h and py/emitglue.h; littlefs has the blocks of a file in
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
_ENTRIES = const(516)  # where the index has them; before, how many blocks, and the keys' first ones


class _Flash:
    """The flash, to be read, which remembers the block that was read last."""

    def __init__(self, flash):
        self._flash = flash
        self.block = 0

    def readblocks(self, block, buffer, offset=0):
        self.block = block
        return self._flash.readblocks(block, buffer, offset)

    def ioctl(self, what, value):
        return self._flash.ioctl(what, value) if what in (4, 5) else 0  # how many blocks, how large


def in_place(path):
    """Have functions run in the flash that are in this file, too; none of them may be running.

    Returns how many bytes they take.
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
    block = flash.block  # the last one; each begins with the number of the one before it
    for number in range(len(blocks) - 1, -1, -1):
        blocks[number] = addressof(Flash()) + _BLOCK * block
        block = mem32[blocks[number]]
    return _point(_RAM, id(type(in_place)), id(type(_generator)), index, blocks)


def _generator():
    yield


@micropython.viper
def _point(at: int, function: int, generator: int, index: ptr16, blocks: ptr32) -> int:
    """Let each function in memory that equals one of the file run there; how many bytes they take.

    at: where the memory begins. function, generator: the types of both. These three come first,
    since the first three variables are in registers.
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
                if inner:  # what a function within that one is made from
                    inner -= 1
                    pointer = ptr32(ptr32(at)[2])[inner] + 4
        at += 16  # the heap's pieces begin there
    return moved
