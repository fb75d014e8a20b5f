"""Judging a board that differs from the position: bit by bit, until there is a `Decision`.

Nothing is carried out or kept here: the reader and the game do that. Each way of looking needs the
`Evidence`, yields wherever other work may interrupt it, and returns the decision. If the board
changes before that, it has to be abandoned.
"""

from tourelle.clock import later, passed
from tourelle.reading import decide
from tourelle.reading.decide import SETTLED, decision
from tourelle.reading.hindsight import last_fit, pairs_of_steps, standing_since
from tourelle.reading.line import TAKEN_BACK, Reading
from tourelle.reading.path import Path

HOVER_MS = 600  # a piece that may only hover has to stay down for this long
ASK_MS = 5000  # something fits but nothing is attested for this long: ask
LIES_MS = 4000  # nothing attested for this long: a lifted piece may lie where no switch feels it
THINK_MS = 90000  # no question for this long while pieces may be in the hand: no job waits longer


# -- nothing has changed for a while


def quiet(evidence, now, question):
    """Decide about a board on which nothing has changed for a while.

    question: the one now lit, or None.
    """
    line = evidence.line
    last = evidence.tokens.last_change
    may_hover = passed(now, last) < HOVER_MS
    wait = decision(decide.HOVERS, at=later(last, HOVER_MS))
    if may_hover and evidence.tokens.hovers(line.cells(), line.closed):
        return wait
    what, readings = yield from _decided(evidence, question)
    lone = what == decide.LONE
    if lone and not evidence.goes_untouched(readings[0]):
        return SETTLED
    if lone and may_hover and line.foot_of(readings[0]).left:
        return wait
    if lone or what == decide.FOLLOW:
        stood = yield from standing_since(line, evidence.tokens, evidence.known)
        return evidence.read(readings[0], attested=not lone, stood=stood)
    if what == decide.LOOK_BACK and (question is None or question.unsure):
        return (yield from _look_back(evidence))
    if what == decide.ASK:
        return decision(what, readings=readings, until=evidence.tokens.seq)
    # Otherwise what is asked has to be answered first.
    return decision(what) if what == decide.UNASK else SETTLED


def _decided(evidence, question):
    """Returns what `decide` says to what explains the board as it stands."""
    line = evidence.line
    beneath = line.beneath()
    next_steps = evidence.next_steps(line.key)
    yield
    captured = line.captured_first()
    yield
    attested = evidence.not_outweighed(evidence.attested(next_steps + captured))
    yield
    if line.felt() and not beneath:
        instead = [TAKEN_BACK]
        others = instead if attested or not evidence.under_way(next_steps, captured) else []
    else:
        instead = evidence.replacing(beneath)
        yield
        others = evidence.attested(instead)
    yield
    replaces = len(others) == 1 and evidence.may_replace(others[0])
    past = question is not None and TAKEN_BACK not in instead and question.is_past()
    stands = line.stands()
    return decide.decide(next_steps + instead, attested + others, stands, replaces, past)


# -- nothing fits: the hands were quicker than the board, or strayed from every step


def _look_back(evidence):
    """Follow the last fit if it was attested then; else look for two steps at once."""
    fit = yield from last_fit(evidence.line, evidence.tokens, evidence.known)
    if fit is not None and not evidence.line.may_become():
        readings = evidence.fitted(fit)
        attested = evidence.attested(readings, fit.until)
        again = evidence.again
        # If the step that was put back fits, too, its piece may be back only for a moment.
        if len(attested) == 1 and (again not in readings or again in attested):
            return evidence.read(attested[0], fit.until)
    return (yield from _explained(evidence, fit))


def _explained(evidence, fit, no_time_left=False):
    """Explain the board by two steps, one under way, or a path; else light the way back.

    fit: the `Moment` when the board last fitted some step, or None; no_time_left: nobody waits for
    the hands any more.
    """
    pairs = yield from pairs_of_steps(evidence)
    if pairs.readings:
        return _both_attested(evidence, pairs) or _of_two(evidence, pairs, fit, no_time_left)
    found = _of_one(evidence, fit, no_time_left)
    if found is not None:
        return found
    if evidence.line.differ > 2:
        path = Path(evidence)
        yield from path.search()
        if len(path.firsts) == 1:
            return evidence.read(path.firsts[0], path.until)
    return decision(decide.WAY_BACK, way_back=True)


def _of_two(evidence, pairs, fit, no_time_left):
    """Pairs of steps explain the board, but none stands out: follow the first step, or ask."""
    readings, until = pairs.readings, pairs.until
    # All of it came before the rest.
    first = len(readings) == 1 and evidence.came_first(readings[0], until)
    if first and evidence.goes_untouched(readings[0]):
        return evidence.read(readings[0], until, attested=False)
    if not no_time_left and evidence.line.may_become():
        return SETTLED  # a step may be under way
    if pairs.attested_steps < 2 and fit is not None and fit.by_lift:
        # The touch may belong only to the second step: add every first step that fitted.
        readings = readings + [r for r in evidence.fitted(fit) if r not in readings]
        until = min(until, fit.until)
    return _asked(readings, until)


