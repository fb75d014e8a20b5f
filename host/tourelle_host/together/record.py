"""A record: everything a player knows, as that player publishes it. Runs on MicroPython as well."""

from collections import namedtuple

# player      who publishes it; generation and device of the seat, run (number of starts of the
#             bridge) and number (of the record in this run) tell which of two records is newer
# game        sides, waiting time and start, the same text for all players: see `Table.text`
# holders     the highest (generation, device) known of each player
# log         the log in the board's flash
# entries     (kind, mark, value) of each of the player's offers
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


def fits(record, players):
    """Whether a record names only players of a table with so many."""
    lost = [entry[1] for entry in (record.claim, record.verdict) if entry]
    return len(record.holders) == players and all(player < players for player in lost)
