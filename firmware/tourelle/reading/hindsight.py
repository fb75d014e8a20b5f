"""Hindsight, for hands quicker than the board: the last fit, and two steps at once."""

from collections import namedtuple

from tourelle.reading.explain import MISSING, RULED_OUT
from tourelle.reading.line import Reading
from tourelle.steps import ZOBRIST

FIRSTS = 8  # most attested first steps to search from; with more, there is no search

# A moment at which the board fitted some step.
#
# key      of the cells that differed from the position
# beneath  the cells that differed from the position beneath the soft step (bytes)
# until    number of the change that led to this board
# by_lift  whether the next change opened a cell
Moment = namedtuple("Moment", ("key", "beneath", "until", "by_lift"))

# The pairs of steps that explain the board, of those with the most attested steps.
#
# attested_steps  how many of a pair's two steps are attested
# readings        the first steps
# until           number of the change that ended the first step, where it ended earliest
# apart           whether in some pair the second step began after the first was over
Pairs = namedtuple("Pairs", ("attested_steps", "readings", "until", "apart"))


def _moments(line, tokens, since):
    """Retrace to change `since`, yielding a `Moment` wherever some step fitted, else None."""
    closed = bytearray(line.closed)
    key = line.key
    beneath = line.beneath()
    by_lift = False
    for number in range(tokens.seq, max(since, tokens.oldest()) - 1, -1):
        fitted = not tokens.answering(number) and line.fits(key, beneath)
        yield Moment(key, beneath, number, by_lift) if fitted else None
        cell, left_out = tokens.cell(number)
        by_lift = not closed[cell]
        closed[cell] = by_lift
        if left_out:
            beneath = bytes([other for other in beneath if other != cell])
            continue
        key ^= ZOBRIST[cell]
        if line.felt():
            beneath = bytes(sorted(set(beneath) ^ {cell}))


def last_fit(line, tokens, since):
    """Returns the latest `Moment` before the last change, or None.

    Like `standing_since`, it yields as it works; the board must not change meanwhile.
    """
    for moment in _moments(line, tokens, since):
        if moment is not None and moment.until < tokens.seq:
            return moment
        yield
    return None


def standing_since(line, tokens, since):
    """Returns the number of the change since which the board has fitted only what it fits now."""
    first = tokens.seq
    for moment in _moments(line, tokens, since):
        if moment and (moment.key, moment.beneath) != (line.key, line.beneath()):
            break
        first = moment.until if moment else first
        yield
    return first


def pairs_of_steps(evidence):
    """Returns the `Pairs` whose first step is attested, or only fills cells; yields as it works.

    The board must not change until it ends. A step that was undone, or seemed to be put back, is
    tried as a first step, too, and counted as attested.
    """
    line, tokens, since = evidence.line, evidence.tokens, evidence.since
    found: list = []
    firsts = yield from _firsts(evidence)
    for reading in firsts if len(firsts) <= FIRSTS else ():
        foot = line.foot_of(reading)
        sure = reading == evidence.again
        began = since if sure else tokens.first(foot, since)
        steps = yield from line.steps_after(reading)
        left = line.differing_from(steps, foot.captured)
        feet = [steps.foot(number) for number in steps.fitting_cells(left)]
        yield
        for second in feet:
            ends = second.filled + second.reached
            # Nobody can know that a step ended where no switch feels it.
            if began < tokens.first(second, since) and not line.leaves_out(ends):
                found.append(_pair(evidence, reading, began, second, steps.origin, sure))
    line.let_go()
    most = max([pair.attested_steps for pair in found] + [0])
    best = [pair for pair in found if pair.attested_steps == most]
    readings = [reading for reading in firsts if any(pair.readings == [reading] for pair in best)]
    until = min([pair.until for pair in best] + [tokens.seq])
    return Pairs(most, readings, until, any(pair.apart for pair in best))


def _pair(evidence, reading, began, second, origin, sure):
    """The `Pairs` of one pair: a reading, begun at that change, and the footprint of a second step.

    origin: the cell that all second steps start from; sure: the reading counts as attested.
    """
    tokens = evidence.tokens
    first = evidence.line.foot_of(reading)
    until = max(tokens.last(first), began if sure else 0)
    shared = [c for c in second.left + second.reached if c in first.reached + first.filled]
    for cell in shared:  # a touch belongs to one step only: the first has the one before
        before = tokens.closing(cell, tokens.closing(cell) - 1)
        if before > began:
            until = min(until, before)
    since = until if shared or second.left else began
    count = int(evidence.attests(second, since, origin))
    count += int(sure or evidence.grade(reading, until) > MISSING)
    return Pairs(count, [reading], until, until < tokens.first(second, since))


def _firsts(evidence):
    """Returns the possible first steps; yields as it works.

    They are next steps that may be over and are attested or only fill cells, and the one that may
    be made again.
    """
    firsts: list = []
    line, tokens = evidence.line, evidence.tokens
    # A cell that the first step filled may be empty again: the second step lifted it.
    for number in line.top.begun(line.closed, line.cells()):
        yield
        reading = Reading(True, line.top.moves_of(number))
        foot = line.foot_of(reading)
        filled = all(line.closed[c] or tokens.touched(c, evidence.since) for c in foot.filled)
        only_fills = foot.filled and not (foot.vacated or foot.reached)
        least = RULED_OUT if only_fills else MISSING
        if filled and evidence.grade(reading, tokens.last(foot)) > least:
            firsts.append(reading)
    if evidence.again and evidence.again not in firsts:
        firsts.append(evidence.again)
    return firsts
