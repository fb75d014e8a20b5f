"""The board on the emulated chip, with the UF2 that is named: `make chip-test UF2=FILE`."""

import random

import pytest

import beside
from chip import cuts
from chip.on_port import chip_on_port
from conftest import UF2
from mpremote_port import mpremote
from patience import PATIENCE_S
from tourelle_host import cli, paths
from tourelle_host.bench.chip import room
from tourelle_host.bench.chip.evening import crash
from tourelle_host.bench.chip.table import ChipBoard
from tourelle_host.flash.run import Wishes, flash
from tourelle_host.sim.chip import uf2

pytestmark = pytest.mark.needs_uf2

SCRIPTS = beside.scripts()
GUARD = """
import gc
guard = bytearray(bytes(range(256)) * 32)
"""


@pytest.fixture(scope="module")
def python():
    return uf2.read(UF2)


@pytest.fixture
def table(python):
    made = ChipBoard(python, "avalam")
    made.start()
    return made


@pytest.mark.parametrize("path", SCRIPTS.values(), ids=SCRIPTS)
def test_the_board_does_what_the_script_expects(path, capsys):
    status = cli.main(["script", str(path), "--vm", "chip", "--uf2", UF2])
    said = capsys.readouterr().out
    assert (status, said[:4]) == (0, "all "), said


@pytest.mark.parametrize("name", beside.NAMES)
def test_the_board_takes_a_seat_in_a_game_that_has_begun(python, name):
    """Five steps that a host began are played: the search finds what a game leaves free."""
    largest, beside = room.measure(python, name).split("|")[4:6]
    assert int(largest) >= 24  # KB, as most bytecode is in the flash
    assert int(beside) >= 24


def _prompt(table):
    """Ctrl-C out of the firmware, while it scans and a frame is on its way."""
    table.do("set avalam")
    table.run(random.Random(1).uniform(600, 700))
    table.chip.serial.send(b"\x03\x03")
    found = table.until(lambda text: "KeyboardInterrupt" in text, 2000, 1)
    assert found, table.lines[-5:]
    table.run(100)


def _raw(table, code):
    """Run a program from the raw prompt; what it printed."""
    table.chip.serial.send(b"\x01")
    table.run(50)
    seen = len(table.lines)
    table.chip.serial.send(code.encode() + b"\x04")
    table.run(600)
    return "\n".join(line.text for line in table.lines[seen:])


def _busy(table):
    """The DMA channels and state machines that still work."""
    chip = table.chip.rp2040
    channels = [channel.index for channel in chip.dma.channels if channel.active]
    machines = [
        (block, machine.index)
        for block in range(2)
        for machine in chip.blocks[block].machines
        if machine.enabled
    ]
    return channels, machines


def test_after_ctrl_c_nothing_writes_into_memory_that_is_not_its_own(table):
    _prompt(table)
    assert "GUARD" in _raw(table, GUARD + "print('GUARD', id(guard) > 0)\n")
    ram = bytes(table.chip.rp2040.sram)
    at = ram.find(bytes(range(256)) * 32)
    assert at > 0
    table.do("lift c9")
    table.run(3000)  # twice round the ring, were it still written
    after = bytes(table.chip.rp2040.sram)
    assert after[at : at + 8192] == ram[at : at + 8192]


def test_after_a_soft_reset_the_board_runs_as_before(table):
    for _ in range(2):
        _prompt(table)
        table.chip.serial.send(b"\x04")
        assert table.until(lambda text: text.startswith("@hello"), 5000)
        table.run(1500)
    channels, machines = _busy(table)
    assert len(machines) == 2 and len(channels) <= 3
    seen = len(table.lines)
    table.do("lift c9")
    table.run(100)
    assert "@lift c9" in [line.text for line in table.lines[seen:]]


def test_a_second_start_in_the_same_heap_takes_no_more_of_the_chip(table):
    _prompt(table)
    table.chip.serial.send(b"\x02")  # the friendly prompt
    table.run(50)
    for _ in range(2):
        table.chip.serial.send(b"exec(open('main.py').read())\r")
        assert table.until(lambda text: text.startswith("@hello"), 5000)
        table.run(1000)
        channels, machines = _busy(table)
        assert len(machines) == 2 and len(channels) <= 3
        table.chip.serial.send(b"\x03")
        table.run(300)


