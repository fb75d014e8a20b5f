"""What the lights of a shared table show to spectators: what its boards show while at rest."""

from tourelle.games.position import Position


def shown(position: Position, last: tuple[str, ...], winners: tuple[int, ...] | None) -> str:
    """Whose turn it is and the last step, or who won, as in the link's "@lights".

    last: names of the last step's cells; winners: sides, () for a draw; None during the game.
    """
    names = position.grid.names
    owned: dict[int, list[str]] = {}
    for cell in range(position.grid.size):
        if position.occupancy[cell] and names[cell] not in (last if winners is None else ()):
            owned.setdefault(position.owner(cell), []).append(names[cell])
    words = []
    for side, letter in enumerate(position.SIDES):
        if winners is None:
            lit = "turn" if side == position.turn else ""
        else:
            lit = "winner" if side in winners or not winners else "turn"
        if lit and side in owned:
            words.append(f"{lit}:{letter}={','.join(owned[side])}")
    if winners is None and last:
        words.append(f"last-move={','.join(last)}")
    return " ".join(words) or "none"
