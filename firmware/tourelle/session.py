"""What is around a game: choosing one, buttons, menu, screens, settings, time and lights."""

from tourelle import blackbox, games, guide
from tourelle.buttons import HELD, OK
from tourelle.clock import elapsed, later
from tourelle.files import reason
from tourelle.game import Game
from tourelle.games import Outcome
from tourelle.games.catalogue import GAMES
from tourelle.here import Here
from tourelle.journal import DONE, FAILED, MORE, Journal
from tourelle.lights import BUSY, FAULT
from tourelle.memory import UNREADABLE, tidy
from tourelle.reader import Reader
from tourelle.recognition import CLEARED, Recognition
from tourelle.report import Report
from tourelle.sound import COMMIT, END, ILLEGAL, LIFT, QUESTION
from tourelle.steps import BELIEVED

LAMPS = 3  # of `work`, besides the journal's: there is more, and the lamps have to be set anew

DEAF_MS = 2000  # so long after the end OK leaves the result lit

_SIDES = 4  # no game has more

SETUP = "setup"
PLAY = "play"
OVER = "over"

# What a step played or taken back, or a game begun, leaves to do; see `Session.work`.
_STANDING, _TIDY, _JUDGE = range(3)

_OFFERS = {
    "resign": "The side to move resigns: OK accepts, a move or undo declines.",
    "draw": "A draw is offered: OK accepts, a move or undo declines.",
}


class _Followed:
    """The reader's listener: has the game follow, and keeps what came of it for the session."""

    def __init__(self, game):
        self._game = game
        self.forget()

    def forget(self):
        """The session has done what was to be done."""
        self.any = False
        self.played = False
        self.taken_back = False
        self.asks = False
        self.leads_back = False

    def play(self, move):
        """The reader commits a step."""
        self._game.play(move)
        self.any = self.played = True

    def take_back(self):
        """The reader takes the last step back; returns it."""
        self.any = self.taken_back = True
        return self._game.take_back()

    def asked(self):
        """A question or a proposal is lit."""
        self.any = self.asks = True

    def refused(self):
        """Nothing fits: the way back is lit."""
        self.any = self.leads_back = True


