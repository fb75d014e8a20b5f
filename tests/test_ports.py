"""The hardware ports, on the simulated board's pins and on what else they may find."""

import ast
import os
import select
from textwrap import indent

import pytest

from chip.bare import Bare
from stand_in import HEAD, REPORTER, board_with
from tourelle.ports.stdio import Stream
from tourelle_host import paths
from tourelle_host.flash.plan import CHIPS
from tourelle_host.sim.life import Listener
from tourelle_host.sim.serial import SerialPipes
from tourelle_host.sim.vm import Vm

# As on a Raspberry Pi with Blinka: other names of pins, and modules that are not there.
BLINKA = """
import sys
import board as pins

for name in ("supervisor", "pwmio", "usb_cdc"):
    sys.modules[name] = None
for number in range(29):
    setattr(pins, "D%d" % number, getattr(pins, "GP%d" % number))
    delattr(pins, "GP%d" % number)
"""
# The simulator replaces the scanner's `wait`; this brings its own back.
AFRESH = """
import sys

sys.modules.pop("tourelle.polled", None)
"""
# Where the bus of an RP2040, or of an RP2350, has its peripherals.
BUSES = (range(0x40000000, 0x60000000), range(0xD0000000, 0xE0100000))
ROLES = ("setup", "scanner")  # of the files for the RP2040's state machines
STAY = "\nwhile True:\n    board.scanner.wait(100000)\n"


def lines(main, folder, vm, ms=100):
    with board_with(main, folder, vm) as board:
        board.advance(ms)
        return board.lines


def test_each_python_has_its_port(vm, tmp_path):
    modules = (
        "import sys\nprint([name for name in sys.modules if name.startswith('tourelle.ports.')])"
    )
    python = "micropython" if vm == "micropython" else "circuitpython"
    assert f"'tourelle.ports.{python}'" in lines(HEAD + modules, tmp_path, vm)[0]


# A MicroPython with state machines, on a chip of which the firmware knows no addresses.
OTHER_CHIP = """
import sys
import machine

class rp2:
    PIO = DMA = StateMachine = None

machine.idle = None
sys.modules["rp2"] = rp2
try:
    from tourelle.ports import rp2_setup
except ImportError as error:
    print(error)
"""


@pytest.mark.needs_micropython
def test_on_a_chip_that_is_not_known_micropythons_own_drivers_scan_and_light(tmp_path):
    said = lines(
        OTHER_CHIP + HEAD + "print(board.scanner.NAME, type(board.pixels))" + STAY,
        tmp_path,
        "micropython",
    )
    assert said[0].startswith("the addresses of linux") and said[0].endswith("are not known")
    assert said[1:] == ["polled <class 'Pixels'>"]


# State machines that would scan, and a scanner for them that cannot be read.
BROKEN_SCANNER = """
import sys

class rp2_setup:
    fits = lambda board: True

class rp2_scanner:
    reserve = lambda: None

sys.modules["tourelle.ports.rp2_setup"] = rp2_setup
sys.modules["tourelle.ports.rp2_scanner"] = rp2_scanner
try:
"""


@pytest.mark.needs_micropython
def test_a_broken_scanner_is_not_taken_for_a_chip_without_state_machines(tmp_path):
    main = (
        BROKEN_SCANNER + indent(HEAD, "    ") + "except ImportError as error:\n    print(error)\n"
    )
    assert "Sampled" in lines(main, tmp_path, "micropython")[0]


def test_no_address_of_a_peripheral_stands_outside_the_table_by_chip():
    found = set()
    for name, path in paths.firmware().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, int) and any(value in bus for bus in BUSES):
                found.add((name, hex(value)))
    table = Bare("square").load("rp2_setup").CHIPS
    addresses = {hex(address) for chip in table.values() for address in chip}
    assert found == {("tourelle/ports/rp2_setup.py", address) for address in addresses}


def test_flash_takes_the_chips_that_the_firmware_knows():
    assert set(Bare("square").load("rp2_setup").CHIPS) == set(CHIPS)


