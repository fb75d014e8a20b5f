"""`tourelle fumble`: plays whole games with a fumbling hand, and counts misread moves."""

import argparse
import contextlib
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tourelle.games.catalogue import GAMES
from tourelle_host.arguments import count, number
from tourelle_host.progress import Bar, erase

if TYPE_CHECKING:
    from tourelle_host.fumble.mixes import Mix
    from tourelle_host.fumble.referee import Tally

EXAMPLES = (
    ("tourelle fumble avalam --steps 200", "one game"),
    ("tourelle fumble --mix all --quiet", "all games, all families"),
    ("tourelle fumble cabale --vm wasm", "the whole firmware, on a VM"),
    ("tourelle fumble tours --times 3 --without slide", "clumsier, but no slides"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "fumble",
        help="let a fumbling hand play, and count what the board misreads",
        description="A simulated player makes random legal moves with natural gestures, and "
        "fumbles: adjusts, slides, hesitates, forgets a touch. All it sees of the board is "
        "its lights. Each failure is printed as a script for `tourelle script`.",
    )
    parser.add_argument("game", metavar="GAME", nargs="*", help="which games (all)")
    parser.add_argument(
        "--steps", type=count, default=1000, metavar="N", help="steps per game (1000)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="random seed: the same seed gives the same run (1)",
    )
    parser.add_argument(
        "--seeds", type=count, default=1, metavar="N", help="how many runs, from --seed on (1)"
    )
    parser.add_argument(
        "--mix",
        action="append",
        default=[],
        metavar="MIX",
        help="what families do, see docs/fumble.md; may be several, or all (usual)",
    )
    parser.add_argument(
        "--vm",
        choices=("micropython", "cpython", "wasm"),
        help="run the whole firmware on a VM; without it, its core alone, within this program",
    )
    parser.add_argument(
        "--firmware", metavar="FOLDER", help="measure the firmware of another checkout"
    )
    parser.add_argument("--quiet", action="store_true", help="print no scripts of failures")
    parser.add_argument(
        "--times",
        type=_times,
        default=1,
        metavar="X",
        help="fumble this many times as often (1)",
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="FUMBLE",
        help="leave out adjust, slide, hesitate, wrong, forget, knock, askew, quick ...",
    )
    parser.add_argument(
        "--dead",
        type=number(0),
        default=0,
        metavar="N",
        help="how many switches die in each game (0)",
    )
    parser.set_defaults(func=_run)


def _times(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 <= (times := float(text)) < math.inf:
            return times
    raise argparse.ArgumentTypeError(f"must be a number from 0, not '{text[:40]}'")


def _run(arguments: argparse.Namespace) -> int:
    from tourelle_host.fumble.referee import header, row

    if arguments.firmware:
        return _measure_other(Path(arguments.firmware), arguments)
    games = _games(arguments.game, arguments.dead)
    mixes = _mixes(arguments)
    print(header())
    failed = False
    for name, mix in mixes.items():
        for game in games:
            tallies = [_tally(game, mix, seed, arguments) for seed in _seeds(arguments)]
            print(row(name, game, tallies), flush=True)
            failed = failed or any(tally.stuck for tally in tallies)
    return 1 if failed else 0


def _seeds(arguments: argparse.Namespace) -> range:
    return range(arguments.seed, arguments.seed + arguments.seeds)


def _tally(game: str, mix: "Mix", seed: int, arguments: argparse.Namespace) -> "Tally":
    """What is counted in one run."""
    from tourelle_host.fumble.match import Match

    fail = _ignore if arguments.quiet else _print_failure
    match = Match(game, mix, seed, fail, arguments.vm)
    with contextlib.closing(match), Bar(arguments.steps, game) as bar:
        match.play(arguments.steps, bar.to)
    return match.tally


def _mixes(arguments: argparse.Namespace) -> "dict[str, Mix]":
    """The mixes to play, by name, with what the command line changes about them. UserError."""
    from tourelle_host.errors import UserError
    from tourelle_host.fumble.mixes import MIXES
    from tourelle_host.fumble.rates import Rates

    for name in arguments.without:
        if name not in Rates._fields:
            known = ", ".join(Rates._fields)
            raise UserError(f"there is no fumble '{name}'; there are: {known}")
    mixes = {}
    for name in list(MIXES) if arguments.mix == ["all"] else arguments.mix or ["usual"]:
        if name not in MIXES:
            raise UserError(f"there is no mix '{name}'; there are: {', '.join(MIXES)}")
        rates = MIXES[name].rates.times(arguments.times)
        rates = rates._replace(**dict.fromkeys(arguments.without, 0.0))
        mixes[name] = MIXES[name]._replace(rates=rates, dead=arguments.dead or MIXES[name].dead)
    return mixes


def _games(names: list[str], dead: int) -> list[str]:
    """The games to play, on boards where this many switches can die. UserError."""
    from tourelle.games import TextError, find
    from tourelle.grids import grid
    from tourelle_host.errors import UserError

    try:
        entries = [find(name) for name in names] or GAMES
    except TextError as error:
        raise UserError(str(error)) from None
    for entry in entries:
        switches = grid(entry.grid).size
        if dead > switches:
            raise UserError(f"--dead {dead}: the board of {entry.name} has {switches} switches")
    return [entry.name for entry in entries]


def _measure_other(checkout: Path, arguments: argparse.Namespace) -> int:
    """Run this command again, in a process that imports another checkout's firmware. UserError."""
    firmware = _firmware(checkout)
    path = os.pathsep.join([str(firmware), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "tourelle_host", "fumble", *_words(arguments)]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": path}).returncode


def _firmware(checkout: Path) -> Path:
    """The folder of a checkout's firmware, if this program can run it. UserError."""
    from tourelle_host.errors import UserError

    firmware = checkout / "firmware"
    core = firmware / "tourelle" / "core.py"
    if not core.is_file():
        raise UserError(f"{checkout} is not a checkout: it has no firmware/tourelle/core.py")
    # The simulated board runs a core by calling `tick`, which earlier ones do not have.
    if "def tick(" not in core.read_text(encoding="utf-8"):
        raise UserError(f"the firmware of {checkout} is too old for this hand: take its own")
    return firmware.resolve()


def _words(arguments: argparse.Namespace) -> list[str]:
    """The command line that means these arguments, without --firmware."""
    words = list(arguments.game)
    for option in ("steps", "seed", "seeds", "times", "dead", "vm"):
        value = getattr(arguments, option)
        if value is not None:
            words.append(f"--{option}={value}")
    words += [f"--mix={mix}" for mix in arguments.mix]
    words += [f"--without={fumble}" for fumble in arguments.without]
    return words + ["--quiet"] * arguments.quiet


def _ignore(script: str) -> None:
    pass


def _print_failure(script: str) -> None:
    erase()
    print(script + "\n", flush=True)
