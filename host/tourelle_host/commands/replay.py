"""`tourelle replay`: a recorded game, step by step, on the page or as text."""

import argparse

from tourelle_host.arguments import tcp_port
from tourelle_host.errors import UserError


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "replay",
        help="show a recorded game",
        description="Play through a record, on the page or as text. A record with an illegal "
        "move is refused: the line and the reason are named.",
    )
    parser.add_argument("file", metavar="FILE", help="the record; - is standard input")
    parser.add_argument("--text", action="store_true", help="print every position, show no page")
    parser.add_argument(
        "--port", type=tcp_port, help="port of the page's address (8765, or a free one)"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(func=_run)


def load(file: str):
    """The record in a file; UserError with the file's name."""
    from tourelle_host import record as records
    from tourelle_host import texts

    try:
        return records.read(texts.read(file))
    except records.RecordError as error:
        raise UserError(f"{file}: {error}") from None


def _run(arguments: argparse.Namespace) -> int:
    record = load(arguments.file)
    if arguments.text:
        _print(record)
        return 0
    import asyncio

    from tourelle_host.server import serve
    from tourelle_host.server.replay import Replay

    bound, other_port = serve.listen(arguments.port)
    if other_port:
        print(other_port)

    def ready(address: str) -> None:
        print(f"The game is at {address} (Ctrl-C ends it)", flush=True)
        if not arguments.no_browser:
            serve.open_browser(address)

    with bound:
        asyncio.run(serve.serve(Replay(record).hub, bound, ready))
    print()
    return 0


def _print(record) -> None:
    """The headers, and every turn with the position after it."""
    from tourelle_host import record as records
    from tourelle_host.draw import draw, standing

    headers, _, _ = records.write(record).partition("\n\n")
    position = record.position()
    print(headers, draw(position), standing(position), sep="\n\n")
    for number, (side, steps) in enumerate(record.turns(), 1):
        position.push_turn(steps)
        print(f"\n{number}. {side} {steps}", draw(position), standing(position), sep="\n\n")
    if record.result:
        print(f"\nResult: {record.result}" + (f", {record.why}" if record.why else ""))
