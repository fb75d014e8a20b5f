"""Who plays each side: people, the board's own search, a host.

Loaded where a person does not play all sides, or wants a hint. It stands above the game: it is
told what happens there, and asks it to show, to offer and to take back. Nothing below knows it.
"""

from tourelle.clock import later, passed
from tourelle.game import Observer
from tourelle.games.position import digits, is_number
from tourelle.kernels import const
from tourelle.memory import Lent
from tourelle.play import PLAY
from tourelle.sound import ILLEGAL, QUESTION
from tourelle.timers import SOON

GONE_MS = 10000  # a host that has to play and was not heard for so long is gone
_STRONGEST = const(6)


class Player:
    """Who plays a side. Of these, one each for people, the board's search and a host.

    text    as the link and the journal have it: "hand", "host", "board 3"
    hands   hands make its steps; else light leads them to carry out what `step` gives
    thinks  it needs the board's search
    gone    it has to play, and was not heard of for long
    at      when `step` has something to do again, as it left it; None: not before it is heard of
    """

    hands = False
    thinks = False
    gone = False
    at: "int | None" = None

    def __init__(self, text):
        self.text = text

    def begin(self):
        """Another game begins."""

    def moved(self):
        """A step was played, or taken back: what was found before does not count."""

    def heard(self, now):
        """The link has said something."""

    def step(self, position, now, rested, waiting):
        """Asked again and again in its turn: a slice of work; its step, or None for not yet.

        rested: ms for which the hands have been at rest; waiting(): whether they move again.
        """

    def takes_draw(self, position):
        """Whether it takes a draw that is offered; None: hands answer, at the board."""
        return None

    def offers_draw(self, position):
        """Whether it offers one with the step that it gives."""
        return False

    def takes_back(self, position):
        """Whether steps may be taken back without its leave."""
        return True


class Person(Player):
    """Hands at the board."""

    hands = True


class Host(Player):
    """A program on the link, which sends its steps as commands."""

    def __init__(self, text):
        super().__init__(text)
        self._heard = None  # when the link said something in its turn

    def moved(self):
        self.gone = False
        self._heard = None

    def heard(self, now):
        self.gone = False
        self._heard = now

    def step(self, position, now, rested, waiting):
        if self._heard is None:
            self._heard = now
        self.gone = passed(now, self._heard) >= GONE_MS
        self.at = None if self.gone else later(self._heard, GONE_MS)


def level(text):
    """The level that "board 3" names; 0 for "hand" and "host"; ValueError for other words."""
    who, _, rest = text.partition(" ")
    if who in ("hand", "host") and not rest:
        return 0
    number = digits(rest) if is_number(rest) else 0
    if who != "board" or not 1 <= number <= _STRONGEST:
        raise ValueError("a seat is hand, host, or board 1 to board 6, not '%s'" % text)
    return number


