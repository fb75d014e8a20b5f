"""Who plays what: choosing a game, committing, undoing, ending. The place with state over time."""

from tourelle import choices, games, guide
from tourelle.buttons import HELD, OK
from tourelle.games import Outcome
from tourelle.games.catalogue import GAMES
from tourelle.journal import Journal
from tourelle.memory import tidy
from tourelle.menu import Menu
from tourelle.reader import BELIEVED, Reader
from tourelle.recognition import CLEARED, Recognition
from tourelle.report import Report

SLICE = 4  # legal steps taken in between two scans

# The buzzer: (Hz, ms) of each sound.
LIFT = ((1400, 15),)
COMMIT = ((1000, 40), (1500, 60))
QUESTION = ((1200, 80), (0, 60), (1200, 80))
ILLEGAL = ((220, 250),)
END = ((880, 120), (1175, 120), (1760, 300))

SETUP = "setup"
PLAY = "play"
OVER = "over"


class Session:
    """The game on the board, or the wait for one.

    mode       SETUP, PLAY or OVER
    position   the position, with every step played pushed; None in SETUP
    steps      steps played since the start position
    verdict    the `Outcome` when the game is over, the rules' or agreed upon
    menu       the `Menu` while it is open, else None
    screen     what has the lights, or the whole board, for a while (screens.py), else None
    sound      what the buzzer is to play next, or None; whoever plays it clears it
    stale      the lamps have to be set anew
    """

    def __init__(self, cells, closed, link, lights, store):
        """closed: the debounced switches; store: journal and settings, see files.py."""
        self.cells = cells
        self.closed = closed
        self.lights = lights
        self.report = Report(self, link)
        self.journal = Journal(store)
        self.recognition = Recognition(closed, self.games())
        self.mode = SETUP
        self.position = None
        self.reader = None
        self.menu = None
        self.screen = None
        self.verdict = None
        self.sound = None
        self.stale = True
        self._store = store
        settings = store.settings()
        self.mute = settings.get("mute") is True
        self.brightness = settings.get("brightness")
        if self.brightness not in range(1, 256):
            self.brightness = choices.BRIGHTNESS[0]
        self._wanted: dict = {}  # options for the next new game
        self._turns: list = []  # turns completed before each step
        self._last = None  # footprint of the last step
        self._offered = False
        self._chores: list = []  # what a commit or an undo still has to do, one thing a scan

    @property
    def steps(self):
        return len(self._turns)

    def games(self):
        """The catalogue's entries that are played on this board."""
        return [entry for entry in GAMES if entry.grid == self.cells.name]

    # -- games

    def begin(self, now):
        """The board is switched on: go on with the recorded game, unless the board is cleared."""
        self.recognition.begin(now)
        self._dim()
        if any(self.closed):
            self._resume()
        else:
            self.journal.abandon()
        if self.mode == SETUP:
            self.report.game()

    def start(self, position):
        """Play from a position."""
        self._finish()
        self._turns = []
        self._enter(position)
        self.journal.begin(position.text())
        self.report.game()
        self._judge()

    def _enter(self, position):
        self._leave()
        self.position = position
        self.mode = PLAY
        self.menu = None
        self.verdict = None
        self.stale = True
        self._last = None
        self._offered = False
        self.recognition.forget()
        self.reader = Reader(position, self.closed, self)
        self._dim()

    def new_game(self, name, options=None):
        """Start a game from its opening; ValueError names what is wrong."""
        entry = games.find(name)
        if entry.grid != self.cells.name:
            raise ValueError(
                "%s needs the %s board; this one is %s" % (name, entry.grid, self.cells.name)
            )
        if options is None and self._wanted.get("") == entry.name:
            options = {key: value for key, value in self._wanted.items() if key}
        self.start(games.opening(entry.name, options))

    def abandon(self):
        """Leave the game; the next one is set up on the board."""
        self._finish()
        self._leave()
        self.journal.abandon()
        self.mode = SETUP
        self.position = self.reader = self.menu = self.verdict = self._last = None
        self._turns = []
        self.report.game()
        self.stale = True

    def resume_last(self):
        """Go back to the last game, which was left."""
        self._finish()
        self.journal.restore()
        self._resume()

    def _resume(self):
        found = self.journal.resume()
        if found is None or found[0].grid is not self.cells:
            return
        position, self._turns, end = found
        last = None
        if self._turns:
            move = position.pop()
            last = position.footprint(move)
            position.push(move)
        self._enter(position)
        self._last = last
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
        self._last = position.footprint(move)
        self._turns.append(position.turns)
        position.push(move)
        self._offered = False
        self.recognition.forget()
        self.report.move(self.steps, side, text)
        self._chores += [self._stand, lambda: self.journal.step(move, text), self._judge]
        self.sound = COMMIT
        self.stale = True

    def take_back(self):
        """Pop the last step and report it; returns the step."""
        position = self.position
        move = position.pop()
        self.mode = PLAY
        self.verdict = None
        self._last = None
        self.report.undo(self.steps, position.move_text(move))
        self._turns.pop()
        self._chores += [self._stand, self.journal.back]
        self.stale = True
        return move

    def _finish(self):
        """Do at once what a commit or an undo has still to do."""
        while self._chores:
            self._chores.pop(0)()

    def _stand(self):
        if self.position is not None:
            self.report.stands()

    def asked(self):
        """A question or a proposal is lit; silently, where a piece may only be in the hand."""
        reader = self.reader
        self.stale = True
        held = reader.differ == 1 and not self.closed[reader.differing[0]]
        if reader.proposed is not None or not held:
            self.sound = QUESTION

    def refused(self):
        """Nothing fits: the way back is lit."""
        self.sound = ILLEGAL
        self.stale = True

    def push_text(self, text):
        """Play a step of the host's; ValueError if it is not legal. The hands follow by light."""
        reader = self.reader
        reader.choose(self.position.parse_move(text))
        reader.leading = reader.differ > 0

    # -- ends

    def _judge(self):
        outcome = self.position.outcome() if self.mode == PLAY else None
        if outcome is not None:
            self._end(outcome)
            self.report.over()

    def _end(self, outcome):
        self.verdict = outcome
        self.mode = OVER
        self.sound = END
        self.stale = True

    def _agree(self, winners, why):
        self._finish()
        sides = self.position.SIDES
        self._end(Outcome(winners, self.position.score(), why))
        self.journal.end("".join([sides[side] for side in winners]) or "draw")
        self.report.over()

    def resign(self):
        """The side to move gives up."""
        sides = range(len(self.position.SIDES))
        self._agree(tuple(s for s in sides if s != self.position.turn), "resigned")

    def offer_draw(self):
        """Offer a draw: OK accepts it; a move or undo declines."""
        self._offered = True
        self.report.say("A draw is offered: OK accepts, a move or undo declines.")
        self.sound = QUESTION

    def undo(self, whole_turn=False):
        """Take back the last step, or all steps of a turn."""
        self.stale = True
        if self.position is None:
            return
        if self._offered:
            self._offered = False
            self.report.say("The draw is declined.")
        elif self.mode == OVER and self.position.outcome() is None:
            self.mode = PLAY  # resigned, or agreed upon
            self.verdict = None
            self.journal.back()
            self.report.game()
        elif not self._turns:
            self.report.say("There is nothing to take back.")
            self.sound = ILLEGAL
        else:
            turn = self._turns[-1]
            self.reader.undo()
            while self._turns and (self._passed() or (whole_turn and self._turns[-1] == turn)):
                self.reader.undo()

    def _passed(self):
        """Whether the side to move can only pass: an undo must not stop here."""
        moves = list(self.position.legal_moves())
        return len(moves) == 1 and not any(self.position.footprint(moves[0]))

    # -- buttons and menu

    def pressed(self, button, press):
        """A button was pressed, SHORT or HELD."""
        self.stale = True
        if self.screen is not None:
            self.screen.pressed("ok" if button == OK else "undo", press == HELD)
        elif button == OK:
            if press == HELD:
                self.toggle_menu()
            else:
                self.ok()
        elif self.menu is not None:
            self.open_menu(None)
        else:
            self.undo(press == HELD)

    def ok(self):
        """OK: done, confirm."""
        reader = self.reader
        if self.menu is not None:
            self.open_menu(None)
        elif self.mode == SETUP:
            self._begin_empty()
        elif self._offered:
            self._offered = False
            self._agree((), "agreed")
        elif self.mode == OVER:
            self.abandon()
        elif reader.confirm():
            pass
        elif reader.way_back or reader.leading:
            reader.believe()
        elif reader.differ == 0 and len(reader.top.empty) == 1:
            reader.choose(reader.top.empty[0])

    def _begin_empty(self):
        """OK on an empty board: the game that starts from one."""
        if any(self.closed):
            return
        for entry in self.games():
            variants = [{}] + [{name: v} for name, values in entry.options for v in values[1:]]
            for options in variants:
                position = games.opening(entry.name, options)
                if not any(position.occupancy):
                    self.start(position)
                    return

    def toggle_menu(self):
        """Open the menu, or close it."""
        self.open_menu(choices.main(self) if self.menu is None else None)

    def open_menu(self, offered):
        """Offer these choices; None closes the menu."""
        self.menu = Menu(self.cells, self.closed, offered) if offered else None
        self.report.menu()
        self.stale = True
        if self.menu is None and self.mode == PLAY:
            self.reader.compare()

    def choose(self, name):
        """Make a choice of the open menu by its name; ValueError if it has none such."""
        if self.menu is None:
            raise ValueError("the menu is closed")
        self.open_menu(self.menu.action(name)())

    def set_option(self, name, value):
        """Another option: at once where no step has been played, else in the next game."""
        if self.position is None:
            raise ValueError("there is no game to set an option of")
        options = dict(self.position.options)
        options.update({key: v for key, v in self._wanted.items() if key in options})
        options[name] = value
        self.position.check_options(options)
        self._wanted = dict(options)
        self._wanted[""] = self.position.NAME
        if self.steps == 0:
            self.new_game(self.position.NAME)
        else:
            self.report.say("%s is %s in the next game." % (name, value))

    def set_brightness(self, brightness):
        """Dim all lights to so much of 255."""
        self.brightness = brightness
        self._dim()
        self._keep("brightness", brightness)

    def set_mute(self, mute):
        """Silence the buzzer, or let it sound again."""
        self.mute = mute
        self._keep("mute", mute)

    def _keep(self, name, value):
        self._store.save({"brightness": self.brightness, "mute": self.mute})
        self.report.setting(name, {True: "on", False: "off"}.get(value, value))
        self.stale = True

    def _dim(self):
        self.lights.set_colours(self.position.SIDES if self.position else "", self.brightness)

    def record(self, first, count):
        """The game so far: `count` steps from number `first` on, or its start position's text (0).

        ValueError where there is no game.
        """
        if self.position is None:
            raise ValueError("no game is under way")
        self._finish()
        return self.journal.told(first, count)

    # -- screens

    def take_over(self, screen):
        """Let a screen (see screens.py) have the board, or its lights."""
        self._leave()
        self.screen = screen
        self.stale = True

    def self_test(self):
        """Begin the self-test."""
        from tourelle.screens import SelfTest

        mask = self.reader.mask if self.reader is not None else b""
        believed = [cell for cell in range(len(mask)) if mask[cell] == BELIEVED]
        self.take_over(SelfTest(self.cells, self.closed, believed, self.report))

    def _leave(self):
        """Nothing but the game has the board any more."""
        screen = self.screen
        self.screen = None
        if screen is not None and screen.alone:
            self.report.selftest(False)

    def _return(self, now):
        """The screen is over: the game goes on, and lights lead the hands back to it."""
        alone = self.screen.alone
        self._leave()
        self.stale = True
        if alone:
            self.recognition.begin(now)
            if self.mode == PLAY:
                self.reader.compare()
                self.reader.leading = self.reader.differ > 0

    # -- time

    def changed(self, cell, now):
        """A debounced change of one switch."""
        if self.screen is not None:
            self.screen.changed(cell)
            if self.screen.alone:
                return
        if self.menu is not None:
            name = self.menu.touched(cell, now)
            if name is not None:
                self.choose(name)
        elif self.mode == PLAY:
            self.reader.changed(cell, now)

    def noted(self, cell, now):
        """The same change once more, when its light is out: for what can wait."""
        if self.screen is not None and self.screen.alone:
            return
        self.recognition.changed(cell, now)
        if self.mode == PLAY and not self.closed[cell] and cell in self.reader.top.lands:
            self.sound = LIFT

    def step(self, now):
        """What time alone brings: decisions, questions, the recognition of a game."""
        if self.screen is not None:
            if self.screen.over:
                self._return(now)
            elif self.screen.step(now):
                self.stale = True
            if self.screen is not None and self.screen.alone:
                return
        standing = self.recognition.stood(now)
        if standing is not None:
            self._recognise(standing)
        if self.mode == PLAY and self.menu is None:
            reader = self.reader
            if reader.step(now):
                self.stale = True
            moves = reader.top.moves
            if reader.top.ready and len(moves) == 1 and not reader.differ and reader.top.empty:
                reader.choose(moves[0])  # a pass

    def due(self, now):
        """Milliseconds until `step` has something to do."""
        wait = 1 << 20
        if self.screen is not None:
            wait = 0 if self.screen.over else self.screen.due(now)
            if self.screen.alone:
                return wait
        wait = min(wait, self.recognition.due(now))
        if self.mode == PLAY and self.menu is None:
            wait = min(wait, self.reader.due(now))
        return wait

    def work(self):
        """A slice of the work that can wait; True while there is more of it."""
        if self._chores:
            self._chores.pop(0)()
            return True
        if self.mode != PLAY or self.reader.top.ready:
            return False
        self.reader.top.build(SLICE)
        if self.reader.top.ready:
            self.stale = True
            tidy()
        return True

    def _recognise(self, standing):
        """What has stood for a second: an opening's catalogue entry, or CLEARED."""
        if self.mode == SETUP:
            if standing is not CLEARED:
                self.new_game(standing.name)
        elif self.recognition.much_lifted() and self._abandoned():
            if standing is CLEARED:
                self.abandon()
            else:
                self.new_game(standing.name)

    def _abandoned(self):
        """Whether what stands is no way of going on with the game."""
        return self.mode == OVER or not (self.reader.differ == 0 or self.reader.possible())

    # -- lights

    def show(self):
        """Set the lamps."""
        lamps = self.lights.lamps
        if self.screen is not None and not self.screen.over:
            self.screen.show(lamps)
        elif self.menu is not None:
            guide.choosing(lamps, self.menu.cells)
        elif self.mode == PLAY:
            guide.playing(lamps, self.position, self.reader, self._last)
        elif self.mode == OVER:
            guide.over(lamps, self.position, self.verdict.winners)
        else:
            guide.setting_up(lamps, self.closed, self.recognition.nearest() or self.closed)
        self.stale = False
