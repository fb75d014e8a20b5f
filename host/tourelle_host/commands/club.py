"""`tourelle club`: a page of all tables at a broker, for a screen on the wall."""

import argparse
from pathlib import Path

from tourelle_host import options
from tourelle_host.arguments import tcp_port

EXAMPLES = (
    ("tourelle club --broker mqtts://wall@club.example", "all tables, results and standings"),
    ("tourelle club --broker ... --folder 2026-autumn", "the games of this tournament"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "club",
        help="show all tables at a broker, results and standings",
        description="Show every table that boards share at a broker, as it is played, on a page of "
        "this computer. It only looks on. Each finished game is a file in the folder, and "
        "the standings come from these files. Ctrl-C ends it, and nothing is lost.",
    )
    options.broker(parser, required=True)
    parser.add_argument(
        "--folder", type=Path, default=Path("club"), help="where finished games are kept (club)"
    )
    parser.add_argument(
        "--port", type=tcp_port, help="port of the page's address (8765, or a free one)"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    import asyncio
    import sys

    from tourelle_host.server import serve

    where = options.broker_at(arguments.broker)

    def say(sentence: str) -> None:
        print(f"tourelle: {sentence}", file=sys.stderr, flush=True)

    async def run(bound, ready) -> None:
        from tourelle_host.club import spectator
        from tourelle_host.club.archive import Archive
        from tourelle_host.club.site import site
        from tourelle_host.club.wall import Wall
        from tourelle_host.server.loop import Loop
        from tourelle_host.side_by_side import until_one_ends

        wall = Wall(Archive(arguments.folder), Loop(), say)
        await until_one_ends(
            serve.serve_site(site(wall), bound, ready),
            spectator.follow(wall, where, arguments.authority),
            spectator.tick(wall),
        )

    with serve.announced("The club", arguments.port, not arguments.no_browser) as (bound, ready):
        asyncio.run(run(bound, ready))
    print()
    return 0