def test_the_circuitpython_port_drives_adafruits_own_library(tmp_path):
    said = lines(
        HEAD + "import neopixel, adafruit_pixelbuf\nprint(neopixel.__repo__)\n"
        "print(isinstance(board.pixels._pixels, adafruit_pixelbuf.PixelBuf))",
        tmp_path,
        "cpython",
    )
    assert said == ["https://github.com/adafruit/Adafruit_CircuitPython_NeoPixel.git", "True"]


def test_only_pixels_that_changed_are_set(tmp_path):
    counting = """
class Counting:
    def __setitem__(self, index, colour):
        print("set", index, colour)

    def show(self):
        print("show")


board.pixels._pixels = Counting()
frame = bytearray(3 * len(chain))
frame[3:6] = bytes((1, 2, 3))
board.pixels.show(frame)
frame[6] = 9
board.pixels.show(frame)
"""
    # The wire's order is green, red, blue.
    assert lines(HEAD + counting, tmp_path, "cpython") == [
        "set 1 (2, 1, 3)",
        "show",
        "set 2 (0, 9, 0)",
        "show",
    ]


def test_the_frame_arrives_as_it_was_given(vm, tmp_path):
    with board_with(
        HEAD + "board.pixels.show(bytearray(range(3 * len(chain))))" + STAY, tmp_path, vm
    ) as board:
        board.advance(10)
        assert board.frame == bytes(range(243))
        # f1 is the sixth LED; on the wire green comes first
        assert board.rgb()[:3] == bytes((16, 15, 17))


def test_tones_are_heard(vm, tmp_path):
    tune = "for hz in (440, 880, 0):\n    board.buzzer.tone(hz)\n    board.scanner.wait(100)\n"
    heard = []
    with board_with(HEAD + tune, tmp_path, vm) as board:
        board.on_tone.append(heard.append)
        board.advance(1000)
    assert heard == [440, 880, 0]


def test_on_blinka_the_board_works_but_for_the_buzzer(tmp_path):
    main = BLINKA + AFRESH + REPORTER.replace("def show", "board.buzzer.tone(440)\n\n\ndef show")
    with board_with(main, tmp_path, "cpython") as board:
        board.do("set avalam")
        board.advance(100)
        board.do("lift c9")
        board.do("press ok")
        board.advance(300)
        assert board.lines == ["c9 0", "buttons 1 0", "buttons 0 0"]
        assert board.hz == 0


def test_on_blinka_lines_go_both_ways(tmp_path):
    echo = (
        "while True:\n"
        "    board.console.send(received, board.console.receive(received))\n"
        "    board.scanner.wait(1)\n"
    )
    with board_with(BLINKA + AFRESH + HEAD + echo, tmp_path, "cpython") as board:
        board.advance(10)
        board.do("send hear, hear")
        board.advance(10)
        assert board.lines == ["hear, hear"]


def test_a_pin_that_the_board_does_not_have_is_named(tmp_path):
    hidden = "import board as pins\ndel pins.GP9\n"
    assert lines(hidden + HEAD, tmp_path, "cpython")[-1] == (
        "ValueError: this board has no GPIO 9; board.json names it"
    )


@pytest.mark.parametrize("period_ms", [1, 7])
def test_a_real_board_looks_again_after_a_period_whatever_it_may_rest(vm, tmp_path, period_ms):
    described = HEAD.replace("cells =", f'description["period_ms"] = {period_ms}\ncells =')
    waiting = """
def passed(ms):
    before = board.ticks_ms()
    board.scanner.wait(ms)
    return board.ticks_ms() - before

board.scanner.wait(1)
print(passed(100), passed(1), passed(0))
"""
    assert lines(AFRESH + described + waiting, tmp_path, vm) == [f"{period_ms} 1 0"]


def test_time_goes_on_evenly_where_the_ticks_wrap(vm, tmp_path):
    """CircuitPython's ticks wrap 65 seconds after its start."""
    counting = """
last = board.ticks_ms()
for _ in range(4):
    board.scanner.wait(30000)
    print(board.ticks_ms() - last)
    last = board.ticks_ms()
"""
    assert lines(HEAD + counting, tmp_path, vm, ms=130_000) == ["30000"] * 4


