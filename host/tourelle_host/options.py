"""Options that several subcommands take."""

import argparse


def uf2(parser: argparse.ArgumentParser) -> None:
    """--uf2, the MicroPython for the VM chip."""
    parser.add_argument(
        "--uf2",
        metavar="FILE",
        help="for --vm chip: MicroPython for the Pico, a UF2 file",
    )


def uptime(parser: argparse.ArgumentParser) -> None:
    """--uptime, how long the VM chip has been on when its firmware has greeted."""
    parser.add_argument(
        "--uptime",
        type=float,
        default=0,
        metavar="MINUTES",
        help="for --vm chip: its timer and clock jump so far ahead once the firmware has started",
    )
