"""Deciding what to do, given what explains the board. No state, no time."""

from collections import namedtuple

# What the game does, if anything; then the reader follows it.
FOLLOW = "follow"  # a reading
PASS = "pass"  # a step that changes nothing, the only one there is
SHOW = "show"  # a step that no hand has made: lights lead the hands to it
UNDO = "undo"
ASK = "ask"  # the lights ask: between readings
UNASK = "unask"  # the question goes out: the hands have gone on
WAY_BACK = "way back"  # nothing is possible: pieces have to be put back
BELIEVE = "believe"  # accept some cells as they are
HOVERS = "hovers"  # a piece may only hover: look again a little later
PUT_OFF = "put off"  # look again then; meanwhile, a touch of some cells would tell
# What the reader has done already; the game only plays the sound.
NEXT = "next"  # one reading alone: the next of the question, or the first of new ones
TOUCH = "touch"  # one is wanted: where a piece may lie unfelt, or as the answer to the question
PROPOSE = "propose"  # a step that no switch feels
RETURN = "return"  # the lifted piece may go back: Undo was pressed before there was a step
INSIST = "insist"  # the way back stays lit: its switches have just worked
# Returned by `decide` only; the judge acts on them.
LONE = "lone"  # nothing is attested, but one next step fits
OPEN = "open"  # what fits may still be under way: nothing to do yet
LOOK_BACK = "look back"  # nothing fits: two steps at once, what fitted last, or the way back

# What was decided: one value, passed from the judge to the game, the lights and the sound.
#
# what     a word from above
# back     how many moves the game takes back
# moves    the moves it then plays
# details  what the reader has to know to follow it: the arguments of its method for this word
Decision = namedtuple("Decision", ("what", "back", "moves", "details"))


def decision(what, back=0, moves=(), **details):
    """A `Decision`, in which the game has nothing to do unless that is said."""
    return Decision(what, back, moves, details)


SETTLED = decision("settled")  # nothing to do, but the lamps may have changed


def decide(fits, attested, stands, replaces, past):
    """What to do, and with which readings, where a board differs from the position.

    fits        the readings that fit
    attested    the attested ones among them, and attested steps that no switch feels; also that
                the soft step was put back, unless a step that looks the same may be under way
    stands      everything the soft step changed is still that way
    replaces    the only attested reading instead of the soft step may take its place
    past        a question was lit for lack of evidence, and the hands have gone on
    """
    next_steps = [reading for reading in attested if reading.stays]
    if len(next_steps) == 1 and (next_steps == attested or stands):
        return FOLLOW, next_steps
    if not next_steps and replaces:
        return FOLLOW, attested
    if attested:
        return ASK, attested
    if past:
        return UNASK, []
    if len(fits) == 1 and fits[0].stays:
        return LONE, fits
    return (OPEN if fits else LOOK_BACK), fits