class Players(Observer):
    """Needs a game that is played, what hands do, and time; plays for those who have no hands.

    name    of the game
    by_side the `Player` of each side (list)
    hint    a step that a person asked for, or None
    paused  nobody thinks until somebody says so
    """

    def __init__(self, play):
        """play: the `Play`, in which a game has begun."""
        self._play = play
        self.name = play.position.NAME
        person = Person("hand")
        self.by_side: list = [person for _ in play.position.SIDES]
        self.hint = None
        self.paused = False
        self._thinker = None  # what thinks for the board's sides and about hints; see thinking.py
        self._advising = False  # it thinks about a hint
        self._to_come: list = []  # texts of the further steps of a host's turn
        self._back_to = None  # the hands are led back to so many steps; None: they are not
        self._rested = None  # since when the hands are at rest

    # -- who plays

    def give(self, letter, text):
        """Give a side to "hand", "host" or "board 3"; ValueError names what is wrong."""
        self.seat(letter, text)
        self._play.journal.seat(letter, text)
        self._play.report.seat(letter, text)

    def seat(self, letter, text):
        """The same, as the record of the game has it already."""
        play = self._play
        position = play.position
        if len(letter) != 1 or letter not in position.SIDES:
            known = ", ".join(position.SIDES)
            raise ValueError("no side '%s'; there are: %s" % (letter, known))
        player = self._player(text)
        side = position.SIDES.index(letter)
        self.by_side[side] = player
        self._afresh()
        self._let_go()
        play.bar(side, not player.hands)

    def _player(self, text):
        """Who is meant by "hand", "host" or "board 3"."""
        number = level(text)
        if not number:
            return Person(text) if text == "hand" else Host(text)
        thinker = self._think(True)
        from tourelle.thinking import Board

        return Board(text, number, thinker)

    def begin(self):
        """Another game of the kind begins, with the same players."""
        play = self._play
        self._afresh()
        self.paused = False
        self._to_come = []
        self._back_to = None
        if self._thinker is not None:
            self._thinker.begin()
        for side, player in enumerate(self.by_side):
            player.begin()
            if not player.hands:
                play.journal.seat(play.position.SIDES[side], player.text)
                play.bar(side, True)
        self.tell()

    def tell(self):
        """Report who plays each side."""
        for side, player in enumerate(self.by_side):
            self._play.report.seat(self._play.position.SIDES[side], player.text)

    def waits(self, position):
        """Whether the board waits for a step that no hand makes."""
        return not (self.by_side[position.turn].hands or self.paused)

    def gone(self, position):
        """Whether who has to play is gone."""
        return self.by_side[position.turn].gone

    def close(self):
        """They play no more."""
        self.by_side = []
        self._advising = False
        self._let_go()

    # -- thinking

    def _think(self, tabled=False):
        """The `Thinker`; ValueError where nothing can play the game, or there is no room."""
        if self._thinker is None:
            with Lent("tourelle.thinking"):
                from tourelle.thinking import Thinker

            self._thinker = Thinker(self.name)
        if tabled:
            self._thinker.take_table()
        return self._thinker

    def _let_go(self):
        """Let go of the search where nobody needs it."""
        if self._thinker is None or self._advising:
            return
        if not any(player.thinks for player in self.by_side):
            self._thinker.release()
            self._thinker = None

    def ask_hint(self):
        """Show a step that the board would play, for the person to move; ValueError."""
        if not self.by_side[self._play.position.turn].hands:
            raise ValueError("a hint is for a person, and it is not a person's turn")
        self._afresh()
        self._think()
        self._advising = True

    # -- what happens

    def _afresh(self):
        """What was thought, and how long hands have rested, does not count any more."""
        if self.hint is not None:
            self._play.report.hint("")
        self.hint = self._rested = None
        self._play.light.at = SOON
        self._advising = False
        if self._thinker is not None:
            self._thinker.afresh()
        for player in self.by_side:
            player.moved()

    def moved(self, position, played):
        self._afresh()
        if self._thinker is not None:
            self._thinker.note(position)
        self._to_come = []
        if played:
            self._back_to = None
        self._let_go()

    def touched(self):
        """A switch has changed: the hands are not at rest."""
        self._rested = None

    def heard(self, now):
        """The link has said something: who was gone is there again."""
        for player in self.by_side:
            if player.gone:
                self._play.light.at = SOON
            player.heard(now)

    # -- time

    def act(self, now, waiting):
        """A slice of what is to be done where no hand plays; gives the moment of the next.

        waiting(): whether a switch has changed since; thinking gives way to it.
        """
        play = self._play
        if play.mode != PLAY or not play.rests():
            return None
        if self._back_to is not None:
            self._go_back()
            return SOON
        if self._to_come:
            self.turn(self._to_come)
            return SOON
        if self._rested is None:
            self._rested = now
        if self._advising:
            return self._advise(now, waiting)
        return self._ask(now, waiting) if self.waits(play.position) else None

    def _advise(self, now, waiting):
        """Think about a hint, until it is found."""
        play = self._play
        self.hint = self._thinker.advise(play.position, now, waiting)
        if self.hint is None:
            return SOON
        self._advising = False
        self._let_go()
        play.report.hint(play.position.move_text(self.hint))
        play.sound.play(QUESTION)
        play.light.at = SOON
        return None

    def _ask(self, now, waiting):
        """Ask who has to play for a step; gives the moment when to ask again."""
        play = self._play
        position = play.position
        player = self.by_side[position.turn]
        was_gone = player.gone
        move = player.step(position, now, passed(now, self._rested), waiting)
        if move is not None:
            if any(other.hands for other in self.by_side) and player.offers_draw(position):
                play.game.offer("draw")
            play.choose(move)
            return SOON
        if player.gone and not was_gone:
            play.report.say("The host is gone: OK, and a person plays on for it.")
            play.sound.play(ILLEGAL)
            play.light.at = SOON
        return player.at

    def turn(self, texts):
        """Steps for a side that no hand plays: shown one by one, as hands carry them out."""
        self._play.choose(self._play.position.parse_move(texts[0]))
        self._to_come = texts[1:]

    # -- the buttons

    def undo(self, whole_turn):
        """Undo: back to a person's last decision, or of its turn; False where people play alone."""
        if self.hint is not None:
            self._afresh()
            self._let_go()
            return True
        if all(player.hands for player in self.by_side):
            return False
        play = self._play
        game = play.game
        people = [side for side, player in enumerate(self.by_side) if player.hands]
        self._afresh()
        if not people and not self.paused:
            self.paused = True
            play.report.say("The game is paused: OK goes on with it.")
        elif not all(player.takes_back(play.position) for player in self.by_side):
            play.report.say("Not every player lets a step be taken back.")
            play.sound.play(ILLEGAL)
        else:
            back_to = game.before_decision(people, whole_turn) if people else game.before_turn()
            if back_to is None:
                play.nothing_to_take_back()
            else:
                self._back_to = back_to
                self._go_back()
        return True

    def _go_back(self):
        """Take the next step back, and lead the hands to where it began."""
        play = self._play
        showing = play.reader.led.showing
        felt = any(play.reader.line.last()[1])
        play.take_back()
        if (showing is not None and not showing.begun) or not felt:
            play.lead()
        if self._back_to is not None and play.steps <= self._back_to:
            self._back_to = None

    def confirm(self):
        """OK where all is at rest; whether it is for the players."""
        play = self._play
        if self.paused:
            self.paused = False
            self._afresh()
        elif self.gone(play.position):
            self.give(play.position.SIDES[play.position.turn], "hand")
        elif self.hint is not None:
            play.show(self.hint)
        else:
            return False
        return True

    def draw(self):
        """A person offers a draw; whether the others settle it."""
        play = self._play
        answers = [player.takes_draw(play.position) for player in self.by_side]
        if False in answers:
            play.report.say("The board declines the draw.")
            play.sound.play(ILLEGAL)
        elif answers.count(True) == len(answers) - 1:
            play.report.say("The board accepts the draw.")
            play.agree((), "agreed")
        else:
            return False
        return True
