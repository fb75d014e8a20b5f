"""The boards against the firmware: each line on the GPIO that board.json names; and against
themselves: cables, protection, supply."""

import copy
import json

import pytest
from electronics import kicad, power
from electronics.tables import CABLE, GROWTH

from tourelle.grids import grid as grid_of
from wired_boards import (
    COLUMNS,
    GRIDS,
    PICO,
    READERS,
    Wired,
    description,
    from_board,
    reeds,
    wired,
)

pytestmark = pytest.mark.needs_kicad
CASES = [(reader, grid) for reader in READERS for grid in GRIDS]


def cells_felt(board: Wired, made: dict) -> dict[str, tuple[int, int]]:
    """cell -> (row GPIO, column GPIO) that a closed reed joins, current from column to row."""
    found = {}
    for row, row_gpio in enumerate(made["rows"]):
        low = board.gpio(row_gpio)
        for column, column_gpio in enumerate(made["columns"]):
            for where, ref, pin in board.gpio(column_gpio):
                if where == "controller" or not ref.startswith("SW"):
                    continue
                other = board.with_pin(where, ref, {"1": "2", "2": "1"}[pin])
                for strip, diode, anode in other:
                    if diode.startswith("D") and anode == "2" and (strip, diode, "1") in low:
                        found[f"{COLUMNS[column]}{row + 1}"] = (row_gpio, column_gpio)
    return found


def lit_in_order(board: Wired, made: dict) -> list[str]:
    """The places of the LEDs in the order in which the data passes them, from the GPIO on."""
    found: list[str] = []
    assert ("controller", "U2", "2") in board.gpio(made["leds"]["pin"])
    reached = board.with_pin("controller", "U2", "3")
    while True:
        onward = [
            (where, ref) for where, ref, pin in reached if ref.startswith("LED") and pin == "1"
        ]
        if not onward:
            return found
        assert len(onward) == 1, onward
        ((where, ref),) = onward
        found.append(f"{COLUMNS[int(ref[3:]) - 1]}{where}")
        reached = board.with_pin(where, ref, "3")


@pytest.mark.parametrize(("reader", "grid"), CASES)
def test_every_cell_is_felt_by_its_row_and_column(reader, grid):
    made = description(grid)
    felt = cells_felt(wired(reader, grid), made)
    assert set(felt) == set(made["leds"]["chain"].split()) - {"-"}
    for cell in felt:
        row, column = int(cell[1:]) - 1, COLUMNS.index(cell[0])
        assert felt[cell] == (made["rows"][row], made["columns"][column])


@pytest.mark.parametrize(("reader", "grid"), CASES)
def test_the_led_data_passes_every_led_of_the_chain_in_order(reader, grid):
    made = description(grid)
    passed = lit_in_order(wired(reader, grid), made)
    names = set(grid_of(grid).names)
    assert [name if name in names else "-" for name in passed] == made["leds"]["chain"].split()


@pytest.mark.parametrize("reader", READERS)
def test_buttons_join_their_gpio_to_ground(reader):
    made = description("avalam")
    board = wired(reader, "avalam")
    for button, switch, plug in (("ok", "SW1", "J11"), ("undo", "SW2", "J12")):
        line = board.gpio(made["buttons"][button])
        for ref in (switch, plug):
            assert ("controller", ref, "1") in line
            assert ("controller", "U1", "38") in board.with_pin("controller", ref, "2")


@pytest.mark.parametrize("reader", READERS)
def test_the_buzzer_is_driven_by_its_gpio_through_the_shifter(reader):
    board = wired(reader, "avalam")
    assert ("controller", "U2", "5") in board.gpio(description("avalam")["buzzer"])
    assert ("controller", "LS1", "1") in board.with_pin("controller", "U2", "6")


@pytest.mark.parametrize("reader", READERS)
def test_every_column_has_a_pull_up_to_3v3(reader):
    board = wired(reader, "hex")
    supply = board.with_pin("controller", "U1", 36)
    columns = description("hex")["columns"]
    assert len(columns) == 9
    for i, gpio in enumerate(columns):
        assert ("controller", f"R{31 + i}", "1") in board.gpio(gpio)
        assert ("controller", f"R{31 + i}", "2") in supply


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("reader", READERS)
def test_every_led_has_supply_and_ground_even_with_the_cables_turned(reader, turned):
    board = wired(reader, "hex", turned)
    supply, ground = board.with_pin("controller", "U3", 1), board.with_pin("controller", "U1", 3)
    for strip in reeds("hex"):
        for n in range(1, 10):
            assert (strip, f"LED{n}", "2") in supply
            assert (strip, f"LED{n}", "4") in ground
    assert not supply & ground
    for gpio in PICO:  # nothing but signals ever meets a GPIO
        assert not board.gpio(gpio) & (supply | ground)


