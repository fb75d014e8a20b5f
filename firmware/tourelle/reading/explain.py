"""Explaining: what the tokens say for and against a step, as a small integer.

Everything here depends on its arguments alone, and on nothing that was decided before.
"""

from tourelle.clock import elapsed

# What speaks against a path. What costs MARGIN more than the cheapest does not count.
MISSING = 4  # for each sign that should have been felt, and was not
UNFELT = 1  # for each that no switch could feel; 3 where the step ends there
WEAK = 1  # a sign that may as well be of something else: a short touch, other pieces in the hand
RIVAL = 3  # a gesture at a cell that another path goes to, while the piece was in the hand
AGAIN = 2  # only a nudge, or a gesture soon after the step was over
LATE = 1  # a touch later
BESIDE = 3  # another piece was up before the step began, and still is
ASTRAY = 3  # a piece lies where no path has put it
HOVER = 1  # the same, but a piece is up that may only be held there
DENIED = 3  # a step that is attested was not made at all
UNTOUCHED = 1  # the stack that a piece came off was not touched
MOVED_ON = 3  # what it put down was taken up again
MOVED = 2  # the same, and it was set down elsewhere
BACK = 1  # the hands took a step back
MARGIN = 2
SURE = 3  # what costs less is followed

LIFT_MS = 150  # what was up for a shorter time was only nudged
AGAIN_MS = 1500
BEFORE_MS = 3000  # a stack may be touched so long before a piece of it is set down

_VACATED, _FILLED, _VIA, _LEFT, _REACHED, _CAPTURED = 1, 2, 3, 4, 5, 6


class Signs:
    """What the tokens say of one step.

    missing  how many of its signs are not there
    order    it filled a cell before it emptied one: it was not that step
    cost     what speaks against it, the missing signs included
    first    number of its first change, 0 if there is none
    last     number of the change with which all its signs were there, 0 where some are missing
    plain    number of the change from which on it was plain: what it reaches was lifted, or last
    against  by cell, what a touch of it says against the step; within the cost
    held     for how many ms its piece was in the hand before it was set down
    """

    def __init__(self):
        self.missing = self.cost = self.first = self.last = self.plain = self.held = 0
        self.order = False
        self.against = b""


