"""The core's instructions, compiled by numba: those that use only registers, memory and SIO.

All others (they touch another register of the chip, an exception, a special register, or sleep)
are left to the emulator's own core: `run` stops before them. Cycles are those of the Cortex-M0+
Technical Reference Manual with a single-cycle multiplier, and of the RP2040's data sheet: 1 for
SIO, 3 and 4 for reads and writes of anything else on a peripheral bus.
"""

import numpy as np
from numba import carray, cfunc, njit, types

# The words of the state, all int64.
N, Z, C, V, CYCLES, UNTIL, WHY, DIVIDEND, DIVISOR, QUOTIENT, REMAINDER, READY, LOCKS = range(13)
CLOCK_NS, MISS, MISSES, HELD = 13, 14, 15, 16
MASKED, EXCEPTION, PENDING = 17, 18, 19  # PRIMASK, IPSR, whether an interrupt would come
WORDS = 20

# WHY it stopped: UNTIL is reached; the next instruction is not for this core; interrupts may come.
DUE, ELSEWHERE, UNMASKED = 0, 1, 2
_PRIMASK, _IPSR = 16, 5

RAM = 0x20000000
RAM_SIZE = 264 * 1024
FLASH = 0x10000000
FLASH_SIZE = 16 * 1024 * 1024
ROM_SIZE = 16 * 1024
SIO = 0xD0000000
LINES = 1024  # of 8 bytes, twice: the cache between core and flash

_TIMERAWH = 0x40054024
_TIMERAWL = 0x40054028
_WORD = 0xFFFFFFFF


@njit(cache=True, inline="always")
def _look_up(s, tags, address):
    """The cache between core and flash: 16 KB, two ways, lines of 8 bytes."""
    line = (address & 0xFFFFFF) >> 3
    at = line & 1023
    if tags[at, 0] == line:
        return
    if tags[at, 1] != line:
        s[MISSES] += 1
        s[CYCLES] += s[MISS]
    tags[at, 1] = tags[at, 0]  # the one used last comes first
    tags[at, 0] = line


@njit(cache=True)
def _divide(s, signed):
    a, b = s[DIVIDEND], s[DIVISOR]
    if signed:
        if a & 0x80000000:
            a -= 0x100000000
        if b & 0x80000000:
            b -= 0x100000000
    if b == 0:
        q, r = (1 if signed and a < 0 else -1), a
    else:
        q = abs(a) // abs(b)
        if (a < 0) != (b < 0):
            q = -q
        r = a - q * b
    s[QUOTIENT] = q & _WORD
    s[REMAINDER] = r & _WORD
    s[READY] = 3


@njit(cache=True)
def _read_sio(s, offset):
    """-1: left to the other core."""
    if offset == 0:
        return 0  # the first core
    if offset == 0x60 or offset == 0x68:
        return s[DIVIDEND]
    if offset == 0x64 or offset == 0x6C:
        return s[DIVISOR]
    if offset == 0x70:
        s[READY] &= ~2
        return s[QUOTIENT]
    if offset == 0x74:
        return s[REMAINDER]
    if offset == 0x78:
        return s[READY]
    if offset == 0x5C:
        return s[LOCKS]
    if 0x100 <= offset < 0x180:
        bit = np.int64(1) << ((offset - 0x100) >> 2)
        if s[LOCKS] & bit:
            return 0
        s[LOCKS] |= bit
        return bit
    return -1


@njit(cache=True)
def _write_sio(s, offset, value):
    """False: left to the other core."""
    if offset == 0x60 or offset == 0x68:
        s[DIVIDEND] = value
        _divide(s, offset == 0x68)
    elif offset == 0x64 or offset == 0x6C:
        s[DIVISOR] = value
        _divide(s, offset == 0x6C)
    elif offset == 0x70:
        s[QUOTIENT] = value
        s[READY] = 3
    elif offset == 0x74:
        s[REMAINDER] = value
        s[READY] |= 1
    elif 0x100 <= offset < 0x180:
        s[LOCKS] &= ~(np.int64(1) << ((offset - 0x100) >> 2))
    else:
        return False
    return True


