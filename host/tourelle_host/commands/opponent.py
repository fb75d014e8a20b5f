"""`tourelle opponent`: the engine plays a host's sides in a board's game."""

import argparse
from collections.abc import Callable

from tourelle_host.arguments import letter, seconds

EXAMPLES = (
    ("tourelle opponent", "play what the board gives to a host"),
    ("tourelle opponent --side r --seconds 3", "take Red, think longer"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "opponent",
        help="play against the people at a board, with this computer's engine",
        description="Attach to a running board, and play every side assigned to a host. Sides are "
        "given to a host in the board's menu, over the link (seat r host), or with --side. "
        "Ctrl-C ends it, and leaves those sides to the people at the board.",
    )
    parser.add_argument(
        "--port",
        metavar="PORT",
        help="/dev/ttyACM0, a pseudo-terminal, or socket://127.0.0.1:4000 (the only board)",
    )
    parser.add_argument(
        "--seconds", type=seconds, metavar="S", default=1.0, help="thinking time per turn (1)"
    )
    parser.add_argument(
        "--side",
        type=letter,
        metavar="LETTER",
        action="append",
        default=[],
        help="take this side: y, for example; may be repeated",
    )
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from tourelle_host import ports
    from tourelle_host.connection import Connection, Gone
    from tourelle_host.engine.opponent import Opponent
    from tourelle_host.following import Follower
    from tourelle_host.hello import advice
    from tourelle_host.recorder import Recorder

    def tell(sentence: str) -> None:
        print(sentence, flush=True)

    with Connection(ports.choose(arguments.port)) as connection:
        follower = Follower(connection, Recorder(asks=True), mirror=False)
        warning = advice(follower.hello)
        if warning:
            tell(warning)
        tell("Playing for the host; Ctrl-C ends it.")
        with Opponent(connection.send, tell, arguments.seconds, asks=True) as opponent:
            try:
                for line in follower.lines(lambda: False):
                    _say(line, tell)
                    if line.startswith("@game ") and line != "@game none":
                        for side in arguments.side:
                            connection.send(f"seat {side} host")
                    if line:
                        opponent.hear(line)
            except (KeyboardInterrupt, SystemExit):
                for side in opponent.hosts:
                    connection.send(f"seat {side} hand")
                raise
            except Gone as gone:
                raise Gone(f"{gone}; the game is in the board's own record") from None
    return 0


def _say(line: str, tell: Callable[[str], None]) -> None:
    """Tell a person what a line of the board means, if anything."""
    word, _, rest = line.partition(" ")
    if word == "@game":
        tell("There is no game yet." if rest == "none" else f"The game: {rest}")
    elif word == "@move" or word == "@over":
        tell(line[1:])
    elif word == "@error":
        tell(f"The board says: {rest}")
