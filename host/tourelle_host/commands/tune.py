"""`tourelle tune`: finds better weights for a game's search, from games against itself."""

import argparse

from tourelle.who import STRONGEST
from tourelle_host.arguments import count

EXAMPLES = (
    ("tourelle tune avalam", "find weights, play them against the old"),
    ("tourelle tune tawol --games 50 --level 3", "faster"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "tune",
        help="find better weights for a game's search",
        description="Let a level play itself, find the weights that best predict how games end, "
        "and play the new weights against the old. Nothing is written: put weights that win into "
        "the game's search file by hand.",
    )
    parser.add_argument("game", metavar="GAME", help="a game, or a position to start from")
    parser.add_argument(
        "--level", type=int, default=3, choices=range(1, STRONGEST + 1), help="who plays (3)"
    )
    parser.add_argument("--games", type=count, default=1000, help="games to learn from (1000)")
    parser.add_argument("--match", type=count, default=400, help="games between old and new (400)")
    parser.add_argument("--nodes", type=count, default=3000, help="nodes to search per step (3000)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (1)")
    parser.add_argument("--weights", help="numbers joined by commas (the game's)")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from tourelle import games
    from tourelle_host.engine import match, tune
    from tourelle_host.errors import UserError
    from tourelle_host.progress import Bar

    try:
        name = games.read(arguments.game).NAME
        weights = list(games.model(name).WEIGHTS)
    except games.TextError as error:
        raise UserError(str(error)) from None
    if arguments.weights:
        match.check(f"level:{arguments.level}:{arguments.weights}", name)
        weights = [int(word) for word in arguments.weights.split(",")]
    rows = []
    game = (arguments.level, arguments.games, arguments.seed, arguments.nodes)
    with Bar(arguments.games, "learning from games") as bar:
        for told in tune.play(arguments.game, *game, weights):
            rows += told
            bar.add(1)
    new, before, after = tune.fit(rows, weights)
    print(f"{len(rows)} positions; cross-entropy {before:.4f} before, {after:.4f} after")
    print("old weights", ", ".join(map(str, weights)))
    print("new weights", ", ".join(map(str, new)))
    one, other = (tune.player(arguments.level, each) for each in (new, weights))
    score = match.Score()
    with Bar(arguments.match, "new against old") as bar:
        for score in match.play(
            arguments.game, one, other, arguments.match, arguments.seed + 1, arguments.nodes
        ):
            bar.to(score.games, str(score))
    print(f"new against old at level {arguments.level}: {score}")
    return 0
