"""What is to be done now in Cabale, for a player's hands."""

from tourelle.games.cabale import BARRIER, DONE, JUMP, TOKENS
from tourelle.grids import NONE

_KIND = 7 << 12

# Why it was over, as its outcome says it, in a sentence.
ENDS = {
    "last token": "The last token was put down.",
    "no turn left for the jester": "The jester had no ride left with a turn.",
}


def now(position, lifted, put):
    """A sentence; lifted: cells that were emptied, put: cells on which something was set down."""
    if position.jesters[position.turn] == NONE:
        begin = " Or OK begins with those who stand." if DONE in position.legal_moves() else ""
        return "Put your jester from the box on a lit cell at the edge." + begin
    if position.mid_turn:
        return _after(position, lifted)
    filled = [cell for cell in put if not position.occupancy[cell]]
    if lifted and filled:
        return "Ride on to the end, and put a token from the box on the cell where it turned."
    if lifted:
        return "Put it down where it turns or where its ride ends: straight, one turn, straight on."
    return "Lift your jester: it rides straight, turns once, and rides straight on."


def _after(position, lifted):
    """What may come after the ride."""
    if lifted:
        return "Put it down on the lit cell behind what it jumps over."
    moves = list(position.legal_moves())
    ways = []
    if TOKENS | 1 in moves:
        if TOKENS | 2 in moves:
            ways.append("For a pair, touch the token once more.")
        position.push(TOKENS | 1)
        moves = list(position.legal_moves()) if position.mid_turn else []
        position.pop()
    kinds = {move & _KIND for move in moves}
    if JUMP in kinds:
        ways.append("The token may jump: lift it, and put it on a lit cell.")
    if BARRIER in kinds:
        ways.append("For a barrier, put one on a marked edge and touch the two cells beside it.")
    return " ".join(ways + ["OK ends the turn."])


def ok(position):
    """What OK does, in words for its button; "" where it does nothing of the game's own."""
    if position.mid_turn:
        return "end the turn"
    return "begin the game" if DONE in position.legal_moves() else ""
