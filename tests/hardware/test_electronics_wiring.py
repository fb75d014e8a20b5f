"""The boards against the firmware: each line on the GPIO that board.json names."""

import copy

import pytest

from wired_boards import (
    COLUMNS,
    GRIDS,
    READERS,
    Wired,
    description,
    ends,
    from_board,
    from_netlist,
    wired,
)

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
    """The cells in the order in which the LED data passes them, from the GPIO on."""
    found: list[str] = []
    reached = board.gpio(made["leds"]["pin"])
    while True:
        for where, ref, pin in sorted(reached, key=str):
            if (ref, pin) == ("U2", "2"):
                reached = board.with_pin(where, "U2", "3")
                break
            if (ref, pin) == ("R1", "1"):
                reached = board.with_pin(where, "R1", "2")
                break
            if ref.startswith("LED") and pin == "1":
                found.append(f"{COLUMNS[int(ref[3:]) - 1]}{where}")
                reached = board.with_pin(where, ref, "3")
                break
        else:
            return found


@pytest.mark.parametrize(("reader", "grid"), CASES)
def test_every_cell_is_felt_by_its_row_and_column(reader, grid):
    made = description(grid)
    felt = cells_felt(wired(reader, grid), made)
    for cell in made["leds"]["chain"].split():
        row, column = int(cell[1:]) - 1, COLUMNS.index(cell[0])
        assert felt[cell] == (made["rows"][row], made["columns"][column])


@pytest.mark.parametrize(("reader", "grid"), CASES)
def test_the_led_data_passes_the_cells_in_the_firmwares_order(reader, grid):
    made = description(grid)
    assert lit_in_order(wired(reader, grid), made) == made["leds"]["chain"].split()


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
    driven = board.with_pin("controller", "U2", "6")
    assert ("controller", "R2", "1") in driven
    assert ("controller", "LS1", "1") in board.with_pin("controller", "R2", "2")


@pytest.mark.parametrize("reader", READERS)
def test_every_column_has_a_pull_up_to_3v3(reader):
    board = wired(reader, "hex")
    assert ("controller", "RN1", "1") in board.with_pin("controller", "U1", 36)
    for gpio in description("hex")["columns"]:
        assert any(ref == "RN1" for _, ref, _ in board.gpio(gpio))


@pytest.mark.parametrize("reader", READERS)
def test_every_led_has_supply_and_ground(reader):
    board = wired(reader, "hex")
    supply, ground = board.with_pin("controller", "JP1", 2), board.with_pin("controller", "U1", 3)
    for strip, (first, last) in ends("hex").items():
        for n in range(first + 1, last + 2):
            assert (strip, f"LED{n}", "2") in supply
            assert (strip, f"LED{n}", "4") in ground
    assert not supply & ground


@pytest.mark.parametrize("name", ["strip", "controller"])
def test_schematic_and_board_agree(name):
    drawn = {net: pins for net, pins in from_netlist(name).items() if len(pins) > 1}
    laid = {net: pins for net, pins in from_board(name).items() if len(pins) > 1}
    assert drawn == laid


def test_a_diode_turned_round_is_noticed():
    nets = {name: copy.deepcopy(from_netlist(name)) for name in ("strip", "controller")}
    for net, pins in nets["strip"].items():
        nets["strip"][net] = {
            (ref, {"1": "2", "2": "1"}[pin]) if ref == "D3" else (ref, pin) for ref, pin in pins
        }
    made = description("avalam")
    felt = cells_felt(Wired(nets, ends("avalam")), made)
    assert "c3" not in felt
    assert "d3" in felt


def test_a_jumper_soldered_at_a_wrong_cell_is_noticed():
    nets = {name: from_netlist(name) for name in ("strip", "controller")}
    wrong = ends("avalam") | {3: (3, 7)}
    made = description("avalam")
    assert lit_in_order(Wired(nets, wrong), made) != made["leds"]["chain"].split()
