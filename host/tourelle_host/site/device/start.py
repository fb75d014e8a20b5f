"""Starts the firmware in a worker of its own; web/board.js has what that needs.

JavaScript calls `step` with what the world has answered to the rest before; it comes back with the
next rest, since this MicroPython waits for nothing.
"""

import javascript
import soldered
import wire
from program import program

world = open("/dev/world", "r+b")  # noqa: SIM115


class Channel(wire.Channel):
    """Its rests end when `step` is called."""

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
