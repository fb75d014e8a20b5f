"""The rules of a shared game, as what decides asks for them. Runs on MicroPython as well."""

from tourelle_host.together.log import common


class GameRules:
    """Needs a game's position, which is its own from then on, and who plays each of its sides.

    players   how many there are: the sides' numbers go from 0 to one less
    """

    def __init__(self, position, sides):
        """sides: of each side the number of its player; one may play several."""
        self.players = max(sides) + 1
        self._position = position
        self._sides = sides
        self._pushed = ()  # texts of the steps since then
        self._movers = []  # who made them

    def look(self, steps):
        """(player to move, result), None where a step is not legal, or not written as we write it.

        After an end it is the player who moved last.
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
        """Those who share a victory are named together."""
        players = sorted({self._sides[side] for side in winners})
        return "won %s" % " ".join(map(str, players)) if players else "draw"