def test_a_crash_is_reported_and_the_board_runs_again(table):
    table.do("set avalam")
    table.run(1500)
    crash(table)
    assert table.until(lambda text: text.startswith("@hello"), 6000)
    table.run(1000)
    channels, machines = _busy(table)
    assert len(machines) == 2 and len(channels) <= 3


def test_the_flash_outlives_the_power_and_erasing_takes_its_time(table):
    table.do("set avalam")
    assert table.until(lambda text: text.startswith("@game avalam"), 4000)
    table.run(1000)
    for command in ("lift c9", "lift d9", "drop d9"):
        table.run(table.do(command))
    assert table.until(lambda text: text.startswith("@move 1"), 3000)
    table.run(2000)
    assert table.chip.flash.stalled_ns > 0
    table.cut()
    table.start()
    assert table.until(lambda text: text.startswith("@position avalam"), 3000)


def test_mpremote_attaches_and_resets_the_board(tmp_path):
    board, up = chip_on_port(UF2, tmp_path)
    with board:
        assert up.wait(PATIENCE_S)
        board.do("set avalam")
        assert mpremote(board, "exec", "print(6 * 7)") == "42\n"
        (tmp_path / "note.txt").write_text("kept\n")
        mpremote(board, "fs", "cp", "note.txt", ":note.txt", folder=tmp_path)
        assert mpremote(board, "fs", "cat", "note.txt") == "kept\n"
        for _ in range(2):
            up.clear()
            mpremote(board, "reset")
            assert up.wait(PATIENCE_S), board.lines[-5:]
            assert board.power and board.trouble is None
    again, up = chip_on_port(UF2, tmp_path, keep=True)
    with again:
        assert up.wait(PATIENCE_S)
        assert mpremote(again, "fs", "cat", "note.txt") == "kept\n"


def test_flash_puts_the_firmware_onto_a_blank_chip_and_hears_its_hello(tmp_path):
    board, up = chip_on_port(UF2, tmp_path, blank=True)
    said = []
    with board:
        flash(board.port.address, Wishes(grid="hex"), said.append)
        assert "@hello" in said[-1] and " board hex " in said[-1]
        assert up.wait(PATIENCE_S)
        seen = len(said)
        flash(board.port.address, Wishes(), said.append)
        assert any("nothing has to be sent" in text for text in said[seen:])
        assert "@hello" in said[-1]


def test_bench_measures_a_game_on_the_chip(capsys):
    few = ["--steps", "2", "--lifts", "2", "--touches", "2", "--jobs", "1"]
    assert cli.main(["bench", "tours", "--vm", "chip", "--uf2", UF2, *few]) == 0
    rows = dict(
        line.strip("| ").split(" | ", 1)
        for line in capsys.readouterr().out.splitlines()
        if line.startswith("| ") and " | " in line.strip("| ")
    )
    assert rows["a game"] == "2 steps, 0 told by link"
    assert rows["touches of 40 ms missed"] == "0 of 2"
    lift = rows["lift to end of the first right light, or of in-hand alone, median / worst, ms"]
    assert 2.4 < float(lift.split(" / ")[0])


KEPT = """
import gc
from tourelle import games
for i in range(11):
    for name in ("tawol", "tours"):
        games.load(name)
    if i % 10 == 0:
        gc.collect()
        print("@kept", gc.mem_alloc())
"""


def test_games_that_change_leave_nothing_behind_in_the_heap(python, tmp_path):
    """As they do on the PC, where MicroPython notes native code for good (tests/soak.py)."""
    main = tmp_path / "main.py"
    main.write_text(KEPT)
    table = ChipBoard(python, "square", {**paths.firmware(), "main.py": main})
    first = table.until(lambda text: text.startswith("@kept"), 4000)
    last = table.until(lambda text: text.startswith("@kept"), 4000)
    assert first and last and first.text == last.text


def test_power_that_is_cut_anywhere_on_the_flash_costs_the_last_step_at_most(python):
    """A few; make chip-cuts has as many as one likes, in all games."""
    table = cuts.played(python, "tours", 3)
    found = cuts.cut(python, table, 60, 3, 1)
    assert found.wrong == []
    assert found.counts["all came back"] > 5 and found.counts["booted"] == 1
