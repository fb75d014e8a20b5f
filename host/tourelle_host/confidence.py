"""How sure a measured share is."""

import math
from statistics import NormalDist

_Z = NormalDist().inv_cdf(0.975)


def interval(count: float, total: int) -> tuple[float, float]:
    """The interval of the true share with 95 % confidence, where `count` of `total` were found
    (Wilson's score interval)."""
    square = _Z * _Z
    middle = count + square / 2
    spread = _Z * math.sqrt(count * (total - count) / total + square / 4)
    low, high = (middle - spread) / (total + square), (middle + spread) / (total + square)
    return max(0.0, low), min(1.0, high)
