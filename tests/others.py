"""A game at a table where sides are played by no hand, in the simulated world."""

import random

from tourelle.games import opening, read
from tourelle_host.fumble.gestures import Gesture, Step, step
from tourelle_host.fumble.table import CoreTable


def steps_of(position) -> list[str]:
    """The texts of the legal steps."""
    return [position.move_text(step) for step in position.legal_moves()]


class Others:
    """A board, seats, and hands that make their own moves and carry out what the board shows.

    heard   the lines that the board said
    shown   the position as it stands on the table: every step that a hand has carried out
    """

    def __init__(self, text: str, seats: dict[str, str], seed: int = 1):
        self.rng = random.Random(seed)
        self.heard: list[str] = []
        position = read(text)
        self.table = CoreTable(position.grid.name, seed, self.heard.append)
        self.table.start(position)
        self.shown = read(text)
        self.carried = 0
        self.hands = [side for side in position.SIDES if seats.get(side, "hand") == "hand"]
        for side, who in seats.items():
            self.session.seats.seated().give(side, who)

    @property
    def session(self):
        return self.table.core.session

    @property
    def steps(self) -> int:
        return self.session.play.step_count

    def run(self, turns: int) -> None:
        """Play until so many turns are over, or the game is; all that was played stands then."""
        while self.carried < self.steps or (
            self.session.play.mode == "play" and self.shown.turns < turns
        ):
            if self.carried < self.steps:
                self.carry_out()
            elif self.shown.SIDES[self.shown.turn] in self.hands:
                self.move(self.rng.choice(list(self.shown.legal_moves())))
            else:
                self.wait_for_step()

    def wait_for_step(self) -> None:
        """Wait until the board has played."""
        steps = self.steps
        for _ in range(40):
            self.table.wait(250)
            if self.steps > steps:
                return
        view = self.session.play.reader.view
        raise AssertionError((self.heard[-8:], view.leading.on, view.line.differ, view.question))

    def move(self, move: int) -> None:
        """A person's move, in a natural gesture."""
        made = step(self.shown, move)
        self._do(made, "press ok")
        if made.silent and self.steps == self.carried:
            self.table.do("press ok")
            self.table.wait(100)
        self._stands(made.text)

    def carry_out(self) -> None:
        """Do what the board has played, in a natural gesture."""
        text = self._played(self.carried + 1)
        made = step(self.shown, self.shown.parse_move(text))
        self._do(made)
        self._stands(text)

    def _do(self, made: Step, otherwise: str = "") -> None:
        """Make a step's gesture, and take off what it captures; otherwise: done if it has none."""
        lines = Gesture(made, self.table.grid, self.rng).lines() if any(made.foot) else []
        if lines and not any(line.startswith("remove") for line in lines):
            for cell in made.foot.captured:
                count = (len(made.before[cell]) - len(made.after[cell])) // 2
                lines.append(f"remove {self.table.grid.names[cell]} {count}")
        for line in lines or [otherwise]:
            if line:
                self.table.do(line)
        self.table.wait(700)

    def _played(self, number: int) -> str:
        start = f"@move {number} "
        told = next(line for line in reversed(self.heard) if line.startswith(start))
        return told.split(" ", 3)[3]

    def _stands(self, text: str) -> None:
        """The step is in the game, and what lies on the table is its position."""
        self.carried += 1
        assert self.steps >= self.carried, (text, self.heard[-8:])
        assert self._played(self.carried) == text, self.heard[-8:]
        self.shown.push(self.shown.parse_move(text))
        occupied = [bool(closed) for closed in self.shown.occupancy]
        assert [bool(c) for c in self.session.closed] == occupied, (text, self.heard[-8:])


def whole_game(name: str, options: dict[str, str], seats: dict[str, str], turns: int, seed: int):
    """Play from the opening; returns the `Others`."""
    others = Others(opening(name, options).text(), seats, seed)
    others.run(turns)
    return others
