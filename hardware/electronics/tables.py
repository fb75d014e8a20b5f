"""Tables of the documents, as Markdown: pins, wiring, rows, bills, power, the circuit's figures."""

import tomllib

from electronics import bom, kicad, power, powerpath, suppliers
from electronics.description import COLUMNS, HARDWARE, board, parts
from electronics.rows import fitted, rows, strips

# A strip's cable, pin 1 first; tests hold the drawings to it
CABLE = ("+5V", "GND", "FEED", "GND", "+5V", "ROW", *(f"COL{c}" for c in COLUMNS),
         "+5V", "GND", "RET", "GND", "+5V")
STRIPS = 9
# GPIO -> pin of the Pico, as its data sheet numbers them
PICO = {gpio: pin for pin, gpio in zip(
    (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29),
    range(23), strict=True)}


def table(head: list[str], lines: list[list]) -> str:
    """A Markdown table."""
    out = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    out += ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]
    return "\n".join(out)


def _pico() -> str:
    pins = board()["pins"]
    uses = [(gpio, f"row {i + 1}, through 33 Ω", f"ROW{i + 1}")
            for i, gpio in enumerate(pins["rows"])]
    uses += [(gpio, f"column {COLUMNS[i]}, through 470 Ω", f"COL{COLUMNS[i]}")
             for i, gpio in enumerate(pins["columns"])]
    uses += [(pins["leds"], "LED data, to the level shifter", "LEDS_3V3"),
             (pins["ok"], "OK button, through 1 kΩ", "OK"),
             (pins["undo"], "undo button, through 1 kΩ", "UNDO"),
             (pins["buzzer"], "buzzer, to the level shifter", "BUZZER_3V3")]
    return table(["GPIO", "Pico pin", "what for", "net"],
                 [[f"GP{gpio}", PICO[gpio], what, f"`{net}`"] for gpio, what, net in uses])


def _cable() -> str:
    what = {"+5V": "the LEDs' supply", "GND": "ground", "FEED": "LED data into the strip",
            "RET": "LED data out of the strip", "ROW": "the strip's row line"}
    return table(
        ["pin", "name", "what", "turned by 180° it meets"],
        [[i + 1, f"`{net}`", what.get(net, f"column {net[-1]}"), f"`{CABLE[19 - i]}`"]
         for i, net in enumerate(CABLE)],
    )


def _connectors() -> str:
    return table(
        ["connector", "row", "LED data in", "LED data out"],
        [[f"J{n}", f"`ROW{n}`", f"`FEED{n}`", f"`FEED{n + 1}`"] for n in range(1, STRIPS + 1)],
    )


SPACER_MM = 10.0             # between floor and controller, which hangs parts down
USB_C_MM = 3.2 / 2           # from the board to the middle of J10's opening
PICO_MM = 8.5 + 2.5 + 1.0 + 1.3  # the same of the Pico's socket: socket, header, its board
GRIP_MM = (16, 12)           # of a plug, with room


def _openings() -> str:
    """Where the lower laths are opened for the two plugs, from the floor's corner at the right,
    near the players; the controller lies upside down there."""
    floor = tomllib.loads((HARDWARE / "mechanics" / "mechanics.toml").read_text("utf-8"))["floor"]
    layout = kicad.layout("controller")
    at = {ref: bom.middle(layout, ref) for ref in ("J10", "U1")}
    inset, face = floor["controller_inset"], SPACER_MM + 1.6
    rows = [["supply, J10", "right", inset + layout["size"][1] - at["J10"][1], face + USB_C_MM],
            ["computer, the Pico", "near", inset + at["U1"][0], face + PICO_MM]]
    return table(["plug", "lath", "middle, from the corner at the right near the players, mm",
                  "middle, below the floor, mm", "opening, mm"],
                 [[plug, lath, f"{along:.0f}", f"{below:.0f}",
                   f"{GRIP_MM[0]} wide, {GRIP_MM[1]} high"] for plug, lath, along, below in rows])


# The header for what comes later, pin 1 first; tests hold the drawing to it
GROWTH = ("3V3", "GND", "GP22", "GP26", "GP27", "GP28", "RUN", "SWCLK", "SWDIO", "GND")


