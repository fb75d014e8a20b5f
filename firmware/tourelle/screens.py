"""A screen, which takes the whole board for a while: the self-test.

A screen (another is in stage.py) has

alone          it keeps every change of a switch to itself
show(lamps)    sets the lamps
changed(cell)  a debounced change of a switch; if it is not alone, that ends the screen instead
pressed(name, held)   a button, "ok" or "undo"; True if that ends the screen
act(now)       begins or goes on; returns when to call it again, None, or stage.ENDED
close()        it has lost the board
"""

from tourelle import lights
from tourelle.clock import later
from tourelle.steps import BELIEVED

RUN_MS = 150  # each light of the self-test's run


def self_test(session):
    """Begin the self-test."""
    reader = session.play.reader
    left_out = reader.line.left_out if reader is not None else b""
    believed = [cell for cell in range(len(left_out)) if left_out[cell] == BELIEVED]
    session.stage.clear()  # an earlier one is over before this one begins
    session.stage.take_over(SelfTest(session.grid, session.closed, believed, session.report))


class SelfTest:
    """Shows every light in turn, then the switches as the hands touch them.

    A cell is lit `choice` until its switch moves, and `may-land` while it is closed; `fault` if it
    has been closed from the beginning or is left out of the game's comparisons. A host may light
    other lamps instead. Holding a button ends it.
    """

    alone = True

    def __init__(self, grid, closed, believed, report):
        """closed: the debounced switches; believed: cells left out; report: the `Report`."""
        self._grid = grid
        self._closed = closed
        self._report = report
        self._untouched = bytearray(b"\x01" * grid.size)
        self._odd = bytearray([closed[cell] or cell in believed for cell in range(grid.size)])
        self._run = -1  # the cell that is lit while every light is shown, then None
        self._asked: "dict | None" = None  # what a host wants lit, once it does
        report.emit("self-test on")
        report.emit("left-out", *([grid.names[cell] for cell in believed] or ("none",)))

    def light(self, words):
        """Light what a host wants: "in-hand c4 remove d9 e5"; ValueError names an unknown word."""
        asked = {}
        lamp = lights.IN_HAND
        for word in words:
            if word in lights.NAMES:
                lamp = lights.NAMES.index(word)
            else:
                asked[self._grid.cell(word)] = lamp
        self._asked = asked
        self._run = None

    def show(self, lamps):
        asked = self._asked
        for cell in range(len(lamps)):
            lamps[cell] = self._lamp(cell) if asked is None else asked.get(cell, lights.OFF)

    def _lamp(self, cell):
        if self._run is not None:
            return lights.IN_HAND if cell == self._run else lights.OFF
        if self._odd[cell]:
            return lights.FAULT
        if self._closed[cell]:
            return lights.MAY_LAND
        return lights.CHOICE if self._untouched[cell] else lights.OFF

    def changed(self, cell):
        self._run = None
        self._untouched[cell] = 0
        if not self._closed[cell]:
            self._odd[cell] = 0  # it opened, so it is not stuck

    def pressed(self, name, held):
        if not held:
            self._report.emit("button", name)
        return held

    def act(self, now):
        if self._run is None or self._run + 1 == self._grid.size:
            self._run = None
            return None
        self._run += 1
        return later(now, RUN_MS)

    def close(self):
        self._report.emit("self-test off")
