"""Options that several subcommands take."""

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tourelle_host.sim.life import VmChoice

_PASSWORD = "TOURELLE_BROKER_PASSWORD"


def uf2(parser: argparse.ArgumentParser) -> None:
    """--uf2: the MicroPython for the VM chip."""
    parser.add_argument(
        "--uf2",
        metavar="FILE",
        help="for --vm chip: MicroPython for the Pico, a UF2 file",
    )


def chip(parser: argparse.ArgumentParser) -> None:
    """--uf2 and --uptime: the VM chip's MicroPython, and how far its timer jumps ahead."""
    uf2(parser)
    parser.add_argument(
        "--uptime",
        type=float,
        default=0,
        metavar="MINUTES",
        help="for --vm chip: its timer and clock jump this far ahead once the firmware has started",
    )


def vm_of(arguments: argparse.Namespace, say: Callable[[str], None] = print) -> "VmChoice":
    """What --vm, --uf2 and --uptime name; where there is no --vm, the best there is.

    say is told where that is the second choice.
    """
    from tourelle_host.sim.kinds import default_vm
    from tourelle_host.sim.life import VmChoice

    kind, second_choice = (arguments.vm, None) if arguments.vm else default_vm()
    if second_choice:
        say(second_choice)
    return VmChoice(kind, arguments.uf2, arguments.uptime)


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
        type=_certificate,
        help="certificate of the authority that signed the broker's",
    )


def _certificate(file: str) -> str:
    """The type of a file with a certificate; raises argparse.ArgumentTypeError."""
    import ssl

    try:
        ssl.create_default_context(cafile=file)
    except OSError as error:  # an SSLError is one
        why = error.strerror or error
        raise argparse.ArgumentTypeError(
            f"{file} has no certificate that can be read ({why})"
        ) from None
    return file


def broker_at(url: str):
    """The broker that --broker names. UserError."""
    from tourelle_host.together import broker as brokers

    return brokers.read(url, os.environ.get(_PASSWORD, ""))
