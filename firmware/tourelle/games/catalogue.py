"""The games there are. Generated from the game files by `make catalogue`; do not edit."""

from collections import namedtuple

# name, title, aliases: as in the game's file; grid: name of its grid;
# options: ((name, (default, other values...)), ...);
# opening: 1 where the opening occupies a cell, in the grid's order of cells (bytes).
Entry = namedtuple("Entry", ("name", "title", "aliases", "grid", "options", "opening"))


def _cells(rows):
    """The bytes of a row of signs for each row of the grid, the near edge first."""
    return bytes(int(sign) for sign in "".join(rows.split()))


GAMES = (
    Entry(
        "avalam",
        "Avalam",
        (),
        "avalam",
        (("tie-break", ("fives", "none")), ("placing", ("fixed", "free"))),
        _cells("11 1111 111111 11111111 111101111 11111111 111111 1111 11"),
    ),
)
