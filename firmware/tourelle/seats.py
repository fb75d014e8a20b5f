"""Who sits at the board: people, until a side is given to another player."""

from tourelle.memory import Lent, tidy
from tourelle.people import People
from tourelle.who import AWAY, HAND, LESSON, level


class Seats:
    """Keeps who sits at the board; people play every side that nobody else has.

    It gives and takes away seats; everything else is asked of `players`.

    players   who sits at the board: `People` or a subclass
    """

    def __init__(self, play, journal, outputs):
        """outputs: the `Outputs` of the session."""
        self._play = play
        self._journal = journal
        self._outputs = outputs
        self._people = People(play)
        self.players = self._people
        play.seat(self.players)

    def seated(self):
        """Who sits at the board; where only people do, first makes whoever the record asks for.

        ValueError: there is no game, or no room.
        """
        if self._play.game is None:
            raise ValueError("there is no game to take a seat in")
        if self.players is self._people:
            kind = self._kind()
            tidy()  # so that what is made lies with the rest
            self._sit(kind(self._play, self._journal, self._outputs))
        return self.players

    def _kind(self):
        """The class of who sits at the board where people do not play all sides."""
        if LESSON in [who for _, who in self._journal.kept("seat")]:
            with Lent("tourelle.lesson"):
                from tourelle.lesson import Lesson
            return Lesson
        with Lent("tourelle.players"):  # on demand, to save heap; `showing` is needed later
            from tourelle import showing  # noqa: F401
            from tourelle.players import Players
        if not self._journal.shared():
            return Players
        with Lent("tourelle.away"):
            from tourelle.away import Shared
        return Shared

    def _sit(self, players):
        """From now on these play and observe the game."""
        self.players.close()
        self.players = players
        self._play.seat(players)

    def give(self, letter, who):
        """Give a side to "hand", "host" or "board 3"; ValueError."""
        players = self.seated()
        players.check_free()
        tidy()  # whoever sits down stays for long, and should lie with the rest
        players.give(letter, who)
        self._play.tidier.tidy_up()

    def share(self, letters):
        """The players of these sides are at other boards from now on; ValueError."""
        play = self._play
        self.players.check_free()
        sides = play.sides()
        if not all(letter in sides for letter in letters):
            why = "table share SIDES, for a game with these sides; not '%s'"
            raise ValueError(why % " ".join(letters))
        for letter in letters:
            self._journal.keep("seat", letter, AWAY)
        self.seat_as_recorded()

    def teach(self):
        """A lesson leads the hands through the game, which is its own, from now on."""
        play = self._play
        self._journal.keep("seat", play.position.SIDES[play.position.turn], LESSON)
        self.seat_as_recorded()
        play.lead()

    def ask_hint(self):
        """Find a step for the person whose turn it is in the game; ValueError if it is nobody's."""
        self.seated().ask_hint()

    def act(self, now, waiting):
        """Let the players act, see `People.act`, and dismiss them once they are idle."""
        at = self.players.act(now, waiting)
        if self.players.idle():
            self.dismiss()  # else they would lie in the middle of the free heap
            self._play.tidier.tidy_up()
        return at

    def dismiss(self):
        """People play all sides."""
        self._sit(self._people)

    def start(self, position, opening):
        """Play from a position; the players of the last game stay if it is of the same kind."""
        if not self.players.stays(position):
            self.dismiss()
        self._play.start(position, opening)
        self.players.begin()

    def seat_as_recorded(self, crashed=False):
        """Give each side to its player in the game's record, if any, else to a person.

        crashed: people play the board's sides, since it may have run out of memory while thinking.
        """
        self.dismiss()
        letters = self._play.sides()
        seats = self._journal.kept("seat")
        # Nobody here plays for somebody at another board, even if what follows fails.
        away = [letter for letter, who in seats if who == AWAY and letter in letters]
        self._play.bar([letters.index(letter) for letter in away])
        for letter, who in seats:
            if letter not in letters or who == HAND:
                continue  # no side: given while players were joining, but nobody joined as it
            if crashed and level(who):
                self._say_unseated(letter, who, "the board has crashed")
                continue
            try:
                self.seated().seat(letter, who)
            except Exception as error:  # whatever it is would come again at every start
                self._say_unseated(letter, who, error if str(error) else type(error).__name__)
        self.tell()

    def _say_unseated(self, letter, who, why):
        """Say why a side is not given to its player in the game's record."""
        now = "Nobody" if who == AWAY else "A person"
        self._outputs.report.say("%s plays %s now: %s" % (now, letter, why))

    def tell(self):
        """Report who plays each side, unless people play all of them."""
        if self._play.game is not None:
            self.players.tell()