def _growth() -> str:
    what = {"3V3": "3.3 V, 0.2 A", "GND": "ground", "GP26": "I2C1 SDA, or ADC0",
            "GP27": "I2C1 SCL, or ADC1", "GP28": "UART0 TX, or ADC2", "RUN": "low: reset",
            "GP22": "free; by PIO, a UART's RX", "SWCLK": "debug, joined to J14",
            "SWDIO": "debug, joined to J14"}
    return table(["pin", "name", "what it can do"],
                 [[i + 1, f"`{name}`", what[name]] for i, name in enumerate(GROWTH)])


def _rows() -> str:
    blocks = []
    for name, entry in board()["boards"].items():
        blocks.append(f"**{name}** ({entry['title']}): {strips(name)} strips, "
                      f"{fitted(name)} reeds\n")
        blocks.append(table(
            ["strip", "reeds at", "how many"],
            [[row.number, f"{row.first} to {row.last}", row.count] for row in rows(name)],
        ) + "\n")
    return "\n".join(blocks).rstrip()


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
    wait = board()["scan"]["settle_us"]
    return (
        f"The longest is **{figures['settle_longest_us']:.1f} µs**; with a quarter on top, "
        f"rounded up, {figures['settle_us']} µs. `settle_us = {wait}` is what revision A had, "
        f"and stays. Nine rows so take {9 * wait} µs of each scan. With the Pico's own pull-ups "
        f"alone (50 to 80 kΩ) it would be about {figures['settle_inside_only_us']:.0f} µs a row: "
        "hence the 10 kΩ of R31 to R39."
    )


def _states() -> str:
    supply = board()["supply"]
    lines = []
    for name in board()["boards"]:
        for words, mean, most in power.states(name):
            lights = most - power.REST_MA
            lines.append([name, words, f"{mean:.0f}", f"{most:.0f}",
                          *("as it is" if lights <= supply[source] else "dimmed"
                            for source in ("usb_ma", "supply_ma"))])
    return table(["grid", "lights", "mean, mA", "greatest, mA", "on USB", "on the supply"], lines)


def _limits() -> str:
    lines = []
    for source, inlet, fuse in (("usb_ma", "the Pico's USB socket", "U4, R7"),
                                ("supply_ma", "USB-C, J10", "U3, R3")):
        low, high = power.limits_ma(power.LIMIT_KOHM[source])
        lines.append([inlet, fuse, f"{low:.0f} to {high:.0f}", board()["supply"][source],
                      f"{board()['supply'][source] + power.REST_MA:.0f}"])
    return table(["inlet", "eFuse and its resistor", "limit, mA", "LEDs at most, `budget_ma`",
                  "with the controller, mA"], lines)


def _drops(figures: dict) -> str:
    lines = [[case, *(f"{1000 * volts:.0f}" for volts in lost.values()),
              f"{1000 * sum(lost.values()):.0f}"] for case, lost in figures["drops"].items()]
    return table(["case", "eFuse, mV", "controller, mV", "cable, mV", "strip, mV",
                  "in all, mV"], lines)


def _peaks(figures: dict) -> str:
    return table(["supply that is plugged in, V", "at the eFuse, V", "without R47 and C6, V"],
                 [[volts, f"{seen['damped']:.1f}", f"{seen['bare']:.1f}"]
                  for volts, seen in figures["inlet"]["peaks"].items()])


def _path(figures: dict) -> str:
    """The six states of the power path, and the sum by hand beside what ngspice says."""
    hand = powerpath.by_hand()
    what = {"out_end": "+5V {:.2f} V", "fuse_high": "{:.2f} A", "fuse_end": "{:.2f} A",
            "out_high": "+5V {:.1f} V", "tvs_w": "D1 {:.0f} W"}
    return table(
        ["state", "at the eFuse's input, V", "+5V at most, V", "+5V in the end, V",
         "through the eFuse, at most and in the end, A", "from the supply, in the end, A",
         "by hand"],
        [[name, f"{seen['in_low']:.1f} to {seen['in_high']:.1f}", f"{seen['out_high']:.2f}",
          f"{seen['out_end']:.2f}", f"{seen['fuse_high']:.2f}, {seen['fuse_end']:.2f}",
          f"{seen['supply_end']:.2f}",
          ", ".join(words.format(hand[name][key]) for key, words in what.items()
                    if key in hand[name])]
         for name, seen in figures["path"].items()])


def _lamps(figures: dict) -> str:
    return table(["what is", "D3, red, mA", "D4, green", "at FAULT, V"],
                 [[name, f"{abs(seen['mA']):.1f}", "lit" if seen["green"] else "dark",
                   f"{abs(seen['fault_v']):.1f}"]
                  for name, seen in figures["inlet"]["lamps"].items()])


