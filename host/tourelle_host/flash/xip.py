"""A copy of a .mpy file's bytecode, for a chip that can run it in its flash.

A board's firmware compares it with what was loaded (firmware/tourelle/ports/rp2_xip.py). The format
of .mpy files is in MicroPython's docs/reference/mpyfiles.rst and py/persistentcode.c.

The file begins with the size of its index. The index holds, as 16-bit numbers, how many blocks the
file takes, and where the functions of each key begin and the last ones end. Then come two words for
each function: its place in its block, with that block's number from bit 12 on; and its length. The
code follows, each function's within one block, at a multiple of four bytes. The module's own
function is not among them, since it runs while the others are made.
"""

import struct
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, chain, count
from typing import NamedTuple

BLOCK = 4096  # of the flash, as littlefs divides it
_KEYS = 256
_WORD = 4
_LEAST = 8  # bytes of code, from which the key is computed
_STR, _BYTES, _TUPLE = 5, 6, 10  # kinds of objects; those with smaller numbers have no length
_BYTECODE, _NATIVE, _VIPER = 0, 1, 2  # kinds of code
_UNUSUAL = 0x70  # flags of viper code with extra data, which Python sources never produce


class Function(NamedTuple):
    """A function's bytecode, None where it is machine code; and the functions within it."""

    code: bytes | None
    within: tuple["Function", ...]


def laid_out(mpy: bytes) -> bytes:
    """The file for a .mpy file. ValueError where that was not compiled from Python."""
    made = chain.from_iterable(map(flat, functions(mpy).within))
    codes = [one.code for one in made if one.code and len(one.code) >= _LEAST]
    codes.sort(key=key)
    many = Counter(map(key, codes))
    starts = [0, *accumulate(many[number] for number in range(_KEYS))]
    size = 2 * (1 + len(starts)) + 8 * len(codes)
    places = _places(2 + size, [len(code) for code in codes])
    file = struct.pack(f"<{2 + len(starts)}H", size, places[-1][0] + 1, *starts)
    for code, (block, at, _) in zip(codes, places, strict=True):
        file += struct.pack("<II", at | block << 12, len(code))
    for code, (_, _, gap) in zip(codes, places, strict=True):
        file += bytes(gap) + code
    return file


def _places(before: int, lengths: list[int]) -> list[tuple[int, int, int]]:
    """For code of these lengths: its block, its place there, and the bytes of code before it.

    before: how many bytes of the file come before the code.
    """
    places = []
    rest = before
    blocks = _blocks()
    block, at = next(blocks)
    while rest > BLOCK - at:
        rest -= BLOCK - at
        block, at = next(blocks)
    at += rest
    for length in lengths:
        gap = -at % _WORD
        if at + gap + length > BLOCK:
            gap = BLOCK - at
            block, at = next(blocks)
        else:
            at += gap
        places.append((block, at, gap))
        at += length
    return places


def _blocks() -> Iterator[tuple[int, int]]:
    """A file's blocks in littlefs: their numbers, and where the content in each begins.

    A block starts with the numbers of other blocks: one more than the times two divides its own.
    """
    yield 0, 0
    for number in count(1):
        yield number, _WORD * (number & -number).bit_length()


def key(code: bytes) -> int:
    """The key by which functions are looked up; most have a key of their own."""
    first, second = struct.unpack_from("<II", code)
    word = (first ^ second * 31) & 0xFFFFFFFF
    return (word ^ word >> 7 ^ word >> 15 ^ word >> 23) % _KEYS


def flat(function: Function) -> list[Function]:
    """This function, and all within it."""
    return [function, *chain.from_iterable(map(flat, function.within))]


def functions(mpy: bytes) -> Function:
    """The functions of a .mpy file, within its module's function. ValueError, IndexError."""
    reader = _Reader(mpy)
    names, objects = reader.number(), reader.number()
    for _ in range(names):
        reader.skip_name()
    for _ in range(objects):
        reader.skip_object()
    return reader.function()


class _Reader:
    """Reads through a .mpy file, after the bytes that say what kind it is."""

    def __init__(self, mpy: bytes):
        self._mpy = mpy
        self._at = 4

    def number(self) -> int:
        """The next number: seven bits a byte, the highest first."""
        value = 0
        while True:
            byte = self._mpy[self._at]
            self._at += 1
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value

    def skip_name(self) -> None:
        length = self.number()
        if not length & 1:  # otherwise it is the number of a name built into MicroPython
            self._at += (length >> 1) + 1

    def skip_object(self) -> None:
        kind = self.number()
        if kind < _STR:
            return
        length = self.number()
        if kind == _TUPLE:
            for _ in range(length):
                self.skip_object()
        else:
            self._at += length + (kind in (_STR, _BYTES))  # these end with a zero byte

    def function(self) -> Function:
        head = self.number()
        kind, length = head & 3, head >> 3
        code = self._mpy[self._at : self._at + length]
        self._at += length
        if kind == _NATIVE:
            self.number()  # where in the code it is described
        elif kind > _VIPER or (kind == _VIPER and self.number() & _UNUSUAL):
            raise ValueError("machine code with data of its own")
        many = self.number() if head & 4 else 0
        within = tuple(self.function() for _ in range(many))
        return Function(code if kind == _BYTECODE else None, within)
