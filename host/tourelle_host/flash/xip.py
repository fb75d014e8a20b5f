"""The bytecode of a .mpy file once more, for a chip that can run it in its flash.

A board's firmware compares it with what was loaded (firmware/tourelle/ports/rp2_xip.py). What a
.mpy file is made of, MicroPython says in docs/reference/mpyfiles.rst and py/persistentcode.c.

The file begins with the size of its index, and the index with how many blocks the file takes, and
where the functions of each key begin and the last ones end: numbers of 16 bits. Each function has
two words then: its place in its block, from bit 12 on that block's number in the file, from bit 24
on how many functions are within it; and its length. The code is behind, each function's in one
block, at a multiple of four bytes.
"""

import struct
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, chain, count
from typing import NamedTuple

BLOCK = 4096  # of the flash, as littlefs divides it
_KEYS = 256
_WORD = 4
_LEAST = 8  # bytes of code, of which the key is made
_MOST_INNER = 255
_STR, _BYTES, _TUPLE = 5, 6, 10  # kinds of objects; those before them have no length
_BYTECODE, _NATIVE, _VIPER = 0, 1, 2  # kinds of code
_UNUSUAL = 0x70  # flags of viper's code that has data besides, which Python never has


class Function(NamedTuple):
    """The bytecode of a function, None where it is machine code; and the functions within it."""

    code: bytes | None
    within: tuple["Function", ...]


def laid_out(mpy: bytes) -> bytes:
    """The file with the bytecode of a .mpy file. ValueError where that is none made of Python."""
    chosen = [
        (function.code, len(function.within))
        for function in flat(functions(mpy))
        if function.code and len(function.code) >= _LEAST and len(function.within) <= _MOST_INNER
    ]
    chosen.sort(key=lambda one: key(one[0]))
    many = Counter(key(code) for code, _ in chosen)
    starts = [0, *accumulate(many[number] for number in range(_KEYS))]
    size = 2 * (1 + len(starts)) + 8 * len(chosen)
    places = _places(2 + size, [len(code) for code, _ in chosen])
    made = struct.pack(f"<{2 + len(starts)}H", size, places[-1][0] + 1, *starts)
    for (code, inner), (block, at, _) in zip(chosen, places, strict=True):
        made += struct.pack("<II", at | block << 12 | inner << 24, len(code))
    for (code, _), (_, _, gap) in zip(chosen, places, strict=True):
        made += bytes(gap) + code
    return made


def _places(before: int, lengths: list[int]) -> list[tuple[int, int, int]]:
    """Of code of these lengths: its block, its place there, and how many bytes come before it.

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
    """Blocks of a file in littlefs: the number, and where its content begins.

    Before it are numbers of other blocks: as many as two divides its own number, and one more.
    """
    yield 0, 0
    for number in count(1):
        yield number, _WORD * (number & -number).bit_length()


def key(code: bytes) -> int:
    """What functions are looked up by: most have one of their own."""
    first, second = struct.unpack_from("<II", code)
    word = (first ^ second * 31) & 0xFFFFFFFF
    return (word ^ word >> 7 ^ word >> 15 ^ word >> 23) % _KEYS


def flat(function: Function) -> list[Function]:
    """That function, and all within it."""
    return [function, *chain.from_iterable(map(flat, function.within))]


def functions(mpy: bytes) -> Function:
    """The functions of a .mpy file, all within that of its module. ValueError, IndexError."""
    reader = _Reader(mpy)
    names, objects = reader.number(), reader.number()
    for _ in range(names):
        reader.skip_name()
    for _ in range(objects):
        reader.skip_object()
    return reader.function()


class _Reader:
    """Goes through a .mpy file, after the bytes that say what kind it is."""

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
        if not length & 1:  # else it is the number of a name that MicroPython has
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
            self._at += length + (kind in (_STR, _BYTES))  # a zero byte ends these

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
