"""Who sits at the board: people, until another player is given a side."""

from tourelle.memory import UNREADABLE, Lent


class Seats:
    """Needs the `Play`, what hands do, and time; people play what nobody else was given.

    players   the `Players`, once somebody else than a person was given a side; a `Lesson` while
              there is one; else None
    waiting   whether a switch has changed since: thinking gives way to it
    """

    def __init__(self, play):
        self.players = None
        self.waiting = bool
        self._play = play

    def others(self):
        """The `Players` of the game, made where there were none; ValueError without a game."""
        if self._play.game is None:
            raise ValueError("there is no game to take a seat in")
        if self.players is None:
            with Lent("tourelle.players"):  # heap that people can use; what is shown later is in it
                from tourelle import showing  # noqa: F401
                from tourelle.players import players_of

            self.sit(players_of(self._play))
        return self.players

    def sit(self, players):
        """These play from here on, `Players` or a `Lesson`, and are told what happens."""
        self.dismiss()
        self.players = players
        self._play.observe(players)

    def give(self, side, who):
        """Give a side, by its letter, to "hand", "host" or "board 3"; ValueError."""
        self.others().give(side, who)

    def ask_hint(self):
        """Have a step found for the person whose turn it is; ValueError."""
        self.others().ask_hint()

    def dismiss(self):
        """People play all sides."""
        if self.players is not None:
            self._play.ignore(self.players)
            self.players.close()
            self.players = None

    def start(self, position, opening):
        """Play from a position; who played a game of its kind before plays this one, too."""
        if self.players is not None and self.players.name != position.NAME:
            self.dismiss()
        self._play.start(position, opening)
        if self.players is not None:
            self.players.begin()

    def resumed(self, crashed=False):
        """Give each side to who plays it by the record of the game, or else to a person.

        crashed: people play for the board, which may have lacked memory to think.
        """
        self.dismiss()
        for side, who in self._play.journal.kept("seat") if self._play.game else ():
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
        if self.players is not None:
            self.players.tell()

    def tell(self):
        """Report who plays each side, where people do not play all of them."""
        if self.players is not None and self._play.game is not None:
            self.players.tell()

    # -- what happens

    def heard(self, now):
        """The link has said something."""
        if self.players is not None:
            self.players.heard(now)

    def touched(self):
        """A switch has changed."""
        if self.players is not None:
            self.players.touched()

    def play_turn(self, texts):
        """Play the steps with these texts; ValueError where one is not legal.

        Those of a side that no hand plays are shown one by one.
        """
        if self._play.barred[self._play.position.turn]:
            self.players.turn(texts)
        else:
            for text in texts:
                self._play.choose(self._play.position.parse_move(text))

    def confirm(self):
        """OK, while the game goes on."""
        (self.players or self._play).confirm()

    def offer(self, what):
        """A person offers to "resign" or a "draw"."""
        (self.players or self._play.game).offer(what)

    def undo(self, whole_turn=False):
        """Take back the last step, or all steps of a turn."""
        if self.players is not None:
            self.players.undo(whole_turn)
        elif self._play.game is not None and not self._play.withdraw():
            self._play.undo(whole_turn)

    def act(self, now):
        """A slice of what is done where no hand plays; see `Players`."""
        return None if self.players is None else self.players.act(now, self.waiting)
