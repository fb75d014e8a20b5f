"""Who sits at the board, and what they wish: people, until another player is given a side."""

from tourelle.game import Observer
from tourelle.memory import UNREADABLE, Lent, tidy


class People(Observer):
    """Hands play all sides. Whoever else sits at a board (`Players`, a `Lesson`) is a kind of this.

    name    of the games that they play; None: of any
    hint    a step that is shown to a person, or None
    """

    name: "str | None" = None
    hint: "int | None" = None

    def __init__(self, play):
        """play: the `Play`."""
        self._play = play

    def begin(self):
        """Another game of the kind begins."""

    def tell(self):
        """Report who plays each side, where hands do not play all of them."""

    def waits(self, position):
        """Whether the board waits for a step that no hand makes."""
        return False

    def gone(self, position):
        """Whether who has to play is gone."""
        return False

    def close(self):
        """They play no more."""

    # -- what happens

    def heard(self, now):
        """The link has said something."""

    def touched(self):
        """A switch has changed."""

    def act(self, now, waiting):
        """A slice of what is done where no hand plays; gives the moment of the next, or None.

        waiting(): whether a switch has changed since; thinking gives way to it.
        """

    def turn(self, texts):
        """Steps, by their texts, for a side that no hand plays; ValueError where one is illegal."""
        raise ValueError("nobody plays this side here")

    # -- what they wish

    def confirm(self):
        """OK, while the game goes on: to what is offered, else to what the reader asks."""
        play = self._play
        if play.game.offered == "resign":
            self.resign()
        elif play.game.offered:
            play.agree((), "agreed")
        else:
            play.confirm()

    def again(self):
        """OK, after the end: whether it offers another game, and does not leave this one."""
        return False

    def offer(self, what):
        """A person offers to "resign" or a "draw"."""
        self._play.game.offer(what)

    def resign(self):
        """The side to move gives up; where that is not a person's, the one that is."""
        play = self._play
        people = [side for side in range(len(play.sides())) if not play.barred[side]]
        play.resign(people)

    def undo(self, whole_turn):
        """Take back the last step, or all steps of a turn; first of all what is no step."""
        if not self.withdraw():
            self._play.undo(whole_turn)

    def withdraw(self):
        """Take back an offer, an agreed end, a question, a step that was begun; False if none."""
        play = self._play
        if play.game.offered:
            play.game.offer("")
        elif play.game.agreed():
            play.game.reopen()
        elif play.asks():
            play.take_back()  # what is asked about, or offered, is not committed yet
        else:
            return play.give_back()
        return True


class Seats:
    """Needs the `Play`, what hands do, and time; people play what nobody else was given.

    players   who sits at the board: `People`, or a kind of it
    """

    def __init__(self, play):
        self._play = play
        self._people = People(play)
        self.players = self._people

    def others(self):
        """The `Players` of the game, made where there were none; ValueError without a game."""
        if self._play.game is None:
            raise ValueError("there is no game to take a seat in")
        if self.players is self._people:
            with Lent("tourelle.players"):  # heap that people can use; what is shown later is in it
                from tourelle import showing  # noqa: F401
                from tourelle.players import players_of

            tidy()  # they shall lie with the rest
            self.sit(players_of(self._play))
        return self.players

    def sit(self, players):
        """These play from here on, `Players` or a `Lesson`, and are told what happens."""
        self.dismiss()
        self.players = players
        self._play.observe(players)

    def give(self, side, who):
        """Give a side, by its letter, to "hand", "host" or "board 3"; ValueError."""
        players = self.others()
        players.give(side, who)
        if players.idle():
            self.dismiss()  # in a game that goes on they would lie in the middle of what is free
        self._play.aftermath.tidy_up()

    def ask_hint(self):
        """Have a step found for the person whose turn it is; ValueError."""
        self.others().ask_hint()

    def dismiss(self):
        """People play all sides."""
        if self.players is not self._people:
            self._play.ignore(self.players)
            self.players.close()
            self.players = self._people

    def start(self, position, opening):
        """Play from a position; who played a game of its kind before plays this one, too."""
        if self.players.name != position.NAME:
            self.dismiss()
        self._play.start(position, opening)
        self.players.begin()

    def resumed(self, crashed=False):
        """Give each side to who plays it by the record of the game, or else to a person.

        crashed: people play for the board, which may have lacked memory to think.
        """
        self.dismiss()
        for side, who in self._play.journal.kept("seat"):
            if side not in tuple(self._play.sides()):
                continue  # it was given while players joined, and nobody did there
            try:
                if crashed and who.startswith("board"):
                    raise ValueError("the board has crashed")
                if who == "lesson":
                    with Lent("tourelle.lesson"):
                        from tourelle.lesson import Lesson
                    self.sit(Lesson(self._play))
                elif who != "hand":
                    self.others().seat(side, who)
            except (ValueError,) + UNREADABLE as error:
                if who == "away":  # it is not a person's of this board
                    self._play.bar(self._play.sides().index(side), True)
                now = "Nobody" if who == "away" else "A person"
                self._play.report.say("%s plays %s now: %s" % (now, side, error))
        self.tell()

    def tell(self):
        """Report who plays each side, where people do not play all of them."""
        if self._play.game is not None:
            self.players.tell()

    def play_turn(self, texts):
        """Play the steps with these texts; ValueError where one is not legal.

        Those of a side that no hand plays are shown one by one.
        """
        if self._play.barred[self._play.position.turn]:
            self.players.turn(texts)
        else:
            for text in texts:
                self._play.choose(self._play.position.parse_move(text))

    def undo(self, whole_turn=False):
        """Undo, of a step or a whole turn, where there is a game."""
        if self._play.game is not None:
            self.players.undo(whole_turn)