def _asked(readings, until):
    """Nothing is attested: ask between these readings of the changes to `until`; None if none."""
    return decision(decide.ASK, readings=readings, until=until, unsure=True) if readings else None


def _both_attested(evidence, pairs):
    """One pair, both steps attested, and no single step under way explains the board."""
    if len(pairs.readings) > 1 or pairs.attested_steps < 2:
        return None
    over = not evidence.line.may_become() or (pairs.apart and evidence.line.all_up())
    return evidence.read(pairs.readings[0], pairs.until) if over else None


def _of_one(evidence, fit, no_time_left):
    """No pair explains the board: wait for a step under way, else take what fitted last."""
    line = evidence.line
    if not no_time_left:
        held = line.all_up() and evidence.tokens.together(line.cells())
        if held or line.may_become():
            return SETTLED  # two hands may simply be holding the missing pieces
    soft = Reading(False, line.moves)
    return _fitted_last(evidence, fit) or _asked(
        [reading for reading in line.possible() if reading != soft], evidence.tokens.seq
    )


def _fitted_last(evidence, fit):
    """The board fitted some step until a piece was lifted; or None."""
    if fit is None or not fit.by_lift:
        return None
    readings = evidence.fitted(fit)
    if len(readings) == 1 and evidence.goes_untouched(readings[0]):
        return evidence.read(readings[0], fit.until, attested=False)
    return _asked(readings, fit.until)


def made_again(evidence, now, attested):
    """After an undo: an attested step on top of the undone one says that it was made.

    attested: a step of the position as it is now is attested, too. Its piece was up when Undo was
    pressed, so it may equally be the step after the undone one.
    """
    pairs = yield from pairs_of_steps(evidence)
    if not attested:
        return _both_attested(evidence, pairs) or SETTLED
    if pairs.attested_steps == 2 and pairs.readings == [evidence.again]:
        return evidence.read(evidence.again, pairs.until)
    return (yield from quiet(evidence, now, None))


# -- the hands are done, or have taken a long time


def taking_long(evidence, now):
    """Nothing attested for a long time: ask, unless somebody may simply be thinking.

    If the piece may be down where no switch feels it, the lights ask for a touch.
    """
    last = evidence.tokens.last_change
    thinks = passed(now, last) < THINK_MS and evidence.line.in_hand()
    thinks = thinks and not evidence.may_end_on_left_out()
    if thinks:
        pairs = yield from pairs_of_steps(evidence)
        if not pairs.readings:
            cells = evidence.occupied_targets()
            return decision(decide.PUT_OFF, at=later(last, THINK_MS), cells=cells)
    if passed(now, last) < ASK_MS:
        return decision(decide.PUT_OFF, at=later(last, ASK_MS))
    # While somebody may be thinking, only two steps at once can explain the board.
    return (yield from _ask_or_explain(evidence, [] if thinks else evidence.fitting()))


def hands_done(evidence, now, led, way_back):
    """OK: nothing is in the hand any more; led, way_back: whether these are lit."""
    line = evidence.line
    tokens = evidence.tokens
    up = [] if led else [cell for cell in line.cells() if not line.closed[cell]]
    besides = [cell for cell in up if evidence.otherwise(cell)]
    if len(besides) == 1:
        fit = None
        if tokens.followed_soon(besides[0], line.cells(), LIES_MS):
            # It may have been lifted for an earlier step that no touch told of.
            fit = yield from last_fit(line, tokens, evidence.known)
        believed = decision(decide.BELIEVE, until=evidence.since, cells=bytes(besides))
        return _fitted_last(evidence, fit) or believed
    if not (led or way_back):
        return (yield from _all_down(evidence))
    if tokens.moved(line.cells(), line.closed, now):
        return decision(decide.INSIST)
    return decision(decide.BELIEVE, until=tokens.seq, cells=range(len(line.closed)))


def _all_down(evidence):
    """Nothing is in the hand any more: the only reading that fits counts.

    If its piece may still be in the hand, or gone, it is asked about.
    """
    line = evidence.line
    readings = evidence.fitting()
    if len(readings) == 1 and not line.foot_of(readings[0]).reached:
        return evidence.read(readings[0], attested=False)
    yield
    hidden: list = []
    for cell in range(len(line.closed)):
        if line.closed[cell] and line.position.occupancy[cell]:
            # Its switch may stick under a piece that is gone.
            hidden += evidence.otherwise(cell)
        if cell & 7 == 7:
            yield
    return (yield from _ask_or_explain(evidence, hidden + readings))


def _ask_or_explain(evidence, readings):
    """Ask between these readings, or settle on what fitted before or is still possible."""
    yield
    if readings:
        return _asked(readings, evidence.tokens.seq)
    fit = yield from last_fit(evidence.line, evidence.tokens, evidence.known)
    return (yield from _explained(evidence, fit, no_time_left=True))
