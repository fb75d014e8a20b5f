"""Who sits at the board, and what they want: people, until a side is given to another player."""

from tourelle.game import Observer
from tourelle.memory import UNREADABLE, Lent, tidy
from tourelle.who import AWAY, HAND, LESSON, level


class People(Observer):
    """Hands play all sides. Anyone else at a board (`Players`, a `Lesson`) is a subclass of this.

    name    of the game that they play; None: any
    hint    a step that is shown to a person, or None
    """

    name: "str | None" = None
    hint: "int | None" = None

    def __init__(self, play):
        """play: the `Play`."""
        self._play = play

    def begin(self):
        """Another game of the same kind begins."""

    def tell(self):
        """Report who plays each side, unless hands play all of them."""

    def waits(self, position):
        """Whether the board is waiting for a step that no hand makes."""
        return False

    def gone(self, position):
        """Whether the player whose turn it is has gone."""
        return False

    def close(self):
        """Stop playing."""

    # -- what happens

    def heard(self, now):
        """The link has said something."""

    def touched(self):
        """A switch has changed."""

    def act(self, now, waiting):
        """Do a slice of the work for sides that no hand plays; gives the next moment, or None.

        waiting(): whether a switch has changed since; thinking gives way to it.
        """

    def turn(self, texts):
        """Steps, by their texts, of a side that no hand plays; ValueError if one is illegal."""
        raise ValueError("nobody plays this side here")

    # -- what they want

    def confirm(self):
        """OK during the game: accepts what is offered, else answers the reader."""
        play = self._play
        if play.game.offered == "resign":
            self.resign()
        elif play.game.offered:
            play.agree((), "agreed")
        else:
            play.confirm()

    def again(self):
        """OK after the end: whether it offers another game instead of leaving this one."""
        return False

    def offer(self, what):
        """A person offers to "resign" or a "draw"."""
        self._play.game.offer(what)

    def resign(self):
        """The side to move gives up; if no person plays it, the only person's side does."""
        play = self._play
        people = [side for side in range(len(play.sides())) if not play.barred[side]]
        play.resign(people)

    def undo(self, whole_turn):
        """Withdraw whatever is pending, else take back the last step or all steps of a turn."""
        if not self.withdraw():
            self._play.undo(whole_turn)

    def withdraw(self):
        """Take back an offer, an agreed end, a question or a step under way; False if none."""
        play = self._play
        if play.game.offered:
            play.game.offer("")
        elif play.game.agreed():
            play.game.reopen()
        elif play.asks():
            play.take_back()  # a step that is asked about or proposed is not committed yet
        else:
            return play.give_back()
        return True


class Seats:
    """Needs the `Play`, what hands do, and time; people play every side that nobody else has.

    players   who sits at the board: `People` or a subclass
    """

    def __init__(self, play):
        self._play = play
        self._people = People(play)
        self.players = self._people

    def others(self):
        """The `Players` of the game, created if needed; ValueError without a game."""
        if self._play.game is None:
            raise ValueError("there is no game to take a seat in")
        if self.players is self._people:
            with Lent("tourelle.players"):  # heap that people can use; `showing` is needed later
                from tourelle import showing  # noqa: F401
                from tourelle.players import players_of

            tidy()  # so that they lie with the rest of the heap
            self.sit(players_of(self._play))
        return self.players

    def sit(self, players):
        """From now on these play, `Players` or a `Lesson`, and are told what happens."""
        self.dismiss()
        self.players = players
        self._play.observe(players)

    def give(self, side, who):
        """Give a side, by its letter, to "hand", "host" or "board 3"; ValueError."""
        players = self.others()
        players.give(side, who)
        if players.idle():
            self.dismiss()  # else they would sit in the middle of the free heap
        self._play.aftermath.tidy_up()

    def ask_hint(self):
        """Find a step for the person whose turn it is; ValueError if it is no person's turn."""
        self.others().ask_hint()

    def dismiss(self):
        """People play all sides."""
        if self.players is not self._people:
            self._play.ignore(self.players)
            self.players.close()
            self.players = self._people
            for side in range(len(self._play.sides())):
                self._play.bar(side, False)

    def start(self, position, opening):
        """Play from a position; the players of the last game stay if it is of the same kind."""
        if self.players.name != position.NAME:
            self.dismiss()
        self._play.start(position, opening)
        self.players.begin()

    def resumed(self, crashed=False):
        """Give each side to its player in the game's record, or else to a person.

        crashed: people play for the board, which may have run out of memory to think.
        """
        self.dismiss()
        for side, who in self._play.journal.kept("seat"):
            if side not in tuple(self._play.sides()):
                continue  # given while players were joining, and nobody joined there
            try:
                if crashed and level(who):
                    raise ValueError("the board has crashed")
                if who == LESSON:
                    with Lent("tourelle.lesson"):
                        from tourelle.lesson import Lesson
                    self.sit(Lesson(self._play))
                elif who != HAND:
                    self.others().seat(side, who)
            except (ValueError,) + UNREADABLE as error:
                if who == AWAY:  # no person at this board plays it
                    self._play.bar(self._play.sides().index(side), True)
                now = "Nobody" if who == AWAY else "A person"
                self._play.report.say("%s plays %s now: %s" % (now, side, error))
        self.tell()

    def tell(self):
        """Report who plays each side, unless people play all of them."""
        if self._play.game is not None:
            self.players.tell()

    def play_turn(self, texts):
        """Play the steps with these texts; ValueError if one is not legal.

        Steps of a side that no hand plays are shown one by one.
        """
        if self._play.barred[self._play.position.turn]:
            self.players.turn(texts)
        else:
            for text in texts:
                self._play.choose(self._play.position.parse_move(text))

    def undo(self, whole_turn=False):
        """Undo a step or a whole turn, if there is a game."""
        if self._play.game is not None:
            self.players.undo(whole_turn)
