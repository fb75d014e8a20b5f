"""`tourelle script`: runs a script in the hand's language on a simulated board."""

import argparse
import sys

from tourelle.grids import NAMES
from tourelle_host.errors import UserError
from tourelle_host.options import chip, vm_of

EXAMPLES = (
    ("tourelle script moves.txt", "a file"),
    ("tourelle script - --grid square", "standard input, on the board of Tours"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "script",
        help="run a script of what hands do at the board",
        description="Run a script in the hand's language on a simulated board, in virtual time. "
        "Exit status 0 if all that it expects holds, 1 if something does not, 2 if a "
        "line cannot be read or done.",
    )
    parser.add_argument("file", metavar="FILE", help="the script; - is standard input")
    parser.add_argument(
        "--vm",
        choices=("micropython", "cpython", "wasm", "chip"),
        help="what runs the firmware (micropython, if installed); wasm: 32-bit MicroPython "
        "in Node.js; chip: an emulated RP2040",
    )
    chip(parser)
    parser.add_argument(
        "--grid",
        choices=NAMES,
        default="avalam",
        help="which board, until a `set` tells (avalam)",
    )
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from tourelle_host import script, texts
    from tourelle_host.sim.board import SimulatedBoard

    steps = script.parse(texts.read(arguments.file), arguments.grid)
    expected = sum(step.expected is not None for step in steps)
    if not expected:
        raise UserError(
            "the script expects nothing, so it cannot fail: give it a line such as "
            "expect move c9-d9 (docs/hand.md)"
        )
    vm = vm_of(arguments, lambda text: print(text, file=sys.stderr))
    failure = script.run(steps, lambda grid: SimulatedBoard(grid, vm))
    if failure is None:
        print(f"all {expected} expectations held")
        return 0
    print(f"line {failure.step.number}: {failure.step.text}")
    print(f"  but {failure.instead}")
    said = "the board said:" if failure.said else "the board has said nothing"
    print(f"  since the last expectation {said}")
    for line in failure.said:
        print(f"    {line}")
    return 1
