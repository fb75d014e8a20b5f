"""A record: what a player says, all that this one knows. Runs on MicroPython as well."""

from collections import namedtuple

# player      who says it, with generation and device of the seat, starts of the bridge (run),
#             records of this run (number): by these four it is known which is the newer one
# game        its name, options and start: the same text for all
# holders     of each player the highest (generation, device) that is known
# log         what the board has in its flash
# entries     (kind, mark, value) of what the player offers
# claim       (mark, player who lost) or None
# verdict     (words, player who lost): a claim whose claimer has left; or None
Record = namedtuple(
    "Record",
    (
        "player",
        "generation",
        "device",
        "run",
        "number",
        "game",
        "holders",
        "log",
        "entries",
        "claim",
        "verdict",
    ),
)
