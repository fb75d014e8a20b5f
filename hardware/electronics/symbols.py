"""Symbols for the schematics: a box or a small drawing, with named pins.

Lengths in mm on KiCad's grid of 1.27; y upwards, as KiCad draws symbols.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pin:
    """A pin: where its wire starts, and to which side of the symbol it points (l, r, u, d)."""

    number: str
    name: str
    type: str
    x: float
    y: float
    side: str


@dataclass(frozen=True)
class Symbol:
    """A symbol: pins, lines of its drawing, and whether pin names are shown."""

    name: str
    letter: str
    pins: tuple[Pin, ...]
    lines: tuple[tuple[tuple[float, float], ...], ...] = ()
    names: bool = False
    power: bool = False
    room: float = 5.08


def _box(x: float, top: float, bottom: float) -> tuple:
    return (((-x, top), (x, top), (x, bottom), (-x, bottom), (-x, top)),)


def _sides(name: str, letter: str, left: list, right: list, half: float = 10.16) -> Symbol:
    """A box with pins to both sides; a pin is (number, name, type), None leaves a gap."""
    count = max(len(left), len(right))
    top = round((count - 1) * 1.27, 2)
    pins = []
    for entries, x, side in ((left, -half - 2.54, "l"), (right, half + 2.54, "r")):
        for i, entry in enumerate(entries):
            if entry:
                number, pin, kind = entry
                pins.append(Pin(number, pin, kind, x, top - i * 2.54, side))
    bottom = top - (count - 1) * 2.54
    return Symbol(
        name, letter, tuple(pins), _box(half, top + 2.54, bottom - 2.54), True,
        room=top + 3.81,
    )


def _pair(name: str, letter: str, lines: tuple, one: str = "1", two: str = "2") -> Symbol:
    """Two poles in line: pin 1 at the left, pin 2 at the right."""
    pins = (
        Pin("1", one, "passive", -5.08, 0, "l"),
        Pin("2", two, "passive", 5.08, 0, "r"),
    )
    return Symbol(name, letter, pins, lines, room=2.54)


_WIRES = (((-2.54, 0), (-1.27, 0)), ((1.27, 0), (2.54, 0)))
_DIODE = (
    ((1.27, 1.27), (1.27, -1.27), (-1.27, 0), (1.27, 1.27)),
    ((-1.27, 1.27), (-1.27, -1.27)),
    *_WIRES,
)
_PLATES = (((-0.5, 1.9), (-0.5, -1.9)), ((0.5, 1.9), (0.5, -1.9)),
           ((-2.54, 0), (-0.5, 0)), ((0.5, 0), (2.54, 0)))

_PICO = (
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN "
    "GND VSYS VBUS"
).split()


def pico_pin(gpio: int) -> str:
    """The Pico's pin (1 to 40) that carries a GPIO."""
    return str(_PICO.index(f"GP{gpio}") + 1)


def _pico() -> Symbol:
    types = {"GND": "power_in", "AGND": "power_in", "3V3": "power_out", "VBUS": "power_out",
             "VSYS": "power_in"}
    entries = [(str(i + 1), name, types.get(name, "bidirectional"))
               for i, name in enumerate(_PICO)]
    return _sides("Pico", "U", entries[:20], list(reversed(entries[20:])), 12.7)


def _shifter() -> Symbol:
    left = [entry for n in range(4) for entry in (
        (("2", "5", "9", "12")[n], f"{n + 1}A", "input"),
        (("1", "4", "10", "13")[n], f"~{{{n + 1}OE}}", "input"))]
    right: list = [entry for n in range(4) for entry in (
        (("3", "6", "8", "11")[n], f"{n + 1}Y", "output"), None)]
    right[5] = ("14", "VCC", "power_in")
    right[7] = ("7", "GND", "power_in")
    return _sides("74AHCT125", "U", left, right, 7.62)


