"""`tourelle together`: a game with a friend elsewhere, each at a board."""

import argparse
import os
import sys
from pathlib import Path

from tourelle_host.errors import UserError
from tourelle_host.together.accounts import Accounts

EXAMPLES = (
    ("tourelle together new --broker mqtts://anna@club.example", "Avalam, on the page; invite"),
    ("tourelle together new --broker ... --game cabale --option players=3", "for three"),
    ("tourelle together join INVITATION --broker mqtts://ben@club.example", "sit down"),
    ("tourelle together go --port /dev/ttyACM0", "go on with the game on this board"),
)
_PASSWORD = "TOURELLE_BROKER_PASSWORD"


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "together",
        help="play with a friend elsewhere, each at a board",
        description="Share a game between boards, by a broker that all of them reach; "
        "docs/together.md says how to have one. What is played without a network is told when it "
        "is back. Type claim when somebody has been away for too long, take to play on at this "
        "board for one that is lost. Ctrl-C ends it; the game stays on the boards.",
    )
    ways = parser.add_subparsers(dest="way", required=True, metavar="WAY")
    new = ways.add_parser("new", help="begin a game, and invite")
    new.add_argument("--game", default="avalam", help="which (avalam)")
    new.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="may be repeated"
    )
    new.add_argument(
        "--side", metavar="LETTERS", default="", help="yours; several for several (the first)"
    )
    new.add_argument(
        "--wait", type=int, metavar="S", default=120, help="before others may claim (120)"
    )
    join = ways.add_parser("join", help="sit down with an invitation")
    join.add_argument("invitation", help="the link that was sent")
    go = ways.add_parser("go", help="go on with the shared game on the board")
    go.add_argument("--game", default="avalam", help="which game's simulated board (avalam)")
    for each in (new, join, go):
        _common(each, each is new)
    parser.set_defaults(func=_run)


