"""Starts the firmware in its own worker; web/board.js provides what that needs.

JavaScript calls `step` with the world's answer to the last rest; it returns with the next rest,
since this MicroPython cannot wait.
"""

import javascript
import soldered
import wire
from program import program

world = open("/dev/world", "r+b")  # noqa: SIM115


class Channel(wire.Channel):
    """A channel whose rests end when `step` is called."""

    def rest(self, ms):
        self.ask(ms)

    def sleep(self, ms):
        self.ask(ms)

    def stop(self):
        self.flush()
        raise SystemExit


def make_channel(rows):
    return Channel(rows, world.readinto, world.write, javascript.now_us)


port = open("/dev/port", "r+b")  # noqa: SIM115
running = program(javascript.soldering, make_channel, port, "/host/device/main.py")
next(running)


def step():
    soldered.channel.answered()
    next(running)
