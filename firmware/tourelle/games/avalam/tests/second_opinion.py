"""A second implementation of the rules of Avalam: slow and plain."""

from dataclasses import dataclass, replace

from second_opinion import options, split

PICTURE = """
9  .  .  +1 -1  .  .  .  .  .
8  .  +1 -1 +1 -1  .  .  .  .
7  .  -1 +1 -1 +1 -1 +1  .  .
6  .  +1 -1 +1 -1 +1 -1 +1 -1
5  +1 -1 +1 -1  0 -1 +1 -1 +1
4  -1 +1 -1 +1 -1 +1 -1 +1  .
3  .  .  +1 -1 +1 -1 +1 -1  .
2  .  .  .  .  -1 +1 -1 +1  .
1  .  .  .  .  .  -1 +1  .  .
"""
HOLES = {
    "abcdefghi"[column] + line.split()[0]: sign
    for line in PICTURE.strip().splitlines()
    for column, sign in enumerate(line.split()[1:])
    if sign != "."
}


@dataclass
class State:
    """The board holds each stack's pieces, bottom first: y, r, or ? for an unknown one.

    A stack whose pieces are not all known is written as its top and height, which is all it keeps.
    """

    turn: str
    board: dict
    placing: bool
    fives: bool


def opening(placing="fixed", tie_break="fives"):
    colours = {"+1": "y", "-1": "r"}
    board = {hole: colours[sign] for hole, sign in HOLES.items() if sign != "0"}
    free = placing == "free"
    return State("y", {} if free else board, free, tie_break == "fives")


def read(text):
    side, board, parts = split(text)
    chosen = options(parts, tie_break="fives", placing="fixed")
    stacks = {
        cell: "?" * (int(stack[1]) - 1) + stack[0] if stack[1:].isdigit() else stack
        for cell, stack in board.items()
    }
    return State(side, stacks, "setup" in parts, chosen["tie_break"] == "fives")


def other(side):
    return "r" if side == "y" else "y"


def adjacent(a, b):
    return a != b and abs(ord(a[0]) - ord(b[0])) <= 1 and abs(ord(a[1]) - ord(b[1])) <= 1


def joined(below, moved):
    stack = below + moved
    return "?" * (len(stack) - 1) + stack[-1] if "?" in stack else stack


def moves(state):
    found = {}
    if state.placing:
        for hole in HOLES:
            for colour in "yr":
                if hole not in state.board and list(state.board.values()).count(colour) < 24:
                    board = {**state.board, hole: colour}
                    found[f"{colour}@{hole}"] = replace(
                        state, turn=other(state.turn), board=board, placing=len(board) < 48
                    )
        return found
    for origin, moved in state.board.items():
        for target, below in state.board.items():
            if adjacent(origin, target) and len(below + moved) <= 5:
                board = {**state.board, target: joined(below, moved)}
                del board[origin]
                found[f"{origin}-{target}"] = replace(state, turn=other(state.turn), board=board)
    return found


def points(state):
    tops = [stack[-1] for stack in state.board.values()]
    return tops.count("y"), tops.count("r")


def result(state):
    if moves(state):
        return None
    yellow, red = points(state)
    if yellow == red and state.fives:
        fives = [stack[-1] for stack in state.board.values() if len(stack) == 5]
        yellow, red = fives.count("y"), fives.count("r")
    return "y" if yellow > red else "r" if red > yellow else "", points(state)
