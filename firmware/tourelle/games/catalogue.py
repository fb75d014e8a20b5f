"""The games there are. Generated from their folders by `make catalogue`; do not edit."""

from collections import namedtuple

# name, title, aliases: as in the game's rules; grid: name of its grid;
# sides: a letter for each side that may take part;
# options: ((name, (default, other values...)), ...);
# opening: 01 where the opening occupies a cell, the near edge first (bytes);
# empty: options with which it begins on an empty board, those at a table first.
Entry = namedtuple(
    "Entry", ("name", "title", "aliases", "grid", "sides", "options", "opening", "empty")
)

GAMES = (
    Entry(
        "avalam",
        "Avalam",
        (),
        "avalam",
        "yr",
        (("tie-break", ("fives", "none")), ("placing", ("fixed", "free"))),
        bytes.fromhex(
            "0101"
            "01010101"
            "010101010101"
            "0101010101010101"
            "010101010001010101"
            "0101010101010101"
            "010101010101"
            "01010101"
            "0101"
        ),
        ((("placing", "free"),),),
    ),
    Entry(
        "cabale",
        "Cabale",
        ("tabale",),
        "hex",
        "1234",
        (("players", ("2", "3", "4", "join")),),
        bytes.fromhex(
            "0000000000"
            "000000000000"
            "00000000000000"
            "0000000000000000"
            "000000000000000000"
            "0000000000000000"
            "00000000000000"
            "000000000000"
            "0000000000"
        ),
        ((("players", "join"),), (), (("players", "3"),), (("players", "4"),)),
    ),
    Entry(
        "tawol",
        "Tawôl",
        (),
        "square",
        "wb",
        (("half", ("strict", "claim")),),
        bytes.fromhex(
            "0101010101010101"
            "0001010101010100"
            "0000010101010000"
            "0000000000000000"
            "0000000000000000"
            "0000010101010000"
            "0001010101010100"
            "0101010101010101"
        ),
        (),
    ),
    Entry(
        "tours",
        "Tours",
        (),
        "square",
        "wb",
        (("turn", ("single", "form-and-collapse")),),
        bytes.fromhex(
            "0101010101000000"
            "0101010100000000"
            "0101010000000000"
            "0101000000000001"
            "0100000000000101"
            "0000000000010101"
            "0000000001010101"
            "0000000101010101"
        ),
        (),
    ),
)
