"""What is to be done now in Tawôl, for a player's hands."""

from tourelle.games.tawol import CLAIM

# Why it was over, as its outcome says it, in a sentence.
ENDS = {
    "eight towers": "A pawn stands on each of the eight enemy towers.",
    "two passes": "Neither side had a move left.",
    "third repetition": "The same position came up for the third time.",
}


def now(position, lifted, put):
    """A sentence; lifted: cells that were emptied, put: cells on which something was set down."""
    if lifted:
        return "Put it down on a lit cell; onto an enemy where its light says so."
    mine = position.turn
    over = position.blocked[mine] > position.limit(mine)
    if over and (position.options["half"] == "strict" or position.owes == mine):
        return "Release a blocked pawn: lift a lit pawn that stands on one."
    if any(pawn and pawn >> 3 == mine for pawn in position.above):
        return "Lift a lit piece, from a stack the top one only, and put it down on a lit cell."
    return "Lift a lit piece and put it down on a lit cell."


def ok(position):
    """What OK does, in words for its button; "" where it does nothing of the game's own."""
    return "claim the half rule" if CLAIM in position.legal_moves() else ""
