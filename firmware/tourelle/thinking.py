"""The board as a player: runs the search in slices while the hands are at rest.

Loaded when the board plays a side or somebody wants a hint.
"""

import gc

from tourelle import games
from tourelle.clock import later, passed
from tourelle.kernels import const, micropython
from tourelle.memory import Lent, let_go_of_search
from tourelle.player import Player
from tourelle.timers import SOON
from tourelle.who import STRONGEST, board

_TURN_MS = const(2700)  # longest thought about a turn's first step
_STEP_MS = const(900)  # longest thought about a further step, or a hint
_SLICES = const(24)  # slices of at most a millisecond, per turn of the loop
_PAUSE_MS = const(800)  # how long hands have to be at rest before the board plays
ENTRIES = 512  # entries of the search's table, if there is room
ROOM = 832  # steps that the search has room for, at least
PLIES = 16  # how far it may look ahead
_TO_LOAD = const(64 * 1024)  # free bytes wanted for loading the search
_LEAST = const(6 * 1024)  # bytes that have to stay free with the search loaded
_SPARE = const(45 * 1024)  # bytes that have to stay free with its table, too
_ENTRY = const(10)  # bytes of a table entry
_NO_ROOM = "there is not enough memory to think; people and hosts can play"

_CALM = const(3)  # thoughts in a row that found only a draw: the board offers one
_LATE = const(40)  # turns before which the board offers no draw
_AGAIN = const(20)  # turns between two offers
_EARLY = const(10)  # turns before which it accepts no draw


def _free():
    """Free bytes of the heap; a large number if they are not counted."""
    gc.collect()
    return gc.mem_free() if hasattr(gc, "mem_free") else 1 << 20


def patience(search, most):
    """The time or positions that a thought may take: twice `most` if it may prove the end."""
    return 2 * most if search.ending else most


class Thinker:
    """The search, for every side that the board plays, and for hints.

    value         what the last thought found the position worth to the side to move
    offered_till  the turn before which the board offers no other draw: it does not insist
    """

    def __init__(self, name):
        """name: of the game; ValueError if it has no search or there is no room."""
        self.offered_till = 0
        self._began = None  # when it began to think
        with Lent("tourelle.search", _TO_LOAD, _LEAST, _NO_ROOM):
            from tourelle.search import Search  # first, since it takes the largest pieces

            model = games.model(name)
            self._search = Search(model, 0, ROOM, PLIES)

    @property
    def value(self):
        return self._search.value

    def take_table(self):
        """Take a table if there is room for one."""
        if not self._search.tabled and _free() >= _SPARE + _ENTRY * ENTRIES:
            self._search.take_table(ENTRIES)

    def release(self):
        """Unload the search; it is loaded again when it is needed."""
        self._search = None
        let_go_of_search()

    def afresh(self):
        """Forget the thought: its position is gone."""
        self._began = None

    def begin(self):
        """Another game begins."""
        self.offered_till = 0
        self._search.forget()

    def note_offer(self, position):
        """The board offers a draw now."""
        self.offered_till = position.turns + _AGAIN

    def note(self, position):
        """A turn may have begun: note its position, for recognising repetitions."""
        if not position.mid_turn:
            self._search.note(position)

    def advise(self, position, now, waiting):
        """Think about a hint for the side to move: a step, or None for not yet."""
        return self.think(position, STRONGEST, _STEP_MS, now, waiting)

    @micropython.native
    def think(self, position, level, most_ms, now, waiting):
        """Think for a few slices, or until `waiting()`: a step, or None for not yet."""
        search = self._search
        if self._began is None:
            self._began = now
            search.begin(position, level, 1 + now % 65000)
            return None
        model = search.model
        most_ms = patience(search, most_ms)
        limit = model.NODES * most_ms // _TURN_MS
        for _ in range(_SLICES):  # the rest of a turn of the loop takes as long as eight slices
            more = search.run(model.SLICE)
            if not more or search.nodes >= limit or waiting():
                break
        if search.ready:
            if not more or search.nodes >= limit or passed(now, self._began) >= most_ms:
                return search.choose()
        return None


class Board(Player):
    """The board plays the side.

    value   what it last found its own position worth
    """

    thinks = True

    def __init__(self, level, thinker):
        """level: 1 to STRONGEST; thinker: the `Thinker` of all the board's sides."""
        self._level = level
        self._thinker = thinker
        self._found = None  # the step that it found
        self.at = None  # first set later, it would move all of this into the middle of the heap
        self.begin()

    @property
    def text(self):
        return board(self._level)  # stored, it would lie in the middle of the free heap

    def begin(self):
        self.value = 1
        self._calm = 0  # how many thoughts in a row found a draw

    def afresh(self):
        self._found = None

    def step(self, position, now, rested, waiting):
        if self._found is not None and rested >= _PAUSE_MS:
            return self._found
        if self._found is None:
            self._think(position, now, waiting)
        self.at = SOON if self._found is None else later(now, max(0, _PAUSE_MS - rested))
        return None

    def _think(self, position, now, waiting):
        most_ms = _STEP_MS if position.mid_turn else _TURN_MS
        self._found = self._thinker.think(position, self._level, most_ms, now, waiting)
        if self._found is not None:
            self.value = self._thinker.value
            self._calm = self._calm + 1 if self.value == 0 else 0

    def accepts_draw(self, position):
        return position.turns >= _EARLY and self.value <= 0

    def offers_draw(self, position):
        late = position.turns >= max(_LATE, self._thinker.offered_till)
        return late and self._calm >= _CALM

    def offered_draw(self, position):
        self._thinker.note_offer(position)
