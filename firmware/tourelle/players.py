"""The players of a game's sides: hands, the board's own search, a host; see player.py.

Loaded by `Seats` when people do not play all sides, or somebody wants a hint. It sits above the
game: it observes what happens there, and tells the game to show, offer and take back.
"""

from collections import namedtuple

from tourelle.clock import passed
from tourelle.kernels import const
from tourelle.memory import Lent
from tourelle.people import People
from tourelle.play import PLAY
from tourelle.player import Host, Person
from tourelle.sound import QUESTION
from tourelle.timers import SOON
from tourelle.who import STRONGEST, level

_KINDS = {kind.text: kind for kind in (Person, Host)}  # all but the board, which has levels

# What can be under way, one at a time, and the value that a `Plan` then has.
_PLAYING = const(0)  # whoever has the turn plays; texts of the steps still to come in a host's turn
_TAKING_BACK = const(1)  # steps are taken back one by one; how many will be left
_ADVISING = const(2)  # the search looks for a hint; None
_HINTING = const(3)  # a hint is lit; the step
_OFFERING = const(4)  # a draw is offered once hands have carried out a step; the `Player` of it

Plan = namedtuple("Plan", ("what", "value"))

_PLAY_ON = Plan(_PLAYING, ())  # nothing else


class Players(People):
    """Plays the sides that no hand plays, in a game in progress.

    by_side   the `Player` of each side that the game has now (list)
    paused    whether nobody goes on until OK, a host's step, or a side that changes hands
    """

    def __init__(self, play, journal, outputs):
        """play: the `Play`, in which a game has begun; outputs: the `Outputs` of the session."""
        super().__init__(play)
        self._journal = journal
        self._report = outputs.report
        self._sound = outputs.sound
        self._name = play.position.NAME
        self._person = Person()
        self.by_side: list = [self._person] * len(play.sides())
        self._plan = _PLAY_ON  # what is under way
        self.paused = False
        self._thinker = None  # thinks for the board's sides and about hints; see thinking.py
        self._resting_since = None  # since when the hands have been at rest

    @property
    def hint(self):
        return self._plan.value if self._plan.what == _HINTING else None

    # -- who plays

    def stays(self, position):
        return position.NAME == self._name

    def _follow_sides(self, position):
        """Follow the game's sides, which come and go as players join; a person plays a new one."""
        new = len(position.SIDES) - len(self.by_side)
        if new:
            self.by_side = self.by_side[: len(position.SIDES)] + [self._person] * new
            self._play.bar(self.handless())

    def handless(self):
        return [side for side, player in enumerate(self.by_side) if not player.hands]

    def give(self, letter, who):
        """Give a side to "hand", "host" or "board 3"; ValueError says what is wrong."""
        self.seat(letter, who)
        self._journal.keep("seat", letter, who)
        self._report.emit("seat", letter, who)

    def seat(self, letter, who):
        """`give`, for a seat that the game's record has already."""
        play = self._play
        sides = play.sides()
        if letter not in sides:
            raise ValueError("no side '%s'; there are: %s" % (letter, ", ".join(sides)))
        player = self._player(who)
        side = sides.index(letter)
        self.by_side[side] = player
        if play.game.offered:
            play.game.set_offer("")  # it was meant for those who sat there
        self._end_pause()
        what = self._plan.what
        if what == _OFFERING or (what == _PLAYING and side == play.position.turn):
            self._plan = _PLAY_ON  # what was to come was for, or from, those who sat there
        play.bar(self.handless())

    def _player(self, who):
        """The `Player` for "hand", "host" or "board 3"."""
        kind = _KINDS.get(who)
        if kind is not None:
            return kind()
        number = level(who)
        if not number:
            known = "a seat is hand, host, or board 1 to board %d" % STRONGEST
            raise ValueError("%s, not '%s'" % (known, who))
        self._need_thinker().take_table()
        from tourelle.thinking import Board

        return Board(number, self._thinker)

    def begin(self):
        """Another game of the same kind begins, with the same players."""
        position = self._play.position
        self._follow_sides(position)
        self.paused = False
        self._afresh(_PLAY_ON)
        if self._thinker is not None:
            self._thinker.begin()
        for side, player in enumerate(self.by_side):
            player.begin()
            if not player.hands:
                self._journal.keep("seat", position.SIDES[side], player.text)
        self.tell()

    def tell(self):
        """Report who plays each side."""
        for side, player in enumerate(self.by_side):
            self._report.emit("seat", self._play.position.SIDES[side], player.text)
        self._tell_hint()

    def _tell_hint(self):
        if self.hint is not None:
            self._report.emit("hint", self._play.position.move_text(self.hint))

    def _mover(self):
        """The player whose turn it is."""
        return self.by_side[self._play.position.turn]

    def waits(self):
        """Whether the board is waiting for a step that no hand makes."""
        return not (self._mover().hands or self.paused)

    def idle(self):
        """Whether people play all sides again, and there is nothing to show or take back."""
        return self._plan.what == _PLAYING and not (self.handless() or self._thinker)

    def gone(self):
        """Whether the player whose turn it is has gone."""
        return self._mover().gone

    def close(self):
        """Stop playing."""
        self.by_side = []
        self._afresh()

    # -- thinking

    def _need_thinker(self):
        """The `Thinker`; ValueError if nothing can play the game or there is no room."""
        if self._thinker is None:
            with Lent("tourelle.thinking"):
                from tourelle.thinking import Thinker

            self._thinker = Thinker(self._play.position.NAME)
        return self._thinker

    def _let_go_of_search(self):
        """Unload the search if nobody needs it."""
        if self._thinker is None or self._plan.what == _ADVISING:
            return
        if not any(player.thinks for player in self.by_side):
            self._thinker.release()
            self._thinker = None

    def ask_hint(self):
        """Find a step that the board would play, for the person whose turn it is; ValueError."""
        if not self._mover().hands:
            raise ValueError("a hint is for a person, and it is not a person's turn")
        if self._plan.what == _TAKING_BACK:
            raise ValueError("there is no hint while steps are taken back")
        self._need_thinker()
        self._afresh(Plan(_ADVISING, None))

    # -- what happens

    def _afresh(self, plan=None):
        """Start over: drop a hint, earlier thoughts, and how long the hands have rested.

        plan: what is under way from now on; None: what was, unless that is a hint.
        """
        if self.hint is not None:
            self._report.emit("hint none")
        if plan or self._plan.what in (_ADVISING, _HINTING):
            self._plan = plan or _PLAY_ON
        self._resting_since = None
        self._play.relight()
        if self._thinker is not None:
            self._thinker.afresh()
        for player in self.by_side:
            player.afresh()
        self._let_go_of_search()

    def moved(self, position, played):
        self._follow_sides(position)
        self.paused = self.paused and not played
        going_on = not played and self._plan.what == _TAKING_BACK
        going_on = going_on and self._play.step_count > self._plan.value
        self._afresh(None if going_on else _PLAY_ON)
        if self._thinker is not None:
            self._thinker.note(position)

    def ended(self, number, position, verdict, agreed):
        self._afresh()  # nobody thinks about a hint any more, and none is shown

    def left(self):
        self._afresh(_PLAY_ON)

    def hands_moved(self):
        self._resting_since = None

    def link_spoke(self, now):
        """The link has said something: whoever was gone is back."""
        for player in self.by_side:
            if player.gone:
                self._play.relight()
            player.link_spoke(now)

    # -- time

    def act(self, now, waiting):
        """Do a slice of the work for sides that no hand plays; returns when to do the next.

        waiting(): whether a switch has changed meanwhile; thinking gives way to it.
        """
        if not self._play.ready_for_step():
            return None
        if self._resting_since is None:
            self._resting_since = now
        go_on = _ACTS.get(self._plan.what)
        return go_on and go_on(self, now, waiting)

    def _take_next_back(self, now, waiting):
        """Take one more step back; that leads the hands to where it began."""
        self._play.take_back()
        return SOON

    def _advise(self, now, waiting):
        """Think about a hint until one is found."""
        step = self._thinker.advise(self._play.position, now, waiting)
        if step is None:
            return SOON
        self._plan = Plan(_HINTING, step)
        self._let_go_of_search()
        self._tell_hint()
        self._sound.play(QUESTION)
        self._play.relight()
        return None

    def _play_on(self, now, waiting):
        """Show the next step of a host's turn, or ask the player whose turn it is for one."""
        play = self._play
        position = play.position
        if not self.waits():
            return None
        if self._plan.value:
            self._play_for(self._plan.value)
            return SOON
        player = self._mover()
        was_gone = player.gone
        move = player.step(position, now, passed(now, self._resting_since), waiting)
        if move is not None:
            turns = position.turns
            play.play_move(move)
            if position.turns > turns and self._their_sides() and player.offers_draw(position):
                self._plan = Plan(_OFFERING, player)
            return SOON
        if player.gone and not was_gone:
            play.warn(player.absence)
            play.relight()
        return player.at

    def _offer_draw(self, now, waiting):
        """The hands have carried out the step with which a draw is offered."""
        play = self._play
        player = self._plan.value
        self._plan = _PLAY_ON
        play.finish()
        if play.mode == PLAY:
            play.game.set_offer("draw")
            player.offered_draw(play.position)
            play.relight()

    def _play_for(self, texts):
        """Show the first step; the next one follows when hands have carried it out."""
        # The plan comes after the step: `moved` drops the one before.
        self._play.play_move(self._play.position.parse_move(texts[0]))
        self._plan = Plan(_PLAYING, tuple(texts[1:]))

    # -- the buttons

    def undo(self, whole_turn):
        """Undo: go back to before a person's last decision, or before its whole turn."""
        game = self._play.game
        if self.cancel():
            return
        if self.hint is not None:
            self._afresh()
            return
        if not self.handless():
            self._take_back(whole_turn)
            return
        sides = self._their_sides()
        self._afresh()
        if sides:
            self._undo_to(game.before_decision(sides, whole_turn))
        elif self.paused:
            self._undo_to(game.before_turn())
        else:
            self._pause()

    def _pause(self):
        """No person plays: nobody goes on until OK; what is over goes back to its last turn."""
        play = self._play
        self.paused = True
        if play.mode != PLAY:
            self._undo_to(play.game.before_turn())
        self._report.say("The game is paused: press OK to go on.")

    def _end_pause(self):
        """End the pause, if there is one: what was under way goes on. All players think afresh."""
        self.paused = False
        self._afresh()

    def _undo_to(self, back_to):
        """Take steps back until `back_to` are left, if all players agree; None: there is none."""
        if back_to is None:
            self._nothing_to_take_back()
        elif all(player.accepts_undo() for player in self.by_side):
            self._plan = Plan(_TAKING_BACK, back_to)  # first: `moved` asks whether to go on
            self._play.take_back()
        else:
            self._ask_undo(back_to)

    def _ask_undo(self, back_to):
        """Ask the players who do not let steps be taken back; here nobody can be asked."""
        self._play.warn("Not every player lets a step be taken back.")

    def confirm(self):
        play = self._play
        player = self._mover()
        if not play.rests():
            super().confirm()
        elif self.paused:
            self._end_pause()
        elif player.gone and player.heir:
            self.give(play.position.SIDES[play.position.turn], player.heir)
        elif self.hint is not None:
            play.play_shown(self.hint)
        else:
            super().confirm()

    def offer(self, what):
        if what != "draw" or not self._settle_draw():
            super().offer(what)

    def _settle_draw(self):
        """A person offers a draw; returns whether the answers of the others settle it."""
        play = self._play
        answers = [player.accepts_draw(play.position) for player in self.by_side]
        if False in answers:
            play.warn("The draw is declined.")
        elif answers.count(True) == len(answers) - 1:
            self._report.say("The draw is accepted.")
            play.agree()
        else:
            return False
        return True


# How a plan goes on once the hands are at rest; the others wait for somebody.
_ACTS = {
    _PLAYING: Players._play_on,
    _TAKING_BACK: Players._take_next_back,
    _ADVISING: Players._advise,
    _OFFERING: Players._offer_draw,
}
