"""Explains why a step of Tours is illegal."""

from tourelle.games import TextError
from tourelle.games.reasons import cells, turn_of, way

_SIDES = ("White", "Black")


def step(position, text):
    if ">" in text:
        return _form(position, text)
    base, last = cells(position, text, "b1-e1>c1 to pile up, e8-b5 to lay out")
    return _no_tower(position, base) or _collapse(position, base, last)


def _height(position, cell):
    return position.stacks[cell] & 15


def _is_enemys(position, cell):
    return position.stacks[cell] and position.stacks[cell] >> 4 != position.turn


# -- forming


def _form(position, text):
    run, _, pile = text.partition(">")
    ends = run.split("-")
    if len(ends) > 2:
        raise TextError("'%s' is not a step of Tours: write b1-e1>c1, or h8>e8" % text)
    first = position.cell(ends[0])
    last = position.cell(ends[-1] if len(ends) > 1 else pile)
    return _run(position, first, last, position.cell(pile))


def _run(position, first, last, pile):
    """Why the pawns from first to last may not be piled up there."""
    if position.mid_turn:
        return "The tower that was formed has to collapse now."
    if first == last:
        return "Only two pawns or more in a line make a tower."
    line = way(position.grid, first, last)
    if not line:
        return "The pawns have to stand in a straight line."
    line = bytes((first,)) + line
    return _not_mine(position, line) or _pile(position, line, pile)


def _not_mine(position, line):
    """Why these cells are not an unbroken line of the mover's single pawns; "" if they are."""
    stacks = [cell for cell in line if position.stacks[cell]]
    if stacks and all(_is_enemys(position, cell) for cell in stacks):
        return turn_of(_SIDES[position.turn])
    for cell in line:
        name = position.grid.names[cell]
        if not position.stacks[cell]:
            return "The line has a gap on %s." % name
        if _is_enemys(position, cell):
            return "There is an enemy on %s: only your own pawns make a tower." % name
        if _height(position, cell) > 1:
            return "There is a tower on %s: only single pawns are piled up." % name
    return ""


def _pile(position, line, pile):
    if pile not in line:
        return "The tower has to stand on a cell of the line."
    return "This tower could not be laid out at once, so it may not be formed."


# -- laying out


def _no_tower(position, base):
    """Why nothing on this cell can be laid out; "" if something can."""
    if not position.stacks[base]:
        return "Nothing stands on %s." % position.grid.names[base]
    if _is_enemys(position, base):
        return turn_of(_SIDES[position.turn])
    if position.mid_turn and base != position.formed:
        return "The tower that was formed has to collapse now."
    if _height(position, base) < 2:
        return "A single pawn does not move: pile up a line, or lay out a tower."
    return ""


def _collapse(position, base, last):
    """Why a tower may not be laid out towards a cell."""
    if base == last:
        return "The tower has to be laid out along a line."
    line = way(position.grid, base, last)
    if not line:
        return "A tower is laid out along a straight line."
    direction = [step[base] for step in position.grid.toward].index(line[0])
    if position.blocked >> direction & 1:
        return "Not back along the line that it was formed from."
    return _laid(position, base, direction) or _whole(position, base, direction)


def _laid(position, base, direction):
    """Why a tower may not be laid out in this direction; "" if it may."""
    step = position.grid.toward[direction]
    cell = base
    for _ in range(_height(position, base) - 1):
        cell = step[cell]
        if cell >= 64:
            return "The board ends there: a tower is always laid out whole."
        name = position.grid.names[cell]
        if _is_enemys(position, cell):
            return "There is an enemy on %s: a tower is not laid onto enemies." % name
        if _height(position, cell) > 1:
            return "Another tower of yours stands on %s." % name
    return ""


def _whole(position, base, direction):
    cell = base
    for _ in range(_height(position, base) - 1):
        cell = position.grid.toward[direction][cell]
    name = position.grid.names[cell]
    return "The whole tower is laid out, a pawn a cell: it ends on %s." % name


# -- what the hands did


def hands(position, lifted, put):
    if lifted:
        return _lifted(position, lifted, put)
    bases = [cell for cell in put if not _no_tower(position, cell)]
    filled = [cell for cell in put if not position.stacks[cell]]
    bases = bases or [cell for cell in range(64) if not _no_tower(position, cell)]
    if not bases:
        return "No pawn comes in from the box."
    if len(bases) > 1:
        return "No tower of yours can be laid out there."
    return _collapse(position, bases[0], filled[-1])


def _lifted(position, lifted, put):
    single = [cell for cell in lifted if _height(position, cell) < 2]
    towers = [cell for cell in lifted if _height(position, cell) > 1]
    reason = _not_mine(position, single)
    if reason:
        return reason
    if single and towers:
        return "Only single pawns are piled up, and only one tower is laid out."
    if towers:
        return _no_tower(position, towers[0]) or _no_way(put)
    if position.mid_turn:
        return "The tower that was formed has to collapse now."
    if len(lifted) == 1 and not put:
        return "A single pawn does not move, and it stands in no line."
    if any(not position.stacks[cell] for cell in put):
        if len(lifted) == 1:
            return "A single pawn does not move: pile up a line, or lay out a tower."
        return "The tower has to stand on a cell of the line."
    touched = lifted + put[-1:]
    ends = min(touched), max(touched)  # of a line, its cells being numbered row by row
    line = bytes(ends[:1]) + way(position.grid, *ends)
    if len(line) == 1 or any(cell not in line for cell in touched):
        return "The pawns have to stand in a straight line."
    return _not_mine(position, line) or _pile(position, line, touched[-1])


def _no_way(put):
    if put:
        return "The bottom pawn stays where the tower stood."
    return "This tower can be laid out nowhere: its way is blocked or too short."