def _common(parser: argparse.ArgumentParser, needed: bool) -> None:
    parser.add_argument(
        "--broker",
        metavar="URL",
        required=needed,
        help=f"mqtts://NAME:PASSWORD@HOST, or mqtt, ws, wss; the password also from {_PASSWORD}",
    )
    parser.add_argument("--name", default="", help="what you are called")
    parser.add_argument(
        "--authority", metavar="FILE", help="certificate of who vouches for the broker"
    )
    parser.add_argument("--port", metavar="PORT", help="the board's; else a simulated one")
    parser.add_argument(
        "--folder", type=Path, help="of accounts and the simulated board's flash (your own)"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def _run(arguments: argparse.Namespace) -> int:
    import asyncio

    from tourelle_host.together import invitation as invitations

    invitation = invitations.read(arguments.invitation) if arguments.way == "join" else None
    accounts = Accounts(arguments.folder)
    broker = _broker(arguments, invitation)
    table = _table(arguments, broker) if arguments.way == "new" else None

    async def sit(talk) -> None:
        from tourelle_host.together import sitting

        await talk.ask("hello", "@hello ")
        if table:
            accounts.keep(table.name, broker.whole)
            for made in await sitting.lay(talk, table, 0, broker, arguments.name):
                link = invitations.write(made)
                _say("", f"Send this to who is to play {_letters(table, made.player)}:\n{link}\n")
                _say("", invitations.picture(link))
        elif talk.lay_out and not invitation:
            told = await talk.ask("position", "@position ")
            talk.lay_out(told.partition(" ")[2])
        elif invitation:
            await sitting.join(talk, invitation, broker, arguments.name, _say, arguments.authority)
            accounts.keep(invitation.table, broker.whole)

        def find(name: str):
            return broker or accounts.broker(name)

        await sitting.play(talk, find, _say, arguments.authority, _typed)

    if arguments.port:
        with _ended():
            asyncio.run(_at_port(arguments.port, sit))
        return 0
    return _on_page(invitation.game if invitation else arguments.game, arguments, sit)


def _broker(arguments, invitation):
    from tourelle_host.together import broker as brokers
    from tourelle_host.together import table as tables

    if arguments.broker:
        found = brokers.read(arguments.broker, os.environ.get(_PASSWORD, ""))
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

    options = dict(word.partition("=")[::2] for word in arguments.option)
    try:
        position = games.opening(arguments.game, options)
    except ValueError as error:
        raise UserError(str(error)) from None
    mine = arguments.side or position.SIDES[0]
    if not set(mine) <= set(position.SIDES) or set(mine) == set(position.SIDES):
        raise UserError(
            f"--side {mine}: choose some of {', '.join(position.SIDES)}, and leave some to others"
        )
    others = 0
    players = []
    for letter in position.SIDES:
        others += letter not in mine
        players.append(0 if letter in mine else others)
    if not 1 <= arguments.wait <= tables.LONGEST_WAIT_S:
        raise UserError(f"--wait {arguments.wait}: from 1 second to {tables.LONGEST_WAIT_S}")
    return tables.new(broker.user, position, "".join(map(str, players)), arguments.wait)


def _letters(table, player: int) -> str:
    from tourelle import games

    sides = games.read(table.start).SIDES
    return " and ".join(
        letter for letter, who in zip(sides, table.sides, strict=True) if int(who) == player
    )


def _say(topic: str, words: str) -> None:
    print(words, flush=True)


async def _typed(bridge) -> None:
    """Do what a person types: claim, take."""
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
                    claimed = bridge.decider.claim is not None
                    _say("", "Claimed." if claimed else "Nobody has been away for long enough.")
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
    """Ctrl-C is a good end."""
    import contextlib

    return contextlib.suppress(KeyboardInterrupt)


async def _at_port(path: str, sit) -> None:
    """Sit down at a board on a port."""
    import asyncio
    import threading

    from tourelle_host import ports
    from tourelle_host.connection import Connection
    from tourelle_host.together.sitting import Talk

    loop = asyncio.get_running_loop()
    failed: asyncio.Future = loop.create_future()
    with Connection(ports.choose(path)) as connection:
        talk = Talk(connection.send)

        def listen() -> None:
            try:
                while True:
                    loop.call_soon_threadsafe(talk.lines.put_nowait, connection.line() or "")
            except UserError as error:
                loop.call_soon_threadsafe(failed.set_exception, error)

        threading.Thread(target=listen, daemon=True).start()
        sitting = asyncio.create_task(sit(talk))
        try:
            done, _ = await asyncio.wait([sitting, failed], return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                one.result()
        finally:
            sitting.cancel()


def _on_page(game: str, arguments: argparse.Namespace, sit) -> int:
    """Sit down at a simulated board, which is on the page."""
    from tourelle import games
    from tourelle_host.commands.play import on_page
    from tourelle_host.sim.board import SimulatedBoard
    from tourelle_host.sim.clock import Real
    from tourelle_host.sim.kinds import default_vm

    try:
        grid = games.find(game).grid
    except ValueError as error:
        raise UserError(str(error)) from None
    vm, second_choice = default_vm()
    if second_choice:
        print(second_choice)
    board = SimulatedBoard(
        grid, vm, clock=Real(), state_dir=Accounts(arguments.folder).folder / f"board-{grid}"
    )

    async def beside() -> None:
        import asyncio

        from tourelle_host.together.sitting import Talk

        loop = asyncio.get_running_loop()

        def send(line: str) -> None:
            board.send(line.encode() + b"\n")

        def lay_out(text: str) -> None:
            board.do(f"set {text}")

        def hear(text: str) -> None:
            loop.call_soon_threadsafe(talk.lines.put_nowait, text)

        talk = Talk(send, lay_out)
        board.on_line.append(hear)
        await sit(talk)

    return on_page(board, None, not arguments.no_browser, beside=beside)
