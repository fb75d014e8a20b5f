"""perft: counting the tree of legal turns, which names a wrong rule when a count is off."""


def perft(position, depth):
    """The number of sequences of `depth` whole turns from the position."""
    return _count(position, position.turns + depth)


def divide(position, depth):
    """Yields (the first step's text, how many of `perft`'s sequences start with it)."""
    if position.outcome() is not None:
        return
    last = position.turns + depth
    for move in position.legal_moves():
        text = position.move_text(move)
        position.push(move)
        nodes = 1 if position.turns >= last else _count(position, last)
        position.pop()
        yield text, nodes


def _count(position, last):
    if position.outcome() is not None:
        return 0
    if position.ONE_STEP and position.turns == last - 1:
        return sum(1 for _ in position.legal_moves())
    nodes = 0
    for move in position.legal_moves():
        position.push(move)
        nodes += 1 if position.turns >= last else _count(position, last)
        position.pop()
    return nodes
