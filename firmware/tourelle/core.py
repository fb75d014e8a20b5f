"""The whole controller without any I/O: switches, buttons and bytes in; light, sound and bytes out.

The outer loop fills the buffers, calls `step` with its clock, and shows and
sends what comes out. The same core runs on the Pico and in a test's virtual time.
No work is so short that a touch could not fall into it: wherever it takes long, the
loop is given the chance to look at the switches (`meanwhile`).
"""

from tourelle.buttons import OK, UNDO, Button
from tourelle.clock import elapsed, later
from tourelle.commands import obey
from tourelle.debounce import Debounce
from tourelle.grids import grid
from tourelle.lights import Lights
from tourelle.link import Link
from tourelle.session import Session


class Core:
    """The controller of one board.

    switches   to fill before each step: 1 a cell whose switch is closed (bytearray)
    buttons    to fill: 1 where pressed, OK and undo (bytearray)
    link       .received and .length to fill; .out and .count to send, then .sent(count)
    frame      the LEDs' bytes; to be shown when `step` has set `lit`
    hz         the buzzer's tone, 0 for silence; to be set when `step` has set `toned`
    meanwhile  called in the midst of long work: it may fill `switches`, and `sample` them
    sampled    when they were sampled last
    """

    def __init__(self, board, store):
        """board: what board.json says of the board, as a dict; store: its files, see files.py."""
        self.cells = grid(board["grid"])
        self.switches = bytearray(self.cells.size)
        self.buttons = bytearray(2)
        self.link = Link()
        self.lights = Lights(self.cells, board["leds"], board["budget_ma"])
        self.frame = self.lights.frame
        self.lit = False
        self.hz = 0
        self.toned = False
        self.meanwhile = _nothing
        self.sampled = 0
        self._debounce = Debounce(self.cells.size)
        self._period_ms = board["period_ms"]
        self._closed = bytearray(self.cells.size)  # the switches as the session knows them
        self._waiting: list = []  # changes that it does not know of yet: (when, cells)
        self.session = Session(self.cells, self._closed, self.link, self.lights, store, self._look)
        self._buttons = (Button(), Button())
        self._notes: list = []  # switch changes to be told, once the light is out
        self._explain = 0  # 2: what the lights ask for has to be told; 1: which are lit
        self._tune: tuple = ()
        self._tone_until = 0
        self._due = 0
        self._started = False

    def start(self, now):
        """Take the board as it stands at power-on."""
        self._debounce.start(self.switches)
        self._closed[:] = self.switches
        self._started = True
        self._due = now
        self.session.report.hello()
        self.session.begin(now)

    def step(self, now):
        """One turn of the loop; returns how many ms it can do without the next one.

        That is, if no switch, button or byte changes until then.
        """
        self.lit = False
        self.toned = False
        if not self._started:
            self.start(now)
        self.sample(now)
        if self._waiting:
            return self._changed(now)
        if self._notes or self.link.length or not self._still(now):
            return self._busy(now)
        wait = -elapsed(now, self._due)
        return wait if self._debounce.settled else min(wait, self._period_ms)

    def sample(self, now):
        """Take in the switches as they are now; what has changed is for the next `step`."""
        self.sampled = now
        count = self._debounce.sample(self.switches, now)
        if count:
            self._waiting.append((now, bytes(self._debounce.changed[:count])))

    def _look(self):
        """Give the loop the chance to sample the switches; True if a change waits for `step`."""
        self.meanwhile()
        return len(self._waiting) > 0

    def _still(self, now):
        ok, undo = self._buttons
        return (
            elapsed(now, self._due) < 0
            and not ok.differs(self.buttons[OK])
            and not undo.differs(self.buttons[UNDO])
        )

    def _changed(self, now):
        """Switches have changed. Light comes first: all else waits for the next turn."""
        session = self.session
        then, cells = self._waiting.pop(0)
        for cell in cells:
            self._closed[cell] ^= 1
        for cell in cells:
            session.changed(cell, then)
            self._notes.append((cell, "down" if self._closed[cell] else "lift"))
        self._look()
        self._show(now)
        self._due = now
        return 0

    def _show(self, now):
        self.session.show()
        self._look()
        self.lit = self.lights.restart(now)
        self._explain = 2

    def _busy(self, now):
        session = self.session
        for button in (OK, UNDO):
            press = self._buttons[button].sample(self.buttons[button], now)
            if press:
                session.pressed(button, press)
        self._talk(now)
        self._look()
        more = True
        if session.stale:
            self._show(now)
        else:
            session.step(now)
            self._look()
            if not session.stale:  # else its light comes in the next turn
                more = self._go_on(now)
                self._look()
        self._sound(now)
        wait = 0 if more else self._wait(now)
        self._due = later(now, wait)
        return wait

    def _go_on(self, now):
        """Rhythms, lines and the work that can wait; True if there is more."""
        session = self.session
        self.lit = self.lights.step(now, elapsed)
        if self._explain == 2:
            session.report.explain()
            self._explain = 1
        elif self._explain:
            if not session.report.show():
                self._explain = 0
        elif not self.lit:
            return session.work()
        return True

    def _wait(self, now):
        if self._notes or self._waiting:
            return 0
        wait = min(self.session.due(now), self.lights.due(now, elapsed))
        if not self._debounce.settled:
            wait = min(wait, self._period_ms)
        for button in (OK, UNDO):
            wait = min(wait, self._buttons[button].due(self.buttons[button], now))
        if self._tune or self.hz:
            wait = min(wait, max(0, -elapsed(now, self._tone_until)))
        return wait

    def _talk(self, now):
        names = self.cells.names
        for cell, change in self._notes:
            self.session.noted(cell, now)
            self.link.emit(change, names[cell])
        self._notes.clear()
        if self.link.length:
            for line in self.link.commands():
                obey(self.session, self.link, line)

    def _sound(self, now):
        session = self.session
        if session.sound is not None:
            if not session.mute:
                self._tune = session.sound
                self._tone_until = now
            session.sound = None
        elif not self.hz and not self._tune:
            return
        if elapsed(now, self._tone_until) < 0:
            return
        hz = 0
        if self._tune:
            (hz, ms), *rest = self._tune
            self._tune = tuple(rest)
            self._tone_until = later(now, ms)
        if hz != self.hz:
            self.hz = hz
            self.toned = True


def _nothing():
    pass
