"""What is to be done now in Tours, for a player's hands."""

# Why it was over, as its outcome says it, in a sentence.
ENDS = {
    "no move left": "The other side has no move left.",
    "100 turns without a capture": "Nothing was captured for 100 turns.",
    "third repetition": "The same position came up for the third time.",
}


def now(position, lifted, put):
    """A sentence; lifted: cells that were emptied, put: cells on which something was set down."""
    names = position.grid.names
    if any(position.stacks[cell] & 15 > 1 for cell in lifted):
        return "Set the bottom pawn back, and lay the others out on the lit cells, one on each."
    if lifted:
        return "Put it onto another pawn of its line. For a higher tower, lift those between, too."
    if any(not position.stacks[cell] for cell in put):
        return "Lay the next pawn on the next cell of the line."
    if position.mid_turn:
        return "Now lay the tower on %s out: its bottom pawn stays, the others go in a line." % (
            names[position.formed]
        )
    if not any(stack >> 4 == position.turn and stack & 15 > 1 for stack in position.stacks):
        return "Pile up two or more single pawns that stand in a line, on one of their cells."
    return "Pile up a line of single pawns on one of its cells, or lay a tower out in a line."


def ok(position):
    """What OK does, in words for its button; "" where it does nothing of the game's own."""
    return ""
