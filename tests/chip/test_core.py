"""The compiled core against the emulator's own: the same registers, flags and memory."""

import ctypes
import random
from typing import Any

import numpy as np
import pytest

from tourelle_host.sim.chip import thumb

pytest.importorskip("rp2040py")

from rp2040py.rp2040 import RP2040
from rp2040py.utils.logging import ConsoleLogger, LogLevel

CODE = 0x20000000
DATA = 0x20010000
STACK = 0x20020000
ROUNDS = 6000

# Where the emulator's core is known to be wrong, so that nothing is to be compared: a shift by a
# register that holds 0 leaves the carry (LSRS, ASRS and RORS change it), LSLS by more than 32
# clears it, and ADCS takes the carry in before it looks for an overflow.
_SHIFTS = (0b0010, 0b0011, 0b0100, 0b0111)
_ADCS = 0b0101


def _pointers(places):
    kinds: list[Any] = list(thumb.run.argtypes)
    return [ctypes.cast(place, kind) for place, kind in zip(places, kinds, strict=True)]


class Pair:
    """Both cores, with the same registers and memory before each instruction."""

    def __init__(self):
        self.chip = RP2040()
        self.chip.logger = ConsoleLogger(LogLevel.ERROR)
        self.core = self.chip.core
        self.ram = np.asarray(self.chip.sram)
        self.ours = self.ram.copy()
        self.registers = np.zeros(16, np.uint32)
        self.state = (ctypes.c_int64 * thumb.WORDS)()
        self.tags = np.full((thumb.LINES, 2), -1, np.int64)
        self.flash = np.asarray(self.chip.flash)
        self.rom = np.asarray(self.chip.bootrom)

    def run(self, words, registers, flags):
        """One instruction in both: ((registers, flags) of each), or None where it is not ours."""
        for at, word in enumerate(words):
            self.chip.write_uint16(CODE + 2 * at, word)
        self.ours[:] = self.ram
        for number, value in enumerate(registers):
            self.core.registers[number] = self.registers[number] = value
        self.core.n, self.core.z, self.core.c, self.core.v = flags
        self.state[:4] = flags
        self.state[thumb.CYCLES], self.state[thumb.UNTIL] = 0, 1
        arrays = (self.registers, self.ours, self.flash, self.rom, self.tags)
        places = [ctypes.addressof(self.state), *(array.ctypes.data for array in arrays)]
        thumb.run(*_pointers(places))
        if self.state[thumb.WHY] == thumb.ELSEWHERE:
            return None
        self.core.execute_instruction()
        theirs = [int(value) for value in self.core.registers]
        flags = [bool(f) for f in (self.core.n, self.core.z, self.core.c, self.core.v)]
        return (
            ([int(value) for value in self.registers], [bool(f) for f in self.state[:4]]),
            (theirs, flags),
        )


@pytest.fixture(scope="module")
def pair():
    return Pair()


def _value(chosen):
    """A register's content: often one next to which a sign or a carry changes."""
    if chosen.random() < 0.4:
        return chosen.choice((0, 1, 2, 31, 32, 33, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF))
    return chosen.getrandbits(32)


def _registers(chosen, top):
    registers = [_value(chosen) for _ in range(13)] + [STACK, CODE + 41, CODE]
    if top >> 2 in (2, 3, 4) or top in (24, 25):
        for low in range(8):  # mostly an address, so that there is something to load
            if chosen.random() < 0.6:
                registers[low] = DATA + 4 * chosen.randrange(1000)
            elif chosen.random() < 0.5:
                registers[low] = 4 * chosen.randrange(16)
    return registers


