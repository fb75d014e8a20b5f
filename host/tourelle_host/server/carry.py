"""Does what a board asks hands to do, starting from the pieces as they lie."""

from tourelle.games.position import Position
from tourelle_host.glyphs import split
from tourelle_host.sim.world import World


def gesture(world: World, position: Position, asked: list[int], edge: list[int]) -> list[str]:
    """The next gesture towards the position; [] where the pieces lie as it says.

    Lines in the hand's language, to be done at once. asked: cells to touch even though all is
    right there; edge: the two cells beside a barrier, which are to be touched.
    """
    names = position.grid.names
    wanted = [
        split(position.pieces(cell)) if position.occupancy[cell] else []
        for cell in range(position.grid.size)
    ]
    right = [_agreeing(stack, wanted[cell]) for cell, stack in enumerate(world.cells)]
    lacking = [
        (cell, want[right[cell] :])
        for cell, want in enumerate(wanted)
        if right[cell] == len(world.cells[cell]) < len(want)
    ]
    if world.hand:
        return [_put_down(world.hand, lacking, names)]
    for cell, stack in enumerate(world.cells):
        if over := len(stack) - right[cell]:
            top = stack[right[cell]]
            use = any(_like(top, piece) for _, pieces in lacking for piece in pieces)
            return [f"{'lift' if use else 'remove'} {names[cell]} {over}"]
    for cell, pieces in lacking:
        return [f"place {names[cell]} {_text(position, pieces[0])}"]
    barriers = {(min(pair), max(pair)) for pair in position.bars()}
    for one, other in sorted(barriers - world.barriers):
        return [f"place {names[one]}/{names[other]} wall"]
    for one, other in sorted(world.barriers - barriers):
        return [f"remove {names[one]}/{names[other]} wall"]
    # No switch felt these: a touch of each tells the board.
    return [f"touch {names[cell]}" for cell in asked + edge]


def _put_down(hand: list[str], lacking: list[tuple[int, list[str]]], names: list[str]) -> str:
    """Where the lowest pieces of the hand belong: a cell, or else the box."""
    for cell, pieces in lacking:
        count = 0
        while count < min(len(hand), len(pieces)) and _like(hand[count], pieces[count]):
            count += 1
        if count:
            return f"drop {names[cell]} {count}"
    return "drop box"


def _agreeing(stack: list[str], wanted: list[str]) -> int:
    """How many of a stack's pieces are as wanted, counted from the bottom.

    Where only the shapes are as wanted, and the top is right or still to come, the order within
    the stack does not matter: hands may have turned it round, and no rule minds.
    """
    both = range(min(len(stack), len(wanted)))
    different = [at for at in both if not _like(stack[at], wanted[at])]
    other_shape = [at for at in both if stack[at][0] != wanted[at][0]]
    turned = len(stack) != len(wanted) or (both and _like(stack[-1], wanted[-1]))
    wrong = different if other_shape or not turned else other_shape
    return wrong[0] if wrong else len(both)


def _like(piece: str, wanted: str) -> bool:
    """Whether a piece is of the wanted kind; "?" stands for an unknown side."""
    return piece[0] == wanted[0] and ("?" in (piece[1], wanted[1]) or piece[1] == wanted[1])


def _text(position: Position, glyph: str) -> str:
    """The name that `place` has for a single piece."""
    for kind in type(position).KINDS:
        if _like(glyph, position.glyphs(kind)):
            return kind
    raise ValueError(f"{position.NAME} has no piece {glyph}")
