"""What is to be done now in Avalam, for a player's hands."""

from tourelle.games.avalam import EACH

# Why it was over, as its outcome says it, in a sentence.
ENDS = {
    "stacks": "More stacks.",
    "stacks of five": "Equal points; more stacks of five.",
    "equal": "Nobody has more.",
}


def now(position, moved):
    """A sentence; moved: what the hands have done since the last step."""
    if position.placed < 2 * EACH:
        return "Put a piece of either colour from the box into an empty hole."
    if moved.lifted:
        return "Put it onto a lit neighbour."
    return "Lift a lit stack, of either colour, and put it onto a neighbour."


def box(position, moved):
    """What may come from the box now, as `place` names it; "" where nothing does."""
    return "y1 r1" if position.placed < 2 * EACH else ""


def ok(position):
    """What OK does, in words for its button; "" where it does nothing of the game's own."""
    return ""
