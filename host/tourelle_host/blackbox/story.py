"""Tells events in words: what was felt, what the board and today's reader decided, and why."""

from collections.abc import Iterator

from tourelle.games.position import Position
from tourelle_host.blackbox import rereading
from tourelle_host.blackbox.events import Event, Events, Scene
from tourelle_host.blackbox.explaining import Evidence, explained, explanations
from tourelle_host.blackbox.rereading import Decision

_TOGETHER_MS = 1500  # decisions of the two that are closer than this are the same
_WORDS = {
    "move": "{1}. {2} is played",
    "undo": "{1}. {2} is taken back",
    "question": "a question is lit",
    "proposed": "a step is proposed",
    "way-back": "the way back is lit",
    "over": "the game is over",
}


class _Line:
    """One reader's view of the game, with what was felt since each step."""

    def __init__(self, scene: Scene):
        self.position = scene.position()
        self._since = [0]  # how many changes had been felt before each step that was played here

    def evidence(self, felt: list[Event]) -> Evidence:
        """What was felt; the part before the last step counts as explained."""
        return Evidence(felt, self._since[-1])

    def before(self, felt: list[Event]) -> Evidence:
        """The same for the step before that."""
        return Evidence(felt, self._since[-2] if len(self._since) > 1 else 0)

    def take(self, decision: Decision, felt: list[Event]) -> None:
        """Play the decision's step, or take it back."""
        position = self.position
        if position is None or not decision.plays:
            return
        if decision.word == "undo":
            position.pop()
            if len(self._since) > 1:
                self._since.pop()
        else:
            position.push(position.parse_move(decision.step))
            self._since.append(len(felt))


def tell(found: Events, scene: Scene) -> Iterator[str]:
    """Yields the story, one line of text at a time."""
    yield from _head(found, scene)
    board, today = rereading.then(scene), rereading.decisions(rereading.now(scene))
    hosts = {event.ms for event in scene.events if event.word == "host"}
    first = scene.events[0].ms if scene.events else 0

    def at(ms: int) -> str:
        return f"{(ms - first) / 1000:.3f} s"

    lines = {"board": _Line(scene), "today": _Line(scene)}
    felt: list[Event] = []
    closed = set(scene.switches)
    for ms, entry, who in _merged(scene, board, today):
        if isinstance(entry, Event):
            felt.append(entry)
            (closed.add if entry.word == "down" else closed.discard)(entry.what)
            yield f"{at(ms):>12}  {entry.word} {entry.what}"
            continue
        if ms in hosts and entry.plays:
            yield f"{at(ms):>12}  NOT BY HAND: {_said(entry)}."
        else:
            yield f"{at(ms):>12}  {_WHO[who]}: {_said(entry)}.{_cells(entry)}"
            line = lines["board" if who == "board" else "today"]
            for sentence in _why(entry, line, closed, felt, at, alone=who == "board"):
                yield f"{'':16}{sentence}"
        for one in ("board", "today"):
            if who in (one, "both"):
                lines[one].take(entry, felt)
    yield ""
    yield _verdict(board, today, at)


_WHO = {
    "both": "THE BOARD AND TODAY'S READER",
    "board": "THE BOARD",
    "today": "TODAY'S READER",
}


def _head(found: Events, scene: Scene) -> Iterator[str]:
    position = scene.position()
    about = f"The {found.grid.name} board with tourelle {found.firmware}"
    if position is None:
        yield f"{about}: no game is under way."
    else:
        side = position.SIDES[position.turn]
        yield f"{about}: {position.TITLE} after {len(scene.moves)} steps, {side} to move."
        yield position.text()
    if found.crash:
        yield f"It ended with a crash: {found.crash}."
    if not scene.settled:
        yield (
            "The first events are from the middle of a move: what is said of them may be wrong, "
            "until the pieces stand as the game says."
        )
    yield ""


def _merged(
    scene: Scene, board: list[Decision], today: list[Decision]
) -> Iterator[tuple[int, Event | Decision, str]]:
    """All felt events and decisions, in the order of their times."""
    entries: list[tuple[int, int, Event | Decision, str]] = [
        (event.ms, 0, event, "") for event in scene.events if event.felt
    ]
    left = list(today)
    for one in board:
        same = next((other for other in left if _same(one, other)), None)
        if same is not None:
            left.remove(same)
        entries.append((one.ms, 1, same or one, "both" if same else "board"))
    entries += [(one.ms, 2, one, "today") for one in left]
    for ms, _, entry, who in sorted(entries, key=lambda entry: entry[:2]):
        yield ms, entry, who


def _same(one: Decision, other: Decision) -> bool:
    if abs(one.ms - other.ms) > _TOGETHER_MS:
        return False
    return one.text == other.text if one.plays else one.word == other.word


def _cells(decision: Decision) -> str:
    cells = decision.text.split(" ")[1:]
    if decision.plays or decision.word == "over" or not cells:
        return ""
    return f" Lit: {' '.join(cells)}."


def _why(decision: Decision, line: _Line, closed, felt, at, alone: bool) -> Iterator[str]:
    """What speaks for and against the steps that the decision may be about."""
    position = line.position
    if position is None or decision.word in ("undo", "over"):
        return
    evidence = line.evidence(felt)
    if alone and decision.word == "move":
        yield explained(position, decision.step, closed, evidence, at).words()
        return
    for one in explanations(position, closed, evidence, at):
        yield one.words()
    if decision.word != "move" and line.before(felt) != evidence:
        yield from _instead(position, line.before(felt), closed, at)


def _instead(position: Position, evidence: Evidence, closed, at) -> Iterator[str]:
    """The same for alternatives to the last step."""
    last = position.pop()
    found = explanations(position, closed, evidence, at)
    text = position.move_text(last)
    position.push(last)
    for one in found:
        yield f"Instead of {text}, {one.words()}"


def _said(decision: Decision) -> str:
    """The decision, in words."""
    return _WORDS[decision.word].format(*decision.text.split(" "))


def _verdict(board: list[Decision], today: list[Decision], at) -> str:
    """The first difference between what the two play."""
    mine = [one for one in today if one.plays]
    theirs = [one for one in board if one.plays]
    for one, other in zip(theirs, mine, strict=False):
        if one.text != other.text:
            return (
                f"They differ first at {at(min(one.ms, other.ms))}: then {_said(one)}, today "
                f"{_said(other)}."
            )
    if len(theirs) > len(mine):
        one = theirs[len(mine)]
        return f"They differ first at {at(one.ms)}: then {_said(one)}, today it is not."
    if len(mine) > len(theirs):
        one = mine[len(theirs)]
        return f"They differ first at {at(one.ms)}: today {_said(one)}, then it was not."
    return "Today's reader plays the same."
