"""Odd positions of Tours, as texts, which no game may ever reach."""

from hypothesis import strategies as st

from second_opinion import line
from tourelle.games.tours.tests.second_opinion import CELLS


@st.composite
def texts(draw):
    """Stacks of many heights; in some positions near the hundredth quiet turn."""
    random = draw(st.randoms(use_true_random=False))
    board = {}
    cells = random.sample(CELLS, 30)
    singles = random.random()
    for side in "wb":
        left = random.randint(0, 15)
        while left:
            height = 1 if random.random() < singles else min(left, random.randint(2, 8))
            board[cells.pop()] = f"{side}{height}"
            left -= height
    quiet = random.choice(("", "quiet 98", "quiet 99", "quiet 100"))
    both = random.choice(("", "options turn=form-and-collapse"))
    return line(random, "tours", random.choice("wb"), board, quiet, both)
