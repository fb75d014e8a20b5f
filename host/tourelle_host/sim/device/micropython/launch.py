"""Runs boot.py and main.py behind a terminal, as a Pico does; the prompt follows."""

import gc
import os
import sys

import soldered


def patch(flash):
    """Give the firmware what it has on a Pico but lacks here.

    Its flash; and a way to rest without polling, since the world says when it moves.
    """
    if _rom_first():
        sys.path.insert(0, "/rom")
    try:
        from tourelle.polled import Polled

        Polled.wait = lambda scanner, ms: soldered.channel.rest(scanner.due(ms))
        import tourelle.files

        tourelle.files.open_flash = lambda: flash
    except Exception:
        pass  # main.py will run into whatever is wrong with the firmware


def _rom_first():
    """Whether main.py will look for the firmware in a ROM file system first."""
    try:
        with open("main.py") as file:
            if '"/rom"' not in file.read(400):
                return False
    except OSError:
        return False
    try:
        os.stat("flashing.txt")
        return False
    except OSError:
        return True


def launch(console, with_main, space):
    """with_main: False where a host is in the raw REPL; space: the programs' globals."""
    try:
        console.interrupts(True)
        soldered.channel.rest(0)  # learns the time and the pins; the host may type from now on
        gc.collect()
        for name in ("boot.py", "main.py") if with_main else ("boot.py",):
            _run(name, space)
    except SystemExit:
        soldered.channel.restart()
    except KeyboardInterrupt as error:
        sys.print_exception(error)
    soldered.channel.flush()


def _run(name, space):
    try:
        os.stat(name)
    except OSError:
        return
    try:
        execfile(name, space)  # noqa: F821
    except Exception as error:
        sys.print_exception(error)
