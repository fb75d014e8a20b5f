"""What a player remembers of a game: the steps made, and which of them the board has taken."""

from tourelle_host.fumble.eye import Look
from tourelle_host.fumble.gestures import Step


class History:
    """The steps of a game, as its player knows them.

    unseen  made, but not yet seen to be taken, in their order
    taken   seen to be taken, in their order, before all unseen ones
    late    the step whose only sign, its touches, was left out and is still to come, or None
    """

    def __init__(self) -> None:
        self.unseen: list[Step] = []
        self.taken: list[Step] = []
        self.late: Step | None = None

    @property
    def last(self) -> Step | None:
        """The step made last, or None before the first."""
        steps = self.unseen or self.taken
        return steps[-1] if steps else None

    @property
    def captured(self) -> set[int]:
        """The cells from which the unseen steps capture something."""
        return {cell for step in self.unseen for cell in step.foot.captured}

    def take(self, count: int = 1) -> None:
        """So many of the unseen steps, the first ones, have been taken."""
        self.taken += self.unseen[:count]
        del self.unseen[:count]

    def reopen(self, count: int = 1) -> None:
        """The board no longer has so many of the steps that it had taken."""
        self.unseen[:0] = self.taken[-count:]
        del self.taken[-count:]

    def misread(self, look: Look) -> bool:
        """Whether the lights show another step than the last one taken."""
        return bool(self.taken and look.cells("last-move")) and not look.shows(self.taken[-1])

    def lost(self, look: Look) -> bool:
        """Whether the lights show the last step but one, so that the last is no longer taken."""
        return [look.shows(step) for step in self.taken[-2:]] == [True, False]
