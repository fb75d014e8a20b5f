"""Building blocks of the printed parts. Every part stands on z = 0, as it is printed."""

from collections.abc import Iterable

from manifold3d import CrossSection, Manifold

from mechanics.description import description

ROUND = 96        # segments of a circle
SMALL_ROUND = 48
OVER = 0.5        # how far a cutter reaches beyond what it cuts


def turned(profile: Iterable[tuple[float, float]], segments: int = ROUND) -> Manifold:
    """What a lathe makes: `profile` lists radius and height, from the axis round to the axis."""
    return CrossSection([list(profile)]).revolve(segments)


def drilled(diameter: float, bottom: float, top: float, segments: int = SMALL_ROUND) -> Manifold:
    """A cylinder from `bottom` to `top`, to be taken away."""
    return Manifold.cylinder(top - bottom, diameter / 2, diameter / 2, segments).translate(
        [0, 0, bottom]
    )


def pocket() -> Manifold:
    """The magnet's place, open below, where the felt closes it; the dot in its end says that the
    magnet's north lies there."""
    made = description()
    diameter = made["magnet"]["diameter"] + made["pieces"]["fit"]
    end = made["magnet"]["height"] + made["heights"]["magnet_in_piece"]
    return drilled(diameter, -OVER, end) + north_dot(end, made["pieces"]["mark"])


def north_dot(level: float, depth: float) -> Manifold:
    """The mark of a magnet's north side: a dimple from a level upwards, to be taken away."""
    return drilled(1.6, level - OVER, level + depth)


def dish(height: float) -> Manifold:
    """The hollow in the top of a piece `height` mm high, for the felt of the next one."""
    pieces = description()["pieces"]
    diameter = pieces["felt_diameter"] + 5 * pieces["fit"]
    return drilled(diameter, height - pieces["dish_depth"], height + OVER, ROUND)


def block(size: Iterable[float], at: Iterable[float] = (0, 0, 0)) -> Manifold:
    """A box whose bottom face has its middle at `at`."""
    x, y, z = size
    return Manifold.cube([x, y, z]).translate([-x / 2, -y / 2, 0]).translate(list(at))
