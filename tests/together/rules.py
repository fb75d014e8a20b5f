"""A stand-in for a game: any number of players, and steps that say themselves what they do.

A step is a number that no other has. With "+" behind it the player goes on, with "!" has won.
"""


class Rules:
    """What `course` asks of a game."""

    def __init__(self, players: int):
        self.players = players
        self._known: dict[tuple, tuple | None] = {(): (0, "")}

    def look(self, steps: tuple) -> tuple | None:
        """(player to move, result), None where a step is not legal."""
        if steps not in self._known:
            self._known[steps] = self._after(self.look(steps[:-1]), steps[-1])
        return self._known[steps]

    def _after(self, before: tuple | None, step: str) -> tuple | None:
        if before is None or before[1] or not step.rstrip("+!").isdigit():
            return None
        player = before[0]
        if step.endswith("!"):
            return player, f"won {player}"
        return (player if step.endswith("+") else (player + 1) % self.players), ""