@pytest.mark.parametrize("top", range(32), ids=lambda top: f"{top:05b}")
def test_each_instruction_does_what_the_emulators_core_does(pair, top):
    chosen = random.Random(top)
    compared = 0
    for _ in range(ROUNDS // 32):
        word = top << 11 | chosen.getrandbits(11)
        second = 0xD000 | chosen.getrandbits(14) if top == 30 else 0xBF00
        registers = _registers(chosen, top)
        flags = [chosen.getrandbits(1) for _ in range(4)]
        if (word >> 8 == 0x47 and word & 7) or (top == 24 and word >> (word >> 8 & 7) & 1):
            continue  # unpredictable by the architecture
        if word == 0x47F0:
            continue  # BLX lr: the emulator's core overwrites it before it goes there
        result = pair.run((word, second), registers, flags)
        if result is None:
            continue
        (ours, our_flags), (theirs, their_flags) = result
        what = word >> 6 & 15
        if top == 8 and not word & 0x400 and what in _SHIFTS:
            our_flags[2] = their_flags[2] = False
        if top == 8 and not word & 0x400 and what == _ADCS:
            our_flags[2:] = their_flags[2:] = []
        assert (ours, our_flags) == (theirs, their_flags), f"{word:04x} {second:04x}"
        assert (pair.ours == pair.ram).all(), f"{word:04x}"
        compared += 1
    assert compared or top in (29, 31)


# Of these instructions the flags are checked against the architecture's manual, since the
# emulator's core has them wrong: (word, r0, r1, carry before) -> (r0, n, z, c, v).
@pytest.mark.parametrize(
    ("word", "before", "after"),
    [
        (0x4088, (0x80000001, 0, 1), (0x80000001, 1, 0, 1, 0)),  # LSLS r0, r1
        (0x4088, (1, 32, 0), (0, 0, 1, 1, 0)),
        (0x4088, (1, 33, 1), (0, 0, 1, 0, 0)),
        (0x40C8, (0x80000000, 0, 0), (0x80000000, 1, 0, 0, 0)),  # LSRS r0, r1
        (0x40C8, (0x80000000, 32, 0), (0, 0, 1, 1, 0)),
        (0x4108, (0x80000000, 40, 0), (0xFFFFFFFF, 1, 0, 1, 0)),  # ASRS r0, r1
        (0x41C8, (0x80000001, 0, 0), (0x80000001, 1, 0, 0, 0)),  # RORS r0, r1
        (0x41C8, (0x00000001, 32, 1), (0x00000001, 0, 0, 0, 0)),
        (0x4148, (0x7FFFFFFF, 0, 1), (0x80000000, 1, 0, 0, 1)),  # ADCS r0, r1
        (0x4148, (0xFFFFFFFF, 0xFFFFFFFF, 1), (0xFFFFFFFF, 1, 0, 1, 0)),
        (0x4148, (0, 0xFFFFFFFF, 1), (0, 0, 1, 1, 0)),
    ],
)
def test_flags_are_the_architectures(pair, word, before, after):
    first, second, carry = before
    registers = [first, second, *[0] * 11, STACK, 0, CODE]
    (ours, flags), _ = pair.run((word,), registers, [0, 0, carry, 0])
    assert (ours[0], *map(int, flags)) == after


@pytest.mark.parametrize(
    ("words", "cycles"),
    [
        ((0x1840,), 1),  # ADDS r0, r0, r1
        ((0x4348,), 1),  # MULS r0, r1
        ((0x6810,), 2),  # LDR r0, [r2]
        ((0x6010,), 2),  # STR r0, [r2]
        ((0xCA03,), 3),  # LDMIA r2!, {r0, r1}
        ((0xB503,), 4),  # PUSH {r0, r1, lr}
        ((0xBC03,), 3),  # POP {r0, r1}
        ((0xBD03,), 6),  # POP {r0, r1, pc}
        ((0xE7FE,), 2),  # B .
        ((0xD0FE,), 1),  # BEQ ., not taken
        ((0xD1FE,), 2),  # BNE ., taken
        ((0xF000, 0xF800), 3),  # BL
        ((0x4718,), 2),  # BX r3
        ((0x4697,), 2),  # MOV pc, r2
        ((0xF3BF, 0x8F5F), 3),  # DMB
    ],
)
def test_cycles_are_those_of_the_reference_manual(pair, words, cycles):
    for at in range(16):
        pair.chip.write_uint32(STACK + 4 * at, CODE + 1)
    registers = [0, 1, DATA, CODE + 1, *[0] * 9, STACK, CODE + 1, CODE]
    pair.run(words, registers, [0, 0, 0, 0])
    assert pair.state[thumb.CYCLES] == cycles


@pytest.mark.parametrize("signed", [False, True])
def test_the_divider_divides(signed):
    state = np.zeros(thumb.WORDS, np.int64)
    chosen = random.Random(3)
    for _ in range(500):
        a, b = _value(chosen), _value(chosen)
        state[thumb.DIVIDEND], state[thumb.DIVISOR] = a, b
        thumb._divide(state, signed)
        if signed:
            a, b = (value - (1 << 32) if value >> 31 else value for value in (a, b))
        if b:
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            remainder = a - quotient * b
        else:
            quotient, remainder = (1 if signed and a < 0 else -1), a
        assert state[thumb.QUOTIENT] == quotient & 0xFFFFFFFF
        assert state[thumb.REMAINDER] == remainder & 0xFFFFFFFF


def test_the_cache_between_core_and_flash_knows_what_it_has_fetched(pair):
    pair.flash[0:64] = np.frombuffer(bytes.fromhex("00bf") * 32, np.uint8)  # NOPs
    registers = np.zeros(16, np.uint32)
    state = (ctypes.c_int64 * thumb.WORDS)()
    state[thumb.MISS] = 48
    pair.tags.fill(-1)
    arrays = (registers, pair.ours, pair.flash, pair.rom, pair.tags)
    places = [ctypes.addressof(state), *(array.ctypes.data for array in arrays)]
    where = _pointers(places)
    for expected in (4, 0):  # 16 NOPs are four lines of 8 bytes; the second time they are there
        registers[15] = thumb.FLASH
        state[thumb.CYCLES], state[thumb.MISSES] = 0, 0
        state[thumb.UNTIL] = 16 + 48 * expected
        thumb.run(*where)
        assert state[thumb.MISSES] == expected
        assert registers[15] == thumb.FLASH + 32
