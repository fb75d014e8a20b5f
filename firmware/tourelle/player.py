"""Who plays a side: what every kind of player can do, and the kinds that need nothing else.

docs/architecture.md says how to add a kind.
"""

from tourelle.clock import later, passed
from tourelle.who import HAND, HOST

GONE_MS = 10000  # a host whose turn it is and that is silent for this long is gone


class Player:
    """Who plays a side: the default answers, which each kind overrides.

    text     as the link and the journal have it, see who.py
    hands    hands make its steps; else lights lead hands to carry out what `step` returns
    thinks   it needs the board's search
    gone     it is not there: a host silent in its turn, or somebody who left: see away.py
    absence  the words for that
    heir     who takes over its side if OK is pressed while it is gone, as a text; None: nobody
    at       when `step` has work again, set by `step`; None: not until the player is heard from
    """

    hands = False
    thinks = False
    gone = False
    absence = ""
    heir: "str | None" = None
    at: "int | None" = None

    @property
    def text(self):
        raise NotImplementedError

    def begin(self):
        """Another game begins."""

    def afresh(self):
        """Steps were played or taken back, or a side changed hands: earlier results are void."""

    def link_spoke(self, now):
        """The link has said something."""

    def step(self, position, now, rested, waiting):
        """Called repeatedly in its turn: does a slice of work; returns its step, or None: not yet.

        rested: how long the hands have been at rest, in ms; waiting(): whether they move again.
        """

    def accepts_draw(self, position):
        """Whether it accepts an offered draw; None: it answers later, as a person does with OK."""
        return None

    def offers_draw(self, position):
        """Whether it offers a draw with the step that it plays."""
        return False

    def offered_draw(self, position):
        """The draw that it offers is lit."""

    def accepts_undo(self):
        """Whether steps may be taken back without asking this player."""
        return True


class Person(Player):
    """Hands at the board."""

    text = HAND
    hands = True


class Host(Player):
    """A program on the link, which sends its steps as commands."""

    text = HOST
    absence = "The host is gone: press OK, and a person plays for it."
    heir = HAND
    _heard: "int | None" = None  # when the link last said something in its turn

    def afresh(self):
        self.gone = False
        self._heard = None

    def link_spoke(self, now):
        self.gone = False
        self._heard = now

    def step(self, position, now, rested, waiting):
        if self._heard is None:
            self._heard = now
        self.gone = passed(now, self._heard) >= GONE_MS
        self.at = None if self.gone else later(self._heard, GONE_MS)
