"""A running firmware as its world knows it, wherever it runs."""

import struct

from tourelle_host.sim.device import wire
from tourelle_host.sim.listener import Listener
from tourelle_host.sim.messages import Messages


class Resting:
    """It rests until it is woken, looks at its pins once, and does what comes of that.

    asked_ms   the rest that it asked for, milliseconds; None while it runs
    work_us    what it needed from being woken to that rest, microseconds of this machine
    asked      what it asked for instead of a rest: wire.RESET or wire.RESTART; else None
    """

    def __init__(self, listener: Listener):
        """listener: is told its lights and tones."""
        self.asked_ms: int | None = None
        self.work_us = 0
        self.asked: int | None = None
        self._listener = listener
        self._messages = Messages()
        self._number = 0  # of the rest that it asked for

    @property
    def has_mail(self) -> bool:
        """Whether bytes wait for it on its serial port."""
        raise NotImplementedError

    def wake(self, now_ms: int, inputs: bytes) -> None:
        """Let it go on: the time, and what its pins read."""
        raise NotImplementedError

    def _answer(self, now_ms: int, inputs: bytes) -> bytes:
        """What it is woken with, as device/wire.py has it."""
        self.asked_ms = None
        return struct.pack("<I", now_ms) + inputs + bytes((self._number,))

    def _hear(self, data: bytes) -> None:
        """Take in what it has sent to its world, cut anywhere."""
        for message, values, pixels in self._messages.feed(data):
            if message == wire.REST:
                again = self.asked_ms is not None
                self.asked_ms, self.work_us, self._number = values
                self._rests(again)
            elif message == wire.FRAME:
                self._listener.pixels(pixels, values[0])
            elif message == wire.TONE:
                self._listener.tone(values[0])
            else:
                self.asked = message

    def _rests(self, again: bool) -> None:
        """It asks for a rest; again: it had ended the one before by itself."""


def ended_by_itself(words: str) -> str:
    """The sentence about a firmware that has done so; words: its last, or ""."""
    told = "the firmware has ended, which it never should"
    return f"{told}; its last words: {words}" if words else told
