"""What is to be done now in Avalam, for a player's hands."""

from tourelle.games.avalam import EACH

# Why it was over, as its outcome says it, in a sentence.
ENDS = {
    "stacks": "More stacks.",
    "stacks of five": "Equal points; more stacks of five.",
    "equal": "Nobody has more.",
}


def now(position, lifted, put):
    """A sentence; lifted: cells that were emptied, put: cells on which something was set down."""
    if position.placed < 2 * EACH:
        return "Put a piece of either colour from the box into an empty hole."
    if lifted:
        return "Put it onto a lit neighbour."
    return "Lift a lit stack, of either colour, and put it onto a neighbour."


def ok(position):
    """What OK does, in words for its button; "" where it does nothing of the game's own."""
    return ""
