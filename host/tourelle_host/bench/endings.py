"""How many endings can be proved to their margin, and with how many positions looked at.

python -m tourelle_host.bench.endings [--left 12] [--positions 40] [--nodes N] [--seed 1]
    [--threads 1] [--chip]

The positions come from games of level 5 against itself, so many turns before the end, one per game.
--threads: so many share the host's table; the nodes are those of the first thread, which finds the
proofs. --chip: with the board's arrays and table, as on a Pico.
"""

import argparse
import sys

from tourelle import games, thinking
from tourelle_host.engine import arena, compiled
from tourelle_host.engine.match import Score
from tourelle_host.errors import UserError

_OPENING = 4  # random turns
_LEVEL = 5
_SLICE = 20000  # nodes
_HOST_ENTRIES = 1 << 20


def position(search: compiled.CompiledSearch, text: str, left: int, chance: arena.Chance):
    """A position of a new game, this many turns before its end."""
    while True:
        there, steps = arena.opened(text, _OPENING, chance)
        search.forget()
        while there.outcome() is None:
            search.begin(there, _LEVEL, 1 + chance.below(60000))
            while search.run(_SLICE):
                pass
            steps.append(search.choose())
            there.push(steps[-1])
        if there.turns > left + _OPENING:
            last = there.turns - left
            while there.turns > last or there.mid_turn:
                there.pop()
            return there


def main() -> int:
    """Prove them all; prints a line for each, and one for all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="avalam", help="a game with bounds, or a position of it")
    parser.add_argument("--left", type=int, default=12, help="turns to the end of the game (12)")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=20_000_000, help="for each, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="on the host (1)")
    parser.add_argument("--chip", action="store_true", help="as a Pico does")
    arguments = parser.parse_args()
    try:
        if not compiled.available():
            raise UserError(compiled.MISSING)
        if arguments.threads < 1 or (arguments.chip and arguments.threads > 1):
            raise UserError("there are one thread or more, and one on a Pico")
        name = games.read(arguments.game).NAME
    except (UserError, games.TextError) as error:
        print(f"tourelle: {error}", file=sys.stderr)
        return 1
    kernels = compiled.kernels(name)
    search: compiled.CompiledSearch
    if arguments.chip:
        board = (thinking.ENTRIES, thinking.ROOM, thinking.PLIES)
        search = compiled.CompiledSearch(games.model(name), kernels, *board)
    else:
        search = compiled.Team(name, _HOST_ENTRIES, arguments.threads)
    player = compiled.CompiledSearch(games.model(name), kernels, 1024)
    chance = arena.Chance(arguments.seed)
    score = Score()
    for number in range(arguments.positions):
        there = position(player, arguments.game, arguments.left, chance)
        search.forget()
        search.begin(there, budget=0 if arguments.chip else arguments.nodes)
        left = arguments.nodes
        while left > 0 and search.run(min(_SLICE, left)):
            most = arguments.nodes
            if arguments.chip:
                most = thinking.patience(search, most)
            left = most - search.nodes
        score.add(1.0 if search.proved else 0.0, 0)
        told = f"proved, {search.value}" if search.proved else "not proved"
        steps = sum(1 for _ in there.legal_moves())
        nodes = f"{search.nodes} positions"
        if arguments.threads > 1:
            nodes += f" ({search.all_nodes} of all threads)"
        print(f"{number + 1}: {steps} steps, {nodes}, {told}: {there.text()}", flush=True)
    low, high = score.interval()
    print(
        f"{name}, {arguments.left} turns left: {score.wins} of {score.games} proved "
        f"({100 * low:.0f} to {100 * high:.0f} %) in {arguments.nodes} positions"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
