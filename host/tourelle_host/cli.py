"""The command `tourelle`: finds its subcommands, runs one, and reports errors in a sentence."""

import argparse
import contextlib
import importlib
import io
import os
import pkgutil
import sys

from tourelle import VERSION
from tourelle_host import commands, helping, patience
from tourelle_host.ending import orderly
from tourelle_host.errors import UserError

USAGE_ERROR = 2  # as argparse's own
INTERRUPTED = 130  # 128 + SIGINT, as shells report it
EXAMPLES = (
    ("tourelle play", "play in the browser, without a board"),
    ("tourelle flash", "put the firmware onto the board that is plugged in"),
    ("tourelle doctor", "what is on the ports, and what is wrong"),
    ("tourelle play --help", "examples of a command"),
)
_LONGEST = 600  # characters of an error message


def parser() -> argparse.ArgumentParser:
    """The parser of the command line, with every subcommand."""
    made = helping.Parser(
        prog="tourelle",
        description="Controller tools for Tourelle boards, including a simulated board.",
        epilog=helping.examples(EXAMPLES),
        formatter_class=helping.Formatter,
    )
    made.add_argument("--version", action="version", version=f"tourelle {VERSION}")
    made.set_defaults(func=_help)
    subparsers = made.add_subparsers(title="commands", metavar="COMMAND")
    for found in sorted(pkgutil.iter_modules(commands.__path__), key=lambda found: found.name):
        module = importlib.import_module(f"{commands.__name__}.{found.name}")
        module.add(subparsers)
        command = subparsers.choices[found.name]
        command.epilog = helping.examples(module.EXAMPLES)
        command.formatter_class = helping.Formatter
    return made


def _help(_: argparse.Namespace) -> int:
    """What `tourelle` does without a command."""
    parser().print_help()
    return 0


def commands_of(made: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parsers of the subcommands of `parser()`, by name."""
    (action,) = (one for one in made._actions if isinstance(one, argparse._SubParsersAction))
    return action.choices


def main(argv: list[str] | None = None) -> int:
    """Run the command line (`sys.argv`'s by default) and return the exit status."""
    try:
        with orderly():
            # A board may say what the terminal cannot show, and what is typed may be no text.
            for stream in (sys.stdin, sys.stdout, sys.stderr):
                if isinstance(stream, io.TextIOWrapper):
                    stream.reconfigure(errors="backslashreplace")
            try:
                arguments = parser().parse_args(argv)
                patience.check()
                return arguments.func(arguments)
            finally:
                if sys.stdout:
                    sys.stdout.flush()
    except UserError as error:
        _complain(str(error))
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_output()  # whoever read the output has seen enough
        return 1
    except OSError as error:
        _give_up_output()
        _complain(f"{error.filename or 'the output'}: {error.strerror or error}")
        return 1


def _complain(sentence: str) -> None:
    """Print an error without control characters: its text may come from a board."""
    clean = "".join(letter if letter.isprintable() else "\ufffd" for letter in sentence)
    if len(clean) > _LONGEST:  # it quotes something too long
        clean = f"{clean[: _LONGEST // 2]} ... {clean[-_LONGEST // 2 :]}"
    with contextlib.suppress(OSError):
        print(f"{helping.red('tourelle:', sys.stderr)} {clean}", file=sys.stderr, flush=True)


def _give_up_output() -> None:
    """Keep Python from trying to write pending output again when it ends."""
    if sys.stdout:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
