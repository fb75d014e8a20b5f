"""Hall sensors: they feel a magnet, and which of its poles is up."""

from tourelle.clock import elapsed
from tourelle.polled import Polled

NEAR = 60  # a field so strong, of either sign, closes a contact,
FAR = 40  # and a weaker one than this opens it again
TURNED_MS = 60  # a contact is told as open for this long when the other pole has come up


class Hall(Polled):
    """A scanner that also tells when a piece with another pole was put on a cell.

    field(cell)    what its sensor measures, positive or negative by the pole that is up
    buttons(raw)   fills in the last two contacts, OK and undo
    """

    NAME = "hall"

    def __init__(self, size, field, buttons, sleep_ms, period_ms):
        super().__init__(size, self._look, sleep_ms, period_ms)
        self._field = field
        self._buttons = buttons
        self._cells = size - 2
        self._pole = bytearray(size)  # 0 where there is no magnet, else 1 or 2
        self._turned = bytearray(size)  # 1 while the contact is open since its pole has changed
        self._since = [0] * size  # when that was
        self._now = 0

    def changes(self, what, when, now):
        self._now = now
        return super().changes(what, when, now)

    def due(self, ms):
        return min(ms, 1) if any(self._turned) else super().due(ms)

    def _look(self, raw):
        for cell in range(self._cells):
            strength = self._field(cell)
            pole = 1 if strength > 0 else 2
            if abs(strength) < (FAR if raw[cell] else NEAR):
                raw[cell] = self._turned[cell] = 0
                if abs(strength) < FAR:
                    self._pole[cell] = 0
            elif self._turned[cell]:
                if elapsed(self._now, self._since[cell]) >= TURNED_MS:
                    raw[cell], self._turned[cell] = 1, 0
            elif self._pole[cell] in (0, pole):
                raw[cell], self._pole[cell] = 1, pole
            else:  # what stands there was not lifted, and is another piece
                raw[cell], self._turned[cell], self._pole[cell] = 0, 1, pole
                self._since[cell] = self._now
        self._buttons(raw)
