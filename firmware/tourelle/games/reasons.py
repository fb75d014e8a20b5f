"""Why a step is not legal, as a player would say it; what each game says is in its `reasons`.

Nothing loads this unless somebody asks. A game's file gives

step(position, text)            why the step of that notation is no legal one: a sentence;
                                TextError where it is no notation of a step
hands(position, lifted, put)    why what the hands did begins no legal step: a sentence. lifted:
                                cells that were emptied; put: cells on which something was set
                                down since and stands; in their order
"""

from tourelle.games import AmbiguousMove, IllegalMove, TextError

OVER = "The game is over."


def of_step(position, text):
    """Why this step is not legal, in a sentence; "" where it is. TextError: it is no step."""
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


def of_hands(position, lifted, put):
    """Why what the hands did begins no legal step, in a sentence; "" where it may begin one."""
    if not lifted and all(position.occupancy[cell] for cell in put):
        return ""
    if position.outcome() is not None:
        return OVER
    if _begins(position, lifted, put):
        return ""
    return _of(position).hands(position, lifted, put)


def _begins(position, lifted, put):
    """Whether some legal step lifts all that was lifted, and puts all there that was put down."""
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
    """The game's own; TextError where nobody wrote them."""
    try:
        return __import__(module(position), None, None, ("step",))
    except ImportError:
        raise TextError("%s has no reasons.py that tells why" % position.NAME)


def module(position):
    """Name of the module with what this position's game says."""
    return "tourelle.games." + position.NAME + ".reasons"


# -- what the games' files share


def cells(position, text, form):
    """The two cells of a text such as "c9-d9"; form: how it is written. TextError."""
    names = text.split("-")
    if len(names) != 2:
        raise TextError("'%s' is no step of %s: write %s" % (text, position.TITLE, form))
    return position.cell(names[0]), position.cell(names[1])


def way(grid, origin, target):
    """The cells passed on the straight way to a target, and it (bytes); b"" if none leads."""
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
    """That it is somebody else's turn."""
    return "It is %s's turn." % name
