"""A careful player at a board on the emulated chip: random steps, natural gestures."""

import random
from collections.abc import Callable

from tourelle.games.position import Position
from tourelle_host.bench.chip.table import ChipBoard, Line
from tourelle_host.fumble.choice import choose
from tourelle_host.fumble.gestures import Gesture, Step, step
from tourelle_host.sim.hand import GESTURE_MS

PATIENCE_MS = 9000  # a step has to be committed within this time
_SETTLE_MS = 500
_PRESSES = 3  # of OK, to end a turn of several steps
_LOOK_MS = 2  # how often to check


class Stuck(Exception):
    """The board did not take a step; the text is its last line."""


class Player:
    """Plays random steps, and answers what the board asks.

    position   the position of the game, once there is one
    steps      how many were played
    helped     how many had to be told over the link
    """

    position: Position

    def __init__(self, table: ChipBoard, seed: int):
        self.table = table
        self.steps = self.helped = 0
        self._rng = random.Random(seed)

    def sit(self, position: Position, tell: bool = True) -> None:
        """A game begins: put up pieces; tell: over the link, or else the board recognises it."""
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
        """Put up the pieces of a position, for a game that the board may know already."""
        self.position = position
        self.table.do(f'set "{position.text()}"')

    def choose(self, position: Position) -> None:
        """Choose a game in the menu: hold OK, touch its cell, and put up the pieces."""
        table = self.table
        table.run(1000)
        table.run(table.do("hold ok 1500"))
        for wanted in ("new-game", position.NAME):
            menu = next(
                (line.text for line in reversed(table.lines) if line.text.startswith("@menu")), ""
            )
            choices = dict(word.split(":") for word in menu.split()[1:] if ":" in word)
            if wanted not in choices:
                raise Stuck(f"no {wanted} in the menu: {menu}")
            seen = len(table.lines)
            table.run(table.do(f"touch {choices[wanted]}"))
            table.run(800)
        if not any(line.text.startswith(f"@game {position.NAME}") for line in table.lines[seen:]):
            raise Stuck(table.lines[-1].text)
        self.put_up(position)
        table.run(2500)

    def step(self) -> Step | None:
        """Play one step; None where the game is over. Stuck where the board does not take it."""
        position = self.position
        if position.outcome() is not None:
            return None
        moves = list(position.legal_moves())
        move = choose(position, moves, self._rng)
        made = step(position, move)
        implied = position.implied(move) or len(moves) == 1
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
        """Answer until the board has committed the step; returns whether it has."""
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
        """Tell it over the link, where the gesture was misread or not felt at all."""
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


class Opponent:
    """Carries out the board's steps in a game against a player."""

    def __init__(self, player: Player):
        self._player = player
        self._read = len(player.table.lines)  # lines of the board that have been read

    def play(self, meanwhile: Callable[[], None] | None = None) -> float | None:
        """Wait for the board's step, and carry it out; returns the time it took, in milliseconds.

        None where it came while hands were still making the last one. meanwhile(): called while
        the board thinks.
        """
        table, position = self._player.table, self._player.position
        self._end_turn()
        began = table.ms
        if meanwhile:
            meanwhile()
        while (move := self._next_move()) is None:
            if table.ms > began + PATIENCE_MS:
                raise Stuck(" / ".join(line.text for line in table.lines[-6:]))
            table.run(10)
        made = step(position, position.parse_move(move.text.split()[3]))
        table.run(_SETTLE_MS)
        if any(made.foot):
            self._player.carry_out(made)
        position.push(position.parse_move(made.text))
        table.run(_SETTLE_MS)
        return move.at - began if move.at > began else None

    def _end_turn(self) -> None:
        """Press OK to end the person's turn, which a person's next move would otherwise end."""
        table, position = self._player.table, self._player.position
        side = position.SIDES[position.turn]
        for _ in range(_PRESSES):
            turns = [line.text for line in table.lines if line.text.startswith("@turn ")]
            if turns and turns[-1] == f"@turn {side}":
                break
            table.run(table.do("press ok"))
            table.run(_SETTLE_MS)

    def _next_move(self) -> Line | None:
        """The line of the board's next step; it may have come while hands made the last one."""
        position = self._player.position
        for number in range(self._read, len(self._player.table.lines)):
            line = self._player.table.lines[number]
            words = line.text.split()
            if words and words[0] == "@move" and words[2] == position.SIDES[position.turn]:
                self._read = number + 1
                return line
        return None
