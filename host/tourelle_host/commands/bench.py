"""`tourelle bench`: measures the time from lift to light, memory and size."""

import argparse
import json
import os
from pathlib import Path

from tourelle.games.catalogue import GAMES
from tourelle_host.arguments import number
from tourelle_host.bench.chip.plan import Plan
from tourelle_host.options import uf2

_COUNT = number(0, 1_000_000)
_PLAN = ("steps", "lifts", "touches", "seed")
_ON_CHIP = ("uf2", *_PLAN, "jobs", "misses", "write")  # options that need --vm chip

EXAMPLES = (
    ("tourelle bench", "all games, on this machine's VMs"),
    ("tourelle bench avalam --vm micropython", "one game"),
    ("tourelle bench --vm chip --uf2 RPI_PICO.uf2", "on an emulated RP2040"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "bench",
        help="measure lift to light, memory and size",
        description="Play games of random moves and time the firmware. On this machine's own VMs "
        "times are multiples of a bare Python loop turn, and what they would be on the Pico is "
        "estimated from that; --vm chip measures, on an emulated RP2040.",
    )
    parser.add_argument("game", metavar="GAME", nargs="*", help="which games (all)")
    parser.add_argument(
        "--vm",
        choices=("cpython", "micropython", "wasm", "chip"),
        help="one VM only; wasm: 32-bit MicroPython, in Node.js",
    )
    uf2(parser)
    more = parser.add_argument_group("how much is measured with --vm chip")
    more.add_argument("--steps", type=_COUNT, help=f"steps per game ({Plan.steps})")
    more.add_argument("--lifts", type=_COUNT, help=f"lifts at random moments ({Plan.lifts})")
    more.add_argument("--touches", type=_COUNT, help=f"touches of 40 ms each ({Plan.touches})")
    more.add_argument("--seed", type=_COUNT, help=f"random seed ({Plan.seed})")
    more.add_argument("--jobs", type=_COUNT, help="games at a time (one per processor)")
    more.add_argument(
        "--misses",
        action="store_true",
        default=None,
        help="measure with misses of the flash's cache as well",
    )
    more.add_argument("--write", type=Path, metavar="FILE", help="write the figures into this page")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from tourelle.games import TextError, find
    from tourelle_host.errors import UserError

    try:
        entries = [find(name) for name in arguments.game] or list(GAMES)
    except TextError as error:
        raise UserError(str(error)) from None
    if arguments.vm == "chip":
        return _measure(arguments, [entry.name for entry in entries])
    for name in _ON_CHIP:
        if getattr(arguments, name) is not None:
            raise UserError(f"--{name} is not for this machine's own VMs: add --vm chip")
    return _estimate(arguments.vm, entries)


def _measure(arguments: argparse.Namespace, names: list[str]) -> int:
    """Measure on the emulated chip."""
    from tourelle_host.bench.chip import suite

    given = {name: getattr(arguments, name) for name in _PLAN}
    plan = Plan(**{name: value for name, value in given.items() if value is not None})
    jobs = (os.cpu_count() or 1) if arguments.jobs is None else max(1, arguments.jobs)
    good = suite.run(arguments.uf2, names, plan, bool(arguments.misses), jobs, arguments.write)
    return 0 if good else 1


def _estimate(vm: str | None, entries) -> int:
    """Measure on this machine's own VMs."""
    from tourelle_host import micropython, paths
    from tourelle_host.bench import figures
    from tourelle_host.progress import doing

    vms = [vm] if vm else ["micropython", "cpython"]
    if not vm and not micropython.available():
        print(micropython.MISSING)
        vms.remove("micropython")
    for entry in entries:
        board = json.loads(paths.board(entry.grid).read_text(encoding="utf-8"))
        for name in vms:
            with doing(f"Measuring {entry.name} on {name}"):
                run = figures.measure(entry.name, entry.grid, name)
            print("\n".join(figures.report(run, entry.grid, board["period_ms"])), flush=True)
    print("\n".join(figures.size()))
    return 0
