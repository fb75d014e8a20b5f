"""`tourelle together`: a game with a friend elsewhere, each at their own board."""

import argparse
import sys
from pathlib import Path

from tourelle_host import options
from tourelle_host.errors import UserError
from tourelle_host.together.accounts import Accounts

EXAMPLES = (
    ("tourelle together new --broker mqtts://anna@club.example", "Avalam, on the page; invite"),
    ("tourelle together new --broker ... --game cabale --option players=3", "for three"),
    ("tourelle together join INVITATION --broker mqtts://ben@club.example", "sit down"),
    ("tourelle together go --port /dev/ttyACM0", "go on with the game on this board"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "together",
        help="play with a friend elsewhere, each at a board",
        description="Share a game between boards, through a broker that all of them can reach; "
        "docs/together.md says how to get one. What is played without a network is sent when it "
        "is back. Type claim when somebody has been away for too long; take to play on at this "
        "board in place of a lost one. Ctrl-C ends it; the game stays on the boards.",
    )
    ways = parser.add_subparsers(dest="way", required=True, metavar="WAY")
    new = ways.add_parser("new", help="begin a game, and invite people")
    new.add_argument("--game", default="avalam", help="game to play (avalam)")
    new.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="may be repeated"
    )
    new.add_argument(
        "--side",
        metavar="LETTERS",
        default="",
        help="your side; several letters for several sides (the first)",
    )
    new.add_argument(
        "--wait",
        type=int,
        metavar="S",
        default=120,
        help="seconds you may be away before others may claim (120)",
    )
    new.add_argument(
        "--guests",
        type=Path,
        metavar="FILE",
        help="Mosquitto's password file, where each invited player gets a guest's account",
    )
    join = ways.add_parser("join", help="sit down with an invitation")
    join.add_argument("invitation", help="the link that was sent")
    go = ways.add_parser("go", help="go on with the shared game on the board")
    go.add_argument(
        "--game", default="avalam", help="the game whose simulated board it is on (avalam)"
    )
    for each in (new, join, go):
        _common(each, each is new)
    parser.set_defaults(func=_run)


