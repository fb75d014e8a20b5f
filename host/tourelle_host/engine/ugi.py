"""The Universal Game Interface (kz04px's, of cutegames) on two text streams.

A position is a text of the rules page, a move a whole turn, its steps joined by commas.
Extensions: with more than two sides `p1turn` asks for the first side, results go on to `p3win` and
`p4win`, clocks to `p4time`.
"""

import queue
import re
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from tourelle import VERSION, games
from tourelle.games import AmbiguousMove, IllegalMove, TextError
from tourelle_host.engine.thinker import FIRST_PART, SLICE_S, Pace, Thinker, View

SETTLING_NODES = 2000  # at a time, where it was stopped before it had a step
MOVE_MS = 3000  # `go` alone: as long as the board may take
LEVEL, SEED = "Level", "Seed"
_CLOCKS = tuple(f"p{side}{kind}" for kind in ("time", "inc") for side in (1, 2, 3, 4))
_NUMBERS = ("movetime", "nodes", "depth", *_CLOCKS)
_NO_MOVE = "0000"
_LONGEST = 400  # characters of a complaint, which may quote what was said


@dataclass
class Limits:
    """What ends a search: milliseconds, nodes, depth in steps; None where it does not."""

    ms: float | None = None
    nodes: int | None = None
    depth: int | None = None


