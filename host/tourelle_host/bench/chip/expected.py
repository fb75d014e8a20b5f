"""The light that is right for a position and a hand, from the firmware's own guide, unhurried."""

from types import SimpleNamespace
from typing import Any

from tourelle import guide, lights
from tourelle.games.position import Position
from tourelle.lights import Lights
from tourelle.reading.reader import Reader
from tourelle.seats import People
from tourelle.steps import Room


class Expected:
    """What the LEDs are to be sent, in a game that people play on all sides."""

    def __init__(self, board: dict, position: Position, tops: bytes = b""):
        """board: its board.json. position: where the game stands, all of it put up.

        tops: stacks whose captured top may still be there, as far as switches know.
        """
        self._lights = Lights(position.grid, board["leds"], board["budget_ma"])
        self._lights.set_colours(position.SIDES, 255)
        self._closed = bytearray(position.occupancy)
        barred = bytes(len(position.SIDES))
        self._reader = Reader(position, self._closed, barred, Room(position.grid.size))
        self._reader.line.harden(tops)
        steps: Any = self._reader.line.top
        while not steps.ready:
            steps.build()
        self._players = People(None)  # who asks nothing of the game
        self._game = SimpleNamespace(position=position, verdict=None, offered="", last=None)

    def resting(self, last) -> bytes:
        """With no hand at the board, after a step with this footprint."""
        self._game.last = last
        return self._frame()

    def lifted(self, cell: int) -> bytes:
        """With what stood on a cell in the hand: where it may go, or the way back."""
        self._closed[cell] = 0
        self._reader.changed(cell, 0)
        frame = self._frame()
        self._closed[cell] = 1
        self._reader.changed(cell, 1000)
        return frame

    def in_hand(self, cell: int) -> bytes:
        """That alone is lit."""
        lamps = self._lights.lamps
        lamps[:] = bytes(len(lamps))
        lamps[cell] = lights.IN_HAND
        self._lights.restart(0)
        return bytes(self._lights.frame)

    def _frame(self) -> bytes:
        guide.game(self._lights.lamps, self._game, self._reader.view, self._players)
        self._lights.restart(0)
        return bytes(self._lights.frame)
