"""A careful player at a table on the emulated chip: random steps, natural gestures."""

import random

from tourelle import games
from tourelle.games.position import Position
from tourelle_host.bench.chip.table import ChipBoard
from tourelle_host.fumble.gestures import Gesture, Step, step
from tourelle_host.sim.hand import GESTURE_MS

PATIENCE_MS = 9000  # until a step that was made has to be committed
_LOOK_MS = 2  # how often it is looked whether that has come


class Stuck(Exception):
    """The board did not take a step; what it said last."""


class Player:
    """Plays steps at random, and answers what the board asks.

    position   where the game stands
    steps      how many were played
    helped     how many the board had to be told over its link
    """

    def __init__(self, table: ChipBoard, seed: int):
        self.table = table
        self.position: Position = games.opening("avalam")
        self.steps = self.helped = 0
        self._rng = random.Random(seed)

    def sit(self, position: Position, tell: bool = True) -> None:
        """A game begins: pieces are put up; tell: over the link, else the board recognises it."""
        table = self.table
        self.put_up(position)
        if tell:
            table.run(300)
            words = " ".join(f"{name}={value}" for name, value in position.options.items())
            table.send(f"new {position.NAME} {words}".rstrip())
        if table.until(lambda text: text.startswith(f"@game {position.NAME}"), 8000) is None:
            raise Stuck(self._said())
        table.run(1500)

    def put_up(self, position: Position) -> None:
        """Put pieces up as a position has them, for a game that the board may know already."""
        self.position = position
        self.table.do(f'set "{position.text()}"')

    def step(self) -> Step | None:
        """Play one step; None where the game is over. Stuck where the board does not take it."""
        position = self.position
        if position.outcome() is not None:
            return None
        moves = list(position.legal_moves())
        if position.mid_turn:  # each kind of step is as likely as another, or walls were all
            kinds: dict[tuple[bool, ...], list[int]] = {}
            for move in moves:
                kinds.setdefault(tuple(map(bool, position.footprint(move))), []).append(move)
            moves = self._rng.choice(list(kinds.values()))
        move = self._rng.choice(moves)
        made = step(position, move)
        implied = position.implied(move) or len(list(position.legal_moves())) == 1
        seen = len(self.table.lines)
        if any(made.foot):
            self.carry_out(made)
        position.push(move)
        taken = self._see_through(made, seen, implied)
        self.steps += 1
        if not taken and not (implied and not any(made.foot)):
            self.helped += 1
            self._tell(made)
        return made

    def carry_out(self, made: Step) -> None:
        """Make a step's gesture, and take off what it captures."""
        table = self.table
        for line in Gesture(made, table.world.grid, self._rng).lines():
            if line.startswith("wait "):
                table.run(int(line.split()[1]))
            else:
                table.run(table.do(line))
        for cell in made.foot.captured:
            more = len(table.world.cells[cell]) - len(made.after[cell]) // 2
            if more > 0:
                table.run(300)
                table.run(table.do(f"remove {table.world.grid.names[cell]} {more}"))

    def _see_through(self, made: Step, seen: int, implied: bool) -> bool:
        """Wait until the board has committed the step, and answer; whether it has."""
        table = self.table
        end = table.ms + (2000 if implied and not any(made.foot) else PATIENCE_MS)
        names = {table.world.grid.names[cell] for cell in made.cells}
        asked = 0
        if not any(made.foot) and not implied:
            table.run(table.do("press ok"))
        while table.ms < end:
            news = table.lines[seen:]
            seen = len(table.lines)
            for line in news:
                word, _, rest = line.text.partition(" ")
                if word == "@move" and rest.split()[-1] == made.text:
                    return True
                if "MemoryError" in line.text or word == "@fault":
                    raise Stuck(self._said())
                if word == "@question" and rest != "none":
                    mine = [name for name in rest.split() if name in names]
                    if mine and asked < 4:
                        asked += 1
                        table.run(300)
                        table.run(table.do(f"touch {mine[-1]}"))
                elif word == "@proposed" and rest == made.text:
                    table.run(table.do("press ok"))
            table.run(_LOOK_MS)
        return False

    def _tell(self, made: Step) -> None:
        """Over the link, where a gesture was read as something else or not at all."""
        table = self.table
        after = self.position.text()
        table.do(f'set "{after}"')
        table.run(GESTURE_MS)
        table.send(f"position {after}")
        if table.until(lambda text: text.startswith("@position"), 4000) is None:
            raise Stuck(self._said())
        table.run(1500)

    def _said(self) -> str:
        return " / ".join(line.text for line in self.table.lines[-6:])
