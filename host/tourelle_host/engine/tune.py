"""Finds better weights for a game from games that it plays against itself.

The value of a position, put through a logistic curve, should predict the results of such games. The
new weights are those that predict them best (least cross-entropy over all positions, with a ridge
that holds them near the old ones). They are worth something only if they beat the old ones in a
match.
"""

import subprocess
from collections.abc import Iterator, Sequence

from tourelle_host import micropython, paths
from tourelle_host.children import Child
from tourelle_host.engine import match, samples
from tourelle_host.errors import UserError

# As if each weight had been seen this often at its old value, a tenth of the largest apart.
RIDGE = 0.2


def play(
    text: str, level: int, games: int, seed: int, nodes: int, weights: Sequence[int]
) -> Iterator[list[list[float]]]:
    """Yields a list of [result, value, slopes...] for each game; see samples.py."""
    if not micropython.available():
        raise UserError(micropython.MISSING)
    given = ",".join(str(weight) for weight in weights)
    numbers = [str(number) for number in (level, games, seed, nodes)]
    command = micropython.command(
        str(samples.__file__), *paths.both(), text, *numbers, given, heap=match.HEAP
    )
    with Child(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        rows: list[list[float]] = []
        for line in running.stdout:
            if row := [float(word) for word in line.split()]:
                rows.append(row)
            else:
                yield rows
                rows = []
    if running.returncode:
        raise UserError(f"the games of {text} broke off, see above")


def fit(rows: Sequence[Sequence[float]], weights: Sequence[int]) -> tuple[list[int], float, float]:
    """The weights that best predict the results, and the entropy before and after.

    rows: [result, value, slopes...] of each position.
    """
    try:
        import numpy as np
    except ImportError:
        raise UserError("tuning needs numpy: .venv/bin/pip install numpy") from None
    table = np.array(rows)
    results, values, slopes = table[:, 0], table[:, 1], table[:, 2:]

    def said(worth):
        return 1 / (1 + np.exp(-np.clip(worth, -30, 30)))

    def entropy(worth):
        p = np.clip(said(worth), 1e-9, 1 - 1e-9)
        return float(-(results * np.log(p) + (1 - results) * np.log(1 - p)).mean())

    # How steep the curve is for the old weights; this stays fixed.
    scale = min((10.0 * 1.1**i for i in range(60)), key=lambda scale: entropy(values / scale))
    before = entropy(values / scale)
    reach = max(abs(weight) for weight in weights) / 10 or 1.0
    hold = RIDGE / reach**2
    change = np.zeros(len(weights))
    for _ in range(30):
        p = said((values + slopes @ change) / scale)
        gradient = slopes.T @ (p - results) / scale + hold * change
        curve = (slopes * (p * (1 - p))[:, None]).T @ slopes / scale**2
        curve += hold * np.eye(len(weights))
        change -= np.linalg.solve(curve, gradient)
    after = entropy((values + slopes @ change) / scale)
    new = [round(float(w + c)) for w, c in zip(weights, change, strict=True)]
    return new, before, after


def player(level: int, weights: Sequence[int]) -> str:
    """The word for a player of a level with these weights."""
    return f"level:{level}:" + ",".join(str(weight) for weight in weights)
