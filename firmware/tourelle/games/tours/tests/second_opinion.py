"""A second implementation of the rules of Tours: slow and plain."""

from dataclasses import dataclass, field, replace

from second_opinion import options, replay, split

WHITE = "d8 e8 f8 g8 h8 e7 f7 g7 h7 f6 g6 h6 g5 h5 h4".split()
BLACK = "a1 b1 c1 d1 e1 a2 b2 c2 d2 a3 b3 c3 a4 b4 a5".split()
CELLS = [column + row for column in "abcdefgh" for row in "12345678"]
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


@dataclass
class State:
    """The board holds a stack's colour and height, ("w", 3).

    formed   the pile of this turn and the directions in which it may not be laid out
    """

    turn: str
    board: dict
    both: bool
    quiet: int = 0
    formed: tuple = ()
    seen: list = field(default_factory=list, compare=False)


def opening(turn="single"):
    board = {**dict.fromkeys(WHITE, ("w", 1)), **dict.fromkeys(BLACK, ("b", 1))}
    return State("w", board, turn != "single")


def read(text):
    side, board, parts = split(text)
    stacks = {cell: (stack[0], int(stack[1:])) for cell, stack in board.items()}
    both = options(parts, turn="single")["turn"] != "single"
    return replay(State(side, stacks, both, int(parts.get("quiet", 0))), parts, moves)


def other(side):
    return "b" if side == "w" else "w"


def line(cell, direction, count):
    """The next `count` cells, on the board or not."""
    x, y = direction
    return [chr(ord(cell[0]) + x * n) + chr(ord(cell[1]) + y * n) for n in range(1, count + 1)]


def runs(state):
    """(run, direction) for every run of own singles, in one of its two directions."""
    singles = [cell for cell, stack in state.board.items() if stack == (state.turn, 1)]
    for cell in singles:
        for direction in DIRECTIONS:
            run = [cell]
            while line(run[-1], direction, 1)[0] in singles:
                run.append(line(run[-1], direction, 1)[0])
                if run[0] < run[-1]:
                    yield list(run), direction


def run_text(run, pile):
    if pile == run[0]:
        return f"{run[-1]}>{pile}"
    if pile == run[-1]:
        return f"{run[0]}>{pile}"
    return f"{run[0]}-{run[-1]}>{pile}"


def laid_out(board, side, base, forbidden=()):
    """{cell of the last pawn: (board, captured)} for every way to lay out a stack."""
    found = {}
    height = board[base][1]
    for direction in DIRECTIONS:
        if direction in forbidden:
            continue
        *cells, behind = line(base, direction, height)
        if not all(c in CELLS and board.get(c) in (None, (side, 1)) for c in cells):
            continue
        after = {**board, base: (side, 1)}
        for cell in cells:
            after[cell] = (side, 2 if cell in board else 1)
        captured = behind in board and board[behind][0] != side
        if captured:
            after[behind] = (other(side), board[behind][1] - 1)
            if not after[behind][1]:
                del after[behind]
        found[cells[-1]] = after, captured
    return found


def ended(state, board, captured):
    """The state after a turn."""
    return replace(
        state,
        turn=other(state.turn),
        board=board,
        quiet=0 if captured else state.quiet + 1,
        formed=(),
    )


def moves(state):
    side = state.turn
    found = {}
    if state.formed:
        base, forbidden = state.formed
        for last, (board, captured) in laid_out(state.board, side, base, forbidden).items():
            found[f"{base}-{last}"] = ended(state, board, captured)
        return found
    state = replace(state, seen=[*state.seen, (side, state.board)])
    for run, (x, y) in runs(state):
        for pile in run:
            board = {cell: stack for cell, stack in state.board.items() if cell not in run}
            board[pile] = (side, len(run))
            ends = ((run[0], (-x, -y)), (run[-1], (x, y)))
            forbidden = {back for end, back in ends if pile != end}
            if not state.both:
                found[run_text(run, pile)] = ended(state, board, False)
            elif laid_out(board, side, pile, forbidden):
                found[run_text(run, pile)] = replace(state, board=board, formed=(pile, forbidden))
    for cell, (colour, height) in state.board.items():
        if colour == side and height > 1:
            for last, (board, captured) in laid_out(state.board, side, cell).items():
                found[f"{cell}-{last}"] = ended(state, board, captured)
    return found


def points(state):
    return ()


def result(state):
    if state.formed:
        return None
    if not moves(state):
        return other(state.turn), ()
    if state.quiet >= 100 or state.seen.count((state.turn, state.board)) == 2:
        return "", ()
    return None
