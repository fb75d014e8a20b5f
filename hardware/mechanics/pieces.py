"""The printed pieces of the four games.

All but the barriers have a pocket for a magnet in the middle of their foot. Nothing overhangs by
more than 45 degrees, except the pocket's ceiling, so they are printed standing, without support.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from manifold3d import CrossSection, Manifold, OpType

from mechanics.description import description
from mechanics.solids import OVER, ROUND, block, dish, drilled, pocket, turned

EDGE = 0.8  # chamfers


def _shape(name: str) -> dict:
    return description()["pieces"][name]


@cache
def disc() -> Manifold:
    """Avalam: a flat disc that stacks."""
    radius, high = _shape("disc")["diameter"] / 2, _shape("disc")["height"]
    body = turned([(0, 0), (radius - EDGE, 0), (radius, EDGE), (radius, high - EDGE),
                   (radius - EDGE, high), (0, high)])
    return body - pocket() - dish(high)


@cache
def draught() -> Manifold:
    """Tours: like a draughtsman, with a fluted rim so that stacks are easy to grip."""
    radius, high = _shape("draught")["diameter"] / 2, _shape("draught")["height"]
    body = turned([(0, 0), (radius - EDGE, 0), (radius, EDGE), (radius, high - EDGE),
                   (radius - EDGE, high), (0, high)])
    flute = drilled(2.4, -OVER, high + OVER, 24).translate([radius + 0.4, 0, 0])
    # half a segment on, lest the flutes' edges meet the rim's
    flutes = Manifold.compose([flute.rotate([0, 0, 15 * i + 180 / ROUND]) for i in range(24)])
    return body - flutes - pocket() - dish(high)


@cache
def pawn(collars: int) -> Manifold:
    """Tawôl: a spool with 0, 1 or 2 collars around its waist; another pawn stands on its top."""
    shape = _shape("pawn")
    foot, waist, ring = shape["diameter"] / 2, shape["waist"] / 2, shape["collar"] / 2
    high, plate, thick = shape["height"], 2.4, 1.4
    top = high - plate
    profile = [(0, 0), (foot - EDGE, 0), (foot, EDGE), (foot, plate), (foot - 2, plate + 1.2),
               (waist, plate + 3.0)]
    between = (top - (foot - waist)) - (plate + 3.0)  # the straight part of the waist
    for number in range(collars):
        low = plate + 3.0 + between * (number + 1) / (collars + 1) - (ring - waist)
        profile += [(waist, low), (ring, low + ring - waist), (ring, low + ring - waist + thick),
                    (waist, low + ring - waist + thick + 0.8)]
    profile += [(waist, top - (foot - waist)), (foot, top), (foot, high - EDGE),
                (foot - EDGE, high), (0, high)]
    return turned(profile) - pocket() - dish(high)


@cache
def tower() -> Manifold:
    """Tawôl: a tower with a crown of battlements in which a pawn stands."""
    shape = _shape("tower")
    foot, crown, high = shape["diameter"] / 2, shape["crown"] / 2, shape["height"]
    well = _shape("pawn")["diameter"] + 4 * description()["pieces"]["fit"]
    deep, body = 3.0, foot - 3.0
    flare = crown - body
    profile = [(0, 0), (foot - EDGE, 0), (foot, EDGE), (foot, 2.0), (body, 5.0),
               (body, high - deep - 3.0 - flare), (crown, high - deep - 3.0), (crown, high - EDGE),
               (crown - EDGE / 2, high), (0, high)]
    floor = high - deep
    notch = block((2 * crown + 4, 5.0, deep + OVER), (0, 0, floor))
    notches = [notch.rotate([0, 0, 60 * i]) for i in range(3)]
    solid = turned(profile) - drilled(well, floor, high + OVER, ROUND) - pocket()
    solid -= dish(floor)
    for cutter in notches:
        solid -= cutter
    return solid


@cache
def token() -> Manifold:
    """Cabale: a hexagon, stacked for a double placement."""
    across, high = _shape("token")["across"], _shape("token")["height"]
    corners = [
        (flats / math.sqrt(3) * math.cos(math.radians(60 * i + 30)),
         flats / math.sqrt(3) * math.sin(math.radians(60 * i + 30)), z)
        for flats, z in ((across - 2 * EDGE, 0), (across, EDGE), (across, high - EDGE),
                         (across - 2 * EDGE, high))
        for i in range(6)
    ]
    return Manifold.hull_points(corners) - pocket() - dish(high)


@cache
def jester() -> Manifold:
    """Cabale: a jester with a cap of three points, a bell on each."""
    foot, high = _shape("jester")["diameter"] / 2, _shape("jester")["height"]
    neck, head = high * 0.52, 6.0
    body = turned([(0, 0), (foot - EDGE, 0), (foot, EDGE), (foot, 3.0), (foot - 2.5, 5.0),
                   (4.2, neck), (0, neck)])
    collar = turned([(0, neck - 6.0), (4.0, neck - 6.0), (8.0, neck - 2.0), (8.0, neck - 0.8),
                     (4.0, neck + 1.5), (0, neck + 1.5)])
    skull = Manifold.sphere(head, ROUND).translate([0, 0, neck + head])
    chin = turned([(0, neck), (4.2, neck), (head * 0.72, neck + head * 0.32),
                   (0, neck + head * 0.5)])
    base, tip = neck + head + 1.0, high - 2.6
    points = []
    for turn in (90, 210, 330):
        bell = Manifold.sphere(2.6, 48).translate([9.0, 0, tip])
        root = Manifold.sphere(4.6, 48).translate([2.2, 0, base])
        small = Manifold.sphere(1.5, 32).translate([9.0, 0, tip - 1.6])
        horn = Manifold.batch_hull([root, small])
        rest = turned([(0, tip - 5.0), (2.6 * 0.72, tip - 1.85), (0, tip)], 48)
        points.append((horn + bell + rest.translate([9.0, 0, 0])).rotate([0, 0, turn]))
    return Manifold.batch_boolean([body, collar, skull, chin, *points], OpType.Add) - pocket()


@cache
def barrier() -> Manifold:
    """Cabale: a wall whose foot goes into a slot of the panel; printed upside down, without a
    magnet."""
    shape, slot, pieces = _shape("barrier"), description()["slot"], description()["pieces"]
    thick, high = shape["thickness"], shape["height"]
    outline = [(-thick / 2 + EDGE, 0), (thick / 2 - EDGE, 0), (thick / 2, EDGE),
               (thick / 2, high), (-thick / 2, high), (-thick / 2, EDGE)]
    wall = CrossSection([outline]).extrude(shape["length"])
    wall = wall.translate([0, 0, -shape["length"] / 2]).rotate([90, 0, 0]).rotate([0, 0, 90])
    foot = block((slot["length"] - 2 * pieces["fit"], slot["width"] - 2 * pieces["fit"],
                  shape["foot_depth"]), (0, 0, high))
    return wall + foot


@dataclass(frozen=True)
class Piece:
    """A part to print: for which game, how many, whether a magnet goes into it, what makes it."""

    game: str
    number: int
    magnet: bool
    solid: Callable[[], Manifold]


PIECES = {
    "avalam-disc": Piece("Avalam", 48, True, disc),
    "tawol-tower": Piece("Tawôl", 16, True, tower),
    "tawol-pawn-a": Piece("Tawôl", 8, True, lambda: pawn(1)),
    "tawol-pawn-b": Piece("Tawôl", 8, True, lambda: pawn(2)),
    "tawol-pawn-c": Piece("Tawôl", 4, True, lambda: pawn(0)),
    "tours-pawn": Piece("Tours", 36, True, draught),
    "cabale-jester": Piece("Cabale", 4, True, jester),
    "cabale-token": Piece("Cabale", 60, True, token),
    "cabale-barrier": Piece("Cabale", 24, False, barrier),
}


def millilitres(solid: Manifold) -> float:
    """Volume in cubic centimetres."""
    return solid.volume() / 1000
