"""A board's last events, as its black box tells them: docs/blackbox.md describes the lines."""

import re
from dataclasses import dataclass, field

from tourelle import games
from tourelle.blackbox import FORMAT
from tourelle.games.position import Position
from tourelle.grids import NAMES, Grid
from tourelle.grids import grid as grid_named
from tourelle.who import HAND
from tourelle_host.blackbox.collector import MARK
from tourelle_host.errors import UserError
from tourelle_host.recorder import MOST_STEPS
from tourelle_host.sim.virtual import WRAP

_EVENT = re.compile(r"(\d{1,9}) (\d{1,10}) ([a-z-]+) (.+)")
_DECISIONS = ("move", "undo", "question", "proposed", "way-back", "game", "over", "left", "host")


class EventsError(UserError):
    """Events that cannot be read again; says what is wrong with them."""


@dataclass
class Event:
    """An event.

    ms     the board's time, without wrapping
    word   "lift", "down"; "press", "release"; or the word of a decision
    what   the cell or the button
    step   of a decision: the number of steps; move: the step itself, as the game's file counts it
    """

    number: int
    ms: int
    word: str
    what: str = ""
    step: int = 0
    move: int = 0

    @property
    def felt(self) -> bool:
        """Whether a switch or a button changed; otherwise it is a decision."""
        return bool(self.what)


@dataclass
class Events:
    """The contents of a black box.

    firmware   its version
    crash      what ended it, in words, or ""
    events     oldest first
    switches   the cells whose switches were closed after the last event
    start      text of the position that the game started from, or "" without a game
    steps      the game's steps after the last event, in notation
    others     the sides that no hand plays
    """

    grid: Grid
    firmware: str
    crash: str = ""
    events: list[Event] = field(default_factory=list)
    switches: set[str] = field(default_factory=set)
    start: str = ""
    steps: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def read(text: str) -> Events:
    """The events in a text, the last ones if there are several; other lines are ignored.

    EventsError names the line and what is wrong with it.
    """
    lines = [
        (number, line.partition(MARK)[2].strip())
        for number, line in enumerate(text.splitlines(), 1)
        if MARK in line
    ]
    heads = [at for at, (_, line) in enumerate(lines) if line.startswith("black-box ")]
    if not lines:
        raise EventsError(
            "there are no events of a board in it: tourelle events FILE saves a board's"
        )
    if not heads:
        raise EventsError("the events' beginning is missing: save them once more")
    (number, head), *rest = lines[heads[-1] :]
    found = _headed(number, head)
    last = None
    for number, line in rest:
        if last is not None:
            break  # they were told a second time, but cut off at the beginning
        try:
            last = _take(found, line)
        except ValueError as error:
            raise EventsError(f"line {number}: {error}") from None
    if last is None:
        raise EventsError("the events' end is missing: save them once more")
    if last != (found.events[-1].number + 1 if found.events else 0):
        raise EventsError(f"the last of the {last} events are missing: save them once more")
    return found


def _headed(number: int, head: str) -> Events:
    words = head.split()
    if len(words) != 6 or words[2] != "tourelle" or words[4] != "board" or not _number(words[1]):
        raise EventsError(f"line {number}: '{head}' does not begin a list of events")
    if int(words[1]) != FORMAT:
        raise EventsError(
            f"line {number}: these events are of version {words[1]}, and this tourelle reads "
            f"version {FORMAT}: use the one that is as new as the board's firmware ({words[3]})"
        )
    if words[5] not in NAMES:
        raise EventsError(f"line {number}: there is no board '{words[5]}' here")
    return Events(grid_named(words[5]), words[3])


def _number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 10