FLOOD = """
line = bytearray(b"x" * 999 + b"\\n")
while board.console.send(line, 1000):
    pass
board.scanner.wait(1)
print("\\nread again:", board.console.send(bytearray(b"hello\\n"), 6))
board.scanner.wait(1)
"""
SOLDERING = (
    "rows=0,1,2,3,4,5,6,7,8 columns=9,10,11,12,13,14,15,16,17 ok=19 undo=20 leds=18 buzzer=21"
)


class Heard(Listener):
    """Keeps the text that comes from the serial port."""

    def __init__(self, heard: list[bytes]):
        self._heard = heard

    def text(self, data: bytes) -> None:
        self._heard.append(data)


def test_a_host_that_does_not_read_holds_nothing_up(vm, tmp_path):
    main = tmp_path / "flood.py"
    main.write_text(HEAD + FLOOD)
    files = {**paths.firmware(), "board.json": paths.board("avalam"), "main.py": main}
    heard: list[bytes] = []
    listener = Heard(heard)
    made = Vm(vm, tmp_path, files, SOLDERING, listener, SerialPipes(listener))
    try:
        made.await_rest(20)
        made.wake(1, bytes(19))
        # Nobody reads what it writes, and still it comes to rest.
        poll = select.poll()
        poll.register(next(iter(made.descriptors())), select.POLLIN)
        assert poll.poll(20_000)
        made.await_rest(20)
        assert 4096 < sum(map(len, heard)) < 1_000_000
        heard.clear()
        made.wake(2, bytes(19))
        made.await_rest(20)
        assert sorted(b"".join(heard).split(b"\n")) == [b"", b"", b"hello", b"read again: 6"]
    finally:
        made.stop()


def test_bytes_that_do_not_fit_stay_for_the_next_time(vm, tmp_path):
    small = """
three = bytearray(3)
while True:
    count = board.console.receive(three)
    if count:
        print(count, bytes(three[:count]))
    board.scanner.wait(0 if count else 100000)
"""
    with board_with(HEAD + small, tmp_path, vm) as board:
        board.advance(10)
        board.send(b"abcdefgh")
        board.advance(10)
        assert board.lines == ["3 b'abc'", "3 b'def'", "2 b'gh'"]


@pytest.fixture
def pipe():
    source, sink = os.pipe()
    os.set_blocking(sink, False)
    yield source, sink
    os.close(source)
    os.close(sink)


def test_the_stream_says_whether_something_waits(pipe):
    source, sink = pipe
    stream = Stream(source, sink)
    assert stream.in_waiting == 0
    os.write(sink, b"abc")
    assert stream.in_waiting == 1
    buffer = bytearray(8)
    assert stream.readinto(buffer) == 3
    assert buffer[:3] == b"abc"
    assert stream.in_waiting == 0


def test_a_stream_that_has_ended_has_nothing_more_to_say():
    source, sink = os.pipe()
    stream = Stream(source, sink)
    os.close(sink)
    assert stream.in_waiting == 1
    assert stream.readinto(bytearray(8)) == 0
    assert stream.in_waiting == 0
    os.close(source)


def test_a_stream_that_is_full_takes_nothing(pipe):
    source, sink = pipe
    stream = Stream(source, sink)
    while stream.write(b"x" * 4096):
        pass
    assert stream.write(b"y") == 0
    os.read(source, 65536)
    assert stream.write(b"y") == 1


def constants(path):
    """The numbers that a module names, as text, by those names without their underscore."""
    found = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign):
            value = node.value
            if isinstance(value, ast.Call) and ast.unparse(value.func) == "const":
                value = value.args[0]
            if not any(isinstance(part, ast.Call | ast.Name) for part in ast.walk(value)):
                found[ast.unparse(node.targets[0]).lstrip("_")] = ast.unparse(value)
    return found


def test_a_number_that_two_files_repeat_is_the_same_in_both():
    # `const` leaves no value that another file could import.
    setup, scanner = (constants(paths.PACKAGE / "ports" / f"rp2_{one}.py") for one in ROLES)
    debounce = constants(paths.PACKAGE / "debounce.py")
    assert not set(setup) & set(scanner)
    assert scanner["DEAF_MS"] == debounce["DEAF_MS"]
