"""Options that several subcommands take."""

import argparse
import os

_PASSWORD = "TOURELLE_BROKER_PASSWORD"


def uf2(parser: argparse.ArgumentParser) -> None:
    """--uf2: the MicroPython for the VM chip."""
    parser.add_argument(
        "--uf2",
        metavar="FILE",
        help="for --vm chip: MicroPython for the Pico, a UF2 file",
    )


def uptime(parser: argparse.ArgumentParser) -> None:
    """--uptime: how long the VM chip has been on once its firmware has said hello."""
    parser.add_argument(
        "--uptime",
        type=float,
        default=0,
        metavar="MINUTES",
        help="for --vm chip: its timer and clock jump this far ahead once the firmware has started",
    )


def broker(parser: argparse.ArgumentParser, required: bool) -> None:
    """--broker and --authority: where boards that share a game meet."""
    parser.add_argument(
        "--broker",
        metavar="URL",
        required=required,
        help=f"mqtts://NAME:PASSWORD@HOST, or mqtt, ws, wss; the password may be in {_PASSWORD}",
    )
    parser.add_argument(
        "--authority",
        metavar="FILE",
        help="certificate of the authority that signed the broker's",
    )


def broker_at(url: str):
    """The broker that --broker names. UserError."""
    from tourelle_host.together import broker as brokers

    return brokers.read(url, os.environ.get(_PASSWORD, ""))
