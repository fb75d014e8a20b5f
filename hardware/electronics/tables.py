"""Tables of the documents, as Markdown: pins, wiring, rows, bills, power, the circuit's figures."""

from electronics import bom, power
from electronics.circuit import Board
from electronics.controller import STRIPS, feed_net, row_net
from electronics.description import COLUMNS, board, parts
from electronics.rows import fitted, rows, strips
from electronics.strip import PINS, middle
from electronics.symbols import pico_pin


def table(head: list[str], lines: list[list]) -> str:
    """A Markdown table."""
    out = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    out += ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]
    return "\n".join(out)


def _pico() -> str:
    pins = board()["pins"]
    uses = [(gpio, f"row {i + 1}", row_net(i + 1)) for i, gpio in enumerate(pins["rows"])]
    uses += [(gpio, f"column {COLUMNS[i]}", f"COL{COLUMNS[i]}")
             for i, gpio in enumerate(pins["columns"])]
    uses += [(pins["leds"], "LED data, to the level shifter", "LEDS_3V3"),
             (pins["ok"], "OK button", "OK"), (pins["undo"], "undo button", "UNDO"),
             (pins["buzzer"], "buzzer, to the level shifter", "BUZZER_3V3")]
    return table(["GPIO", "Pico pin", "what for", "net"],
                 [[f"GP{gpio}", pico_pin(gpio), what, f"`{net}`"] for gpio, what, net in uses])


def _cable() -> str:
    what = {"+5V": "the LEDs' supply", "GND": "ground", "FEED": "LED data into the strip",
            "RET": "LED data out of the strip", "ROW": "the strip's row line"}
    return table(
        ["pin", "name", "what"],
        [[i + 1, f"`{net}`", what.get(net, f"column {net[-1]}")] for i, net in enumerate(PINS)],
    )


def _connectors() -> str:
    return table(
        ["connector", "row", "LED data in", "LED data out"],
        [[f"J{n}", f"`{row_net(n)}`", f"`{feed_net(n)}`", f"`{feed_net(n + 1)}`"]
         for n in range(1, STRIPS + 1)],
    )


def _rows() -> str:
    blocks = []
    for name, entry in board()["boards"].items():
        blocks.append(f"**{name}** ({entry['title']}): {strips(name)} strips, "
                      f"{fitted(name)} cells\n")
        blocks.append(table(
            ["strip", "cells fitted", "solder FIRST at", "solder LAST at", "break off"],
            [[row.number, f"{row.first} to {row.last} ({row.count})", row.first, row.last,
              " and ".join(filter(None, (_span(row.left), _span(row.right)))) or "nothing"]
             for row in rows(name)],
        ) + "\n")
    return "\n".join(blocks).rstrip()


def _span(letters: str) -> str:
    return letters if len(letters) < 2 else f"{letters[0]} to {letters[-1]}"


def _costs(strip: Board, controller: Board) -> str:
    grids = list(board()["boards"])
    lines = {grid: bom.game_lines(grid, strip, controller) for grid in grids}
    wares = [(x.mpn, x.about, x.price) for x in lines[grids[0]]]
    count = {grid: {x.mpn: x.count for x in lines[grid]} for grid in grids}
    body = [
        [about, mpn, *(f"{count[grid][mpn]:g}" for grid in grids), f"{price:.2f}"]
        for mpn, about, price in wares
    ]
    body.append(["**sum in euros, estimated**", "",
                 *(f"**{sum(x.cost for x in lines[grid]):.0f}**" for grid in grids), ""])
    return table(["what", "part number", *grids, f"EUR each, {parts()['prices_of']}"], body)


def _settling(figures: dict) -> str:
    return table(["closed reeds", "longest time until a column reads surely, µs"],
                 [[name, f"{value:.1f}"] for name, value in figures["settle"].items()])


def _ghosts(figures: dict) -> str:
    lines = []
    for diode, patterns in figures["ghosts"].items():
        for name, seen in patterns.items():
            lines.append([diode, name, seen["ghosts"], seen["unsure"], f"{seen['low']:.2f}",
                          f"{seen['open']:.2f}"])
    return table(["diode", "closed reeds", "open cells read closed", "cells not sure to be read",
                  "highest level of a closed cell, V", "lowest of an open cell, V"], lines)


