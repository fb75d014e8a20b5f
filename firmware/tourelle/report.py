"""What the link is told of the game, and of what the lights ask for."""

from tourelle import VERSION, lights
from tourelle.link import LINK


class Report:
    """Lines about a session; what has been said and still holds is not said again."""

    def __init__(self, session, link):
        self._session = session
        self._link = link
        self._said: dict = {}  # what the link was told last, by event

    def hello(self):
        """Who is speaking."""
        cells = self._session.cells
        self._link.emit(
            "hello tourelle", VERSION, "link", LINK, "board", cells.name, "cells", cells.size
        )

    def say(self, words):
        """The board's own words, for a person."""
        self._link.emit("say", words)

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
        self._link.emit("position", position.text())
        self.standing()
        if session.verdict is not None:
            self.over()

    def standing(self):
        """Whose turn it is, and the score."""
        position = self._session.position
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

    def explain(self):
        """What the lights ask for, where that has changed."""
        session = self._session
        playing = session.reader if session.mode == "play" and session.menu is None else None
        question = proposed = back = ""
        if playing is not None:
            names = session.cells.names
            question = " ".join([names[cell] for cell in playing.answers()])
            if playing.proposed is not None:
                proposed = session.position.move_text(playing.proposed)
            if playing.way_back or playing.leading:
                back = self._hands()
        self._tell("question", question)
        self._tell("proposed", proposed)
        self._tell("way-back", back)
        self._tell("set-up", self._hands() if session.mode == "setup" else "")

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