@pytest.mark.parametrize("name", kicad.BOARDS)
def test_mating_connectors_carry_the_same_at_each_pin_and_are_keyed_alike(name):
    nets = {pin: net for net, pins in kicad.nets(name).items() for pin in pins}
    layout = kicad.layout(name)
    for ref in ["J1"] if name == "strip" else [f"J{n}" for n in range(1, 10)]:
        number = int(ref[1:])
        for i, wanted in enumerate(CABLE):
            if name == "controller":
                wanted = {
                    "FEED": f"FEED{number}",
                    "RET": f"FEED{number + 1}",
                    "ROW": f"ROW{number}",
                }.get(wanted, wanted)
            assert nets[ref, str(i + 1)].rsplit("/", 1)[-1] == wanted
        part = layout["parts"][ref]
        assert part["footprint"] == "Connector_IDC:IDC-Header_2x10_P2.54mm_Vertical"
        pads = {pad["number"]: pad["at"] for pad in layout["pads"] if pad["ref"] == ref}
        # turned by 90 degrees the key, at the odd pins' side, looks down, and pin 1 is at the left
        assert part["turn"] == 90 and not part["back"]
        assert pads["1"][1] > pads["2"][1] and pads["1"][0] < pads["3"][0]


def test_the_cable_is_symmetric_and_the_data_lie_between_grounds():
    for one, other in zip(CABLE, reversed(CABLE), strict=True):
        assert {one, other} & {"+5V", "GND"} in (set(), {"+5V"}, {"GND"}) and (
            one == other or not {one, other} & {"+5V", "GND"}
        )
    for name in ("FEED", "RET"):
        at = CABLE.index(name)
        assert CABLE[at - 1] == CABLE[at + 1] == "GND"


@pytest.mark.parametrize("reader", READERS)
def test_every_line_on_a_cable_passes_a_resistor_and_an_esd_diode(reader):
    nets = READERS[reader]("controller")
    net_of = {pin: net for net, pins in nets.items() for pin in pins}
    lines = {
        net_of["J1", "6"],
        *(net_of["J1", str(n)] for n in range(7, 16)),
        *(net_of[f"J{n}", "6"] for n in range(2, 10)),
        net_of["J11", "1"],
        net_of["J12", "1"],
    }
    assert len(lines) == 20
    for net in lines:
        refs = {ref for ref, _ in nets[net]}
        assert "U1" not in refs
        assert refs & {f"U{n}" for n in range(5, 11)}, net
        through = [
            ref
            for ref, pin in nets[net]
            if ref in {*(f"R{n}" for n in range(11, 30)), "R45", "R46"} and pin == "2"
        ]
        assert len(through) == 1
        assert any(ref == "U1" for ref, _ in nets[net_of[through[0], "1"]])
    feeds = {net_of["J9", "18"], *(net_of[f"J{n}", "3"] for n in range(1, 10))}
    assert len(feeds) == 10
    for net in feeds:
        assert {ref for ref, _ in nets[net]} & {"U11", "U12", "U13"}, net
    for n in range(5, 14):
        assert net_of[f"U{n}", "2"] == "GND"


def joined(*pins: tuple[str, str]) -> bool:
    """Whether the controller joins these pins."""
    net = next(net for net in kicad.nets("controller").values() if pins[0] in net)
    return set(pins) <= net


def test_the_fault_lamp_is_fed_before_the_efuses_and_its_pin_is_clamped():
    """A short behind an eFuse leaves it its light; 15 V at an inlet do not reach FAULT."""
    assert joined(("D5", "2"), ("J10", "A9"), ("U3", "6"))
    assert joined(("D6", "2"), ("U1", "40"), ("U4", "6"))
    assert joined(("D5", "1"), ("D6", "1"), ("R5", "1")) and joined(("R5", "2"), ("D3", "2"))
    assert joined(("D3", "1"), ("U3", "3"), ("U4", "3"), ("D7", "1"))
    assert joined(("D7", "2"), ("U1", "38"))
    assert not joined(("R5", "1"), ("U3", "1"))
    assert joined(("R6", "1"), ("U3", "1"), ("U4", "1"))  # the green one: behind them


def test_what_a_plug_rings_up_to_is_damped_and_clipped():
    assert joined(("R47", "1"), ("D1", "1"), ("C1", "1"), ("J10", "A9"))
    assert joined(("R47", "2"), ("C6", "1")) and joined(("C6", "2"), ("D1", "2"), ("U1", "38"))


def test_the_header_to_grow_has_the_free_pins_and_those_of_the_debug_socket():
    pico = {
        "3V3": "36",
        "GND": "38",
        "GP22": "29",
        "GP26": "31",
        "GP27": "32",
        "GP28": "34",
        "RUN": "30",
    }
    for number, name in enumerate(GROWTH, start=1):
        pin = {"SWCLK": ("J14", "1"), "SWDIO": ("J14", "3")}.get(name)
        assert joined(("J13", str(number)), pin or ("U1", pico[name])), name
    assert joined(("J14", "2"), ("U1", "38"))


