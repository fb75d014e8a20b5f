"""Odd positions of Tawôl, as texts, which no game may ever reach."""

from hypothesis import strategies as st

from second_opinion import line
from tourelle.games.tawol.tests.second_opinion import CELLS, allowed, blocked, read


@st.composite
def texts(draw):
    """Some of all pieces, many of them standing on others."""
    random = draw(st.randoms(use_true_random=False))
    share = random.random()
    pieces = [
        side + kind for side in "wb" for kind in "AAAABBBBCCTTTTTTTT" if random.random() < share
    ]
    random.shuffle(pieces)
    cells = random.sample(CELLS, len(pieces))
    board = {}
    piled = random.random()
    for piece in pieces:
        free = [c for c, s in board.items() if len(s) == 2 and s[0] != piece[0]]
        if piece[1] != "T" and free and random.random() < piled:
            board[random.choice(free)] += piece
        else:
            board[cells.pop()] = piece
    side = random.choice("wb")
    passes = random.choice(("", "", "passes 1"))
    if random.random() < 0.5:
        return line(random, "tawol", side, board, passes)
    plain = line(random, "tawol", side, board, passes, "options half=claim")
    state = read(plain)
    owing = [s for s in "wb" if blocked(state.board, s) > allowed(state.board, s)]
    claim = f"claim {random.choice(owing)}" if owing and random.random() < 0.7 else ""
    return line(random, "tawol", side, board, claim, passes, "options half=claim")
