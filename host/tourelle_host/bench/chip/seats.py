"""Plays against the board on the emulated chip: `make chip-seats`.

python -m tourelle_host.bench.chip.seats --uf2 FILE [--game GAME] [--steps 200]

A person plays at random against the board, whose seat is given, changed and dropped ten times. It
prints for each game: how long the board thought at each level, how long a lift took to its light
meanwhile, how much heap was free, and how many positions per second the search alone looks at.
"""

import argparse
import statistics
import sys
from collections import defaultdict

from tourelle import games, thinking
from tourelle.games.catalogue import GAMES
from tourelle.who import HAND, STRONGEST, board
from tourelle_host.bench.chip import trial
from tourelle_host.bench.chip.player import Opponent, Player, Stuck
from tourelle_host.bench.chip.table import ChipBoard
from tourelle_host.sim.chip.uf2 import Image

STEPS = 200
CHANGES = 10  # how often the seat is given, changed and dropped
_SETTLE_MS = 500
_MEANWHILE_MS = 900  # how long the board has been thinking by then
_RATE_MS = 5000

# The search alone, for two seconds, at the chip's prompt.
_RATE = """
import gc, time
from tourelle import games
gc.collect()
from tourelle.search import Search
found = Search(games.model("{name}"), 0, {room}, {plies})
found.begin(games.read("{text}"))
began = time.ticks_ms()
while time.ticks_diff(time.ticks_ms(), began) < 2000 and found.run(found.model.SLICE):
    pass
print("@rate", found.nodes * 1000 // time.ticks_diff(time.ticks_ms(), began))
"""


class Trial:
    """One board, and its measurements.

    thought   by level, milliseconds from the side's turn to its step
    lifts     milliseconds from a lift to the end of its frame, while the board thought
    given     milliseconds from the line that gave a seat to the answer
    free      bytes of heap free after a collection, with a seat given
    largest   bytes of the largest free block then
    """

    def __init__(self, python: Image, name: str, options: dict[str, str], seed: int):
        self._opening = games.opening(name, options)
        self._table = ChipBoard(python, self._opening.GRID)
        self._table.on_line = trial.watch
        self._table.start()
        self._player = Player(self._table, seed)
        self._player.sit(self._opening)
        self._level = 0
        self._opponent = Opponent(self._player)
        self.thought: dict[int, list[float]] = defaultdict(list)
        self.lifts: list[float] = []
        self.given: list[float] = []
        self.free: list[int] = []
        self.largest: list[int] = []
        self.games = 1

    def play(self, steps: int) -> None:
        """Play so many steps, in more games where one ends. Stuck where the board fails."""
        for number in range(steps):
            if number % max(1, steps // CHANGES) == 0:
                self._change()
            if self._player.position.outcome() is not None:
                self._table.run(1500)
                self._player.sit(games.opening(self._opening.NAME, self._opening.options))
                self.games += 1
            if self._player.position.turn == 1:
                self._board()
            else:
                self._player.step()
            self._table.run(200)
            self._table.forget()

    def rate(self) -> int | None:
        """Positions per second that the search looks at in mid-game. Ends the firmware.

        None where it came to an end.
        """
        table = self._table
        position = self._player.position
        if position.outcome() is not None:
            return None
        table.run(_SETTLE_MS)
        program = _RATE.format(
            name=position.NAME, text=position.text(), room=thinking.ROOM, plies=thinking.PLIES
        )
        for text in ("\x03", "\x01", program + "\x04"):  # Ctrl-C, the raw prompt, run this
            table.chip.serial.send(text.encode())
            table.run(_SETTLE_MS)
        line = table.until(lambda text: "@rate" in text, _RATE_MS)
        return int(line.text.split()[-1]) if line else None

    def _change(self) -> None:
        """Drop the seat, give it, and change it to the next level."""
        self._seat(HAND)
        self._seat(board(1))
        self._level = self._level % STRONGEST + 1
        self._seat(board(self._level))
        self._table.send("status")
        line = self._table.until(lambda text: text.startswith("@status"), 3000)
        if line is None:
            raise Stuck("no answer to status")
        told = dict(word.split("=") for word in line.text.split()[1:])
        self.free.append(int(told["memory-free"]))
        self.largest.append(self._table.heap.largest)

    def _seat(self, who: str) -> None:
        table = self._table
        began = table.ms
        table.send(f"seat {self._player.position.SIDES[1]} {who}")
        answer = table.until(lambda text: text.startswith(("@seat", "@error")), 5000)
        if answer is None or answer.text.startswith("@error"):
            raise Stuck(answer.text if answer else f"no answer to 'seat {who}'")
        if who == board(1):
            self.given.append(answer.at - began)

    def _board(self) -> None:
        """Wait for the board's step, and carry it out."""
        highest = self._level == STRONGEST
        took = self._opponent.play(self._lift_meanwhile if highest else None)
        # At the highest level hands were at the board for part of the time.
        if not highest and took is not None:
            self.thought[self._level].append(took)

    def _lift_meanwhile(self) -> None:
        """Lift a piece while the board thinks, and set it back."""
        table = self._table
        table.run(_MEANWHILE_MS)
        grid = table.world.grid
        standing = [grid.names[cell] for cell in range(grid.size) if table.world.cells[cell]]
        if not standing:
            return
        name = standing[int(table.ms) % len(standing)]
        since = table.ms
        table.run(table.do(f"lift {name}"))
        frame = table.shown(since)
        if frame is not None:
            self.lifts.append(frame.ended - since)
        table.run(table.do(f"drop {name}"))


def _ms(times: list[float]) -> str:
    return f"{statistics.median(times):.0f} ({max(times):.0f})" if times else "-"


def main() -> int:
    parser = trial.parser("chip-seats")
    parser.add_argument("--steps", type=int, default=STEPS)
    return trial.run(parser.parse_args(), _run)


def _run(python: Image, arguments: argparse.Namespace) -> int:
    failed = 0
    for entry in GAMES:
        if arguments.game not in (None, entry.name):
            continue
        tried = Trial(python, entry.name, {}, arguments.seed)
        rate = None
        try:
            tried.play(arguments.steps)
            said = f"{arguments.steps} steps in {tried.games} games"
            rate = tried.rate()
        except Stuck as error:
            failed += 1
            said = f"FAILED {error}"
        print(f"{entry.name}: {said}")
        for level in sorted(tried.thought):
            print(f"  level {level}: {_ms(tried.thought[level])} ms to its step, the pause in it")
        print(f"  lift to light while it thinks: {_ms(tried.lifts)} ms, {len(tried.lifts)} lifts")
        print(f"  to give a seat: {_ms(tried.given)} ms")
        if tried.free:
            print(
                f"  free with a seat given: {min(tried.free) / 1024:.0f} KB at the least, "
                f"largest free {min(tried.largest) / 1024:.1f} KB",
                flush=True,
            )
        print(f"  positions a second: {rate or '-'}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
