"""`tourelle image`: writes a UF2 file with the firmware, to drag onto a Pico."""

import argparse
from importlib.util import find_spec
from pathlib import Path

from tourelle.grids import NAMES

EXAMPLES = (
    ("tourelle image -o tourelle.uf2", "for a Pico that has MicroPython"),
    ("tourelle image --uf2 RPI_PICO.uf2 -o both.uf2", "for a new one, with MicroPython"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "image",
        help="write the firmware as a file to drag onto a Pico",
        description="Write a UF2 file that holds a Pico's whole file system with the firmware on "
        "it. Dragged onto the drive that a Pico shows while BOOTSEL is held, it replaces "
        "everything that was on the board: games, settings, files.",
    )
    parser.add_argument(
        "--grid", choices=NAMES, default="avalam", help="which board it is (avalam)"
    )
    parser.add_argument(
        "--uf2",
        metavar="FILE",
        type=Path,
        help="a MicroPython for the Pico to include in the file; without it, MicroPython "
        "has to be on the Pico already",
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, required=True, help="the file to write"
    )
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from tourelle_host.errors import UserError

    if not find_spec("littlefs"):
        raise UserError(
            "a file system cannot be made here: pip install 'tourelle[chip]', or in a checkout "
            ".venv/bin/pip install --editable '.[chip]'"
        )
    from tourelle_host.flash import bootsel
    from tourelle_host.progress import doing
    from tourelle_host.sim.chip import image, uf2

    python = uf2.read(str(arguments.uf2)) if arguments.uf2 else None
    if arguments.uf2 and arguments.output.exists() and arguments.output.samefile(arguments.uf2):
        raise UserError(f"{arguments.output} is the MicroPython itself: name another file with -o")
    with doing("Compiling the firmware"):
        made = bootsel.made(image.parts(arguments.grid, python))
    arguments.output.write_bytes(made)
    print(f"{arguments.output}: the firmware for {arguments.grid}, {len(made)} bytes")
    if python is None:
        print("It is for a Raspberry Pi Pico that has MicroPython; on a Pico W it destroys that.")
    print("Hold BOOTSEL while you plug the Pico in, and drag the file onto its drive.")
    print("Everything that was on the board will be erased: games, settings, files of your own.")
    return 0
