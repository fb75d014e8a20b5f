"""Tells the link about the game, and about what the lights ask for."""

from tourelle import VERSION, lights
from tourelle.game import Observer
from tourelle.kernels import const, find_all
from tourelle.link import LINK
from tourelle.timers import SOON, Timer

_OFFERS = {
    "resign": "A player resigns: OK accepts, a move or undo declines.",
    "draw": "A draw is offered: OK accepts, a move or undo declines.",
    "": "Nothing is offered any more.",
}

# These hold until told anew, so each is told only when it changes.
_LASTING = ("question", "touch", "proposed", "offered", "way-back", "set-up", "lights")
_FULL = const(1024)  # lines that are not urgent wait while more bytes than this are to be sent
_AT_ONCE = const(16)  # cell names taken in one turn of the loop
_NONE = iter("")  # made at the start: made later, it would sit in the middle of the free heap


class Report(Observer):
    """Makes a line for the link from each value, but does not repeat what still holds.

    following   a host wants to be told every change of the lights, and every position
    spelling, writing, telling   timers for the lights, the position, lines about events
    """

    def __init__(self, grid, lamps, link):
        """lamps: one per cell, as the lights have them."""
        self.following = False
        self._grid = grid
        self._lamps = lamps
        self._link = link
        self.emit = link.emit
        self._told = dict.fromkeys(_LASTING, "")  # what the link was last told, by event
        self._lit = self._spell("")  # yields the remaining words for the lights
        self._words: list = []  # the words so far
        self._events = _NONE  # yields the remaining lines about events
        self._text: tuple = ()  # the position and its text, while that is being written
        self.spelling = Timer(self._spell_on)
        self.writing = Timer(self._write)
        self.telling = Timer(self._tell_event)

    def hello(self):
        """Say which firmware and board this is."""
        grid = self._grid
        self.emit("hello tourelle", VERSION, "link", LINK, "board", grid.name, "cells", grid.size)

    def say(self, words):
        """The board's own words, for a person."""
        self.emit("say", words)

    def fault(self, words):
        """Say what is wrong with the board, and what to do."""
        self.emit("fault", words)

    # -- the game

    def game(self, position, verdict):
        """Tell all about the game: which it is, its position, its end; None, None: no game."""
        for event in _LASTING:
            self._told[event] = ""
        self._text = ()
        if position is None:
            self.emit("game none")
            return
        options = [name + "=" + position.options[name] for name, _ in position.OPTIONS]
        self.emit("game", position.NAME, *options)
        self.position(position.text())
        self.turn(position)
        if verdict is not None:
            self._over(position, verdict)

    def position(self, text):
        """Tell the position, as a text."""
        self.emit("position", text)

    def turn(self, position):
        """Tell whose turn it is, and the score."""
        self.emit("turn", position.SIDES[position.turn])
        score = position.score()
        if score:
            self.emit("score", *score)

    def played(self, number, side, move, text):
        self.emit("move", number, side, text)

    def undone(self, number, move, text):
        self.emit("undo", number, text)

    def ended(self, number, position, verdict, agreed):
        self._over(position, verdict)

    def _over(self, position, verdict):
        """The game has ended, how, and why."""
        winners = "".join([position.SIDES[side] for side in verdict.winners])
        self.emit("over", winners or "draw", *verdict.scores)
        self.emit("why", verdict.why)

    def reopened(self, position):
        self.game(position, None)

    def offered(self, what):
        self.say(_OFFERS[what])

    def moved(self, position, played):
        self.write_anew(position)

    def write_anew(self, position):
        """Tell this position, bit by bit, to a host that follows."""
        if self.following:
            self._text = position, position.writing()
            self.writing.at = SOON

    def _write(self, now):
        """Write a bit of the position's text."""
        if not self._text:
            return None
        position, writing = self._text
        text = position.write_on(writing)
        if text is None:
            return SOON
        self._text = ()
        self.position(text)
        return None

    # -- around the game

    def menu(self, text):
        """Tell the menu's choices, or "" when it is closed."""
        self.emit("menu", text or "none")

    def follow(self, on):
        """on: whether a host wants every change of the lights and every position."""
        self.following = on
        self._told["lights"] = ""  # so that the lights are told

    # -- the lights

    def lights(self, sides):
        """The lit cells, grouped by meaning: "may-land=e5,e6 remove/2=d8 turn:y=a4".

        sides: the letters of the game's sides.
        """
        return " ".join([word for word in self._spell(sides) if word]) or "none"

    def _spell(self, sides):
        """Yields the words of `lights`, one for each lamp, and "" when it may be interrupted."""
        lamps = self._lamps
        names = self._grid.names
        found = bytearray(len(lamps))
        for lamp in sorted(set(lamps)):
            if lamp == lights.OFF:
                continue
            cells = []
            for i in range(find_all(lamps, len(lamps), lamp, found)):
                cells.append(names[found[i]])
                if i % _AT_ONCE == 0:
                    yield ""
            state, side, count = lights.meaning(lamp)
            if side is not None:
                state += ":" + (sides[side] if side < len(sides) else "?")
            elif count:
                state += "/%d" % count
            yield state + "=" + ",".join(cells)

    def explain(self, game, view, shown):
        """Tell what the lights ask for, if that has changed.

        game: the `Game`, None during set-up; view: the reader's `View` of it, None without one;
        shown: False while the menu or the self-test has the lamps.
        """
        if self.following:
            self._lit = self._spell(game.position.SIDES if game else "")
            self._words.clear()
            self.spelling.at = SOON
        self._tell_cells("question", view.answers() if view else b"")
        self._tell_cells("touch", view.touch if view else b"")
        self._tell("proposed", view.proposed_text() if view else "")
        self._tell("offered", game.offered if view else "")
        self._tell("way-back", self._hands() if view and view.leads() else "")
        self._tell("set-up", self._hands() if shown and not game else "")

    def _spell_on(self, now):
        """After `explain`: tell the lights, bit by bit, to a host that follows."""
        if not self.following:
            return None
        word = next(self._lit, None)
        if word is None:
            self._tell("lights", " ".join(self._words) or "none")
            return None
        if word:
            self._words.append(word)
        return SOON

    def events(self, lines):
        """Tell these lines about events, bit by bit, in place of any that are left."""
        self._events = iter(lines)
        self.telling.at = SOON

    def _tell_event(self, now):
        """Tell one line about an event, if the link has room for it."""
        if self._link.count > _FULL:
            return SOON
        line = next(self._events, None)
        if line is None:
            self._events = _NONE  # frees the generator
            return None
        self.emit("event", line)
        return SOON

    def _tell_cells(self, event, cells):
        self._tell(event, " ".join([self._grid.names[cell] for cell in cells]))

    def _tell(self, event, text):
        if self._told[event] != text:
            self._told[event] = text
            self.emit(event, text or "none")

    def _hands(self):
        """What the lamps ask the hands to do, such as "put c9 remove d9*1": one piece off d9."""
        put = []
        remove = []
        lamps = self._lamps
        names = self._grid.names
        for cell in range(len(lamps)):
            state, _, count = lights.meaning(lamps[cell])
            name = names[cell] + ("*%d" % count if count else "")
            if state == "put-back":
                put.append(name)
            elif state == "remove":
                remove.append(name)
        words = ["put"] + put if put else []
        return " ".join(words + (["remove"] + remove if remove else []))
