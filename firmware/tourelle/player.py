"""Who plays a side: what every kind of player answers, and the kinds that need nothing else.

docs/architecture.md says how a kind is added.
"""

from tourelle.clock import later, passed

GONE_MS = 10000  # a host that has to play and was not heard for so long is gone


class Player:
    """Who plays a side: this, with what its kind answers otherwise.

    text     as the link and the journal have it: "hand", "host", "board 3"
    hands    hands make its steps; else light leads them to carry out what `step` gives
    thinks   it needs the board's search
    gone     it has to play, and was not heard of for long
    absence  what is said then
    heir     who takes its side over when OK is pressed then, as a text; None: nobody
    at       when `step` has something to do again, as it left it; None: not before it is heard of
    """

    hands = False
    thinks = False
    gone = False
    absence = ""
    heir: "str | None" = None
    at: "int | None" = None

    def __init__(self, text):
        self.text = text

    def begin(self):
        """Another game begins."""

    def afresh(self):
        """Steps were played or taken back, or sides given away: what was found before is void."""

    def heard(self, now):
        """The link has said something."""

    def step(self, position, now, rested, waiting):
        """Asked again and again in its turn: a slice of work; its step, or None for not yet.

        rested: ms for which the hands have been at rest; waiting(): whether they move again.
        """

    def takes_draw(self, position):
        """Whether it takes a draw that is offered; None: it answers later, as hands do with OK."""
        return None

    def offers_draw(self, position):
        """Whether it offers one with the step that it gives."""
        return False

    def takes_undo(self, position):
        """Whether a person may take steps back without its leave."""
        return True


class Person(Player):
    """Hands at the board."""

    hands = True


class Host(Player):
    """A program on the link, which sends its steps as commands."""

    absence = "The host is gone: OK, and a person plays on for it."
    heir = "hand"

    def __init__(self, text):
        super().__init__(text)
        self._heard = None  # when the link said something in its turn

    def afresh(self):
        self.gone = False
        self._heard = None

    def heard(self, now):
        self.gone = False
        self._heard = now

    def step(self, position, now, rested, waiting):
        if self._heard is None:
            self._heard = now
        self.gone = passed(now, self._heard) >= GONE_MS
        self.at = None if self.gone else later(self._heard, GONE_MS)
