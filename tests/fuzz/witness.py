"""A witness of a board: whether its lines fit each other, and its journal, its lamps and the page.

It knows the rules and what docs/link.md promises, and nothing of how the board comes to it.
"""

import random

from table import Memory, Table
from tourelle import games
from tourelle.games.position import Position
from tourelle.grids import Grid
from tourelle.journal import Journal
from tourelle_host import lights

_CRASHED = ("Traceback", "@fault crashed", "@fault the firmware")
_GROUPS = ("vacated", "filled", "reached", "left", "via", "captured")


class Witness:
    """Hears a board's lines, one after the other.

    odd        the first thing that does not fit, a sentence; "" while all does
    position   as the lines tell it, with the steps that were heard pushed; None where not known
    steps      how many there are since the game's start; None where not known
    held       what "@question" and the like said last, by word
    """

    def __init__(self) -> None:
        self.odd = ""
        self.position: Position | None = None
        self.steps: int | None = None
        self.held: dict[str, str] = {}
        self._begins = False  # the next position is that of a game that begins or goes on
        self._pushed = 0
        self._closed: dict[str, bool] = {}  # switches, as far as they were told

    def hear(self, line: str) -> None:
        """Take in a line."""
        at = line.rfind("@hello tourelle")  # the power may have failed in the middle of a line
        line = line[max(at, 0) :]
        if not self.odd and line.startswith(_CRASHED):
            self.odd = line
        if self.odd or not line.startswith("@"):
            return
        word, _, rest = line[1:].partition(" ")
        told = getattr(self, "_" + word.replace("-", "_"), None)
        if told is not None and not told(rest, rest.split()):
            self.odd = f"it does not fit: {line}"

    # -- what each line says of what was said before; False where it does not fit

    def _hello(self, rest: str, words: list[str]) -> bool:
        self._forget()
        return True

    def _lost(self, rest: str, words: list[str]) -> bool:
        self._forget()
        return True

    def _forget(self) -> None:
        self.position = self.steps = None
        self._begins = False
        self._closed.clear()
        self.held.clear()

    def _game(self, rest: str, words: list[str]) -> bool:
        self.position = self.steps = None
        self._begins = rest != "none"
        self.held.clear()
        return True

    def _position(self, rest: str, words: list[str]) -> bool:
        if self._begins:
            self._begins = False
            self._pushed = 0
            self.position = games.read(rest)
        return self.position is None or self.position.text() == rest

    def _turn(self, rest: str, words: list[str]) -> bool:
        position = self.position
        return position is None or position.SIDES[position.turn] == rest

    def _score(self, rest: str, words: list[str]) -> bool:
        return self.position is None or [str(n) for n in self.position.score()] == words

    def _move(self, rest: str, words: list[str]) -> bool:
        number, side, text = int(words[0]), words[1], " ".join(words[2:])
        fits = self.steps is None or number == self.steps + 1
        self.steps = number
        position = self.position
        if position is not None:
            fits = fits and self._turn(side, []) and position.outcome() is None
            for move in position.legal_moves():
                if position.move_text(move) == text:
                    position.push(move)
                    self._pushed += 1
                    return fits
            return False
        return fits

    def _undo(self, rest: str, words: list[str]) -> bool:
        number = int(words[0])
        fits = self.steps is None or number == self.steps
        self.steps = number - 1
        position = self.position
        if position is not None and self._pushed:
            self._pushed -= 1
            return position.move_text(position.pop()) == " ".join(words[1:]) and fits
        self.position = None  # a step that was made before we listened
        return fits

    def _over(self, rest: str, words: list[str]) -> bool:
        position = self.position
        outcome = position.outcome() if position is not None else None
        if position is None or outcome is None:
            return True  # as the players agreed
        sides = "".join(position.SIDES[side] for side in outcome.winners) or "draw"
        return words == [sides, *map(str, outcome.scores)]

    def _lift(self, rest: str, words: list[str]) -> bool:
        return self._switch(rest, False)

    def _down(self, rest: str, words: list[str]) -> bool:
        return self._switch(rest, True)

    def _switch(self, name: str, closed: bool) -> bool:
        fits = self._closed.get(name) is not closed
        self._closed[name] = closed
        return fits

    def _hold(word: str):  # type: ignore
        def held(self, rest: str, words: list[str]) -> bool:
            self.held[word] = "" if rest == "none" else rest
            return True

        return held

    _question, _proposed, _way_back = _hold("question"), _hold("proposed"), _hold("way-back")
    _touch = _hold("touch")
    _set_up, _menu = _hold("set-up"), _hold("menu")


