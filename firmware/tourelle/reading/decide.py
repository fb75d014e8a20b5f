"""Deciding: what is to be done, by what explains the board. No state, no time."""

from collections import namedtuple

from tourelle.reading.line import TAKEN_BACK

# What the game does; then the reader follows it.
FOLLOW = "follow"  # a reading
PASS = "pass"  # a step that changes nothing, the only one there is
SHOW = "show"  # a step that no hand has made: light leads the hands to it
UNDO = "undo"
# What the lights ask.
ASK = "ask"  # between readings
OFFER = "offer"  # one of them after the other
TOUCH = "touch"  # a piece may lie where no switch feels it: a touch would say so
PROPOSE = "propose"  # a step that no switch feels
LEAD = "lead"  # nothing is possible: the way back
RETURN = "return"  # what is up may go back: Undo was pressed before it was a step
INSIST = "insist"  # the way back stays: its switches have just worked
UNASK = "unask"  # the piece that was asked about is in the hand again
# What the reader does by itself.
BELIEVE = "believe"  # some cells are right as they are
WAIT = "wait"  # and look again a little later
LATER = "later"  # and ask much later
# What only `decide` says, and the judge acts on.
BACK = "take back"
LONE = "lone"  # nothing is attested, but one next step fits
LOOK_BACK = "look back"  # nothing fits: two steps at once, what fitted last, or the way back

# What was decided, the same value from whoever judges to the game, the lights and the sound.
#
# what      a word from above
# readings  of FOLLOW the one, of ASK those to ask between, of UNDO the one that is undone, if told
# until     what was touched after this change is evidence for the steps to come
# attested  of FOLLOW: whether the reading is, or was answered; of ASK: whether any of them is
# stood     of FOLLOW: the change since which the whole step has stood; None: it does not matter
# at        of WAIT, LATER and TOUCH: until when, in ms
# cells     of BELIEVE and TOUCH
# back      so many moves the game takes back,
# moves     and then plays
# foot      of SHOW and UNDO: the footprint of the step
Decision = namedtuple(
    "Decision",
    ("what", "readings", "until", "attested", "stood", "at", "cells", "back", "moves", "foot"),
)


def decision(
    what,
    readings=(),
    until=0,
    attested=True,
    stood=None,
    at=0,
    cells=(),
    back=0,
    moves=(),
    foot=None,
):
    """A `Decision`, of which only what matters has to be said."""
    return Decision(what, readings, until, attested, stood, at, cells, back, moves, foot)


SETTLED = decision("settled")  # nothing is to be done, but the lamps may have changed


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
