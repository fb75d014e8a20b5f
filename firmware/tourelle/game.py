"""The game being played: its position, the steps so far, and its end."""

from tourelle.games import Footprint, Outcome


class Observer:
    """Is told what happens in a `Game`. By default it does nothing."""

    def played(self, number, side, move, text):
        """A step was played. number: from 1; side: its letter; text: the step in the notation."""

    def undone(self, number, move, text):
        """That step was taken back."""

    def moved(self, position, played):
        """A whole decision was carried out; played: it played steps, not only took some back."""

    def ended(self, number, position, verdict, agreed):
        """The game is over after `number` steps; agreed: because the players said so."""

    def reopened(self, position):
        """The players took back the end that they had agreed on."""

    def offered(self, what):
        """From now on "resign" or "draw" is offered; "": nothing is any more."""

    def left(self):
        """The game is gone from the board."""


def _copied(cells):
    """A fresh copy of the bytes. A single cell's are the grid's (`games.footprint`), and stay."""
    return cells if len(cells) < 2 else bytes(bytearray(cells))


class Game:
    """A position and its history; tells its observers what happens.

    position   with every step pushed
    turns      how many turns were completed before each step (list)
    last       footprint of the last step that changed anything, or None
    verdict    the `Outcome` once the game is over, else None
    offered    what OK accepts: "resign", "draw", or an offer between boards that share a game
               ("undo 3", "rematch", see away.py); "" for nothing
    """

    def __init__(self, position, observers, turns=(), end=""):
        """turns: of the steps already pushed; end: as the players agreed on it, see journal.py."""
        self.position = position
        self.turns = list(turns)
        self.verdict = None
        if end:
            won = "" if end == "draw" else end
            self.verdict = self._agreed_on([position.SIDES.index(side) for side in won])
        self.offered = ""
        self._observers = observers
        self.last = self._find_last()

    @property
    def step_count(self):
        """Steps played since the start position."""
        return len(self.turns)

    # -- steps

    def follow(self, back, moves):
        """Take back `back` steps, then play these legal ones.

        That declines what is offered, which was meant for the position as it was.
        """
        self.offered = ""
        for _ in range(back):
            self._take_back()
        for move in moves:
            self._play(move)
        for observer in self._observers:
            observer.moved(self.position, len(moves) > 0)

    def _play(self, move):
        position = self.position
        side = position.SIDES[position.turn]
        text = position.move_text(move)
        foot = position.footprint(move)
        if any(foot):
            self.last = foot
        self.turns += (position.turns,)  # `append` would double the list, in one piece
        position.push(move)
        for observer in self._observers:
            observer.played(self.step_count, side, move, text)

    def _take_back(self):
        """Take back the last step, and with it the game's end."""
        position = self.position
        move = position.pop()
        number = self.step_count
        self.turns.pop()
        self.verdict = None
        self.last = self._find_last()
        for observer in self._observers:
            observer.undone(number, move, position.move_text(move))

    def _find_last(self):
        """The footprint of the last step that changed anything."""
        last = None
        taken = []
        while last is None and len(taken) < len(self.turns):
            move = self.position.pop()
            taken.append(move)
            foot = self.position.footprint(move)
            if any(foot):
                last = foot
        while taken:
            self.position.push(taken.pop())
        return last

    def compact(self):
        """Copy long-lived objects into the first holes of the heap, which was tidied up."""
        if self.last is not None:
            self.last = Footprint(*[_copied(cells) for cells in self.last])
        self.turns = self.turns[:]
        self.position.compact()

    def before_turn(self):
        """How many steps came before the last turn that was begun; None if no turn was."""
        return self.turns.index(self.turns[-1]) if self.turns else None

    def before_decision(self, sides, whole_turn):
        """How many steps came before the last one that these sides decided; None if there is none.

        whole_turn: count only to the start of that step's turn.
        """
        position = self.position
        taken = []
        found = None
        while found is None and len(taken) < self.step_count:
            taken.append(position.pop())
            if position.turn in sides and not self._passes() and not position.implied(taken[-1]):
                found = self.step_count - len(taken)
        while taken:
            position.push(taken.pop())
        if found is not None and whole_turn:
            found = self.turns.index(self.turns[found])
        return found

    def undo_goes_on(self):
        """Whether an undo should not stop after the last step.

        The side to move can only pass, or the last step is implied.
        """
        if self._passes():
            return True
        position = self.position
        last = position.pop()
        alone = position.implied(last) and not self._passes()
        position.push(last)
        return alone

    def _passes(self):
        """Whether the only legal step is one that changes nothing."""
        moves = self.position.legal_moves()
        first = next(moves, None)
        if first is None or next(moves, None) is not None:
            return False
        return not any(self.position.footprint(first))

    # -- the end

    def judge(self):
        """End the game if the rules do; True if they just did."""
        outcome = self.position.outcome() if self.verdict is None else None
        if outcome is not None:
            self._end(outcome, False)
        return outcome is not None

    def set_offer(self, what):
        """From now on "resign" or "draw" is offered, unless the game is over; "": nothing is.

        OK accepts it; a step or an undo declines it without a word.
        """
        if what and self.verdict is not None:
            return
        self.offered = what
        for observer in self._observers:
            observer.offered(what)

    def hear_offer(self, what):
        """From now on this is offered by another board, without telling observers; "": nothing."""
        self.offered = what

    def agree(self, losers):
        """The players end the game, unless it is over; losers: who gives up, () for a draw."""
        if self.verdict is None:
            sides = range(len(self.position.SIDES)) if losers else ()
            self._end(self._agreed_on([side for side in sides if side not in losers]), True)

    def _agreed_on(self, winners):
        """The end on which the players agree; without winners, a draw."""
        why = "resigned" if winners else "agreed"
        return Outcome(tuple(winners), self.position.score(), why)

    def _end(self, outcome, agreed):
        self.verdict = outcome
        self.offered = ""
        for observer in self._observers:
            observer.ended(self.step_count, self.position, outcome, agreed)

    def agreed(self):
        """Whether the game is over because the players said so."""
        return self.verdict is not None and self.position.outcome() is None

    def reopen(self):
        """Go on with a game that the players had ended."""
        self.verdict = None
        for observer in self._observers:
            observer.reopened(self.position)
