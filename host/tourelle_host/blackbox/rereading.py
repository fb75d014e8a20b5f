"""Reads a board's events again: with the real core and today's reader, in virtual time."""

import json
from dataclasses import dataclass

from tourelle import games
from tourelle.core import Core
from tourelle.grids import Grid
from tourelle.journal import Journal
from tourelle.scanner import CLOSED
from tourelle.who import HOST
from tourelle_host import paths
from tourelle_host.blackbox.events import Event, Scene
from tourelle_host.sim.files import Memory
from tourelle_host.sim.virtual import WRAP, Outside, VirtualCore

_LEAD_MS = 3000  # from switching on to the first event: enough to know what stands there
TAIL_MS = 6000  # after the last event: enough for late questions
_LONG_MS = 120_000  # quiet for this long: what was felt has no more consequences
_LED_MS = 100  # how soon the way back is lit
_TOLD = ("move", "undo", "question", "proposed", "way-back", "over")


@dataclass
class Decision:
    """What a reader decided and when: a line of the link, without its "@".

    A board's black box does not keep which cells were lit, so its "question" has no cells.
    """

    ms: int
    text: str

    @property
    def word(self) -> str:
        return self.text.partition(" ")[0]

    @property
    def plays(self) -> bool:
        """Whether it changes the game."""
        return self.word in ("move", "undo")

    @property
    def step(self) -> str:
        """The step that is played or taken back, in notation."""
        return self.text.split(" ")[2]


def then(scene: Scene) -> list[Decision]:
    """What the board decided at the time."""
    steps = _notation(scene)
    found = []
    for event in scene.events:
        text = event.word
        if event.number in steps:
            text = f"{event.word} {event.step} {steps[event.number]}"
        if event.word in _TOLD:
            found.append(Decision(event.ms, text))
    return found


class _Feed(Outside):
    """A scanner (see scanner.py) that reports each event in its time, and hears the board.

    said    what the board said, and when, in ms
    """

    lost = 0

    def __init__(self, grid: Grid, events: list[Event], begin_ms: int, moments: list[int]):
        """moments: in order, the times of everything else, and of the end."""
        self._contacts = {name: number for number, name in enumerate([*grid.names, "ok", "undo"])}
        self._left = [event for event in events if event.felt]
        self._moments = moments
        self._now_ms = self._felt_ms = begin_ms  # _felt_ms: when it last reported something
        self.said: list[tuple[int, str]] = []

    def next_ms(self) -> int | None:
        return self._left[0].ms if self._left else None

    def run(self, now_ms: int) -> None:
        self._now_ms = now_ms

    def hear(self, data: bytes) -> None:
        self.said += [(self._now_ms, line) for line in data.decode().splitlines()]

    def changes(self, what, when, now) -> int:
        count = 0
        while self._left and count < len(what) and self._left[0].ms <= self._now_ms:
            event = self._left.pop(0)
            self._felt_ms = event.ms
            closed = CLOSED if event.word in ("down", "press") else 0
            what[count] = self._contacts[event.what] | closed
            when[count] = event.ms & WRAP
            count += 1
        return count

    def due(self, ms: int) -> int:
        """How long to wait: longer than asked where nothing would come of it."""
        if ms == 0 or self._now_ms - self._felt_ms <= _LONG_MS:
            return ms
        moments = [moment for moment in self._moments if moment > self._now_ms]
        if self._left:
            moments.append(self._left[0].ms)
        return max(ms, min(moments, default=0) - _LEAD_MS - self._now_ms)


def now(scene: Scene) -> list[tuple[int, str]]:
    """What a board with today's reader says to the same events: times in ms, and lines.

    What the host asked of the board at the time is asked again.
    """
    core = Core(
        json.loads(paths.board(scene.grid.name).read_text(encoding="utf-8")), _recorded(scene)
    )
    for name in scene.switches:
        core.contacts[scene.grid.cell(name)] = 1
    first, last = (scene.events[at].ms if scene.events else 0 for at in (0, -1))
    wishes = asked(scene)
    moments = [first - 1, *(ms for ms, _ in wishes), last + TAIL_MS]
    feed = _Feed(scene.grid, scene.events, first - _LEAD_MS, moments)
    board = VirtualCore(core, feed, feed, first - _LEAD_MS)
    board.run(first - 1)
    feed.said.clear()
    for ms, line in wishes:
        board.run(ms)
        board.send((line + "\n").encode())
    board.run(last + TAIL_MS)
    return [(ms, line.removeprefix("@")) for ms, line in feed.said]


def decisions(said: list[tuple[int, str]]) -> list[Decision]:
    """The decisions among the lines."""
    found = []
    leading = False  # the way back is lit; it changes with each piece that is put back
    for ms, line in said:
        word, *rest = line.split(" ")
        if word == "move":
            rest.pop(1)  # the side: the black box does not keep it
        # After an undo or a host's step the lights lead the hands: nobody decided that.
        led = bool(found) and found[-1].plays and ms - found[-1].ms < _LED_MS
        led = word == "way-back" and (leading or led)
        if word == "way-back":
            leading = rest != ["none"]
        if word in _TOLD and rest != ["none"] and not led:
            found.append(Decision(ms, " ".join([word, *rest])))
    return found


def _recorded(scene: Scene) -> Memory:
    """A board's files, with the game up to the scene in its journal."""
    store = Memory()
    if scene.start:
        journal = Journal(store)
        journal.begin(scene.start)
        position = games.read(scene.start)
        for number, move in enumerate(scene.moves, 1):
            side = position.SIDES[position.turn]
            journal.played(number, side, move, position.move_text(move))
            position.push(move)
        for side in scene.others:
            journal.keep("seat", side, HOST)
        journal.finish()
    return store


def asked(scene: Scene) -> list[tuple[int, str]]:
    """Everything the host asked for that changed the game, and when, as lines of the link."""
    steps = _notation(scene)
    found = []
    first = 0  # the effects of a host's `ok` may already be among the board's own decisions
    for at, event in enumerate(scene.events):
        if event.word == "host":
            if event.move == 0:
                found.append((event.ms, "ok"))
            begin, first = max(first, at - event.move), at
            for one in scene.events[begin:at] if event.move > 0 else []:
                if one.word == "undo":
                    found.append((event.ms, "undo"))
                elif one.word == "move":
                    found.append((event.ms, f"move {steps[one.number]}"))
    return found


def _notation(scene: Scene) -> dict[int, str]:
    """The notation of each step that was played or taken back, by the number of its event."""
    position = scene.position()
    found = {}
    for event in scene.events:
        if event.word == "undo" and position is not None:
            position.pop()
        if event.word in ("move", "undo") and position is not None:
            found[event.number] = position.move_text(event.move)
        if event.word == "move" and position is not None:
            position.push(event.move)
    return found
