"""Counts the turns from a position, on the host's Python or on the MicroPython VM.

As a script: counting.py FIRMWARE_FOLDER POSITION_TEXT DEPTH DIVIDE PROGRESS (1 or 0 each).
It must therefore use only what both have.
"""

import sys


def count(text, depth, divided, progress):
    """Print a line for each depth up to `depth`.

    divided    also print each first step's share of the last count
    progress   show on stderr, a terminal, how far each count is
    """
    from tourelle.games import read
    from tourelle.games.perft import perft

    for reached in range(1, depth + 1):
        position = read(text)
        told = divided and reached == depth
        if told or progress:
            nodes = _step_by_step(position, reached, told, progress)
        else:
            nodes = perft(position, reached)
        print(f"perft({reached}) {nodes}")


def _step_by_step(position, depth, told, progress):
    from tourelle.games.perft import divide

    steps = sum(1 for _ in position.legal_moves()) if progress else 0
    nodes = 0
    for done, (step, share) in enumerate(divide(position, depth)):
        nodes += share
        if told:
            print(f"{step} {share}")
        if progress:
            sys.stderr.write(f"\rperft({depth}): {done + 1} of {steps} first steps")
    if progress:
        sys.stderr.write("\r\x1b[K")
    return nodes


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    count(sys.argv[2], int(sys.argv[3]), sys.argv[4] == "1", sys.argv[5] == "1")
