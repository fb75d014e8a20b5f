"""`tourelle completion`: prints what a shell needs to complete the command line."""

import argparse

EXAMPLES = (
    ('eval "$(tourelle completion bash)"', "in this shell; in ~/.bashrc for all"),
    ("tourelle completion zsh > ~/.zfunc/_tourelle", "a folder of fpath"),
)
_FILES = {"FILE"}
_FOLDERS = {"FOLDER"}


def add(subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "completion",
        help="make a shell complete commands, options and files",
        description="Print a script that makes the shell complete commands, options, their values "
        "and files.",
    )
    parser.add_argument(
        "shell",
        metavar="SHELL",
        choices=("bash", "zsh", "tcsh"),
        help="the shell to complete for",
    )
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    import shtab

    from tourelle_host import cli

    made = cli.parser()
    for command in cli.commands_of(made).values():
        for action in command._actions:
            if action.metavar in _FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif action.metavar in _FOLDERS:
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    print(shtab.complete(made, shell=arguments.shell))
    return 0
