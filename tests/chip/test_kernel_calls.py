"""What keeps kernels in one piece: on the chip a call of one by another costs half a position."""

import pytest

from conftest import UF2
from tourelle_host.bench.chip.table import ChipBoard
from tourelle_host.sim.chip import uf2

pytestmark = pytest.mark.needs_uf2

TIMES = 10_000
PROGRAM = f"""
import micropython, time

@micropython.viper
def one(words: ptr8, i: int) -> int:
    return int(words[i])

@micropython.viper
def calling(words, times: int) -> int:
    total = 0
    for i in range(times):
        total += int(one(words, i & 7))
    return total

@micropython.viper
def plain(words: ptr8, times: int) -> int:
    total = 0
    for i in range(times):
        total += int(words[i & 7])
    return total

for kernel in (calling, plain):
    began = time.ticks_us()
    kernel(bytearray(8), {TIMES})
    print("@took", time.ticks_diff(time.ticks_us(), began))
"""


def test_a_call_of_a_kernel_costs_as_much_as_many_instructions():
    table = ChipBoard(uf2.read(UF2), "square")
    table.start()
    for text in ("\x03", "\x01", PROGRAM + "\x04"):  # Ctrl-C, the raw prompt, run this
        table.chip.serial.send(text.encode())
        table.run(500)
    table.run(1000)
    lines = [line.text.partition("@took ")[2] for line in table.lines if "@took" in line.text]
    took = [int(number) / TIMES for number in lines]
    call = took[0] - took[1]
    print(f"a call: {call:.1f} us")  # make chip-test ARGS="-s -k kernel_calls"
    assert 3 < call < 12
