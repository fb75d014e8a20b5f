"""Decides what every light shows: the position and the reader's view of it, one lamp per cell.

The functions here change only `lamps`.
"""

from tourelle import lights
from tourelle.games import cells_of
from tourelle.grids import NONE
from tourelle.kernels import light_resting, micropython


def _fill(lamps, lamp=lights.OFF):
    """Light every cell the same."""
    lamps[:] = bytes((lamp,)) * len(lamps)


def game(lamps, game, view, players):
    """Show a game; players: the `People` at it."""
    position = game.position
    resting = not (view.line.differ or view.leading.on or view.question)
    if game.offered and (view.way_back or not view.line.differ):
        _fill(lamps, lights.PROPOSED)
    elif game.verdict is not None and not (view.leading.showing and view.line.differ):
        _over(lamps, position, view.line, game.verdict.winners)
    elif resting and players.waits():
        _awaiting(lamps, game, players)
        _owed(lamps, view.line)
    else:
        _playing(lamps, position, view, game.last)
        if resting and players.hint is not None:
            _hinting(lamps, position.footprint(players.hint))


@micropython.native
def _playing(lamps, position, view, last):
    """Show a game in progress; last: the footprint of the last step, or None."""
    if view.leading.on:
        _leading(lamps, view)
    elif view.question and (
        view.question.proposed or not view.question.unsure or not view.line.may_become()
    ):
        _fill(lamps)
        _in_hand(lamps, view.line, view.line.cells())
    elif view.line.differ:
        _moving(lamps, view.line)
    else:
        _resting(lamps, position, view, last)
    _owed(lamps, view.line)
    for cell in view.answers():
        lamps[cell] = lights.WHICH
    for cell in view.touch:
        lamps[cell] = lights.TOUCH
    proposals = view.proposals
    if view.question and view.question.proposed:
        _proposing(lamps, view.line.foot_of(view.question.proposed))
    if proposals.reading:
        for cell in cells_of(proposals.foot):
            lamps[cell] = lights.pulses(lights.PROPOSED, proposals.pulses)


def _proposing(lamps, foot):
    """Show the proposed reading; cells where pieces are laid on the way pulse once."""
    for cell in cells_of(foot):
        lamps[cell] = lights.PROPOSED
    if foot.filled:
        for cell in foot.via:
            lamps[cell] = lights.pulses(lights.PROPOSED, 1)


def _hinting(lamps, foot):
    """Show a step that the board would play: from where, or from the box, to where."""
    _proposing(lamps, foot)
    if not (foot.vacated or foot.left):
        return
    for cell in foot.filled + foot.reached:
        lamps[cell] = lights.MAY_LAND
    for cell in foot.attacked:
        lamps[cell] = lights.MAY_ATTACK


def _resting(lamps, position, view, last):
    """Nothing is in the hand: show whose turn it is, what can move and what moved last."""
    top = view.line.top
    light_resting(
        lamps,
        position.occupancy,
        top.movers,
        top.entries,
        len(lamps),
        lights.CAN_MOVE,
        lights.MAY_LAND,
        lights.turn(position.turn),
    )
    for cell, foot in view.proposals.next_touches:
        lamps[cell] = _next_touch(cell, foot)
    if last is not None:
        _last_move(lamps, position, last)


def _next_touch(cell, foot):
    """The lamp of a cell that has to be touched for a step that no switch feels."""
    if cell in foot.attacked:
        return lights.MAY_ATTACK
    return lights.BARRIER if cell in foot.via else lights.MAY_LAND


def _last_move(lamps, position, last):
    if last.filled and not (last.vacated or last.left):
        for cell in last.filled:  # a piece from the box: show whose it is
            lamps[cell] = lights.turn(position.owner(cell))
        return
    for cells in (last.vacated, last.filled, last.left, last.reached, last.via):
        for cell in cells:
            # During a turn it matters more that the piece may go on than where it came from.
            if position.mid_turn and lamps[cell] == lights.CAN_MOVE:
                continue
            # A piece laid on the way shows its owner's colour, which tells it from the end.
            laid = cell in last.via and cell in last.filled
            lamps[cell] = lights.turn(position.owner(cell)) if laid else lights.LAST_MOVE


@micropython.native
def _moving(lamps, line):
    """A piece is lifted or set down: show where it may go, or the way back.

    Before all next steps are known, only show that it is in the hand.
    """
    if not line.top.ready:
        _fill(lamps)
        _in_hand(lamps, line, line.cells())
        return
    first = line.differing[0]
    if line.differ == 1 and not line.closed[first] and line.top.light(first, lamps):
        lamps[first] = lights.IN_HAND
        return
    _fill(lamps)
    cells = line.cells()
    beneath = line.beneath()
    next_ = line.top.light_begun(cells, line.closed, lamps)
    instead = line.base.light_begun(beneath, line.closed, lamps) if beneath else 0
    if next_ or instead:
        _in_hand(lamps, line, cells)
        if not next_ and not line.stands():
            _in_hand(lamps, line, line.foot.vacated)  # where the piece moved last may go back
    else:
        _way_back(lamps, line.cells(), line.closed)


def _in_hand(lamps, line, cells):
    for cell in cells:
        if not line.closed[cell] and lamps[cell] == lights.OFF:
            lamps[cell] = lights.IN_HAND


def _way_back(lamps, cells, closed):
    for cell in cells:
        lamps[cell] = lights.REMOVE if closed[cell] else lights.PUT_BACK


def _leading(lamps, view):
    """Show what to put back, and how many pieces to lift from where."""
    _fill(lamps)
    for cell, more in view.leading.excess():
        lamps[cell] = lights.pulses(lights.REMOVE, more)
    for cell in view.leading.barriers:
        lamps[cell] = lights.REMOVE
    _way_back(lamps, view.line.cells(), view.line.closed)
    if view.leading.showing is not None:
        view.leading.showing.show(lamps, view.line.closed)


def _owed(lamps, line):
    if any(line.left_out):
        for cell in line.owed():
            if line.closed[cell]:
                lamps[cell] = lights.CAPTURE
    for cell in line.capped:
        lamps[cell] = lights.CAPTURE


def setting_up(lamps, closed, opening):
    """Show which pieces are missing from the opening, and which are too many."""
    _fill(lamps)
    _way_back(lamps, [cell for cell in range(len(lamps)) if closed[cell] != opening[cell]], closed)


def _over(lamps, position, line, winners):
    """The game is over: show whose each piece is, the winners' with their rhythm.

    Captured pieces still have to come off.
    """
    for cell in range(len(lamps)):
        owner = position.owner(cell)
        if owner == NONE:
            lamps[cell] = lights.OFF
        elif owner in winners or not winners:
            lamps[cell] = lights.winner(owner)
        else:
            lamps[cell] = lights.turn(owner)
    _owed(lamps, line)


def _awaiting(lamps, game, players):
    """No hand plays the side to move: light its pieces, or all if it has none."""
    position = game.position
    lamp = lights.FAULT if players.gone() else lights.BUSY
    _fill(lamps)
    for cell in range(len(lamps)):
        if position.owner(cell) == position.turn:
            lamps[cell] = lamp
    if not any(lamps):
        _fill(lamps, lamp)
    if game.last is not None:
        _last_move(lamps, position, game.last)


def choosing(lamps, cells, numbers):
    """The menu is open: each choice pulses its own number."""
    _fill(lamps)
    for i in range(len(cells)):
        lamps[cells[i]] = lights.pulses(lights.CHOICE, numbers[i])
