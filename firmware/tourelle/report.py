"""What the link is told of the game, and of what the lights ask for."""

from tourelle import VERSION, lights
from tourelle.link import LINK
from tourelle.tight import places

_FULL = 1024  # bytes that wait to be sent: lines that are in no hurry wait, too
_AT_ONCE = 16  # cells whose names are taken in one turn of the loop


class Report:
    """Lines about a session; what has been said and still holds is not said again.

    following   a host wants to be told every change of the lights, and every position
    """

    def __init__(self, session, link):
        self._session = session
        self._link = link
        self._said: dict = {}  # what the link was told last, by event
        self.following = False
        self._lit = self._lamps()  # the lights' words that are still to come
        self._words: list = []  # those that came
        self._telling = None  # lines about events that are still to come

    def hello(self):
        """Who is speaking."""
        cells = self._session.cells
        self._link.emit(
            "hello tourelle", VERSION, "link", LINK, "board", cells.name, "cells", cells.size
        )

    def say(self, words):
        """The board's own words, for a person."""
        self._link.emit("say", words)

    def fault(self, words):
        """Something is wrong with the board, and what to do."""
        self._link.emit("fault", words)

    def game(self):
        """All about the game: which, where it stands, how it ended."""
        session = self._session
        position = session.position
        self._said = {}
        if position is None:
            self._link.emit("game none")
            return
        options = [name + "=" + position.options[name] for name, _ in position.OPTIONS]
        self._link.emit("game", position.NAME, *options)
        self.position()
        self.standing()
        if session.verdict is not None:
            self.over()
        if session.journal.full:
            self.fault(session.journal.full)

    def position(self, text=None):
        """The position, as a text."""
        self._link.emit("position", text or self._session.position.text())

    def standing(self):
        """Whose turn it is, and the score."""
        session = self._session
        position = session.position
        self._link.emit("turn", position.SIDES[position.turn])
        score = position.score()
        if score:
            self._link.emit("score", *score)

    def move(self, number, side, text):
        """A step was committed."""
        self._link.emit("move", number, side, text)

    def undo(self, number, text):
        """A step was taken back."""
        self._link.emit("undo", number, text)

    def over(self):
        """How the game ended."""
        verdict = self._session.verdict
        sides = self._session.position.SIDES
        winners = "".join(sides[side] for side in verdict.winners) or "draw"
        self._link.emit("over", winners, *verdict.scores)
        self._link.emit("why", verdict.why)

    def menu(self):
        """The menu's choices, or that it is closed."""
        menu = self._session.menu
        self._link.emit("menu", "none" if menu is None else menu.text())

    def setting(self, name, value):
        """A setting as it is now."""
        self._link.emit("setting", name, value)

    def follow(self, on):
        """Whether a host wants every change of the lights, and every position."""
        self.following = on
        self._said.pop("lights", None)
        self._session.stale = True  # so that the lights are told

    def selftest(self, on, believed=()):
        """The self-test has begun, or is over; believed: cells whose switches OK left out."""
        self._link.emit("self-test", "on" if on else "off")
        if on:
            self._link.emit("left-out", *(believed or ("none",)))

    def button(self, name):
        """A button was pressed in the self-test."""
        self._link.emit("button", name)

    def lights(self):
        """Which cells are lit, by what they say: "may-land=e5,e6 remove/2=d8 turn:y=a4"."""
        return " ".join([word for word in self._lamps() if word]) or "none"

    def _lamps(self):
        """Yields the words of `lights`, one for each lamp, and "" where it may be interrupted."""
        session = self._session
        sides = session.position.SIDES if session.position else ""
        lamps = session.lights.lamps
        names = session.cells.names
        found = bytearray(len(lamps))
        for lamp in sorted(set(lamps)):
            if lamp == lights.OFF:
                continue
            cells = []
            for i in range(places(lamps, len(lamps), lamp, found)):
                cells.append(names[found[i]])
                if i % _AT_ONCE == 0:
                    yield ""
            state, side, count = lights.meaning(lamp)
            if side is not None:
                state += ":" + (sides[side] if side < len(sides) else "?")
            elif count:
                state += "/%d" % count
            yield state + "=" + ",".join(cells)

    def explain(self):
        """What the lights ask for, where that has changed."""
        session = self._session
        self._lit = self._lamps()
        self._words = []
        playing = session.reader if session.mode == "play" and session.menu is None else None
        question = proposed = back = ""
        if playing is not None:
            names = session.cells.names
            question = " ".join([names[cell] for cell in playing.answers()])
            proposed = playing.proposed_text()
            if playing.way_back or playing.leading:
                back = self._hands()
        self._tell("question", question)
        self._tell("proposed", proposed)
        self._tell("way-back", back)
        self._tell("set-up", self._hands() if session.mode == "setup" else "")

    def show(self):
        """After `explain`, bit by bit: the lights, to a host that follows. True: go on."""
        if not self.following:
            return False
        word = next(self._lit, None)
        if word is not None:
            if word:
                self._words.append(word)
            return True
        self._tell("lights", " ".join(self._words) or "none")
        return False

    def events(self, lines):
        """Tell these lines about events, bit by bit in `tell`; those of before are dropped."""
        self._telling = iter(lines)

    def tell(self):
        """Tell a line about an event, if the link has room for one; False if there is none."""
        if self._link.count > _FULL:
            return True
        line = next(self._telling, None) if self._telling is not None else None
        if line is None:
            self._telling = None
            return False
        self._link.emit("event", line)
        return True

    def _tell(self, event, text):
        if self._said.get(event, "") != text:
            self._said[event] = text
            self._link.emit(event, text or "none")

    def _hands(self):
        """What the lamps ask the hands to do: "put c9 remove d9*1", so many pieces off d9."""
        put = []
        remove = []
        lamps = self._session.lights.lamps
        names = self._session.cells.names
        for cell in range(len(lamps)):
            state, _, count = lights.meaning(lamps[cell])
            name = names[cell] + ("*%d" % count if count else "")
            if state == "put-back":
                put.append(name)
            elif state == "remove":
                remove.append(name)
        words = ["put"] + put if put else []
        return " ".join(words + (["remove"] + remove if remove else []))
