"""People at the board, who play all sides: what they want, and what OK and Undo mean.

Anyone else at a board (`Players`, a `Lesson`) is a subclass of `People`.
"""

from tourelle.game import Observer


class People(Observer):
    """Hands play all sides, unless they are barred from some."""

    def __init__(self, play):
        """play: the `Play`."""
        self._play = play

    @property
    def hint(self):
        """The step that is shown to a person, or None."""
        return None

    def handless(self):
        """The numbers of the sides that no hand plays while these players sit at the board."""
        return ()

    def _their_sides(self):
        """The numbers of the sides that people at this board play."""
        play = self._play
        return [side for side in range(len(play.sides())) if not play.barred[side]]

    def stays(self, position):
        """Whether they play the next game, too, which begins from this position."""
        return not any(self._play.barred)

    def begin(self):
        """Another game of the same kind begins."""

    def tell(self):
        """Report who plays each side, unless hands play all of them."""

    def check_free(self):
        """ValueError, in words, where no side can be given to anyone else."""

    def waits(self):
        """Whether the board is waiting for a step that no hand makes."""
        return False

    def gone(self):
        """Whether the player whose turn it is has gone."""
        return False

    def idle(self):
        """Whether plain `People` would do instead, so that this can be dropped."""
        return False

    def close(self):
        """Stop playing."""

    # -- what happens

    def reopened(self, position):
        self.tell()  # the game was told anew

    def link_spoke(self, now):
        """The link has said something."""

    def hands_moved(self):
        """A switch has changed: the hands are not at rest."""

    def act(self, now, waiting):
        """Do a slice of the work for sides that no hand plays; returns when to go on, or None.

        waiting(): whether a switch has changed meanwhile; thinking gives way to it.
        """

    def play_turn(self, texts):
        """Play the steps with these texts; ValueError if one is illegal, or nobody here may."""
        play = self._play
        if play.barred[play.position.turn]:
            self._play_for(texts)
        else:
            for text in texts:
                play.play_move(play.position.parse_move(text))

    def _play_for(self, texts):
        """`play_turn` for a side that no hand plays."""
        raise ValueError("nobody plays this side here")

    # -- what people want

    def ask_hint(self):
        """Find a step for the person whose turn it is; ValueError where there is none to be had."""
        raise ValueError("nobody here has a hint")

    def confirm(self):
        """OK during the game: accept what is offered, else answer the reader."""
        play = self._play
        if play.game.offered == "resign":
            self.resign()
        elif play.game.offered:
            play.agree()
        else:
            play.confirm()

    def again(self):
        """OK after the end: offer another game; False if OK leaves this one instead."""
        return False

    def offer(self, what):
        """A person offers "resign" or "draw"."""
        if what != "resign" or self._loser() is not None:
            self._play.game.set_offer(what)

    def resign(self):
        """The side to move gives up; if no person plays it, the only person's side does."""
        loser = self._loser()
        if loser is not None:
            self._play.agree((loser,))

    def _loser(self):
        """The side that gives up; None, after saying why, if it could be one of several."""
        play = self._play
        sides = self._their_sides()
        turn = play.position.turn
        if turn in sides or not sides:
            return turn
        if len(sides) == 1:
            return sides[0]
        play.warn("Several people are playing: resign on your own turn.")
        return None

    def undo(self, whole_turn):
        """Cancel whatever is pending, else take back the last step or all steps of a turn."""
        if not self.cancel():
            self._take_back(whole_turn)

    def _take_back(self, whole_turn=False):
        """Take back the last step, or all steps of a turn."""
        play = self._play
        turns = play.game.turns
        if not turns:
            self._nothing_to_take_back()
            return
        turn = turns[-1]
        play.take_back()
        while turns and (play.game.undo_goes_on() or (whole_turn and turns[-1] == turn)):
            play.take_back()

    def _nothing_to_take_back(self):
        """Say so; but if a question is lit, answer it: none of its steps was made."""
        if not self._play.decline(led=True):
            self._play.warn("There is nothing to take back.")

    def cancel(self):
        """Decline an offer; cancel an agreed end, a question or a step under way. False if none."""
        play = self._play
        if play.game.offered:
            play.game.set_offer("")
        elif play.game.agreed():
            play.game.reopen()
        else:
            return play.decline() or play.give_back()
        return True
