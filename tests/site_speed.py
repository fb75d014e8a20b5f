"""Measures the site's search beside MicroPython's native one: make site-speed.

Each game is searched by the one, then by the other, in turns, by the processor's time; the best of
each counts, since other programs only make either slower.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tourelle.games.catalogue import GAMES
from tourelle_host import micropython, paths
from tourelle_host.wasm import NODE

NODES = 1_000_000
ROUNDS = 2
WASM = Path(__file__).parent / "wasm"


def best(command: list[str]) -> int:
    """Positions a second, as a run of speed.py prints them."""
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(ran.stdout.split()[1])


def main(site: str) -> None:
    program = WASM / "speed.py"
    shares = []
    with TemporaryDirectory() as folder:
        started = Path(folder) / "start.py"
        path = f"import sys\nsys.path[:0] = {[*map(str, paths.both())]!r}\n"
        started.write_text(path + program.read_text(encoding="utf-8"), encoding="utf-8")
        print("| | in the site | native | of native |\n|---|---|---|---|")
        for entry in GAMES:
            given = [str(NODES), entry.name]
            ours = [*NODE, str(WASM / "think.mjs"), site, str(program), *given]
            native = micropython.command(str(started), *given, heap="8M")
            rounds = [(best(ours), best(native)) for _ in range(ROUNDS)]
            mine, other = (max(found) for found in zip(*rounds, strict=True))
            shares.append(mine / other)
            print(f"| {entry.title} | {mine} | {other} | {shares[-1]:.2f} |", flush=True)
    print(f"| mean | | | {sum(shares) / len(shares):.2f} (goal .50) |")


main(sys.argv[1])
