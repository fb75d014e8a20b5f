"""The board as a player: the search in slices, while hands are at rest.

Loaded where the board plays a side, or somebody wants a hint.
"""

import gc

from tourelle import games
from tourelle.clock import later, passed
from tourelle.kernels import const, micropython
from tourelle.memory import Lent, let_go_of_search
from tourelle.player import Player
from tourelle.timers import SOON

_TURN_MS = const(2700)  # the board thinks no longer about a turn's first step,
_STEP_MS = const(900)  # or about a further one, or a hint
_SLICES = const(24)  # of thinking, a millisecond each at most, in a turn of the loop
_PAUSE_MS = const(800)  # hands have been at rest for so long before it plays
_STRONGEST = const(6)
ENTRIES = 512  # of the search's table, where there is room
STEPS = 832  # that the search has room for,
PLIES = 16  # and how far it may look ahead
_ROOM = const(64 * 1024)  # bytes that are none too many to load the search into,
_LEAST = const(6 * 1024)  # that the rest of the firmware needs beside it,
_SPARE = const(45 * 1024)  # and that stay free beside it and its table
_ENTRY = const(10)
_NO_ROOM = "there is not enough memory to think; people and hosts can play"

_CALM = const(3)  # thoughts in a row that came to nothing but a draw: the board offers one,
_LATE = const(40)  # but not in fewer turns,
_AGAIN = const(20)  # nor so soon again
_EARLY = const(10)  # turns before which it accepts none


def _free():
    """Bytes of the heap that are free; many where nobody counts them."""
    gc.collect()
    return gc.mem_free() if hasattr(gc, "mem_free") else 1 << 20


def patience(search, most):
    """What a thought may take of time or positions: twice as much where it may prove the end."""
    return 2 * most if search.ending else most


class Thinker:
    """The search, for every side that the board plays, and for hints.

    value         what the position was worth to the side to move in the last thought
    offered_till  turns before which the board offers no draw: it does not insist
    """

    def __init__(self, name):
        """name: of the game; ValueError where nothing can play it, or there is no room."""
        self.offered_till = 0
        self._began = None  # when it began to think
        self._noted = None  # the turn that the search has noted last
        with Lent("tourelle.search", _ROOM, _LEAST, _NO_ROOM):
            from tourelle.search import Search  # first, since it takes the largest pieces

            model = games.model(name)
            gc.collect()
            self._search = Search(model, 0, STEPS, PLIES)

    @property
    def value(self):
        return self._search.value

    def take_table(self):
        """Have a table, where there is room for one."""
        if not self._search.tabled and _free() >= _SPARE + _ENTRY * ENTRIES:
            self._search.take_table(ENTRIES)

    def release(self):
        """Nobody needs it; who does next has it loaded anew."""
        self._search = None
        let_go_of_search()

    def afresh(self):
        """What it thinks about is no more."""
        self._began = None

    def begin(self):
        """Another game begins."""
        self._noted = None
        self.offered_till = 0

    def note(self, position):
        """A turn may have begun: repetitions are told by it."""
        if not position.mid_turn and self._noted != position.turns:
            self._noted = position.turns
            self._search.note(position)

    def advise(self, position, now, waiting):
        """Think about a hint for the side to move: a step, or None for not yet."""
        return self.think(position, _STRONGEST, _STEP_MS, now, waiting)

    @micropython.native
    def think(self, position, level, most_ms, now, waiting):
        """Think for a few slices, or until `waiting()`: a step, or None for not yet."""
        search = self._search
        if self._began is None:
            if position.turns == 0:
                search.forget()
            self._began = now
            search.begin(position, level, 1 + now % 65000)
            return None
        model = search.model
        most_ms = patience(search, most_ms)
        limit = model.NODES * most_ms // _TURN_MS
        for _ in range(_SLICES):  # a turn of the loop takes as long as eight of them
            more = search.run(model.SLICE)
            if not more or search.nodes >= limit or waiting():
                break
        if search.ready:
            if not more or search.nodes >= limit or passed(now, self._began) >= most_ms:
                return search.choose()
        return None


class Board(Player):
    """The board plays the side.

    worth   what its position was worth to it, when it last thought
    """

    thinks = True

    def __init__(self, text, level, thinker):
        """level: 1 to 6; thinker: the `Thinker` of all the board's sides."""
        super().__init__(text)
        self._level = level
        self._thinker = thinker
        self._found = None  # the step that it found
        self.begin()

    def begin(self):
        self.worth = 1
        self._calm = 0  # how many thoughts in a row came to a draw

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
            self.worth = self._thinker.value
            self._calm = self._calm + 1 if self.worth == 0 else 0

    def takes_draw(self, position):
        return position.turns >= _EARLY and self.worth <= 0

    def offers_draw(self, position):
        thinker = self._thinker
        if position.turns < max(_LATE, thinker.offered_till) or self._calm < _CALM:
            return False
        thinker.offered_till = position.turns + _AGAIN
        return True
