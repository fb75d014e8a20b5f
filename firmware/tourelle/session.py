"""Who plays what: choosing a game, committing, undoing, ending. The one place with state over time."""

from tourelle import games, guide
from tourelle.buttons import HELD, OK, SHORT
from tourelle.clock import elapsed, later
from tourelle.games import Outcome
from tourelle.memory import tidy
from tourelle.menu import BRIGHTNESS, Menu
from tourelle.reader import Reader

STOOD_MS = 1000  # a full opening that has stood so long is a new game
SLICE = 4  # legal steps taken in between two scans
LIFTED = 8  # during a game only if so many cells were lifted since the last step

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
    menu       the menu while it is open, else None
    sound      what the buzzer is to play next, or None; whoever plays it clears it
    stale      the lamps have to be set anew
    """

    def __init__(self, cells, closed, link, lights):
        self.cells = cells
        self.closed = closed
        self.link = link
        self.lights = lights
        self.mode = SETUP
        self.position = None
        self.reader = None
        self.steps = 0
        self.menu = None
        self.sound = None
        self.stale = True
        self.mute = False
        self.brightness = BRIGHTNESS[0]
        self.verdict = None  # the outcome, the rules' or agreed upon
        self._turns: list = []  # turns completed before each step
        self._last = None  # footprint of the last step
        self._offered = False
        self._lifted = bytearray(cells.size)
        self._stood_at = None
        self._told = {}  # what the link was told last, by event
        self._openings = [e for e in self._games() if any(e.opening)]

    def _games(self):
        from tourelle.games.catalogue import GAMES

        return [entry for entry in GAMES if entry.grid == self.cells.name]

    # -- games

    def begin(self, now):
        """The board is switched on: look at what stands."""
        self._stood_at = later(now, STOOD_MS)

    def start(self, position):
        """Play on from a position."""
        self.position = position
        self.steps = 0
        self._turns.clear()
        self.mode = PLAY
        self.menu = None
        self.verdict = None
        self._last = None
        self._offered = False
        self._forget_lifts()
        self.reader = Reader(position, self.closed, self)
        self.lights.set_colours(position.SIDES, self.brightness)
        self.repeat()
        self._judge()
        self.stale = True

    def new_game(self, name, options=None):
        """Start a game from its opening; ValueError names what is wrong."""
        entry = games.find(name)
        if entry.grid != self.cells.name:
            raise ValueError(
                "%s needs the %s board; this one is %s" % (name, entry.grid, self.cells.name)
            )
        self.start(games.opening(name, options))

    def abandon(self):
        """Leave the game; the next one is set up on the board."""
        self.mode = SETUP
        self.position = None
        self.reader = None
        self.menu = None
        self.verdict = None
        self._told = {}
        self.link.emit("game none")
        self._stood_at = None
        self.stale = True

    def repeat(self):
        """Tell the link all about the game again."""
        self._told = {}
        position = self.position
        options = [name + "=" + position.options[name] for name, _ in position.OPTIONS]
        self.link.emit("game", position.NAME, *options)
        self.link.emit("position", position.text())
        self._standing()
        if self.verdict is not None:
            self._pronounce()

    def _standing(self):
        """Tell the link whose turn it is, and the score."""
        position = self.position
        self.link.emit("turn", position.SIDES[position.turn])
        score = position.score()
        if score:
            self.link.emit("score", *score)

    # -- what the reader does

    def play(self, move):
        """Push a step and report it."""
        position = self.position
        side = position.SIDES[position.turn]
        text = position.move_text(move)
        self._last = position.footprint(move)
        self._turns.append(position.turns)
        position.push(move)
        self.steps += 1
        self._offered = False
        self._forget_lifts()
        self.link.emit("move", self.steps, side, text)
        self._standing()
        self.sound = COMMIT
        self._judge()
        self.stale = True

    def take_back(self):
        """Pop the last step and report it; returns the step."""
        position = self.position
        move = position.pop()
        self.mode = PLAY
        self.verdict = None
        self._last = None
        self.link.emit("undo", self.steps, position.move_text(move))
        self.steps -= 1
        self._turns.pop()
        self._standing()
        self.stale = True
        return move

    def asked(self):
        """A question or a proposal is lit."""
        self.stale = True
        if self.reader.proposed is not None or not self._in_hand():
            self.sound = QUESTION

    def refused(self):
        """Nothing fits: the way back is lit."""
        self.sound = ILLEGAL
        self.stale = True

    def _in_hand(self):
        """Whether the question may only be a piece that is still in the hand."""
        reader = self.reader
        return reader.differ == 1 and not self.closed[reader.differing[0]]

    def _judge(self):
        outcome = self.position.outcome()
        if outcome is not None:
            self.end(outcome)

    def end(self, outcome):
        """The game is over."""
        self.verdict = outcome
        self.mode = OVER
        self.sound = END
        self.stale = True
        self._pronounce()

    def _pronounce(self):
        outcome = self.verdict
        position = self.position
        winners = "".join(position.SIDES[side] for side in outcome.winners) or "draw"
        self.link.emit("over", winners, *outcome.scores)
        self.link.emit("why", outcome.why)

    def push_text(self, text):
        """Play a step of the host's; ValueError if it is not legal. The hands follow by light."""
        self.reader.choose(self.position.parse_move(text))

    def resign(self):
        """The side to move gives up."""
        position = self.position
        others = tuple(s for s in range(len(position.SIDES)) if s != position.turn)
        self.menu = None
        self.end(Outcome(others, position.score(), "resigned"))

    def offer_draw(self):
        """Offer a draw: OK accepts it, anything else declines."""
        self.menu = None
        self._offered = True
        self.link.emit("say Draw offered: OK accepts, a move or undo declines.")
        self.sound = QUESTION
        self.stale = True

    def undo(self, whole_turn=False):
        """Take back the last step, or all steps of a turn."""
        if self.position is None:
            return
        if self._offered:
            self._offered = False
            self.link.emit("say Draw declined.")
        elif self.mode == OVER and self.position.outcome() is None:
            self.mode = PLAY  # resigned, or agreed upon: not in the rules' hands
            self.verdict = None
            self.link.emit("say The game goes on.")
        elif self.steps == 0:
            self.link.emit("say There is nothing to take back.")
            self.sound = ILLEGAL
        else:
            turn = self._turns[-1]
            self.reader.undo()
            while self.steps and (self._passed() or (whole_turn and self._turns[-1] == turn)):
                self.reader.undo()
        self.stale = True

    def _passed(self):
        """Whether the side to move can only pass: an undo must not stop here."""
        moves = list(self.position.legal_moves())
        return len(moves) == 1 and self._is_empty(moves[0])

    def _is_empty(self, move):
        return not any(self.position.footprint(move))

    # -- buttons

    def pressed(self, button, press):
        """A button was pressed, SHORT or HELD."""
        if button == OK:
            if press == HELD:
                self.toggle_menu()
            elif press == SHORT:
                self.ok()
        elif self.menu is not None:
            self.close_menu()
        else:
            self.undo(press == HELD)

    def ok(self):
        """OK: done, confirm."""
        self.stale = True
        reader = self.reader
        if self.menu is not None:
            self.close_menu()
        elif self.mode == SETUP:
            self._begin_empty()
        elif self._offered:
            self._offered = False
            self.end(Outcome((), self.position.score(), "agreed"))
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
        for entry in self._games():
            choices = [{}] + [{name: v} for name, values in entry.options for v in values[1:]]
            for options in choices:
                position = games.opening(entry.name, options)
                if not any(position.occupancy):
                    self.start(position)
                    return

    # -- menu

    def toggle_menu(self):
        """Open the menu, or close it."""
        if self.menu is not None:
            self.close_menu()
            return
        choices = [("new-game", self._choose_game)]
        if self.mode == PLAY:
            choices += [("resign", self.resign), ("draw", self.offer_draw)]
        if self.position is not None and self.position.OPTIONS:
            choices.append(("options", self._choose_option))
        choices += [("brightness", self._dim), ("mute", self._mute)]
        self._open(choices)

    def _open(self, choices):
        self.menu = Menu(self.cells, self.closed, choices)
        self.link.emit("menu", self.menu.text())
        self.stale = True

    def close_menu(self):
        """Go on with the game."""
        self.menu = None
        self.link.emit("menu none")
        self.stale = True

    def choose(self, name):
        """Make a choice of the open menu by its name; ValueError if it has none such."""
        chosen = self.menu.choose(name) if self.menu is not None else None
        if chosen is None:
            raise ValueError("no choice '%s' is open" % name)
        self._chosen(chosen[1])

    def _chosen(self, further):
        if further:
            self._open(further)
        elif self.menu is not None:
            self.close_menu()
        else:
            self.link.emit("menu none")
        self.stale = True

    def _choose_game(self):
        return [(e.name, lambda e=e: self.new_game(e.name)) for e in self._games()]

    def _choose_option(self):
        position = self.position
        return [
            (name + ":" + value, lambda n=name, v=value: self.set_option(n, v))
            for name, values in position.OPTIONS
            for value in values
        ]

    def set_option(self, name, value):
        """Start the game anew with another option; ValueError names what is wrong."""
        if self.position is None:
            raise ValueError("there is no game to set an option of")
        options = dict(self.position.options)
        options[name] = value
        self.start(games.opening(self.position.NAME, options))

    def _dim(self):
        at = BRIGHTNESS.index(self.brightness) if self.brightness in BRIGHTNESS else -1
        self.set_brightness(BRIGHTNESS[(at + 1) % len(BRIGHTNESS)])
        return self.menu.choices

    def set_brightness(self, brightness):
        """Dim all lights to so much of 255."""
        self.brightness = brightness
        self.lights.set_colours(self.position.SIDES if self.position else "", brightness)
        self.link.emit("setting brightness", brightness)
        self.stale = True

    def _mute(self):
        self.set_mute(not self.mute)

    def set_mute(self, mute):
        """Silence the buzzer, or let it sound again."""
        self.mute = mute
        self.link.emit("setting mute", "on" if mute else "off")

    # -- time

    def changed(self, cell, now):
        """A debounced change of one switch."""
        self.stale = True
        self._stood_at = later(now, STOOD_MS)
        if not self.closed[cell]:
            self._lifted[cell] = 1
        if self.menu is not None:
            chosen = self.menu.changed(cell, now)
            if chosen is not None:
                self._chosen(chosen[1])
        elif self.mode == PLAY:
            self.reader.changed(cell, now)
            if not self.closed[cell] and cell in self.reader.top.lands:
                self.sound = LIFT

    def step(self, now):
        """What time alone brings: decisions, questions, the recognition of a game."""
        if self._stood_at is not None and elapsed(now, self._stood_at) >= 0:
            self._stood_at = None
            self._recognise()
        if self.mode == PLAY and self.menu is None:
            reader = self.reader
            if reader.step(now):
                self.stale = True
            if reader.top.ready:
                moves = reader.top.empty
                if len(moves) == 1 and len(reader.top.moves) == 1 and not reader.differ:
                    reader.choose(moves[0])

    def due(self, now):
        """Milliseconds until `step` has something to do."""
        wait = 1 << 20
        if self._stood_at is not None:
            wait = max(0, -elapsed(now, self._stood_at))
        if self.mode == PLAY and self.menu is None:
            wait = min(wait, self.reader.due(now))
        return wait

    def work(self):
        """A slice of the work that can wait; True while there is more of it."""
        if self.mode != PLAY or self.reader.top.ready:
            return False
        self.reader.top.build(SLICE)
        if self.reader.top.ready:
            self.stale = True
            tidy()
        return True

    def _forget_lifts(self):
        for cell in range(len(self._lifted)):
            self._lifted[cell] = 0

    def _recognise(self):
        for entry in self._openings:
            if entry.opening == self.closed:
                if self.mode != SETUP and not self._set_up_anew():
                    return
                self.start(games.opening(entry.name))
                return

    def _set_up_anew(self):
        """Whether so much was lifted that the opening on the board is a new game."""
        if sum(self._lifted) < LIFTED:
            return False
        return self.mode == OVER or not (self.reader.differ == 0 or self.reader.possible())

    # -- lights

    def nearest(self):
        """The opening that what stands comes nearest to, or None on an empty board."""
        best = None
        least = len(self.closed)
        if any(self.closed):
            for entry in self._openings:
                off = sum(1 for c in range(len(self.closed)) if entry.opening[c] != self.closed[c])
                if off < least:
                    best, least = entry.opening, off
        return best

    def show(self):
        """Set the lamps, and tell the link what they ask for."""
        lamps = self.lights.lamps
        reader = self.reader
        if self.menu is not None:
            guide.choosing(lamps, self.menu.cells)
        elif self.mode == PLAY:
            guide.playing(lamps, self.position, reader, self._last)
        elif self.mode == OVER:
            guide.over(lamps, self.position, self.verdict.winners)
        else:
            guide.setting_up(lamps, self.closed, self.nearest() or self.closed)
        self.stale = False

    def explain(self):
        """Tell the link what the lights ask for, where that has changed."""
        playing = self.mode == PLAY and self.menu is None
        reader = self.reader
        self._tell("question", self._names(reader.answers()) if playing else "")
        self._tell("proposed", self._proposal() if playing else "")
        back = playing and (reader.way_back or reader.leading)
        self._tell("way-back", self._hands() if back else "")
        self._tell("set-up", self._hands() if self.mode == SETUP and self.nearest() else "")

    def _tell(self, event, text):
        if self._told.get(event, "") != text:
            self._told[event] = text
            self.link.emit(event, text or "none")

    def _names(self, cells):
        return " ".join(self.cells.names[cell] for cell in cells)

    def _proposal(self):
        move = self.reader.proposed
        return "" if move is None else self.position.move_text(move)

    def _hands(self):
        """What the lamps ask the hands to do: "put c9 remove e5"."""
        from tourelle.lights import meaning

        put = []
        remove = []
        for cell in range(self.cells.size):
            state, _, count = meaning(self.lights.lamps[cell])
            name = self.cells.names[cell] + ("*%d" % count if count else "")
            if state == "put-back":
                put.append(name)
            elif state == "remove":
                remove.append(name)
        words = ["put"] + put if put else []
        return " ".join(words + (["remove"] + remove if remove else []))
