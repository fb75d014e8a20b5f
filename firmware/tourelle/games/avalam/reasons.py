"""Explains why a step of Avalam is illegal."""

from tourelle.games import TextError
from tourelle.games.avalam import EACH, TALLEST
from tourelle.games.reasons import cells, of_made

_HEIGHTS = ("six", "seven", "eight", "nine")


def step(position, text):
    if "@" in text:
        return _place(position, text)
    origin, target = cells(position, text, "c9-d9")
    names = position.grid.names
    if position.placed < 2 * EACH:
        return "First all %d pieces are placed, each in an empty hole." % (2 * EACH)
    heights = position.heights
    if not heights[origin]:
        return "Nothing stands on %s." % names[origin]
    if heights[origin] >= TALLEST:
        return "A stack of five never moves."
    if origin == target:
        return "A stack has to go onto another one."
    if target not in position.grid.neighbours(origin):
        return "Only neighbours may be stacked."
    if not heights[target]:
        return "%s is empty: a stack goes onto another stack." % names[target]
    return _too_high(heights[origin] + heights[target])


def _too_high(height):
    return "The stack would be %s high." % _HEIGHTS[height - TALLEST - 1]


def _place(position, text):
    letter, _, name = text.partition("@")
    cell = position.cell(name)
    if letter not in ("y", "r"):
        raise TextError("'%s' is not a step of Avalam: write y@c9 or r@c9" % text)
    if position.placed >= 2 * EACH:
        return "No piece comes in from the box: a turn moves a stack."
    if position.occupancy[cell]:
        return "A piece already stands on %s." % name
    return "All %d %s pieces are placed." % (EACH, "yellow" if letter == "y" else "red")


def hands(position, lifted, put):
    if position.placed < 2 * EACH:
        if lifted:
            return "What is placed stays where it is."
        return "Only one piece is placed in a turn."
    if not lifted:
        return "No piece comes in from the box: a turn moves a stack."
    if len(lifted) > 1:
        return "Only one stack is moved in a turn."
    names = position.grid.names
    if put:
        return of_made(position, names[lifted[0]] + "-" + names[put[-1]])
    if position.heights[lifted[0]] >= TALLEST:
        return "A stack of five never moves."
    if any(position.heights[cell] for cell in position.grid.neighbours(lifted[0])):
        return "On each of its neighbours it would be more than five high."
    return "It stands alone: no stack is next to it."
