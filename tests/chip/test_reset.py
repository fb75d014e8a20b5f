"""The emulated chip asleep, woken, and reset, with programs of a few instructions: no image."""

import json
import struct

import pytest

pytest.importorskip("rp2040py")
pytest.importorskip("littlefs")

from tourelle_host import paths
from tourelle_host.sim.chip.emulator import Board, Chip

RAM = 0x20000000
VECTORS = 0x10000100
TIMER_IRQ = 16  # the number of the exception
WATCHDOG, TRIGGER = 0x40058000, 1 << 31
PSM_WDSEL, ALL_BUT_OSCILLATORS = 0x40010008, 0x1FFFC
PWM = 0x40050000
MS = 1_000_000


class _Heard(Board):
    """The tones and resets of a chip."""

    def __init__(self):
        self.tones: list[int] = []
        self.resets = 0

    def tone(self, hz):
        self.tones.append(hz)

    def gone(self):
        self.resets += 1


@pytest.fixture
def board():
    return _Heard()


def _chip(board, *words, vectors=()):
    """A chip whose flash begins with these instructions of 16 bits."""
    flash = bytearray(struct.pack(f"<{len(words)}H", *words).ljust(VECTORS & 0xFFF, b"\0"))
    flash += struct.pack(f"<{len(vectors)}I", *vectors)
    description = json.loads(paths.board("avalam").read_text(encoding="utf-8"))
    return Chip(description, bytes(flash), board)


def _word(chip, address):
    return chip.rp2040.read_uint32(address)


# The handler stores the number of the exception (IPSR), and stays.
SLEEP = (
    0xBF30,  # wfi
    0xE7FE,  # b .
    0xF3EF, 0x8205,  # handler: mrs r2, ipsr
    0x4B00,  # ldr r3, =RAM; the word is the next but one
    0xE001,  # b over it
    RAM & 0xFFFF, RAM >> 16,
    0x601A,  # str r2, [r3]
    0xE7FE,  # b .
)  # fmt: skip


@pytest.mark.parametrize("late_us", [1, 40, 1000])
def test_the_handler_that_wakes_a_sleeping_core_knows_which_exception_it_is_in(board, late_us):
    handler = 0x10000004 | 1
    chip = _chip(board, *SLEEP, vectors=[0] * TIMER_IRQ + [handler])
    write = chip.rp2040.write_uint32
    write(RAM, 0xDEAD)
    write(0xE000ED08, VECTORS)
    write(0xE000E100, 1)  # the timer's first interrupt is let in
    write(0x40054038, 1)
    write(0x40054010, late_us)
    chip.run(2 * MS)
    assert _word(chip, RAM) == TIMER_IRQ


# Counts its starts in RAM, then has the watchdog reset the chip, but for the third time.
RESTARTS = (
    0x4805,  # ldr r0, =RAM
    0x6801,  # ldr r1, [r0]
    0x3101,  # adds r1, 1
    0x6001,  # str r1, [r0]
    0x2903,  # cmp r1, 3
    0xD0FE,  # beq .
    0x4803,  # ldr r0, =WATCHDOG
    0x4904,  # ldr r1, =TRIGGER
    0x6001,  # str r1, [r0]
    0xBF30,  # wfi
    0xE7FE,  # b .
    0,
    RAM & 0xFFFF, RAM >> 16,
    WATCHDOG & 0xFFFF, WATCHDOG >> 16,
    TRIGGER & 0xFFFF, TRIGGER >> 16,
)  # fmt: skip


def test_a_watchdog_reset_starts_the_program_again_and_time_goes_on(board):
    chip = _chip(board, *RESTARTS)
    chip.rp2040.write_uint32(PSM_WDSEL, ALL_BUT_OSCILLATORS)
    chip.run(2 * MS)
    assert _word(chip, RAM) == 3 and board.resets == 2
    assert round(chip.now_ns / MS) == 2
    counted = _word(chip, 0x40054028)
    chip.run(5 * MS)
    assert round(chip.now_ns / MS) == 5
    assert 2995 <= _word(chip, 0x40054028) - counted <= 3005


def test_a_reset_silences_the_buzzer(board):
    chip = _chip(board, *RESTARTS)
    write = chip.rp2040.write_uint32
    pin = json.loads(paths.board("avalam").read_text(encoding="utf-8"))["buzzer"]
    channel = PWM + 0x14 * (pin >> 1 & 7)
    write(channel + 0x10, 9999)
    write(channel + 0x0C, 5000 << 16 * (pin & 1))
    write(channel + 0x04, 16 << 4)
    write(channel, 1)
    assert board.tones[-1] == 781
    write(PSM_WDSEL, ALL_BUT_OSCILLATORS)
    chip.run(2 * MS)
    assert board.tones[-1] == 0
