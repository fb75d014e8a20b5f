"""Finds better weights for a game by self-play.

Simultaneous perturbation (SPSA): all weights are moved a little at once, up or down by chance,
and in a few games this set plays its mirror image; the weights then move towards the winner. What
comes out is only worth something if it beats what it started from, which is played at the end.
"""

import random
from collections.abc import Callable, Sequence

from tourelle_host.engine import match


def word(level: int, weights: Sequence[float]) -> str:
    """The player of a level with these weights."""
    return f"level:{level}:" + ",".join(str(round(weight)) for weight in weights)


def tune(
    text: str,
    start: Sequence[int],
    rounds: int,
    games: int,
    seed: int,
    level: int,
    nodes: int,
    tell: Callable[[int, list[int]], None],
) -> list[int]:
    """The weights after so many rounds of so many games each; tell(round, weights) after each.

    A weight's first step is a fifth of it, and at least 3.
    """
    chance = random.Random(seed)
    weights = [float(weight) for weight in start]
    spans = [max(3.0, abs(weight) / 5) for weight in start]
    for number in range(rounds):
        part = 1 - 0.7 * number / rounds
        signs = [chance.choice((-1, 1)) for _ in weights]
        moved = [span * part * sign for span, sign in zip(spans, signs, strict=True)]
        up = word(level, [w + m for w, m in zip(weights, moved, strict=True)])
        down = word(level, [w - m for w, m in zip(weights, moved, strict=True)])
        score = match.Score()
        for score in match.play(text, up, down, games, chance.randrange(1 << 20), nodes):
            pass
        lead = 2 * score.share - 1
        weights = [w + 2 * lead * m for w, m in zip(weights, moved, strict=True)]
        tell(number + 1, [round(weight) for weight in weights])
    return [round(weight) for weight in weights]
