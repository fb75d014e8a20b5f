"""`tourelle engine`: a game's engine, for programs that speak the Universal Game Interface."""

import argparse

EXAMPLES = (
    ("tourelle engine avalam", "ask it in UGI, line by line"),
    ("tourelle engine tours --option turn=single", "with an option of the game"),
    ("tourelle engine avalam --option Hash=64 --option Threads=2", "with more memory and a helper"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "engine",
        help="think about a game for another program (UGI)",
        description="Speak the Universal Game Interface on standard input and output. Positions "
        "and moves are the texts of docs/record.md; the firmware's own search thinks.",
    )
    parser.add_argument("game", metavar="GAME", help="name of the game")
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="as in setoption: Level, Seed, Hash, Threads, MultiPV, or an option of the game; "
        "may be repeated",
    )
    parser.add_argument(
        "--vm",
        choices=("compiled", "micropython", "cpython"),
        help="what runs the search: kernels compiled by numba, or a VM (the first available)",
    )
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    import sys
    import time

    from tourelle import games
    from tourelle_host.engine import compiled, process, streams
    from tourelle_host.engine.ugi import Engine
    from tourelle_host.errors import UserError

    options = {}
    for option in arguments.option:
        name, equals, value = option.partition("=")
        if not equals:
            raise UserError(f"'{option}' is not of the form NAME=VALUE")
        options[name] = value
    try:
        name = games.find(arguments.game).name
        games.model(name)
    except games.TextError as error:
        raise UserError(str(error)) from None
    if sys.stdin is None:
        raise UserError("standard input is closed, and what to think about comes from it")
    vm = arguments.vm or process.fastest()
    if vm == "compiled" and not compiled.available():
        raise UserError(compiled.MISSING)
    if vm == "compiled" and not compiled.ready(name):
        print("info string compiling the search, once: this takes 10 to 20 s", flush=True)
    thinkers = process.Processes(vm)

    def write(line: str) -> None:
        print(line, flush=True)

    try:
        engine = Engine(name, options, thinkers, write, time.monotonic)
    except ValueError as error:
        raise UserError(str(error)) from None
    with engine:
        streams.run(engine, sys.stdin)
    return 0
