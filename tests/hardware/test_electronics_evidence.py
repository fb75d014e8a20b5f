"""The circuit's figures: what the description promises is what was simulated and calculated."""

import json

import pytest
from electronics import power, spice
from electronics.description import board
from electronics.make import FIGURES

from wired_boards import GRIDS, description

FOUND = json.loads(FIGURES.read_text(encoding="utf-8"))


@pytest.mark.parametrize("grid", GRIDS)
def test_the_firmware_waits_longer_than_the_slowest_column(grid):
    wait = description(grid)["settle_us"]
    assert wait >= 1.2 * FOUND["settle_longest_us"]
    assert wait * len(description(grid)["rows"]) < 0.2 * 1000 * description(grid)["period_ms"]


def test_the_diode_leaves_no_ghosts_and_sure_levels():
    for seen in FOUND["ghosts"]["BAT54"].values():
        assert seen["ghosts"] == seen["unsure"] == 0
        assert seen["low"] < spice.LOW
        assert seen["open"] > spice.HIGH


def test_the_simulation_shows_the_ghosts_that_diodes_are_for():
    without = FOUND["ghosts"]["none"]
    assert without["two in a column"]["ghosts"] == 0
    assert without["three corners of a rectangle"]["ghosts"] == 1
    assert without["all but one"]["ghosts"] == 1


def test_the_led_data_needs_the_level_shifter():
    assert FOUND["data"]["74AHCT125 at 5 V"]["enough"]
    assert not FOUND["data"]["the Pico itself at 3.3 V"]["enough"]


def test_the_led_data_keeps_its_shape():
    for name in ("74AHCT125 at 5 V", "an LED of the strip before"):
        seen = FOUND["data"][name]
        assert 650 <= seen["one_ns"] <= 950
        assert 250 <= seen["zero_ns"] <= 550
        assert seen["peak"] <= 5.5
        assert seen["least"] >= -0.5


def test_the_limits_fit_the_supplies():
    supply = board()["supply"]
    assert supply["budget_ma"] + power.REST_MA <= 500
    assert supply["budget_2a_ma"] + power.REST_MA <= 1600  # the warm fuse


@pytest.mark.parametrize("grid", GRIDS)
def test_resting_leds_leave_room_for_light_on_usb(grid):
    made = description(grid)
    cells = len(made["leds"]["chain"].split())
    assert cells * made["leds"]["rest_ma"] < made["budget_ma"] / 2


def test_a_lamp_draws_what_its_colour_and_rhythm_say(monkeypatch):
    full = board()["leds"]["full_ma"]
    monkeypatch.setattr(power, "colour", lambda lamp, sides: (255, 51, 0))
    monkeypatch.setattr(power, "rhythm", lambda lamp: bytes((3, 0)) * 8)
    mean, most = power.lamp_ma(1)
    assert most == pytest.approx(1.2 * full)
    assert mean == pytest.approx(0.6 * full)


def test_the_far_end_of_a_strip_has_enough_voltage():
    full = 9 * 3 * board()["leds"]["full_ma"]
    lost = power.drop_v(board()["supply"]["budget_2a_ma"], full, 0.16)
    assert 4.75 - sum(lost.values()) > 4.4


def test_the_matrix_that_is_simulated_has_every_cell():
    closed = frozenset({(4, 3)})
    netlist = spice.scan_netlist(closed, "BAT54")
    assert netlist.count("DX\n") == 81
    assert "Rs4_3 c4 n4_3 0.25" in netlist
    assert "Rs3_4 c3 n3_4 1e11" in netlist
