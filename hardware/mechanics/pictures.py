"""Rendered pictures of the printed parts, for docs/hardware/mechanics.md."""

from PIL import Image

from mechanics.description import description, stack_step
from mechanics.jigs import bend_jig, pocket_coupon, polarity_jig, polarity_plug
from mechanics.pieces import barrier, disc, draught, jester, pawn, token, tower
from mechanics.render import Picture

YELLOW, RED = (0.96, 0.78, 0.25), (0.78, 0.22, 0.18)
WHITE, BLACK = (0.95, 0.93, 0.88), (0.24, 0.24, 0.27)
GREEN, BLUE = (0.30, 0.58, 0.36), (0.25, 0.45, 0.72)
WOOD = (0.72, 0.52, 0.33)


def _placed(parts: list) -> Image.Image:
    """A picture of solids: each with its colour and its place."""
    solids = [(solid.translate(list(at)), colour) for solid, colour, at in parts]
    picture = Picture([solid for solid, _ in solids], 1100, turn=0.0, tilt=33.0)
    for solid, _ in solids:
        picture.shadow(solid)
    for solid, colour in solids:
        picture.draw(solid, colour)
    return picture.image()


def flat_games() -> Image.Image:
    """Avalam and Tours: the pieces that stack high; one of each lies with its pocket up."""
    parts = []
    step = stack_step("disc")
    for level, colour in enumerate((YELLOW, RED, RED, YELLOW, RED)):
        parts.append((disc(), colour, (-92, 18, step * level)))
    parts += [(disc(), YELLOW, (-56, 18, 0)), (disc(), RED, (-74, -26, 0))]
    high = description()["pieces"]["disc"]["height"]
    parts.append((disc().rotate([180, 0, 0]).translate([0, 0, high]), RED, (-36, -26, 0)))
    step = stack_step("draught")
    for level in range(4):
        parts.append((draught(), WHITE, (30, 18, step * level)))
    for level in range(2):
        parts.append((draught(), BLACK, (66, 18, step * level)))
    parts += [(draught(), BLACK, (100, 18, 0)), (draught(), WHITE, (48, -26, 0))]
    high = description()["pieces"]["draught"]["height"]
    parts.append((draught().rotate([180, 0, 0]).translate([0, 0, high]), BLACK, (86, -26, 0)))
    return _placed(parts)


def tawol() -> Image.Image:
    """Tawôl: a tower, the three pawns, a pawn blocked by another, a tower taken."""
    pieces, felt = description()["pieces"], description()["heights"]["felt"]
    lift = felt - pieces["dish_depth"]
    on_tower = pieces["tower"]["height"] - 3.0 + lift
    on_pawn = pieces["pawn"]["height"] + lift
    lying = pawn(2).rotate([90, 0, 25]).translate([0, 0, pieces["pawn"]["diameter"] / 2])
    return _placed([
        (tower(), WHITE, (-104, 30, 0)), (tower(), BLACK, (-58, 30, 0)),
        (tower(), WHITE, (-8, 30, 0)), (pawn(2), BLACK, (-8, 30, on_tower)),
        (pawn(0), BLACK, (42, 30, 0)), (pawn(1), WHITE, (42, 30, on_pawn)),
        (lying, BLACK, (92, 24, 0)),
        (pawn(0), WHITE, (-100, -34, 0)), (pawn(1), WHITE, (-62, -34, 0)),
        (pawn(2), WHITE, (-24, -34, 0)), (pawn(0), BLACK, (18, -34, 0)),
        (pawn(1), BLACK, (56, -34, 0)), (pawn(2), BLACK, (94, -34, 0)),
    ])


def cabale() -> Image.Image:
    """Cabale: jesters, tokens alone and in pairs, barriers; the barriers stand as in the panel."""
    pieces = description()["pieces"]
    step, wall = stack_step("token"), pieces["barrier"]["height"]
    standing = barrier().rotate([180, 0, 0]).translate([0, 0, wall])
    parts = [(jester(), RED, (-78, 14, 0)), (jester(), BLUE, (-38, 14, 0))]
    for x, y, colour, count in ((2, 16, RED, 2), (40, 16, BLUE, 1), (78, 16, GREEN, 2),
                                (-58, -30, RED, 1), (-20, -30, BLUE, 2), (18, -30, YELLOW, 1)):
        for level in range(count):
            parts.append((token(), colour, (x, y, step * level)))
    parts += [(standing, WOOD, (52, -28, 0)), (standing.rotate([0, 0, 60]), WOOD, (78, -30, 0)),
              (barrier().rotate([90, 0, 25]).translate([0, 0, 2]), WOOD, (98, -24, 0))]
    return _placed(parts)


def coupons() -> Image.Image:
    """The coupon for pockets, a piece with its mark, the jigs for polarity and for reeds."""
    high = description()["pieces"]["disc"]["height"]
    turned = disc().rotate([180, 0, 0]).translate([0, 0, high])
    return _placed([
        (pocket_coupon(), WOOD, (-66, 18, 0)), (turned, YELLOW, (-84, -24, 0)),
        (turned, RED, (-46, -24, 0)), (polarity_jig(), GREEN, (12, 14, 0)),
        (polarity_jig().rotate([100, 0, 20]).translate([0, 0, 7]), GREEN, (-2, -34, 0)),
        (polarity_plug(), GREEN, (40, 14, 0)), (bend_jig(), BLUE, (78, 14, 0)),
        (bend_jig().rotate([0, 0, 40]), BLUE, (66, -26, 0)),
    ])


PICTURES = {
    "coupons": coupons,
    "pieces-avalam-tours": flat_games,
    "pieces-tawol": tawol,
    "pieces-cabale": cabale,
}
