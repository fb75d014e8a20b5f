"""The figures of the circuit: settling, levels, ghosts, LED data; from ngspice's answers."""

from electronics import copper, inlet, kicad, power, powerpath, spice
from electronics.description import board
from electronics.spice import COLUMNS, HIGH, LOW, ROWS, Pattern

ALL: Pattern = frozenset((c, r) for c in range(COLUMNS) for r in range(ROWS))
GHOSTS: dict[str, Pattern] = {
    "two in a column": frozenset({(2, 2), (2, 5)}),
    "three corners of a rectangle": frozenset({(2, 2), (2, 5), (5, 2)}),
    "all but one": ALL - {(4, 4)},
    "all": ALL,
}
SCANS: dict[str, Pattern] = {
    "one reed": frozenset({(4, 3)}),
    "a full row": frozenset((c, 3) for c in range(COLUMNS)),
    "a column but one cell": frozenset((4, r) for r in range(ROWS) if r != 4),
    "every other cell": frozenset((c, r) for c in range(COLUMNS) for r in range(ROWS)
                                  if (c + r) % 2),
    "every other row": frozenset((c, r) for c in range(COLUMNS) for r in range(0, ROWS, 2)),
    "all but one": ALL - {(4, 4)},
    "all": ALL,
}
MARGIN = 1.25  # the settle time is so many times the longest that was found
VIH_OF_SUPPLY = 0.7  # of an LED's data input


def _settled(times: list[float], volts: list[float], start: float, closed: bool) -> float:
    """Microseconds from a row's drive until a column is, and stays, what it must be."""
    end = start + spice.WINDOW_US - 0.5
    last = 0.0
    for t, v in zip(times, volts, strict=True):
        if start <= t <= end and not (v < LOW if closed else v > HIGH):
            last = t - start
    return last


def settling(diode: str) -> tuple[dict[str, float], list]:
    """For each pattern the longest time to a sure reading, µs; and the worst column's curve."""
    found: dict[str, float] = {}
    curve: list = []
    for name, closed in SCANS.items():
        answer = spice.simulate(spice.scan_netlist(closed, diode))
        times = [row[0] * 1e6 for row in answer]
        worst = (0.0, 0, 0.0)
        for row in range(ROWS):
            start = 1 + row * spice.WINDOW_US
            for column in range(COLUMNS):
                volts = [line[column + 1] for line in answer]
                took = _settled(times, volts, start, (column, row) in closed)
                worst = max(worst, (took, column, start))
        if worst[0] > max(found.values(), default=0.0):
            took, column, start = worst
            curve = [
                [round(t - start, 2), round(line[column + 1], 3)]
                for t, line in zip(times, answer, strict=True)
                if start - 3 <= t <= start + 12
            ][::5]
        found[name] = round(worst[0], 2)
    return found, curve


def ghosts(diode: str) -> dict[str, dict]:
    """For each pattern: cells read closed though open, cells not surely read, worst low level."""
    found = {}
    for name, closed in GHOSTS.items():
        wrong = unsure = 0
        lowest_open, highest_low = spice.SUPPLY, 0.0
        for row in range(ROWS):
            volts = spice.simulate(spice.still_netlist(closed, diode, row))[0][1:]
            for column, v in enumerate(volts):
                if (column, row) in closed:
                    highest_low = max(highest_low, v)
                    unsure += v >= LOW
                else:
                    lowest_open = min(lowest_open, v)
                    wrong += v < LOW
                    unsure += LOW <= v <= HIGH
        found[name] = {"ghosts": wrong, "unsure": unsure, "low": round(highest_low, 3),
                       "open": round(lowest_open, 3)}
    return found


def data() -> tuple[dict[str, dict], dict[str, list]]:
    """For each driver the level, overshoot and length of the LED data's bits; and the curves."""
    figures, curves = {}, {}
    cases = {name: (volts, ohm, 1) for name, (volts, ohm) in spice.DRIVERS.items()}
    cases["an LED of the strip before"] = (5.0, 100.0, 2)
    netlists = {name: (case[0], spice.data_netlist(*case)) for name, case in cases.items()}
    netlists["an LED of the same strip"] = (5.0, spice.link_netlist(5.0, 100.0))
    for name, (volts, netlist) in netlists.items():
        answer = spice.simulate(netlist)
        times = [row[0] * 1e9 for row in answer]
        seen = [row[1] for row in answer]
        level = next(v for t, v in zip(times, seen, strict=True) if t >= 800)
        need = VIH_OF_SUPPLY * 5.0
        above = [t for t, v in zip(times, seen, strict=True) if v > volts / 2]
        figures[name] = {
            "level": round(level, 2), "peak": round(max(seen), 2), "least": round(min(seen), 2),
            "needed": need, "enough": level > need,
            "one_ns": round(sum(1 for t in above if t < 1250) * (times[1] - times[0])),
            "zero_ns": round(sum(1 for t in above if t > 1250) * (times[1] - times[0])),
        }
        curves[name] = [[round(t), round(v, 2)] for t, v in zip(times, seen, strict=True)
                        if t < 260 or 880 < t < 1060][::2]
    return figures, curves


