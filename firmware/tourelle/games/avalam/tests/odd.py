"""Odd positions of Avalam, as texts, which no game may ever reach."""

from hypothesis import strategies as st

from second_opinion import line
from tourelle.games.avalam.tests.second_opinion import HOLES


@st.composite
def texts(draw):
    """Stacks of 1 to 5 on some of the holes."""
    random = draw(st.randoms(use_true_random=False))
    pieces = list("y" * 24 + "r" * 24)
    random.shuffle(pieces)
    if random.random() < 0.2:
        holes = random.sample(sorted(HOLES), random.randrange(48))
        board = {hole: pieces.pop() for hole in holes}
        return line(random, "avalam", random.choice("yr"), board, "setup")
    board = {}
    tallest = random.randint(1, 5)
    for hole in random.sample(sorted(HOLES), random.randint(0, 49)):
        height = min(random.randint(1, tallest), len(pieces))
        if height:
            stack = "".join(pieces.pop() for _ in range(height))
            board[hole] = stack[-1] + str(height) if random.random() < 0.2 else stack
    tie_break = random.choice(("options tie-break=none", ""))
    return line(random, "avalam", random.choice("yr"), board, tie_break)
