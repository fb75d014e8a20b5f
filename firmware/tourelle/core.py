"""The whole controller without any I/O: changes of switches and bytes in; light, sound, bytes out.

The outer loop lets it `sense` what a scanner saw, calls `tick` with its clock, and shows and
sends what comes out. The same core runs on the Pico and in a test's virtual time. A step is one
short piece of work: light first, then what else there is to do, most urgent first.
"""

from array import array

from tourelle.blackbox import BlackBox
from tourelle.buttons import OK, UNDO, Button
from tourelle.clock import elapsed, later, passed
from tourelle.grids import grid
from tourelle.journal import DONE, LAMPS
from tourelle.kernels import micropython
from tourelle.lights import Lights
from tourelle.link import Link
from tourelle.memory import UNREADABLE, tidy_for
from tourelle.scanner import CLOSED, ROOM
from tourelle.session import Session
from tourelle.sound import Sound

_BUTTONS = (OK, UNDO)  # made once: each new thing costs the loop up to a millisecond


class Core:
    """The controller of one board.

    contacts   the debounced state of every contact (see scanner.py), for a scanner to begin with
    link       .received and .length to fill; .out and .count to send, then .sent(count)
    frame      the LEDs' bytes; to be shown when `tick` has set `lit`
    sensed     changes that the next `tick` will take in
    blackbox   the last events, see blackbox.py
    sound      what the buzzer plays; its tone is to be set when `tick` has set `toned`
    """

    def __init__(self, board, store):
        """board: what board.json says of the board, as a dict; store: its files, see files.py."""
        self.blackbox = BlackBox()
        self.cells = grid(board["grid"])
        size = self.cells.size
        self.contacts = bytearray(size + 2)
        self.link = Link()
        self.lights = Lights(self.cells, board["leds"], board["budget_ma"])
        self.frame = self.lights.frame
        self.lit = False
        self.sound = Sound()
        self.toned = False
        self._closed = bytearray(size)  # the switches as the session knows them
        outputs = self.link, self.lights, self.sound, self.blackbox
        self.session = Session(self.cells, self._closed, store, *outputs)
        self._what = bytearray(ROOM)  # changes that the session does not know of yet,
        self._when = array("i", [0] * ROOM)  # and their moments
        self.sensed = 0
        self._lost = 0  # milliseconds of changes that nobody saw
        self._untold = bytearray(ROOM)  # changes that the link is told, once the light is out
        self._waiting = 0  # of them
        self._buttons = (Button(), Button())
        self._presses = bytearray(2)  # by button: a press that the session does not know of yet
        self._stale = True  # the lamps have to be set anew
        self._explain = 0  # 2: what the lights ask for has to be told; 1: which are lit
        self._due = 0
        self._started = False
        self.session.report.hello()

    def watched(self, scanner):
        """This scanner watches the board from here on."""
        self.session.watched(scanner.NAME, scanner.waiting)

    def sense(self, scanner, now):
        """Take in what the scanner has seen; it is for the next `tick`."""
        self.sensed = scanner.changes(self._what, self._when, now)
        if scanner.lost:
            self._lost += scanner.lost

    def _start(self, now):
        """Take the board as it stands at power-on."""
        self._closed[:] = self.contacts[: self.cells.size]
        self._started = True
        self._due = now
        self.blackbox.now = now
        self.session.begin(now)

    def tick(self, now):
        """One turn of the loop; returns how many ms it can do without the next one.

        That is, if no contact changes and no byte comes until then.
        """
        self.lit = False
        self.toned = False
        if not self._started:
            self._start(now)
        if self.sensed:
            return self._changed(now)
        if self._waiting or self.link.length or elapsed(now, self._due) >= 0:
            return self._busy(now)
        return -elapsed(now, self._due)

    @micropython.native
    def _changed(self, now):
        """Contacts have changed. Light comes first: all else waits for the next turn."""
        session = self.session
        size = self.cells.size
        self.blackbox.now = now
        if self._waiting + self.sensed > ROOM:
            self._tell_changes()
        for i in range(self.sensed):
            what = self._what[i]
            contact = what & ~CLOSED
            down = what >> 7
            self.blackbox.note(what, self._when[i])
            if contact >= size:
                button = contact - size
                self._presses[button] |= self._buttons[button].changed(down, self._when[i])
            else:
                self._closed[contact] = down
                session.changed(contact, self._when[i])
                self._untold[self._waiting] = what
                self._waiting += 1
        self.sensed = 0
        self._show(now)
        self._due = now
        return 0

    def _show(self, now):
        self._stale = False
        self.session.show()
        self.lit = self.lights.restart(now)
        self._explain = 2

    def _busy(self, now):
        self.blackbox.now = now
        try:
            more = self._act(now)
        except UNREADABLE as error:
            self.session.unreadable(error)
            self._stale = more = True
        self.toned = self.sound.tick(now)
        wait = 0 if more else self._wait(now)
        self._due = later(now, wait)
        return wait

    def _act(self, now):
        """Buttons, the host's lines, light, and what time brings; True if there is more."""
        session = self.session
        for button in _BUTTONS:
            press = self._presses[button] or self._buttons[button].tick(now)
            if press:
                self._presses[button] = 0
                self._stale = True
                session.pressed(button, press, now)
        if self._waiting or self._lost or self.link.length:
            self._talk(now)
        if self._stale:
            self._show(now)
        elif session.tick(now):
            self._stale = True  # its light comes in the next turn
        else:
            return self._go_on(now)
        return True

    def _go_on(self, now):
        """Rhythms, lines and the work that can wait; True if there is more."""
        session = self.session
        self.lit = self.lights.tick(now, passed)
        if self._explain == 2:
            session.explain()
            self._explain = 1
        elif self._explain:
            if not session.report.show():
                self._explain = 0
        elif not self.lit:
            left = session.work(now)
            self._stale = left == LAMPS
            return left != DONE
        return True

    def _wait(self, now):
        wait = min(self.session.due(now), self.lights.due(now, passed), self.sound.due(now))
        for button in self._buttons:
            wait = min(wait, button.due(now))
        return wait

    def _talk(self, now):
        if self._lost:
            self.link.emit("missed", self._lost)
            self._lost = 0
        if self._waiting:
            self._tell_changes()
        if self.link.length:
            if self.session.seats.heard(now):
                self._stale = True
            self._obey()

    def _obey(self):
        for line in self.link.commands():
            tidy_for("tourelle.commands")
            try:
                from tourelle.commands import obey  # heap that a board without a host can use
            except Exception as error:  # there is no room for it, or it cannot be read
                self.link.emit("error", "%s: %s" % (type(error).__name__, error))
                continue
            if obey(self.session, self.link, line):
                self._stale = True

    def _tell_changes(self):
        for i in range(self._waiting):
            what = self._untold[i]
            self.link.emit("down" if what & CLOSED else "lift", self.cells.names[what & ~CLOSED])
        self._waiting = 0
