"""`tourelle review`: what each turn of a recorded game cost, and a picture of its course."""

import argparse
from pathlib import Path

from tourelle_host.arguments import seconds

EXAMPLES = (
    ("tourelle review game.txt", "a second for each turn"),
    ("tourelle review game.txt --seconds 5", "think longer"),
)


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "review",
        help="say what each turn of a recorded game cost",
        description="Think about every turn of a record. Written beside it are a copy where "
        "each turn has a remark: who is ahead, what the turn cost, what was better; and a picture "
        "of the game's course, FILE.review.txt and FILE.review.svg. No file is overwritten: the "
        "next free name is taken.",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the record")
    parser.add_argument("--seconds", type=seconds, default=1.0, help="for each turn (1)")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from tourelle_host import texts
    from tourelle_host.commands.replay import load
    from tourelle_host.engine import review
    from tourelle_host.errors import UserError
    from tourelle_host.progress import Bar, erase

    if str(arguments.file) == "-":
        raise UserError("a review is written beside its record: name a file in place of -")
    record = load(str(arguments.file))
    texts.check(arguments.file.with_suffix(".review.txt"))
    if not record.steps:
        raise UserError(f"{arguments.file}: there is no turn in it to review")
    judged = []
    with Bar(len(record.turns()), "thinking", "turns") as bar:
        for each in review.judge(record, arguments.seconds):
            judged.append(each)
            erase()  # standard output may be the same terminal
            print(f"{len(judged)}. {each.side} {each.turn}: {review.remark(each)}", flush=True)
            bar.add(1)
    for suffix, text in ((".txt", review.written), (".svg", review.picture)):
        path = arguments.file.with_suffix(".review" + suffix)
        print(texts.save(text(record, judged), path, "the review"))
    return 0
