"""The rules of a shared game, as `Decider` asks for them. Runs on MicroPython as well."""

from tourelle_host.together.log import common


class GameRules:
    """Made from a game's position, which it then owns, and from who plays each side.

    players   how many there are; their numbers are 0 to players - 1
    """

    def __init__(self, position, sides):
        """sides: each side's player; one player may have several sides."""
        self.players = max(sides) + 1
        self._position = position
        self._sides = sides
        self._pushed = ()  # texts of the steps played on it since
        self._movers = []  # the players who made them

    def look(self, steps):
        """(player to move, result); None where a step is not legal or not in its one spelling.

        After an end, the player who moved last.
        """
        position = self._position
        for _ in range(len(self._pushed) - common(self._pushed, steps)):
            position.pop()
            self._movers.pop()
        at = len(self._movers)
        while at < len(steps) and self._push(steps[at]):
            at += 1
        self._pushed = steps[:at]
        if at < len(steps):
            return None
        outcome = position.outcome()
        if outcome is None:
            return self._sides[position.turn], ""
        return (self._movers[-1] if at else 0), self._result(outcome.winners)

    def _push(self, text):
        position = self._position
        if position.outcome() is not None:
            return False
        try:
            move = position.parse_move(text)
        except ValueError:
            return False
        if position.move_text(move) != text:
            return False
        self._movers.append(self._sides[position.turn])
        position.push(move)
        return True

    def _result(self, winners):
        """The result in words; players who share a victory are named together."""
        players = sorted({self._sides[side] for side in winners})
        return "won %s" % " ".join(map(str, players)) if players else "draw"