class Engine:
    """One game's engine. `run` reads lines until `quit` or the end, and writes the answers.

    The end of input ends a search as `stop` does: nobody is there to wait for it.
    """

    def __init__(
        self,
        game: str,
        options: dict[str, str],
        thinker: Thinker,
        write: Callable[[str], None],
        clock: Callable[[], float],
    ):
        self._thinker = thinker
        self._write = write
        self._clock = clock
        self._game = game
        self._options = games.opening(game, options).options
        self._level = 6
        self._seed = 0
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._later: deque[str | None] = deque()  # what was said while it was thinking
        self._quit = False
        self._ended = False  # the input
        self._start = ""
        self._turns: list[str] = []
        self._new_game()

    # -- lines

    def run(self, lines) -> None:
        """Answer lines; they are read in a thread, since a search can be stopped."""

        def feed():
            try:
                for line in lines:
                    self._lines.put(line)
            finally:
                self._lines.put(None)

        threading.Thread(target=feed, daemon=True).start()
        while not self._quit:
            line = self._later.popleft() if self._later else self._lines.get()
            if line is None:
                return
            self._answer(line)

    def _complain(self, text: str) -> None:
        self._write(f"info string {text[:_LONGEST]}")

    def _answer(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        commands = {
            "ugi": self._ugi,
            "isready": lambda _: self._write("readyok"),
            "setoption": self._set_option,
            "uginewgame": lambda _: self._new_game(),
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self._complain("nothing to stop: no search is running"),
            "query": self._query,
            "quit": self._end,
        }
        command = commands.get(words[0])
        if command is None:
            self._complain(f"no command '{words[0]}'; there are: {', '.join(commands)}")
            return
        try:
            command(words[1:])
        except ValueError as error:
            self._complain(str(error))

    def _end(self, _) -> None:
        self._quit = True

    def _ugi(self, _) -> None:
        self._write(f"id name Tourelle {VERSION} {self._game}")
        self._write("id author the Tourelle maintainers")
        self._write(f"option name {LEVEL} type spin default 6 min 1 max 6")
        self._write(f"option name {SEED} type spin default 0 min 0 max 65535")
        for name, values in games.find(self._game).options:
            others = " ".join(f"var {value}" for value in values)
            self._write(f"option name {name} type combo default {values[0]} {others}")
        self._write("ugiok")

    def _set_option(self, words: list[str]) -> None:
        if len(words) < 4 or words[0] != "name" or "value" not in words[2:]:
            raise ValueError("write: setoption name NAME value VALUE")
        at = words.index("value")
        name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
        if name.lower() == LEVEL.lower():
            self._level = _number(value, name, 1, 6)
        elif name.lower() == SEED.lower():
            self._seed = _number(value, name, 0, 65535)
        else:
            self._options = games.opening(self._game, {**self._options, name: value}).options
            self._new_game()

    # -- the position

    def _opening(self) -> str:
        return games.opening(self._game, self._options).text()

    def _new_game(self) -> None:
        self._start = self._opening()
        self._turns = []
        self._position = games.read(self._start)
        self._thinker.game(self._start)

    def _set_position(self, words: list[str]) -> None:
        """`position startpos|fen TEXT [moves ...]`; on an error the position stays."""
        at = words.index("moves") if "moves" in words else len(words)
        turns = words[at + 1 :]
        if words[:1] == ["startpos"] and at == 1:
            start = self._opening()
        elif words[:1] == ["fen"] and at > 1:
            start = " ".join(words[1:at])
        else:
            raise ValueError("write: position startpos, or position fen TEXT, and moves after it")
        try:
            position = games.read(start)
            if position.NAME != self._game:
                raise TextError(f"this is a position of {position.NAME}, not of {self._game}")
        except TextError as error:
            raise ValueError(f"the position stays as it was: {error}") from None
        for number, turn in enumerate(turns, 1):
            try:
                if position.outcome() is not None:
                    raise IllegalMove(f"'{turn}' comes after the end of the game")
                position.push_turn(turn)
                if position.mid_turn and number < len(turns):
                    raise IllegalMove(f"'{turn}' is only the beginning of a turn")
            except (TextError, IllegalMove, AmbiguousMove) as error:
                raise ValueError(f"the position stays as it was: move {number}: {error}") from None
        self._start, self._turns, self._position = start, turns, position

    def _query(self, words: list[str]) -> None:
        outcome = self._position.outcome()
        if words == ["gameover"]:
            answer = "true" if outcome else "false"
        elif words == ["p1turn"]:
            answer = "true" if self._position.turn == 0 else "false"
        elif words == ["result"]:
            answer = "none"
            if outcome:
                alone = len(outcome.winners) == 1
                answer = f"p{outcome.winners[0] + 1}win" if alone else "draw"
        else:
            raise ValueError(f"no query '{' '.join(words)}'; there are: gameover, p1turn, result")
        self._write(f"response {answer}")

    # -- thinking

    def _limits(self, words: list[str]) -> Limits:
        """What `go` is told; ValueError."""
        if words == ["infinite"]:
            return Limits()
        given: dict[str, int] = {}
        for name, value in zip(words[::2], [*words[1::2], ""][: len(words[::2])], strict=True):
            if name not in _NUMBERS:
                raise ValueError(f"go knows no '{name}'; it knows infinite, {', '.join(_NUMBERS)}")
            given[name] = _number(value, name, 0, 1 << 40)
        limits = Limits(given.get("movetime"), given.get("nodes"), given.get("depth"))
        side = self._position.turn + 1
        left = given.get(f"p{side}time")
        if left is not None and limits.ms is None:
            # A game has some more turns; what a turn adds may be used up in it.
            limits.ms = min(left / 20 + given.get(f"p{side}inc", 0) * 0.8, left * 0.8)
        if limits == Limits():
            limits.ms = MOVE_MS
        for name in ("nodes", "depth"):
            if given.get(name) == 0:
                self._complain(f"{name} 0: it looks one step ahead all the same")
        return limits

    def _go(self, words: list[str]) -> None:
        limits = self._limits(words)
        outcome = self._position.outcome()
        if outcome is not None:
            self._complain(f"the game is over: {outcome.why}")
            self._write(f"bestmove {_NO_MOVE}")
            return
        thinker = self._thinker
        thinker.at(self._start, self._turns)
        began = self._clock()
        nodes = 0
        turn: list[str] = []
        part = FIRST_PART
        while True:
            depth = min(max(limits.depth or 1, 1), 42) if limits.depth is not None else 42
            thinker.begin(self._level, self._seed and self._seed + len(self._turns), depth)
            until = None if limits.ms is None else began + part * limits.ms / 1000
            most = None if limits.nodes is None else int(part * limits.nodes) - nodes
            stopped, spent = self._think(until, most, began, nodes)
            nodes += spent
            step, on = thinker.take()
            turn.append(step)
            if not on:
                break
            if stopped:  # the rest of the turn at once
                limits = Limits(nodes=0, depth=1)
            part += (1 - part) / 2
        self._write(f"bestmove {','.join(turn)}")

    def _think(
        self, until: float | None, most: int | None, began: float, before: int
    ) -> tuple[bool, int]:
        """Search until a limit, or `stop`; whether it was stopped, and the nodes."""
        pace, told, seen = Pace(self._clock), 0, 0
        while True:
            nodes = pace.nodes()
            if most is not None:
                nodes = max(1, min(nodes, most - seen))
            view = self._thinker.run(nodes)
            seen = view.nodes
            now = self._clock()
            if view.depth > told:
                told = view.depth
                self._tell(view, now - began, before + view.nodes)
            if self._heard_stop():
                return True, self._settle(view)
            if not view.more or (view.depth and until is not None and now >= until):
                return False, view.nodes
            if view.depth and most is not None and view.nodes >= most:
                return False, view.nodes
            pace.took(view, SLICE_S if until is None else until - now)

    def _settle(self, view: View) -> int:
        """Go on until there is a step at all, and return the nodes."""
        while not view.depth:
            view = self._thinker.run(SETTLING_NODES)
        return view.nodes

    def _tell(self, view: View, seconds: float, nodes: int) -> None:
        speed = int(nodes / max(seconds, 1e-3))
        self._write(
            f"info depth {view.depth} score cp {view.value} time {int(1000 * seconds)} "
            f"nodes {nodes} nps {speed} pv {view.step}"
        )

    def _heard_stop(self) -> bool:
        """Answer what can be answered while it thinks; whether to stop. The rest comes later."""
        while not self._lines.empty():
            line = self._lines.get()
            if line is None:
                self._later.append(line)
                self._ended = True
                break
            words = line.split()
            if words[:1] == ["stop"]:
                return True
            if words[:1] == ["quit"]:
                self._quit = True
                return True
            if words and words[0] in ("isready", "query"):
                self._answer(line)
            else:
                self._later.append(line)
        return self._ended


def _number(text: str, name: str, least: int, most: int) -> int:
    """The number in a text; ValueError says what was wrong."""
    if not re.fullmatch("[0-9]{1,15}", text) or not least <= int(text) <= most:
        raise ValueError(f"{name} is a number from {least} to {most}, not '{text[:40]}'")
    return int(text)
