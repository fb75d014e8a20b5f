"""The LEDs' state machine and DMA, in the emulator's alone, against a WS2812 decoder."""

import random
from itertools import pairwise

import pytest

from chip.bare import Bare
from chip.test_scanner import BOARDS
from depth import deep

# What WS2812s of different makes take, in nanoseconds: high for a 0, high for a 1, a whole bit.
ZERO, ONE, BIT = (220, 550), (650, 950), (900, 1900)
RESET_NS = 280_000


@pytest.fixture(params=BOARDS)
def bare(request):
    return Bare(request.param)


def wire(bare):
    module = bare.load("rp2_pixels")
    return module.Wire(bare.board["leds"]["pin"], 3 * bare.leds)


def frame(bare, seed):
    return bytearray(random.Random(seed).randbytes(3 * bare.leds))


def test_what_is_shown_comes_out_of_the_pin(bare):
    lamps = wire(bare)
    shown = [frame(bare, seed) for seed in range(4)]
    for pixels in shown:
        lamps.show(pixels)
    bare.run(10)
    assert [pixels for pixels, _, _ in bare.frames] == shown


def test_the_waveform_is_what_the_leds_take(bare):
    wire(bare).show(frame(bare, 1))
    bare.run(10)
    highs = lows = 0
    for (high, at), (_, after) in pairwise(bare.edges):
        if high:
            assert ZERO[0] <= after - at <= ZERO[1] or ONE[0] <= after - at <= ONE[1]
            highs += 1
        else:
            lows += 1
    rises = [at for high, at in bare.edges if high]
    assert all(BIT[0] <= b - a <= BIT[1] for a, b in pairwise(rises))
    assert highs == 24 * bare.leds


def test_a_frame_waits_for_the_one_before_and_the_silence_after_it(bare):
    lamps = wire(bare)
    for seed in range(3):
        lamps.show(frame(bare, seed))
    bare.run(10)
    silences = [began - ended for (_, _, ended), (_, began, _) in pairwise(bare.frames)]
    assert len(silences) == 2 and min(silences) >= RESET_NS


def test_the_program_may_change_the_frame_as_soon_as_it_is_shown(bare):
    lamps = wire(bare)
    pixels = frame(bare, 1)
    before = bytes(pixels)
    lamps.show(pixels)
    pixels[:] = bytes(len(pixels))
    bare.run(10)
    assert bare.frames[0][0] == before


QUARTER_MS = (1 << 30) / 1000  # of the timer's round


@pytest.mark.parametrize("quarter", range(5))
@pytest.mark.parametrize("before", [0, *deep(5, -0.5)], ids="{} ms before".format)
def test_no_frame_waits_for_the_timer_to_come_round(quarter, before):
    """After a soft reset, and after a long time without a frame; `before` the end of a quarter."""
    bare = Bare("square")
    bare.chip.age(quarter * QUARTER_MS - before if quarter else 0)
    lamps = wire(bare)
    shown = []
    for ms in (0, 0, 1, QUARTER_MS, 2 * QUARTER_MS, 3 * QUARTER_MS, 4 * QUARTER_MS):
        bare.chip.age(ms)
        bare.until_ns = bare.now_ns + 20_000_000
        shown.append(frame(bare, len(shown)))
        lamps.show(shown[-1])
        bare.run(10)
    assert [pixels for pixels, _, _ in bare.frames] == shown


def test_made_again_while_a_frame_is_sent_it_sends_the_next_one_whole(bare):
    module = bare.load("rp2_pixels")
    size = 3 * bare.leds
    pin = bare.board["leds"]["pin"]
    module.Wire(pin, size).show(frame(bare, 1))
    bare.run(0.5)
    again = module.Wire(pin, size)
    bare.run(1)
    again.show(frame(bare, 2))
    bare.run(10)
    assert bare.frames[-1][0] == frame(bare, 2)
    assert bare._channels == 1
