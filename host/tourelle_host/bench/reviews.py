"""Whether the page's review names the same turns as one with ten times the positions.

python -m tourelle_host.bench.reviews [--game avalam] [--games 10] [--nodes 200000] [--seed 1]

The games are of level 3 against itself, after four random turns. Needs Node.js, since the review is
the page's own. How exact a search is shows in what ten times the positions change: turns whose
losses are closer than the median change are as good as equal, and either may be named. It also says
which lead (`LEAD` in a game's page/tasks.py) fits the results from all these positions.
"""

import argparse
import json
import math
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from tourelle import games
from tourelle_host.engine import arena, compiled
from tourelle_host.engine.worker import DECIDED
from tourelle_host.errors import UserError
from tourelle_host.record import Record
from tourelle_host.server.looking import look

_OPENING = 4  # random turns
_LEVEL = 3
_SLICE = 20000  # nodes
_ENTRIES = 1 << 16
_LONGEST = 300  # turns; longer games are left out
_LEADS = [round(50 * 2 ** (n / 4)) for n in range(32)]  # hundredths of a point
_REVIEW = Path(__file__).parent.parent / "page" / "review.js"


def played(name: str, chance: arena.Chance, search: compiled.CompiledSearch) -> Record:
    """Plays a new game to its end."""
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
    """Review them all; prints a line for each game, and one for all."""
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
    looks = [look(record, 0) for record in records]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdin and run.stdout
        run.stdin.write("".join(json.dumps(each) + "\n" for each in looks))
        run.stdin.close()
        reviews = []
        for number, line in enumerate(run.stdout, 1):
            short, long = json.loads(line)
            reviews.append((short, long))
            told = f"{short['worst']}, with ten times the positions {long['worst']}"
            print(f"{name} {number}: {told}", flush=True)
    if reviews:
        print(f"{name}: {summary(reviews)}")
        fitting = lead(
            [
                (long["after"], each["over"]["winners"] == each["sides"][0])
                for each, (_, long) in zip(looks, reviews, strict=False)
                if each["over"]["winners"] != "draw"
            ]
        )
        print(f"{name}: a lead of {fitting / 100:.1f} wins 88 of 100 games")
    return run.returncode


def lead(played_games: list[tuple[list[float], bool]]) -> int:
    """The lead that makes the results likeliest, in hundredths of a point.

    played_games: the values after each turn, for the side that began; whether that side won.
    """

    def likely(by: int) -> float:
        return -sum(
            math.log1p(math.exp((-2 if won else 2) * value / by))
            for values, won in played_games
            for value in values
            if abs(value) < DECIDED
        )

    return max(_LEADS, key=likely)


def summary(reviews: list[tuple[dict, dict]]) -> str:
    """How many agree. reviews: short and long; "worst": turns; "losses": per turn, from turn 1."""
    same = shared = level = 0
    changes = [
        abs(short["losses"][turn - 1] - long["losses"][turn - 1])
        for short, long in reviews
        for turn in {*short["worst"], *long["worst"]}
    ]
    close = statistics.median(changes) if changes else 0.0
    for short, long in reviews:
        one, other = set(short["worst"]), set(long["worst"])
        least = min((long["losses"][turn - 1] for turn in other), default=0.0)
        same += one == other
        shared += len(one & other)
        level += all(abs(long["losses"][turn - 1] - least) <= close for turn in one ^ other)
    return (
        f"the same turns in {same} of {len(reviews)} games, {shared} turns in both; in {level} "
        "the same or as good as equal: "
        f"ten times the positions change a loss by {close:.2f} in the median"
    )


if __name__ == "__main__":
    sys.exit(main())
