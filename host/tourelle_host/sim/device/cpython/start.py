"""Starts the firmware on CPython, as a board with CircuitPython does after power on.

Arguments: the folder that is the board's file system, the list of files to install ("-": none),
the soldering, a file descriptor to read the world from, and one to write to it.
"""

import os
import runpy
import sys
import time
import traceback
from pathlib import Path

root, listing, soldering, reading, writing = sys.argv[1:]
sys.argv[:] = ["main.py"]
here = Path(__file__).resolve().parent
# The simulated hardware comes first (Blinka has modules of the same names), then the board's
# files (another copy of the firmware may be installed), then everything else.
sys.path[:1] = [str(here), root, str(here.parent)]

import install  # noqa: E402
import pins  # noqa: E402
import soldered  # noqa: E402
import wire  # noqa: E402

world = open(int(reading), "rb", buffering=0)
answers = int(writing)


def make_channel(rows):
    return wire.Channel(
        rows,
        world.readinto,
        lambda buffer, count: os.write(answers, memoryview(buffer)[:count]),
        lambda: time.perf_counter_ns() // 1000,
    )


soldered.channel, soldered.lines = pins.solder(soldering, make_channel)
if listing != "-":
    install.install(listing, root + "/")
os.chdir(root)


try:
    # No need to poll while the world stands still: the world says when it moves.
    from tourelle.polled import Polled

    def wait(scanner, ms):
        soldered.channel.rest(scanner.due(ms))

    Polled.wait = wait  # type: ignore[method-assign]
except Exception:
    pass  # main.py will run into whatever is wrong with the firmware


def sleep(seconds):
    soldered.channel.sleep(int(seconds * 1000))


time.sleep = sleep
time.monotonic_ns = lambda: soldered.channel.now_ms * 1_000_000  # Blinka's ticks
soldered.channel.rest(0)  # learns the time and what the pins read
try:
    runpy.run_path("main.py", run_name="__main__")
except (Exception, KeyboardInterrupt):
    traceback.print_exc(file=sys.stdout)
    sys.stdout.flush()
soldered.channel.stop()
