"""What speaks for a step and what against it, in words, and what today's reader makes of it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tourelle.games.position import Position
from tourelle.grids import NONE
from tourelle.reading import explain
from tourelle.reading.tokens import Tokens
from tourelle_host.blackbox.events import Event
from tourelle_host.moves import Move, legal, parsed

_WRAP = 1 << 30  # the board's clock
_MOST = 4  # steps that are named for one decision
_GRADES = {
    explain.RULED_OUT: "ruled out, it filled a cell before it emptied one",
    explain.MISSING: "not attested, a sign is missing",
    explain.NUDGED: "attested, by nudges",
    explain.LIFTED: "attested, by what was lifted",
    explain.SEEN: "attested, its switches say all",
}
_FURTHER = 2  # objections that a step may have more than the best one


@dataclass
class Explanation:
    """A step that may have been made.

    step      in the game's notation
    speaks    what speaks for it; objects: what speaks against it, both in words
    grade     today's reader's, see reading/explain.py of the firmware; None where the board is not
              occupied as it is after the step: the reader does not consider it then
    """

    step: str
    grade: int | None = None
    speaks: list[str] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)

    def words(self) -> str:
        """All of it, as a sentence."""
        against = "; ".join(self.objects) or "nothing"
        speaks = "; ".join(self.speaks) or "nothing"
        grade = "it does not fit" if self.grade is None else f"it is {_GRADES[self.grade]}"
        return f"{self.step}: for it, {speaks}. Against it, {against}. For the reader {grade}."


@dataclass
class Evidence:
    """What was felt: all changes of switches, and how many were before what is to be explained."""

    felt: list[Event]
    since: int

    def news(self) -> list[Event]:
        """The changes that are to be explained."""
        return self.felt[self.since :]

    def tokens(self, position: Position) -> Tokens:
        """The same as the reader keeps it, on this position."""
        tokens = Tokens(position.grid.size)
        for event in self.felt:
            if event.word in ("lift", "down"):
                cell = position.grid.cell(event.what)
                resting = position.occupancy[cell]
                tokens.changed(cell, event.word == "down", resting, event.ms % _WRAP)
        return tokens


def explanations(
    position: Position, closed: set[str], evidence: Evidence, at: Callable[[int], str]
) -> list[Explanation]:
    """The steps that explain best what was felt, the best ones first.

    position: before the step; closed: the cells whose switch is closed after it; evidence: what
    was felt; at: a moment in words.
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
    """The same for one step, in the game's notation."""
    tokens = evidence.tokens(position)
    return _graded(position, parsed(position, step), closed, evidence, tokens, at)


def _graded(
    position: Position,
    move: Move,
    closed: set[str],
    evidence: Evidence,
    tokens: Tokens,
    at: Callable[[int], str],
) -> Explanation:
    one = _explained(position, move, closed, evidence.news(), at)
    if _fits(position, move, closed):
        since = sum(event.word in ("lift", "down") for event in evidence.felt[: evidence.since])
        left_out = bytes(position.grid.size)
        one.grade = explain.grade(move.foot, tokens, since, tokens.seq, left_out, NONE)
    return one


def _fits(position: Position, move: Move, closed: set[str]) -> bool:
    """Whether the board is occupied as after the step; what is captured may stand still."""
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
    at: Callable[[int], str],
) -> Explanation:
    names = position.grid.names
    one = Explanation(move.text)
    foot = move.foot
    after = {names[cell] for cell in range(len(names)) if position.occupancy[cell]}
    opened = {event.what: event for event in felt if event.word == "lift"}
    began = min((opened[names[c]].number for c in foot.vacated if names[c] in opened), default=-1)
    for cell in foot.vacated:
        name = names[cell]
        after.discard(name)
        if name in opened and name not in closed:
            one.speaks.append(f"{name} was lifted at {at(opened[name].ms)}")
        elif name in opened:
            one.objects.append(f"something stands on {name} again")
        else:
            one.objects.append(f"{name} was not lifted")
    for cell in foot.filled:
        name = names[cell]
        after.add(name)
        down = [event for event in felt if event.word == "down" and event.what == name]
        if name not in closed:
            one.objects.append(f"nothing stands on {name}")
        elif down and down[-1].number < began:
            one.objects.append(f"{name} was filled before anything was lifted")
        elif down:
            one.speaks.append(f"something was set down on {name} at {at(down[-1].ms)}")
    for group, what in ((foot.left, "taken from"), (foot.reached, "set on")):
        for cell in group:
            name = names[cell]
            down = [event for event in felt if event.word == "down" and event.what == name]
            if not down:
                one.objects.append(f"nothing was felt on {name}, where a piece is {what} others")
            elif down[-1].number < began:
                one.objects.append(f"{name} was touched before anything was lifted")
            else:
                one.speaks.append(f"{name} was touched at {at(down[-1].ms)}")
    mine = {names[cell] for group in foot for cell in group}
    captured = {names[cell] for cell in foot.captured}
    wrong = sorted((after ^ closed) - mine - captured)
    if wrong:
        one.objects.append(f"it does not explain {', '.join(wrong)}")
    touched = sorted({event.what for event in felt if event.word == "down"} - mine - set(wrong))
    if touched:
        one.objects.append(f"{', '.join(touched)} {_was(touched)} touched as well")
    return one


def _was(names: list[str]) -> str:
    return "was" if len(names) == 1 else "were"
