"""`tourelle bench`: how long from lift to light, what memory, what size."""

import argparse
import json

from tourelle.games.catalogue import GAMES


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "bench",
        help="measure lift to light, memory and size",
        description="Play a game of random moves on each VM and time the firmware. Times are "
        "given as multiples of a bare Python loop turn of the same run; what they would be on "
        "the Pico is estimated from that, not measured.",
    )
    parser.add_argument("game", metavar="GAME", nargs="*", help="games, else all")
    parser.add_argument("--vm", choices=("cpython", "micropython"), help="one VM only")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from tourelle.games import TextError, find
    from tourelle_host import micropython, paths
    from tourelle_host.bench import figures
    from tourelle_host.errors import UserError

    try:
        entries = [find(name) for name in arguments.game] or list(GAMES)
    except TextError as error:
        raise UserError(str(error)) from None
    vms = [arguments.vm] if arguments.vm else ["micropython", "cpython"]
    if not arguments.vm and not micropython.available():
        print(micropython.MISSING)
        vms.remove("micropython")
    for entry in entries:
        board = json.loads(paths.board(entry.grid).read_text(encoding="utf-8"))
        for vm in vms:
            run = figures.measure(entry.name, entry.grid, vm)
            print("\n".join(figures.report(run, entry.grid, board["period_ms"])), flush=True)
    print("\n".join(figures.size()))
    return 0
