"""Counts the turns of a position: run by the host's Python, or given to the MicroPython VM.

As a script: counting.py FIRMWARE_FOLDER POSITION_TEXT DEPTH DIVIDE PROGRESS (1 or 0 each).
It must therefore do with what both have.
"""

import sys


def count(text, depth, divided, progress):
    """Print a line for each depth up to `depth`.

    divided    name each first step's share of the last count, too
    progress   say on stderr, a terminal, how far the last count is
    """
    from tourelle.games import read
    from tourelle.games.perft import divide, perft

    for shallow in range(1, depth):
        print(f"perft({shallow}) {perft(read(text), shallow)}")
    position = read(text)
    steps = sum(1 for _ in position.legal_moves()) if progress else 0
    nodes = 0
    for done, (step, share) in enumerate(divide(position, depth)):
        nodes += share
        if divided:
            print(f"{step} {share}")
        if progress:
            sys.stderr.write(f"\rperft({depth}): {done + 1} of {steps} first steps")
    if progress:
        sys.stderr.write("\r\x1b[K")
    print(f"perft({depth}) {nodes}")


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    count(sys.argv[2], int(sys.argv[3]), sys.argv[4] == "1", sys.argv[5] == "1")
