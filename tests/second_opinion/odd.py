"""Odd positions, as texts: late, crowded, one-sided, such as no game may ever have had."""

from hypothesis import strategies as st

from second_opinion import avalam as avalam_
from second_opinion import cabale as cabale_
from second_opinion import tawol as tawol_
from second_opinion import tours as tours_


def _line(random, name, side, board, *parts):
    words = [f"{cell}={stack}" for cell, stack in board.items()]
    random.shuffle(words)
    return " ; ".join([" ".join([name, side, *words]), *[part for part in parts if part]])


@st.composite
def avalam(draw):
    """Stacks of 1 to 5 on some of the holes."""
    random = draw(st.randoms(use_true_random=False))
    pieces = list("y" * 24 + "r" * 24)
    random.shuffle(pieces)
    if random.random() < 0.2:
        holes = random.sample(sorted(avalam_.HOLES), random.randrange(48))
        board = {hole: pieces.pop() for hole in holes}
        return _line(random, "avalam", random.choice("yr"), board, "setup")
    board = {}
    tallest = random.randint(1, 5)
    for hole in random.sample(sorted(avalam_.HOLES), random.randint(0, 49)):
        height = min(random.randint(1, tallest), len(pieces))
        if height:
            stack = "".join(pieces.pop() for _ in range(height))
            board[hole] = stack[-1] + str(height) if random.random() < 0.2 else stack
    tie_break = random.choice(("options tie-break=none", ""))
    return _line(random, "avalam", random.choice("yr"), board, tie_break)


@st.composite
def tawol(draw):
    """Some of all pieces, many of them standing on others."""
    random = draw(st.randoms(use_true_random=False))
    share = random.random()
    pieces = [
        side + kind for side in "wb" for kind in "AAAABBBBCCTTTTTTTT" if random.random() < share
    ]
    random.shuffle(pieces)
    cells = random.sample(tawol_.CELLS, len(pieces))
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
        return _line(random, "tawol", side, board, passes)
    plain = _line(random, "tawol", side, board, passes, "options half=claim")
    state = tawol_.read(plain)
    owing = [s for s in "wb" if tawol_.blocked(state.board, s) > tawol_.allowed(state.board, s)]
    claim = f"claim {random.choice(owing)}" if owing and random.random() < 0.7 else ""
    return _line(random, "tawol", side, board, claim, passes, "options half=claim")


@st.composite
def tours(draw):
    """Stacks of many heights; in some positions near the hundredth quiet turn."""
    random = draw(st.randoms(use_true_random=False))
    board = {}
    cells = random.sample(tours_.CELLS, 30)
    singles = random.random()
    for side in "wb":
        left = random.randint(0, 15)
        while left:
            height = 1 if random.random() < singles else min(left, random.randint(2, 8))
            board[cells.pop()] = f"{side}{height}"
            left -= height
    quiet = random.choice(("", "quiet 98", "quiet 99", "quiet 100"))
    both = random.choice(("", "options turn=form-and-collapse"))
    return _line(random, "tours", random.choice("wb"), board, quiet, both)


@st.composite
def cabale(draw):
    """Tokens, pairs, walls and jesters anywhere, with counts that allow them."""
    random = draw(st.randoms(use_true_random=False))
    players = random.choice((2, 3, 4))
    tokens, doubles, barriers = cabale_.STOCK[players]
    cells = random.sample(sorted(cabale_.WHERE), 61)
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
    walls = random.sample(sorted(cabale_.MARKED), random.randint(0, spent))
    return _line(
        random,
        "cabale",
        str(random.randint(1, players)),
        board,
        *[f"{part} {','.join(map(str, numbers))}" for part, numbers in counts.items()],
        "walls " + ",".join(walls) if walls else "",
        f"options players={players}" if players > 2 else "",
    )
