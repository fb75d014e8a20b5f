"""Deciding what to do, given what explains the board. No state, no time."""

from collections import namedtuple

from tourelle.reading.line import TAKEN_BACK

# What the game does; then the reader follows it.
FOLLOW = "follow"  # a reading
PASS = "pass"  # a step that changes nothing, the only one there is
SHOW = "show"  # a step that no hand has made: lights lead the hands to it
UNDO = "undo"
# What the lights ask.
ASK = "ask"  # between readings
NEXT = "next"  # one reading alone: the next of the question, or the first of new ones
TOUCH = "touch"  # of a cell, where a piece may lie unfelt; or the one that the question waits for
PROPOSE = "propose"  # a step that no switch feels
LEAD = "lead"  # nothing is possible: the way back
RETURN = "return"  # the lifted piece may go back: Undo was pressed before there was a step
INSIST = "insist"  # the way back stays lit: its switches have just worked
UNASK = "unask"  # the piece in question is in the hand again
# What the reader does by itself.
BELIEVE = "believe"  # accept some cells as they are
WAIT = "wait"  # look again a little later
LATER = "later"  # ask much later; meanwhile, a touch of some cells would tell
# Returned by `decide` only; the judge acts on them.
BACK = "take back"
LONE = "lone"  # nothing is attested, but one next step fits
OPEN = "open"  # what fits may still be under way: nothing to do yet
LOOK_BACK = "look back"  # nothing fits: two steps at once, what fitted last, or the way back

# What was decided: one value, passed from the judge to the game, the lights and the sound.
#
# what      a word from above
# readings  FOLLOW: the one; ASK: those to choose from; NEXT: the same, or none: go on
#           with the question that is lit; UNDO: the one undone, none if it was not attested
# until     FOLLOW, BELIEVE: touches after this change are evidence for the steps to come;
#           ASK, NEXT: the same once it is answered
# attested  FOLLOW: whether the reading is; ASK: whether any of them is
# stood     FOLLOW: the change since which the whole step has stood; None: it does not matter
# at        WAIT: when to look again; LATER: when to ask, in ms
# cells     BELIEVE: those to take as right; LATER: those that a touch would tell about
# back      FOLLOW, UNDO: how many moves the game takes back
# moves     FOLLOW, PASS, SHOW: the moves it then plays
Decision = namedtuple(
    "Decision", ("what", "readings", "until", "attested", "stood", "at", "cells", "back", "moves")
)


def decision(
    what, readings=(), until=0, attested=True, stood=None, at=0, cells=(), back=0, moves=()
):
    """A `Decision`; fields that do not matter can be left out."""
    return Decision(what, readings, until, attested, stood, at, cells, back, moves)


SETTLED = decision("settled")  # nothing to do, but the lamps may have changed


class Found:
    """What explains a board that differs from the position.

    put_back        the board is as it was before the soft step
    begun           a next step that looks the same may be under way
    next            next steps that fit
    attested        the attested ones among them, and attested steps that no switch feels
    other           readings that fit instead of the soft step
    other_attested  the attested ones among them
    stands          everything the soft step changed is still that way
    replaces        the only attested one of `other` may take its place
    reconsidered    a question was lit for lack of evidence, and the hands have gone on
    """

    def __init__(self):
        self.put_back = self.begun = self.stands = self.replaces = self.reconsidered = False
        self.next: list = []
        self.attested: list = []
        self.other: list = []
        self.other_attested: list = []


def decide(found):
    """What to do, and with which readings."""
    attested = found.attested
    other = found.other_attested
    fits = found.next + found.other
    if found.put_back:
        if attested:
            return ASK, attested + [TAKEN_BACK]
        return (OPEN if found.begun else BACK), []
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
    return (OPEN if fits else LOOK_BACK), fits
