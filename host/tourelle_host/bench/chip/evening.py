"""An evening at a board on the emulated chip: one game after another, without a restart.

Ten games on one board, begun by the menu, by recognition and over the link in turn. With seats, the
board plays a side for a while, at one level and then another, and gives hints. Steps are taken
back, and the black box and the status are read; once the firmware crashes, and once power fails.
"""

from collections.abc import Callable

from tourelle import games
from tourelle.games.catalogue import GAMES
from tourelle.who import HAND, STRONGEST, board
from tourelle_host.bench.chip import trial
from tourelle_host.bench.chip.player import Opponent, Player, Stuck
from tourelle_host.bench.chip.table import ChipBoard
from tourelle_host.sim.chip.uf2 import Image

GAMES_PLAYED = 10
STEPS = 12  # in each game
_CRASH, _CUT = 4, 7  # the games in which these happen, after so many steps
_AFTER = 6
_WAYS = ("menu", "recognised", "link")
_SEATED, _CHANGED, _DROPPED = 2, 5, 9  # steps after which a seat is given, changed, dropped
_SETTLE_MS = 1500

# Typed at the prompt: starts the firmware with a part that fails once.
CRASH = """
import tourelle.core as c
s = c.Core.tick
def once(self, now):
    c.Core.tick = s
    raise ValueError('crash')
c.Core.tick = once
exec(open('main.py').read())
"""


def crash(table: ChipBoard) -> None:
    """Make the firmware crash; it restarts by itself. Stuck where it does not crash."""
    table.chip.serial.send(b"\x03")
    table.run(300)
    table.chip.serial.send(b"\x05")  # paste mode
    table.run(50)
    table.chip.serial.send(CRASH.encode() + b"\x04")
    if table.until(lambda text: "crashed (1 in a row)" in text, 6000) is None:
        raise Stuck("no crash")


class Evening:
    """One board for an evening.

    free     largest free block in bytes, after a collection, where people played all sides
    seated   the same, while the board had a seat
    steps    steps played, in `games` games; `helped` of them told over the link
    """

    def __init__(self, python: Image, grid: str, seats: bool, seed: int):
        self._table = ChipBoard(python, grid)
        self._table.start()
        self._player = Player(self._table, seed)
        self._opponent = Opponent(self._player)
        self._names = [entry.name for entry in GAMES if entry.grid == grid]
        self._seats = seats
        self._seat: int | None = None  # the side that the board plays
        self.free: list[int] = []
        self.seated: list[int] = []
        self.games = 0

    @property
    def steps(self) -> int:
        return self._player.steps

    @property
    def helped(self) -> int:
        return self._player.helped

    def __str__(self) -> str:
        """What was played, and the smallest of the largest free blocks."""
        said = f"{self.steps} steps in {self.games} games, {self.helped} told by link"
        said += f", largest free at least {min(self.free) / 1024:.1f} KB"
        if self.seated:
            said += f", with a seat {min(self.seated) / 1024:.1f} KB"
        return said

    def play(self, tell: Callable[[str], None], count: int = GAMES_PLAYED) -> None:
        """Play so many games, and tell how each went. Stuck where the board fails."""
        self._look()
        for number in range(count):
            self._begin(self._names[number % len(self._names)], _WAYS[number % len(_WAYS)])
            self._look()
            self._game(number)
            self.games += 1
            tell(str(self))

    # -- parts

    def _begin(self, name: str, way: str) -> None:
        table, player = self._table, self._player
        self._seat = None
        table.on_line = trial.watch
        options = games.load(name).Position.AT_TABLE if way == "menu" else {}
        opening = games.opening(name, options)
        if way == "menu":
            player.choose(opening)
        elif way == "recognised" and any(opening.occupancy):
            for cell, pieces in enumerate(table.world.cells):
                if pieces:
                    table.do(f"remove {table.world.grid.names[cell]}")
            if self.games and table.until(lambda text: text == "@game none", 4000) is None:
                raise Stuck("a cleared board goes on with its game")
            player.sit(opening, tell=False)
        else:
            player.sit(opening)

    def _game(self, number: int) -> None:
        table, player = self._table, self._player
        for step in range(STEPS):
            if player.position.outcome() is not None:
                return
            if self._seats:
                self._change(number, step)
            if step == _AFTER and number in (_CRASH, _CUT):
                self._interrupt(number == _CRASH)
            if step == _AFTER - 2:
                self._read("blackbox", "@event")
            if player.position.turn == self._seat:
                self._opponent.play()
            elif player.step() is None:
                return
            table.run(300)
            if step == _AFTER - 3 and self._seat is None:
                self._take_back()
            if step % 3 == 2:
                self._look()
            table.forget()

    def _change(self, number: int, step: int) -> None:
        """Give, change or drop a seat, or ask for a hint, when it is time."""
        position = self._player.position
        side = len(position.SIDES) - 1
        level = 1 + number % STRONGEST
        while step in (_CHANGED, _DROPPED) and position.turn == self._seat:
            if position.outcome() is not None:
                return
            self._opponent.play()  # the board finishes a step that it has begun to show
        if step == _SEATED:
            self._give(side, board(level))
        elif step == _CHANGED:
            self._give(side, board(STRONGEST + 1 - level))
        elif step == _DROPPED:
            self._give(side, HAND)
        elif step == _DROPPED + 1 and not position.mid_turn:
            self._table.send("hint")
            if self._table.until(lambda text: text.startswith("@hint "), 6000) is None:
                raise Stuck("no hint: " + self._table.lines[-1].text)

    def _give(self, side: int, who: str) -> None:
        table = self._table
        table.send(f"seat {self._player.position.SIDES[side]} {who}")
        answer = table.until(lambda text: text.startswith(("@seat", "@error")), 5000)
        if answer is None or answer.text.startswith("@error"):
            raise Stuck(answer.text if answer else f"no answer to 'seat {who}'")
        self._seat = None if who == HAND else side
        self._opponent = Opponent(self._player)
        table.run(_SETTLE_MS)
        self._look()

    def _interrupt(self, by_crash: bool) -> None:
        """The firmware crashes, or power fails; the game goes on, with people after a crash."""
        table = self._table
        if by_crash:
            self._table.on_line = lambda line: None
            crash(table)
        else:
            table.cut()
        table.start()
        table.run(2500)
        table.on_line = trial.watch
        if by_crash:
            self._seat = None
        self._look()

    def _take_back(self) -> None:
        """Undo; hands put right what the lights ask for."""
        table, position = self._table, self._player.position
        if position.mid_turn or not position.turns:
            return
        seen = len(table.lines)
        table.run(table.do("press undo"))
        table.run(300)
        undone = sum(line.text.startswith("@undo") for line in table.lines[seen:])
        if not undone:
            raise Stuck("nothing is taken back: " + table.lines[-1].text)
        for _ in range(undone):
            position.pop()
        table.do(f'set "{position.text()}"')
        table.run(_SETTLE_MS)

    def _read(self, command: str, answer: str) -> None:
        table = self._table
        table.send(command)
        if table.until(lambda text: text.startswith(answer), 4000) is None:
            raise Stuck(f"no answer to {command}")
        table.run(_SETTLE_MS)

    def _look(self) -> None:
        """Read its status, which makes it collect; note the largest free block."""
        self._read("status", "@status")
        largest = self._table.heap.largest
        (self.free if self._seat is None else self.seated).append(largest)
