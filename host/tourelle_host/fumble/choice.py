"""A random step of a position."""

import random

from tourelle.games.position import Position


def choose(position: Position, moves: list[int], rng: random.Random) -> int:
    """One of these moves; within a turn each kind is equally likely, or most would be walls."""
    if position.mid_turn:
        kinds: dict[tuple[bool, ...], list[int]] = {}
        for move in moves:
            kinds.setdefault(tuple(map(bool, position.footprint(move))), []).append(move)
        moves = rng.choice(list(kinds.values()))
    return rng.choice(moves)