def _common(parser: argparse.ArgumentParser, needed: bool) -> None:
    options.broker(parser, needed)
    parser.add_argument("--name", default="", help="your name, as others see it")
    parser.add_argument(
        "--port", metavar="PORT", help="the board's port; without it, a simulated board"
    )
    parser.add_argument(
        "--folder",
        type=Path,
        help="where to keep accounts and the simulated board's flash (your data folder)",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def _run(arguments: argparse.Namespace) -> int:
    import asyncio

    from tourelle_host.together import invitation as invitations
    from tourelle_host.together.sharing import Sharing

    invitation = invitations.read(arguments.invitation) if arguments.way == "join" else None
    accounts = Accounts(arguments.folder)
    broker = _broker(arguments, invitation)
    table = _table(arguments, broker) if arguments.way == "new" else None

    sharing = Sharing(
        accounts, broker, arguments.authority, getattr(arguments, "guests", None), _say, _typed
    )

    async def session(talk) -> None:
        if table:
            await sharing.open_table(table, broker, arguments.name)(talk)
            for player, link in sharing.invited:
                _say(
                    "",
                    f"Send this to the person who is to play {_letters(table, player)}:\n{link}\n",
                )
                _say("", invitations.picture(link))
        elif invitation:
            await sharing.join(invitation, broker, arguments.name)(talk)
        else:
            await sharing.back(talk)

    if arguments.port:
        with _ended():
            asyncio.run(_at_port(arguments.port, sharing, session))
        return 0
    return _on_page(invitation.game if invitation else arguments.game, arguments, sharing, session)


def _broker(arguments, invitation):
    from tourelle_host.together import table as tables

    if arguments.broker:
        found = options.broker_at(arguments.broker)
    elif invitation and invitation.broker.user:
        found = invitation.broker
    elif invitation:
        raise UserError(
            f"the invitation has no guest's account: add --broker with your own name at "
            f"{invitation.broker.url}"
        )
    else:
        return None
    tables.user(found.user)
    return found


def _table(arguments, broker):
    from tourelle import games
    from tourelle_host.together import table as tables

    chosen = dict(word.partition("=")[::2] for word in arguments.option)
    try:
        position = games.opening(arguments.game, chosen)
    except ValueError as error:
        raise UserError(str(error)) from None
    if not 1 <= arguments.wait <= tables.LONGEST_WAIT_S:
        raise UserError(f"--wait {arguments.wait}: from 1 second to {tables.LONGEST_WAIT_S}")
    return tables.seated(broker.user, position, arguments.side, arguments.wait)


def _letters(table, player: int) -> str:
    from tourelle import games
    from tourelle_host.together import table as tables

    return " and ".join(tables.letters(games.read(table.start).SIDES, table, player))


def _say(topic: str, words: str) -> None:
    print(words, flush=True)


async def _typed(bridge) -> None:
    """Do what a person types: claim, or take."""
    import asyncio

    if not sys.stdin or not sys.stdin.isatty():
        return
    loop = asyncio.get_running_loop()
    typed: asyncio.Queue[str] = asyncio.Queue()
    loop.add_reader(sys.stdin, lambda: typed.put_nowait(sys.stdin.readline()))
    try:
        while word := await typed.get():
            match word.strip():
                case "claim":
                    bridge.feed(("claim",))
                    _say(
                        "", "Claimed." if bridge.claims else "Nobody has been away for long enough."
                    )
                case "take":
                    bridge.feed(("take",))
                    bridge.feed(("hurry",))
                case "":
                    pass
                case _:
                    _say("", "Type claim, or take.")
    finally:
        loop.remove_reader(sys.stdin)


def _ended():
    """Ctrl-C is a normal end."""
    import contextlib

    return contextlib.suppress(KeyboardInterrupt)


async def _at_port(path: str, sharing, way) -> None:
    """Sit down at a board on a port."""
    import asyncio
    import threading

    from tourelle_host import ports
    from tourelle_host.connection import Connection

    loop = asyncio.get_running_loop()
    failed: asyncio.Future = loop.create_future()
    with Connection(ports.choose(path)) as connection:

        def listen() -> None:
            try:
                while True:
                    loop.call_soon_threadsafe(sharing.hear, connection.line() or "")
            except UserError as error:
                loop.call_soon_threadsafe(failed.set_exception, error)

        sharing.use(_OnPort(connection), lambda message: None)
        threading.Thread(target=listen, daemon=True).start()
        sitting = asyncio.create_task(sharing.play(way))
        try:
            done, _ = await asyncio.wait([sitting, failed], return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                one.result()
        finally:
            sitting.cancel()
            await asyncio.gather(sitting, return_exceptions=True)


class _OnPort:
    """A board on a port, on which only people put up pieces."""

    lay_out = None

    def __init__(self, connection):
        self._connection = connection

    def tell(self, line: str) -> None:
        self._connection.send(line)


def _on_page(game: str, arguments: argparse.Namespace, sharing, way) -> int:
    """Sit down at a simulated board, and show it on the page."""
    from tourelle import games
    from tourelle_host.commands.play import Page, on_page
    from tourelle_host.sim.kinds import default_vm
    from tourelle_host.together.boards import kept_boards

    try:
        grid = games.find(game).grid
    except ValueError as error:
        raise UserError(str(error)) from None
    vm, second_choice = default_vm()
    if second_choice:
        print(second_choice)
    kept = kept_boards(Accounts(arguments.folder), vm)
    return on_page(
        Page(
            kept(grid),
            browser=not arguments.no_browser,
            friends=sharing,
            kept=kept,
            beside=lambda: sharing.run(way),
        )
    )
