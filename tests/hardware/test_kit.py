"""kit.toml against the wood and plastic that it is bought for; revision A's boards."""

import pytest
from electronics import bom, kicad
from electronics.description import board
from mechanics.description import GRIDS, description
from mechanics.panels import size
from mechanics.pieces import PIECES, millilitres
from mechanics.sheets import sheets

from tourelle_host import paths
from tourelle_host.sim.board import SimulatedBoard
from tourelle_host.sim.disk import Stored
from wired_boards import ROOT

PLA = 1.24  # g in a cubic centimetre
GAMES = {"avalam": ["Avalam"], "square": ["Tawôl", "Tours"], "hex": ["Cabale"]}


def test_magnets_and_felt_are_those_of_the_pieces():
    made, kit = description(), bom.kit()
    assert kit["magnet"]["mpn"] == (
        f"disc {made['magnet']['diameter']:g} x {made['magnet']['height']:g} mm, "
        f"{made['magnet']['grade']}, axial"
    )
    assert kit["felt"]["mpn"] == (
        f"felt {made['pieces']['felt_diameter']:g} mm x {made['heights']['felt']:g} mm"
    )
    assert board()["strip"]["reed_axis_mm"] == pytest.approx(
        board()["strip"]["reed_gap_mm"] + made["reed"]["glass_diameter"] / 2
    )


@pytest.mark.parametrize("grid", GRIDS)
def test_there_is_a_magnet_and_plastic_for_every_piece_of_a_game(grid):
    kit = bom.kit()
    for game in GAMES[grid]:
        pieces = [piece for piece in PIECES.values() if piece.game == game]
        assert pieces
        assert kit["magnet"]["pieces"][grid] >= sum(p.number for p in pieces if p.magnet)
        assert kit["felt"]["pieces"][grid] >= sum(p.number for p in pieces if p.magnet)
        grams = PLA * sum(p.number * millilitres(p.solid()) for p in pieces)
        assert kit["filament"]["pieces"][grid] >= grams


def test_laths_screws_and_spacers_have_their_sizes():
    made, kit = description(), bom.kit()
    lath = made["panel"]["lath"]
    high = board()["strip"]["height_mm"] + made["ribs"]["foot"]
    assert f"{lath:g} x {high:.1f} mm" in kit["lath_upper"]["mpn"]
    assert "M3" in kit["panel_screw"]["mpn"] and "brass" in kit["panel_screw"]["mpn"]
    assert "M3 x 6" in kit["controller_screw"]["about"]
    for words in ("M3", "10 mm"):
        assert words in kit["controller_spacer"]["about"]
    assert "M3, 5.7 mm long" in kit["panel_insert"]["about"]


@pytest.mark.parametrize("grid", GRIDS)
def test_the_sheets_and_laths_that_are_bought_are_large_enough(grid):
    panels = {name: size(make()) for name, make in sheets().items() if name.startswith(grid)}
    floor = panels[f"{grid}-floor"]
    assert sorted(floor) <= [450.0, 600.0] and min(floor) <= 450 and max(floor) <= 600
    around = 2 * sum(floor) / 1000
    assert bom.kit()["lath_upper"]["count"] >= around - 4 * 0.015


@pytest.mark.needs_kicad
def test_a_lead_of_each_button_has_its_housing_and_contacts():
    kit = bom.kit()
    plugs = [c for c in kicad.components("controller") if c.part == "button_socket"]
    assert kit["xh_housing"]["count"] == len(plugs) == 2
    assert kit["xh_contact"]["count"] == 2 * len(plugs)


@pytest.mark.parametrize("grid", GRIDS)
def test_the_firmware_runs_on_revision_as_board_too(grid):
    old = ROOT / "firmware" / "boards" / "revision-a" / f"{grid}.json"
    files = {**paths.firmware(), "board.json": old}
    with SimulatedBoard(grid, "cpython", Stored(files=files)) as made:
        made.advance(500)
        assert any(line.startswith("@hello tourelle") for line in made.lines)
        assert not any(line.startswith(("@fault", "@error")) for line in made.lines)
