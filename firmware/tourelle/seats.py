"""The seats that no person at the board has: the board itself plays them, or a host does.

A seat is a byte: HAND, a level from 1 to 6, or HOST.
"""

import gc
import sys

from tourelle import games
from tourelle.clock import elapsed
from tourelle.games.position import digits, is_number
from tourelle.kernels import const, micropython
from tourelle.memory import IN_PLAY, SEARCH, let_go, load_together

HAND = 0
_STRONGEST = const(6)
HOST = 7

_TURN_MS = const(2700)  # the board thinks no longer about a turn's first step,
_STEP_MS = const(900)  # or about a further one, or a hint
_SLICES = const(24)  # of thinking, a millisecond each at most, in a turn of the loop
_PAUSE_MS = const(800)  # hands have been at rest for so long before it plays
GONE_MS = 10000  # a host that has to play and was not heard for so long is gone
_ENTRIES = const(1024)  # of the search's table
_STEPS = const(832)  # that the search has room for,
_PLIES = const(20)  # and how far it may look ahead
_SELDOM = ("tourelle.menu", "tourelle.screens", "tourelle.commands", "tourelle.replay")
_LEAST = const(8 * 1024)  # bytes that the rest of the firmware needs beside the search,
_SPARE = const(30 * 1024)  # and that stay free beside it and its table
_ENTRY = const(10)

_CALM = const(3)  # thoughts in a row that came to nothing but a draw: the board offers one,
_LATE = const(40)  # but not in fewer turns,
_AGAIN = const(20)  # nor so soon again
_EARLY = const(10)  # turns before which it accepts none


def level(text):
    """The seat that a text names: "hand", "host", "board 3"; ValueError."""
    who, _, rest = text.partition(" ")
    if who == "hand" and not rest:
        return HAND
    if who == "host" and not rest:
        return HOST
    number = digits(rest) if is_number(rest) else 0
    if who != "board" or not 1 <= number <= _STRONGEST:
        raise ValueError("a seat is hand, host, or board 1 to board 6, not '%s'" % text)
    return number


def _free():
    """Bytes of the heap that are free; many where nobody counts them."""
    gc.collect()
    return gc.mem_free() if hasattr(gc, "mem_free") else 1 << 20


def words(seat):
    """The text of a seat."""
    if seat == HAND:
        return "hand"
    return "host" if seat == HOST else "board %d" % seat


