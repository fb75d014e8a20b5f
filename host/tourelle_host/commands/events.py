"""`tourelle events`: saves a board's last events, or those before its last crash."""

import argparse
import subprocess
import sys
from pathlib import Path

from tourelle_host.errors import UserError
from tourelle_host.patience import seconds

_PATIENCE_S = seconds(30)

EXAMPLES = (
    ("tourelle events events.txt", "of the board that is plugged in"),
    ("tourelle events crash.txt --crash", "what it kept when it crashed"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "events",
        help="save what a board last felt and decided",
        description="Save a board's last 256 events, with the game, for tourelle "
        "replay --events FILE to explain. The board is not disturbed. No file is overwritten: "
        "the next free name is taken.",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="for example events.txt")
    parser.add_argument(
        "--port", metavar="PORT", help="the board's port (default: the only one found)"
    )
    parser.add_argument(
        "--crash", action="store_true", help="the events before the last crash of the firmware"
    )
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from tourelle_host import ports, texts
    from tourelle_host.blackbox import collecting
    from tourelle_host.connection import Connection
    from tourelle_host.hello import NoAnswer

    texts.check(arguments.file)
    port = ports.choose(arguments.port)
    try:
        with Connection(port) as connection:
            text = collecting.ask(connection, arguments.crash)
    except NoAnswer as answer:
        if not arguments.crash or not (answer.prompt or "@fault" in answer.heard):
            raise
        text = _fetched(port)  # it has crashed too often to answer
    print(f"Saved in {collecting.save(text, arguments.file)}: tourelle replay --events explains it")
    return 0


def _fetched(port: str) -> str:
    """The file about the last crash, read at MicroPython's prompt. UserError."""
    from tourelle.files import CRASH
    from tourelle_host.children import run

    command = [sys.executable, "-m", "mpremote", "connect", port, "resume"]
    command += ["fs", "cat", f":{CRASH}"]
    try:
        done = run(command, _PATIENCE_S, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except subprocess.TimeoutExpired:
        raise UserError(f"what is on {port} does not answer: unplug it, plug it in again") from None
    if "@event " not in done.stdout:
        raise UserError(f"there is no {CRASH} on the board: it keeps nothing of a crash")
    return done.stdout.replace("\r\n", "\n")
