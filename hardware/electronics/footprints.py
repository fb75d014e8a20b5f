"""Footprints: pads, outlines and names on the board, with the dimensions of the real parts.

Coordinates are millimetres, x to the right, y down, seen from the part's own side.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pad:
    """One pad. drill 0 is a pad on the surface; plated=False is a bare hole."""

    number: str
    x: float
    y: float
    width: float
    height: float
    drill: float = 0.0
    shape: str = "rect"
    plated: bool = True

    @property
    def through(self) -> bool:
        return self.drill > 0


@dataclass(frozen=True)
class Footprint:
    """A footprint: pads, lines on the silkscreen, the body on the fabrication layer.

    body, yard   x0, y0, x1, y1 of the part's body and of the room that it needs
    dots         printed points that mark pin 1
    kind         smd, through_hole or hole
    ring         radius of a printed ring around the middle, 0 for none
    """

    name: str
    about: str
    pads: tuple[Pad, ...]
    body: tuple[float, float, float, float]
    yard: tuple[float, float, float, float]
    silk: tuple[tuple[float, float, float, float], ...] = ()
    dots: tuple[tuple[float, float], ...] = ()
    kind: str = "smd"
    ring: float = 0.0


def _rect(x0: float, y0: float, x1: float, y1: float) -> tuple:
    return ((x0, y0, x1, y0), (x1, y0, x1, y1), (x1, y1, x0, y1), (x0, y1, x0, y0))


def _around(pads: tuple[Pad, ...], body: tuple, margin: float) -> tuple:
    return (
        min([body[0]] + [p.x - p.width / 2 for p in pads]) - margin,
        min([body[1]] + [p.y - p.height / 2 for p in pads]) - margin,
        max([body[2]] + [p.x + p.width / 2 for p in pads]) + margin,
        max([body[3]] + [p.y + p.height / 2 for p in pads]) + margin,
    )


def _hole(number: str, x: float, y: float, size: float, drill: float) -> Pad:
    """A round plated hole; pin 1 is square."""
    return Pad(number, x, y, size, size, drill, "rect" if number == "1" else "circle")


def _chip(name: str, about: str, body: tuple[float, float], pad: tuple[float, float, float]):
    """A two-pole part on the surface: body size; pad centre from the middle, width, height."""
    at, width, height = pad
    pads = (Pad("1", -at, 0, width, height), Pad("2", at, 0, width, height))
    half = (-body[0] / 2, -body[1] / 2, body[0] / 2, body[1] / 2)
    return Footprint(name, about, pads, half, _around(pads, half, 0.25))


def _diode() -> Footprint:
    """SOD-123: pin 1 is the cathode, marked by a bar."""
    base = _chip("D_SOD-123", "Diode SOD-123, 1 cathode", (2.8, 1.8), (1.65, 0.9, 1.2))
    bar = ((-2.4, -1.0, -2.4, 1.0), (-2.4, -1.0, 1.4, -1.0), (-2.4, 1.0, 1.4, 1.0))
    return Footprint(
        base.name, base.about, base.pads, base.body, (-2.55, -1.15, 2.35, 1.15), bar
    )


def _led() -> Footprint:
    """SK6812 SIDE-A and WS2812B-4020: shines to -y, soldered at the side of +y."""
    pads = (
        Pad("1", 1.8, 0.6, 1.0, 1.2),
        Pad("2", 0.45, 0.6, 0.7, 1.2),
        Pad("3", -0.575, 0.6, 0.45, 1.2),
        Pad("4", -1.8, 0.6, 1.0, 1.2),
    )
    body = (-2.0, -0.8, 2.0, 0.8)
    return Footprint(
        "LED_SK6812-SIDE_4020",
        "Addressable LED 4020, emits sideways: 1 DIN, 2 VDD, 3 DOUT, 4 GND",
        pads,
        body,
        (-2.55, -0.8, 2.55, 1.45),
        dots=((2.65, 1.65),),
    )


def _reed(leads: float) -> Footprint:
    """A glass reed switch lying flat along y, 10 to 14 mm of glass."""
    half = leads / 2
    pads = tuple(
        Pad(number, 0, y, 1.5, 1.5, 0.8, "circle") for number, y in (("1", -half), ("2", half))
    )
    body = (-0.9, -5.08, 0.9, 5.08)
    return Footprint(
        "Reed_Axial_Glass",
        f"Reed switch, glass 10 to 14 mm long, leads bent {leads} mm apart",
        pads,
        body,
        (-1.2, -half - 1.0, 1.2, half + 1.0),
        _rect(-1.25, -5.08, 1.25, 5.08),
        kind="through_hole",
    )


def _jumper() -> Footprint:
    """Two pads to be joined by a drop of solder."""
    pads = (Pad("1", -0.65, 0, 1.0, 1.5), Pad("2", 0.65, 0, 1.0, 1.5))
    body = (-1.15, -0.75, 1.15, 0.75)
    return Footprint(
        "SolderJumper_2", "Solder jumper, open", pads, body, _around(pads, body, 0.25)
    )


def _box_header(pins: int) -> Footprint:
    """A shrouded, keyed box header of two rows (IDC), pins 2.54 mm apart, pin 1 upper left."""
    columns = pins // 2
    reach = (columns - 1) * 1.27
    pads = tuple(
        _hole(str(2 * c + r + 1), c * 2.54 - reach, r * 2.54 - 1.27, 1.5, 0.95)
        for c in range(columns)
        for r in range(2)
    )
    long = reach + 5.1
    body = (-long, -4.55, long, 4.55)
    key = ((-2.25, -4.55, -2.25, -3.2), (2.25, -4.55, 2.25, -3.2))
    mark = ((-long - 0.9, -1.27, -long - 0.3, -1.27), (-long - 0.9, -1.9, -long - 0.9, -0.64))
    return Footprint(
        f"IDC_2x{columns:02d}",
        f"Box header 2x{columns}, 2.54 mm, shrouded, key at the side of the odd pins",
        pads,
        body,
        (-long - 0.3, -4.85, long + 0.3, 4.85),
        _rect(*body) + key + mark,
        kind="through_hole",
    )


def _row(name: str, about: str, count: int, step: float, body: tuple, pad=1.7, drill=1.0):
    """Pins in one row along x, pin 1 at the left."""
    reach = (count - 1) * step / 2
    pads = tuple(_hole(str(i + 1), i * step - reach, 0, pad, drill) for i in range(count))
    return Footprint(
        name, about, pads, body, _around(pads, body, 0.3), _rect(*body), kind="through_hole"
    )


def _pico() -> Footprint:
    """A Raspberry Pi Pico on two 1x20 sockets; pin 1 upper left, its USB socket at the top."""
    left = [_hole(str(i + 1), -8.89, i * 2.54 - 24.13, 1.6, 1.0) for i in range(20)]
    right = [_hole(str(40 - i), 8.89, i * 2.54 - 24.13, 1.6, 1.0) for i in range(20)]
    body = (-10.5, -25.5, 10.5, 25.5)
    return Footprint(
        "RaspberryPi_Pico_Sockets",
        "Raspberry Pi Pico on two sockets 1x20, 17.78 mm apart",
        tuple(left + right),
        body,
        (-10.8, -25.8, 10.8, 25.8),
        _rect(*body) + _rect(-3.4, -25.5, 3.4, -20.0),
        kind="through_hole",
    )


def _dip(pins: int) -> Footprint:
    side = pins // 2
    reach = (side - 1) * 1.27
    pads = [_hole(str(i + 1), -3.81, i * 2.54 - reach, 1.6, 0.8) for i in range(side)]
    pads += [_hole(str(pins - i), 3.81, i * 2.54 - reach, 1.6, 0.8) for i in range(side)]
    body = (-3.0, -reach - 1.4, 3.0, reach + 1.4)
    edge = _rect(-2.6, -reach - 1.4, 2.6, reach + 1.4) + ((-0.8, -reach - 1.4, 0, -reach - 0.6),
                                                      (0, -reach - 0.6, 0.8, -reach - 1.4))
    return Footprint(
        f"DIP-{pins}", f"DIP-{pins} in a socket, rows 7.62 mm apart", tuple(pads), body,
        _around(tuple(pads), body, 0.3), edge, kind="through_hole",
    )


def _two(name: str, about: str, gap: float, body: tuple, pad: float, drill: float, round_=False):
    """Two holes along x around the middle."""
    pads = (_hole("1", -gap / 2, 0, pad, drill), _hole("2", gap / 2, 0, pad, drill))
    return Footprint(
        name, about, pads, body, _around(pads, body, 0.3), () if round_ else _rect(*body),
        kind="through_hole", ring=(body[2] - body[0]) / 2 if round_ else 0.0,
    )


def _axial(name: str, about: str, gap: float, length: float, wide: float, drill: float):
    """A two-pole part with leads along x; pin 1 is the cathode of a diode."""
    pads = (_hole("1", -gap / 2, 0, 1.6, drill), _hole("2", gap / 2, 0, 1.6, drill))
    body = (-length / 2, -wide / 2, length / 2, wide / 2)
    silk = _rect(*body)
    if name.startswith("D_"):
        silk += ((-length / 2 + 0.6, -wide / 2, -length / 2 + 0.6, wide / 2),)
    return Footprint(
        name, about, pads, body, _around(pads, body, 0.3), silk, kind="through_hole"
    )


def _tactile() -> Footprint:
    pads = tuple(
        Pad(number, x, y, 1.9, 1.9, 1.1, "circle")
        for number, x, y in (("1", -3.25, -2.25), ("1", 3.25, -2.25), ("2", -3.25, 2.25),
                             ("2", 3.25, 2.25))
    )
    body = (-3.0, -3.0, 3.0, 3.0)
    sides = ((-2.0, -3.1, 2.0, -3.1), (-2.0, 3.1, 2.0, 3.1), (-3.1, -0.9, -3.1, 0.9),
             (3.1, -0.9, 3.1, 0.9))
    return Footprint(
        "SW_Tactile_6x6", "Push button 6x6 mm, four leads", pads, body,
        _around(pads, body, 0.3), sides, kind="through_hole", ring=1.75,
    )


def _point(name: str, size: float, drill: float) -> Footprint:
    pads = (Pad("1", 0, 0, size, size, drill, "circle"),)
    body = (-size / 2, -size / 2, size / 2, size / 2)
    return Footprint(
        name, "Test point, takes a wire loop", pads, body, _around(pads, body, 0.25),
        kind="through_hole",
    )


def _screw(size: float) -> Footprint:
    pads = (Pad("", 0, 0, size, size, size, "circle", plated=False),)
    half = size / 2
    return Footprint(
        "MountingHole_M3", "Hole for an M3 screw", pads, (-half, -half, half, half),
        (-3.0, -3.0, 3.0, 3.0), kind="hole", ring=2.9,
    )


def footprints(strip: dict) -> dict[str, Footprint]:
    """Every footprint by name; strip is the description's [strip]."""
    made = (
        _diode(),
        _led(),
        _reed(strip["reed_leads_mm"]),
        _jumper(),
        _chip("C_0805", "Capacitor 0805", (2.0, 1.25), (1.0, 1.15, 1.4)),
        _box_header(16),
        _pico(),
        _dip(14),
        _row("SIP-10", "Resistor network, 10 pins, 1 common", 10, 2.54,
             (-12.8, -1.25, 12.8, 1.25), 1.5, 0.85),
        _row("PinHeader_1x03", "Pin header 1x3, 2.54 mm", 3, 2.54, (-3.81, -1.27, 3.81, 1.27)),
        _row("JST_XH_2", "JST XH B2B, keyed", 2, 2.5, (-3.7, -2.35, 3.7, 3.4), 1.7, 0.95),
        _row("JST_VH_2", "JST VH B2P, keyed, 10 A", 2, 3.96, (-3.93, -5.0, 3.93, 4.0), 2.8, 1.65),
        _two("CP_Radial_10_P5.08", "Electrolytic capacitor, 10 mm, 1 positive", 5.08,
             (-5.0, -5.0, 5.0, 5.0), 2.0, 0.9, True),
        _two("C_Disc_P5.08", "Ceramic capacitor, 5.08 mm", 5.08, (-3.6, -1.4, 3.6, 1.4), 1.6, 0.8),
        _two("Polyfuse_P5.08", "Resettable fuse, 5.08 mm", 5.08, (-5.8, -1.6, 5.8, 1.6), 1.8, 1.0),
        _two("Piezo_12_P5", "Piezo sounder, 12.2 mm, P 5", 5.0, (-6.1, -6.1, 6.1, 6.1), 1.8, 0.9,
             True),
        _axial("R_Axial_P10.16", "Resistor 1/4 W, 10.16 mm", 10.16, 6.4, 2.4, 0.8),
        _axial("D_DO-41_P10.16", "Diode DO-41, 1 cathode", 10.16, 5.2, 2.7, 1.1),
        _axial("D_DO-15_P12.7", "Diode DO-15, 1 cathode", 12.7, 7.0, 3.4, 1.2),
        _tactile(),
        _point("TestPoint", 2.0, 1.0),
        _screw(strip["hole_mm"]),
    )
    return {footprint.name: footprint for footprint in made}
