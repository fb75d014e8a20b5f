"""Shows a real board on the page, as it describes itself: its pieces, its lights, its words."""

import contextlib
from collections.abc import Callable

from tourelle import games
from tourelle.grids import Grid
from tourelle_host.recorder import Recorder
from tourelle_host.server.advice import Advice
from tourelle_host.server.carrier import Carrier
from tourelle_host.server.describe import describe
from tourelle_host.server.hub import Hub
from tourelle_host.server.view import UNKNOWN, Lamps, world

# Answers to questions that the mirror asks, and no news to people.
ANSWERS = frozenset(("@position", "@lights", "@switches", "@record", "@event", "@lost"))


class Mirror:
    """Turns a board's lines into what a hub shows.

    The position says what stands on each cell. What was lifted since then is in the hand, and
    what was set down came out of it. The next position corrects that.
    """

    def __init__(
        self,
        grid: Grid,
        recorder: Recorder,
        tell_events: Callable[[], None] | None = None,
        carrier: Carrier | None = None,
    ):
        """recorder: hears each line before the mirror does; tell_events: has the board tell its
        last events; carrier: of the messages."""
        self.hub = Hub(
            describe(grid),
            None,
            lambda: recorder.record,
            tell_events=tell_events,
            carrier=carrier,
        )
        self._recorder = recorder
        self._grid = grid
        self._lamps = Lamps(grid)
        self._advice = Advice()
        self._world: dict = {"cells": {}, "hand": [], "barriers": [], "power": True, "game": None}
        self._lifted: dict[str, list[str]] = {}
        self._sides = ""
        self._takes: dict[str, Callable[[str], None]] = {
            "@hello": self._hello,
            "@position": self._position,
            "@game": self._game,
            "@record": self._record,
            "@switches": self._switches,
            "@lift": self._lift,
            "@down": self._down,
            "@lights": self._lights,
        }
        self.hub.world(self._world)

    def hear(self, line: str) -> None:
        """Take in a line from the board."""
        word, _, rest = line.partition(" ")
        with contextlib.suppress(ValueError):  # half a line, or a newer board's
            if word in self._takes:
                self._takes[word](rest)
        if word not in ANSWERS or word == "@event":  # the hub keeps events for those who asked
            self.hub.line(line)
        for told in self._advice.hear(line):
            self.hub.line(told)

    def _hello(self, rest: str) -> None:
        self._world = {**self._world, "power": True}  # it may have been gone
        self.hub.world(self._world)

    def _position(self, rest: str) -> None:
        position = games.read(rest)
        self._sides = position.SIDES
        self._show(world(position))

    def _game(self, rest: str) -> None:
        if rest == "none":
            self._show({**self._world, "cells": {}, "hand": [], "barriers": [], "game": None})

    def _record(self, rest: str) -> None:
        """Tell the game's steps in the board's words: browsers have not heard its record."""
        if rest.endswith(" none") and not self._recorder.gap:
            self.hub.tell_moves()

    def _lights(self, rest: str) -> None:
        self._lamps.hear(rest, self._sides)
        self.hub.frame(self._lamps.frame())

    def tick(self) -> None:
        """Let the lights pulse on by a slot."""
        if (frame := self._lamps.tick()) is not None:
            self.hub.frame(frame)

    def unplugged(self, why: str) -> None:
        """The board is no longer there."""
        self.hub.line(f"@fault {why}")
        self._show({**self._world, "power": False})
        self._lights("none")

    def _show(self, shown: dict) -> None:
        self._world = shown
        self._lifted = {}
        self.hub.world(shown)

    def _switches(self, rest: str) -> None:
        """Without a game, something stands wherever a switch is closed."""
        closed = [] if rest == "none" else rest.split()
        if self._world["game"] is None:
            self._show({**self._world, "cells": dict.fromkeys(closed, UNKNOWN), "hand": []})

    def _lift(self, name: str) -> None:
        name = self._grid.names[self._grid.cell(name)]
        cells = dict(self._world["cells"])
        pieces = cells.pop(name, [])
        if pieces:
            self._lifted[name] = pieces
            self._world = {**self._world, "cells": cells, "hand": pieces + self._world["hand"]}
            self.hub.world(self._world)

    def _down(self, name: str) -> None:
        name = self._grid.names[self._grid.cell(name)]
        back = self._lifted.pop(name, None)
        hand = list(self._world["hand"])
        if back is not None:
            for piece in back:
                hand.remove(piece)
        else:
            back, hand, self._lifted = hand or UNKNOWN, [], {}
        cells = {**self._world["cells"], name: back}
        self._world = {**self._world, "cells": cells, "hand": hand}
        self.hub.world(self._world)
