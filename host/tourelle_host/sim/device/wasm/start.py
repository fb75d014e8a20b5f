"""Starts the firmware on MicroPython for WebAssembly; run.mjs provides what that needs.

Arguments: the soldering of the GPIOs, a file descriptor to read the world from, and one to write
to it. Its serial port is standard input, which does not wait, and standard output.
"""

import sys

import host

soldering, reading, writing = sys.argv[1:]
sys.argv[:] = []

import wire  # noqa: E402
from program import program  # noqa: E402

host.open("/dev/world", int(reading), int(writing))
host.open("/dev/port", 0, 1)
world = open("/dev/world", "r+b")


def make_channel(rows):
    return wire.Channel(rows, world.readinto, world.write, host.now_us)


running = program(soldering, make_channel, open("/dev/port", "r+b"), "main.py")


def step():
    next(running)
    return True
