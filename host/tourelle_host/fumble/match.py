"""Whole games of random legal steps, played by a fumbling player and judged by the referee."""

import random
from collections.abc import Callable

from tourelle import games
from tourelle.games import Footprint
from tourelle.games.position import Position
from tourelle_host.fumble.fumbler import Fumbler
from tourelle_host.fumble.gestures import Step, step
from tourelle_host.fumble.mixes import Mix
from tourelle_host.fumble.player import Player
from tourelle_host.fumble.referee import Referee, Tally
from tourelle_host.fumble.table import BOUNCE_MS, CoreTable, Table

LATEST = 20  # all dying switches of a game have died by this step
STUCK = 3  # the step after which switches stick
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
        self._referee.watch(self._table.world, self._table.undone)
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
        options = {name: self._rng.choice(values) for name, values in self._entry.options}
        position = games.opening(self._entry.name, options)
        self._begin(position)
        dying = sorted(self._rng.randint(1, LATEST) for _ in range(self._count(self._mix.dead)))
        stuck = self._count(self._mix.stuck)
        begun = self.tally.steps
        while position.outcome() is None and self.tally.steps < steps:
            while dying and self.tally.steps - begun >= dying[0] and not self._player.unseen:
                dying.pop(0)
                self._player.lose_a_switch()
            if stuck and len(self._marks) == STUCK and not self._player.unseen:
                self._player.let_switches_stick(stuck)
                stuck = 0
            move = self._choose(position)
            if any(position.footprint(move)):
                self._step(position, move)
                progress(self.tally.steps)
            else:
                self._say(position, move)
        if position.outcome() is not None and not self._ended(position):
            self._failed(position, "the game is over, and the board does not say so", "")
            self.tally.stuck += 1

    def _count(self, rate: float) -> int:
        """How many there are in this game: a rate, rounded at random."""
        part = rate % 1
        return int(rate) + (part > 0 and self._rng.random() < part)

    def _begin(self, position: Position) -> None:
        """Put up the position for the board to continue from; nobody remembers what was before."""
        self._table.mend()
        self._player = Player(self._table, self._fumbler, self._rng, self.tally, position.SIDES)
        self._table.start(games.read(position.text()), self._referee.begin)
        self._marks.clear()

    def _choose(self, position: Position) -> int:
        """A random step; within a turn each kind is equally likely, or most would be walls.

        It involves a cell whose switch works, unless no such step is legal: otherwise nobody could
        tell the board.
        """
        moves = [
            move
            for move in position.legal_moves()
            if not self._player.dead or not self._is_lost(position.footprint(move))
        ] or list(position.legal_moves())
        if position.mid_turn:
            kinds: dict[tuple[bool, ...], list[int]] = {}
            for move in moves:
                kind = tuple(bool(cells) for cells in position.footprint(move))
                kinds.setdefault(kind, []).append(move)
            moves = self._rng.choice(list(kinds.values()))
        return self._rng.choice(moves)

    def _is_lost(self, foot: Footprint) -> bool:
        cells = {cell for group in foot for cell in group}
        return bool(cells) and cells <= self._player.dead

    def _step(self, position: Position, move: int) -> None:
        made = step(position, move)
        self._marks.append((len(self._table.script), position.text()))
        self._referee.made(made)
        # Two people can make at most so many steps that nobody looked at.
        may_wait = not _needs_a_look(made) and self._player.unseen < self._mix.blind
        hasty = may_wait and self._rng.random() < self._mix.rates.quick
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

    def _say(self, position: Position, move: int) -> None:
        """A step that moves nothing: the board assumes some by itself, others need OK."""
        self._referee.made(position.move_text(move))
        implied = position.implied(move)
        moves = list(position.legal_moves())
        position.push(move)
        turns_over = not position.mid_turn
        ending = position.outcome() is not None
        if (implied and not turns_over) or len(moves) == 1:
            return
        if not implied or ending or self._rng.random() < 0.5:
            self._table.do("press ok")
            self._table.wait(500)

    def _ended(self, position: Position) -> bool:
        self._table.wait(1000)
        if not self._player.finish():
            return False
        if not self._referee.over:  # else OK came before the step was read
            self._table.do("press ok")
            self._table.wait(1000)
        return self._referee.over

    def _failed(self, position: Position, why: str, text: str) -> None:
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


def _table(grid: str, seed: int, hear: Callable[[str], None], vm: str | None) -> Table:
    if vm is None:
        return CoreTable(grid, seed, hear)
    from tourelle_host.fumble.board_table import BoardTable

    return BoardTable(grid, seed, hear, vm)


def _needs_a_look(made: Step) -> bool:
    """Whether the maker waits for the lights: to confirm, to take off captured pieces, or to see
    whose piece the board takes it for."""
    return made.silent or bool(made.foot.captured) or (made.placed and made.owner != made.side)
