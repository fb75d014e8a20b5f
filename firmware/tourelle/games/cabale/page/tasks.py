"""Says what a player's hands should do now in Cabale."""

from tourelle.games.cabale import BARRIER, DONE, JUMP, RIDE, TOKENS
from tourelle.grids import NONE

_KIND = 7 << 12

# A sentence for each reason why a game is over, by the outcome's words.
ENDS = {
    "last token": "The last token was put down.",
    "no turn left for the jester": "The jester had no ride left with a turn.",
}

# Words for steps, by their notation; * stands for a cell.
STEPS = (
    ("*-*", "a ride that turns on * and ends on *"),
    ("x1", "one token"),
    ("x2", "two tokens"),
    ("*^*", "a jump from * to *"),
    ("*/*", "a barrier between * and *"),
    (".", "end of turn"),
)

# A side that leads by this, in hundredths of a point, wins 88 of 100 games; reviews go by it.
LEAD = 4000


def now(position, moved):
    """What to do, in a sentence; moved: what the hands have done since the last step."""
    if position.jesters[position.turn] == NONE:
        if moved.put:
            return "Leave it so for a moment."
        words = "Put your jester from the box on a lit cell at the edge."
        if DONE in position.legal_moves():
            words += " Or press OK to begin with the jesters that stand."
        return words
    names = position.grid.names
    if position.mid_turn:
        return _after(position, moved)
    if not moved.lifted:
        return (
            "Lift your jester on %s: it rides straight, turns once, and rides straight on."
            % (names[position.jesters[position.turn]])
        )
    filled = [cell for cell in moved.put if not position.occupancy[cell]]
    if not filled and moved.rested:
        return "Put it down where its ride ends, on a lit cell that lies in another direction."
    if not filled:
        return "Put it down on a lit cell, where it is to turn."
    if len(filled) > 1:
        return "Leave it so for a moment."
    return _riding(position, filled[0], moved.rested)


def _riding(position, at, rested):
    """The jester stands on a cell and still has to place its token."""
    names = position.grid.names
    rides = [(move >> 6 & 63, move & 63) for move in position.legal_moves() if move & _KIND == RIDE]
    turns = [turn for turn, end in rides if end == at]
    if rested and rested[-1] in turns:
        return "Put a token from the box on %s, where it turned." % names[rested[-1]]
    where = " or ".join([names[turn] for turn in sorted(set(turns))])
    if all(turn != at for turn, _ in rides):
        return "Put a token from the box where it turned: %s." % where
    ends = " Or, if this is the end, a token from the box where it turned: %s." % where
    return "Lift it again, from %s, and put it where its ride ends.%s" % (
        names[at],
        ends if turns else "",
    )


def _after(position, moved):
    """What may come after the ride."""
    names = position.grid.names
    at = names[position.at]
    moves = list(position.legal_moves())
    ways = []
    if TOKENS | 1 in moves:
        if TOKENS | 2 in moves and position.at not in moved.put:
            ways.append("Put a second token from the box on %s for a pair." % at)
        position.push(TOKENS | 1)
        moves = list(position.legal_moves()) if position.mid_turn else []
        position.pop()
    jumps = sorted([move & 63 for move in moves if move & _KIND == JUMP])
    if moved.lifted:
        cells = " or ".join([names[cell] for cell in jumps])
        return "Put it down behind what it jumps over: %s." % cells
    if jumps:
        ways.append("Lift the token on %s, and let it jump." % at)
    if any(move & _KIND == BARRIER for move in moves):
        ways.append("Put a barrier from the box on a marked edge.")
    return " ".join([*ways, "Press OK to end the turn."])


def box(position, moved):
    """What may come from the box now, in the words of `place`; "" if nothing may."""
    player = position.turn + 1
    if position.jesters[position.turn] == NONE:
        return "" if moved.put else "J%d" % player
    if not position.mid_turn:
        filled = [cell for cell in moved.put if not position.occupancy[cell]]
        return "t%d" % player if moved.lifted and len(filled) == 1 else ""
    moves = list(position.legal_moves())
    kinds = ["t%d" % player] if TOKENS | 2 in moves else []
    if position.barriers[position.turn]:
        kinds.append("wall")
    return "" if moved.lifted else " ".join(kinds)


def ok(position):
    """What OK does, in words for its button; "" if it does nothing specific to the game."""
    if position.mid_turn:
        return "end the turn"
    return "begin the game" if DONE in position.legal_moves() else ""
