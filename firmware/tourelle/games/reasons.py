"""Explains why a step is illegal, as a player would say it; each game does so in its `reasons`.

It is loaded only when somebody asks. A game's file defines

step(position, text)            a sentence that says why the step with that notation is illegal;
                                TextError if it is not the notation of a step
hands(position, lifted, put)    a sentence that says why what the hands did begins no legal step.
                                lifted: cells that were emptied; put: cells on which something was
                                set down since and still stands; both in the order in which it
                                happened
"""

from tourelle.games import AmbiguousMove, IllegalMove, TextError, part

OVER = "The game is over."


def of_step(position, text):
    """Why this step is illegal, in a sentence; "" if it is legal. TextError: it is not a step."""
    text = text.strip().lower()
    over = position.outcome() is not None
    if not over:
        try:
            position.parse_move(text)
            return ""
        except AmbiguousMove:
            return ""
        except IllegalMove:
            pass
    return OVER if over else _of(position).step(position, text)


def of_made(position, text):
    """Why what the hands did is not legal although they seem to have made this step. TextError."""
    return of_step(position, text) or "Something was put down that is not part of this step."


def of_hands(position, lifted, put):
    """Why what the hands did begins no legal step, in a sentence; "" if it may begin one."""
    if not lifted and all(position.occupancy[cell] for cell in put):
        return ""
    if position.outcome() is not None:
        return OVER
    if _begins(position, lifted, put):
        return ""
    return _of(position).hands(position, lifted, put)


def _begins(position, lifted, put):
    """Whether some legal step lifts from all cells in lifted and puts onto all in put."""
    last = put[-1:] if lifted else []
    placed = [cell for cell in put if not position.occupancy[cell] or cell in last]
    for move in position.legal_moves():
        foot = position.footprint(move)
        lifts = foot.vacated + foot.left + foot.reached + foot.captured
        puts = foot.filled + foot.left + foot.reached
        if all(cell in lifts for cell in lifted) and all(cell in puts for cell in placed):
            return True
    return False


def _of(position):
    """The game's `reasons`; TextError if nobody wrote them."""
    why = "%s has no reasons.py that tells why" % position.NAME
    return part(position.NAME, "reasons", why)


# -- shared by the games' files


def cells(position, text, form):
    """The two cells in a text such as "c9-d9"; form: how such a text is written. TextError."""
    names = text.split("-")
    if len(names) != 2:
        raise TextError("'%s' is not a step of %s: write %s" % (text, position.TITLE, form))
    return position.cell(names[0]), position.cell(names[1])


def way(grid, origin, target):
    """The cells on the straight way to a target, target included (bytes); b"" if there is none."""
    for step in grid.toward:
        passed = bytearray()
        cell = step[origin]
        while cell < grid.size:
            passed.append(cell)
            if cell == target:
                return bytes(passed)
            cell = step[cell]
    return b""


def turn_of(name):
    """A sentence that says whose turn it is."""
    return "It is %s's turn." % name
