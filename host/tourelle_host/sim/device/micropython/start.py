"""Starts the firmware on MicroPython, as a Pico with this file system does after power on.

Arguments: the flash image; its number of blocks; the list of files to install ("-": none); the
soldering of the GPIOs; the terminal ("-": standard input and output are pipes) as its path, its
flags for signals and for CR LF, and whether to run main.py, joined by commas; a file descriptor
to read the world from; and one to write to it.
"""

import gc
import os
import sys

import utime
import vfs

image, blocks, listing, soldering, terminal, reading, writing = sys.argv[1:]
sys.argv[:] = []
here = sys.path[0]
sys.path.append(here.rsplit("/", 1)[0])

import install  # noqa: E402
import pins  # noqa: E402
import rom  # noqa: E402
import soldered  # noqa: E402
import wire  # noqa: E402
from flash import PROGRAM, Flash  # noqa: E402

world = open(int(reading), "rb")
answers = open(int(writing), "wb")


def make_channel(rows):
    return wire.Channel(rows, world.readinto, answers.write, utime.ticks_us)


soldered.loose = pins.Loose()
soldered.channel, soldered.lines = pins.solder(soldering, make_channel)
console = None
with_main = True
if terminal != "-":
    from console import Console

    path, signals, cooked, with_main = terminal.split(",")
    console = Console(path, int(signals), int(cooked))
    with_main = with_main == "main"
    sys.modules["micropython"] = console
    soldered.real_time = True

import time  # noqa: E402, F401

import launch  # noqa: E402
import machine  # noqa: E402, F401
import neopixel  # noqa: E402, F401

flash = Flash(image, int(blocks))
in_rom = rom.open_rom(image.rpartition("/")[0] + "/rom.img")  # while its path can be reached
try:
    files = vfs.VfsLfs2(flash, progsize=PROGRAM)
except OSError:  # a new image
    vfs.VfsLfs2.mkfs(flash, progsize=PROGRAM)
    files = vfs.VfsLfs2(flash, progsize=PROGRAM)
vfs.mount(files, "/flash")
if listing != "-":
    install.install(listing, "/flash/")
vfs.umount("/flash")
vfs.umount("/")
vfs.mount(files, "/")
os.chdir("/")
sys.path[:] = ["", ".frozen", "/lib"]
rom.mount(in_rom)
for name in ("install", "flash", "pins", "wire", "launch", "rom"):
    del sys.modules[name]


def go(space, launch=launch.launch, console=console, with_main=with_main):
    """Run the board's programs with their own globals; the prompt follows."""
    for name in list(space):
        if not name.startswith("__"):
            del space[name]
    launch(console, with_main, space)


if with_main:
    launch.patch(flash)
if console:
    go(globals())
else:
    soldered.channel.rest(0)  # learns the time and what the pins read
    gc.collect()
    try:
        execfile("main.py", {"__name__": "__main__"})  # noqa: F821
    except Exception as error:
        sys.print_exception(error)
    except KeyboardInterrupt as error:
        sys.print_exception(error)
    soldered.channel.stop()
