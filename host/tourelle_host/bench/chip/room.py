"""How much of the heap a MicroPython image leaves free on the emulated chip.

python -m tourelle_host.bench.chip.room --uf2 FILE

It prints for each game, after five steps and a collection: when the board said hello, the heap in
use, the largest free block, and what is free when the board plays the next side at its top level.
"""

import argparse
import sys

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle.who import STRONGEST, board
from tourelle_host.bench.chip.player import Player
from tourelle_host.bench.chip.table import ChipBoard
from tourelle_host.errors import UserError
from tourelle_host.sim import chip
from tourelle_host.sim.chip import uf2

_STEPS = 5
_SETTLE_MS = 1000
_PATIENCE_MS = 5000
_KB = 1024


def measure(python: uf2.Image, name: str) -> str:
    """A game's row of the table."""
    opening = games.opening(name, {})
    table = ChipBoard(python, opening.GRID)
    hello = table.start()
    player = Player(table, 1)
    player.sit(opening)
    for _ in range(_STEPS):
        player.step()
        table.run(_SETTLE_MS)
    free = _free(table)
    kept, largest = table.heap.size - free, table.heap.largest
    table.send(f"seat {opening.SIDES[player.position.turn]} {board(STRONGEST)}")
    answer = table.until(lambda text: text.startswith(("@seat", "@error")), _PATIENCE_MS)
    if answer is None or answer.text.startswith("@error"):
        beside = "no seat"
    else:
        table.run(_SETTLE_MS)
        beside = f"{_free(table) / _KB:.0f}"
    return f"| {name} | {hello:.0f} | {kept / _KB:.0f} | {largest / _KB:.0f} | {beside} |"


def _free(table: ChipBoard) -> int:
    """Bytes free after a collection. UserError where the board does not say."""
    table.send("status")
    line = table.until(lambda text: text.startswith("@status"), _PATIENCE_MS)
    if line is None:
        raise UserError("the board does not answer to status")
    return int(dict(word.split("=") for word in line.text.split()[1:])["memory-free"])


def main() -> int:
    """Measure all games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--uf2", required=True, help="MicroPython for the Pico")
    arguments = parser.parse_args()
    try:
        chip.check()
        python = uf2.read(arguments.uf2)
        print(f"| | hello, ms | kept, KB | largest free block | free beside level {STRONGEST} |")
        print("|---|---|---|---|---|")
        for entry in GAMES:
            print(measure(python, entry.name), flush=True)
    except UserError as error:
        print(f"tourelle: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
