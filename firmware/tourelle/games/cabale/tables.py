"""What the search of Cabale looks things up in."""

from tourelle.games import cabale
from tourelle.grids import grid

# What a token loses, in sixteenths, that might be jumped in one, two or three lines; what each
# ring towards the centre is worth to a jester; a double placement left, and a barrier.
WEIGHTS = (4, 6, 7, 2, 60, 4)


def tables_of(weights):
    """The tables, as bytes.

    The value of each cell; the cells where jesters start; the edges for
    barriers, three bytes each as in the rules; then weights: how much of 16 a token loses for each
    line in which it might be jumped, up to three; the jester's by cell; a double placement's and a
    barrier's in stock.
    """
    board = grid("hex")
    start = cabale.Position()
    values = bytes(int(start.printed(cell)) for cell in range(61))
    seats = bytes(weights[3] * (1, 3, 6, 10, 15).index(value) for value in values)
    border = bytes(move & 63 for move in start.legal_moves() if move != cabale.DONE)
    edges = bytearray()
    for cell, other in start.marked():
        direction = [board.toward[d][cell] for d in range(3)].index(other)
        edges.extend(bytes((cell, other, direction)))
    risks = bytes((0,) + tuple(weights[:3]))
    return values + border + bytes(edges) + risks + seats + bytes(weights[4:])
