"""The whole controller without I/O: switch changes and bytes in; light, sound and bytes out.

The outer loop has it `sense` what a scanner saw, calls `tick` with the time, and shows and sends
what comes out. The same core runs on the Pico and in the virtual time of a test. A turn of the loop
is one short piece of work: light first, then everything else, most urgent first.
"""

from array import array

from tourelle.blackbox import BlackBox
from tourelle.buttons import OK, UNDO, Button
from tourelle.clock import Clock
from tourelle.grids import grid
from tourelle.kernels import micropython
from tourelle.lights import Lights
from tourelle.link import Link
from tourelle.memory import Lent, NoRoom, Unreadable, let_go
from tourelle.report import Report
from tourelle.scanner import CLOSED, ROOM
from tourelle.session import Outputs, Session
from tourelle.sound import Sound
from tourelle.timers import SOON, Timer, run_due

_COMMANDS = "tourelle.commands"


class Core:
    """The controller of one board.

    contacts   the debounced state of every contact, see scanner.py
    link       .received and .length to fill; .out and .count to send, then .sent(count)
    frame      the LEDs' bytes; show them when `tick` has set `lights.lit`
    sensed     how many changes the next `tick` will take in
    blackbox   the last events, see blackbox.py
    sound      what the buzzer plays; set its tone when `tick` has set `sound.toned`
    """

    def __init__(self, board, store, crashed=0):
        """board: the contents of board.json, as a dict; store: the board's files, see files.py.

        crashed: how many crashes in a row came before this start.
        """
        self._clock = Clock()
        self.blackbox = BlackBox(self._clock)
        self.grid = grid(board["grid"])
        size = self.grid.size
        self.contacts = bytearray(size + 2)
        self.link = Link()
        self.lights = Lights(self.grid, board["leds"], board["budget_ma"])
        self.frame = self.lights.frame
        self.sound = Sound()
        self._closed = bytearray(size)  # the switches as the session knows them
        report = Report(self.grid, self.lights.lamps, self.link)
        outputs = Outputs(report, self.sound, self.lights, self.blackbox)
        self.session = Session(self.grid, self._closed, store, outputs, self._clock, crashed)
        self._what = bytearray(ROOM)  # changes that the session does not know yet
        self._when = array("i", [0] * ROOM)  # the times of those changes
        self.sensed = 0
        self._lost = 0  # milliseconds of changes that nobody saw
        self._untold = bytearray(ROOM)  # changes to tell the link once the light is out
        self._untold_count = 0  # how many changes are untold
        self._buttons = [Button(number, self.session.pressed) for number in (OK, UNDO)]
        self._talking = Timer(self._talk)
        self._timers = self._by_urgency()
        self._started = False
        report.hello()

    def _by_urgency(self):
        """All timers, most urgent first; a switch change comes before all of them."""
        session = self.session
        report = session.report
        aftermath = session.aftermath
        tidier = session.play.tidier
        return (
            session.lighting,
            self.lights,
            self.sound,
            self._buttons[OK],
            self._buttons[UNDO],
            self._talking,
            session.stage,
            session.choosing,
            session.closing,
            session.recognition,
            aftermath.hearing,
            session.reading,
            session.explaining,
            report.spelling,
            session.journal.adding,  # before anything slow: a step has to survive a power cut
            aftermath.turning,
            aftermath.judging,
            aftermath.building,
            report.writing,
            tidier.tidying,
            tidier.compacting,
            session.journal.rewriting,
            session.forgetting,
            report.telling,
            session.playing,  # thinking takes all the time that is left
        )

    def sense(self, scanner, now):
        """Take in what the scanner has seen, for the next `tick`."""
        self.sensed = scanner.changes(self._what, self._when, now)
        if scanner.lost:
            self._lost += scanner.lost
            self._talking.at = SOON

    def tick(self, now):
        """Do one turn of the loop; returns how many ms the next one can wait.

        That holds if no contact changes and no byte arrives until then.
        """
        self.lights.lit = self.sound.toned = False
        self._clock.now = now
        if not self._started:
            self._started = True
            self._closed[:] = self.contacts[: self.grid.size]
            self.session.switched_on(now)
        if self.link.length:
            self._talking.at = SOON
        if not self.sensed:
            return self._turn(now)
        self._take_in(now)
        return 0

    def _turn(self, now):
        """Run the first timer that is due. Not in `tick`: handling errors needs a larger frame."""
        try:
            return run_due(self._timers, now)
        except Unreadable as error:
            self.session.report_unreadable(error.args[0])
        except OSError as error:
            self.session.report.fault("the flash cannot be read (%s)" % error)
        except NoRoom as error:
            self.session.play.warn(error)
        return 0

    @micropython.native
    def _take_in(self, now):
        """Take in changes of contacts. Light comes first: all else waits for the next turn."""
        session = self.session
        size = self.grid.size
        if self._untold_count + self.sensed > ROOM:
            self._tell_changes()
        for i in range(self.sensed):
            what = self._what[i]
            contact = what & ~CLOSED
            down = what >> 7
            self.blackbox.note(what, self._when[i])
            if contact >= size:
                self._buttons[contact - size].changed(down, self._when[i])
            else:
                self._closed[contact] = down
                session.changed(contact, self._when[i])
                self._untold[self._untold_count] = what
                self._untold_count += 1
        self.sensed = 0
        self._talking.at = SOON
        session.lighting.at = session.lighting.act(now)

    def _talk(self, now):
        """Tell the host what has changed, and carry out its commands."""
        if self._lost:
            self.link.emit("missed", self._lost)
            self._lost = 0
        self._tell_changes()
        if self.link.length:
            self.session.seats.players.link_spoke(now)
            self._obey()

    def _obey(self):
        """Carry out the lines received. One that makes no sense, or fails, costs an @error line."""
        play = self.session.play
        for line in self.link.commands():
            moment = play.moment()
            wish = None
            try:
                wish = self._carry_out(line)
                if wish is not None:
                    let_go((_COMMANDS,))  # frees room for loading a search
                    wish[0](*wish[1:])
            except ValueError as error:
                self.link.emit("error", error)
            except Exception as error:  # code that cannot be read, or no memory
                self.link.emit("error failed: %s %s" % (type(error).__name__, error))
                if wish is not None or play.moment() != moment:
                    self.session.recover()

    def _carry_out(self, line):
        """Carry out a line; returns what is still to be done, see `obey`."""
        with Lent(_COMMANDS):  # on demand: a board without a host saves this heap
            from tourelle.commands import obey
        return obey(self.session, line)

    def _tell_changes(self):
        for i in range(self._untold_count):
            what = self._untold[i]
            self.link.emit("down" if what & CLOSED else "lift", self.grid.names[what & ~CLOSED])
        self._untold_count = 0
