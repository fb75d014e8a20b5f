"""Whether the page's review names the turns that one with ten times the positions names.

python -m tourelle_host.bench.reviews [--game avalam] [--games 10] [--nodes 200000] [--seed 1]

The games are of level 3 against itself, after four random turns. Needs Node.js: the review is the
page's own.
"""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from tourelle import games
from tourelle_host.engine import arena, compiled
from tourelle_host.errors import UserError
from tourelle_host.record import Record
from tourelle_host.server.looking import look

_OPENING = 4  # random turns
_LEVEL = 3
_SLICE = 20000  # nodes
_ENTRIES = 1 << 16
_LONGEST = 300  # turns; a game that goes on is left out
_REVIEW = Path(__file__).parent.parent / "page" / "review.js"


def played(name: str, chance: arena.Chance, search: compiled.CompiledSearch) -> Record:
    """A new game, to its end."""
    while True:
        start = games.opening(name).text()
        position, moves = arena.opened(start, _OPENING, chance)
        search.forget()
        while position.outcome() is None and position.turns < _LONGEST:
            search.begin(position, _LEVEL, 1 + chance.below(60000))
            while search.run(_SLICE):
                pass
            moves.append(search.choose())
            position.push(moves[-1])
        if position.outcome() is not None:
            record = Record(start)
            there = record.position()
            for move in moves:
                record.steps.append(there.move_text(move))
                there.push(move)
            return record


def main() -> int:
    """Review them all; a line for each game, and one for all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="avalam", help="its name")
    parser.add_argument("--games", type=int, default=10, help="how many (10)")
    parser.add_argument("--nodes", type=int, default=200_000, help="for each position (200000)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    try:
        if not compiled.available():
            raise UserError(compiled.MISSING)
        node = shutil.which("node")
        if node is None:
            raise UserError("no Node.js here, which runs the page's review")
        name = games.find(arguments.game).name
    except (UserError, games.TextError) as error:
        print(f"tourelle: {error}", file=sys.stderr)
        return 1
    search = compiled.CompiledSearch(games.model(name), compiled.kernels(name), _ENTRIES)
    chance = arena.Chance(arguments.seed)
    records = [played(name, chance, search) for _ in range(arguments.games)]
    engine = [sys.executable, "-m", "tourelle_host", "engine", name]
    script = str(Path(__file__).with_suffix(".mjs"))
    command = [node, "--no-warnings", script, _REVIEW.as_uri(), str(arguments.nodes), *engine]
    looks = "".join(json.dumps(look(record, 0)) + "\n" for record in records)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdin and run.stdout
        run.stdin.write(looks)
        run.stdin.close()
        same = shared = 0
        for number, line in enumerate(run.stdout, 1):
            short, long = (each["worst"] for each in json.loads(line))
            same += set(short) == set(long)
            shared += len(set(short) & set(long))
            print(f"{name} {number}: {short}, with ten times the positions {long}", flush=True)
    print(f"{name}: the same turns in {same} of {len(records)} games, {shared} turns in both")
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
