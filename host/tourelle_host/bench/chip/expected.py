"""The right lights for a position and a hand, from the firmware's own guide, at leisure."""

from types import SimpleNamespace
from typing import Any

from tourelle import guide, lights
from tourelle.games.position import Position
from tourelle.lights import Lights
from tourelle.reading.reader import Reader
from tourelle.seats import People
from tourelle.steps import Room


class Expected:
    """What to send to the LEDs, in a game where people play all sides."""

    def __init__(self, board: dict, position: Position, tops: bytes = b""):
        """board: its board.json. position: of the game, with all pieces put up.

        tops: stacks whose captured top may still be there, as far as switches can tell.
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
        self._players = People(None)  # who ask nothing of the game
        self._game = SimpleNamespace(position=position, verdict=None, offered="", last=None)

    def resting(self, last) -> bytes:
        """With no hand at the board, after a step with this footprint."""
        self._game.last = last
        return self._frame()

    def lifted(self, cell: int) -> bytes:
        """With a cell's pieces in the hand: where they may go, or the way back."""
        self._closed[cell] = 0
        self._reader.changed(cell, 0)
        frame = self._frame()
        self._closed[cell] = 1
        self._reader.changed(cell, 1000)
        return frame

    def in_hand(self, cell: int) -> bytes:
        """With nothing but that lit."""
        lamps = self._lights.lamps
        lamps[:] = bytes(len(lamps))
        lamps[cell] = lights.IN_HAND
        self._lights.restart(0)
        return bytes(self._lights.frame)

    def _frame(self) -> bytes:
        guide.game(self._lights.lamps, self._game, self._reader.view, self._players)
        self._lights.restart(0)
        return bytes(self._lights.frame)