class Seats:
    """Needs the position, what hands do, and time; gives the steps of sides that no hand plays.

    name    of the game
    who     by side, its seat (bytearray)
    hint    a step that a person asked for, or None
    paused  nobody thinks until somebody says so
    gone    the host whose turn it is has not been heard of for long
    to_come texts of the further steps of a host's turn
    back_to the hands are led back, step by step, to so many steps; None: they are not
    search  the `Search`, from the first seat of the board's to the last; None without
    """

    def __init__(self, name, who):
        self.name = name
        self.who = who
        self.hint = None
        self.paused = False
        self.gone = False
        self.to_come: list = []
        self.back_to = None
        self.search = None
        self._hinting = False  # what it thinks about is a hint
        self._new = False  # the hint was found, and nobody knows yet
        self._began = None  # when it began to think
        self._found = None  # the step that it found
        self._noted = None  # the turn that the search has noted last
        self._heard = None  # when a host was heard
        self._rested = None  # since when the hands are at rest
        self._worth: dict = {}  # by side, what it thought that its position was worth
        self._calm: dict = {}  # by side, how many thoughts in a row came to a draw
        self._offered = 0  # turns before which it offers no draw

    # -- who plays

    def give(self, side, seat):
        """Give a side a seat; ValueError where nothing can play the game, or there is no room."""
        if seat not in (HAND, HOST):
            self._have_search()
            if not self.search.tabled and _free() >= _SPARE + _ENTRY * _ENTRIES:
                self.search.take_table(_ENTRIES)
        self.who[side] = seat
        self.moved()
        self._release()

    def plays(self, side):
        """Whether no hand plays this side."""
        return self.who[side] != HAND

    def boards(self, sides):
        """Those of the first so many sides that the board plays."""
        return [side for side in range(sides) if self.who[side] not in (HAND, HOST)]

    def hands(self, sides):
        """Those of the first so many sides that people play."""
        return [side for side in range(sides) if self.who[side] == HAND]

    def idle(self):
        """Whether there is nothing for it to do: people play all sides."""
        return not any(self.who) and self.hint is None and not self._hinting

    def _have_search(self):
        if self.search is not None:
            return
        try:
            if SEARCH[0] not in sys.modules:
                let_go(_SELDOM)
                load_together(IN_PLAY)
            from tourelle import search  # first, since it takes the largest pieces

            kept, search.kept = search.kept, ()
            if not kept or kept[0] != self.name:
                kept = ()
                gc.collect()
                model = games.model(self.name)
                gc.collect()
                kept = self.name, search.Search(model, 0, _STEPS, _PLIES)
                if _free() < _LEAST:
                    raise MemoryError
            self.search = kept[1]
            self.search.forget()
        except MemoryError:
            gc.collect()
            let_go(SEARCH)
            let_go(("tourelle.games.%s_search" % self.name,))
            raise ValueError("there is not enough memory to think; people and hosts can play")
        finally:
            load_together(0)

    def _release(self):
        """Let go of the search where nobody needs it; without its table it is kept for the next."""
        if self.search is not None and not self.boards(len(self.who)) and not self._hinting:
            from tourelle import search

            self.search.take_table(0)
            search.kept = self.name, self.search
            self.search = None

    # -- what happens

    def begin(self):
        """Another game of the kind begins."""
        self.moved()
        self.paused = False
        self.to_come = []
        self.back_to = None
        self._noted = None
        self._worth.clear()
        self._calm.clear()
        self._offered = 0

    def moved(self):
        """A step was played or taken back, or a seat has changed: think afresh."""
        self._began = self._found = self.hint = self._rested = None
        self._hinting = False
        self.gone = False
        self._heard = None

    def touched(self):
        """A switch has changed: the hands are not at rest."""
        self._rested = None

    def heard(self, now):
        """A host has said something. True where it was gone."""
        self._heard = now
        was, self.gone = self.gone, False
        return was

    def ask_hint(self):
        """Think about a hint for the side to move."""
        self.moved()
        self._have_search()
        self._hinting = True

    def waits(self, position):
        """Whether the board waits for a step that no hand plays."""
        return self.plays(position.turn) and not self.paused

    def shows(self):
        """Once, when a hint has been found."""
        new, self._new = self._new, False
        return new

    # -- time

    def due(self, position, now):
        """Milliseconds until `tick` has something to do."""
        if self._hinting or (self.waits(position) and self.who[position.turn] != HOST):
            if self._found is None or self._rested is None:
                return 0
            return max(0, _PAUSE_MS - elapsed(now, self._rested))
        if self.waits(position) and not self.gone:
            return 0 if self._heard is None else max(0, GONE_MS - elapsed(now, self._heard))
        return 1 << 20

    def tick(self, position, now, waiting):
        """While hands are at rest: think for a few slices, or until `waiting()`.

        Returns a step that is to be played now, or None.

        For a step to be shown as a hint, and a host that is gone, see `hint` and `gone`.
        """
        if self._rested is None:
            self._rested = now
        if self._hinting:
            self._think(position, _STRONGEST, _STEP_MS, now, waiting)
            if self._found is not None:
                self.hint = self._found
                self._hinting = False
                self._new = True
                self._release()
            return None
        if not self.waits(position):
            return None
        seat = self.who[position.turn]
        if seat == HOST:
            if self._heard is None:
                self._heard = now
            self.gone = elapsed(now, self._heard) >= GONE_MS
            return None
        if self._found is None:
            most_ms = _STEP_MS if position.mid_turn else _TURN_MS
            self._think(position, seat, most_ms, now, waiting)
        elif elapsed(now, self._rested) >= _PAUSE_MS:
            return self._found
        return None

    @micropython.native
    def _think(self, position, seat, most_ms, now, waiting):
        search = self.search
        if self._began is None:
            if position.turns == 0:
                search.forget()
            self._began = now
            search.begin(position, seat, 1 + now % 65000)
            return
        model = search.model
        limit = model.NODES * most_ms // _TURN_MS
        for _ in range(_SLICES):  # a turn of the loop takes as long as eight of them
            more = search.run(model.SLICE)
            if not more or search.nodes >= limit or waiting():
                break
        if search.ready:
            if not more or search.nodes >= limit or elapsed(now, self._began) >= most_ms:
                self._settle(position)

    def _settle(self, position):
        search = self.search
        self._found = search.choose()
        side = position.turn
        worth = search.value
        self._worth[side] = worth
        self._calm[side] = self._calm.get(side, 0) + 1 if worth == 0 else 0

    def note(self, position):
        """A turn begins: repetitions are told by it."""
        if self.search is not None and not position.mid_turn and self._noted != position.turns:
            self._noted = position.turns
            self.search.note(position)

    # -- draws

    def accepts(self, position):
        """Whether every side that the board plays takes a draw that is offered."""
        if position.turns < _EARLY:
            return False
        return all(self._worth.get(side, 1) <= 0 for side in self.boards(len(position.SIDES)))

    def offers(self, position):
        """Whether the board, whose turn it is, offers a draw now; it does not insist."""
        side = position.turn
        if position.turns < max(_LATE, self._offered) or self._calm.get(side, 0) < _CALM:
            return False
        if not self.hands(len(position.SIDES)):
            return False
        self._offered = position.turns + _AGAIN
        return True
