"""Netlists for ngspice of what cannot be read off a schematic, and what ngspice says of them.

The values are the data sheets' limits, taken so that they add up against us; where a data
sheet says nothing, a round figure on the safe side. All of it is simulated, nothing measured.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

ROWS = COLUMNS = 9

# RP2040: input levels that are sure to be read, the weakest output at its 4 mA setting (0.5 V),
# the weakest pull-up inside, the lowest 3.3 V the Pico may give.
LOW, HIGH = 0.8, 2.0
OUTPUT_OHM = 125.0
INSIDE_OHM = 80e3
SUPPLY = 3.2
PULL_UP_OHM = 10e3 * 1.02

ROW_SERIES_OHM = 33.0 * 1.01

# Capacitance: ribbon cable to each of nine strips, their tracks, the controller with the Pico,
# an ESD diode at each line. A column's 470 ohm stand between all of that and an input of a few pF.
RIBBON_M, RIBBON_PF_M = 0.45, 75.0
TRACK_CM, TRACK_PF_CM = 20.0, 1.0
CONTROLLER_PF = 20.0 + 5.0
COLUMN_PF = ROWS * (RIBBON_M * RIBBON_PF_M + TRACK_CM * TRACK_PF_CM) + CONTROLLER_PF
ROW_PF = RIBBON_M * RIBBON_PF_M + 2 * TRACK_CM * TRACK_PF_CM + CONTROLLER_PF

REED_OHM = 0.25  # closed, with the cable's contacts
REED_PF = 0.3    # open

DIODES = {
    # fitted to the data sheet's greatest forward voltages: 0.24 V at 0.1 mA, 0.32 V at 1 mA
    "BAT54": ".model DX D(IS=9.8e-8 N=1.34 RS=3.2 CJO=13p VJ=0.4 M=0.4 BV=30)",
    "1N4148": ".model DX D(IS=2.52e-9 N=1.752 RS=0.568 CJO=4p VJ=0.75 M=0.33 BV=100)",
    "none": "",
}

WINDOW_US = 20.0  # each row is driven so long in the simulation

Pattern = frozenset[tuple[int, int]]


def present() -> bool:
    """Whether ngspice is installed here."""
    return shutil.which("ngspice") is not None


def simulate(netlist: str) -> list[list[float]]:
    """Runs a netlist that writes `out.txt`; its rows of numbers. RuntimeError where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "circuit.cir"
        path.write_text(netlist, encoding="utf-8")
        done = subprocess.run(["ngspice", "-b", path.name], cwd=folder, capture_output=True,
                              text=True, check=False)
        out = Path(folder) / "out.txt"
        if not out.exists():
            raise RuntimeError(f"ngspice gave nothing: {done.stdout[-400:]}{done.stderr[-400:]}")
        return [[float(word) for word in line.split()] for line in out.read_text().splitlines()]


def _cells(closed: Pattern, diode: str) -> list[str]:
    """Every cell: column, reed, diode, row."""
    lines = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            name = f"{column}_{row}"
            if (column, row) in closed:
                lines.append(f"Rs{name} c{column} n{name} {REED_OHM}")
            else:
                lines.append(f"Rs{name} c{column} n{name} 1e11")
                lines.append(f"Cs{name} c{column} n{name} {REED_PF}p")
            if diode == "none":
                lines.append(f"Rd{name} n{name} r{row} 0.001")
            else:
                lines.append(f"Dd{name} n{name} r{row} DX")
    return lines


def _supply(slow: bool) -> list[str]:
    lines = [f"Vdd vdd 0 {SUPPLY}"]
    for column in range(COLUMNS):
        lines.append(f"Rp{column} vdd c{column} {PULL_UP_OHM}")
        lines.append(f"Ri{column} vdd c{column} {INSIDE_OHM}")
        if slow:
            lines.append(f"Cc{column} c{column} 0 {COLUMN_PF}p")
    if slow:
        lines += [f"Cr{row} r{row} 0 {ROW_PF}p" for row in range(ROWS)]
    return lines