def signs(foot, tokens, closed, mine, since, left_out, origin, rivals):
    """Look for the `Signs` of a step with this footprint in the tokens, in order.

    What it empties is lifted; then what it reaches is touched; what it fills is set down after
    the first was lifted; what it leaves is touched. Who sets back what was lifted begins anew.

    closed    the switches: what is open without a token was lifted before there were any
    mine      1 for each cell whose tokens up to number `since` belong to the step before
    left_out  1 for each cell whose switch cannot be felt
    origin    the one cell that all steps start from: it needs no touch
    rivals    the cells that the same piece may go to in other paths
    """
    size = len(left_out)
    role = bytearray(size)
    unfelt = emptied = missing = 0
    for what, group in (
        (_CAPTURED, foot.captured),
        (_FILLED, foot.filled),
        (_VIA, foot.via),
        (_LEFT, foot.left),
        (_REACHED, foot.reached),
        (_VACATED, foot.vacated),
    ):
        for cell in group:
            if left_out[cell] == 1:
                unfelt += UNFELT if what in (_VACATED, _LEFT) else 3 * UNFELT
                missing -= role[cell] == _FILLED
                role[cell] = _CAPTURED
            elif what != _LEFT or cell != origin:
                if what == _VACATED:
                    emptied += 1
                elif what != _CAPTURED and role[cell] != _FILLED:
                    missing += 1
                role[cell] = what
    wanted = missing
    found = Signs()
    got = bytearray(size)  # 1 where a sign is there, 3 where a piece rested and went on
    open_ = bytearray(size)
    found.against = against = bytearray(size)
    up = beside = weak = speaks = 0
    ended_at = 0
    lifted_at = left_at = -1
    resting = len(foot.via)
    for cell in foot.vacated:
        if role[cell] == _VACATED and not closed[cell] and tokens.last(cell) < 0:
            up += 1
            open_[cell] = 1
            found.first = 1
    for i in range(tokens.count):
        seq = tokens.seqs[i]
        cell = tokens.cells[i]
        what = role[cell]
        if seq <= since and mine[cell]:
            continue
        if not tokens.shut[i]:
            open_[cell] = 2 if beside else 1
            if what == _REACHED and up == emptied and not beside:
                found.plain = seq
            elif what == _VACATED:
                if not found.last:
                    up += 1
                    lifted_at = tokens.at[i]
                    found.first = found.first or seq
            elif what == 0:
                beside += 1
            elif what == _VIA and got[cell] == 1:
                got[cell] = 3
                resting -= 1
                for other in foot.filled:  # what is its end is reached after that
                    if role[other] == _FILLED and got[other]:
                        got[other] = 0
                        missing += 1
                if cell in foot.filled:  # something will be laid there
                    missing += 1
            elif what == _FILLED and got[cell] and not found.last:
                got[cell] = 0  # it was only passed over
                missing += 1
        else:
            if what == _VACATED:
                if open_[cell] and not (found.last and beside):
                    up -= 1
                    found.last = 0
                    if not up and not beside:  # set back: it begins anew
                        found.first = found.plain = weak = 0
                        missing = wanted
                        resting = len(foot.via)
                        got[:] = bytes(size)
                        against[:] = bytes(size)
                        speaks = 0
            elif what == 0:
                if open_[cell]:
                    beside -= 1
                    if found.first and cell in rivals:
                        cost = _against(tokens, i, found, weak, ended_at)
                        if cost > against[cell]:
                            speaks += cost - against[cell]
                            against[cell] = cost
            elif what == _LEFT and got[cell] and not emptied and not found.first:
                left_at = tokens.at[i]
            elif what == _VIA and got[cell] == 3:
                if cell in foot.filled:
                    got[cell] = 5
                    missing -= 1
            elif what != _CAPTURED and not got[cell]:
                if up == emptied or (up and what in (_FILLED, _VIA)):
                    if what == _LEFT and not emptied:
                        left_at = tokens.at[i]
                    else:
                        found.first = found.first or seq
                    if lifted_at >= 0:
                        found.held = elapsed(tokens.at[i], lifted_at)
                    got[cell] = 1
                    missing -= 1
                    if what == _REACHED and (open_[cell] == 2 or tokens.lasted[i] < LIFT_MS):
                        weak = WEAK
                elif what == _FILLED and emptied:
                    got[cell] = 2  # before anything was lifted
            open_[cell] = 0
        if not found.last and not missing and up == emptied and not resting:
            if left_at < 0 or elapsed(tokens.at[i], left_at) <= BEFORE_MS:
                found.last = seq
                found.plain = found.plain or seq
                ended_at = tokens.at[i]
    for cell in foot.filled:
        if got[cell] == 2:
            found.order = True
    if not found.last:
        found.missing = max(1, missing + emptied - up + (1 if resting else 0))
    lacking = found.missing
    if emptied == 0 and foot.filled and not foot.reached:
        for cell in foot.left:
            if role[cell] == _LEFT and not found.last and (not got[cell] or not missing):
                lacking -= 1  # not at all, or too long before
                unfelt += UNTOUCHED
    found.cost = MISSING * max(0, lacking) + unfelt + weak + speaks
    return found


def _against(tokens, i, found, weak, ended_at):
    """What the touch at i, of a cell that another path goes to, says against this step."""
    lifted = tokens.lasted[i] >= LIFT_MS
    if not found.last:
        return RIVAL if lifted else AGAIN
    if lifted and elapsed(tokens.at[i], ended_at) < AGAIN_MS:
        return RIVAL if weak else AGAIN
    return LATE