def tale(rng: random.Random, name: str) -> tuple[list[str], Position, list[str]]:
    """A game as a board tells it, with steps taken back: its lines, position, steps that stand."""
    position = games.opening(name)
    lines = ["@hello tourelle 0.1.0 link 1 board x cells 1", f"@game {name}"]
    lines.append(f"@position {position.text()}")
    steps: list[str] = []
    for _ in range(rng.choice((1, 4, 9))):
        if steps and rng.random() < 0.3:
            position.pop()
            lines.append(f"@undo {len(steps)} {steps.pop()}")
        elif position.outcome() is None:
            move = rng.choice(list(position.legal_moves()))
            steps.append(position.move_text(move))
            lines.append(f"@move {len(steps)} {position.SIDES[position.turn]} {steps[-1]}")
            position.push(move)
    lines.append(f"@turn {position.SIDES[position.turn]}")
    if position.score():
        lines.append(f"@score {' '.join(map(str, position.score()))}")
    return lines, position, steps


def at_rest(table: Table, store: Memory, witness: Witness) -> str:
    """What does not fit on a table that has been left alone for a while; "" where all does."""
    return witness.odd or _play(table, witness) or _record(table, store) or _lamps(table, witness)


def _play(table: Table, witness: Witness) -> str:
    """What it says is what it plays."""
    position = table.position
    if position is None or witness.position is None:
        return ""
    if witness.position.text() != position.text():
        return f"it says {witness.position.text()}: it plays {position.text()}"
    steps = table.core.session.play.step_count
    if witness.steps not in (None, steps):
        return f"it says {witness.steps} steps: it has {steps}"
    return ""


def _record(table: Table, store: Memory) -> str:
    """What a power cut now would leave is what it plays."""
    play = table.core.session.play
    if play.journal.full:
        return ""
    found = Journal(Memory(store.journal)).resume()
    recorded = found and (found[0].text(), len(found[1]))
    played = play.position and (play.position.text(), play.step_count)
    return "" if recorded == played else f"the journal has {recorded}: it plays {played}"


def _lamps(table: Table, witness: Witness) -> str:
    """What the lamps say is what the link says, and what the rules allow."""
    held = witness.held
    menu = held.get("menu", "")
    if table.core.session.stage.screen is not None:
        return ""  # the self-test, or the board shows itself
    if menu:
        cells = {choice.rpartition(":")[2] for choice in menu.split()}
        return _differ("the menu", cells, table.lit("choice"))
    wrong = _differ("the question", set(held.get("question", "").split()), table.lit("which"))
    wrong = wrong or _differ("the touch", set(held.get("touch", "").split()), table.lit("touch"))
    hands = held.get("way-back") or held.get("set-up") or ""
    put, _, remove = hands.partition("remove")
    for state, words in (("put-back", put.removeprefix("put")), ("remove", remove)):
        cells = {word.partition("*")[0] for word in words.split()}
        if hands:
            wrong = wrong or _differ(f"{state} in {hands}", cells, table.lit(state))
    for name in table.lit("in-hand"):
        if table.switches[table.cells.cell(name)]:
            wrong = wrong or f"{name} is lit as in the hand: something stands there"
    return wrong or (_legal(table) if table.position else "")


def _legal(table: Table) -> str:
    """A cell to land on is one that some legal step touches; one to put back is one that is due."""
    position = table.position
    touched = set()
    for move in position.legal_moves():
        foot = position.footprint(move)
        for group in _GROUPS:
            touched.update(table.cells.names[cell] for cell in getattr(foot, group))
    for name in (table.lit("may-land") | table.lit("may-attack")) - touched:
        return f"{name} is lit to land on: no legal step touches it"
    for name in table.lit("put-back"):
        if not position.occupancy[table.cells.cell(name)]:
            return f"{name} is lit to put a piece back: none belongs there"
    return ""


def pixels_differ(said: list[str], seen: lights.Recorder, now_ms: int, grid: Grid) -> str:
    """Where the LEDs do not show what the board has said of its lights last, and before that.

    "" where they do, or where it has said two things: then they may have changed in between.
    """
    told = [line for line in said if line.startswith("@lights ")][-2:]
    games_ = [line.split()[1] for line in said if line.startswith("@game ")][-1:]
    if len(told) < 2 or told[0] != told[1]:
        return ""
    sides = games.opening(games_[0]).SIDES if games_ and games_[0] != "none" else ""
    state_of = dict.fromkeys(grid.names, "off")
    for words in told[0].split()[1:]:
        state, _, names = words.partition("=")
        for name in filter(None, names.split(",")):
            state_of[name] = state.partition(":")[0]
    for name, state in state_of.items():
        reading = lights.read(seen.slots(grid.cell(name), now_ms), sides)
        if reading is not None and str(reading) != state:
            return f"{name} shows {reading}: it says {state}"
    return ""


def _differ(what: str, said: set[str], lit: set[str]) -> str:
    return "" if said == lit else f"{what} is {sorted(said)}: lit are {sorted(lit)}"
