"""The games there are. Generated from the game files by `make catalogue`; do not edit."""

from collections import namedtuple

# name, title, aliases: as in the game's file; grid: name of its grid;
# sides: a letter for each side that may take part;
# options: ((name, (default, other values...)), ...);
# opening: 1 where the opening occupies a cell, in the grid's order of cells (bytes).
Entry = namedtuple("Entry", ("name", "title", "aliases", "grid", "sides", "options", "opening"))


def _cells(rows):
    """The bytes of a row of signs for each row of the grid, the near edge first."""
    return bytes(int(sign) for sign in "".join(rows.split()))


GAMES = (
    Entry(
        "avalam",
        "Avalam",
        (),
        "avalam",
        "yr",
        (("tie-break", ("fives", "none")), ("placing", ("fixed", "free"))),
        _cells("11 1111 111111 11111111 111101111 11111111 111111 1111 11"),
    ),
    Entry(
        "cabale",
        "Cabale",
        ("tabale",),
        "hex",
        "1234",
        (("players", ("2", "3", "4", "join")),),
        _cells("00000 000000 0000000 00000000 000000000 00000000 0000000 000000 00000"),
    ),
    Entry(
        "tawol",
        "Tawôl",
        (),
        "square",
        "wb",
        (("half", ("strict", "claim")),),
        _cells("11111111 01111110 00111100 00000000 00000000 00111100 01111110 11111111"),
    ),
    Entry(
        "tours",
        "Tours",
        (),
        "square",
        "wb",
        (("turn", ("single", "form-and-collapse")),),
        _cells("11111000 11110000 11100000 11000001 10000011 00000111 00001111 00011111"),
    ),
)