def figures() -> dict:
    """Everything that the documents say about the circuit."""
    settle, curve = settling("BAT54")
    longest = max(settle.values())
    levels, curves = data()
    return {
        "settle": settle,
        "settle_longest_us": longest,
        "settle_us": int(-(-longest * MARGIN // 1)),
        "settle_curve": curve,
        "settle_inside_only_us": round(inside_only(), 1),
        "ghosts": {diode: ghosts(diode) for diode in spice.DIODES},
        "data": levels,
        "drops": drops(),
        "inlet": inlet.figures(),
        "path": powerpath.figures(),
        "data_curves": curves,
    }


def inside_only() -> float:
    """The longest settling if the Pico's own pull-ups had to do it alone, µs, by ratio of RC."""
    both = 1 / (1 / spice.PULL_UP_OHM + 1 / spice.INSIDE_OHM)
    settle, _ = settling("BAT54")
    return max(settle.values()) * spice.INSIDE_OHM / both


# Along the cable: a wire of AWG 28 with its two crimped contacts; how many share a current
WIRE_OHM_M, CONTACT_OHM, CABLE_WIRES = 0.22, 0.03, 4


def drops() -> dict[str, dict[str, float]]:
    """Volts lost between an inlet and the LED that gets least, by case and by stretch; supply
    and ground of both boards as meshes of their copper."""
    layouts = {name: kicad.layout(name) for name in kicad.BOARDS}
    pads = {name: {(pad["ref"], pad["number"]): pad["at"] for pad in made["pads"]}
            for name, made in layouts.items()}
    meshes = {(name, net): copper.mesh(made, net)
              for name, made in layouts.items() for net in ("+5V", "GND")}
    strip_rest = board()["strip"]["cells"] * 3 * board()["leds"]["full_ma"]
    supply = board()["supply"]
    wire = (WIRE_OHM_M * spice.RIBBON_M + 2 * CONTACT_OHM) / CABLE_WIRES

    def lost(name: str, net: str, source: tuple, sinks: dict) -> float:
        made, at = meshes[name, net], pads[name]
        nodes = {made.node(0, at[pin]): amperes for pin, amperes in sinks.items()}
        return float(copper.drops(made, made.node(0, at[source]), nodes)[list(nodes)].max())

    found = {}
    for words, fuse, total_ma, one_ma in (
        ("USB, spread over nine strips", "U4", supply["usb_ma"], supply["usb_ma"] / 9),
        ("USB, one strip takes all", "U4", supply["usb_ma"], supply["usb_ma"]),
        ("supply, spread over nine strips", "U3", supply["supply_ma"], supply["supply_ma"] / 9),
        ("supply, one strip all white", "U3", supply["supply_ma"], strip_rest),
    ):
        others = (total_ma - one_ma) / 8
        sinks, ground = {}, {}
        for n in range(1, 10):
            ampere = (one_ma if n == 1 else others) / 1000
            # a connector's two outer supply contacts, its ground contacts
            for pin in ("1", "20"):
                sinks[f"J{n}", pin] = ampere / 2
            for pin in ("2", "19"):
                ground[f"J{n}", pin] = ampere / 2
        lights = {(f"LED{i}", "2"): one_ma / 9000 for i in range(1, 10)}
        light_grounds = {(f"LED{i}", "4"): one_ma / 9000 for i in range(1, 10)}
        found[words] = {
            "eFuse": total_ma / 1000 * power.EFUSE_OHM,
            "controller": lost("controller", "+5V", (fuse, "1"), sinks)
            + lost("controller", "GND", ("J10", "A12"), ground),
            "cable": 2 * one_ma / 1000 * wire,
            "strip": lost("strip", "+5V", ("J1", "1"), lights)
            + lost("strip", "GND", ("J1", "2"), light_grounds),
        }
        found[words] = {stretch: round(volts, 4) for stretch, volts in found[words].items()}
    return found
