"""Helps a person: makes the gestures that a board asks hands for, one after another."""

from collections.abc import Callable

from tourelle_host.errors import UserError
from tourelle_host.server import carry
from tourelle_host.server.advice import Advice
from tourelle_host.server.carrier import Carrier
from tourelle_host.sim.body import Body

GESTURE_S = 0.25  # between two gestures, so that a person can follow
MOST_GESTURES = 400  # more than any board asks for
MOST_TOUCHES = 3  # of switches that do not react


class Helping:
    """A hand that helps at a board when asked to."""

    def __init__(self, board: Body, advice: Advice, carrier: Carrier, tell: Callable[[str], None]):
        """advice: hears the board's lines; tell: a line to people."""
        self._board = board
        self._advice = advice
        self._carrier = carrier
        self._tell = tell
        self._at_work: object | None = None  # a new object each time; None while it rests

    def begin(self) -> None:
        """Make the gestures that the board asks for, until it asks for none."""
        if self._at_work is None:
            self._at_work = object()
            self._go_on(self._at_work, MOST_GESTURES)

    def stop(self) -> None:
        """Stop: whoever takes a piece goes on alone."""
        self._at_work = None

    def _go_on(self, at_work: object, most: int) -> None:
        if self._at_work is not at_work:
            return
        try:
            lines = self._gesture()
            for line in lines:
                self._board.do(line)
        except (ValueError, UserError) as error:  # who asked may be gone by now
            lines = []
            self._tell(f"@say {error}")
        if lines and lines[0].startswith("touch"):
            most = min(most, MOST_TOUCHES)
        if lines and most > 1:
            self._carrier.later(GESTURE_S, lambda: self._go_on(at_work, most - 1))
        else:
            self._at_work = None

    def _gesture(self) -> list[str]:
        """The next gesture; [] where the pieces lie as the board wants them."""
        hands = self._advice.hands
        if hands.position is None:
            return []
        edge = hands.step.edge if hands.led and hands.step else []
        return carry.gesture(self._board.world, hands.position, hands.asked, edge)
