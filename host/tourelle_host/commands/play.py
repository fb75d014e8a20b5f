"""`tourelle play`: the simulated board in a browser, running the real firmware."""

import argparse
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tourelle.grids import NAMES
from tourelle_host import ending, options
from tourelle_host.arguments import tcp_port
from tourelle_host.errors import UserError
from tourelle_host.options import chip, vm_of

if TYPE_CHECKING:
    from tourelle_host.server.friends import Friends
    from tourelle_host.sim.board import SimulatedBoard

EXAMPLES = (
    ("tourelle play", "Avalam's board, in the browser"),
    ("tourelle play --grid hex", "Cabale's"),
    ("tourelle play --serial pty", "with a serial port for mpremote, too"),
    ("tourelle play --port 8123 --no-browser", "at an address of your own"),
)


class Page(NamedTuple):
    """A simulated board, and the page that shows it.

    number   the page's TCP port; None: the usual one, or any free one
    browser  whether to open a browser
    another, fresh, friends, kept: see `server.shown.ShownBoard`
    beside   a coroutine function to run meanwhile; what it raises is printed, and the page goes on
    """

    board: "SimulatedBoard"
    number: int | None = None
    browser: bool = True
    another: "Callable[[str], SimulatedBoard] | None" = None
    fresh: bool = False
    friends: "Friends | None" = None
    kept: "Callable[[str], SimulatedBoard] | None" = None
    beside: Callable[[], Awaitable[None]] | None = None


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "play",
        help="play on the simulated board, in a browser",
        description="Start a simulated board with the real firmware in it, and show it in a "
        "browser. Ctrl-C ends it.",
    )
    parser.add_argument(
        "--port", type=tcp_port, help="port of the page's address (8765, or a free one)"
    )
    parser.add_argument("--grid", choices=NAMES, default="avalam", help="which board (avalam)")
    parser.add_argument(
        "--vm",
        choices=("micropython", "cpython", "chip"),
        help="what runs the firmware (micropython, if installed); chip: an emulated RP2040",
    )
    chip(parser)
    parser.add_argument(
        "--serial",
        metavar="PORT",
        help="also offer its serial port: pty (a pseudo-terminal), tcp (any TCP port that is "
        "free), or tcp://127.0.0.1:NUMBER",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    options.broker(parser, required=False)
    parser.add_argument(
        "--guests", type=Path, metavar="FILE", help="Mosquitto's password file, for guests"
    )
    parser.add_argument(
        "--folder",
        type=Path,
        help="where to keep accounts and the flash of a shared board (your data folder)",
    )
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from tourelle_host.sim.board import SimulatedBoard
    from tourelle_host.sim.clock import Real
    from tourelle_host.sim.port import open_port
    from tourelle_host.together.accounts import Accounts
    from tourelle_host.together.boards import kept_boards
    from tourelle_host.together.sharing import Sharing

    if arguments.serial and (arguments.broker or arguments.guests):
        raise UserError(
            "a board on whose serial port other programs are is not shared: "
            "leave out --serial, or --broker and --guests"
        )
    vm = vm_of(arguments)
    port = open_port(arguments.serial) if arguments.serial else None
    accounts = Accounts(arguments.folder)
    broker = options.broker_at(arguments.broker) if arguments.broker else None
    sharing = Sharing(accounts, broker, arguments.authority, arguments.guests)

    def another(grid: str) -> SimulatedBoard:
        other = SimulatedBoard(grid, vm, clock=Real())
        say_pace(other)
        return other

    board = SimulatedBoard(arguments.grid, vm, clock=Real(), port=port)
    if port:
        print(f"Its serial port is {port.address}")
    page = Page(board, arguments.port, not arguments.no_browser, fresh=True)
    # Other programs on a board's serial port would lose the board.
    if port:
        return on_page(page)
    kept = kept_boards(accounts, vm)
    return on_page(page._replace(another=another, friends=sharing, kept=kept, beside=sharing.run))


def on_page(page: Page) -> int:
    """Show a board on a page until Ctrl-C, and close it."""
    import asyncio

    from tourelle_host.server import serve

    with (
        contextlib.closing(page.board),
        serve.announced("Tourelle", page.number, page.browser) as (bound, ready),
    ):
        put_up(page.board)
        say_pace(page.board)
        number = asyncio.run(_serve(page, bound, ready))
    if number is not None:
        ending.end(number)
    print()
    return 0


def say_pace(board) -> None:
    """Have it printed, with the board's time, when the board runs slower than real time.

    Printed once the pace is known, and again whenever it has changed by half.
    """
    said = 1.0

    def pace(slower: float, now_ms: int) -> None:
        nonlocal said
        if not said / 1.5 < slower < said * 1.5:
            said = slower
            print(
                f"The board is running {_pace(slower)}; its time is {now_ms / 1000:.1f} s",
                flush=True,
            )

    board.on_pace.append(pace)


def _pace(slower: float) -> str:
    """How fast a board runs, in words."""
    return f"{slower:.1f} times slower than real time" if slower > 1 else "in real time"


def put_up(board) -> None:
    """Have a game's pieces on the board when its power comes on."""
    from tourelle.games.catalogue import GAMES

    for entry in GAMES:
        if entry.grid == board.world.grid.name:
            board.do(f"set {entry.name}")
            return


async def _serve(page: Page, bound, ready) -> int | None:
    """Serve the page; returns the signal that asked to end, or None."""
    import asyncio

    from tourelle_host.failures import Failures
    from tourelle_host.server import serve
    from tourelle_host.server.local import local_board

    task = asyncio.current_task()
    assert task
    asked = None

    def end(number: int) -> None:
        nonlocal asked
        asked = asked or number
        task.cancel()

    # An exception raised in the loop's own code would leave the loop half closed.
    for one in ending.signals():
        asyncio.get_running_loop().add_signal_handler(one, end, one)
    try:
        with local_board(page.board, page.another, page.fresh, page.friends, page.kept) as hub:
            watch = Failures("what runs beside the page").watch
            running = asyncio.create_task(watch(page.beside())) if page.beside else None
            try:
                await serve.serve(hub, bound, ready)
            finally:
                if running:
                    running.cancel()
                    await asyncio.gather(running, return_exceptions=True)
    except asyncio.CancelledError:
        if asked is None:
            raise
        return asked
    return None
