"""hardware/board.toml and the board.json files that come from it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hardware import boards
from tourelle.grids import NAMES, grid
from tourelle.lights import NO_CELL

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(params=NAMES)
def board(request):
    return json.loads((ROOT / "firmware" / "boards" / f"{request.param}.json").read_text())


def test_every_grid_has_a_board_and_each_file_is_up_to_date():
    wanted = boards.files()
    assert {path.stem for path in wanted} == set(NAMES)
    assert {path: path.read_text(encoding="utf-8") for path in wanted} == wanted


def test_the_led_chain_passes_every_cell_once(board):
    chain = board["leds"]["chain"].split()
    assert sorted(set(chain) - {NO_CELL}) == sorted(grid(board["grid"]).names)


def test_the_led_chain_is_whole_strips_each_cell_at_its_columns_place(board):
    chain, cells = board["leds"]["chain"].split(), grid(board["grid"])
    assert len(chain) == 9 * len(board["rows"])
    for place, name in enumerate(chain):
        if name != NO_CELL:
            assert (cells.rows[cells.cell(name)], cells.columns[cells.cell(name)]) == divmod(
                place, 9
            )


def test_every_cell_has_a_row_and_a_column_of_the_matrix(board):
    cells = grid(board["grid"])
    assert len(board["rows"]) == max(cells.rows) + 1
    assert len(board["columns"]) == max(cells.columns) + 1


def test_no_pin_is_used_twice(board):
    pins = [*board["rows"], *board["columns"], *board["buttons"].values()]
    pins += [board["leds"]["pin"], board["buzzer"]]
    assert len(set(pins)) == len(pins)
    assert set(pins) <= set(boards.GPIOS)


def test_a_pin_used_twice_is_named():
    pins = {**boards.description()["pins"], "ok": 18}
    with pytest.raises(ValueError, match="GPIO 18 is used 2 times"):
        boards.check_pins(pins)


def test_a_pin_that_the_pico_lacks_is_named():
    pins = {**boards.description()["pins"], "undo": 24}
    with pytest.raises(ValueError, match="no pin GPIO 24"):
        boards.check_pins(pins)


def run(folder, *arguments):
    return subprocess.run(
        [sys.executable, folder / "hardware" / "boards.py", *arguments],
        capture_output=True,
        text=True,
    )


def test_check_names_a_stale_file_and_writing_mends_it(tmp_path):
    (tmp_path / "hardware").mkdir()
    for name in ("boards.py", "board.toml"):
        (tmp_path / "hardware" / name).write_text((ROOT / "hardware" / name).read_text())
    assert run(tmp_path).returncode == 0
    assert run(tmp_path, "--check").returncode == 0
    written = tmp_path / "firmware" / "boards" / "hex.json"
    right = written.read_text()
    written.write_text(right.replace("GRB", "RGB"))

    checked = run(tmp_path, "--check")
    assert (checked.returncode, checked.stderr) == (1, "stale: hex.json; run make boards\n")
    assert written.read_text() != right

    assert run(tmp_path).returncode == 0
    assert written.read_text() == right
