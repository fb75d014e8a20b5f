"""Says what a player's hands should do now in Tours."""

# A sentence for each reason why a game is over, by the outcome's words.
ENDS = {
    "no move left": "The other side has no move left.",
    "100 turns without a capture": "Nothing was captured for 100 turns.",
    "third repetition": "The same position came up for the third time.",
}

# A side that leads by this, in hundredths of a point, wins 88 of 100 games; reviews go by it.
LEAD = 400


def now(position, moved):
    """What to do, in a sentence; moved: what the hands have done since the last step."""
    lifted, put = moved.lifted, moved.put
    if any(position.stacks[cell] & 15 > 1 for cell in lifted):
        return "Set the bottom pawn back, and lay the others out on the lit cells, one on each."
    if lifted:
        return _piling(position, lifted, put)
    if any(not position.stacks[cell] for cell in put):
        return _laying(position, put)
    if position.mid_turn:
        return (
            "Lift the tower on %s and lay it out: its bottom pawn stays, the others go in a line."
            % (position.grid.names[position.formed])
        )
    if not any(stack >> 4 == position.turn and stack & 15 > 1 for stack in position.stacks):
        return "Lift a lit pawn, and pile it onto another one of its line."
    return (
        "Lift a lit pawn and pile it onto another one of its line, or lift a tower and lay it out."
    )


def _piling(position, lifted, put):
    """Pawns of a line have been lifted."""
    names = position.grid.names
    ways = []
    for move in position.legal_moves():
        foot = position.footprint(move)
        # The pile is where something was put last, and all lifted pawns belong to the line.
        pile = foot.reached + foot.filled if foot.vacated else b""
        if pile and pile[0] in put[-1:] and all(cell in foot.vacated for cell in lifted):
            ways.append([cell for cell in foot.vacated if cell not in lifted])
    if not ways:
        return "Put it onto another pawn of its line; for a higher tower, lift those between, too."
    if not min(ways, key=len):
        return "Put it onto %s." % names[put[-1]]
    between = " ".join([names[cell] for cell in min(ways, key=len)])
    return "Lift %s, too. Put what you hold onto %s." % (between, names[put[-1]])


def _laying(position, put):
    """A tower is being laid out."""
    names = position.grid.names
    following = set()
    for move in position.legal_moves():
        foot = position.footprint(move)
        cells = foot.filled + foot.reached
        if foot.left and all(cell in cells for cell in put):
            following.update([cell for cell in cells if cell not in put])
    if not following:
        return "Lay the next pawn on the next cell of the line."
    return "Lay the next pawn on the next cell of the line: %s." % " ".join(
        [names[cell] for cell in sorted(following)]
    )


def box(position, moved):
    """What may come from the box now: nothing, since all pawns are on the board."""
    return ""


def ok(position):
    """What OK does, in words for its button; "" if it does nothing specific to the game."""
    return ""