def _geometry() -> str:
    cell, strip = board()["cell"], board()["strip"]
    length = cell["pitch_mm"] * strip["cells"]
    return table(["what", "mm"], [
        ["from cell to cell", f"{cell['pitch_mm']:g}"],
        ["strip, length x height x thickness",
         f"{length:g} x {strip['height_mm']:g} x {strip['thickness_mm']:g}"],
        ["light, to the right of the reed", f"{cell['light_mm']:g}"],
        ["middle of the reed's glass, below the top edge", f"{strip['reed_middle_mm']:g}"],
        ["gap between the board's face and the glass", f"{strip['reed_gap_mm']:g}"],
        ["reed's axis, in front of the board's face", f"{strip['reed_axis_mm']:g}"],
        ["middle of the cable's header, to the right of cell e's middle",
         f"{strip['header_mm']:g}"],
        ["controller", "100 x 100 x 1.6, holes 92.8 apart"],
    ])


def _kit() -> str:
    grids = list(board()["boards"])
    lines = {grid: {line.key: line for line in bom.game_lines(grid)} for grid in grids}
    known = {key: line for each in lines.values() for key, line in each.items()}
    body = []
    for key, line in known.items():
        counts = [f"{lines[grid][key].count:g}" if key in lines[grid] else "" for grid in grids]
        also = parts()[key].also if key in parts() else bom.kit()[key].get("also", "")
        body.append([line.about + (f"; or {also}" if also else ""), f"{line.maker} {line.mpn}",
                     *counts, line.unit or "pieces"])
    return table(["what", "part number", *grids, ""], body)


def _confirm() -> str:
    return table(["part", "where", "compare", "missing"],
                 [list(line) for line in bom.unconfirmed()])


def _numbers() -> str:
    """Every shop's number that a page gave, that page's number, and the pages."""
    pages: dict[str, int] = {}
    lines = []
    names = {key: f"{part.maker} {part.mpn}" for key, part in parts().items()}
    names |= {key: f"{entry['maker']} {entry['mpn']}" for key, entry in bom.kit().items()}
    for key, name in names.items():
        found = suppliers.numbers(key)
        if found:
            mine = dict.fromkeys(number.page for number in found.values())
            for page in mine:
                pages.setdefault(page, len(pages) + 1)
            cells = [found[shop].number if shop in found else "" for shop in suppliers.SHOPS]
            lines.append([name, cells[0] or cells[1], *cells[2:],
                          " ".join(str(pages[page]) for page in mine)])
    listed = "\n".join(f"{n}. {suppliers.cited(page)}" for page, n in pages.items())
    return table(["part", "JLCPCB, LCSC", "DigiKey", "Mouser", "page"], lines) + f"\n\n{listed}"


def _turns() -> str:
    """For each kind of assembled part with a pin 1 what is added to its turn, and from where.

    A source of several sentences has a row for each.
    """
    found = []
    for name in kicad.BOARDS:
        for key, group in bom.by_part(name).items():
            footprint = group[0].footprint.split(":")[1]
            if not parts()[key].assembled or footprint.startswith(("R_", "C_")):
                continue
            row = bom.rotation(key, footprint)
            first, *more = (row["source"] if row else bom.UNTURNED).split("; ")
            lines = [[parts()[key].mpn, footprint, f"{row['add']}°" if row else "", first],
                     *(["", "", "", sentence] for sentence in more)]
            if lines not in found:
                found.append(lines)
    found.sort(key=lambda lines: lines[0][2] != "")
    return table(["part", "footprint", "added", "source"],
                 [line for lines in found for line in lines])


def blocks(figures: dict) -> dict[str, str]:
    """The text of every block that documents may hold, by its name."""
    return {
        "pico": _pico(), "cable": _cable(), "connectors": _connectors(), "rows": _rows(),
        "kit": _kit(), "confirm": _confirm(), "numbers": _numbers(),
        "turns": _turns(), "settling": _settling(figures),
        "settle": _settle_words(figures), "ghosts": _ghosts(figures), "data": _data(figures),
        "states": _states(), "limits": _limits(), "drops": _drops(figures),
        "geometry": _geometry(), "peaks": _peaks(figures), "lamps": _lamps(figures),
        "growth": _growth(), "openings": _openings(), "path": _path(figures),
    }
