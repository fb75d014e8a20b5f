"""`tourelle watch`: shows a running board, real or simulated, and records its games."""

import argparse
import sys
import threading
from pathlib import Path

from tourelle_host.errors import UserError

EXAMPLES = (
    ("tourelle watch", "the board that is plugged in, on the page"),
    ("tourelle watch --text", "its lines"),
    ("tourelle watch --record game.txt --player y=Ann", "keep each game"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "watch",
        help="look at a running board, and record its games",
        description="Attach to a running board and show it on the page, as a mirror, or as text. "
        "The board is not disturbed. Ctrl-C ends it.",
    )
    parser.add_argument(
        "--port",
        metavar="PORT",
        help="/dev/ttyACM0, a pseudo-terminal, or socket://127.0.0.1:4000 (the only board)",
    )
    parser.add_argument("--text", action="store_true", help="print what it says, show no page")
    parser.add_argument(
        "--events",
        metavar="FILE",
        type=Path,
        help="Enter saves what the board last felt, for when it was wrong: see tourelle replay; "
        "so does a crash",
    )
    parser.add_argument("--record", metavar="FILE", type=Path, help="save each game in a file")
    parser.add_argument(
        "--player",
        metavar="SIDE=NAME",
        action="append",
        default=[],
        help="who plays, for the record: y=Ann; may be repeated",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(func=_run)


def _players(words: list[str]) -> dict[str, str]:
    players = {}
    for word in words:
        side, equals, name = word.partition("=")
        if not equals or len(side) != 1:
            raise UserError(f"'{word}' names no player: write y=Ann, for example")
        players[side.lower()] = name
    return players


def _run(arguments: argparse.Namespace) -> int:
    from datetime import date

    from tourelle_host import ports, texts
    from tourelle_host.connection import Connection
    from tourelle_host.following import Follower
    from tourelle_host.hello import advice, grid_of
    from tourelle_host.recorder import Recorder

    for file in filter(None, (arguments.record, arguments.events)):
        texts.check(file)
    recorder = Recorder(date.today().isoformat(), _players(arguments.player), asks=True)
    with Connection(ports.choose(arguments.port)) as connection:
        follower = Follower(connection, recorder, mirror=not arguments.text)
        saver = Savers(follower, arguments.record, arguments.events)
        warning = advice(follower.hello)
        if warning:
            print(warning, file=sys.stderr)
        if arguments.text:
            _print(follower, saver)
        else:
            _show(grid_of(follower.hello), follower, saver, browser=not arguments.no_browser)
    return 0


def _print(follower, saver) -> None:
    """Print the board's lines with this machine's time."""
    from datetime import datetime

    from tourelle_host.server.mirror import ANSWERS
    from tourelle_host.whynot import WhyNot

    why_not = WhyNot()
    for line in follower.lines(lambda: False):
        told = [line] if line and line.split(" ")[0] not in ANSWERS else []
        for text in filter(None, (*told, why_not.hear(line))):
            print(f"{datetime.now():%H:%M:%S} {text}", flush=True)
        saver.save()


class Savers:
    """Saves games as they come, and events when Enter asks for them."""

    def __init__(self, follower, games: Path | None, events: Path | None):
        from tourelle_host.following import Saver

        self._follower = follower
        self._games = Saver(games) if games else None
        self._events = events
        self._trouble = ""
        if events:
            print("Enter saves what the board felt last.", file=sys.stderr, flush=True)
            threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for _ in sys.stdin or ():
            self._follower.ask_events()

    def save(self) -> str:
        """Save what is new; what to tell where that has just begun to fail, else ""."""
        before, self._trouble = self._trouble, ""
        try:
            self._save()
        except UserError as error:
            self._trouble = str(error)
        if self._trouble in ("", before):
            return ""
        print(f"tourelle: {self._trouble}", file=sys.stderr, flush=True)
        return self._trouble

    def _save(self) -> None:
        new = self._games and self._games.save(self._follower.recorder)
        if new:
            print(f"The game is saved in {new}", file=sys.stderr, flush=True)
        events = self._follower.take_events()
        if events and self._events:
            from tourelle_host.blackbox import collecting

            path = collecting.save(events, self._events)
            print(f"The events are saved in {path}", file=sys.stderr, flush=True)


def _show(grid, follower, saver, browser: bool) -> None:
    """Show the mirror on the page."""
    import asyncio

    from tourelle_host.server import feeding, serve
    from tourelle_host.server.loop import Loop
    from tourelle_host.server.mirror import Mirror
    from tourelle_host.side_by_side import until_one_ends

    async def run(bound, ready) -> None:
        shown = Mirror(grid, follower.recorder, follower.ask_events, Loop())
        await until_one_ends(
            serve.serve(shown.hub, bound, ready),
            feeding.feed(shown, follower, saver.save),
            feeding.tick(shown),
        )

    with serve.announced("The board", None, browser) as (bound, ready):
        asyncio.run(run(bound, ready))
    print()
