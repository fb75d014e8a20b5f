"""The command line of trials on the emulated chip, and how they end."""

import argparse
import sys
from collections.abc import Callable

from tourelle.games.catalogue import GAMES
from tourelle_host.bench.chip.player import Stuck
from tourelle_host.bench.chip.table import Line
from tourelle_host.errors import UserError
from tourelle_host.options import uf2 as uf2_option
from tourelle_host.sim import chip
from tourelle_host.sim.chip.uf2 import Image, read


def parser(name: str) -> argparse.ArgumentParser:
    """A parser with the options of every trial: --uf2, --game and --seed."""
    made = argparse.ArgumentParser(prog=name)
    uf2_option(made)
    made.add_argument("--game", choices=[entry.name for entry in GAMES])
    made.add_argument("--seed", type=int, default=1)
    return made


def run(arguments: argparse.Namespace, trial: Callable[[Image, argparse.Namespace], int]) -> int:
    """Run a trial with the MicroPython that the arguments name; returns the exit status."""
    try:
        chip.check()
        return trial(read(arguments.uf2), arguments)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


def watch(line: Line) -> None:
    """Raises Stuck where the board says that it has failed."""
    if "MemoryError" in line.text or line.text.startswith("@fault"):
        raise Stuck(line.text)