def _data(figures: dict) -> str:
    return table(
        ["driven by", "level of a 1, V", "needed, V", "enough", "overshoot to, V",
         "a 1 is high, ns", "a 0 is high, ns"],
        [[name, f"{d['level']:.2f}", f"{d['needed']:.2f}", "yes" if d["enough"] else "**no**",
          f"{d['peak']:.2f}", d["one_ns"], d["zero_ns"]] for name, d in figures["data"].items()],
    )


def _settle_words(figures: dict) -> str:
    return (
        f"The longest is **{figures['settle_longest_us']:.1f} µs**; with a quarter on top, "
        f"rounded up, `settle_us = {figures['settle_us']}`. Nine rows so take "
        f"{9 * figures['settle_us']} µs of each scan. With the Pico's own pull-ups alone "
        f"(50 to 80 kΩ) it would be about {figures['settle_inside_only_us']:.0f} µs a row: "
        "hence the 10 kΩ of RN1."
    )


def _states() -> str:
    supply = board()["supply"]
    lines = []
    for name in board()["boards"]:
        for words, mean, most in power.states(name):
            lights = most - power.REST_MA
            usb = "as it is" if lights <= supply["budget_ma"] else "dimmed"
            two = "as it is" if lights <= supply["budget_2a_ma"] else "dimmed"
            lines.append([name, words, f"{mean:.0f}", f"{most:.0f}", usb, two])
    return table(["grid", "lights", "mean, mA", "greatest, mA", "on USB", "on 2 A"], lines)


def _limits() -> str:
    supply = board()["supply"]
    return table(
        ["supply", "`budget_ma`", "the lights' greatest + controller, mA", "of"],
        [["USB, JP1 on USB", supply["budget_ma"], f"{supply['budget_ma'] + power.REST_MA:.0f}",
          "500 mA (F2 holds 0.5 A)"],
         ["5 V 2 A, JP1 on SUPPLY", supply["budget_2a_ma"],
          f"{supply['budget_2a_ma'] + power.REST_MA:.0f}",
          "2 A (F1 holds 1.85 A at 23 °C, about 1.6 A at 40 °C)"]],
    )


def _drops() -> str:
    supply = board()["supply"]
    far = (middle(8) - middle(4)) / 1000
    full = 9 * 3 * board()["leds"]["full_ma"]
    lines = []
    for words, total, strip_ma in (
        ("USB limit, spread over nine strips", supply["budget_ma"], supply["budget_ma"] / 9),
        ("2 A limit, spread over nine strips", supply["budget_2a_ma"],
         supply["budget_2a_ma"] / 9),
        ("2 A limit, one strip all white", supply["budget_2a_ma"], full),
    ):
        lost = power.drop_v(total, strip_ma, far)
        lines.append([words, *(f"{1000 * v:.0f}" for v in lost.values()),
                      f"{1000 * sum(lost.values()):.0f}"])
    return table(["case", "fuse, mV", "cable, mV", "rail, mV", "in all, mV"], lines)


def _geometry() -> str:
    cell, strip = board()["cell"], board()["strip"]
    length = cell["pitch_mm"] * strip["cells"]
    return table(["what", "mm"], [
        ["from cell to cell", f"{cell['pitch_mm']:g}"],
        ["strip, length x height x thickness",
         f"{length:g} x {strip['height_mm']:g} x {strip['thickness_mm']:g}"],
        ["light, to the right of the reed", f"{cell['light_mm']:g}"],
        ["middle of the reed's glass, below the top edge", f"{strip['reed_middle_mm']:g}"],
        ["reed's axis, in front of the board's face", f"{strip['reed_axis_mm']:g}"],
        ["line to break at, to the right of a cell's middle", f"{strip['break_mm']:g}"],
        ["controller", "100 x 100 x 1.6, holes 92.8 apart"],
    ])


def blocks(strip: Board, controller: Board, figures: dict) -> dict[str, str]:
    """The text of every block that documents may hold, by its name."""
    return {
        "pico": _pico(), "cable": _cable(), "connectors": _connectors(), "rows": _rows(),
        "costs": _costs(strip, controller), "settling": _settling(figures),
        "settle": _settle_words(figures), "ghosts": _ghosts(figures), "data": _data(figures),
        "states": _states(), "limits": _limits(), "drops": _drops(), "geometry": _geometry(),
    }
