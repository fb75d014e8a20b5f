"""Whole games of random legal steps, played by a fumbling player and judged by the referee."""

import random
from collections.abc import Callable

from tourelle import games
from tourelle.games import Footprint
from tourelle.games.position import Position
from tourelle_host.fumble.choice import choose
from tourelle_host.fumble.faults import Faults
from tourelle_host.fumble.fumbler import Fumbler
from tourelle_host.fumble.gestures import Step, step
from tourelle_host.fumble.mixes import Mix
from tourelle_host.fumble.player import Player
from tourelle_host.fumble.referee import Referee, Tally
from tourelle_host.fumble.table import BOUNCE_MS, CoreTable, Table

SHOWN = 6  # steps in a script that shows a failure


class Match:
    """A table where games of one kind are played.

    tally   the counts so far
    """

    _player: Player  # of the present game

    def __init__(
        self, game: str, mix: Mix, seed: int, fail: Callable[[str], None], vm: str | None = None
    ):
        """fail(script): called for each failure, with a script that shows it.

        vm: where the firmware runs, as for --vm; None: its core alone, in this process. UserError.
        """
        entry = games.find(game)
        self.tally = Tally()
        self._entry = entry
        self._fail = fail
        self._seed = seed
        self._mix = mix
        self._rng = random.Random(f"{game} {seed}")
        self._referee = Referee(self.tally)
        self._table = _table(entry.grid, seed, self._referee.hear, vm)
        self._referee.watch(self._table)
        self._fumbler = Fumbler(mix.rates, self._rng, mix.contact, mix.tempo)
        self._marks: list[tuple[int, str]] = []  # where each step begins, from what

    def close(self) -> None:
        """Leave the table."""
        self._table.close()

    def play(self, steps: int, progress: Callable[[int], None]) -> None:
        """Play so many steps. progress(steps so far) is called now and then."""
        while self.tally.steps < steps:
            self._game(steps, progress)

    def _game(self, steps: int, progress: Callable[[int], None]) -> None:
        """Play a game to its end, or until so many steps have been made in all games."""
        options = {name: self._rng.choice(values) for name, values in self._entry.options}
        position = games.opening(self._entry.name, options)
        self._begin(position)
        faults = Faults(self._mix.dead, self._mix.stuck, self._rng)
        begun = self.tally.steps
        while position.outcome() is None and self.tally.steps < steps:
            if not self._player.unseen:
                faults.happen(self._player, self.tally.steps - begun, len(self._marks))
            move = self._choose(position)
            if any(position.footprint(move)):
                self._step(position, move)
                progress(self.tally.steps)
            else:
                self._move_nothing(position, move)
        if position.outcome() is not None and not self._ended(position):
            self._failed(position, "the game is over, and the board does not say so", "")
            self.tally.stuck += 1

    def _begin(self, position: Position) -> None:
        """Put up the position for the board to continue from; nobody remembers what was before."""
        self._table.mend()
        self._player = Player(self._table, self._fumbler, self._rng, self.tally, position.SIDES)
        copy = games.read(position.text())  # for the board, which plays on in it
        self._table.start(copy, self._referee.begin)
        self._marks.clear()

    def _choose(self, position: Position) -> int:
        """A random step, if possible one that involves a cell whose switch works.

        Of any other, nobody could tell the board.
        """
        moves = list(position.legal_moves())
        dead = self._player.dead
        felt = [move for move in moves if not _is_lost(position.footprint(move), dead)]
        return choose(position, felt or moves, self._rng)

    def _step(self, position: Position, move: int) -> None:
        """Have a step made, and begin again where the board went wrong."""
        made = step(position, move)
        self._marks.append((len(self._table.script), position.text()))
        self._referee.made(made)
        may_go_on = not _needs_a_look(made) and self._player.unseen < self._mix.blind
        hasty = may_go_on and self._rng.random() < self._mix.rates.quick
        taken = self._player.make(made, position, not hasty)
        if hasty and self._mix.gap[1]:
            self._table.wait(self._rng.randint(*self._mix.gap))
        position.push(move)
        self.tally.steps += 1
        if not taken:
            self.tally.stuck += 1
            self._failed(position, "the board could not be brought to take it", made.text)
            self._begin(position)
        elif self._referee.wrong:
            self._failed(position, self._referee.wrong, made.text)
            self._begin(position)
        elif odd := self._referee.take_odd():
            self._failed(position, odd, made.text)

    def _move_nothing(self, position: Position, move: int) -> None:
        """A step that moves nothing: the board assumes some by itself, others need OK."""
        self._referee.made(position.move_text(move))
        implied = position.implied(move)
        only = len(list(position.legal_moves())) == 1
        position.push(move)
        if only or (implied and position.mid_turn):
            return
        # The next player's move implies the end of a turn, too; some people press OK all the same.
        if not implied or position.outcome() is not None or self._rng.random() < 0.5:
            self._table.do("press ok")
            self._table.wait(500)

    def _ended(self, position: Position) -> bool:
        """Whether the board says that the game is over, as it is."""
        self._table.wait(1000)
        if not self._player.finish():
            return False
        if not self._referee.over:  # else OK came before the step was read
            self._table.do("press ok")
            self._table.wait(1000)
        return self._referee.over

    def _failed(self, position: Position, why: str, text: str) -> None:
        """Write the script of a failure: from some steps before it, to the step of this text."""
        shown = 0 if self._table.faulty else -SHOWN  # with a fault, the cause may lie far back
        at, start = self._marks[shown:][0] if self._marks else (0, position.text())
        lines = [
            f"# {self._entry.name}, seed {self._seed}, step {self.tally.steps}: {why}",
            f'set "{start}"',
            f"send position {start}",
            "wait 1000",
            f"bounce {BOUNCE_MS}",
            *self._table.script[at:],
        ]
        if text:
            lines.append(f"expect move {text}")
        self._fail("\n".join(lines))


def _is_lost(foot: Footprint, dead: set[int]) -> bool:
    """Whether a step involves only cells whose switches are dead."""
    cells = {cell for group in foot for cell in group}
    return bool(cells) and cells <= dead


def _table(grid: str, seed: int, hear: Callable[[str], None], vm: str | None) -> Table:
    if vm is None:
        return CoreTable(grid, seed, hear)
    from tourelle_host.fumble.board_table import BoardTable

    return BoardTable(grid, seed, hear, vm)


def _needs_a_look(made: Step) -> bool:
    """Whether the maker waits for the lights: to confirm, to take off captured pieces, or to see
    whose piece the board takes it for."""
    return made.silent or bool(made.foot.captured) or (made.placed and made.owner != made.side)
