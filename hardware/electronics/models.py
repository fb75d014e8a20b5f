"""Plain solid models of the parts (VRML), so that the pictures show boards with parts on them.

Coordinates are a footprint's, in mm: x right, y down, z out of the board.
"""

import math
from collections.abc import Iterable

UNIT = 2.54  # KiCad takes a VRML unit for a tenth of an inch
SIDES = 24

BLACK, GREY = (0.1, 0.1, 0.1), (0.35, 0.35, 0.35)
SILVER, WHITE = (0.8, 0.8, 0.82), (0.93, 0.93, 0.9)
GOLD, YELLOW, ORANGE, TAN = (0.9, 0.75, 0.3), (0.9, 0.75, 0.1), (0.85, 0.5, 0.15), (0.75, 0.6, 0.4)
GREEN, BLUE, GLASS, CREAM = (0.05, 0.35, 0.15), (0.1, 0.15, 0.4), (0.55, 0.8, 0.6), (0.9, 0.85, 0.6)


def _solid(points: list[tuple], faces: Iterable[tuple], colour: tuple, clear: float = 0.0) -> str:
    at = ", ".join(f"{x / UNIT:.4f} {-y / UNIT:.4f} {z / UNIT:.4f}" for x, y, z in points)
    around = ", ".join(", ".join(map(str, face)) + ", -1" for face in faces)
    red, green, blue = colour
    return (
        "Shape { appearance Appearance { material Material { "
        f"diffuseColor {red} {green} {blue} specularColor 0.2 0.2 0.2 "
        f"shininess 0.3 transparency {clear} }} }}\n"
        f" geometry IndexedFaceSet {{ solid FALSE coord Coordinate {{ point [ {at} ] }}\n"
        f"  coordIndex [ {around} ] }} }}\n"
    )


def box(x0, y0, z0, x1, y1, z1, colour, clear=0.0) -> str:
    """A box between two corners."""
    points = [(x, y, z) for z in (z0, z1) for y in (y0, y1) for x in (x0, x1)]
    faces = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    return _solid(points, faces, colour, clear)


def rod(axis: str, centre: tuple, radius: float, length: float, colour, clear=0.0) -> str:
    """A round rod along x, y or z, given its middle."""
    cx, cy, cz = centre
    points = []
    for end in (-length / 2, length / 2):
        for i in range(SIDES):
            a = 2 * math.pi * i / SIDES
            u, v = radius * math.cos(a), radius * math.sin(a)
            points.append({
                "x": (cx + end, cy + u, cz + v),
                "y": (cx + u, cy + end, cz + v),
                "z": (cx + u, cy + v, cz + end),
            }[axis])
    points += [(cx - length / 2 * (axis == "x"), cy - length / 2 * (axis == "y"),
                cz - length / 2 * (axis == "z")),
               (cx + length / 2 * (axis == "x"), cy + length / 2 * (axis == "y"),
                cz + length / 2 * (axis == "z"))]
    faces: list[tuple[int, ...]] = []
    for i in range(SIDES):
        after = (i + 1) % SIDES
        faces += [(i, 2 * SIDES, after), (SIDES + i, SIDES + after, 2 * SIDES + 1)]
        faces.append((i, after, SIDES + after, SIDES + i))
    if axis != "y":  # so that every face looks outwards: along y, the round runs the other way
        faces = [tuple(reversed(face)) for face in faces]
    return _solid(points, faces, colour, clear)


def _pins(places: Iterable[tuple[float, float]], low: float, high: float, half=0.32) -> str:
    return "".join(box(x - half, y - half, low, x + half, y + half, high, GOLD) for x, y in places)


def _reed(leads: float) -> str:
    half, up = leads / 2, 1.4
    out = rod("y", (0, 0, up), 0.9, 10.16, GLASS, 0.45)
    out += rod("y", (0, 0, up), 0.22, leads, SILVER)
    out += box(-0.3, -3.5, up - 0.1, 0.3, 1.0, up + 0.1, SILVER)
    for y in (-half, half):
        out += rod("z", (0, y, (up - 2.4) / 2), 0.22, up + 2.4, SILVER)
    return out


def _box_header() -> str:
    long, wide, high, wall = 13.99, 4.55, 9.1, 1.2
    out = box(-long, -wide, 0, long, wide, 1.5, BLACK)
    out += box(-long, wide - wall, 0, long, wide, high, BLACK)
    out += box(-long, -wide, 0, -2.25, -wide + wall, high, BLACK)
    out += box(2.25, -wide, 0, long, -wide + wall, high, BLACK)
    out += box(-long, -wide, 0, -long + wall, wide, high, BLACK)
    out += box(long - wall, -wide, 0, long, wide, high, BLACK)
    places = [(c * 2.54 - 8.89, y) for c in range(8) for y in (-1.27, 1.27)]
    return out + _pins(places, -3.0, 8.0)


def _pico() -> str:
    out = "".join(box(x - 1.27, -25.4, 0, x + 1.27, 25.4, 8.5, BLACK) for x in (-8.89, 8.89))
    out += box(-10.5, -25.5, 10.5, 10.5, 25.5, 11.5, GREEN)
    out += box(-3.5, -4.5, 11.5, 3.5, 2.5, 12.4, BLACK)
    out += box(-4.0, -26.8, 11.5, 4.0, -21.0, 14.2, SILVER)
    out += box(-7.0, -14.0, 11.5, -3.0, -9.5, 13.5, WHITE)
    places = [(x, i * 2.54 - 24.13) for i in range(20) for x in (-8.89, 8.89)]
    return out + _pins(places, 8.5, 12.8)


