"""The field model: disc magnets, an upright reed, the maker's test coil.

A reed is taken to close when the mean of the flux density along its axis, over the length of
its glass, reaches that of the maker's test coil at the operating ampere-turns, and to open when
it falls under that at the release ampere-turns. It does not care for the sign. The iron of the
reeds and their leads is left out: it is small, but it is the model's weakest point.
"""

import math

import magpylib
import numpy as np

MU0 = 4e-7 * math.pi
SAMPLES = 15  # points along the glass


def magnet(size: dict, remanence_mt: float) -> magpylib.magnet.Cylinder:
    """One disc, north pole up, at the origin (library units: metres and teslas)."""
    return magpylib.magnet.Cylinder(
        polarization=(0, 0, remanence_mt / 1000),
        dimension=(size["diameter"] / 1000, size["height"] / 1000),
    )


def _mean_over_glass(size: dict, remanence_mt: float, middles: np.ndarray, axis: int,
                     glass: float) -> np.ndarray:
    """Mean flux density in mT along `axis` (0 x, 2 z) of reeds whose middles are given in mm."""
    along = np.linspace(-glass / 2, glass / 2, SAMPLES)
    points = np.repeat(middles[:, None, :], SAMPLES, axis=1)
    points[:, :, axis] += along
    flux = magnet(size, remanence_mt).getB(points.reshape(-1, 3) / 1000)[:, axis] * 1000
    return flux.reshape(-1, SAMPLES).mean(axis=1)


def upright(size: dict, remanence_mt: float, sideways, height: float, step: float,
            tallest: int, glass: float) -> np.ndarray:
    """What each magnet of a stack adds at an upright reed, in mT.

    sideways  how far the stack stands off the reed's axis, mm: one number or several
    height    from the middle of the reed to the middle of the lowest magnet, mm
    step      from one magnet of the stack to the next, mm
    Returns an array of one row for each distance, one column for each level of the stack.
    """
    sideways = np.atleast_1d(np.asarray(sideways, dtype=float))
    levels = height + step * np.arange(tallest)
    middles = np.array([(x, 0.0, -z) for x in sideways for z in levels])
    flux = _mean_over_glass(size, remanence_mt, middles, 2, glass)
    return flux.reshape(len(sideways), tallest)


def lying(size: dict, remanence_mt: float, away: np.ndarray, height: float,
          glass: float) -> np.ndarray:
    """The same for one magnet above a reed that lies along x.

    away  where the magnet stands, seen from the reed's middle: rows of x and y, mm
    """
    middles = np.column_stack([-away, np.full(len(away), -height)])
    return _mean_over_glass(size, remanence_mt, middles, 0, glass)


def coil_mt_per_at(coil: dict, glass: float) -> float:
    """Mean field over the glass of a test coil, in mT for each ampere-turn of the data sheet,
    times what cutting the leads adds."""
    half, radius = coil["length"] / 2000, coil["diameter"] / 2000
    x = np.linspace(-glass / 2000, glass / 2000, 101)
    ends = (half - x) / np.hypot(half - x, radius) + (half + x) / np.hypot(half + x, radius)
    return float((MU0 / (4 * half) * ends).mean() * 1000 * coil["leads"])


def force(size: dict, remanence_mt: float, lower: list, upper: list) -> np.ndarray:
    """Force in mN that the magnets at `lower` (mm) exert on those at `upper`: x, y, z.

    Each position may have a fourth number, -1 for a magnet upside down.
    """
    def placed(position):
        one = magnet(size, remanence_mt * (position[3] if len(position) > 3 else 1))
        one.position = np.array(position[:3]) / 1000
        return one

    sources = [placed(p) for p in lower]
    targets = magpylib.Collection([placed(p) for p in upper])
    push, _ = magpylib.getFT(sources, targets, meshing=400)
    return np.asarray(push).reshape(-1, 3).sum(axis=0) * 1000
