"""The subcommands of `tourelle`, one module each, found by `tourelle_host.cli`.

A module has `add(subparsers)`, which adds its parser and sets `func`: a function that is
given the parsed arguments and returns the exit status; and EXAMPLES, pairs of a command line and
what it is for, which end its help. What takes long to import is imported
in that function, so that `tourelle --help` answers at once.
"""
