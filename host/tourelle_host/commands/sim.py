"""`tourelle sim`: a simulated board as a device on a serial port, with or without a page."""

import argparse
import contextlib
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from tourelle.grids import NAMES
from tourelle_host.options import chip, vm_of

EXAMPLES = (
    ("tourelle sim --serial pty", "a pseudo-terminal, and the page"),
    ("tourelle sim --serial tcp://127.0.0.1:4000 --headless", "a TCP port, no page"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "sim",
        help="run the simulated board as a device on a serial port",
        description="Run a simulated board whose serial port other programs can use: mpremote, "
        "Thonny, tourelle flash. Ctrl-C ends it.",
    )
    parser.add_argument("--headless", action="store_true", help="show no page")
    parser.add_argument(
        "--serial",
        metavar="PORT",
        default="pty",
        help="where the port is: pty (a pseudo-terminal, the default), tcp (any TCP port that is "
        "free), or tcp://127.0.0.1:NUMBER",
    )
    parser.add_argument(
        "--vm",
        choices=("micropython", "chip"),
        default="micropython",
        help="what runs the firmware (micropython); chip: an emulated RP2040",
    )
    chip(parser)
    parser.add_argument("--grid", choices=NAMES, default="avalam", help="which board (avalam)")
    parser.add_argument(
        "--state",
        metavar="FOLDER",
        type=Path,
        help="keep the board's flash there; without it, each board is a new one",
    )
    parser.add_argument(
        "--blank", action="store_true", help="empty its flash: nothing is on it, no firmware either"
    )
    parser.add_argument(
        "--fault",
        metavar="FAULT",
        action="append",
        default=[],
        help='a fault of its wiring, "row 3 open"; may be repeated; "--fault list" lists them',
    )
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from tourelle_host.commands.play import Page, on_page, put_up, say_pace
    from tourelle_host.matrix import KINDS
    from tourelle_host.sim.board import SimulatedBoard
    from tourelle_host.sim.clock import Real
    from tourelle_host.sim.disk import Stored
    from tourelle_host.sim.port import open_port

    if arguments.fault == ["list"]:
        print("\n".join(KINDS.values()))
        return 0
    port = open_port(arguments.serial)
    board = SimulatedBoard(
        arguments.grid,
        vm_of(arguments),
        Stored(arguments.state, keep=True, blank=arguments.blank),
        Real(),
        port,
        arguments.fault,
    )
    print(f"The board's serial port is {port.address} (Ctrl-C ends it)", flush=True)
    if not arguments.headless:
        return on_page(Page(board))
    with contextlib.closing(board):
        put_up(board)
        say_pace(board)
        board.on_line.append(_told(board))
        with contextlib.suppress(KeyboardInterrupt):
            board.start()
            threading.Event().wait()
    print()
    return 0


def _told(board) -> Callable[[str], None]:
    """A listener that prints why the board has stopped, once it has."""

    def line(text: str) -> None:
        if text == board.trouble:
            print(text, file=sys.stderr, flush=True)

    return line
