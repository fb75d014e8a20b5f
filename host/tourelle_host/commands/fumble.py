"""`tourelle fumble`: play whole games with a fumbling hand, and count what the board misreads."""

import argparse
import sys
from functools import partial

from tourelle.games.catalogue import GAMES

_BAR = 30  # characters


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "fumble",
        help="let a fumbling hand play, and count what the board misreads",
        description="A simulated player makes random legal moves with natural gestures, and "
        "fumbles: adjusts, slides, hesitates, forgets a touch. It sees nothing of the board but "
        "its lights. Each failure is printed as a script for `tourelle script`.",
    )
    parser.add_argument("game", metavar="GAME", nargs="*", help="games, else all")
    parser.add_argument(
        "--moves", type=_moves, default=1000, metavar="N", help="moves of each game (1000)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another run (1)")
    parser.add_argument(
        "--times", type=float, default=1, metavar="X", help="fumble so many times as often (1)"
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="FUMBLE",
        help="leave out adjust, slide, hesitate, wrong, forget, knock, askew or quick",
    )
    parser.add_argument(
        "--dead", type=int, default=0, metavar="N", help="so many switches die in each game (0)"
    )
    parser.set_defaults(func=_run)


def _moves(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"moves is a number from 1, not '{text}'")
    return int(text)


def _run(arguments: argparse.Namespace) -> int:
    from tourelle.games import TextError, find
    from tourelle_host.errors import UserError
    from tourelle_host.fumble.match import Match
    from tourelle_host.fumble.referee import header, row
    from tourelle_host.fumble.slips import Rates

    try:
        games = [find(name).name for name in arguments.game] or [entry.name for entry in GAMES]
    except TextError as error:
        raise UserError(str(error)) from None
    rates = Rates().times(arguments.times)
    for name in arguments.without:
        if name not in Rates._fields:
            known = ", ".join(Rates._fields)
            raise UserError(f"there is no fumble '{name}'; there are: {known}")
        rates = rates._replace(**{name: 0.0})
    print(header())
    failed = False
    for game in games:
        match = Match(game, rates, arguments.seed, _fail, arguments.dead)
        match.play(arguments.moves, partial(_show, game, arguments.moves))
        _clear()
        print(row(game, match.tally), flush=True)
        failed = failed or bool(match.tally.stuck)
    return 1 if failed else 0


def _fail(script: str) -> None:
    _clear()
    print(script + "\n", flush=True)


def _show(game: str, of: int, done: int) -> None:
    """A progress bar, where somebody sees it."""
    if sys.stderr.isatty() and (done % 20 == 0 or done == of):
        filled = min(_BAR, _BAR * done // of)
        sys.stderr.write(f"\r{game:8} [{'#' * filled}{'.' * (_BAR - filled)}] {done} of {of}")
        sys.stderr.flush()


def _clear() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