def _header() -> Symbol:
    names = ("+5V GND FEED GND RET ROW COLa COLb COLc COLd COLe COLf COLg COLh COLi +5V").split()
    entries = [(str(i + 1), name, "passive") for i, name in enumerate(names)]
    return _sides("Strip_Connector", "J", entries[0::2], entries[1::2], 7.62)


def _power(name: str) -> Symbol:
    bar = (((0, 0), (0, 1.9)), ((-1.27, 1.9), (1.27, 1.9)))
    return Symbol(name, "#PWR", (Pin("1", name, "power_in", 0, 0, "d"),), bar, power=True)


def _single(name: str, letter: str, type_: str) -> Symbol:
    lines = (((0, 0), (0, 1.27)), ((-0.8, 1.27), (0, 2.4), (0.8, 1.27), (-0.8, 1.27)))
    return Symbol(name, letter, (Pin("1", "1", type_, 0, 0, "d"),), lines, room=3.81)


def symbols() -> dict[str, Symbol]:
    """Every symbol by name."""
    network = [("1", "common", "passive")] + [(str(i), f"R{i - 1}", "passive")
                                             for i in range(2, 11)]
    made = (
        # drawn with pin 2 at the left, towards its diode
        Symbol("Reed", "SW", (Pin("1", "1", "passive", 5.08, 0, "r"),
                              Pin("2", "2", "passive", -5.08, 0, "l")),
               (((-2.54, 0), (-1.5, 0)), ((1.5, 0), (2.54, 0)), ((-1.5, 0), (1.2, 0.9)),
                ((0.2, -0.3), (1.5, 0))), room=2.54),
        _pair("Diode", "D", _DIODE, "K", "A"),
        _pair("TVS", "D", _DIODE, "K", "A"),
        _pair("Capacitor", "C", _PLATES),
        _pair("Capacitor_Polarized", "C", (*_PLATES, ((-2.2, 1.4), (-1.2, 1.4)),
                                           ((-1.7, 1.9), (-1.7, 0.9))), "+", "-"),
        _pair("Resistor", "R", (((-2.54, 1.0), (2.54, 1.0), (2.54, -1.0), (-2.54, -1.0),
                                 (-2.54, 1.0)),)),
        _pair("Fuse", "F", (((-2.54, 1.0), (2.54, 1.0), (2.54, -1.0), (-2.54, -1.0),
                             (-2.54, 1.0)), ((-2.54, 0), (2.54, 0)))),
        _pair("Jumper", "JP", (((-2.54, 0), (-0.6, 0)), ((0.6, 0), (2.54, 0)),
                               ((-0.6, 0.9), (-0.6, -0.9)), ((0.6, 0.9), (0.6, -0.9)))),
        _pair("Button", "SW", (((-2.54, 0), (-1.5, 0)), ((1.5, 0), (2.54, 0)),
                               ((-1.8, 1.0), (1.8, 1.0)), ((0, 1.0), (0, 2.0)))),
        _pair("Piezo", "LS", (((-2.54, 1.9), (2.54, 1.9), (2.54, -1.9), (-2.54, -1.9),
                               (-2.54, 1.9)),)),
        _sides("LED_Addressable", "D",
               [("1", "DIN", "input"), ("2", "VDD", "power_in")],
               [("3", "DOUT", "output"), ("4", "GND", "power_in")], 7.62),
        _sides("Resistor_Network", "RN", network, [], 5.08),
        _sides("Connector_2", "J", [("1", "1", "passive"), ("2", "2", "passive")], [], 2.54),
        _sides("Header_3", "JP", [(str(i), str(i), "passive") for i in (1, 2, 3)], [], 2.54),
        _header(),
        _pico(),
        _shifter(),
        _single("TestPoint", "TP", "passive"),
        _single("PWR_FLAG", "#FLG", "power_out"),
        Symbol("MountingHole", "H", (), (((-1.27, 0), (0, 1.27), (1.27, 0), (0, -1.27),
                                          (-1.27, 0)),), room=2.54),
    )
    return {symbol.name: symbol for symbol in made}
