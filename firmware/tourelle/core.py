"""The whole controller without any I/O: switches, buttons and bytes in; light, sound and bytes out.

The outer loop fills the buffers, calls `step` with its clock, and shows and
sends what comes out. The same core runs on the Pico and in a test's virtual time.
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
        self._debounce = Debounce(self.cells.size)
        self._period_ms = board["period_ms"]
        closed = self._debounce.closed
        self.session = Session(self.cells, closed, self.link, self.lights, store)
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
        count = self._debounce.sample(self.switches, now)
        if count:
            return self._changed(now, count)
        if self._notes or self.link.length or not self._still(now):
            return self._busy(now)
        wait = -elapsed(now, self._due)
        return wait if self._debounce.settled else min(wait, self._period_ms)

    def _still(self, now):
        ok, undo = self._buttons
        return (
            elapsed(now, self._due) < 0
            and not ok.differs(self.buttons[OK])
            and not undo.differs(self.buttons[UNDO])
        )

    def _changed(self, now, count):
        """Switches have changed. Light comes first: all else waits for the next turn."""
        session = self.session
        changed = self._debounce.changed
        for i in range(count):
            session.changed(changed[i], now)
            self._notes.append(changed[i])
        self._show(now)
        self._due = now
        return 0

    def _show(self, now):
        self.session.show()
        self.lit = self.lights.restart(now)
        self._explain = 2

    def _busy(self, now):
        session = self.session
        for button in (OK, UNDO):
            press = self._buttons[button].sample(self.buttons[button], now)
            if press:
                session.pressed(button, press)
        self._talk(now)
        more = True
        if session.stale:
            self._show(now)
        else:
            session.step(now)
            if not session.stale:  # else its light comes in the next turn
                more = self._go_on(now)
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
        if self._notes:
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
        closed = self._debounce.closed
        names = self.cells.names
        for cell in self._notes:
            self.session.noted(cell, now)
            self.link.emit("down" if closed[cell] else "lift", names[cell])
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
