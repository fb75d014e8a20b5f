"""`tourelle perft`: counts the legal turns of a game, as a check of its rules."""

import argparse
import sys

from tourelle.games import TextError, find, read
from tourelle_host import counting, micropython, paths
from tourelle_host.arguments import count
from tourelle_host.children import run
from tourelle_host.errors import UserError

EXAMPLES = (
    ("tourelle perft avalam 3", "from the opening"),
    ("tourelle perft tours 2 --divide", "a line for each first step"),
    ("tourelle perft cabale 2 --option players=3", "with an option of the game"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "perft",
        help="count the legal turns of a game",
        description="Count the sequences of legal turns from a position, for each depth up to "
        "DEPTH. A wrong count means that a rule is wrong.",
    )
    parser.add_argument("game", metavar="GAME", help="name of the game")
    parser.add_argument("depth", metavar="DEPTH", type=count, help="how many turns deep")
    parser.add_argument("--position", metavar="TEXT", help="where to start (the opening)")
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game; may be repeated",
    )
    parser.add_argument(
        "--divide", action="store_true", help="print each first step's share of the last count"
    )
    parser.add_argument(
        "--vm", choices=("cpython", "micropython"), default="cpython", help="what counts (cpython)"
    )
    parser.set_defaults(func=_run)


def _text(game: str, position: str | None, options: list[str]) -> str:
    """The text of the position to count from."""
    try:
        name = find(game).name
        text = name if position is None else position.strip()
        if text and find(text.split()[0].rstrip(";")).name != name:
            raise UserError(f"'{text.split()[0]}' is not {name}; give the game of the position")
        if options:
            text += " ; options " + ",".join(options)
        read(text)
    except TextError as error:
        raise UserError(str(error)) from None
    return text


def _run(arguments: argparse.Namespace) -> int:
    text = _text(arguments.game, arguments.position, arguments.option)
    # Progress would run into the steps that --divide prints.
    progress = sys.stderr.isatty() and not arguments.divide
    if arguments.vm == "cpython":
        counting.count(text, arguments.depth, arguments.divide, progress)
        return 0
    if not micropython.available():
        raise UserError(micropython.MISSING)
    flags = [str(int(flag)) for flag in (arguments.divide, progress)]
    script = [str(counting.__file__), str(paths.PACKAGE.parent), text, str(arguments.depth)]
    return run(micropython.command(*script, *flags)).returncode
