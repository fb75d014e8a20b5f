"""A game's first lesson: a position, and the steps that the hands make from it, one by one.

A game's file `lesson` defines

START   the text of the position where it begins
AIM     what the game is about: a sentence
STEPS   ((step in the notation, sentence that tells a hand to make it), ...), to the game's end
"""

from tourelle import games
from tourelle.memory import let_go
from tourelle.people import People
from tourelle.play import PLAY
from tourelle.timers import SOON
from tourelle.who import LESSON


def first_position(name, grid):
    """The position where a game's first lesson begins; ValueError if it has none on this grid."""
    entry = games.find(name)
    if entry.grid != grid:
        raise ValueError("the lesson of %s needs the %s board" % (entry.name, entry.grid))
    lesson = of(entry.name)
    position = games.read(lesson.START)
    for text, _ in lesson.STEPS:  # fails, if at all, before the game on the board is left
        position.push(position.parse_move(text))
    for _ in lesson.STEPS:
        position.pop()
    return position


def of(name):
    """The module with a game's lesson; TextError if nobody wrote one."""
    return games.part(name, "lesson", "%s has no lesson" % name)


class Lesson(People):
    """Leads the hands through a game by light, and takes back any step that is not the lesson's."""

    def __init__(self, play, journal, outputs):
        """play: the `Play`, with a position of the lesson's game; outputs: see session.py."""
        super().__init__(play)
        self._journal = journal
        self._report = outputs.report
        self._lesson = of(play.position.NAME)
        self._find()

    @property
    def hint(self):
        return self._wanted  # None while a step stands that is not the lesson's

    def stays(self, position):
        return False  # people play the next game

    def check_free(self):
        raise ValueError("this is a lesson: a new game ends it, and its sides can be given")

    def seat(self, letter, text):
        """A side's player in the game's record: the lesson itself; ValueError for another."""
        if text != LESSON:
            self.check_free()

    def tell(self):
        """Say what it is about, and what to do."""
        self._report.emit("aim", self._lesson.AIM)
        self._say()

    def _say(self):
        number = self._play.step_count
        steps = self._lesson.STEPS
        if self._wanted is not None:
            words = steps[number][1]
            self._report.emit("lesson", number + 1, len(steps), words)
        elif number >= len(steps) and not self._astray:
            self._report.emit("lesson", "done")

    def _find(self):
        """Find the wanted step, if all before it are the lesson's."""
        play = self._play
        made = self._journal.excerpt(1, play.step_count)
        texts = [text for text, _ in self._lesson.STEPS]
        self._astray = made != texts[: len(made)]
        self._wanted = None
        if play.mode == PLAY and not self._astray and len(made) < len(texts):
            self._wanted = play.position.parse_move(texts[len(made)])
        play.relight()

    def moved(self, position, played):
        self._find()
        self._say()

    def ended(self, number, position, verdict, agreed):
        self._find()

    def reopened(self, position):
        self._find()
        super().reopened(position)

    def act(self, now, waiting):
        """Take back what is not the lesson's, once the board is at rest."""
        play = self._play
        if not self._astray or play.game is None or play.game.agreed():
            return None
        if play.mode == PLAY and not play.rests():
            return None
        play.warn("That is allowed, but the lesson goes another way: take it back.")
        self._take_back()
        return SOON

    def close(self):
        """Unload its words."""
        name = self._lesson.__name__
        self._lesson = self._wanted = None
        let_go((name,))

    def ask_hint(self):
        """Say it again."""
        self.tell()
