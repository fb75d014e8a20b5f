"""A second opinion on the rules: slow move generators that share no code with the firmware.

Each game's, in its folder, is written from the rules as people read them, over dictionaries of
cell names, and has
    read(text)      the State of a position's text
    moves(state)    {text of a legal step: the State after it}
    result(state)   None while the game goes on, else (winners' letters, points)
States compare equal when the game goes on in the same way from them; which positions have
been there before (`seen`) is not compared.
"""


def split(text):
    """(side to move, {cell: stack}, {part: value}) of a position's text in its written form."""
    head, *parts = text.split(" ; ")
    words = head.split(" ")
    board = dict(word.split("=") for word in words[2:])
    named = dict(part.split(" ", 1) if " " in part else (part, "") for part in parts)
    return words[1], board, named


def options(parts, **defaults):
    """The options among the parts, with the defaults of those that are not there."""
    chosen = dict(item.split("=") for item in parts.get("options", "").split(",") if item)
    return {name: chosen.get(name.replace("_", "-"), value) for name, value in defaults.items()}


def replay(state, parts, moves):
    """The state after the steps of a turn under way, if there are any."""
    for step in parts.get("steps", "").split(","):
        if step:
            state = moves(state)[step]
    return state


def line(random, name, side, board, *parts):
    """A position's text, its cells in an order by chance."""
    words = [f"{cell}={stack}" for cell, stack in board.items()]
    random.shuffle(words)
    return " ; ".join([" ".join([name, side, *words]), *[part for part in parts if part]])
