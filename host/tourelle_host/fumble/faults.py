"""The switches that fail in a game: how many, and when."""

import random

from tourelle_host.fumble.player import Player

_LATEST = 20  # all dying switches of a game have died by this step
_STICKING = 3  # the step after which switches stick closed


class Faults:
    """The faults of one game."""

    def __init__(self, dead: float, stuck: float, rng: random.Random):
        """dead, stuck: how many switches die or stick closed, on average."""
        count = _rounded(dead, rng)
        self._dying = sorted(rng.randint(1, _LATEST) for _ in range(count))  # after which steps
        self._sticking = _rounded(stuck, rng)  # switches that have yet to stick

    def happen(self, player: Player, steps: int, since: int) -> None:
        """Let the player have those that are due.

        steps: made in this game; since: those made since its pieces were last put up.
        """
        while self._dying and steps >= self._dying[0]:
            self._dying.pop(0)
            player.lose_a_switch()
        if self._sticking and since >= _STICKING:
            player.let_switches_stick(self._sticking)
            self._sticking = 0


def _rounded(rate: float, rng: random.Random) -> int:
    """A number with this average: the rate, rounded up or down at random."""
    part = rate % 1
    return int(rate) + (part > 0 and rng.random() < part)
