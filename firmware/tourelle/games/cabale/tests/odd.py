"""Odd positions of Cabale, as texts, which no game may ever reach."""

from hypothesis import strategies as st

from second_opinion import line
from tourelle.games.cabale.tests.second_opinion import MARKED, STOCK, WHERE


@st.composite
def texts(draw):
    """Tokens, pairs, walls and jesters anywhere, with counts that allow them."""
    random = draw(st.randoms(use_true_random=False))
    players = random.choice((2, 3, 4))
    tokens, doubles, barriers = STOCK[players]
    cells = random.sample(sorted(WHERE), 61)
    board = {}
    counts: dict[str, list] = {"tokens": [], "doubles": [], "barriers": [], "taken": []}
    gone = 0
    crowd = random.random()
    for player in range(1, players + 1):
        if random.random() < 0.9:
            board[cells.pop()] = f"J{player}"
        spent = random.randint(0, int(tokens * crowd))
        if random.random() < 0.1:
            spent = tokens
        pairs = random.randint(0, min(doubles, spent // 2))
        singles = random.randint(0, spent - 2 * pairs)
        for piece in [f"d{player}"] * pairs + [f"t{player}"] * singles:
            if cells and random.random() < 0.9:
                board[cells.pop()] = piece
        shown = sum({f"t{player}": 1, f"d{player}": 2}.get(piece, 0) for piece in board.values())
        gone += spent - shown
        counts["tokens"].append(tokens - spent)
        counts["doubles"].append(doubles - pairs)
        counts["barriers"].append(random.choice((0, barriers, random.randint(0, barriers))))
        counts["taken"].append(0)
    counts["taken"][random.randrange(players)] = random.randint(0, gone)
    spent = players * barriers - sum(counts["barriers"])
    walls = random.sample(sorted(MARKED), random.randint(0, spent))
    return line(
        random,
        "cabale",
        str(random.randint(1, players)),
        board,
        *[f"{part} {','.join(map(str, numbers))}" for part, numbers in counts.items()],
        "walls " + ",".join(walls) if walls else "",
        f"options players={players}" if players > 2 else "",
    )
