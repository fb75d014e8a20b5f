"""`tourelle match`: lets players compete, and prints the score with its confidence interval."""

import argparse

from tourelle.who import STRONGEST
from tourelle_host.arguments import count, number

PLAYERS = (
    f"random, greedy, playouts:N, level:1 to level:{STRONGEST}, or a program as ugi:GO:COMMAND"
)

EXAMPLES = (
    ("tourelle match avalam level:6 level:5 --games 20", "two levels"),
    ("tourelle match tawol level:3 greedy", "a level and a simple player"),
    ("tourelle match", "each level and the one below, all games"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "match",
        help="let players of a game compete",
        description="Play a match over random openings, each from every side. A player is "
        f"{PLAYERS}. Without players, each level plays the one below and the others. "
        "The same seed gives the same games.",
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game or a position (all games)")
    parser.add_argument("players", metavar="PLAYER", nargs="*", help="the two players")
    parser.add_argument("--games", type=count, default=100, help="games per match (100)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (1)")
    parser.add_argument(
        "--opening", type=number(0), default=4, help="random turns before each game (4)"
    )
    parser.add_argument(
        "--nodes", type=count, help="nodes per step at the highest level (the Pico's)"
    )
    parser.add_argument("--entries", type=count, help="entries in the table (the Pico's)")
    parser.add_argument(
        "--vm", choices=("micropython", "cpython"), default="micropython", help="what plays"
    )
    parser.set_defaults(func=_run)


def _pairs() -> list[tuple[str, str]]:
    """The matches that show what each level is worth."""
    levels = [(f"level:{level}", f"level:{level - 1}") for level in range(2, STRONGEST + 1)]
    below = [("level:1", "random"), ("level:1", "greedy")]
    return [
        *below,
        *levels,
        *((f"level:{STRONGEST}", other) for other in ("greedy", "playouts:200")),
    ]


def _run(arguments: argparse.Namespace) -> int:
    from tourelle import games
    from tourelle.games.catalogue import GAMES
    from tourelle_host.engine import match
    from tourelle_host.errors import UserError

    if len(arguments.players) not in (0, 2):
        raise UserError(f"a match is between two players: {PLAYERS}")
    texts = [entry.name for entry in GAMES] if arguments.game is None else [arguments.game]
    pairs = [tuple(arguments.players)] if arguments.players else _pairs()
    for text in texts:
        try:
            name = games.read(text).NAME
            games.model(name)
        except games.TextError as error:
            raise UserError(str(error)) from None
        for one, other in pairs:
            one, other = match.check(one, name), match.check(other, name)
            _play(arguments, match, text, name, one, other)
    return 0


def _play(arguments, match, text: str, name: str, one: str, other: str) -> None:
    """Play a match, with its progress on a terminal, and print its line."""
    from tourelle import games, thinking
    from tourelle_host.progress import Bar

    score = match.Score()
    with Bar(arguments.games, f"{text}: {one} - {other}") as bar:
        for score in match.play(
            text,
            one,
            other,
            arguments.games,
            arguments.seed,
            arguments.nodes or games.model(name).NODES,
            arguments.opening,
            arguments.entries or thinking.ENTRIES,
            arguments.vm,
        ):
            bar.to(score.games, str(score))
    turns = score.turns / max(score.games, 1)
    nodes = f", {score.nodes // score.steps} nodes a step" if score.steps else ""
    print(f"{text}: {one} - {other}: {score}; {turns:.0f} turns a game{nodes}", flush=True)
