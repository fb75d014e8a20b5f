"""Leads a person through the self-test: with lights on the board, and words on the terminal."""

from collections.abc import Iterable
from typing import Protocol

from tourelle.grids import Grid
from tourelle_host.doctor.examination import (
    Answer,
    Clear,
    Examination,
    Fill,
    Lift,
    Light,
    Press,
    Step,
    Touch,
    Verdict,
)
from tourelle_host.errors import UserError
from tourelle_host.lines import HELLO

BOARD, PERSON = "board", "person"


class Bench(Protocol):
    """Where the self-test happens: a board and a person."""

    def send(self, line: str) -> None:
        """Send a line to the board."""

    def say(self, text: str) -> None:
        """Say something to the person."""

    def event(self) -> tuple[str, str]:
        """The next event: (BOARD, a line of the link) or (PERSON, what was typed)."""


class Guide:
    """One self-test on a bench."""

    def __init__(self, bench: Bench, grid: Grid, examination: Examination):
        self._bench = bench
        self._grid = grid
        self._steps = examination.steps
        self._closed: set[int] = set()  # as the board reports them
        self._downs: set[int] = set()  # switches that closed, and that opened, since the step began
        self._lifts: set[int] = set()
        self._count = 0  # steps begun
        self._resting: set[int] = set()  # closed though nothing stands there

    def run(self) -> Verdict:
        """Lead through the whole self-test. UserError where the board ends it."""
        send = self._bench.send
        send("self-test")
        self._synchronise()
        try:
            step = next(self._steps)
            while True:
                step = self._steps.send(self._do(step))
        except StopIteration as end:
            return end.value
        finally:
            send("self-test off")

    def _do(self, step: Step) -> Answer:
        self._count += 1
        self._downs.clear()
        self._lifts.clear()
        match step:
            case Light(cell):
                return self._light(cell)
            case Clear():
                return self._clear()
            case Touch(cell):
                return self._touch(cell)
            case Fill(cells):
                return self._fill(cells)
            case Lift(cell, cells):
                return self._lift(cell)
            case Press(button):
                return self._press(button)

    # -- the steps

    def _light(self, cell: int) -> int | None:
        name = self._grid.names[cell]
        self._show(f"in-hand {name}")
        if self._count == 1:
            self._bench.say(
                "The lights, one after the other. Enter where the right one is white, and no "
                "other; else the name of the one that is lit, or none."
            )
        self._bench.say(f"Light {name}?")
        while True:
            answer = self._answer().lower()
            if not answer:
                return cell
            if answer == "none":
                return None
            try:
                return self._grid.cell(answer)
            except ValueError as error:
                self._bench.say(f"{error}. Enter, the name of a cell, or none?")

    def _clear(self) -> frozenset[int]:
        self._bench.say("The switches. Take everything off the board. Enter when it is empty.")
        while self._closed:
            self._show("remove " + self._names(self._closed))
            if self._change() == PERSON:
                break
        self._show("")
        self._resting = set(self._closed)
        return frozenset(self._closed)

    def _touch(self, cell: int) -> frozenset[int]:
        name = self._grid.names[cell]
        before = set(self._closed)
        self._show(f"in-hand {name}")
        self._bench.say(f"Touch {name} with a piece. Enter if the board does not feel it.")
        if self._change() == BOARD:
            self._synchronise()
        seen = before | self._downs
        self._until(before)
        return frozenset(seen)

    def _fill(self, cells: frozenset[int]) -> frozenset[int]:
        self._bench.say(
            f"The diodes. Put a piece on each lit cell: {self._names(cells)}. "
            "Enter if some of them stay lit."
        )
        while self._closed != cells | self._resting:
            missing = self._names(cells - self._closed)
            spare = self._names(self._closed - cells - self._resting)
            self._show(f"put-back {missing} remove {spare}")
            if self._change() == PERSON:
                break
        return frozenset(self._closed)

    def _lift(self, cell: int) -> frozenset[int]:
        name = self._grid.names[cell]
        before = set(self._closed)
        self._show(f"remove {name}")
        self._bench.say(f"Lift the piece on {name}. Enter if its light stays red.")
        felt = self._change() == BOARD
        if felt:
            self._synchronise()
        seen = before - self._lifts | (self._downs - before)
        self._show(f"put-back {name}")
        if felt:
            self._bench.say(f"Put it back on {name}.")
            self._until(before)
        else:
            self._bench.say(f"Put it back on {name}. Enter when it is there.")
            self._change()
        return frozenset(seen)

    def _press(self, button: str) -> bool:
        self._show("")
        self._bench.say(f"Press the button {button}. Enter if nothing happens.")
        while True:
            who, text = self._event()
            if who == PERSON:
                return False
            if text == f"@button {button}":
                return True

    # -- what happens

    def _show(self, words: str) -> None:
        self._bench.send(f"show {words}".strip())

    def _names(self, cells: Iterable[int]) -> str:
        return " ".join(self._grid.names[cell] for cell in sorted(cells))

    def _event(self) -> tuple[str, str]:
        """The next event, after noting what it says about the switches."""
        who, text = self._bench.event()
        if who == BOARD:
            word, _, rest = text.partition(" ")
            if word in ("@switches", "@down", "@lift"):
                names = rest.split() if word == "@switches" else [rest]
                try:
                    self._note(word, [self._grid.cell(name) for name in names if name != "none"])
                except ValueError:  # half a line; the switches are asked for again
                    self._bench.send("switches")
                    return who, ""
            elif word == "@left-out" and rest != "none":
                self._bench.say(
                    f"The game on the board leaves out {rest}, since somebody said OK to what "
                    "is there: look at these switches first."
                )
            elif self._count and (text == "@self-test off" or text.startswith(HELLO)):
                raise UserError("the self-test was ended on the board: start tourelle doctor again")
        return who, text

    def _note(self, word: str, cells: list[int]) -> None:
        if word == "@switches":
            self._closed = set(cells)
        elif word == "@down":
            self._closed.update(cells)
            self._downs.update(cells)
        else:
            self._closed.difference_update(cells)
            self._lifts.update(cells)

    def _change(self) -> str:
        """Wait until a switch changes (BOARD) or the person goes on (PERSON)."""
        while True:
            who, text = self._event()
            if who == PERSON or text.startswith(("@down ", "@lift ")):
                return who

    def _until(self, closed: set[int]) -> None:
        """Wait until exactly these are closed, or the person goes on."""
        while self._closed != closed and self._change() == BOARD:
            pass

    def _answer(self) -> str:
        """What the person types; OK on the board counts as Enter."""
        while True:
            who, text = self._event()
            if who == PERSON:
                return text.strip()
            if text == "@button ok":
                return ""

    def _synchronise(self) -> None:
        """Wait until the board has reported everything that it has felt so far."""
        self._bench.send("switches")
        while not self._event()[1].startswith("@switches"):
            pass
