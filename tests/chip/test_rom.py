"""The board on an emulated chip whose MicroPython has a ROM file system: UF2_ROM names one."""

import numpy as np
import pytest

from chip.on_port import chip_on_port
from conftest import UF2_ROM
from mpremote_port import mpremote
from patience import PATIENCE_S
from tourelle import games
from tourelle_host.bench.chip.heap import BLOCK
from tourelle_host.bench.chip.player import Player
from tourelle_host.bench.chip.table import ChipBoard
from tourelle_host.flash.run import Wishes, flash
from tourelle_host.sim.chip import uf2

pytestmark = pytest.mark.needs_rom_uf2

KB = 1024
TABLE = 10 * KB  # of the search: 1024 entries of 10 bytes
HEAD, TAIL = 1, 2  # of a piece of the heap, in its table


def test_flash_finds_it_and_the_firmware_runs_there_and_after_a_power_cut(tmp_path):
    board, up = chip_on_port(UF2_ROM, tmp_path, blank=True)
    said = []
    with board:
        flash(board.port.address, Wishes(), said.append)
        assert any("for its ROM file system" in text for text in said) and "@hello" in said[-1]
        assert up.wait(PATIENCE_S)
        where = mpremote(board, "resume", "exec", "import tourelle; print(tourelle.__path__)")
        assert where == "/rom/tourelle\n"
        listed = mpremote(board, "fs", "ls", ":tourelle")
        assert "startup.mpy" in listed and "core.mpy" not in listed
        said.clear()
        flash(board.port.address, Wishes(), said.append)
        assert any("nothing has to be sent" in text for text in said)
    again, up = chip_on_port(UF2_ROM, tmp_path, keep=True)
    with again:
        assert up.wait(PATIENCE_S)


def _tables(table):
    """How many pieces of its heap are just as large as the search's table."""
    blocks = table.heap._blocks()
    starts = np.flatnonzero(blocks != TAIL)
    sizes = np.diff(np.append(starts, len(blocks)))
    return int(np.count_nonzero((sizes == TABLE // BLOCK) & (blocks[starts] == HEAD)))


def _free(table):
    """Bytes of its heap that are free after a collection."""
    table.send("status")
    line = table.until(lambda text: text.startswith("@status"), 4000)
    return int(dict(word.split("=") for word in line.text.split()[1:])["memory-free"])


def test_it_leaves_the_heap_room_for_level_6_and_its_table():
    table = ChipBoard(uf2.read(UF2_ROM), "hex")
    assert table.start() < 600
    Player(table, 1).sit(games.opening("cabale", {}))
    table.run(1000)
    assert _free(table) >= 100 * KB and table.heap.largest >= 40 * KB
    assert _tables(table) == 0
    table.send("seat 1 board 6")
    assert table.until(lambda text: text.startswith("@seat 1 board 6"), 4000)
    table.run(1000)
    assert _tables(table) == 1
    assert _free(table) >= 30 * KB
    print(_free(table), table.heap.largest)