def scan_netlist(closed: Pattern, diode: str) -> str:
    """The firmware's scan: row after row pulled low for WINDOW_US, the others left floating."""
    lines = [f"* scan of {len(closed)} closed reeds, diode {diode}", DIODES[diode]]
    lines += _supply(True) + _cells(closed, diode)
    lines.append(".model GPIO SW(RON=%g ROFF=1e9 VT=0.5 VH=0.01)"
                 % (OUTPUT_OHM + ROW_SERIES_OHM))
    for row in range(ROWS):
        start = row * WINDOW_US + 1
        lines.append(f"Vg{row} g{row} 0 PULSE(0 1 {start}u 5n 5n {WINDOW_US - 0.2}u 1)")
        lines.append(f"Sw{row} r{row} 0 g{row} 0 GPIO")
    outputs = " ".join(f"v(c{column})" for column in range(COLUMNS))
    total = ROWS * WINDOW_US + 1
    lines += [
        ".control", f"tran 20n {total}u", "linearize", "set wr_singlescale", "set wr_vecnames=0",
        f"wrdata out.txt {outputs}", "quit", ".endc", ".end",
    ]
    return "\n".join(lines) + "\n"


def still_netlist(closed: Pattern, diode: str, driven: int) -> str:
    """One row held low for good: where the columns' voltages end."""
    lines = [f"* row {driven} low, {len(closed)} closed reeds, diode {diode}", DIODES[diode]]
    lines += _supply(False) + _cells(closed, diode)
    lines.append(f"Rg r{driven} 0 {OUTPUT_OHM + ROW_SERIES_OHM}")
    lines += [f"Rf{row} r{row} 0 1e9" for row in range(ROWS) if row != driven]
    outputs = " ".join(f"v(c{column})" for column in range(COLUMNS))
    lines += [".control", "op", "set wr_singlescale", "set wr_vecnames=0",
              f"wrdata out.txt {outputs}", "quit", ".endc", ".end"]
    return "\n".join(lines) + "\n"


LED_RIBBON_OHM, LED_RIBBON_NS_M = 110.0, 4.9
LED_TRACK_OHM, LED_TRACK_NS_M = 120.0, 6.2
LED_PF = 15.0
ARM_M = 0.16  # of the strip's FEED line, to either side of the cable
SERIES_OHM = 100.0
LINK_PF = LED_PF + 4.0  # of the next LED, with 4 cm of track
DRIVERS = {"74AHCT125 at 5 V": (5.0, 70.0), "the Pico itself at 3.3 V": (3.3, 60.0)}


def data_netlist(volts: float, ohm: float, strips: int = 1) -> str:
    """A bit 1 and a bit 0 of the LED data on their way to the first pixel of the first strip.

    volts, ohm  the driver's supply and output resistance
    strips      1: from the controller; 2: from the LED of another strip, through both cables
    """
    track = LED_TRACK_NS_M * ARM_M
    ribbon = LED_RIBBON_NS_M * RIBBON_M * strips
    return "\n".join([
        f"* LED data, driver {volts} V {ohm} ohm",
        f"Vd d 0 PULSE(0 {volts} 100n 4n 4n 796n 1250n 1)",
        f"Vz z d PULSE(0 {volts} 1350n 4n 4n 396n 1250n 1)",
        f"Ro z s {ohm}",
        f"Rs s a {SERIES_OHM if strips == 1 else 0.01}",
        f"T1 a 0 b 0 Z0={LED_RIBBON_OHM} TD={ribbon:g}n",
        f"T2 b 0 left 0 Z0={LED_TRACK_OHM} TD={track:g}n",
        f"T3 b 0 right 0 Z0={LED_TRACK_OHM} TD={track:g}n",
        f"Cl left 0 {LED_PF}p", "Cr right 0 2p", "Rr right 0 1e9",
        ".control", "tran 1n 2600n 0 0.5n", "linearize", "set wr_singlescale",
        "set wr_vecnames=0", "wrdata out.txt v(left)", "quit", ".endc", ".end",
    ]) + "\n"


def link_netlist(volts: float, ohm: float) -> str:
    """The same bits from an LED to the next LED of the strip."""
    return "\n".join([
        f"* LED to LED, driver {volts} V {ohm} ohm",
        f"Vd d 0 PULSE(0 {volts} 100n 4n 4n 796n 1250n 1)",
        f"Vz z d PULSE(0 {volts} 1350n 4n 4n 396n 1250n 1)",
        f"Ro z s {ohm}", f"Cl s 0 {LINK_PF}p",
        ".control", "tran 1n 2600n 0 0.5n", "linearize", "set wr_singlescale",
        "set wr_vecnames=0", "wrdata out.txt v(s)", "quit", ".endc", ".end",
    ]) + "\n"