@njit(cache=True, inline="always")
def _load32(s, ram, flash, rom, tags, address):
    """-1: left to the other core. Counts the access's cycles beyond the instruction's first."""
    if RAM <= address < RAM + RAM_SIZE:
        s[CYCLES] += 1
        return np.int64(ram[(address - RAM) >> 2])
    if FLASH <= address < FLASH + 0x4000000:
        s[CYCLES] += 1
        if s[MISS]:
            _look_up(s, tags, address)
        return np.int64(flash[(address & 0xFFFFFF) >> 2])
    if address < ROM_SIZE:
        s[CYCLES] += 1
        return np.int64(rom[address >> 2])
    if address >= SIO and address < SIO + 0x1000:
        return _read_sio(s, address - SIO)
    if address in (_TIMERAWL, _TIMERAWH):
        us = (s[CLOCK_NS] + (s[CYCLES] - s[HELD]) * 8) // 1000
        s[CYCLES] += 3
        return us & _WORD if address == _TIMERAWL else us >> 32
    return -1


@njit(cache=True, inline="always")
def _load16(s, ram, flash, rom, tags, address):
    if RAM <= address < RAM + RAM_SIZE:
        s[CYCLES] += 1
        return np.int64(ram[(address - RAM) >> 1])
    if FLASH <= address < FLASH + 0x4000000:
        s[CYCLES] += 1
        if s[MISS]:
            _look_up(s, tags, address)
        return np.int64(flash[(address & 0xFFFFFF) >> 1])
    if address < ROM_SIZE:
        s[CYCLES] += 1
        return np.int64(rom[address >> 1])
    return -1


@njit(cache=True, inline="always")
def _load8(s, ram, flash, rom, tags, address):
    if RAM <= address < RAM + RAM_SIZE:
        s[CYCLES] += 1
        return np.int64(ram[address - RAM])
    if FLASH <= address < FLASH + 0x4000000:
        s[CYCLES] += 1
        if s[MISS]:
            _look_up(s, tags, address)
        return np.int64(flash[address & 0xFFFFFF])
    if address < ROM_SIZE:
        s[CYCLES] += 1
        return np.int64(rom[address])
    return -1


@njit(cache=True, inline="always")
def _holds(condition, n, z, c, v):
    half = condition >> 1
    if half == 0:
        held = z
    elif half == 1:
        held = c
    elif half == 2:
        held = n
    elif half == 3:
        held = v
    elif half == 4:
        held = c and not z
    elif half == 5:
        held = n == v
    else:
        held = n == v and not z
    return held != bool(condition & 1)


