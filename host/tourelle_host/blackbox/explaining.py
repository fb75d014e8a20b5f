"""What speaks for and against a step, in words, and how today's reader grades it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tourelle.games.position import Position
from tourelle.grids import NONE
from tourelle.reading import explain
from tourelle.reading.tokens import Tokens
from tourelle_host.blackbox.events import Event
from tourelle_host.moves import Move, legal, parsed
from tourelle_host.sim.virtual import WRAP

_MOST = 4  # steps to name for one decision
_GRADES = {
    explain.RULED_OUT: "ruled out, it filled a cell before it emptied one",
    explain.MISSING: "not attested, a sign is missing",
    explain.NUDGED: "attested, by nudges",
    explain.LIFTED: "attested, by what was lifted",
    explain.SEEN: "attested, its switches say all",
}
_FURTHER = 2  # how many more objections than the best step has a named step may have

_Told = Callable[[int], str]  # tells a time of the board's clock, in words


@dataclass
class Explanation:
    """A step that may have been made.

    step      in notation
    speaks    what speaks for it; objects: what speaks against it; both in words
    grade     today's reader's, see reading/explain.py of the firmware; None where the reader does
              not consider it, as other cells are occupied than after the step
    """

    step: str
    grade: int | None = None
    speaks: list[str] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)

    def words(self) -> str:
        """The whole explanation, in a sentence."""
        against = "; ".join(self.objects) or "nothing"
        speaks = "; ".join(self.speaks) or "nothing"
        grade = "it does not fit" if self.grade is None else f"it is {_GRADES[self.grade]}"
        return f"{self.step}: for it, {speaks}. Against it, {against}. For the reader {grade}."


@dataclass
class Evidence:
    """All changes of switches that were felt; those before index `since` are explained already."""

    felt: list[Event]
    since: int

    def news(self) -> list[Event]:
        """The changes that are still to be explained."""
        return self.felt[self.since :]

    def tokens(self, position: Position) -> Tokens:
        """The same in the form that the reader keeps, for this position."""
        tokens = Tokens(position.grid.size)
        for event in self.felt:
            if event.word in ("lift", "down"):
                cell = position.grid.cell(event.what)
                resting = position.occupancy[cell]
                tokens.changed(cell, event.word == "down", resting, event.ms & WRAP)
        return tokens


def explanations(
    position: Position, closed: set[str], evidence: Evidence, at: Callable[[int], str]
) -> list[Explanation]:
    """The steps that best explain what was felt, the best first.

    position: before the step; closed: the cells whose switches are closed after it; evidence:
    what was felt; at: tells a time, in words.
    """
    tokens = evidence.tokens(position)
    found = [_graded(position, move, closed, evidence, tokens, at) for move in legal(position)]
    found.sort(key=lambda one: (len(one.objects), -len(one.speaks)))
    most = len(found[0].objects) + _FURTHER if found else 0
    found = [one for one in found if len(one.objects) <= most]
    return ([one for one in found if one.speaks] or found)[:_MOST]


def explained(
    position: Position, step: str, closed: set[str], evidence: Evidence, at: Callable[[int], str]
) -> Explanation:
    """The explanation of one step, given in notation."""
    tokens = evidence.tokens(position)
    return _graded(position, parsed(position, step), closed, evidence, tokens, at)


def _graded(
    position: Position,
    move: Move,
    closed: set[str],
    evidence: Evidence,
    tokens: Tokens,
    at: _Told,
) -> Explanation:
    one = _explained(position, move, closed, evidence.news(), at)
    if _fits(position, move, closed):
        since = sum(event.word in ("lift", "down") for event in evidence.felt[: evidence.since])
        left_out = bytes(position.grid.size)
        one.grade = explain.grade_foot(move.foot, tokens, since, tokens.seq, left_out, NONE)
    return one


def _fits(position: Position, move: Move, closed: set[str]) -> bool:
    """Whether the right cells are occupied for the step; captured pieces may still stand."""
    names = position.grid.names
    position.push(move.number)
    stand = {names[cell] for cell in range(len(names)) if position.occupancy[cell]}
    position.pop()
    return not (stand ^ closed) - {names[cell] for cell in move.foot.captured}


def _explained(
    position: Position,
    move: Move,
    closed: set[str],
    felt: list[Event],
    at: _Told,
) -> Explanation:
    names = position.grid.names
    one = Explanation(move.text)
    foot = move.foot
    opened = {event.what: event for event in felt if event.word == "lift"}
    downs = {event.what: event for event in felt if event.word == "down"}
    began = min((opened[names[c]].number for c in foot.vacated if names[c] in opened), default=-1)
    for cell in foot.vacated:
        _vacated(one, names[cell], opened.get(names[cell]), closed, at)
    for cell in foot.filled:
        _filled(one, names[cell], downs.get(names[cell]), began, closed, at)
    for group, what in ((foot.left, "taken from"), (foot.reached, "set on")):
        for cell in group:
            _touched(one, names[cell], downs.get(names[cell]), began, what, at)
    _unexplained(one, position, move, closed, set(downs))
    return one


def _vacated(one: Explanation, name: str, lift: Event | None, closed: set[str], at: _Told) -> None:
    """What a cell says that the step empties."""
    if lift is None:
        one.objects.append(f"{name} was not lifted")
    elif name in closed:
        one.objects.append(f"something stands on {name} again")
    else:
        one.speaks.append(f"{name} was lifted at {at(lift.ms)}")


def _filled(
    one: Explanation, name: str, down: Event | None, began: int, closed: set[str], at: _Told
) -> None:
    """What a cell says that the step fills; began: the number of the step's first lift."""
    if name not in closed:
        one.objects.append(f"nothing stands on {name}")
    elif down and down.number < began:
        one.objects.append(f"{name} was filled before anything was lifted")
    elif down:
        one.speaks.append(f"something was set down on {name} at {at(down.ms)}")


def _touched(
    one: Explanation, name: str, down: Event | None, began: int, what: str, at: _Told
) -> None:
    """What a cell says that is occupied both before and after the step."""
    if down is None:
        one.objects.append(f"nothing was felt on {name}, where a piece is {what} others")
    elif down.number < began:
        one.objects.append(f"{name} was touched before anything was lifted")
    else:
        one.speaks.append(f"{name} was touched at {at(down.ms)}")


def _unexplained(
    one: Explanation, position: Position, move: Move, closed: set[str], downs: set[str]
) -> None:
    """What other cells than the step's own say against it."""
    names = position.grid.names
    foot = move.foot
    after = {names[cell] for cell in range(len(names)) if position.occupancy[cell]}
    after = after - {names[cell] for cell in foot.vacated} | {names[cell] for cell in foot.filled}
    mine = {names[cell] for group in foot for cell in group}
    wrong = sorted((after ^ closed) - mine)
    if wrong:
        one.objects.append(f"it does not explain {', '.join(wrong)}")
    touched = sorted(downs - mine - set(wrong))
    if touched:
        one.objects.append(f"{', '.join(touched)} {_was(touched)} touched as well")


def _was(names: list[str]) -> str:
    return "was" if len(names) == 1 else "were"