class Session:
    """Needs what happens at the board, and time; gives lamps, sounds, lines and a record.

    Its parts do not know of each other, nor of it: the `Recognition` finds a game, the `Reader`
    reads its moves, the `Game` follows them, `Menu` and screens have the board meanwhile.

    game       the `Game` that is played or over; None while one is set up
    reader     the `Reader` of its moves, None with it
    menu       the `Menu` while it is open, else None
    screen     what has the lights, or the whole board, for a while (screens.py), else None
    scanner    what watches the switches, "sampled" or "polled", for who asks
    crashed    how often in a row the board has crashed before this start
    """

    def __init__(self, cells, closed, store, link, lights, sound, box):
        """closed: the debounced switches; store: journal and settings, see files.py.

        link, lights, sound and box (a `BlackBox`) take what is said, shown, played and kept.
        """
        self.cells = cells
        self.closed = closed
        self.lights = lights
        self.sound = sound
        self.box = box
        self.report = Report(cells, lights.lamps, link)
        self.journal = Journal(store)
        self.recognition = Recognition(closed, self.games())
        self.game = None
        self.reader = None
        self.menu = None
        self.screen = None
        self.scanner = "none"
        self.crashed = 0
        self._followed = None  # what comes of the reader's decisions
        self.seats = None  # the `Seats`, where people do not play all sides
        self._who = bytearray(_SIDES)  # by side, not 0 where no hand plays it
        self._back_to = None  # the hands are led back, step by step, to so many steps
        self._to_come: list = []  # texts of the further steps of a host's turn
        self._offer = ""  # what OK accepts, of _OFFERS
        self._deaf = False  # the game has just ended: OK leaves the result lit
        self._deaf_until = None  # as soon as `step` knows the time
        self._chores: list = []
        self._wanted: dict = {}  # options for the next new game
        self._store = store
        settings = store.settings()
        sound.muted = settings.get("mute") is True
        self.brightness = settings.get("brightness")
        if type(self.brightness) is not int or not 1 <= self.brightness <= 255:
            self.brightness = 255

    @property
    def mode(self):
        """SETUP, PLAY or OVER."""
        if self.game is None:
            return SETUP
        return PLAY if self.game.verdict is None else OVER

    @property
    def position(self):
        """The game's position, None where there is no game."""
        return self.game and self.game.position

    @property
    def steps(self):
        """Steps of the game that were played."""
        return self.game.steps if self.game else 0

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
            self._go_on(1 if self.crashed > 1 else 0)
        else:
            self.journal.abandon()
        if self.game is None:
            self.tell_game()

    def start(self, position, opening=False):
        """Play from a position; opening: it is its game's, which is put up faster than read."""
        self.finish()
        self._enter(position, ())
        self.journal.begin(position.opening_text() if opening else position.text())
        self._keep_seats()
        self.tell_game()

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
        """Leave the game, which is kept as the last one; the next one is set up on the board."""
        self._release()
        self.menu = None
        self.finish()
        self.journal.abandon()
        self._nothing()
        self.tell_game()

    def resume_last(self):
        """Go back to the last game, which was left."""
        self.finish()
        self.journal.restore()
        self._resume(0)

    def last_crash(self):
        """What is kept of the last crash, a text a line; None where there was none."""
        return self._store.crash() if self._store.crashed() else None

    def recover(self):
        """Something failed half-way: go on with what the journal has."""
        self._nothing()
        self.journal.finish()
        self._go_on(0)
        if self.game is None:
            self.tell_game()

    def _go_on(self, less):
        """Go on with the recorded game, less so many steps; one that cannot be resumed is left."""
        try:
            self._resume(less)
        except Exception as error:
            self._nothing()
            why = "the game cannot be gone on with (%s); the menu's last-game tries it again"
            self.report.fault(why % type(error).__name__)
            self.journal.abandon()

    def _resume(self, less):
        """Go on with the recorded game, if there is one, less so many steps.

        Lights show what differs.
        """
        found = self.journal.resume(less)
        if self.journal.lost:
            self.report.fault(self.journal.lost + "; damaged.txt on the board has all of it")
        if found is None or found[0].grid is not self.cells:
            return
        position, turns, end = found
        verdict = None
        if end:
            sides = () if end == "draw" else tuple(position.SIDES.index(c) for c in end)
            verdict = Outcome(sides, position.score(), "agreed")
        self._enter(position, turns, verdict)
        self._take_seats(self.journal.seats())
        if verdict:
            self._note(blackbox.OVER)
            self._ended()
        self._lead()
        self.tell_game()

    def _enter(self, position, turns, verdict=None):
        """Take up a position with its steps pushed; turns: completed before each of these."""
        self._release()
        self.menu = None
        self.recognition.forget()
        if self.seats is not None:
            self.seats = self.seats if self.seats.name == position.NAME else None
            if self.seats is None:
                self._who[:] = bytes(_SIDES)
            else:
                self.seats.begin()
        self._back_to = None
        self.game = Game(position, (self.report, self.journal, self.box), turns, verdict)
        self._followed = _Followed(self.game)
        self.reader = Reader(position, self.closed, self._followed, self._who)
        self._note(blackbox.GAME)
        self._offer = ""
        self._deaf = False
        self._chores += (_TIDY, _JUDGE)
        self._dim()

    def _nothing(self):
        """There is no game."""
        self._note(blackbox.LEFT)
        self.game = self.reader = self._followed = None
        self._chores.clear()

    def tell_game(self):
        """Report all about the game."""
        if self.game is None:
            self.report.game(None, None)
        else:
            self.report.game(self.game.position, self.game.verdict)
            if self.seats is not None:
                self.tell_seats()
        if self.journal.full:
            self.report.fault(self.journal.full)

    # -- the game follows the reader

    def play(self, move):
        """Play a legal step that is none of the hands'; light then leads them to it."""
        events = self.box.count
        if self._who[self.game.position.turn]:
            self._show(move)
        else:
            self.reader.choose(move)
            self._follow()
            self._lead()
        self.box.decided(blackbox.HOST, self.steps, self.box.count - events)

    def play_turn(self, texts):
        """Play the steps with these texts; ValueError where one is not legal.

        Those of a side that no hand plays are shown one by one.
        """
        others = self._who[self.game.position.turn]
        for number, text in enumerate(texts):
            self.play(self.game.position.parse_move(text))
            if others:
                self._to_come = texts[number + 1 :]
                return

    def _show(self, move):
        """Play a step that no hand makes, and show it."""
        self.reader.show(move)
        self._follow()

    def _lead(self):
        self.reader.leading = self.reader.differ > 0

    def _follow(self):
        """Do what the reader's last decision leaves to do."""
        followed = self._followed
        if not followed.any:
            return
        if followed.played or followed.taken_back:
            self._chores += (_STANDING, _TIDY)
            self.report.write_anew(self.game.position)
            if self.seats is not None:
                self._tell_seats_of_it()
        if followed.played:
            self._chores.append(_JUDGE)
            self.recognition.forget()
            self._offer = ""
            self._back_to = None
        sound: tuple = COMMIT if followed.played else ()
        if followed.asks:
            proposed = self.reader.proposed is not None
            self._note(blackbox.PROPOSED if proposed else blackbox.QUESTION)
            if proposed or not self._holds_one():
                sound = QUESTION
        if followed.leads_back:
            self._note(blackbox.WAY_BACK)
            sound = ILLEGAL
        if sound:
            self.sound.play(sound)
        followed.forget()

    def _holds_one(self):
        """Whether all that differs is a piece that may simply be in the hand."""
        reader = self.reader
        return reader.differ == 1 and not self.closed[reader.differing[0]]

    def _note(self, what):
        """Keep a decision in the black box."""
        self.box.decided(what, self.steps, 0)

    def undo(self, whole_turn=False):
        """Take back the last step, or all steps of a turn."""
        game = self.game
        if game is None:
            return
        if self._offer:
            self._offer = ""
            self.report.say("That is declined.")
        elif game.agreed():
            game.reopen()
        elif self.reader.question and not self.reader.leading:
            self._undo_read()  # what it asks about is not committed yet
        elif self.seats is not None:
            self._undo_others(whole_turn)
        elif not game.turns:
            self._nothing_to_take_back()
        else:
            turn = game.turns[-1]
            self._undo_read()
            while game.turns and (game.stands_alone() or (whole_turn and game.turns[-1] == turn)):
                self._undo_read()

    def _undo_read(self):
        self.reader.undo()
        self._follow()

    def _nothing_to_take_back(self):
        self.report.say("There is nothing to take back.")
        self.sound.play(ILLEGAL)

    # -- seats that no person has

    def seat(self, side, who):
        """Give a side to "hand", "host" or "board 3"; ValueError names what is wrong."""
        from tourelle.seats import Seats, level, words  # heap that people among them can use

        if self.game is None:
            raise ValueError("there is no game to take a seat in")
        position = self.game.position
        if len(side) != 1 or side not in position.SIDES:
            known = ", ".join(position.SIDES)
            raise ValueError("no side '%s'; there are: %s" % (side, known))
        given = level(who)
        number = position.SIDES.index(side)
        if self.seats is None:
            self.seats = Seats(position.NAME, self._who)
        try:
            self.seats.give(number, given)
        finally:
            self._need_seats()
        self.journal.seat(side, words(given))
        self.report.seat(side, words(given))
        if number == position.turn:
            self.reader.look_ahead()
            self._lead()

    def _need_seats(self):
        """Let go of what is needed only where people do not play all sides."""
        if self.seats is not None and self.seats.idle():
            self.seats = None

    def tell_seats(self):
        """Report who plays each side."""
        from tourelle.seats import words

        for side, letter in enumerate(self.game.position.SIDES):
            self.report.seat(letter, words(self._who[side]))

    def _keep_seats(self):
        """Another game of the kind begins: who plays it is in its record, too."""
        if self.seats is not None:
            from tourelle.seats import words

            for side, letter in enumerate(self.game.position.SIDES):
                if self._who[side]:
                    self.journal.seat(letter, words(self._who[side]))

    def _take_seats(self, seats):
        """A recorded game goes on: give its sides to who played them."""
        for side, who in seats:
            if who == "hand":
                continue
            try:
                self.seat(side, who)
            except (ValueError,) + UNREADABLE as error:
                self.report.say("A person plays %s now: %s" % (side, error))

    def _tell_seats_of_it(self):
        """The position has changed."""
        if self.seats.hint is not None:
            self.report.hint("")
        self.seats.moved()
        self.seats.note(self.game.position)
        self._to_come = []
        self._need_seats()

    def heard(self, now):
        """The host has said something. True where the lamps have to be set anew."""
        return self.seats is not None and self.seats.heard(now)

    def ask_hint(self):
        """Show a step that the board would play, for the person to move; ValueError."""
        from tourelle.seats import Seats

        position = self.game.position
        if self._who[position.turn]:
            raise ValueError("a hint is for a person, and it is not a person's turn")
        if self.seats is None:
            self.seats = Seats(position.NAME, self._who)
        try:
            self.seats.ask_hint()
        finally:
            self._need_seats()

    def _forget_hint(self):
        self.seats.moved()
        self.report.hint("")
        self._need_seats()

    def _others(self, now):
        """A slice of what is to be done where no hand plays: DONE, MORE or LAMPS."""
        seats = self.seats
        position = self.game.position
        if self._back_to is not None:
            self._go_back()
            return LAMPS
        if self._to_come:
            self.play_turn(self._to_come)
            return LAMPS
        gone = seats.gone
        move = seats.step(position, now)
        if move is not None:
            if seats.offers(position):
                self.offer("draw", True)
            self.play(move)
        elif seats.gone and not gone:
            self.report.say("The host is gone: OK, and a person plays on for it.")
            self.sound.play(ILLEGAL)
        elif seats.shows():
            self.report.hint(position.move_text(seats.hint))
            self.sound.play(QUESTION)
        else:
            return DONE if seats.due(position, now) else MORE
        return LAMPS

    def _others_may(self):
        """Whether it is time for those sides, or for what else the hands are led to."""
        if self.seats is None or self.menu is not None or self._offer or self.mode != PLAY:
            return False
        return self.screen is None and self.reader.at_rest()

    def _undo_others(self, whole_turn):
        """Undo where no person plays some side: back to a person's last decision."""
        seats = self.seats
        game = self.game
        position = game.position
        if seats.hint is not None:
            self._forget_hint()
            return
        people = seats.hands(len(position.SIDES))
        if not people and not seats.paused:
            seats.moved()
            seats.paused = True
            self.report.say("The game is paused: OK goes on with it.")
            return
        seats.moved()
        self._back_to = game.before_decision(people, whole_turn) if people else game.before_turn()
        if self._back_to is None:
            self._nothing_to_take_back()
        else:
            self._go_back()

    def _go_back(self):
        """Take the next step back, and lead the hands to where it began."""
        reader = self.reader
        shown = reader.showing is not None and not reader.showing.begun
        felt = any(self.game.last_foot())
        self._undo_read()
        if shown or not felt:
            self._lead()
        if self._back_to is not None and self.game.steps <= self._back_to:
            self._back_to = None

    def _ok_others(self):
        """OK where all is at rest: whether it is about sides that no hand plays."""
        seats = self.seats
        position = self.game.position
        if seats.paused:
            seats.paused = False
            seats.moved()
        elif seats.gone:
            self.seat(position.SIDES[position.turn], "hand")
        elif seats.hint is not None:
            self._show(seats.hint)
        else:
            return False
        return True

    # -- ends

    def offer(self, what, ours=False):
        """Offer to "resign" or a "draw": OK accepts it, a move or undo declines.

        ours: the board offers it, which else answers for the sides that it plays.
        """
        position = self.game.position
        boards = self.seats.boards(len(position.SIDES)) if self.seats is not None else ()
        if what == "draw" and boards and not ours:
            if not self.seats.accepts(position):
                self.report.say("The board declines the draw.")
                self.sound.play(ILLEGAL)
                return
            if len(boards) == len(position.SIDES) - 1:
                self.report.say("The board accepts the draw.")
                self._agree((), "agreed")
                return
        self._offer = what
        self.report.say(_OFFERS[what])
        self.sound.play(QUESTION)

    def resign(self):
        """The side to move gives up; where that is not a person's, the one that is."""
        position = self.game.position
        sides = range(len(position.SIDES))
        loser = position.turn
        if self._who[loser]:
            people = [side for side in sides if not self._who[side]]
            loser = people[0] if len(people) == 1 else loser
        self._agree(tuple(s for s in sides if s != loser), "resigned")

    def _agree(self, winners, why):
        self.finish()
        self.game.agree(winners, why)
        self._ended()

    def _ended(self):
        self._deaf = True
        self._deaf_until = None
        self.sound.play(END)

    def _listen(self, now):
        """Be deaf for a while, from now on, and then no more."""
        if self._deaf_until is None:
            self._deaf_until = later(now, DEAF_MS)
        self._deaf = elapsed(now, self._deaf_until) < 0

    # -- buttons and menu

    def pressed(self, button, press, now):
        """A button was pressed, SHORT or HELD; the lamps have to be set anew."""
        if self.screen is not None:
            if self.screen.pressed("ok" if button == OK else "undo", press == HELD):
                self._return(now)
        elif button == OK:
            if press == HELD:
                self.toggle_menu()
            else:
                self.ok()
        elif self.menu is not None:
            self._open_menu(None)
        else:
            self.undo(press == HELD)

    def ok(self):
        """OK: done, confirm."""
        if self.menu is not None:
            self._open_menu(None)
        elif self.game is None:
            self._begin_placed()
        elif self._offer:
            offer, self._offer = self._offer, ""
            if offer == "resign":
                self.resign()
            else:
                self._agree((), "agreed")
        elif self.game.verdict is None:
            if not (self.seats is not None and self.reader.at_rest() and self._ok_others()):
                self.reader.confirm()
                self._follow()
        elif not self._deaf:
            self.abandon()

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
                        self._follow()
                    return

    def toggle_menu(self):
        """Open the menu, or close it."""
        self._open_menu(self._choices() if self.menu is None else None)

    def _choices(self):
        from tourelle.menu import main  # here, since few games need it: it takes heap and time

        return main(
            [entry.name for entry in self.games()],
            self.sides() if self.mode == PLAY else "",
            self.mode == PLAY and not self._who[self.game.position.turn],
            not (self.game and self.game.turns) and self.journal.last(),
            self.game.position.OPTIONS if self.game else (),
            self.brightness,
            self.sound.muted,
        )

    def _open_menu(self, choices):
        """Offer these choices; None closes the menu."""
        from tourelle.menu import Menu

        self.menu = Menu(self.cells, self.closed, choices) if choices else None
        self.report.menu(self.menu.text() if self.menu else "")
        if self.menu is None and self.mode == PLAY:
            self.reader.compare()

    def choose(self, name):
        """Make a choice of the open menu by its name; ValueError if it has none such."""
        if self.menu is None:
            raise ValueError("the menu is closed")
        self._open_menu(self._carry_out(*self.menu.choice(name)))

    def _carry_out(self, command, value):
        """Do what a choice of the menu says; returns the choices that it leads to, or None."""
        if command == "menu":
            return value
        if command == "new-game":
            self.new_game(value)
        elif command == "offer":
            self.offer(value)
        elif command == "seat":
            self.seat(*value)
        elif command == "hint":
            self.ask_hint()
        elif command == "last-game":
            self.resume_last()
        elif command == "option":
            self.set_option(*value)
        elif command == "brightness":
            self.set_brightness(value)
            return self._choices()
        elif command == "mute":
            self.set_mute(value)
        else:
            self.self_test()
        return None

    # -- settings

    def set_option(self, name, value):
        """Another option: at once where no step has been played, else in the next game."""
        if self.game is None:
            raise ValueError("there is no game to set an option of")
        position = self.game.position
        options = dict(position.options)
        options.update({key: v for key, v in self._wanted.items() if key in options})
        options[name] = value
        position.check_options(options)
        self._wanted = dict(options)
        self._wanted[""] = position.NAME
        if not self.game.turns:
            self.new_game(position.NAME)
        else:
            self.report.say("%s is %s in the next game." % (name, value))

    def set_brightness(self, brightness):
        """Dim all lights to so much of 255."""
        self.brightness = brightness
        self._dim()
        self._keep("brightness", brightness)

    def set_mute(self, mute):
        """Silence the buzzer, or let it sound again."""
        self.sound.muted = mute
        self._keep("mute", "on" if mute else "off")

    def _keep(self, name, value):
        try:
            self._store.save({"brightness": self.brightness, "mute": self.sound.muted})
        except OSError as error:
            self.report.fault("the settings cannot be kept, " + reason(error))
        self.report.setting(name, value)

    def _dim(self):
        sides = self.game.position.SIDES if self.game else ""
        self.lights.set_colours(sides, self.brightness)

    # -- screens

    def take_over(self, screen):
        """Let a screen (see screens.py) have the board, or its lights."""
        self._release()
        self.screen = screen

    def self_test(self):
        """Begin the self-test."""
        from tourelle.screens import SelfTest

        mask = self.reader.mask if self.reader is not None else b""
        believed = [cell for cell in range(len(mask)) if mask[cell] == BELIEVED]
        self.take_over(SelfTest(self.cells, self.closed, believed, self.report))

    def unreadable(self, error):
        """Code that is needed now and then cannot be loaded: the game goes on without it."""
        why = "a part of the firmware cannot be read (%s: %s): flash it anew"
        self._warn(why % (type(error).__name__, error))

    def _warn(self, why):
        """Something is wrong with the board, and the game goes on: say so in every way."""
        self.report.fault(why)
        self.sound.play(ILLEGAL)
        if self.screen is None:
            self.take_over(Here(FAULT))

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
        if alone:
            self.recognition.begin(now)
            if self.mode == PLAY:
                self.reader.compare()
                self._lead()

    # -- what happens at the board

    def changed(self, cell, now):
        """A debounced change of one switch; the lamps have to be set anew."""
        screen = self.screen
        if screen is not None:
            if screen.changed(cell):
                self._release()
            elif screen.alone:
                return
        if self.menu is not None:
            if self.mode == PLAY:
                self.reader.overheard(cell, now)
            name = self.menu.touched(cell, now)
            if name:
                try:
                    self.choose(name)
                except UNREADABLE as error:
                    self.unreadable(error)
            elif name is not None:
                self._open_menu(None)
        elif self.game is None:
            pass
        elif self.game.verdict is None:
            if self.seats is not None:
                self.seats.touched()
            self.reader.changed(cell, now)
            self._follow()
        else:
            self.reader.ground.changed(cell)  # what is captured may come off still

    def noted(self, cell, now):
        """The same change once more, when its light is out: for what can wait."""
        if self.screen is not None and self.screen.alone:
            return
        self.recognition.changed(cell, now)
        if self.mode == PLAY and not self.closed[cell] and self.reader.top.starts(cell):
            self.sound.play(LIFT)

    def step(self, now):
        """What time alone brings: decisions, questions, the recognition of a game.

        True where the lamps have to be set anew.
        """
        anew = False
        if self.screen is not None:
            if self.screen.over(now):
                self._return(now)
                anew = True
            else:
                anew = self.screen.step(now)
                if self.screen.alone:
                    return anew
        if self._deaf:
            self._listen(now)
        if self.menu is not None and self.menu.step(now):
            self._open_menu(None)
            anew = True
        standing = self.recognition.stood(now)
        if standing is not None:
            self._recognise(standing)
            anew = True
        if self.menu is None and self.mode == PLAY:
            if self.reader.step(now):
                self._follow()
                anew = True
        return anew

    def due(self, now):
        """Milliseconds until `step` has something to do."""
        wait = 1 << 20
        if self.screen is not None:
            wait = self.screen.due(now)
            if self.screen.alone:
                return wait
        wait = min(wait, self.recognition.due(now))
        if self.menu is not None:
            wait = min(wait, self.menu.due(now))
        elif self.mode == PLAY:
            wait = min(wait, self.reader.due(now))
        if self._others_may():
            led = self._back_to is not None or self._to_come
            wait = 0 if led else min(wait, self.seats.due(self.game.position, now))
        if self._deaf:
            wait = min(wait, max(0, -elapsed(now, self._deaf_until)) if self._deaf_until else 0)
        return wait

    def work(self, now):
        """A slice of the work that can wait: DONE, MORE or LAMPS."""
        if self._chores:
            return self._chore()
        if self.mode == PLAY and not self.reader.top.ready:
            self.reader.top.build()
            return LAMPS if self.reader.top.ready else MORE
        if self.report.write(self.position):
            return MORE
        left = self.journal.work()
        if left == FAILED:
            self._warn(self.journal.full)
            return LAMPS
        if left == DONE and self.report.tell():
            return MORE
        return self._others(now) if left == DONE and self._others_may() else left

    def _chore(self):
        """The next of the things that a step or the start of a game has left to do."""
        chore = self._chores.pop(0)
        if chore == _STANDING:
            self.report.standing(self.game.position)
        elif chore == _TIDY:
            tidy()
        elif self.game.judge():
            self._ended()
            return LAMPS
        return MORE

    def finish(self):
        """Do at once what a step or the start of a game has still to do."""
        while self._chores:
            self._chore()
        while self.report.write(self.position):
            pass

    def _recognise(self, standing):
        """What has stood for a second: an opening's catalogue entry, or CLEARED."""
        if self.game is None:
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

    # -- what others may see

    def show(self):
        """Set the lamps."""
        lamps = self.lights.lamps
        game = self.game
        if self.screen is not None:
            self.screen.show(lamps)
        elif self.menu is not None:
            guide.choosing(lamps, self.menu.cells)
        elif game is None:
            guide.setting_up(lamps, self.closed, self.recognition.nearest() or self.closed)
        elif game.verdict is not None and not (self.reader.showing and self.reader.differ):
            guide.over(lamps, game.position, self.reader, game.verdict.winners)
        elif self._offer and not self.reader.differ:
            guide.offered(lamps)
        else:
            self._show_game(lamps)

    def _show_game(self, lamps):
        game, reader, seats = self.game, self.reader, self.seats
        position = game.position
        resting = not (reader.differ or reader.leading or reader.question)
        if resting and seats is not None and seats.waits(position):
            guide.waiting(lamps, position, game.last, FAULT if seats.gone else BUSY)
            return
        guide.playing(lamps, position, reader, game.last)
        if resting and seats is not None and seats.hint is not None:
            guide.hinting(lamps, position.footprint(seats.hint))

    def explain(self):
        """Report what the lamps ask for."""
        sides = self.sides()
        reader = self.reader
        if self.menu is None and self.mode == PLAY:
            back = reader.way_back or reader.leading
            self.report.explain(sides, reader.answers(), reader.proposed_text(), back)
        else:
            self.report.explain(sides, set_up=self.game is None)

    def sides(self):
        """The letters of the game's sides, "" where there is no game."""
        return self.game.position.SIDES if self.game else ""

    def standing(self):
        """What tells whether the game has gone on: to be compared."""
        return self.game, self.game and (self.game.verdict, len(self.game.turns))

    def record(self, first, count):
        """The game so far: `count` steps from number `first` on, or its start position's text (0).

        ValueError where there is no game.
        """
        if self.game is None:
            raise ValueError("no game is under way")
        self.finish()
        text = self.journal.excerpt(first, count)
        return text if first else games.read(text).text()


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
