"""`tourelle flash`: put the firmware onto a board."""

import argparse
import re
from pathlib import Path

from tourelle.grids import NAMES
from tourelle_host.question import asked, attended

EXAMPLES = (
    ("tourelle flash", "the board that is plugged in"),
    ("tourelle flash --grid hex", "a new board of hexagons"),
    ("tourelle flash --dry-run", "only say what would be sent"),
    ("tourelle flash --uf2 RPI_PICO.uf2", "MicroPython itself, first"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "flash",
        help="put the firmware onto a board",
        description="Bring the firmware of a board up to date: only what has changed is sent. "
        "Games, settings and other files on the board stay as they are.",
    )
    parser.add_argument(
        "--port",
        help="where the board is: a device such as /dev/ttyACM0, or socket://127.0.0.1:4000 of "
        "a simulated board; without it, the one board that is plugged in",
    )
    parser.add_argument(
        "--grid",
        choices=NAMES,
        help="which board it is; without it, the same as before (for a new one: avalam)",
    )
    parser.add_argument(
        "--source",
        action="store_true",
        help="send readable .py files instead of compiled .mpy: for the simulated board, since a "
        "Pico has too little memory for them",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only print what would be sent and deleted"
    )
    parser.add_argument(
        "--yes",
        action="store_true",
        help="replace another program on the board, or take a UF2 file as it is, without asking",
    )
    parser.add_argument(
        "--untested",
        action="store_true",
        help="accept a chip on which the firmware has never run, such as a Pico 2's",
    )
    parser.add_argument(
        "--uf2",
        metavar="FILE",
        type=Path,
        help="put MicroPython itself onto a Pico that was plugged in while BOOTSEL was held",
    )
    parser.add_argument(
        "--sha256",
        metavar="HEX",
        type=_sha256,
        help="the SHA-256 that the UF2 file's publisher gives for it; without it, you are "
        "shown what the file claims to be, and asked",
    )
    parser.add_argument(
        "--drive", metavar="FOLDER", type=Path, help="where the Pico's BOOTSEL drive is"
    )
    parser.set_defaults(func=_run)


def _sha256(text: str) -> str:
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError("a SHA-256 has 64 hexadecimal digits")
    return text.lower()


def _run(arguments: argparse.Namespace) -> int:
    from tourelle_host.flash import bootsel, ports
    from tourelle_host.flash.run import Wishes, flash

    if arguments.uf2 or arguments.drive or arguments.sha256:
        return _install_micropython(arguments)
    if not arguments.port and not ports.boards() and (place := bootsel.drive()):
        return _say_which_file(place)
    port = arguments.port or ports.the_board()
    ports.check(port)
    wishes = Wishes(
        arguments.grid,
        arguments.source,
        arguments.dry_run,
        arguments.yes,
        arguments.untested,
    )
    flash(port, wishes)
    return 0


def _install_micropython(arguments: argparse.Namespace) -> int:
    from tourelle_host.errors import UserError
    from tourelle_host.flash import bootsel

    place = bootsel.drive(arguments.drive)
    if place is None:
        raise UserError(
            "no Pico in BOOTSEL mode was found: hold its BOOTSEL button while you plug it in, or "
            "name its drive with --drive"
        )
    if arguments.uf2 is None:
        return _say_which_file(place)
    data = bootsel.read(arguments.uf2, arguments.sha256)
    print(f"{arguments.uf2.name}: {bootsel.about(data)}")
    if not (arguments.sha256 or arguments.yes):
        _ask(f"Nobody has vouched for it (--sha256). Put it onto {place}? [y/N] ")
    bootsel.install(arguments.uf2, data, place)
    print(f"{arguments.uf2.name} is on {place}; the board restarts by itself.")
    print("Then put the firmware onto it: tourelle flash")
    return 0


def _ask(question: str) -> None:
    """UserError unless the person at the keyboard agrees."""
    from tourelle_host.errors import UserError

    if asked(question):
        return
    if attended():
        raise UserError("nothing was copied")
    raise UserError(
        "nothing was copied: name the file's SHA-256 as its publisher gives it, with "
        "--sha256, or agree to it as it is, with --yes"
    )


def _say_which_file(place: Path) -> int:
    from tourelle_host.errors import UserError
    from tourelle_host.flash import bootsel

    raise UserError(
        f"the Pico at {place} has no MicroPython yet: get RPI_PICO-....uf2 from "
        f"{bootsel.DOWNLOAD}, then tourelle flash --uf2 FILE"
    )
