"""The game on the board. It follows what the reader decides until it is over or left."""

from tourelle import blackbox
from tourelle.game import Game, Observer
from tourelle.memory import tidy
from tourelle.reading.decide import ASK, INSIST, NEXT, PROPOSE, RETURN, TOUCH, WAY_BACK
from tourelle.reading.reader import Reader
from tourelle.sound import COMMIT, ILLEGAL, MAY_LIE, QUESTION
from tourelle.steps import Room
from tourelle.tidier import Tidier

MOST_SIDES = 4  # of a game

# For each kind of decision its tune, and what the black box keeps of it. The others sound only if a
# step is played; of steps the box hears from the game.
_TOLD = {
    ASK: (QUESTION, blackbox.QUESTION),
    NEXT: (QUESTION, blackbox.PROPOSED),
    PROPOSE: (QUESTION, blackbox.PROPOSED),
    TOUCH: (MAY_LIE, None),
    WAY_BACK: (ILLEGAL, blackbox.WAY_BACK),
    INSIST: (ILLEGAL, blackbox.WAY_BACK),
    RETURN: (ILLEGAL, blackbox.WAY_BACK),
}

SETUP = "setup"
PLAY = "play"
OVER = "over"


class Play:
    """Makes a recorded game from switch changes, time, and what the players want.

    game        the `Game` that is played or over; None during set-up
    reader      the `Reader` of its moves, None without a game
    journal     the `Journal`
    arrived     whether the game's pieces have stood on the board; until then it is being set up
    barred      by side, nonzero if no hand plays it (bytearray); the reader reads it, too
    tidier      the `Tidier`, which keeps the heap in one piece
    relight     asks for the lamps to be set again
    """

    def __init__(self, grid, closed, journal, aftermath, recognition, outputs, relight):
        """closed: the debounced switches; outputs: the `Outputs` of the session."""
        self.game = None
        self.reader = None
        self.journal = journal
        self.arrived = False
        self.barred = bytearray(MOST_SIDES)
        self._grid = grid
        self._closed = closed
        self._room = Room(grid.size)  # shared by all games, so that it grows only once
        self._report = outputs.report
        self._sound = outputs.sound
        self.relight = relight
        self._box = outputs.blackbox
        self._aftermath = aftermath
        self.tidier = Tidier(self._release, self._compact)
        # These are told of the end of a resumed game again; the others know it already.
        self._at_end = (self._box, self._sound, aftermath)
        # In this order: what happened is told before what others say about it; the record has it
        # before anybody else acts on it; and the players, who may want more at once, are last.
        self._observers = [self._report, journal, self.tidier] + list(self._at_end)
        self._observers += [recognition, Observer()]  # in its place `seat` puts the players

    def _release(self):
        """Let go of the steps that nobody asks for any more."""
        if self.reader is not None:
            self.reader.line.forget()

    def _compact(self):
        """Copy what stays into the first holes of the tidied-up heap. Yields after each part."""
        self.journal.compact()
        yield False
        if self.reader is not None:
            self.game.compact()
            yield False
            yield from self.reader.compact()

    @property
    def mode(self):
        """SETUP, PLAY or OVER."""
        if self.game is None:
            return SETUP
        return PLAY if self.game.verdict is None else OVER

    @property
    def position(self):
        """The game's position; None if there is no game."""
        return self.game and self.game.position

    @property
    def step_count(self):
        """How many steps of the game were played."""
        return self.game.step_count if self.game else 0

    def moment(self):
        """Changes with every event at the board: if two are equal, nothing has happened between.

        It also changes if a game has lost its reader, because there was no room for a new one.
        """
        return self._box.count, self.reader is None, self.game and self.game.verdict

    def sides(self):
        """The letters of the game's sides (tuple); none if there is no game."""
        return tuple(self.game.position.SIDES) if self.game else ()

    # -- beginning and leaving

    def start(self, position, opening):
        """Play from a position; opening: it is the start position of its game."""
        self.finish()
        self._close()
        tidy()  # a game's objects live long: they should lie with the rest of the heap
        self._start(position)
        self.journal.begin(position.opening_text() if opening else position.text())
        self.tell()

    def leave(self):
        """Leave the game; it is kept as the last one."""
        self.finish()
        self.journal.leave()
        self._leave()
        self.tell()

    def resume_last(self):
        """Resume the last game, which was left."""
        self.finish()
        self.journal.restore()
        self.recover()
        self.arrived = False  # another game's pieces, or none, stand on the board
        self.note_arrival()

    def recover(self):
        """Drop the game on the board, and resume the one in the journal."""
        self._leave()
        self.journal.finish()
        self.resume()

    def resume(self, less=0, bare=False):
        """Resume the recorded game without its last `less` steps; if that fails, leave it.

        bare: the board is empty; then also leave a game whose pieces were put away.
        """
        try:
            self._resume(less, bare)
        except Exception as error:
            self._leave()
            why = "the game cannot be resumed (%s); the menu's last-game tries it again"
            self._report.fault(why % type(error).__name__)
            self.journal.leave()
        if self.game is None:
            self.tell()

    def _resume(self, less, bare):
        """Resume the recorded game, if there is one, and light the cells that differ."""
        found = self.journal.resume(less)
        if self.journal.lost:
            self._report.fault(self.journal.lost + "; damaged.txt on the board has all of it")
        if found is None or found.position.grid is not self._grid:
            return
        # No cleared board leaves a game for which somebody elsewhere waits.
        awaited = self.journal.shared() and not found.end and found.position.outcome() is None
        if bare and any(found.position.occupancy) and not awaited:
            self.journal.leave()
            return
        self._start(found.position, found.turns, found.end)
        if found.turns:
            self.arrived = True  # they stood there when these were played
        if self.game.verdict is not None:  # as agreed; what the rules end is judged again
            for observer in self._at_end:
                observer.ended(self.step_count, self.position, self.game.verdict, True)
        self.lead()
        self.tell()

    def _start(self, position, turns=(), end=""):
        """Play from a position whose steps are pushed; turns and end: see `Game`."""
        self.game = Game(position, self._observers, turns, end)
        self._room.begin(*position.STEP_ROOM)
        self.reader = Reader(position, self._closed, self.barred, self._room)
        self.arrived = not self.reader.line.differ
        self._box.decided(blackbox.GAME, self.step_count, 0)
        self._aftermath.begin(self.game, self.reader.line)
        self.tidier.tidy_up()

    def _close(self):
        """Let go of the game's reader."""
        if self.reader is not None:
            self.tidier.stop_compacting()
            self.reader.line.release()
            self.reader = None

    def bar(self, sides):
        """From now on no hand plays the sides with these numbers; lights lead to their steps."""
        barred = bytearray([side in sides for side in range(MOST_SIDES)])
        if barred == self.barred:
            return
        turned = self.game and barred[self.position.turn] != self.barred[self.position.turn]
        self.barred[:] = barred
        if turned or (self.game and self.reader.line.soft):
            led = turned or self.reader.leading.on
            self.reader.harden()  # the steps that it knows are those of other hands
            if led:
                self.lead()

    def seat(self, players):
        """From now on these `People` play and observe all games; no hand plays the other sides."""
        self._observers[-1] = players
        self.bar(players.handless())

    def _leave(self):
        """Drop the game."""
        self._close()
        self.game = None
        for observer in self._observers:
            observer.left()

    def tell(self):
        """Report everything about the game."""
        self._report.game(self.position, self.game and self.game.verdict)
        if self.journal.full:
            self._report.fault(self.journal.full)

    # -- the game follows the reader

    def play_move(self, move):
        """Play a legal step that the hands have not made; lights then lead them to it."""
        if self.barred[self.game.position.turn]:
            self.play_shown(move)
        else:
            self._follow_others(self.reader.choose(move))
            self.lead()

    def play_made(self, moves):
        """Play steps that the hands have made already."""
        for move in moves:
            self._follow(self.reader.choose(move))

    def play_shown(self, move):
        """Play a step that no hand has made, and show it."""
        self._follow_others(self.reader.show(move))

    def _follow_others(self, decision):
        """Have the game do what no hand has done, and note that in the black box."""
        events = self._box.count
        self._follow(decision)
        self._box.by_host(events, self.step_count)

    def lead(self):
        """Lead the hands to the position with lights."""
        self.reader.lead()

    def _follow(self, decision):
        """Have the game do what the reader decided."""
        if decision is None:
            return
        self.relight()
        if decision.back or decision.moves:
            self.game.follow(decision.back, decision.moves)
        done = self.reader.followed(decision)
        tune, event = _TOLD.get(done.what, (COMMIT if done.moves else None, None))
        if event is not None:
            self._box.decided(event, self.step_count, 0)
        if tune is not None and not (done.what == ASK and self._answer_in_hand()):
            self._sound.play(tune)

    def _answer_in_hand(self):
        """Whether the only piece that is not in its place is lifted, as when it answers."""
        line = self.reader.line
        return line.differ == 1 and not self._closed[line.differing[0]]

    def confirm(self):
        """OK to what the reader asks or proposes."""
        self._follow(self.reader.confirm())

    def take_back(self):
        """Take back one step; nothing is asked or proposed any more."""
        self._follow(self.reader.undo())

    def decline(self, led=False):
        """Turn down what is proposed or asked; False if nothing is. led: see `Reader.decline`."""
        decision = self.reader.decline(led)
        self._follow(decision)
        return decision is not None

    def give_back(self):
        """Undo in the middle of a step: light where its pieces came from; False if not in one."""
        decision = self.reader.give_back() if self.game.verdict is None else None
        self._follow(decision)
        return decision is not None

    def finish(self):
        """Report the last step and judge the game now, not later."""
        self._aftermath.finish()

    def agree(self, losers=()):
        """The players end the game, as a draw or because these sides give up."""
        self.finish()
        self.game.agree(losers)

    def harden(self):
        """From now on no other reading may replace the last step."""
        if self.mode == PLAY:
            self.reader.harden()

    # -- time

    def changed(self, cell, now):
        """A debounced change of one switch."""
        if self.mode == PLAY:
            self._follow(self.reader.changed(cell, now))
        else:
            self.overheard(cell, now)  # after the end, captured pieces may still come off

    def overheard(self, cell, now):
        """A debounced change of one switch that plays nothing, as while the menu is open."""
        if self.game is not None:
            self.reader.overheard(cell, now)

    def use_up(self, cell):
        """A touch was meant for the menu: it says nothing about the game."""
        if self.reader is not None:
            self.reader.tokens.use_up(cell)

    def read(self, now):
        """Decide whatever can be decided now; returns when there is more to decide."""
        if self.mode != PLAY:
            return None
        self._follow(self.reader.act(now))
        return self.reader.at

    def warn(self, why):
        """Say something that nobody wants to hear, with the sound for it."""
        self._report.say(why)
        self._sound.play(ILLEGAL)

    def rests(self):
        """Whether nothing is offered, asked or undecided, and the board is right."""
        return not self.game.offered and self.reader.at_rest()

    def ready_for_step(self):
        """Whether the next step may come: a captured piece may still stand where it goes."""
        return self.mode == PLAY and self.rests() and not self.reader.line.owed()

    def compare(self):
        """Compare the board with the position: the switches may have changed unseen."""
        if self.reader is not None:
            self.reader.compare()

    def note_arrival(self):
        """If every piece is in its place now, the game's pieces have arrived."""
        if self.reader is not None and not self.reader.line.differ:
            self.arrived = True

    def starts(self, cell):
        """Whether a step may start from the cell."""
        return self.mode == PLAY and self.reader.line.top.starts(cell)

    def may_go_on(self):
        """Whether the game goes on: from what stands on the board, or with somebody elsewhere."""
        line = self.reader.line
        goes_on = self.journal.shared() or line.differ == 0 or line.may_become()
        return self.mode == PLAY and goes_on