# In one piece: as a function for each kind of instruction, all inlined, a board's start took 3.3 s
# instead of 0.58 s, and compiling 31 s instead of 7.
@njit(cache=True)
def _run(  # noqa: C901  - in functions it is six times slower
    s, regs, ram8, ram16, ram32, flash8, flash16, flash32, rom8, rom16, rom32, tags
):
    n, z, c, v = s[N] != 0, s[Z] != 0, s[C] != 0, s[V] != 0
    pc = np.int64(regs[15])
    until = s[UNTIL]
    why = DUE
    caching = s[MISS] != 0
    while s[CYCLES] < until:
        # -- fetch
        if FLASH <= pc < FLASH + 0x4000000:
            if caching:
                _look_up(s, tags, pc)
            op = np.int64(flash16[(pc & 0xFFFFFF) >> 1])
        elif RAM <= pc < RAM + RAM_SIZE:
            op = np.int64(ram16[(pc - RAM) >> 1])
        elif pc < ROM_SIZE:
            op = np.int64(rom16[pc >> 1])
        else:
            why = ELSEWHERE
            break
        kind = op >> 11
        after = pc + 2
        if kind < 8:
            rd = op & 7
            rm = op >> 3 & 7
            if kind < 3:  # shifts by a number
                count = op >> 6 & 31
                a = np.int64(regs[rm])
                if kind == 0:
                    if count:
                        c = (a >> (32 - count) & 1) != 0
                    r = a << count & _WORD
                elif kind == 1:
                    if count == 0:
                        count = 32
                    c = (a >> (count - 1) & 1) != 0
                    r = a >> count
                else:
                    if count == 0:
                        count = 32
                    if a & 0x80000000:
                        a -= 0x100000000
                    c = (a >> (count - 1) & 1) != 0
                    r = a >> count & _WORD
                regs[rd] = r
                n = (r & 0x80000000) != 0
                z = r == 0
            else:  # add and subtract, or compare; three operands, or eight bits
                if kind == 3:
                    a = np.int64(regs[rm])
                    b = op >> 6 & 7
                    if not op & 0x400:
                        b = np.int64(regs[b])
                    minus = op & 0x200 != 0
                else:
                    rd = op >> 8 & 7
                    a = np.int64(regs[rd])
                    b = op & 255
                    minus = kind != 6
                if kind == 4:
                    r = b
                    regs[rd] = r
                    n = False
                    z = r == 0
                else:
                    if minus:
                        r = a - b & _WORD
                        c = a >= b
                        v = ((a ^ b) & (a ^ r) & 0x80000000) != 0
                    else:
                        r = a + b & _WORD
                        c = a + b > _WORD
                        v = ((a ^ r) & (b ^ r) & 0x80000000) != 0
                    n = (r & 0x80000000) != 0
                    z = r == 0
                    if kind != 5:
                        regs[rd] = r
            s[CYCLES] += 1
        elif kind == 8:
            if not op & 0x400:  # two registers
                rd = op & 7
                a = np.int64(regs[rd])
                b = np.int64(regs[op >> 3 & 7])
                what = op >> 6 & 15
                keep = True
                if what == 0:
                    r = a & b
                elif what == 1:
                    r = a ^ b
                elif what == 2:
                    count = b & 255
                    r = a << count & _WORD if count < 32 else 0
                    if count:
                        c = (a >> (32 - count) & 1) != 0 if count <= 32 else False
                elif what == 3:
                    count = b & 255
                    r = a >> count if count < 32 else 0
                    if count:
                        c = (a >> (count - 1) & 1) != 0 if count <= 32 else False
                elif what == 4:
                    count = b & 255
                    if a & 0x80000000:
                        a -= 0x100000000
                    if count:
                        if count > 32:
                            count = 32
                        c = (a >> (count - 1) & 1) != 0
                    r = a >> count & _WORD
                elif what == 5:
                    full = a + b + (1 if c else 0)
                    r = full & _WORD
                    c = full > _WORD
                    v = ((a ^ r) & (b ^ r) & 0x80000000) != 0
                elif what == 6:
                    full = a - b - (0 if c else 1)
                    r = full & _WORD
                    c = full >= 0
                    v = ((a ^ b) & (a ^ r) & 0x80000000) != 0
                elif what == 7:
                    count = b & 255
                    r = (a >> (count & 31) | a << (32 - (count & 31))) & _WORD
                    if count:
                        c = (r & 0x80000000) != 0
                elif what == 8:
                    r = a & b
                    keep = False
                elif what == 9:
                    r = -b & _WORD
                    c = b == 0
                    v = b == 0x80000000
                elif what == 10:
                    r = a - b & _WORD
                    c = a >= b
                    v = ((a ^ b) & (a ^ r) & 0x80000000) != 0
                    keep = False
                elif what == 11:
                    r = a + b & _WORD
                    c = a + b > _WORD
                    v = ((a ^ r) & (b ^ r) & 0x80000000) != 0
                    keep = False
                elif what == 12:
                    r = a | b
                elif what == 13:
                    r = np.int64(np.uint64(a) * np.uint64(b) & np.uint64(_WORD))
                elif what == 14:
                    r = a & ~b
                else:
                    r = ~b & _WORD
                if keep:
                    regs[rd] = r
                n = (r & 0x80000000) != 0
                z = r == 0
                s[CYCLES] += 1
            else:  # any register
                rd = op & 7 | op >> 4 & 8
                rm = op >> 3 & 15
                b = np.int64(regs[rm]) if rm != 15 else pc + 4
                what = op >> 8 & 3
                if what == 3:
                    if b >= 0xF0000000:
                        why = ELSEWHERE  # the end of an exception
                        break
                    if op & 0x80:
                        regs[14] = after | 1
                    after = b & ~1
                    s[CYCLES] += 2
                elif what == 1:
                    a = np.int64(regs[rd]) if rd != 15 else pc + 4
                    r = a - b & _WORD
                    c = a >= b
                    v = ((a ^ b) & (a ^ r) & 0x80000000) != 0
                    n = (r & 0x80000000) != 0
                    z = r == 0
                    s[CYCLES] += 1
                else:
                    if what == 0:
                        b = b + (np.int64(regs[rd]) if rd != 15 else pc + 4) & _WORD
                    s[CYCLES] += 1
                    if rd == 15:
                        after = b & ~1
                        s[CYCLES] += 1
                    elif rd == 13:
                        regs[13] = b & ~3
                    else:
                        regs[rd] = b
        elif kind < 20:  # loads and stores of one register
            if kind == 9:
                rd = op >> 8 & 7
                what = 4
                address = (pc + 4 & ~3) + ((op & 255) << 2)
            elif kind < 12:
                rd = op & 7
                what = op >> 9 & 7
                address = np.int64(regs[op >> 3 & 7]) + np.int64(regs[op >> 6 & 7]) & _WORD
            elif kind < 18:
                rd = op & 7
                count = op >> 6 & 31
                address = np.int64(regs[op >> 3 & 7])
                if kind < 14:
                    address += count << 2
                    what = 0 if kind == 12 else 4
                elif kind < 16:
                    address += count
                    what = 2 if kind == 14 else 6
                else:
                    address += count << 1
                    what = 1 if kind == 16 else 5
                address &= _WORD
            else:
                rd = op >> 8 & 7
                what = 0 if kind == 18 else 4
                address = np.int64(regs[13]) + ((op & 255) << 2) & _WORD
            s[CYCLES] += 1
            if what == 4:
                r = np.int64(-1)
                if not address & 3:
                    r = _load32(s, ram32, flash32, rom32, tags, address)
            elif what == 5 or what == 7:
                r = np.int64(-1)
                if not address & 1:
                    r = _load16(s, ram16, flash16, rom16, tags, address)
                if what == 7 and r & 0x8000 and r >= 0:
                    r |= 0xFFFF0000
            elif what == 6 or what == 3:
                r = _load8(s, ram8, flash8, rom8, tags, address)
                if what == 3 and r & 0x80 and r >= 0:
                    r |= 0xFFFFFF00
            else:
                b = np.int64(regs[rd])
                r = np.int64(0)
                if RAM <= address < RAM + RAM_SIZE:
                    s[CYCLES] += 1
                    if what == 0 and not address & 3:
                        ram32[(address - RAM) >> 2] = b
                    elif what == 1 and not address & 1:
                        ram16[(address - RAM) >> 1] = b & 0xFFFF
                    elif what == 2:
                        ram8[address - RAM] = b & 0xFF
                    else:
                        r = np.int64(-1)
                        s[CYCLES] -= 1
                elif not (
                    what == 0 and SIO <= address < SIO + 0x1000 and _write_sio(s, address - SIO, b)
                ):
                    r = np.int64(-1)
                if r < 0:
                    s[CYCLES] -= 1
                    why = ELSEWHERE
                    break
                what = 0
            if what:
                if r < 0:
                    s[CYCLES] -= 1
                    why = ELSEWHERE
                    break
                regs[rd] = r
        elif kind == 20:
            regs[op >> 8 & 7] = (pc + 4 & ~3) + ((op & 255) << 2)
            s[CYCLES] += 1
        elif kind == 21:
            regs[op >> 8 & 7] = np.int64(regs[13]) + ((op & 255) << 2) & _WORD
            s[CYCLES] += 1
        elif kind < 24:
            what = op >> 8 & 15
            if what == 0:
                count = (op & 127) << 2
                r = np.int64(regs[13])
                regs[13] = (r - count if op & 128 else r + count) & _WORD
                s[CYCLES] += 1
            elif what == 2:
                a = np.int64(regs[op >> 3 & 7])
                count = op >> 6 & 3
                if count == 0:
                    r = a & 0xFFFF
                    if r & 0x8000:
                        r |= 0xFFFF0000
                elif count == 1:
                    r = a & 0xFF
                    if r & 0x80:
                        r |= 0xFFFFFF00
                elif count == 2:
                    r = a & 0xFFFF
                else:
                    r = a & 0xFF
                regs[op & 7] = r
                s[CYCLES] += 1
            elif what == 4 or what == 5:  # PUSH
                count = 0
                for i in range(9):
                    count += op >> i & 1
                address = np.int64(regs[13]) - 4 * count
                if address < RAM or address + 4 * count > RAM + RAM_SIZE:
                    why = ELSEWHERE
                    break
                regs[13] = address
                at = (address - RAM) >> 2
                for i in range(8):
                    if op >> i & 1:
                        ram32[at] = regs[i]
                        at += 1
                if op & 0x100:
                    ram32[at] = regs[14]
                s[CYCLES] += 1 + count
            elif what == 12 or what == 13:  # POP
                count = 0
                for i in range(9):
                    count += op >> i & 1
                address = np.int64(regs[13])
                if address < RAM or address + 4 * count > RAM + RAM_SIZE:
                    why = ELSEWHERE
                    break
                at = (address - RAM) >> 2
                if op & 0x100 and np.int64(ram32[at + count - 1]) >= 0xF0000000:
                    why = ELSEWHERE  # the end of an exception
                    break
                for i in range(8):
                    if op >> i & 1:
                        regs[i] = ram32[at]
                        at += 1
                if op & 0x100:
                    after = np.int64(ram32[at]) & ~1
                    s[CYCLES] += 2
                regs[13] = address + 4 * count
                s[CYCLES] += 1 + count
            elif what == 10:
                a = np.int64(regs[op >> 3 & 7])
                count = op >> 6 & 3
                if count == 0:
                    r = a >> 24 | a >> 8 & 0xFF00 | a << 8 & 0xFF0000 | a << 24 & 0xFF000000
                elif count == 1:
                    r = a >> 8 & 0xFF00FF | a << 8 & 0xFF00FF00
                elif count == 3:
                    r = a >> 8 & 0xFF | a << 8 & 0xFF00
                    if r & 0x8000:
                        r |= 0xFFFF0000
                else:
                    why = ELSEWHERE
                    break
                regs[op & 7] = r
                s[CYCLES] += 1
            elif op == 0xBF00:
                s[CYCLES] += 1
            elif op == 0xB672 or op == 0xB662:  # CPSID, CPSIE
                s[MASKED] = op >> 4 & 1
                s[CYCLES] += 1
                if s[PENDING] and not s[MASKED]:
                    why = UNMASKED
                    pc = after
                    break
            else:
                why = ELSEWHERE
                break
        elif kind < 26:  # several registers
            rm = op >> 8 & 7
            address = np.int64(regs[rm])
            count = 0
            for i in range(8):
                count += op >> i & 1
            inside = RAM <= address and address + 4 * count <= RAM + RAM_SIZE
            if address & 3:
                why = ELSEWHERE
                break
            if kind == 24:
                if not inside:
                    why = ELSEWHERE
                    break
                at = (address - RAM) >> 2
                for i in range(8):
                    if op >> i & 1:
                        ram32[at] = regs[i]
                        at += 1
                regs[rm] = address + 4 * count & _WORD
            else:
                if inside:
                    at = (address - RAM) >> 2
                    for i in range(8):
                        if op >> i & 1:
                            regs[i] = ram32[at]
                            at += 1
                elif FLASH <= address < FLASH + 0x4000000:
                    at = address
                    for i in range(8):
                        if op >> i & 1:
                            if caching:
                                _look_up(s, tags, at)
                            regs[i] = flash32[(at & 0xFFFFFF) >> 2]
                            at += 4
                elif address + 4 * count <= ROM_SIZE:
                    at = address >> 2
                    for i in range(8):
                        if op >> i & 1:
                            regs[i] = rom32[at]
                            at += 1
                else:
                    why = ELSEWHERE
                    break
                if not op >> rm & 1:
                    regs[rm] = address + 4 * count & _WORD
            s[CYCLES] += 1 + count
        elif kind < 28:
            what = op >> 8 & 15
            if what >= 14:
                why = ELSEWHERE
                break
            s[CYCLES] += 1
            if _holds(what, n, z, c, v):
                count = op & 255
                if count & 128:
                    count -= 256
                after = pc + 4 + 2 * count & _WORD
                s[CYCLES] += 1
        elif kind == 28:
            count = op & 0x7FF
            if count & 0x400:
                count -= 0x800
            after = pc + 4 + 2 * count & _WORD
            s[CYCLES] += 2
        elif kind == 30:
            if FLASH <= pc < FLASH + 0x4000000:
                if caching:
                    _look_up(s, tags, after)
                second = np.int64(flash16[(after & 0xFFFFFF) >> 1])
            elif RAM <= after < RAM + RAM_SIZE:
                second = np.int64(ram16[(after - RAM) >> 1])
            else:
                second = np.int64(rom16[after >> 1])
            if second & 0xD000 == 0xD000:  # BL
                top = op >> 10 & 1
                i1 = 1 - (top ^ second >> 13 & 1)
                i2 = 1 - (top ^ second >> 11 & 1)
                count = i1 << 23 | i2 << 22 | (op & 0x3FF) << 12 | (second & 0x7FF) << 1
                if top:
                    count -= 1 << 24
                regs[14] = pc + 4 | 1
                after = pc + 4 + count & _WORD
                s[CYCLES] += 3
            elif op == 0xF3BF and second & 0xFFC0 == 0x8F40:  # barriers
                after = pc + 4
                s[CYCLES] += 3
            elif op == 0xF3EF and (second & 0xFF == _PRIMASK or second & 0xFF == _IPSR):  # MRS
                what = MASKED if second & 0xFF == _PRIMASK else EXCEPTION
                regs[second >> 8 & 15] = s[what]
                after = pc + 4
                s[CYCLES] += 3
            elif op & 0xFFF0 == 0xF380 and second == 0x8800 | _PRIMASK:  # MSR
                s[MASKED] = np.int64(regs[op & 15]) & 1
                after = pc + 4
                s[CYCLES] += 3
                if s[PENDING] and not s[MASKED]:
                    why = UNMASKED
                    pc = after
                    break
            else:
                why = ELSEWHERE
                break
        else:
            why = ELSEWHERE
            break
        pc = after
    regs[15] = pc
    s[N], s[Z], s[C], s[V] = n, z, c, v
    s[WHY] = why


_POINTERS = [
    types.CPointer(kind)
    for kind in (types.int64, types.uint32, types.uint8, types.uint8, types.uint8, types.int64)
]


@cfunc(types.void(*_POINTERS), cache=True)
def _entry(s, regs, ram, flash, rom, tags):
    ram8 = carray(ram, RAM_SIZE)
    flash8 = carray(flash, FLASH_SIZE)
    rom8 = carray(rom, ROM_SIZE)
    _run(
        carray(s, WORDS),
        carray(regs, 16),
        ram8,
        ram8.view(np.uint16),
        ram8.view(np.uint32),
        flash8,
        flash8.view(np.uint16),
        flash8.view(np.uint32),
        rom8,
        rom8.view(np.uint16),
        rom8.view(np.uint32),
        carray(tags, (LINES, 2)),
    )


# run(state, registers, ram, flash, rom, tags), all addresses: execute until the state's CYCLES
# reach UNTIL, or an instruction has to be left to the other core. state: WORDS of int64;
# registers: 16 of uint32; tags: LINES x 2 of int64, the contents of the cache if MISS is not 0.
run = _entry.ctypes
