"""Everything that a laser cuts: name of the drawing -> what makes it."""

from collections.abc import Callable
from functools import partial

from mechanics.description import GRIDS, description
from mechanics.panels import Panel, avalam_base, avalam_top, hexagons, kerf_coupon, square
from mechanics.ribs import floor, rib

PANELS: dict[str, Callable[[], Panel]] = {
    "square": square,
    "avalam-top": avalam_top,
    "avalam-base": avalam_base,
    "hex": hexagons,
}


def sheets() -> dict[str, Callable[[], Panel]]:
    """All panels and floors, and each rib that differs from the others of its grid."""
    found = dict(PANELS)
    for name in GRIDS:
        found[f"{name}-floor"] = partial(floor, name)
        different = rib_places(name)
        for number, places in enumerate(different, start=1):
            which = f"-{number}" if len(different) > 1 else ""
            found[f"{name}-rib{which}"] = partial(rib, name, places[0])
    found["coupon-kerf"] = kerf_coupon
    return found


def rib_places(name: str) -> list[list[float]]:
    """Where a grid's ribs are, equal ones together."""
    groups: dict[tuple, list[float]] = {}
    for x in description()["ribs"][name]:
        groups.setdefault(tuple(rib(name, x).shapes[0].points), []).append(x)
    return list(groups.values())