def _dip() -> str:
    out = box(-5.0, -9.0, 0.3, 5.0, 9.0, 4.5, GREY) + box(-3.2, -8.9, 4.5, 3.2, 8.9, 8.0, BLACK)
    return out + rod("z", (0, -8.2, 8.0), 0.7, 0.3, GREY)


def _radial(radius: float, height: float, colour: tuple, top: tuple) -> str:
    return rod("z", (0, 0, height / 2), radius, height, colour) + rod(
        "z", (0, 0, height), radius - 0.7, 0.2, top
    )


def _lying(gap: float, length: float, thick: float, colour: tuple, bands: tuple = ()) -> str:
    high = thick / 2 + 0.3
    out = rod("x", (0, 0, high), thick / 2, length, colour)
    out += rod("x", (0, 0, high), 0.35, gap, SILVER)
    for x in (-gap / 2, gap / 2):
        out += rod("z", (x, 0, (high - 2) / 2), 0.35, high + 2, SILVER)
    for x, shade in bands:
        out += rod("x", (x, 0, high), thick / 2 + 0.05, 0.6, shade)
    return out


def models(leads: float) -> dict[str, str]:
    """The models by the name of their footprint; leads is the reed's bend-to-bend length, mm."""
    socket = box(-3.7, -2.35, 0, 3.7, 3.4, 1.5, WHITE) + box(-3.7, 2.6, 0, 3.7, 3.4, 7.0, WHITE)
    socket += box(-3.7, -2.35, 0, -2.9, 3.4, 7.0, WHITE) + box(2.9, -2.35, 0, 3.7, 3.4, 7.0, WHITE)
    supply = box(-3.93, -4.5, 0, 3.93, 3.7, 2.0, WHITE) + box(-3.93, 2.7, 0, 3.93, 3.7, 9.0, WHITE)
    made = {
        "Reed_Axial_Glass": _reed(leads),
        "D_SOD-123": box(-1.35, -0.8, 0, 1.35, 0.8, 1.1, BLACK)
        + box(-1.0, -0.81, 0.1, -0.7, 0.81, 1.12, SILVER)
        + box(-1.85, -0.3, 0, 1.85, 0.3, 0.3, SILVER),
        "LED_SK6812-SIDE_4020": box(-2.0, -0.1, 0, 2.0, 0.8, 2.0, WHITE)
        + box(-1.8, -0.8, 0.1, 1.8, -0.1, 1.9, CREAM),
        "C_0805": box(-0.6, -0.62, 0, 0.6, 0.62, 0.9, TAN)
        + box(-1.0, -0.62, 0, -0.6, 0.62, 0.9, SILVER) + box(0.6, -0.62, 0, 1.0, 0.62, 0.9, SILVER),
        "IDC_2x08": _box_header(),
        "RaspberryPi_Pico_Sockets": _pico(),
        "DIP-14": _dip(),
        "SIP-10": box(-12.7, -1.25, 0.5, 12.7, 1.25, 5.5, BLACK),
        "PinHeader_1x03": box(-3.81, -1.27, 0, 3.81, 1.27, 2.54, BLACK)
        + _pins([(-2.54, 0), (0, 0), (2.54, 0)], -3, 8.5)
        + box(-3.6, -1.2, 3.0, 1.1, 1.2, 8.9, BLUE),
        "JST_XH_2": socket + _pins([(-1.25, 0), (1.25, 0)], -3, 6.0),
        "JST_VH_2": supply + _pins([(-1.98, 0), (1.98, 0)], -3, 8.0, 0.5),
        "CP_Radial_10_P5.08": _radial(5.0, 12.5, BLUE, SILVER),
        "C_Disc_P5.08": box(-2.5, -1.3, 1.0, 2.5, 1.3, 6.0, ORANGE)
        + _pins([(-2.54, 0), (2.54, 0)], -2, 1.0, 0.25),
        "Polyfuse_P5.08": box(-5.6, -1.5, 1.5, 5.6, 1.5, 12.0, YELLOW)
        + _pins([(-2.54, 0), (2.54, 0)], -2, 1.5, 0.3),
        "Piezo_12_P5": _radial(6.1, 6.5, BLACK, GREY),
        "R_Axial_P10.16": _lying(
            10.16, 6.3, 2.4, CREAM, ((-2.0, BLACK), (0, BLACK), (1.2, ORANGE))
        ),
        "D_DO-41_P10.16": _lying(10.16, 5.2, 2.7, BLACK, ((-1.8, SILVER),)),
        "D_DO-15_P12.7": _lying(12.7, 7.0, 3.4, BLACK, ((-2.6, SILVER),)),
        "SW_Tactile_6x6": box(-3, -3, 0, 3, 3, 3.4, BLACK) + rod("z", (0, 0, 3.9), 1.75, 1.4, GREY),
    }
    return {name: "#VRML V2.0 utf8\n" + text for name, text in made.items()}
