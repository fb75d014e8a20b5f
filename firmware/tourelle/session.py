"""What is around a game: choosing one, buttons, menu, screens, settings, time and lights."""

from tourelle import games, guide
from tourelle.buttons import HELD, OK
from tourelle.clock import elapsed
from tourelle.games.catalogue import GAMES
from tourelle.play import LIFT, OVER, PLAY, SETUP, Play
from tourelle.recognition import CLEARED, Recognition
from tourelle.steps import BELIEVED

MENU_MS = 15000  # a menu that nobody touches closes by itself
DEAF_MS = 2000  # so long after the end OK leaves the result lit


class Session(Play):
    """The game on the board, or the wait for one.

    menu       the `Menu` while it is open, else None
    screen     what has the lights, or the whole board, for a while (screens.py), else None
    scanner    what watches the switches, "sampled" or "polled", for who asks
    crashed    how often in a row the board has crashed before this start
    """

    def __init__(self, cells, closed, link, lights, store, blackbox):
        """As `Play`; lights: the `Lights` that show it."""
        super().__init__(cells, closed, link, store, blackbox)
        self.lights = lights
        self.recognition = Recognition(closed, self.games())
        self.menu = None
        self.screen = None
        self.scanner = "none"
        self.crashed = 0
        self._now = 0
        self._opened = 0  # when the menu opened, or its last choice was made
        self._store = store
        settings = store.settings()
        self.mute = settings.get("mute") is True
        self.brightness = settings.get("brightness")
        if type(self.brightness) is not int or not 1 <= self.brightness <= 255:
            self.brightness = 255
        self._wanted: dict = {}  # options for the next new game

    def games(self):
        """The catalogue's entries that are played on this board."""
        return [entry for entry in GAMES if entry.grid == self.cells.name]

    # -- games

    def begin(self, now):
        """The board is switched on: go on with the recorded game, unless the board is cleared.

        What made it crash is not done again: what stands there counts when it changes, and after
        two crashes in a row the last step is taken back.
        """
        if not self.crashed:
            self.recognition.begin(now)
        self._dim()
        if any(self.closed):
            self.go_on(1 if self.crashed > 1 else 0)
        else:
            self.journal.abandon()
        if self.mode == SETUP:
            self.report.game()

    def enter(self, position):
        self._release()
        self.menu = None
        self.recognition.forget()
        super().enter(position)
        self._dim()

    def play(self, move):
        self.recognition.forget()
        super().play(move)

    def new_game(self, name, options=None):
        """Start a game from its opening; ValueError names what is wrong.

        options: None where nobody chose any for this game: those last set, or its own at a table.
        """
        entry = games.find(name)
        if entry.grid != self.cells.name:
            raise ValueError(
                "%s needs the %s board; this one is %s" % (name, entry.grid, self.cells.name)
            )
        if options is None:
            options = games.load(entry.name).Position.AT_TABLE
            if self._wanted.get("") == entry.name:
                options = {key: value for key, value in self._wanted.items() if key}
        self.start(games.opening(entry.name, options), True)

    def abandon(self):
        """Leave the game; the next one is set up on the board."""
        self._release()
        self.menu = None
        self.leave()

    def resume_last(self):
        """Go back to the last game, which was left."""
        self.finish()
        self.journal.restore()
        self.resume()

    def last_crash(self):
        """What is kept of the last crash, a text a line; None where there was none."""
        return self._store.crash() if self._store.crashed() else None

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
        if self.menu is not None:
            self.open_menu(None)
        elif self.mode == SETUP:
            self._begin_placed()
        elif self.offered:
            accept, self.offered = self.offered, None
            accept()
        elif self.mode == OVER:
            if elapsed(self._now, self.over_at) >= DEAF_MS:
                self.abandon()
        else:
            self.reader.confirm()

    def _begin_placed(self):
        """OK before a game: one that starts from an empty board, with what stands placed on it."""
        placed = self.recognition.placed()
        for entry in self.games():
            at_table = games.load(entry.name).Position.AT_TABLE
            others = [{name: v} for name, values in entry.options for v in values[1:]]
            for options in [at_table] + others:
                moves = _placing(games.opening(entry.name, options), placed)
                if moves is not None:
                    self.start(games.opening(entry.name, options), True)
                    for move in moves:
                        self.reader.choose(move)
                    return

    def toggle_menu(self):
        """Open the menu, or close it."""
        from tourelle import choices  # here, since few games need it, and it takes heap and time

        self.open_menu(choices.main(self) if self.menu is None else None)

    def open_menu(self, offered):
        """Offer these choices; None closes the menu."""
        from tourelle.menu import Menu

        self.menu = Menu(self.cells, self.closed, offered) if offered else None
        self._opened = self._now
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

    def unrecorded(self, why):
        """The game cannot be recorded any more; it goes on, and is not the same without a word."""
        from tourelle.lights import FAULT
        from tourelle.screens import Here

        super().unrecorded(why)
        if self.screen is None:
            self.take_over(Here(FAULT))

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
        try:
            self._store.save({"brightness": self.brightness, "mute": self.mute})
        except OSError:
            self.report.fault("there is no room to keep the settings")
        self.report.setting(name, {True: "on", False: "off"}.get(value, value))
        self.stale = True

    def _dim(self):
        self.lights.set_colours(self.position.SIDES if self.position else "", self.brightness)

    # -- screens

    def take_over(self, screen):
        """Let a screen (see screens.py) have the board, or its lights."""
        self._release()
        self.screen = screen
        self.stale = True

    def self_test(self):
        """Begin the self-test."""
        from tourelle.screens import SelfTest

        mask = self.reader.mask if self.reader is not None else b""
        believed = [cell for cell in range(len(mask)) if mask[cell] == BELIEVED]
        self.take_over(SelfTest(self.cells, self.closed, believed, self.report))

    def _release(self):
        """Nothing but the game has the board any more."""
        screen = self.screen
        self.screen = None
        if screen is not None and screen.alone:
            self.report.selftest(False)

    def _return(self, now):
        """The screen is over: the game goes on, and lights lead the hands back to it."""
        alone = self.screen.alone
        self._release()
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
        self._now = now
        if self.menu is not None:
            name = self.menu.touched(cell, now)
            if name is not None:
                self.choose(name)
        elif self.mode == PLAY:
            self.reader.changed(cell, now)
        elif self.mode == OVER:
            self.reader.ground.changed(cell)  # what is captured may come off still

    def noted(self, cell, now):
        """The same change once more, when its light is out: for what can wait."""
        if self.screen is not None and self.screen.alone:
            return
        self.recognition.changed(cell, now)
        if self.mode == PLAY and not self.closed[cell] and self.reader.top.starts(cell):
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
        self._now = now
        if self.menu is not None and elapsed(now, self._opened) >= MENU_MS:
            self.open_menu(None)
        standing = self.recognition.stood(now)
        if standing is not None:
            self._recognise(standing)
        if self.mode == PLAY and self.menu is None:
            if self.reader.step(now):
                self.stale = True

    def due(self, now):
        """Milliseconds until `step` has something to do."""
        wait = 1 << 20
        if self.screen is not None:
            wait = 0 if self.screen.over else self.screen.due(now)
            if self.screen.alone:
                return wait
        wait = min(wait, self.recognition.due(now))
        if self.menu is not None:
            wait = min(wait, max(0, MENU_MS - elapsed(now, self._opened)))
        if self.mode == PLAY and self.menu is None:
            wait = min(wait, self.reader.due(now))
        return wait

    def work(self):
        """A slice of the work that can wait; True while there is more of it."""
        if self.chore():
            return True
        if self.mode != PLAY or self.reader.top.ready:
            return self.write() or self.journal.work() or self.report.tell()
        self.reader.top.build()
        if self.reader.top.ready:
            self.stale = True
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
            if self.offered and not self.reader.differ:
                guide.offered(lamps)
            else:
                guide.playing(lamps, self.position, self.reader, self.last)
        elif self.mode == OVER:
            guide.over(lamps, self.position, self.reader, self.verdict.winners)
        else:
            guide.setting_up(lamps, self.closed, self.recognition.nearest() or self.closed)
        self.stale = False


def _placing(position, cells):
    """The steps from an empty opening that put pieces on these cells, in this order, and say done.

    None where it is not empty, or is no game that could begin with these pieces.
    """
    if any(position.occupancy):
        return None
    moves = []
    for cell in cells:
        for move in position.legal_moves():
            foot = position.footprint(move)
            if not foot.vacated and foot.filled == bytes((cell,)):
                break
        else:
            return None
        moves.append(move)
        position.push(move)
    if cells:
        feet = [(move, position.footprint(move)) for move in position.legal_moves()]
        done = [move for move, foot in feet if not any(foot)]
        if not done and not all(foot.vacated for _, foot in feet):
            return None  # there are more to place
        moves += done
    return moves
