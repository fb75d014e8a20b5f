"""The game under way: committing, taking back, ending, and its record."""

from tourelle import blackbox, games
from tourelle.games import Outcome
from tourelle.journal import Journal
from tourelle.memory import tidy
from tourelle.reader import Reader
from tourelle.report import Report

# The buzzer: (Hz, ms) of each sound.
LIFT = ((1400, 15),)
COMMIT = ((1000, 40), (1500, 60))
QUESTION = ((1200, 80), (0, 60), (1200, 80))
ILLEGAL = ((220, 250),)
END = ((880, 120), (1175, 120), (1760, 300))

SETUP = "setup"
PLAY = "play"
OVER = "over"


class Play:
    """A position, what the reader makes of it, and what came before. A `Session` is around it.

    mode       SETUP, PLAY or OVER
    position   the position, with every step played pushed; None in SETUP
    reader     its `Reader`
    last       footprint of the step that was played last, or None
    steps      steps played since the start position
    verdict    the `Outcome` when the game is over, the rules' or agreed upon
    offered    what OK accepts: a draw or to resign; None where neither is offered
    over_at    when the game ended, as the session counts it
    sound      what the buzzer is to play next, or None; whoever plays it clears it
    stale      the lamps have to be set anew
    """

    def __init__(self, cells, closed, link, store, box):
        """closed: the debounced switches; store: journal and settings, see files.py.

        box: the `BlackBox` that is told what is decided.
        """
        self.cells = cells
        self.closed = closed
        self.report = Report(self, link)
        self.journal = Journal(store, self.unrecorded)
        self.box = box
        self.mode = SETUP
        self.position = None
        self.reader = None
        self.last = None
        self.verdict = None
        self.offered = None
        self.over_at = 0
        self._now = 0
        self.sound = None
        self.stale = True
        self._turns: list = []  # turns completed before each step
        self._chores: list = []  # what a commit or an undo still has to do
        self._writing = None  # the position's text for a host, while it is written

    @property
    def steps(self):
        return len(self._turns)

    def start(self, position, opening=False):
        """Play from a position; opening: it is its game's, which is put up faster than read."""
        self.finish()
        self._turns = []
        self.enter(position)
        self.journal.begin(position.opening_text() if opening else position.text())
        self.report.game()
        self._judge()

    def enter(self, position):
        """Take up a position, with its steps pushed."""
        self.position = position
        self.mode = PLAY
        self.verdict = None
        self.stale = True
        self.last = None
        self.offered = None
        self.reader = Reader(position, self.closed, self)
        self.decided(blackbox.GAME)
        self._chores.append(tidy)

    def standing(self):
        """What tells whether the game has gone on: to be compared."""
        return self.mode, self.position, self.steps

    def recover(self):
        """Something failed half-way: go on with what the journal has."""
        self._nothing()
        self.journal.finish()
        self.go_on()
        if self.mode == SETUP:
            self.report.game()

    def go_on(self, less=0):
        """Go on with the recorded game, less so many steps; one that cannot be resumed is left."""
        try:
            self.resume(less)
        except Exception as error:
            self._nothing()
            why = "the game cannot be gone on with (%s); the menu's last-game tries it again"
            self.report.fault(why % type(error).__name__)
            self.journal.abandon()

    def _nothing(self):
        """There is no game."""
        self.decided(blackbox.LEFT)
        self.mode = SETUP
        self.position = self.reader = self.verdict = self.last = None
        self._turns = []
        self._chores.clear()
        self._writing = None
        self.stale = True

    def leave(self):
        """There is no game any more; it is kept as the last game."""
        self.finish()
        self.journal.abandon()
        self._nothing()
        self.report.game()

    def resume(self, less=0):
        """Go on with the recorded game, if there is one, less so many steps.

        Lights show what differs.
        """
        found = self.journal.resume(less)
        if self.journal.lost:
            self.report.fault(self.journal.lost + "; damaged.txt on the board has all of it")
        if found is None or found[0].grid is not self.cells:
            return
        position, self._turns, end = found
        self.enter(position)
        self._find_last()
        self.reader.leading = self.reader.differ > 0
        if end:
            sides = () if end == "draw" else tuple(position.SIDES.index(c) for c in end)
            self._end(Outcome(sides, position.score(), "agreed"))
        self.report.game()
        self._judge()

    # -- what the reader does

    def play(self, move):
        """Push a step and report it."""
        position = self.position
        side = position.SIDES[position.turn]
        text = position.move_text(move)
        foot = position.footprint(move)
        if any(foot):
            self.last = foot
        self._turns.append(position.turns)
        position.push(move)
        self.offered = None
        self.report.move(self.steps, side, text)
        self.journal.step(move, text)
        self.decided(blackbox.MOVE, move)
        self._after()
        self._chores.append(self._judge)
        self.sound = COMMIT
        self.stale = True

    def take_back(self):
        """Pop the last step and report it; returns the step."""
        position = self.position
        move = position.pop()
        self.decided(blackbox.UNDO, move)
        self.mode = PLAY
        self.verdict = None
        self.report.undo(self.steps, position.move_text(move))
        self._turns.pop()
        self._find_last()
        self.journal.back()
        self._after()
        self.stale = True
        return move

    def _find_last(self):
        """See what the last step was that has changed anything."""
        self.last = None
        taken = []
        while self.last is None and len(taken) < len(self._turns):
            move = self.position.pop()
            taken.append(move)
            foot = self.position.footprint(move)
            if any(foot):
                self.last = foot
        while taken:
            self.position.push(taken.pop())

    def chore(self):
        """Do one of the things that a commit or an undo has still to do; False if there is none."""
        if not self._chores:
            return False
        self._chores.pop(0)()
        return True

    def write(self):
        """Write a bit of the position for a host that follows; False if there is none to write."""
        if self._writing is None:
            return False
        text = self.position.write_on(self._writing)
        if text is not None:
            self._writing = None
            self.report.position(text)
        return True

    def finish(self):
        """Do at once what a commit or an undo has still to do."""
        while self.chore() or self.write():
            pass

    def unrecorded(self, why):
        """The game cannot be recorded any more; it goes on. why: in words."""
        self.report.fault(why)
        self.sound = ILLEGAL

    def _after(self):
        """Note what a step played or taken back has left to do."""
        self._chores += [self.report.standing, tidy]
        self._writing = self.position.writing() if self.report.following else None

    def asked(self):
        """A question or a proposal is lit; silently, where a piece may only be in the hand."""
        reader = self.reader
        self.stale = True
        proposed = reader.proposed is not None
        self.decided(blackbox.PROPOSED if proposed else blackbox.QUESTION)
        held = reader.differ == 1 and not self.closed[reader.differing[0]]
        if proposed or not held:
            self.sound = QUESTION

    def refused(self):
        """Nothing fits: the way back is lit."""
        self.decided(blackbox.WAY_BACK)
        self.sound = ILLEGAL
        self.stale = True

    def push_text(self, text):
        """Play a step of the host's; ValueError if it is not legal. The hands follow by light."""
        reader = self.reader
        reader.choose(self.position.parse_move(text))
        reader.leading = reader.differ > 0

    def decided(self, what, move=0):
        """Note a decision for the black box; move: a step that is played or taken back."""
        self.box.decided(what, self.steps, move)

    # -- ends

    def _judge(self):
        outcome = self.position.outcome() if self.mode == PLAY else None
        if outcome is not None:
            self._end(outcome)
            self.report.over()

    def _end(self, outcome):
        self.verdict = outcome
        self.mode = OVER
        self.decided(blackbox.OVER)
        self.over_at = self._now
        self.sound = END
        self.stale = True

    def agree(self, winners, why):
        """The players end the game; winners are sides, none is a draw."""
        self.finish()
        sides = self.position.SIDES
        self._end(Outcome(winners, self.position.score(), why))
        self.journal.end("".join([sides[side] for side in winners]) or "draw")
        self.report.over()

    def offer_resign(self):
        """The side to move gives up, if OK says so."""
        self._offer(self.resign, "The side to move resigns: OK accepts, a move or undo declines.")

    def resign(self):
        """The side to move gives up."""
        sides = range(len(self.position.SIDES))
        self.agree(tuple(s for s in sides if s != self.position.turn), "resigned")

    def offer_draw(self):
        """Offer a draw: OK accepts it; a move or undo declines."""
        self._offer(
            lambda: self.agree((), "agreed"),
            "A draw is offered: OK accepts, a move or undo declines.",
        )

    def _offer(self, accept, words):
        self.offered = accept
        self.stale = True
        self.report.say(words)
        self.sound = QUESTION

    def undo(self, whole_turn=False):
        """Take back the last step, or all steps of a turn."""
        self.stale = True
        if self.position is None:
            return
        if self.offered:
            self.offered = None
            self.report.say("That is declined.")
        elif self.mode == OVER and self.position.outcome() is None:
            self.mode = PLAY  # resigned, or agreed upon
            self.verdict = None
            self.journal.back()
            self.report.game()
        elif self.reader.question and not self.reader.leading:
            self.reader.undo()  # what it asks about is not committed yet
        elif not self._turns:
            self.report.say("There is nothing to take back.")
            self.sound = ILLEGAL
        else:
            turn = self._turns[-1]
            self.reader.undo()
            while self._turns and (self._goes_on() or (whole_turn and self._turns[-1] == turn)):
                self.reader.undo()

    def _goes_on(self):
        """Whether an undo must not stop here.

        The side to move can only pass, or the last step went without saying.
        """
        if self._passes():
            return True
        position = self.position
        last = position.pop()
        goes_on = position.implied(last) and not self._passes()
        position.push(last)
        return goes_on

    def _passes(self):
        """Whether the only legal step is one that changes nothing."""
        moves = list(self.position.legal_moves())
        return len(moves) == 1 and not any(self.position.footprint(moves[0]))

    def record(self, first, count):
        """The game so far: `count` steps from number `first` on, or its start position's text (0).

        ValueError where there is no game.
        """
        if self.position is None:
            raise ValueError("no game is under way")
        self.finish()
        told = self.journal.told(first, count)
        return told if first else games.read(told).text()
