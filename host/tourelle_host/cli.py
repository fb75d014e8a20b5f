"""The command `tourelle`: finds its subcommands, runs one, and reports errors in a sentence."""

import argparse
import importlib
import os
import pkgutil
import sys

from tourelle import VERSION
from tourelle_host import commands
from tourelle_host.errors import UserError

USAGE_ERROR = 2  # as argparse's own
INTERRUPTED = 130  # 128 + SIGINT, as shells report it


def parser() -> argparse.ArgumentParser:
    """The parser of the command line, with every subcommand."""
    made = argparse.ArgumentParser(
        prog="tourelle",
        description="A board that plays along, and a simulated one for those without.",
    )
    made.add_argument("--version", action="version", version=f"tourelle {VERSION}")
    subparsers = made.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in sorted(pkgutil.iter_modules(commands.__path__), key=lambda found: found.name):
        importlib.import_module(f"{commands.__name__}.{module.name}").add(subparsers)
    return made


def main(argv: list[str] | None = None) -> int:
    """Run the command line (`sys.argv`'s by default) and return the exit status."""
    arguments = parser().parse_args(argv)
    try:
        status = arguments.func(arguments)
        sys.stdout.flush()
        return status
    except UserError as error:
        print(f"tourelle: {error}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python must not try to flush the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
