"""Starts the firmware on MicroPython for WebAssembly; run.mjs has what that needs.

Arguments: the soldering of the GPIOs, a file descriptor to read the world from, and one to write
to it. Its serial port is standard input, which does not wait, and standard output.
"""

import gc
import sys

import host

soldering, reading, writing = sys.argv[1:]
sys.argv[:] = []

import pins  # noqa: E402
import soldered  # noqa: E402
import wire  # noqa: E402

host.open("/dev/world", int(reading), int(writing))
host.open("/dev/port", 0, 1)
world = open("/dev/world", "r+b")
port = open("/dev/port", "r+b")


def make_channel(rows):
    return wire.Channel(rows, world.readinto, world.write, host.now_us)


class Console:
    """The serial port, as the firmware's ports have it."""

    def receive(self, buffer):
        return port.readinto(buffer)

    def send(self, buffer, count):
        return port.write(buffer, count)


soldered.loose = pins.Loose()
soldered.channel, soldered.lines = pins.solder(soldering, make_channel)

try:
    # Nothing has to be looked at while the world stands still: the world says when it moves.
    import tourelle.ports.micropython
    import tourelle.ports.pins

    tourelle.ports.pins.rest = soldered.channel.rest
    tourelle.ports.micropython.Console = Console
except Exception:
    pass  # whatever is wrong with the firmware, main.py is to run into it


def program():
    """The board's program, left for a moment after each rest."""
    soldered.channel.rest(0)  # the time, and what the pins read
    gc.collect()
    yield
    space = {"__name__": "__main__"}
    try:
        with open("main.py") as file:
            exec(file.read(), space)
        yield from space.get("program", ())
    except Exception as error:
        sys.print_exception(error)
    soldered.channel.stop()


running = program()


def step():
    next(running)
    return True
