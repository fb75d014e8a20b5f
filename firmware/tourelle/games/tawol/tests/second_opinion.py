"""A second implementation of the rules of Tawôl: slow and plain."""

from dataclasses import dataclass, field, replace

from second_opinion import options, replay, split

PICTURE = """
8  C T T T T T T C
7  . B B T T B B .
6  . . A A A A . .
5  . . . . . . . .
4  . . . . . . . .
3  . . A A A A . .
2  . B B T T B B .
1  C T T T T T T C
"""
CELLS = [column + row for row in "12345678" for column in "abcdefgh"]
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
RANGE = {"T": [1], "A": [1], "B": [1, 2], "C": [1, 2, 3]}


@dataclass
class State:
    """The board holds one or two pieces on a cell, bottom first: ["bA", "wB"]."""

    turn: str
    board: dict
    claims: bool
    owes: str = ""
    passes: int = 0
    seen: list = field(default_factory=list, compare=False)


def opening(half="strict"):
    board = {}
    for line in PICTURE.strip().splitlines():
        row, *signs = line.split()
        for column, sign in zip("abcdefgh", signs, strict=True):
            if sign != ".":
                board[column + row] = [("w" if row in "123" else "b") + sign]
    return State("w", board, half == "claim")


def read(text):
    side, board, parts = split(text)
    stacks = {c: [s[i : i + 2] for i in range(0, len(s), 2)] for c, s in board.items()}
    state = State(
        side,
        stacks,
        options(parts, half="strict")["half"] == "claim",
        parts.get("claim", ""),
        int(parts.get("passes", 0)),
    )
    return replay(state, parts, moves)


def other(side):
    return "b" if side == "w" else "w"


def away(cell, direction, distance):
    """The cell at a distance in a direction, on the board or not."""
    x, y = direction
    return chr(ord(cell[0]) + x * distance) + chr(ord(cell[1]) + y * distance)


def pairs(board):
    return [stack for stack in board.values() if len(stack) == 2]


def blocked(board, side):
    """How many pawns stand under this side's pawns."""
    return sum(1 for low, high in pairs(board) if high[0] == side and low[1] != "T")


def towers(board, side):
    """How many towers stand under this side's pawns."""
    return sum(1 for low, high in pairs(board) if high[0] == side and low[1] == "T")


def allowed(board, side):
    """How many of the other side's pawns this side may block: half of those not on towers."""
    return (10 - towers(board, other(side))) // 2


def may_land(side, stack, distance, target):
    """Whether the top piece of a stack may go this far, onto this target (None: empty)."""
    piece = stack[-1]
    beneath = stack[0] if len(stack) == 2 else None
    if target is None:
        return beneath is None or beneath[1] != "T"
    if len(target) == 2 or target[0][0] == side:
        return False
    if piece[1] == "T" or distance != RANGE[piece[1]][-1]:
        return False
    return beneath is None or beneath[1] != "T" or target[0][1] == "T"


def carry(board, origin, target):
    """The board after the top piece has gone from one cell to another."""
    after = {cell: list(stack) for cell, stack in board.items()}
    piece = after[origin].pop()
    if not after[origin]:
        del after[origin]
    after.setdefault(target, []).append(piece)
    return after


def reachable(state):
    """{move: board after it} for all moves of the pieces, ignoring the half rule."""
    found = {}
    for origin, stack in state.board.items():
        if stack[-1][0] != state.turn:
            continue
        for direction in DIRECTIONS:
            for distance in RANGE[stack[-1][1]]:
                target = away(origin, direction, distance)
                between = [away(origin, direction, n) for n in range(1, distance)]
                if target not in CELLS or any(cell in state.board for cell in between):
                    continue
                if may_land(state.turn, stack, distance, state.board.get(target)):
                    found[f"{origin}-{target}"] = carry(state.board, origin, target)
    return found


def moves(state):
    side = state.turn
    before = blocked(state.board, side)
    limit = allowed(state.board, side)
    boards = reachable(state)
    must_release = state.owes == side if state.claims else before > limit
    if must_release:
        lower = {m: b for m, b in boards.items() if blocked(b, side) < before}
        boards = lower or {m: b for m, b in boards.items() if blocked(b, side) <= before}
    elif not state.claims:
        boards = {m: b for m, b in boards.items() if blocked(b, side) <= limit}
    claimed = state.owes == other(side)
    after = replace(state, turn=other(side), owes=other(side) if claimed else "", passes=0)
    found = {
        move: replace(after, board=board, seen=[*state.seen, (side, state.board)])
        for move, board in boards.items()
    }
    if not found:
        found["pass"] = replace(
            after, passes=state.passes + 1, seen=[*state.seen, (side, state.board)]
        )
    foe = other(side)
    if state.claims and not claimed and blocked(state.board, foe) > allowed(state.board, foe):
        found["claim"] = replace(state, owes=foe)
    return found


def points(state):
    return towers(state.board, "w"), towers(state.board, "b")


def result(state):
    if state.owes == other(state.turn):
        return None
    for side in (other(state.turn), state.turn):
        if towers(state.board, side) == 8:
            return side, points(state)
    if state.passes == 2 or state.seen.count((state.turn, state.board)) == 2:
        return "", points(state)
    return None
