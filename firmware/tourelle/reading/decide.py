"""Deciding: a table from what explains the board to what is to be done. Pure."""

from tourelle.reading.line import TAKEN_BACK

# What is to be done about the readings that come with it.
FOLLOW = "follow"
ASK = "ask"
BACK = "take back"
UNASK = "unask"  # the piece that was asked about is in the hand again
LONE = "lone"  # nothing is attested, but one next step fits
LEAD = "lead"  # nothing is possible: the way back
LOOK_BACK = "look back"  # nothing fits: two steps at once, what fitted last, or the way back
WAIT = "wait"  # and look again a little later
LATER = "later"  # and ask much later
STANDS = "stands"  # the board is as the position says
ARRIVED = "arrived"  # the same, when the hands were led there
BELIEVE = "believe"  # some cells are right as they are
INSIST = "insist"  # they are not: their switches have just worked

# What is lit for the hands after a decision.
ASKED = 1  # a question or a proposal
LED = 2  # the way back


class Decision:
    """What the game is to do; the reader then has to hear that it was done.

    back      so many moves to take back
    moves     then these are played
    lit       ASKED, LED or 0
    kind      how the reader follows: FOLLOW, PASS, SHOW, UNDO, or "" where nothing moves
    reading   the `Reading` that is followed
    foot      footprint of the step that is shown, or taken back
    attested  whether the reading was attested, or is the answer to a question
    until     what was touched after this change is evidence for the steps to come
    stood     number of the change since which the whole step has stood; None: it does not matter
    """

    def __init__(
        self,
        kind="",
        back=0,
        moves=(),
        lit=0,
        reading=None,
        foot=None,
        attested=True,
        until=0,
    ):
        self.kind = kind
        self.back = back
        self.moves = moves
        self.lit = lit
        self.reading = reading
        self.foot = foot
        self.attested = attested
        self.until = until
        self.stood = None


PASS = "pass"
SHOW = "show"
UNDO = "undo"

SETTLED = Decision()  # nothing for the game to do, but the lamps may have changed


class Found:
    """What explains a board that differs from the position.

    put_back        it is as before the soft step
    begun           a next step that looks the same may be under way
    next            next steps that fit
    attested        those that are attested, with those no switch feels
    other           readings instead of the soft step that fit
    other_attested  those that are attested
    stands          all that the soft step changed is still so
    replaces        the one attested other reading may take its place
    reconsidered    a question was lit for want of signs, and the hands have gone on
    """

    def __init__(self):
        self.put_back = self.begun = self.stands = self.replaces = False
        self.reconsidered = False
        self.next: list = []
        self.attested: list = []
        self.other: list = []
        self.other_attested: list = []


def decide(found):
    """What is to be done, and with which readings."""
    attested = found.attested
    other = found.other_attested
    fits = found.next + found.other
    if found.put_back:
        if attested:
            return ASK, attested + [TAKEN_BACK]
        return (WAIT if found.begun else BACK), []
    if len(attested) == 1 and (not other or found.stands):
        return FOLLOW, attested
    if attested:
        return ASK, attested + other
    if len(other) == 1 and found.replaces:
        return FOLLOW, other
    if other:
        return ASK, other
    if found.reconsidered:
        return UNASK, []
    if len(fits) == 1 and found.next:
        return LONE, fits
    return (WAIT if fits else LOOK_BACK), fits
