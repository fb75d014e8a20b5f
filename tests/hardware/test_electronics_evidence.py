"""The circuit's figures: what the description promises is what was simulated and calculated."""

import json

import pytest
from electronics import evidence, inlet, power, powerpath, spice
from electronics.description import board
from electronics.make import FIGURES
from electronics.tables import CABLE

from wired_boards import GRIDS, description

FOUND = json.loads(FIGURES.read_text(encoding="utf-8"))


@pytest.mark.parametrize("grid", GRIDS)
def test_the_firmware_waits_longer_than_the_slowest_column(grid):
    wait = description(grid)["settle_us"]
    assert wait >= 1.2 * FOUND["settle_longest_us"]
    assert wait * len(description(grid)["rows"]) < 0.2 * 1000 * description(grid)["period_ms"]


@pytest.mark.parametrize("pattern", FOUND["ghosts"]["BAT54"])
def test_the_diode_leaves_no_ghosts_and_sure_levels(pattern):
    seen = FOUND["ghosts"]["BAT54"][pattern]
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
    for name in ("74AHCT125 at 5 V", "an LED of the strip before", "an LED of the same strip"):
        seen = FOUND["data"][name]
        assert 650 <= seen["one_ns"] <= 950
        assert 250 <= seen["zero_ns"] <= 550
        assert seen["peak"] <= 5.5
        assert seen["least"] >= -0.5


def test_the_limits_are_those_of_the_data_sheets_equation():
    # its own worked example, and the table of a design note that quotes it
    assert power.limits_ma(43.2) == pytest.approx((2101, 2400), abs=1)
    assert power.limits_ma(59.0) == pytest.approx((1523, 1773), abs=1)


@pytest.mark.parametrize("source", ["usb_ma", "supply_ma"])
def test_what_is_drawn_stays_below_the_efuses_least_limit(source):
    least, most = power.limits_ma(power.LIMIT_KOHM[source])
    assert board()["supply"][source] + power.REST_MA <= least
    assert most <= {"usb_ma": 600, "supply_ma": 2000}[source]


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


@pytest.mark.parametrize("case", FOUND["drops"])
def test_every_led_has_enough_voltage_on_either_inlet(case):
    lost = FOUND["drops"][case]
    assert set(lost) == {"eFuse", "controller", "cable", "strip"}
    assert all(volts > 0 for volts in lost.values())
    assert 4.75 - sum(lost.values()) >= 4.5


def test_usb_loses_less_than_a_fuse_did():
    """Revision A lost 160 to 470 mV in F2 alone."""
    for case in ("USB, spread over nine strips", "USB, one strip takes all"):
        assert sum(FOUND["drops"][case].values()) < 0.1


def test_the_cable_that_is_calculated_has_the_wires_of_the_real_one():
    assert CABLE.count("+5V") == CABLE.count("GND") == evidence.CABLE_WIRES


def test_an_led_reaches_the_next_one_and_the_next_strip():
    levels = FOUND["data"]
    for name in ("an LED of the strip before", "an LED of the same strip"):
        assert levels[name]["level"] > levels[name]["needed"]


def test_what_j10_stands_is_what_is_promised():
    """15 V, plugged in under voltage, stay below what the eFuse takes; without R47 and C6 not."""
    peaks = FOUND["inlet"]["peaks"]
    assert all(seen["damped"] < inlet.EFUSE_STANDS for seen in peaks.values())
    assert peaks["15"]["bare"] > inlet.EFUSE_STANDS
    assert inlet.TVS_FROM > 15 * 1.05  # D1 rests at a supply of 15 V with its tolerance
    assert FOUND["inlet"]["tvs_at_20_w"] > inlet.TVS_W  # 20 V are not promised


def test_the_two_lamps_tell_four_states():
    lamps = FOUND["inlet"]["lamps"]
    seen = {name: (lamp["mA"] > 1, lamp["green"]) for name, lamp in lamps.items()}
    assert seen["no supply"] == (False, False)
    assert seen["all is well"] == seen["all is well, on the computer"] == (False, True)
    for name in ("a short, on a supply", "a short, on the computer", "12 V at J10", "15 V at J10"):
        assert seen[name] == (True, False)
    assert all(lamp["fault_v"] < inlet.FAULT_STANDS - 1 for lamp in lamps.values())
    assert max(lamp["mA"] for lamp in lamps.values()) < 20  # of an LED


def test_charging_the_bulk_stays_below_the_limit():
    least, _ = power.limits_ma(power.LIMIT_KOHM["supply_ma"])
    assert FOUND["inlet"]["inrush_ma"] < least


def test_the_six_states_of_the_power_path_keep_what_is_promised():
    assert set(FOUND["path"]) == set(powerpath.CASES) and len(powerpath.CASES) == 6
    assert powerpath.wrong(FOUND["path"]) == []
    # the inlet's own netlist, with another supply, rings up as high
    peaks = FOUND["inlet"]["peaks"]
    assert FOUND["path"]["12 V plugged in"]["in_high"] == pytest.approx(
        peaks["12"]["damped"], abs=0.2
    )
    assert FOUND["path"]["inrush: 5 V plugged in"]["in_high"] == pytest.approx(
        peaks["5"]["damped"], abs=0.2
    )


@pytest.mark.parametrize(
    ("state", "key", "value", "said"),
    [
        ("inrush: 5 V plugged in", "fuse_high", 1.7, "inrush reaches the eFuse's least limit"),
        ("short: +5V to ground while it runs", "fuse_end", 4.0, "a short is not limited"),
        ("12 V plugged in", "out_high", 5.0, "12 V reach the board"),
        ("20 V plugged in", "in_high", 18.0, "20 V harm nothing now: promise them"),
        ("reversed: 5 V with its poles exchanged", "out_high", -0.9, "something reaches the board"),
    ],
)
def test_a_broken_promise_of_the_power_path_is_reported(state, key, value, said):
    broken = {name: dict(seen) for name, seen in FOUND["path"].items()}
    broken[state][key] = value
    assert any(said in line for line in powerpath.wrong(broken))


@pytest.mark.deep
@pytest.mark.skipif(not spice.present(), reason="ngspice is not here")
def test_without_its_limit_a_short_takes_more(monkeypatch):
    """The simulation is no formality: an eFuse that limits late is found out."""
    case = powerpath.CASES["short: +5V to ground while it runs"]
    kept = FOUND["path"]["short: +5V to ground while it runs"]
    assert powerpath.simulated(case)["fuse_end"] == pytest.approx(kept["fuse_end"], abs=0.02)
    monkeypatch.setattr(powerpath, "LIMIT_LATE_US", 1e6)
    # then only the supply's own limit holds it
    assert powerpath.simulated(case)["fuse_end"] == pytest.approx(powerpath.SUPPLY_A, rel=0.05)


def test_the_matrix_that_is_simulated_has_every_cell():
    closed = frozenset({(4, 3)})
    netlist = spice.scan_netlist(closed, "BAT54")
    assert netlist.count("DX\n") == 81
    assert "Rs4_3 c4 n4_3 0.25" in netlist
    assert "Rs3_4 c3 n3_4 1e11" in netlist
