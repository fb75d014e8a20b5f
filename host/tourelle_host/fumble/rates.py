"""How often each fumble happens."""

from typing import NamedTuple


class Rates(NamedTuple):
    """The probability per step of each fumble.

    `slide`, `wrong`, `forget` and `askew` are slips within a gesture (gestures.py), at most one
    in each; `quick` concerns what follows it (match.py); the others are habits (habits.py).
    """

    adjust: float = 0.10  # nudges another piece, before the step or while one is held
    slide: float = 0.10  # slides over cells on the way
    hesitate: float = 0.10  # lifts, puts back, perhaps another piece, too
    wrong: float = 0.05  # puts it down on a wrong cell first
    forget: float = 0.10  # leaves out the touch that tells which step it is
    knock: float = 0.02  # knocks a neighbour off its cell, and puts it back
    askew: float = 0.03  # puts it down so far off centre that the switch stays open
    quick: float = 0.10  # does not wait for the lights, and the next player plays on
    # What families do besides: mixes.py has the rates.
    other: float = 0.0  # the other player straightens a piece or holds one up meanwhile
    between: float = 0.0  # sets it down between two cells
    part: float = 0.0  # drops a part of what is carried
    think: float = 0.0  # holds the piece for up to a minute
    buttons: float = 0.0  # presses OK or Undo at any moment
    sweep: float = 0.0  # sweeps over a row of pieces
    topple: float = 0.0  # knocks a stack over
    illegal: float = 0.0  # makes a step that the rules forbid
    turn: float = 0.0  # plays out of turn
    child: float = 0.0  # lifts and puts back, several times
    retake: float = 0.0  # lifts and puts back an own piece before the step
    straighten: float = 0.0  # sets a piece next to the last step straight
    flicker: float = 0.0  # a switch opens and closes for a while
    jolt: float = 0.0  # knocks against the table
    power: float = 0.0  # the supply fails for a moment

    def times(self, factor: float) -> "Rates":
        """All of them, this many times as often."""
        return Rates(*(min(1.0, rate * factor) for rate in self))
