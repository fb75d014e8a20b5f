"""What is printed to build with: a coupon for the magnets' pockets, and two jigs."""

from collections.abc import Callable
from functools import cache

from manifold3d import CrossSection, Manifold, OpType

from mechanics.description import description
from mechanics.solids import OVER, SMALL_ROUND, block, drilled, north_dot

POCKETS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)  # wider than the magnet


@cache
def pocket_coupon() -> Manifold:
    """Six pockets in a bar, the tightest beside the cut corner, open above."""
    magnet, step = description()["magnet"], 11.0
    long, deep = step * len(POCKETS) + 2.0, magnet["height"]
    bar = block((long, 12.0, deep + 1.6))
    for number, more in enumerate(POCKETS):
        x = step * (number - (len(POCKETS) - 1) / 2)
        bar -= drilled(magnet["diameter"] + more, 1.6, deep + 1.6 + OVER).translate([x, 0, 0])
    corner = Manifold.cylinder(10, 5, 5, 4).translate([-long / 2, -6, -OVER])
    return bar - corner


@cache
def polarity_jig() -> Manifold:
    """A handle with a magnet in its foot, north up, under a thin wall: what is held above its tip
    the right way is drawn to it. The shaft is open below, and
    the dot at its end says north."""
    magnet, fit = description()["magnet"], description()["pieces"]["fit"]
    high, wall = 30.0, 0.8
    body = Manifold.cylinder(high, 7.0, 5.0, SMALL_ROUND)
    end = high - wall
    shaft = drilled(magnet["diameter"] + fit, -OVER, end)
    return body - shaft - north_dot(end, wall / 2)


@cache
def polarity_plug() -> Manifold:
    """What pushes the magnet to the end of the polarity jig's shaft, and stays there."""
    magnet = description()["magnet"]
    long = 30.0 - 0.8 - magnet["height"]
    return Manifold.cylinder(long, magnet["diameter"] / 2 - 0.05, magnet["diameter"] / 2 - 0.05,
                             SMALL_ROUND)


@cache
def bend_jig() -> Manifold:
    """A bar whose two notches are as far apart as a reed's bent leads, with a bed for the glass."""
    strip, reed = description()["strip"], description()["reed"]
    leads = strip["reed_leads_mm"]
    # leads are 0.43 mm thick: bent around the bar's ends, their middles are so far apart
    bar = block((leads - 0.43, 12.0, 8.0))
    groove = CrossSection.circle(reed["glass_diameter"] / 2 + 0.3, SMALL_ROUND)
    bed = groove.extrude(reed["glass_length"] + 1.0).rotate([0, 90, 0])
    bed = bed.translate([-(reed["glass_length"] + 1.0) / 2, 0, 8.0])
    lead = block((leads + 2, 0.9, 1.2), (0, 0, 7.4))
    return Manifold.batch_boolean([bar, bed, lead], OpType.Subtract)


JIGS: dict[str, Callable[[], Manifold]] = {
    "coupon-pocket": pocket_coupon,
    "jig-polarity": polarity_jig,
    "jig-polarity-plug": polarity_plug,
    "jig-bend": bend_jig,
}