def _take(found: Events, line: str) -> int | None:
    """Take in a line. At the end, returns the number of events. ValueError."""
    word, _, rest = line.partition(" ")
    if word == "crash":
        found.crash = rest
    elif word == "switches":
        found.switches = set() if rest == "none" else {_cell(found, name) for name in rest.split()}
    elif word == "record":
        _record(found, rest)
    elif word == "seat" and found.start and rest.count(" "):
        _seat(found, *rest.split(" ", 1))
    elif word == "end" and _number(rest):
        return int(rest)
    else:
        event = _event(found, line)
        before = found.events[-1] if found.events else None
        if before and event.number != before.number + 1:
            raise ValueError(
                f"event {event.number} follows event {before.number}: some are missing between "
                "them; save them once more"
            )
        if before:
            passed = (event.ms - before.ms) & WRAP
            event.ms = before.ms + (passed if passed <= WRAP // 2 else 0)
        found.events.append(event)
    return None


def _cell(found: Events, name: str) -> str:
    return found.grid.names[found.grid.cell(name)]


def _seat(found: Events, side: str, who: str) -> None:
    sides = games.read(found.start).SIDES
    if len(side) != 1 or side not in sides:
        raise ValueError(f"there is no side '{side}'; there are: {' '.join(sides)}")
    if who != HAND:
        found.others.append(side)


def _event(found: Events, line: str) -> Event:
    match = _EVENT.fullmatch(line)
    if not match:
        raise ValueError(f"'{line}' is not an event")
    number, ms, word, rest = int(match[1]), int(match[2]), match[3], match[4]
    if word in ("lift", "down"):
        return Event(number, ms, word, _cell(found, rest))
    if word in ("press", "release") and rest in ("ok", "undo"):
        return Event(number, ms, word, rest)
    step, _, move = rest.partition(" ")
    if word not in _DECISIONS or not _number(step) or not re.fullmatch(r"-?\d{1,10}", move):
        raise ValueError(f"'{line}' is not an event")
    return Event(number, ms, word, "", int(step), int(move))


def _record(found: Events, rest: str) -> None:
    number, _, told = rest.partition(" ")
    if number == "0":
        if told == "none":
            return
        position = games.read(told)
        if position.grid is not found.grid:
            raise ValueError(
                f"{position.NAME} is played on the {position.GRID} board, and these events are of "
                f"the {found.grid.name} board"
            )
        found.start = told
    elif not found.start or number != str(len(found.steps) + 1) or not told:
        raise ValueError("steps of the record are missing before it; save the events once more")
    elif len(found.steps) + len(told.split()) > MOST_STEPS:
        raise ValueError(f"no game has more than {MOST_STEPS} steps")
    else:
        found.steps += told.split()


# -- the state of the game before them


@dataclass
class Scene:
    """Events, and the state of things before the first of them.

    grid       the board's
    start      text of the position that the game started from; "" without a game
    moves      the game's steps before the first event, as the game's file counts them
    switches   the cells whose switches were closed
    settled    whether those switches are closed where the game has its pieces
    others     the sides that no hand plays
    """

    grid: Grid
    start: str
    moves: list[int]
    switches: set[str]
    events: list[Event]
    settled: bool
    others: list[str] = field(default_factory=list)

    def position(self) -> Position | None:
        """The position before the first event."""
        return _played(self.start, self.moves) if self.start else None


def scene(found: Events) -> Scene:
    """What can be replayed: the events since the pieces first stood as the game says.

    Where they never did, all of the game's events. EventsError where the events contradict the
    record.
    """
    first, moves = _rewound(found)
    events = found.events[first:]
    switches = _before(found.switches, events)
    if moves is None:
        return Scene(found.grid, "", [], switches, events, True)
    position = _played(found.start, moves)
    standing = list(moves)
    closed = set(switches)
    settled = None
    for at, event in enumerate(events):
        if settled is None and _stand(position) == closed:
            settled = Scene(found.grid, found.start, list(standing), set(closed), events[at:], True)
            settled.others = found.others
        if event.word == "down":
            closed.add(event.what)
        elif event.word == "lift":
            closed.discard(event.what)
        elif event.word == "move":
            _push(position, event.move, len(standing) + 1)
            standing.append(event.move)
        elif event.word == "undo":
            position.pop()
            standing.pop()
    return settled or Scene(found.grid, found.start, moves, switches, events, False, found.others)


def _stand(position: Position) -> set[str]:
    names = position.grid.names
    return {names[cell] for cell in range(len(names)) if position.occupancy[cell]}


def _before(closed: set[str], events: list[Event]) -> set[str]:
    """The switches that were closed before these events."""
    closed = set(closed)
    for event in reversed(events):
        if event.word == "down":
            closed.discard(event.what)
        elif event.word == "lift":
            closed.add(event.what)
    return closed


def _rewound(found: Events) -> tuple[int, list[int] | None]:
    """The event from which the game is the record's, and the steps before it; None: no game."""
    moves = _moves(found) if found.start else None
    for at in reversed(range(len(found.events))):
        event = found.events[at]
        if event.word in ("game", "left"):
            if (event.word == "game") != (moves is not None) or event.step != len(moves or ()):
                raise _contradiction(event)
            return at + 1, moves
        if event.word not in ("move", "undo"):
            continue
        standing = 0 if moves is None else len(moves)
        if moves is None or event.step != standing + (event.word == "undo"):
            raise _contradiction(event)
        if event.word == "undo":
            moves.append(event.move)
        elif moves.pop() != event.move:
            raise _contradiction(event)
    return 0, moves


def _contradiction(event: Event) -> EventsError:
    return EventsError(
        f"event {event.number} ({event.word} {event.step}) contradicts the record of the game: "
        "they are not of the same one, or something is missing"
    )


def _moves(found: Events) -> list[int]:
    """The record's steps, as the game's file counts them."""
    position = games.read(found.start)
    moves = []
    for number, step in enumerate(found.steps, 1):
        try:
            move = position.parse_move(step)
        except ValueError as error:
            raise EventsError(f"step {number} of the record, '{step}': {error}") from None
        position.push(move)
        moves.append(move)
    return moves


def _played(start: str, moves: list[int]) -> Position:
    """The position after these steps. EventsError where one is not legal."""
    position = games.read(start)
    for number, move in enumerate(moves, 1):
        _push(position, move, number)
    return position


def _push(position: Position, move: int, number: int) -> None:
    if move not in position.legal_moves():
        raise EventsError(f"step {number} of the game, {move}, is no legal step of {position.NAME}")
    position.push(move)
