"""Says what a player's hands should do now in Tawôl."""

from tourelle.games.tawol import CLAIM

# A sentence for each reason why a game is over, by the outcome's words.
ENDS = {
    "eight towers": "A pawn stands on each of the eight enemy towers.",
    "two passes": "Neither side had a move left.",
    "third repetition": "The same position came up for the third time.",
}


def now(position, moved):
    """What to do, in a sentence; moved: what the hands have done since the last step."""
    if moved.lifted:
        return "Put it down on a lit cell; onto an enemy where its light says so."
    mine = position.turn
    over = position.blocked[mine] > position.limit(mine)
    if over and (position.options["half"] == "strict" or position.owes == mine):
        return "You block too many pawns. Lift a lit one of yours that stands on an enemy."
    if any(pawn and pawn >> 3 == mine for pawn in position.above):
        return "Lift a lit piece, from a stack the top one only, and put it down on a lit cell."
    return "Lift a lit piece and put it down on a lit cell."


def box(position, moved):
    """What may come from the box now: nothing, since all pieces are on the board."""
    return ""


def ok(position):
    """What OK does, in words for its button; "" if it does nothing specific to the game."""
    return "claim: the enemy blocks too many" if CLAIM in position.legal_moves() else ""
