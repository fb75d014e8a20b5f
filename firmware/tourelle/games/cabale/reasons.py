"""Explains why a step of Cabale is illegal."""

from tourelle.games import TextError
from tourelle.games.cabale import PAIR, TOKENS
from tourelle.games.reasons import of_made, way
from tourelle.grids import NONE

_FORM = "'%s' is not a step of Cabale: write e6-g4, x1, x2, e6^g6, a5/b4 or ."


def step(position, text):
    if text == ".":
        return _done(position)
    if text in ("x1", "x2"):
        return _tokens(position, text)
    for sign, reason in (("-", _ride), ("^", _jump), ("/", _barrier)):
        names = text.split(sign)
        if len(names) == 2:
            one, two = position.cell(names[0]), position.cell(names[1])
            return _place_first(position) or reason(position, one, two)
    if len(text) != 2:
        raise TextError(_FORM % text)
    return _place(position, position.cell(text))


def _player(position):
    return "Player %d" % (position.turn + 1)


def _on(position, cell):
    """What stands on an occupied cell."""
    return "a token" if position.tokens[cell] else "a jester"


# -- the set-up


def _place_first(position):
    if position.jesters[position.turn] != NONE:
        return ""
    return "%s's jester first: put it on a lit cell at the edge." % _player(position)


def _place(position, cell):
    if position.jesters[position.turn] != NONE:
        return "%s's jester stands already." % _player(position)
    if position.occupancy[cell]:
        return "A jester already stands on %s." % position.grid.names[cell]
    near = len(position.grid.neighbours(cell))
    if near == 3:
        return "No jester starts in a corner."
    return "A jester starts at the edge of the board."


def _done(position):
    if position.jesters[position.turn] == NONE:
        if position.joining:
            return "Two players or more have to place a jester."
        return _place_first(position)
    if position.at == NONE:
        return "First the jester rides: nobody may pass."
    return "First the token goes where the jester turned."


# -- the ride and its token


def _phase(position):
    """What has to come before a jump or a barrier in this turn; "" if nothing has to."""
    if position.at == NONE:
        return "First the jester rides."
    if position.mid_turn and not _is_laid(position):
        return "First the token goes where the jester turned."
    return ""


def _is_laid(position):
    """Whether it is settled how many tokens lie on the cell where the jester turned."""
    return TOKENS | 1 not in position.legal_moves()


def _ride(position, turn, end):
    if position.mid_turn:
        return "The jester rides once in a turn."
    start = position.jesters[position.turn]
    if start in (turn, end):
        return "The jester has to ride away from where it stands."
    if turn == end:
        return "After its turn the jester rides on, for one cell or more."
    out = way(position.grid, start, turn)
    on = way(position.grid, turn, end)
    if not out or not on:
        return "The jester rides straight, turns once, and rides straight on."
    first = _direction(position, start, out[0])
    second = _direction(position, turn, on[0])
    if first == second:
        return "Straight on is no turn: the jester has to turn once."
    if (first + 3) % 6 == second:
        return "Back the way it came is no turn."
    return _blocked(position, start, out) or _blocked(position, turn, on)


def _direction(position, cell, neighbour):
    return [step[cell] for step in position.grid.toward].index(neighbour)


def _blocked(position, start, passed):
    """What stops a jester on these cells."""
    before = start
    for cell in passed:
        if _wall(position, before, cell):
            names = position.grid.names
            return "A barrier stands between %s and %s." % (names[before], names[cell])
        if position.occupancy[cell]:
            return "There is %s on %s: the jester cannot pass." % (
                _on(position, cell),
                position.grid.names[cell],
            )
        before = cell
    return ""


def _wall(position, one, two):
    return position.walls[one] >> _direction(position, one, two) & 1


def _tokens(position, text):
    if position.jesters[position.turn] == NONE:
        return _place_first(position)
    if not position.mid_turn:
        return "First the jester rides."
    if _is_laid(position):
        return "The token is down already: the turn goes on from there."
    if not position.doubles[position.turn]:
        return "%s has no pairs left to make." % _player(position)
    return "%s has no second token left." % _player(position)


# -- what may come after


def _jump(position, origin, target):
    reason = _phase(position)
    if reason:
        return reason
    if origin != position.at:
        return "Only the token that was put down in this turn may jump."
    passed = way(position.grid, origin, target)
    if len(passed) != 2:
        return "A jump goes straight over one neighbour."
    name = position.grid.names[passed[0]]
    token = position.tokens[passed[0]]
    if not token:
        jester = position.occupancy[passed[0]]
        if jester:
            return "There is a jester on %s: jesters are never captured." % name
        return "There is nothing to jump over on %s." % name
    if token & ~PAIR == position.turn + 1:
        return "The token on %s is your own: those are never captured." % name
    if position.occupancy[target]:
        return "There is %s on %s: a jump ends on an empty cell." % (
            _on(position, target),
            position.grid.names[target],
        )
    return "A barrier stops the jump."


def _barrier(position, one, two):
    reason = _phase(position)
    if reason:
        return reason
    if two not in position.grid.neighbours(one):
        return "A barrier stands between two neighbours."
    if _wall(position, one, two):
        return "A barrier already stands there."
    if not position.barriers[position.turn]:
        return "%s has no barriers left." % _player(position)
    return "This edge is not marked: no barrier stands there."


# -- what the hands did


def hands(position, lifted, put):
    names = position.grid.names
    if position.jesters[position.turn] == NONE:
        if lifted:
            return _place_first(position)
        if len(put) > 1:
            return "Only one jester is placed in a turn."
        return step(position, names[put[0]])
    if not position.mid_turn:
        return _riding(position, lifted, put)
    if lifted:
        if put and lifted[0] == position.at:
            return of_made(position, names[lifted[0]] + "^" + names[put[-1]])
        return "Only the token that was put down in this turn may jump."
    if _is_laid(position):
        return "A turn puts down tokens on one cell only."
    return "The second token goes onto the first."


def _riding(position, lifted, put):
    jester = position.jesters[position.turn]
    filled = [cell for cell in put if not position.occupancy[cell]]
    if any(cell != jester for cell in lifted):
        if all(position.tokens[cell] for cell in lifted):
            return "Tokens stay where they lie."
        return "It is %s's turn: only this jester rides." % _player(position)
    if not lifted:
        return "First the jester rides: a token goes where it turned."
    if len(filled) > 2:
        return "The jester and one token: no more is put down now."
    if len(filled) == 2:
        return _ride(position, filled[1], filled[0])
    return "The jester cannot come there: it rides straight, turns once, and rides straight on."
