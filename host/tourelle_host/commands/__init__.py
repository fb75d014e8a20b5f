"""The subcommands of `tourelle`, one module each, found by `tourelle_host.cli`.

A module has `add(subparsers)`, which adds its parser and sets `func`: a function that takes the
parsed arguments and returns the exit status. It also has EXAMPLES for the end of its help: pairs of
a command line and what it is for. Whatever takes long to import is imported in `func`, so that
`tourelle --help` answers at once.
"""
