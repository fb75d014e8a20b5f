"""`tourelle replay`: shows a recorded game step by step, or explains a board's last events."""

import argparse
from pathlib import Path

from tourelle_host.arguments import tcp_port
from tourelle_host.errors import UserError

EXAMPLES = (
    ("tourelle replay game.txt", "step by step on the page"),
    ("tourelle replay game.txt --text", "as text"),
    ("tourelle replay --events events.txt", "why moves were read so"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "replay",
        help="show a recorded game, or explain what a board felt",
        description="Play through a record, on the page or as text. A record with an illegal "
        "move is refused: the line and the reason are named. With --events, in place of a record, "
        "what a board felt is read again with today's reader, and each decision is explained.",
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="the record; - is standard input")
    parser.add_argument(
        "--events", metavar="FILE", help="explain these events of a board; - is standard input"
    )
    parser.add_argument(
        "--script",
        metavar="FILE",
        type=Path,
        help="with --events: also write them as a script that a test can run",
    )
    parser.add_argument("--text", action="store_true", help="print every position, show no page")
    parser.add_argument(
        "--port", type=tcp_port, help="port of the page's address (8765, or a free one)"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(func=_run)


def load(file: str):
    """The record in a file. UserError names the file."""
    from tourelle_host import record as records
    from tourelle_host import texts

    try:
        return records.read(texts.read(file))
    except records.RecordError as error:
        raise UserError(f"{file}: {error}") from None


def _run(arguments: argparse.Namespace) -> int:
    if arguments.events is not None:
        if arguments.file is not None:
            raise UserError("name a record, or events with --events, not both")
        return _explain(arguments.events, arguments.script)
    if arguments.file is None:
        raise UserError("name the record to show, or a board's events with --events FILE")
    if arguments.script is not None:
        raise UserError("--script writes events as a script: name them with --events FILE")
    record = load(arguments.file)
    if arguments.text:
        _print(record)
        return 0
    import asyncio

    from tourelle_host.server import serve
    from tourelle_host.server.replay import Replay

    browser = not arguments.no_browser
    with serve.announced("The game", arguments.port, browser) as (bound, ready):
        asyncio.run(serve.serve(Replay(record).hub, bound, ready))
    print()
    return 0


def _explain(file: str, script: Path | None) -> int:
    """Tell what a board felt, what it made of that, what today's reader would do, and why."""
    from tourelle_host import texts
    from tourelle_host.blackbox import events, story
    from tourelle_host.blackbox.script import write

    try:
        found = events.read(texts.read(file))
        scene = events.scene(found)
    except events.EventsError as error:
        raise UserError(f"{file}: {error}") from None
    for line in story.tell(found, scene):
        print(line)
    if script is not None:
        text = write(scene, f"Events of a {scene.grid.name} board, tourelle {found.firmware}")
        saved = texts.save(text, script, "the script")
        print(f"The script is in {saved}: tourelle script {saved} runs it.")
    return 0


def _print(record) -> None:
    """Print the headers, and every turn with the position after it."""
    from tourelle_host import record as records
    from tourelle_host.draw import draw, standing

    headers, _, _ = records.write(record).partition("\n\n")
    position = record.position()
    print(headers, draw(position), standing(position), sep="\n\n")
    for number, (side, steps) in enumerate(record.turns(), 1):
        position.push_turn(steps)
        print(f"\n{number}. {side} {steps}", draw(position), standing(position), sep="\n\n")
    if record.result:
        print(f"\nResult: {record.result}" + (f", {record.why}" if record.why else ""))
