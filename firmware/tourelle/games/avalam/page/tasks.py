"""Says what a player's hands should do now in Avalam."""

from tourelle.games.avalam import EACH

# A sentence for each reason why a game is over, by the outcome's words.
ENDS = {
    "stacks": "More stacks.",
    "stacks of five": "Equal points; more stacks of five.",
    "equal": "Nobody has more.",
}


def now(position, moved):
    """What to do, in a sentence; moved: what the hands have done since the last step."""
    if position.placed < 2 * EACH:
        return "Put a piece of either colour from the box into an empty hole."
    if moved.lifted:
        return "Put it onto a lit neighbour."
    return "Lift a lit stack, of either colour, and put it onto a neighbour."


def box(position, moved):
    """What may come from the box now, in the words of `place`; "" if nothing may."""
    return "y1 r1" if position.placed < 2 * EACH else ""


def ok(position):
    """What OK does, in words for its button; "" if it does nothing specific to the game."""
    return ""
