"""The Universal Game Interface (kz04px's, from cutegames), independent of streams.

A position is a text from the rules page; a move is a whole turn, its steps joined by commas.
Extensions: with more than two sides, `p1turn` asks whether the first side is to move, results go up
to `p3win` and `p4win`, and clocks to `p4time`.

No threads and no processes are used here: lines are handed in, and it works slice by slice, so that
a search can be stopped. The thinkers are handed in, too. Uses only what both Pythons have: the
site's engine is this one.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass

from tourelle import VERSION, games
from tourelle.games import AmbiguousMove, IllegalMove, TextError
from tourelle.who import STRONGEST
from tourelle_host.engine.thinker import (
    DEEPEST,
    FIRST_PART,
    SLICE_S,
    Pace,
    Thinker,
    Thinkers,
    View,
    entries_of,
)
from tourelle_host.engine.worker import DECIDED, WON
from tourelle_host.errors import UserError

SETTLING_NODES = 2000  # nodes at a time, where a search was stopped before it had a step
MOVE_MS = 3000  # for `go` alone: as long as the board may take
LEVEL, SEED, HASH, THREADS, LINES = "Level", "Seed", "Hash", "Threads", "MultiPV"
ENDLESS = 1 << 30  # nodes
_CLOCKS = tuple(f"p{side}{kind}" for kind in ("time", "inc") for side in (1, 2, 3, 4))
_NUMBERS = ("movetime", "nodes", "depth", *_CLOCKS)
_NO_MOVE = "0000"
_LONGEST = 400  # characters of an error, which may quote the input


@dataclass
class Limits:
    """What ends a search: milliseconds, nodes, depth in steps; None: it does not end it."""

    ms: float | None = None
    nodes: int | None = None
    depth: int | None = None


class Engine:
    """One game's engine: takes lines, and answers them while it works.

    The end of input ends a search like `stop`: nobody is there to wait for it.

    over   whether it was told to quit, or has answered everything
    """

    def __init__(
        self,
        game: str,
        options: dict[str, str],
        thinkers: Thinkers,
        write: Callable[[str], None],
        clock: Callable[[], float],
    ):
        """options: as set by setoption; ValueError names one that is wrong. thinkers: where it
        gets what thinks. A context manager: when it is left, nothing goes on thinking."""
        self._thinkers = thinkers
        self._write = write
        self._clock = clock
        self._game = game
        self._options = games.opening(game).options
        # Name of each numeric option -> its value, the least and the most that it may be.
        self._numbers = {
            LEVEL: [STRONGEST, 1, STRONGEST],
            SEED: [0, 0, 65535],
            HASH: [thinkers.megabytes, 1, 256],
            THREADS: [1, 1, thinkers.threads],
            LINES: [1, 1, 32],
        }
        self._began: Thinker | None = None
        self._lines: list[str | None] = []  # heard, but not answered; None: the end of input
        self._search: Generator[None] | None = None  # the one under way
        self.over = False
        self._start = ""
        self._turns: list[str] = []
        for name, value in options.items():
            self._choose(name, value)
        self._new_game()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_) -> None:
        self._rest()

    def _rest(self) -> None:
        if self._began:
            self._began.close()
        self._began = None

    @property
    def _thinker(self) -> Thinker:
        """The thinker; it is started when needed, and restarted when its size has changed."""
        if self._began is None:
            entries = entries_of(self._number(HASH))
            self._began = self._thinkers.thinker(self._game, entries, self._number(THREADS))
            self._began.game(self._start)
        return self._began

    def _number(self, name: str) -> int:
        return self._numbers[name][0]

    # -- lines

    def hear(self, line: str | None) -> None:
        """Take in a line; None: the end of input."""
        self._lines.append(line)

    def work(self) -> bool:
        """Do a part of the work; returns whether there is more to do without further input."""
        try:
            if self._search is not None:
                next(self._search)
            elif self._lines:
                line = self._lines.pop(0)
                if line is None:
                    self.over = True
                else:
                    self._answer(line)
        except StopIteration:
            self._search = None
        except ValueError as error:
            self._search = None
            self._complain(str(error))
        return not self.over and (self._search is not None or bool(self._lines))

    def _complain(self, text: str) -> None:
        self._write(f"info string {text[:_LONGEST]}")

    def _answer(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        commands = {
            "ugi": self._ugi,
            "isready": self._is_ready,
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
            raise ValueError(f"no command '{words[0]}'; there are: {', '.join(commands)}")
        command(words[1:])

    def _is_ready(self, _) -> None:
        if self._began is None:
            self._thinker.game(self._start)
        self._write("readyok")

    def _end(self, _) -> None:
        self.over = True

    def _ugi(self, _) -> None:
        self._write(f"id name Tourelle {VERSION} {self._game}")
        self._write("id author the Tourelle maintainers")
        for name, (default, least, most) in self._numbers.items():
            self._write(f"option name {name} type spin default {default} min {least} max {most}")
        for name, values in games.find(self._game).options:
            others = " ".join(f"var {value}" for value in values)
            self._write(f"option name {name} type combo default {values[0]} {others}")
        self._write("ugiok")

    def _set_option(self, words: list[str]) -> None:
        if len(words) < 4 or words[0] != "name" or "value" not in words[2:]:
            raise ValueError("write: setoption name NAME value VALUE")
        at = words.index("value")
        self._choose(" ".join(words[1:at]), " ".join(words[at + 1 :]))

    def _choose(self, name: str, value: str) -> None:
        """Set an option, the engine's own or the game's. ValueError."""
        known = {each.lower(): each for each in self._numbers}
        of_game = [option for option, _ in games.find(self._game).options]
        if name.lower() in known:
            name = known[name.lower()]
            number = self._numbers[name]
            number[0] = _number(value, name, *number[1:])
            if name in (HASH, THREADS):
                self._rest()
        elif name.lower() in [option.lower() for option in of_game]:
            self._options = games.opening(self._game, {**self._options, name: value}).options
            self._new_game()
        else:
            there = ", ".join([*self._numbers, *of_game])
            raise ValueError(f"no option '{name}'; there are: {there}")

    # -- the position

    def _opening(self) -> str:
        return games.opening(self._game, self._options).text()

    def _new_game(self) -> None:
        self._start = self._opening()
        self._turns = []
        self._position = games.read(self._start)
        if self._began:
            self._began.game(self._start)

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
        """The limits in the words of `go`. ValueError."""
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
            # Assumes that the game has some more turns, and that the turn's increment is used up.
            limits.ms = min(left / 20 + given.get(f"p{side}inc", 0) * 0.8, left * 0.8)
        if not given:
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
        self._search = self._play(limits)

    def _play(self, limits: Limits) -> Generator[None]:
        """Think about the position, slice by slice, and tell the turn to play."""
        try:
            turn = yield from self._thought(limits)
        except UserError as broken:  # its process has ended: another one starts afresh
            self._complain(str(broken))
            self._rest()
            turn = yield from self._thought(limits)
        self._write(f"bestmove {','.join(turn)}")

    def _thought(self, limits: Limits) -> Generator[None, None, list[str]]:
        """The steps of the turn to play. UserError where the search broke off."""
        thinker = self._thinker
        began = self._clock()  # starting a thinker does not count as the turn's time
        thinker.at(self._start, self._turns)
        nodes = 0
        turn: list[str] = []
        part = FIRST_PART
        timed = limits.ms is not None
        level, seed = self._number(LEVEL), self._number(SEED)
        while True:
            depth = DEEPEST if limits.depth is None else min(max(limits.depth, 1), DEEPEST)
            # Where nobody waits for a move, even an only move gets its value.
            lines = 0 if timed and self._number(LINES) == 1 else self._number(LINES)
            budget = ENDLESS
            if limits.nodes is not None or timed:
                speed = self._thinkers.speed * self._number(THREADS)
                budget = limits.nodes or int(speed * (limits.ms or 0) / 1000)
            thinker.begin(level, seed and seed + len(self._turns), depth, lines, budget)
            stopped, spent = yield from self._think(limits, part, began, nodes, turn)
            nodes += spent
            step, on = thinker.take()
            turn.append(step)
            lost = thinker.lost()
            if lost:
                self._complain(lost)
            if not on:
                return turn
            if stopped:  # play the rest of the turn at once
                limits = Limits(nodes=0, depth=1)
            part += (1 - part) / 2

    def _think(
        self, limits: Limits, part: float, began: float, before: int, turn: list[str]
    ) -> Generator[None, None, tuple[bool, int]]:
        """Search until a limit or `stop`; returns whether it was stopped, and the nodes.

        part: share of the limits for this step, where it does not end the turn.
        """
        pace, told, seen = Pace(self._clock), 0, 0
        share = part
        while True:
            nodes = pace.nodes()
            most = None if limits.nodes is None else int(share * limits.nodes) - before
            if most is not None:
                nodes = max(1, min(nodes, most - seen))
            view = self._thinker.run(nodes)
            seen = view.nodes
            share = 1.0 if view.ends else part
            until = None if limits.ms is None else began + share * limits.ms / 1000
            now = self._clock()
            if view.depth > told or (view.depth and not view.more):
                told = view.depth
                self._tell(view, now - began, before + view.nodes, turn)
            yield
            if self._heard_stop():
                return True, self._settle(view)
            if not view.more or (view.depth and until is not None and now >= until):
                return False, view.nodes
            most = None if limits.nodes is None else int(share * limits.nodes) - before
            if view.depth and most is not None and view.nodes >= most:
                return False, view.nodes
            pace.took(view, SLICE_S if until is None else until - now)

    def _settle(self, view: View) -> int:
        """Go on until there is a step at all; returns the nodes."""
        while not view.depth:
            view = self._thinker.run(SETTLING_NODES)
        return view.nodes

    def _tell(self, view: View, seconds: float, nodes: int, turn: list[str]) -> None:
        """Tell what was found: a line for each of the best steps, and a sentence for people."""
        speed = int(nodes / max(seconds, 1e-3))
        for number, (value, turns) in enumerate(self._thinker.lines(), 1):
            pv = " ".join([",".join([*turn, turns[0]]), *turns[1:]])
            many = f" multipv {number}" if self._number(LINES) > 1 else ""
            self._write(
                f"info depth {view.depth}{many} score cp {value} time {int(1000 * seconds)} "
                f"nodes {nodes} nps {speed} pv {pv}"
            )
            if number == 1:
                self._complain(self._in_words(value, view.proved))

    def _in_words(self, value: int, proved: bool) -> str:
        """Who is ahead, and by how much."""
        side = self._position.SIDES[self._position.turn]
        two = len(self._position.SIDES) == 2
        if value < 0 and two:
            side = self._position.SIDES[1 - self._position.turn]
            value = -value
        others = "" if two else " at least"
        if abs(value) < DECIDED:
            words = f"{side} is ahead by {value / 100:.2f}{others}" if value else "even"
            return f"proved: {words}" if proved else words
        margin = abs(value) - WON
        won = f"{side} wins" if value > 0 else f"{side} loses"
        if margin > 0:
            return f"proved: {won}, by {'' if proved else 'at least '}{margin / 100:g}"
        return f"proved: {won}" + (", on the tie-break" if margin == 0 else "")

    def _heard_stop(self) -> bool:
        """Answer what can be answered while it thinks; returns whether to stop."""
        later: list[str | None] = []
        stop = False
        while self._lines and not stop:
            line = self._lines.pop(0)
            words = line.split() if line else []
            if words[:1] in (["stop"], ["quit"]):
                stop = True
                if words[0] == "quit":
                    later = [line]
            elif words and words[0] in ("isready", "query"):
                self._answer(line or "")
            else:
                later.append(line)
                stop = line is None
        self._lines[:0] = later
        return stop


def _number(text: str, name: str, least: int, most: int) -> int:
    """The number in a text. ValueError says what is wrong."""
    digits = 0 < len(text) <= 15 and all(character in "0123456789" for character in text)
    if not digits or not least <= int(text) <= most:
        raise ValueError(f"{name} is a number from {least} to {most}, not '{text[:40]}'")
    return int(text)
