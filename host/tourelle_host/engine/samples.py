"""Plays games of a level against itself, and prints what its weights said on the way.

Runs on the host's Python or on the MicroPython VM, so it must use only what both have. As a script:
samples.py FIRMWARE HOST POSITION_TEXT LEVEL GAMES SEED NODES WEIGHTS, the first two being folders.
It prints a line for some positions of each game: what the maximising side got in the end (1, 0.5 or
0), the position's static value, and by how much that would change if each weight were one more. An
empty line follows each game.
"""

import sys

ENTRIES = 2048
OFTEN = 1  # one position in this many is printed


def sample(text, level, games_, seed, nodes, weights, tell):
    """Play the games; tell(rows) is called after each one, with [result, value, slopes...]."""
    from tourelle import games
    from tourelle_host.engine import arena

    name = text.split()[0].rstrip(";")
    kind = type(games.model(name))
    chance = arena.Chance(seed)
    thinker = arena.Thinker(kind(weights), level, nodes, ENTRIES, chance)
    model = kind(weights)
    moved = []
    for i in range(len(weights)):
        by = max(1, abs(weights[i]) // 4)
        more, less = list(weights), list(weights)
        more[i] += by
        less[i] -= by
        moved.append((kind(more), kind(less), 2 * by))
    for _ in range(games_):
        position, _ = arena.opened(text, 2 + chance.below(7), chance)
        told = []
        last = position.turns + arena.LONGEST
        while position.turns < last and position.outcome() is None:
            if not position.mid_turn and chance.below(OFTEN) == 0:
                row = [_value(model, position) - 32768]
                for more, less, by in moved:
                    row.append((_value(more, position) - _value(less, position)) / by)
                told.append(row)
            position.push(thinker.step(position))
        outcome = position.outcome()
        result = 0.5
        if outcome is not None and len(outcome.winners) == 1:
            result = 1 - outcome.winners[0]
        tell([[result] + row for row in told])


def _value(model, position):
    model.load(position, 0)
    return model.state[2]


def _print(rows):
    for row in rows:
        print(*row)
    print()


if __name__ == "__main__":
    sys.path[:0] = sys.argv[1:3]
    given = [int(word) for word in sys.argv[8].split(",")]
    level, games_, seed, nodes = [int(word) for word in sys.argv[4:8]]
    from tourelle_host.engine.arena import told

    told(sample, sys.argv[3], level, games_, seed, nodes, given, _print)
