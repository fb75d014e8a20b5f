"""How much of a game to measure on the emulated chip."""

from dataclasses import dataclass


@dataclass
class Plan:
    """How much of everything to measure.

    steps     of the game; of several games where one is over
    places    positions in which lifts are measured
    lifts     at random moments
    touches   of 40 ms, at random moments
    seed      for the steps and the moments
    """

    steps: int = 200
    places: int = 20
    lifts: int = 1000
    touches: int = 1000
    seed: int = 1
