"""The game that is played: its position, the steps so far, and its end."""

from tourelle.games import Footprint, Outcome


class Observer:
    """Is told, as values, what happens in a `Game`."""

    def played(self, number, side, move, text):
        """A step was played, from number 1 on: its side's letter, its own number, its notation."""

    def undone(self, number, move, text):
        """That step was taken back."""

    def moved(self, position, played):
        """What was decided at once is done; played: steps were played, not only taken back."""

    def ended(self, number, position, verdict, agreed):
        """The game is over after so many steps; agreed: since its players said so."""

    def reopened(self, position):
        """What the players had said was taken back."""

    def offered(self, what):
        """A player offers to "resign" or a "draw"; "": what was offered is declined."""


def _anew(cells):
    """The same bytes, made now; a single cell's are the grid's own, see `games.footprint`."""
    return cells if len(cells) < 2 else bytes(bytearray(cells))


class Game:
    """Needs a position; gives what happens in it to its observers.

    position   with every step pushed
    turns      turns that were completed before each step (list)
    last       footprint of the last step that changed anything, or None
    verdict    the `Outcome` once the game is over, else None
    offered    what OK accepts: "resign", "draw", or what boards that share a game offer each other
               ("undo 3", "rematch", see away.py); "" for nothing
    """

    def __init__(self, position, observers, turns=(), end=""):
        """turns: of the steps that are pushed already; end: that players agreed on, see journal."""
        self.position = position
        self.turns = list(turns)
        self.verdict = None
        if end:
            winners = () if end == "draw" else tuple(position.SIDES.index(side) for side in end)
            self.verdict = Outcome(winners, position.score(), "agreed")
        self.offered = ""
        self._observers = observers
        self.last = self._find_last()

    @property
    def steps(self):
        """Steps played since the start position."""
        return len(self.turns)

    # -- steps

    def follow(self, back, moves):
        """Take back so many steps, then play these legal ones."""
        for _ in range(back):
            self._take_back()
        for move in moves:
            self._play(move)
            self.offered = ""
        for observer in self._observers:
            observer.moved(self.position, len(moves) > 0)

    def _play(self, move):
        position = self.position
        side = position.SIDES[position.turn]
        text = position.move_text(move)
        foot = position.footprint(move)
        if any(foot):
            self.last = foot
        self.turns += (position.turns,)  # `append` doubles the room, in one piece
        position.push(move)
        for observer in self._observers:
            observer.played(self.steps, side, move, text)

    def _take_back(self):
        """The last step, and with it the game's end."""
        position = self.position
        move = position.pop()
        number = self.steps
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
        """The heap was tidied up: what stays shall lie with the rest, not where it was made."""
        if self.last is not None:
            self.last = Footprint(*[_anew(cells) for cells in self.last])
        self.turns = self.turns[:]
        self.position.compact()

    def before_turn(self):
        """How many steps there were before the last turn that was begun; None for none."""
        return self.turns.index(self.turns[-1]) if self.turns else None

    def before_decision(self, people, whole_turn):
        """How many steps there were before the last one that these sides decided; None for none.

        whole_turn: before its whole turn.
        """
        position = self.position
        taken = []
        found = None
        while found is None and len(taken) < self.steps:
            taken.append(position.pop())
            if position.turn in people and not self._passes() and not position.implied(taken[-1]):
                found = self.steps - len(taken)
        while taken:
            position.push(taken.pop())
        if found is not None and whole_turn:
            found = self.turns.index(self.turns[found])
        return found

    def stands_alone(self):
        """Whether the last step is no place for an undo to stop at.

        The side to move can only pass, or the last step went without saying.
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
        moves = list(self.position.legal_moves())
        return len(moves) == 1 and not any(self.position.footprint(moves[0]))

    # -- the end

    def judge(self):
        """End the game where the rules do; True if they do so now."""
        outcome = self.position.outcome() if self.verdict is None else None
        if outcome is not None:
            self._end(outcome, False)
        return outcome is not None

    def offer(self, what):
        """A player offers to "resign" or a "draw": OK accepts, a move declines; "": declined."""
        self.offered = what
        for observer in self._observers:
            observer.offered(what)

    def ask(self, what):
        """The same where it is asked by who is elsewhere: lit, and not said; "": no more."""
        self.offered = what

    def resign(self, people):
        """The side to move gives up; where it is none of these people's, theirs if it is one."""
        loser = self.position.turn
        if loser not in people and len(people) == 1:
            loser = people[0]
        others = tuple(side for side in range(len(self.position.SIDES)) if side != loser)
        self.agree(others, "resigned")

    def agree(self, winners, why):
        """The players end it; winners are sides, none is a draw."""
        self._end(Outcome(winners, self.position.score(), why), True)

    def _end(self, outcome, agreed):
        self.verdict = outcome
        self.offered = ""
        for observer in self._observers:
            observer.ended(self.steps, self.position, outcome, agreed)

    def agreed(self):
        """Whether it is over since the players said so."""
        return self.verdict is not None and self.position.outcome() is None

    def reopen(self):
        """Go on with a game that the players had ended."""
        self.verdict = None
        for observer in self._observers:
            observer.reopened(self.position)
