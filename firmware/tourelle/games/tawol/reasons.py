"""Explains why a step of Tawôl is illegal."""

from tourelle.games.reasons import cells, of_made, turn_of, way
from tourelle.games.tawol import TOWER

_SIDES = ("White", "Black")
_FAR = ("", "one cell", "up to two cells", "up to three cells")
_EXACTLY = ("", "one cell", "two cells", "three cells")
_PAWNS = ("", "one pawn", "two pawns", "three pawns", "four pawns", "five pawns")


def step(position, text):
    if text == "pass":
        return "Nobody may pass while there is a move."
    if text == "claim":
        if position.options["half"] == "strict":
            return "The board itself watches over the half rule: nothing is claimed."
        if position.mid_turn:
            return "It has been claimed already: now make your move."
        return "%s blocks no more than half: there is nothing to claim." % _other(position)
    origin, target = cells(position, text, "a1-a3")
    reason = _no_piece(position, origin)
    if reason:
        return reason
    if origin == target:
        return "The piece has to move."
    passed = way(position.grid, origin, target)
    if not passed:
        return "Pieces move straight, in any of the eight directions."
    return _reach(position, origin, passed) or _half(position)


def _other(position):
    return _SIDES[1 - position.turn]


def _no_piece(position, origin):
    """Why no piece of the mover's can set out from there; "" if one can."""
    piece = position.above[origin] or position.ground[origin]
    if not piece:
        return "Nothing stands on %s." % position.grid.names[origin]
    if piece >> 3 == position.turn:
        return ""
    if position.above[origin]:
        if position.ground[origin] & 7 == TOWER:
            return "This tower is taken: what lies beneath cannot move."
        return "This pawn is blocked: what lies beneath cannot move."
    return turn_of(_SIDES[position.turn])


def _reach(position, origin, passed):
    """Why the piece cannot go that way to its end; "" if only the half rule forbids it."""
    ground = position.ground
    target = passed[-1]
    tower_below = position.above[origin] and ground[origin] & 7 == TOWER
    reach = (position.above[origin] or ground[origin]) & 7
    if tower_below and not (ground[target] & 7 == TOWER):
        return "From a tower it only goes on to another lone tower."
    if reach == TOWER and len(passed) > 1:
        return "A tower goes one cell."
    if reach != TOWER and len(passed) > reach:
        return "This pawn goes %s." % _FAR[reach]
    for cell in passed[:-1]:
        if ground[cell]:
            return "Something is in the way on %s." % position.grid.names[cell]
    return _attack(position, target, reach, len(passed)) if ground[target] else ""


def _attack(position, target, reach, far):
    """Why the piece cannot land on what stands there; far: how many cells it moves."""
    ground = position.ground
    if reach == TOWER:
        return "A tower attacks nothing: it goes onto an empty cell."
    if position.above[target]:
        return "No more than two pieces stand on a cell."
    if ground[target] >> 3 == position.turn:
        return "A pawn does not land on pieces of its own side."
    if far != reach:
        return "This pawn attacks exactly %s away." % _EXACTLY[reach]
    return ""


def _half(position):
    """Why the half rule forbids a move that nothing else forbids."""
    mine = position.turn
    if position.options["half"] == "claim" or position.blocked[mine] > position.limit(mine):
        return "A blocked pawn has to be released first."
    most = position.limit(mine)
    return "No more than %s may be blocked now." % _PAWNS[most]


def hands(position, lifted, put):
    names = position.grid.names
    if len(lifted) > 1:
        return "Only one piece is moved in a turn."
    if lifted:
        reason = _no_piece(position, lifted[0])
        if reason or not put:
            return reason or "This piece has nowhere to go."
        return of_made(position, names[lifted[0]] + "-" + names[put[-1]])
    mine = position.turn
    on_top = [cell for cell in range(64) if position.above[cell]]
    on_top = [cell for cell in on_top if position.above[cell] >> 3 == mine]
    if not on_top:
        return "No piece comes in from the box."
    if all(position.ground[cell] & 7 == TOWER for cell in on_top):
        return "From a tower it only goes on to another lone tower."
    return "No pawn that stands on another may come down there."
