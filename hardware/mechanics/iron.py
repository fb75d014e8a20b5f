"""A second model of the reed, with the iron of its blades and leads.

Two rods of soft iron on one axis, a gap between them, cut into slices that are magnetised along
the axis by the field from outside and by each other. All is linear, so what the gap gets is a
weighted sum of the outer field along the rods. A reed closes when that equals what it gets in the
maker's test coil, with the leads as long as they are there, at the operating ampere-turns.
"""

from functools import cache

import numpy as np

from mechanics.description import description, magnet_height, stack_step
from mechanics.field import MU0, magnet

SLICES = 60  # of each rod


def rods(length: float) -> tuple[np.ndarray, np.ndarray]:
    """Middles and lengths of the slices of both rods, mm from the gap's middle, upper rod last."""
    gap = description()["reed"]["iron"]["gap"]
    ends = np.linspace(gap / 2, length / 2, SLICES + 1)
    middles, lengths = (ends[1:] + ends[:-1]) / 2, np.diff(ends)
    return np.concatenate([-middles[::-1], middles]), np.concatenate([lengths[::-1], lengths])


def axial(at: np.ndarray, middles: np.ndarray, lengths: np.ndarray, radius: float) -> np.ndarray:
    """Field H on the axis at `at` of slices magnetised with 1 along it: a row for each place."""
    far = at[:, None] - middles[None, :]
    upper, lower = far + lengths / 2, far - lengths / 2
    field = (upper / np.hypot(radius, upper) - lower / np.hypot(radius, lower)) / 2
    return field - (np.abs(far) < lengths / 2)


@cache
def weights(length: float, susceptibility: float) -> tuple[np.ndarray, np.ndarray, float]:
    """How much each slice's outer field counts in the gap, for rods of a length in all, mm: the
    slices' middles, their weights, and the weight of the outer field in the gap itself."""
    middles, lengths = rods(length)
    radius = description()["reed"]["iron"]["diameter"] / 2
    coupling = axial(middles, middles, lengths, radius)
    response = np.linalg.solve(np.eye(len(middles)) / susceptibility - coupling,
                               np.eye(len(middles)))
    in_gap = axial(np.zeros(1), middles, lengths, radius)[0]
    return middles, in_gap @ response, 1.0


def gap_mt(field_mt, length: float, susceptibility: float) -> float:
    """Flux density in the gap, mT; field_mt gives the outer one along the axis from places in mm
    above the gap."""
    middles, share, own = weights(length, susceptibility)
    return float(share @ field_mt(middles) + own * field_mt(np.zeros(1))[0])


def coil_mt(coil: dict):
    """The field of a test coil along its axis, mT for an ampere-turn."""
    half, radius = coil["length"] / 2000, coil["diameter"] / 2000

    def field(z: np.ndarray) -> np.ndarray:
        x = np.asarray(z) / 1000
        ends = (half - x) / np.hypot(half - x, radius) + (half + x) / np.hypot(half + x, radius)
        return MU0 / (4 * half) * ends * 1000

    return field


def piece_mt(sideways: float, count: int = 1, raised: float = 0.0, strongest: bool = False):
    """The field of a stack of discs along an upright reed's axis, mT."""
    made = description()
    one = magnet(made["magnet"], made["magnet"]["remanence_mt"][1 if strongest else 0])
    heights = magnet_height() + raised + stack_step("disc") * np.arange(count)

    def field(z: np.ndarray) -> np.ndarray:
        z = np.atleast_1d(np.asarray(z, dtype=float))
        total = np.zeros(len(z))
        for height in heights:
            points = np.column_stack([np.full(len(z), sideways), np.zeros(len(z)), z - height])
            total += one.getB(points / 1000).reshape(-1, 3)[:, 2] * 1000
        return total

    return field


def ampere_turns(field_mt, coil: dict, test_leads: float, susceptibility: float) -> float:
    """How many ampere-turns of a test coil do to the reed what a field does to it on the board,
    where its leads are bent away."""
    on_board = gap_mt(field_mt, description()["strip"]["reed_leads_mm"], susceptibility)
    return on_board / gap_mt(coil_mt(coil), test_leads, susceptibility)


@cache
def band(sideways: float, count: int = 1, raised: float = 0.0) -> tuple[float, float]:
    """Least and most ampere-turns of a stack over what is not known: the test coil's size, the
    leads' length in it, and how soft the iron is."""
    reed = description()["reed"]
    iron, field = reed["iron"], piece_mt(sideways, count, raised)
    found = [abs(ampere_turns(field, reed["coil"][case], leads, soft))
             for case in ("lowest", "likely", "highest") for leads in iron["test_leads"]
             for soft in iron["susceptibility"]]
    return min(found), max(found)


@cache
def air_band(sideways: float, count: int = 1, raised: float = 0.0) -> tuple[float, float]:
    """The same by the model without iron: the mean field over the glass against the coil's."""
    from mechanics.evidence import CASES, limits, own

    mt = abs(float(own(sideways, count, stack_step("disc"), raised)[0]))
    found = [mt / limits(case)["per_at"] for case in CASES]
    return min(found), max(found)


def likely(sideways: float, count: int = 1, raised: float = 0.0) -> float:
    """Ampere-turns of a stack with the likely coil, the rest in the middle of what it may be."""
    reed = description()["reed"]
    leads, soft = (sorted(reed["iron"][name])[1] for name in ("test_leads", "susceptibility"))
    return abs(ampere_turns(piece_mt(sideways, count, raised), reed["coil"]["likely"], leads,
                            soft))


def one_pole() -> tuple[float, float]:
    """The field of one centred piece at the upper and at the lower end of the glass, mT."""
    half = description()["reed"]["glass_length"] / 2
    upper, lower = piece_mt(0.0)(np.array([half, -half]))
    return float(upper), float(lower)
