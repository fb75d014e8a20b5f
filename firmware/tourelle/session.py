"""Everything around a game: choosing one, buttons, menu, screens, settings, timers and lights."""

from collections import namedtuple

from tourelle import games, guide
from tourelle.aftermath import Aftermath
from tourelle.buttons import HELD, OK, UNDO
from tourelle.clock import later
from tourelle.games.catalogue import GAMES
from tourelle.journal import Journal
from tourelle.kernels import const, micropython
from tourelle.lights import FAULT
from tourelle.memory import Lent, tidy
from tourelle.play import PLAY, SETUP, Play
from tourelle.recognition import CLEARED, Recognition
from tourelle.seats import Seats
from tourelle.settings import Settings
from tourelle.sound import ILLEGAL, LIFT
from tourelle.stage import AllCells, Stage
from tourelle.timers import SOON, Timer

_WELL_MS = const(10000)  # a board that has run this long has started well
_MENU = const(2 * 1024)  # bytes that a menu takes

# Where output goes: lines (`Report`), tunes (`Sound`), lamps (`Lights`), events (`BlackBox`).
Outputs = namedtuple("Outputs", ("report", "sound", "lights", "blackbox"))


class Session:
    """Turns what happens at the board, and time, into lamps, sounds, lines and a record.

    None of its parts knows the session: `Recognition` finds a game, `Play` reads and plays it, and
    `Seats` sits above that. Only code that is loaded for a moment is handed the session itself: the
    menu's choices, the screens and the commands of the link.

    journal    the `Journal` of the game
    aftermath  the `Aftermath`: what follows a step
    play       the `Play`: the game with its reader
    seats      the `Seats`: who plays it
    menu       the `Menu` while it is open, else None
    settings   the `Settings`
    stage      the `Stage`: what has the lights, or the whole board, for a while
    scanner    `NAME` of the scanner that watches the switches, or "none"
    crashed    how many crashes in a row came before this start; 0 once the board runs well
    store      what outlasts games and crashes, see files.py

    Its timers; core.py lists all, in order:

    lighting   sets the lamps, then wakes what depends on them
    choosing   makes the choice of the menu that was touched
    closing    closes the menu after a while
    reading    lets the game's reader decide
    explaining reports what the lamps ask for
    playing    lets players without hands go on
    forgetting forgets earlier crashes once the board runs well
    """

    def __init__(self, grid, closed, store, outputs, clock, crashed):
        """closed: the debounced switches; store: see files.py; outputs: the `Outputs`."""
        self.report, self.sound, self.lights, self.blackbox = outputs
        self.grid = grid
        self.closed = closed
        self.lighting = Timer(self._light)
        self.lighting.at = SOON
        self.stage = Stage(self.relight, self._screen_ended)
        self.choosing = Timer(self._choose)
        self.closing = Timer(lambda now: self.set_menu(None))
        self.reading = Timer(self._read)
        self.explaining = Timer(self._explain)
        self.playing = Timer(self._go_on)
        self.forgetting = Timer(self._forget_crashes)
        self.recognition = Recognition(closed, self.games(), self._recognise)
        self.journal = Journal(store, self._warn)
        self.aftermath = Aftermath(self.report, self.relight, clock)
        self.play = Play(
            grid, closed, self.journal, self.aftermath, self.recognition, outputs, self.relight
        )
        self.seats = Seats(self.play, self.journal, outputs)
        self.menu = None
        self._chosen = None  # the name of the choice that was touched
        self.scanner = "none"
        self._waiting = lambda: False  # no scanner watches the switches yet
        self.crashed = crashed
        self.store = store
        self._clock = clock
        self.settings = Settings(store, self.sound, self.report)

    def games(self):
        """The catalogue entries of games for this board."""
        return [entry for entry in GAMES if entry.grid == self.grid.name]

    def watched(self, scanner):
        """From now on this scanner watches the switches."""
        self.scanner = scanner.NAME
        self._waiting = scanner.waiting

    # -- games

    def switched_on(self, now):
        """The board is switched on: resume the recorded game, unless its pieces were put away.

        After a crash, pieces on the board are recognised only once they change; after two crashes
        in a row the last step is taken back, so that the crash is not repeated.
        """
        if self.crashed:
            self.forgetting.at = later(now, _WELL_MS)
        else:
            self.recognition.look_soon(now)
        self.play.resume(1 if self.crashed > 1 else 0, not any(self.closed))
        self.seats.seat_as_recorded(self.crashed > 0)
        self._dim()

    def _forget_crashes(self, now):
        self.crashed = 0
        with Lent("tourelle.before", kept=False):
            from tourelle.before import CRASHES
        self.store.forget(CRASHES)

    def start(self, position, opening=False):
        """Play from a position; opening: it is the start position of its game."""
        self._clear()
        self.seats.start(position, opening)
        self._dim()

    def new_game(self, name, options=None):
        """Start a game from its opening; ValueError says what is wrong.

        options: None if nobody chose any for this game; then `Settings.options` decides.
        """
        entry = games.find(name)
        if entry.grid != self.grid.name:
            why = "%s needs the %s board; this one is %s"
            raise ValueError(why % (name, entry.grid, self.grid.name))
        if options is None:
            options = self.settings.options(entry.name)
        tidy()  # a position lives long, too: it should lie with the rest of the heap
        self.start(games.opening(entry.name, options), True)

    def leave(self):
        """Leave the game, which is kept as the last one; the next is set up on the board."""
        self._clear()
        self.play.leave()

    def resume_last(self):
        """Resume the last game, which was left."""
        self._resume(self.play.resume_last)

    def recover(self):
        """Something failed halfway: resume the game from the journal.

        A game that is not recorded any more goes on instead, unless it has just lost its reader.
        """
        if not (self.journal.full and self.play.reader):
            self._resume(self.play.recover)

    def _resume(self, resume):
        self._clear()
        resume()
        self.seats.seat_as_recorded()
        self._dim()

    def _clear(self):
        """Close the menu and any screen: only the game has the board."""
        self.stage.clear()
        self.set_menu(None)
        self.recognition.forget()

    # -- buttons and menu

    def pressed(self, button, press):
        """A button was pressed, SHORT or HELD."""
        self.relight()
        self.aftermath.judge()  # the last step may have ended the game
        held = press == HELD
        if self.stage.screen is not None:
            self.stage.pressed("ok" if button == OK else "undo", held)
        elif self.menu is not None:
            self.set_menu(None)
        elif button == UNDO:
            if self.play.game is not None:
                self.seats.players.undo(held)
        elif held:
            self.choices().open_menu(self)
        else:
            self._ok()

    def _ok(self):
        """OK was pressed: done, or confirm."""
        if self.play.mode == SETUP:
            begun = self.recognition.begun()
            if begun is None:
                self.play.warn("No game begins with what stands on the board.")
            else:
                self.start(begun[0], True)
                self.play.play_made(begun[1])
        elif self.play.mode == PLAY or self.play.game.offered:
            self.seats.players.confirm()
        elif not self.aftermath.just_ended and not self.seats.players.again():
            self.leave()

    def _screen_ended(self):
        """The self-test is over: lights lead the hands back to the game."""
        self.recognition.look_soon(self._clock.now)
        if self.play.mode != SETUP:  # a game that is over may go on
            self.play.compare()
            self.play.lead()

    def choices(self):
        """The module with the menu's choices, loaded on demand."""
        with Lent("tourelle.choices", leaves=_MENU):
            from tourelle import choices
        return choices

    def _choose(self, now):
        """Make the choice of the menu that was touched."""
        self.choices().take(self, self._chosen)

    def self_test(self):
        """Begin the self-test."""
        self.set_menu(None)
        with Lent("tourelle.screens"):
            from tourelle import screens
        screens.self_test(self)

    def set_menu(self, menu):
        """Open this `Menu`; None closes the open one, if there is one."""
        if menu is self.menu:
            return
        self.menu = menu
        self.choosing.at = None
        self.report.menu(menu.text() if menu else "")
        self.closing.at = later(self._clock.now, menu.LASTS_MS) if menu else None
        self.relight()
        if menu is None:
            self.play.compare()

    # -- settings

    def set_brightness(self, brightness):
        """Dim all lights to this brightness, of 255."""
        self.settings.set_brightness(brightness)
        self._dim()

    def _dim(self):
        self.lights.set_colours(self.play.sides(), self.settings.brightness)

    def report_unreadable(self, error):
        """Code that is loaded on demand cannot be read: the game goes on without it."""
        why = "a part of the firmware cannot be read (%s: %s): flash it again"
        self._warn(why % (type(error).__name__, error))

    def _warn(self, why):
        """Something is wrong with the board, but the game goes on: say so in every way."""
        self.report.fault(why)
        self.sound.play(ILLEGAL)
        self.relight()
        if self.stage.screen is None:
            self.stage.take_over(AllCells(FAULT))

    # -- what happens at the board

    @micropython.native
    def changed(self, cell, now):
        """A debounced change of one switch; the caller relights."""
        if self.stage.changed(cell):
            return
        if self.menu is not None:
            self.play.overheard(cell, now)
            chosen = self.menu.changed(cell, now)
            if chosen is not None:
                self._chosen = chosen
                self.choosing.at = SOON
                if not self.menu.lifted():
                    self.play.use_up(cell)
        else:
            self.seats.players.hands_moved()
            self.play.changed(cell, now)
        self.recognition.changed(cell, now)
        if not self.closed[cell] and self.play.starts(cell):
            self.sound.play(LIFT)

    def _read(self, now):
        """Let the reader decide, unless the hands are busy with something else."""
        if self.menu is not None or self.stage.alone:
            return None
        return self.play.read(now)

    def _go_on(self, now):
        """Let players without hands go on."""
        if self.menu is not None or self.stage.screen is not None:
            return None
        return self.seats.act(now, self._waiting)

    def _recognise(self, standing):
        """Something has stood for a second: an opening's catalogue entry, CLEARED, or None."""
        self.play.note_arrival()
        if self.stage.alone or (standing is None and self.play.game is not None):
            return
        self.relight()
        if self.play.game is None:
            if standing is None:
                self.recognition.stray()
            elif standing is not CLEARED:
                self._begin_standing(standing.name)
        elif self.recognition.much_lifted() and not self.play.may_go_on():
            if standing is not CLEARED:
                self._begin_standing(standing.name)
            elif self.play.arrived:
                self.leave()

    def _begin_standing(self, name):
        """The opening of this game stands: it begins, with the chosen options if they fit that."""
        tidy()
        position = games.opening(name, self.settings.options(name))
        if position.occupancy != self.closed:
            position = games.opening(name)
        self.start(position, True)

    def events(self, crash=None):
        """The black box's lines, with the game as it stands now; crash: what it was, in words."""
        seats = self.journal.kept("seat")
        start, steps = self.journal.copy()
        return self.blackbox.lines(self.grid, bytes(self.closed), start, steps, seats, crash)

    # -- lamps

    def _light(self, now):
        """Set the lamps and wake what waits: something has happened."""
        self.set_lamps()
        self.lights.restart(now)
        self.explaining.at = self.reading.at = self.playing.at = SOON
        self.aftermath.lit()
        self.play.tidier.lit()

    def relight(self):
        """Set the lamps soon: something has happened that they may show."""
        self.lighting.at = SOON

    def set_lamps(self):
        """Set the lamps to what they should show now."""
        lamps = self.lights.lamps
        play = self.play
        if self.stage.screen is not None:
            self.stage.screen.show(lamps)
        elif self.menu is not None:
            guide.choosing(lamps, self.menu.cells, self.menu.numbers)
        elif play.game is None:
            guide.setting_up(lamps, self.closed, self.recognition.nearest() or self.closed)
        else:
            guide.game(lamps, play.game, play.reader.view, self.seats.players)

    def _explain(self, now):
        """Report what the lamps ask for."""
        play = self.play
        shown = self.menu is None and not self.stage.alone
        view = play.reader.view if shown and play.mode == PLAY else None
        self.report.explain(play.game, view, shown)
