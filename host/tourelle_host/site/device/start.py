"""Starts the firmware in a worker of its own; web/board.js has what that needs.

JavaScript calls `step` with what the world has answered to the rest before; it comes back with the
next rest, since this MicroPython waits for nothing.
"""

import gc
import sys

import javascript
import pins
import soldered
import wire

world = open("/dev/world", "r+b")  # noqa: SIM115
port = open("/dev/port", "r+b")  # noqa: SIM115


class Channel(wire.Channel):
    """Its rests end when `step` is called."""

    def rest(self, ms):
        self.ask(ms)

    def sleep(self, ms):
        self.ask(ms)

    def stop(self):
        self.flush()
        raise SystemExit


class Console:
    """The serial port, as the firmware's ports have it."""

    def receive(self, buffer):
        return port.readinto(buffer)

    def send(self, buffer, count):
        return port.write(buffer, count)


def make_channel(rows):
    return Channel(rows, world.readinto, world.write, javascript.now_us)


soldered.loose = pins.Loose()
soldered.channel, soldered.lines = pins.solder(javascript.soldering, make_channel)

try:
    import tourelle.ports.micropython
    import tourelle.ports.pins

    tourelle.ports.pins.rest = soldered.channel.rest
    tourelle.ports.micropython.Console = Console
except Exception:
    pass  # whatever is wrong with the firmware, main.py is to run into it


def program():
    """The board's program, left after each rest."""
    soldered.channel.rest(0)  # the time, and what the pins read
    gc.collect()
    yield
    space = {"__name__": "__main__"}
    try:
        with open("/host/device/main.py") as file:
            exec(file.read(), space)
        yield from space.get("program", ())
    except Exception as error:
        sys.print_exception(error)
    soldered.channel.stop()


running = program()
next(running)


def step():
    soldered.channel.answered()
    next(running)
