"""The tables in which the search of Cabale looks things up."""

from tourelle.games import cabale
from tourelle.grids import grid

# What a token that might be jumped in one, two or three lines loses, in sixteenths; the value of
# each ring towards the centre to a jester, of a double placement left, and of a barrier left.
WEIGHTS = (4, 6, 7, 2, 60, 4)


def tables_of(weights):
    """The tables, as bytes.

    The value of each cell; the cells where jesters start; the edges for barriers, three bytes each
    as in the rules; then weights: what a token that might be jumped in none to three lines loses,
    in sixteenths; the value of each cell to a jester; of a double placement and a barrier in stock.
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