def farad(value: str) -> float:
    number = value.split()[0]
    return float(number[:-1]) * {"u": 1e-6, "n": 1e-9}[number[-1]]


@pytest.mark.parametrize("inlet", [("J10", "A9"), ("U1", "40")])
def test_an_inlet_meets_ten_microfarads_at_most_and_an_efuse(inlet):
    nets = kicad.nets("controller")
    values = {part.ref: part.value for part in kicad.components("controller")}
    net = next(pins for pins in nets.values() if inlet in pins)
    capacitors = [ref for ref, _ in net if ref.startswith("C")]
    assert 0 < sum(farad(values[ref]) for ref in capacitors) <= 10e-6
    fuse = "U3" if inlet[0] == "J10" else "U4"
    assert (fuse, "6") in net
    behind = next(pins for pins in nets.values() if (fuse, "1") in pins)
    assert ("J1", "1") in behind and ("C2", "1") in behind and not behind & net


def test_the_usb_socket_asks_for_5_v_and_nothing_else():
    nets = kicad.nets("controller")
    values = {part.ref: part.value for part in kicad.components("controller")}
    for contact in ("A5", "B5"):
        net = next(pins for pins in nets.values() if ("J10", contact) in pins)
        (ref,) = {ref for ref, _ in net} - {"J10"}
        assert values[ref] == "5.1k"
        assert (ref, "2") in nets["GND"] or (ref, "1") in nets["GND"]


def test_only_one_efuse_is_on_and_its_enable_is_not_tied_to_the_inlet():
    nets = kicad.nets("controller")
    inlet = next(pins for pins in nets.values() if ("J10", "A9") in pins)
    assert ("Q1", "3") in next(pins for pins in nets.values() if ("U4", "4") in pins)
    gate = next(pins for pins in nets.values() if ("Q1", "1") in pins)
    assert {ref for ref, _ in gate} == {"Q1", "R9", "R10"} and ("R9", "1") in inlet
    values = {part.ref: part.value for part in kicad.components("controller")}
    for fuse in ("U3", "U4"):
        enable = next(pins for pins in nets.values() if (fuse, "4") in pins)
        (resistor,) = {ref for ref, _ in enable} - {fuse, "Q1"}
        assert values[resistor] == "300k"


def test_the_limit_resistors_are_those_that_the_budget_was_calculated_with():
    values = {part.ref: part.value for part in kicad.components("controller")}
    assert values["R3"] == f"{power.LIMIT_KOHM['supply_ma']}k 1%"
    assert values["R7"] == f"{power.LIMIT_KOHM['usb_ma']:.0f}k 1%"


@pytest.mark.parametrize("name", kicad.BOARDS)
def test_schematic_and_board_agree(name):
    drawn = {frozenset(pins) for pins in kicad.nets(name).values() if len(pins) > 1}
    laid = {frozenset(pins) for pins in from_board(name).values() if len(pins) > 1}
    assert drawn == laid


@pytest.mark.parametrize("folder", ["", "revision-a"])
@pytest.mark.parametrize("grid", GRIDS)
def test_rows_and_columns_are_on_consecutive_gpios_in_both_revisions(folder, grid):
    made = description(grid, folder)
    for lines in ("rows", "columns"):
        assert made[lines] == list(range(made[lines][0], made[lines][0] + len(made[lines])))


@pytest.mark.parametrize("grid", GRIDS)
def test_no_pin_has_moved_since_revision_a(grid):
    old, new = description(grid, "revision-a"), description(grid)
    for key in ("rows", "columns", "buttons", "buzzer"):
        assert json.dumps(old[key]) == json.dumps(new[key])
    assert old["leds"]["pin"] == new["leds"]["pin"]


def test_a_diode_turned_round_is_noticed():
    nets = {name: copy.deepcopy(kicad.nets(name)) for name in kicad.BOARDS}
    for net, pins in nets["strip"].items():
        nets["strip"][net] = {
            (ref, {"1": "2", "2": "1"}[pin]) if ref == "D3" else (ref, pin) for ref, pin in pins
        }
    felt = cells_felt(Wired(nets, reeds("avalam")), description("avalam"))
    assert "c3" not in felt
    assert "d3" in felt


def test_an_led_turned_round_is_noticed():
    nets = {name: copy.deepcopy(kicad.nets(name)) for name in kicad.BOARDS}
    for net, pins in nets["strip"].items():
        nets["strip"][net] = {
            (ref, {"1": "3", "3": "1"}.get(pin, pin)) if ref == "LED3" else (ref, pin)
            for ref, pin in pins
        }
    assert lit_in_order(Wired(nets, reeds("avalam")), description("avalam")) == ["a1", "b1"]


@pytest.mark.parametrize("grid", GRIDS)
def test_the_budget_and_the_controller_stay_below_the_limit(grid):
    made = description(grid)
    assert made["budget_ma"] + power.REST_MA <= power.limits_ma(power.LIMIT_KOHM["usb_ma"])[0]
